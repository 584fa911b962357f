// Plain recordings of devices: started and stopped by anyone, taking no control, told to all who watch.
import { z } from 'zod'
import { call, none, ofDevice, watch } from '#shared/protocol/method.ts'
import { deviceIdShape, errorShape } from '#shared/protocol/shapes.ts'

const text = z.string()

export const recordingShape = z.object({
  /** Rises with each recording of this hub. */
  number: z.number().int(),
  device: deviceIdShape,
  /** `starting`: no picture yet. `finishing`: its files are put in order. */
  is: z.enum(['starting', 'recording', 'finishing', 'ended']),
  ms: z.number(),
  bytes: z.number(),
  /** Another begins where the picture changes its size. */
  files: z
    .array(
      z.object({
        file: text,
        /** Its address in the window; null for one that lies elsewhere. */
        url: text.nullable(),
        size: z.object({ width: z.number(), height: z.number() }),
        ms: z.number(),
      }),
    )
    .readonly(),
  /** What is to be known of the files. */
  notes: z.array(text).readonly(),
  /** Why it ended by itself; null when it was stopped. */
  why: errorShape.shape.error.nullable(),
})

export const recordMethods = {
  /** `start` answers with the first picture, `stop` when the files are whole and in order. */
  'device.record': call(
    ofDevice.extend({
      do: z.enum(['start', 'stop']),
      /** Absolute path of the file to write; null is one of the home's own. */
      file: text.min(1).max(4096).nullable().default(null),
      /** A file that is there under this name is written over; else it is refused. */
      replace: z.boolean().default(false),
      /** It is stopped when this connection closes; else it goes on until it is stopped. */
      bound: z.boolean().default(false),
    }),
    recordingShape,
  ),
  /** The newest recording of each device. */
  recordings: watch(none, z.object({ recordings: z.array(recordingShape).readonly() })),
} as const

export type RecordingRow = z.output<typeof recordingShape>
