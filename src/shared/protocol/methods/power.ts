// Starting, stopping, emptying, creating and deleting the devices that are ours to: Android emulators.
import { z } from 'zod'
import { powerOrders } from '#shared/domain/device.ts'
import { call, none, ofDevice } from '#shared/protocol/method.ts'
import { deviceIdShape } from '#shared/protocol/shapes.ts'

const text = z.string()

export const powerMethods = {
  /** Begins it and answers at once, or with `wait` when it is done. How far it is shows in the device's state. */
  'device.power': call(
    ofDevice.extend({ order: z.enum(powerOrders), wait: z.boolean().default(false) }),
    z.object({ words: text.default('') }),
  ),
  /** What a new emulator can be made of on this computer; `why` where nothing can be made or started. */
  'avd.images': call(
    none,
    z.object({
      images: z
        .array(
          z.object({
            package: text,
            apiLevel: z.number().int().nullable(),
            tag: text,
            abi: text,
            why: text.nullable(),
          }),
        )
        .readonly(),
      profiles: z.array(z.object({ id: text, name: text })).readonly(),
      why: text.nullable(),
      hint: text.nullable(),
    }),
  ),
  /** Made, not booted. */
  'avd.create': call(
    z.object({
      name: text.min(1).max(100),
      image: text.min(1).max(200),
      profile: text.max(200).nullable().default(null),
    }),
    z.object({ device: deviceIdShape }),
  ),
} as const
