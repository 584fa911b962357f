// What crosses a link: JSON for what is said, a 20-byte header before each binary frame. Read and checked here only.
import { z } from 'zod'
import { parse } from '#shared/base/parse.ts'
import { Refusal } from '#shared/base/refusal.ts'
import { errorShape } from '#shared/protocol/shapes.ts'

const id = z.number().int().nonnegative()

/** From the asker. */
export const askShape = z.discriminatedUnion('t', [
  z.object({ t: z.literal('hello'), version: z.number(), token: z.string().nullable() }),
  z.object({ t: z.literal('call'), id, method: z.string(), params: z.unknown() }),
  z.object({ t: z.literal('cancel'), id }),
  z.object({ t: z.literal('credit'), id, frames: z.number().int().positive().max(1000) }),
])
/** From the hub. `ended` closes a watch or a stream; `refused` closes anything. */
export const saidShape = z.discriminatedUnion('t', [
  z.object({ t: z.literal('hello'), version: z.number() }),
  z.object({ t: z.literal('answer'), id, result: z.unknown() }),
  z.object({ t: z.literal('value'), id, value: z.unknown() }),
  z.object({ t: z.literal('ended'), id }),
  z.object({ t: z.literal('refused'), id, error: errorShape.shape.error }),
  /** The whole connection is refused (version, token); the link closes after it. */
  z.object({ t: z.literal('no'), error: errorShape.shape.error }),
])
export type Ask = z.output<typeof askShape>
export type Said = z.output<typeof saidShape>

export const readAsk = (text: string): Ask => parse(askShape, json(text), 'a message')
export const readSaid = (text: string): Said => parse(saidShape, json(text), 'a message')
export const write = (message: Ask | Said): string => JSON.stringify(message)

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Refusal('bad-value', 'A message was not JSON.', { cause })
  }
}

export interface Frame {
  /** bit 0: can be shown without an earlier one; bit 1: a still (JPEG), not video. */
  readonly flags: number
  /** Rises within one stream's source; a gap is a frame that was dropped. */
  readonly sequence: number
  readonly generation: number
  /** Monotonic, of the hub. */
  readonly atUs: number
  readonly bytes: Uint8Array
}

export const keyFrame = 1
export const stillFrame = 2
const headerBytes = 20

/** ` 0 stream u32 | 4 flags u8 | 5 generation u24 | 8 monotonic µs u64 | 16 sequence u32 | 20 bytes … `, big-endian. */
export function writeFrame(stream: number, frame: Frame): Uint8Array {
  const whole = new Uint8Array(headerBytes + frame.bytes.length)
  const view = new DataView(whole.buffer)
  view.setUint32(0, stream)
  view.setUint32(4, (frame.flags << 24) | (frame.generation & 0xff_ffff))
  view.setBigUint64(8, BigInt(Math.round(frame.atUs)))
  view.setUint32(16, frame.sequence)
  whole.set(frame.bytes, headerBytes)
  return whole
}

export function readFrame(whole: Uint8Array): { readonly stream: number; readonly frame: Frame } {
  if (whole.length < headerBytes)
    throw new Refusal('bad-value', `A frame of ${whole.length} bytes is shorter than its header.`)
  const view = new DataView(whole.buffer, whole.byteOffset, whole.byteLength)
  return {
    stream: view.getUint32(0),
    frame: {
      flags: view.getUint8(4),
      generation: view.getUint32(4) & 0xff_ffff,
      atUs: Number(view.getBigUint64(8)),
      sequence: view.getUint32(16),
      bytes: whole.subarray(headerBytes),
    },
  }
}
