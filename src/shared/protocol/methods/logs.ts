// The log of a device as it is written, for a person to read.
import { z } from 'zod'
import { ofDevice, stream } from '#shared/protocol/method.ts'

export const logLevels = ['V', 'D', 'I', 'W', 'E', 'F'] as const
export type LogLevel = (typeof logLevels)[number]

export const logMethods = {
  /**
   * Begins with the newest lines there are; each frame is a `logPageShape` as JSON in UTF-8. `app` null is everything; an app
   * is followed through its restarts, and the log through a device that goes and comes back.
   */
  'device.logs': stream(
    ofDevice.extend({
      app: z.string().min(1).max(300).nullable().default(null),
      least: z.enum(logLevels).default('V'),
    }),
  ),
} as const

export const logLineShape = z.object({
  /** The device's own words for the time: "12-02 04:05:06.789". */
  at: z.string(),
  pid: z.number(),
  level: z.enum(logLevels),
  tag: z.string(),
  text: z.string(),
})
export type LogLine = z.output<typeof logLineShape>

export const logPageShape = z.object({
  lines: z.array(logLineShape).readonly(),
  /** Lines that were thrown away since the last page: they came faster than they were taken. */
  dropped: z.number().int(),
  /** Why there is a gap here, in words; null where the log goes on. */
  words: z.string().nullable(),
})
export type LogPage = z.output<typeof logPageShape>
