// What the shell's main process takes of the window as something to be dragged out: no path but one to be looked up, and a name.
import { z } from 'zod'
import type { DragOut } from '#shared/protocol/shell.ts'

const pictureBytesMax = 64 * 1024 * 1024

export const dragOutShape: z.ZodType<DragOut> = z.discriminatedUnion('is', [
  z.object({ is: z.literal('clip'), file: z.string() }),
  z.object({
    is: z.literal('picture'),
    name: z.string().regex(/^[\w-]{1,100}\.png$/u),
    bytes: z.instanceof(Uint8Array).refine(bytes => bytes.length <= pictureBytesMax),
  }),
])
