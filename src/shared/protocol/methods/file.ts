// A picture, a log or a clip of the home, by the address the window has for it: for a window whose page no HTTP server serves.
import { z } from 'zod'
import { call, stream } from '#shared/protocol/method.ts'

/** As in an address: `/artifact/…` or `/still/…`. */
const path = z.string().min(1).max(4096)

export const fileMethods = {
  /** How long it is now: a recording grows. Refused when there is nothing. */
  'hub.fileAbout': call(z.object({ path }), z.object({ bytes: z.number().int().nonnegative() })),
  /** Its bytes in order, in pieces; from somewhere and so many, where that is asked. Refused when there is nothing there. */
  'hub.file': stream(
    z.object({
      path,
      from: z.number().int().nonnegative().default(0),
      bytes: z.number().int().positive().nullable().default(null),
    }),
  ),
} as const
