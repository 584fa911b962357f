// A command line on a device, in the window of the person at this computer: its output, what is typed into it, its size.
import { z } from 'zod'
import { call, none, ofDevice, stream } from '#shared/protocol/method.ts'

/** Chosen by the asker; it counts only within its own connection. */
const key = z.string().regex(/^[a-z0-9-]{1,40}$/iu)
const columns = z.number().int().min(2).max(1000)
const rows = z.number().int().min(1).max(1000)

export const terminalMethods = {
  /** Opens it. What it prints, as bytes; ends when it ended, and it is ended when this does. */
  'device.terminal': stream(ofDevice.extend({ key, columns, rows })),
  'terminal.write': call(z.object({ key, text: z.string().max(256 * 1024) }), none),
  'terminal.resize': call(z.object({ key, columns, rows }), none),
} as const
