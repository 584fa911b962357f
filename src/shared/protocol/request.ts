// The id that whoever asks gives to a call which must not be done twice: asked again with it, a call has its first answer.
import { z } from 'zod'

export const requestShape = z.object({
  /** Made by whoever asks; the last 200 of each device are kept. */
  id: z.string().min(8).max(100),
  /** Sent again because the connection broke: what is not known of it is told as `outcome-unknown`, never done anew. */
  again: z.boolean().default(false),
})
export type Request = z.output<typeof requestShape>

/** Calls the window sends again by itself. Input is none of them: control went with the connection. */
export const sentAgain = ['device.control', 'device.app', 'device.openLink'] as const
