// The live picture of a device over the protocol, and the hub's clock its frames are stamped by.
import { z } from 'zod'
import { call, none, ofDevice, stream, watch } from '#shared/protocol/method.ts'

export const streamingShape = z.object({
  path: z.enum(['shared memory', 'RGB over gRPC', 'scrcpy', 'screenrecord', 'drawn', 'stills']).nullable(),
  /** "x264 164", or the device's own, in words; null where nothing encodes. */
  encoder: z.string().nullable(),
  /** Of the pictures as they are sent. */
  size: z.object({ width: z.number(), height: z.number() }).nullable(),
  words: z.string().nullable(),
  hint: z.string().nullable(),
  /** How often the encoder died and was started again. */
  stalls: z.number().int(),
})

export const videoMethods = {
  /**
   * H.264 access units (Annex B, key frames with SPS and PPS) and stills (JPEG, flagged), stamped with the geometry
   * generation they show and the time they were captured. Goes on through a device that is lost and comes back.
   */
  'device.video': stream(
    ofDevice.extend({
      /** Pixels the picture has on the glass. */
      widthPx: z.number().int().min(1).max(8192),
      /** A few a second do. */
      slow: z.boolean().default(false),
      /** Whole pictures only: video cannot be decoded here. */
      stills: z.boolean().default(false),
    }),
  ),
  /** What is said of the way the picture takes. */
  'device.streaming': watch(ofDevice, streamingShape),
  /** The next frame is a key frame: after an error of the decoder. */
  'device.keyFrame': call(ofDevice, none),
  /** Monotonic µs of the hub, as frames are stamped. */
  'hub.clock': call(none, z.object({ us: z.number() })),
} as const

export type Streaming = z.output<typeof streamingShape>
