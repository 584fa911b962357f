// What Electron's main process and the hub in its utility process say to each other. Only about the process: everything else is
// the protocol, over the ports that come with `link`.
import { z } from 'zod'
import { errorShape } from '#shared/protocol/shapes.ts'

/** `link` comes with one port. */
export const toHubShape = z.discriminatedUnion('is', [
  z.object({ is: z.literal('link') }),
  /** The computer slept and is awake again. */
  z.object({ is: z.literal('woke') }),
  z.object({ is: z.literal('close') }),
])
export const fromHubShape = z.discriminatedUnion('is', [
  /** `shared`: another program's hub has this home, and this process only carries to it. */
  z.object({ is: z.literal('ready'), shared: z.boolean() }),
  z.object({ is: z.literal('refused'), error: errorShape.shape.error }),
  z.object({ is: z.literal('closed') }),
])
export type ToHub = z.output<typeof toHubShape>
export type FromHub = z.output<typeof fromHubShape>
