// A picture, a log or a clip of the home, by the address the window has for it: for a window whose page no HTTP server serves.
import { z } from 'zod'
import { stream } from '#shared/protocol/method.ts'

export const fileMethods = {
  /** `path` as in an address: `/artifact/…` or `/still/…`. Its bytes in order, in pieces; refused when there is nothing. */
  'hub.file': stream(z.object({ path: z.string().min(1).max(4096) })),
} as const
