// Who has control of a device, what is put into it, and what others see of that.
import { z } from 'zod'
import { call, none, ofDevice, watch } from '#shared/protocol/method.ts'
import { requestShape } from '#shared/protocol/request.ts'
import { inputShape, receiptShape } from '#shared/protocol/shapes.ts'

const contactShape = z.object({ id: z.number().int().min(0).max(9), x: z.number(), y: z.number() })

export const inputMethods = {
  /**
   * Through this connection; closing it hands back. Without `as` the window takes it as the person and everyone else as an
   * agent, who is refused while a person has control; nobody but the window takes it as the person.
   */
  'device.takeControl': call(
    ofDevice.extend({ as: z.enum(['person', 'agent']).optional() }),
    z.object({ generation: z.number() }),
  ),
  'device.handBack': call(ofDevice, none),
  'device.input': call(ofDevice.extend({ input: inputShape, request: requestShape.optional() }), receiptShape),
  /** The fingers that were last put down, by whoever; `number` rises with each. While it is watched settings are read back. */
  'device.touches': watch(
    ofDevice,
    z.object({
      number: z.number(),
      generation: z.number(),
      contacts: z.array(contactShape).readonly(),
      by: z.object({ kind: z.enum(['person', 'agent', 'night']), name: z.string() }).nullable(),
    }),
  ),
  /** What was copied on the device while this connection has control; null before and to everyone else. */
  'device.copied': watch(ofDevice, z.object({ number: z.number(), text: z.string() }).nullable()),
} as const
