// The bytes between Nocturne and its encoder helper: commands written, answers taken out of the stream as it comes.
// The other end is native/h264/wire.h, where the layouts are drawn. Only sys/encoder.ts uses it.
import { z } from 'zod'
import { Refusal } from '#shared/base/refusal.ts'
import { parse } from '#shared/base/parse.ts'
import type { Size } from '#shared/domain/geometry.ts'
import type { CodedFrame, FrameStamp } from '#shared/domain/video.ts'

export interface PictureSize {
  /** Of the pictures as they come. */
  readonly width: number
  readonly height: number
  /** Of the pictures as they are encoded: the same or less; made even. */
  readonly outWidth: number
  readonly outHeight: number
  readonly format: 'rgb888' | 'rgba8888'
  /** A file the pictures lie in, one at a time, from its first byte; without it they are given to `encode`. */
  readonly shm?: string
  /** Bits a second; by the size when left out (8 Mbit/s at 1080x2400). */
  readonly bitrate?: number
}

export interface CodedUnit extends CodedFrame {
  /** The last picture once more (a key frame on a still screen, or another size): its stamp is the one it had before. */
  readonly again: boolean
  readonly size: Size
  readonly convertUs: number
  readonly encodeUs: number
}

const aboutShape = z.object({
  protocol: z.literal(1),
  backend: z.enum(['x264', 'OpenH264', 'VideoToolbox']),
  version: z.string(),
  backends: z.array(z.string()),
})
export type EncoderAbout = z.infer<typeof aboutShape>

export function readAbout(text: string): EncoderAbout {
  try {
    return parse(aboutShape, JSON.parse(text), 'the encoder')
  } catch (cause) {
    throw new Refusal('failed', 'The encoder that was built is of another version, or is no encoder.', {
      hint: 'Start ./nocturne again, which builds it anew.',
      cause,
    })
  }
}

export type Answer =
  | { readonly kind: 'about'; readonly about: EncoderAbout }
  | { readonly kind: 'unit'; readonly unit: CodedUnit }

export const keyCommand = Uint8Array.of(0x4b)
export const quitCommand = Uint8Array.of(0x51)

const formats = { rgb888: 1, rgba8888: 2 } as const
export const pixelBytes = { rgb888: 3, rgba8888: 4 } as const

export function sizeCommand(size: PictureSize): Uint8Array {
  const path = new TextEncoder().encode(size.shm ?? '')
  const bytes = new Uint8Array(24 + path.length)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, 0x53)
  view.setUint32(1, size.width, true)
  view.setUint32(5, size.height, true)
  view.setUint32(9, size.outWidth, true)
  view.setUint32(13, size.outHeight, true)
  view.setUint8(17, formats[size.format])
  view.setUint32(18, size.bitrate ?? 0, true)
  view.setUint16(22, path.length, true)
  bytes.set(path, 24)
  return bytes
}

/** What goes before a picture's own bytes. */
export function frameCommand(stamp: FrameStamp, length: number): Uint8Array {
  const bytes = new Uint8Array(21)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, 0x46)
  writeStamp(view, stamp)
  view.setUint32(17, length, true)
  return bytes
}

/** A picture lies in the file. */
export function mappedCommand(stamp: FrameStamp): Uint8Array {
  const bytes = new Uint8Array(17)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, 0x4d)
  writeStamp(view, stamp)
  return bytes
}

function writeStamp(view: DataView, stamp: FrameStamp): void {
  view.setUint32(1, stamp.sequence, true)
  view.setBigUint64(5, BigInt(Math.max(0, Math.round(stamp.atUs))), true)
  view.setUint32(13, stamp.generation, true)
}

/** More than any access unit of a picture that can be encoded. */
const messageBytesMax = 64 * 1024 * 1024
const unitHeaderBytes = 30

/** Takes whole answers out of the bytes as they come. */
export class AnswerReader {
  readonly #head = new Uint8Array(4)
  #headLength = 0
  #message: Uint8Array | null = null
  #filled = 0

  /** Throws a Refusal for what is no answer; the stream is then of no more use. */
  push(chunk: Uint8Array): readonly Answer[] {
    const answers: Answer[] = []
    let at = 0
    while (at < chunk.length) {
      if (this.#message === null) {
        at += this.#takeHead(chunk.subarray(at))
        continue
      }
      const part = chunk.subarray(at, at + this.#message.length - this.#filled)
      this.#message.set(part, this.#filled)
      this.#filled += part.length
      at += part.length
      if (this.#filled < this.#message.length) continue
      answers.push(readAnswer(this.#message))
      this.#message = null
    }
    return answers
  }

  #takeHead(chunk: Uint8Array): number {
    const part = chunk.subarray(0, 4 - this.#headLength)
    this.#head.set(part, this.#headLength)
    this.#headLength += part.length
    if (this.#headLength < 4) return part.length
    const length = new DataView(this.#head.buffer).getUint32(0, true)
    if (length === 0 || length > messageBytesMax)
      throw new Refusal('failed', `The encoder announced an answer of ${length} bytes.`)
    // Its own memory: the unit is kept and handed on without a copy.
    this.#message = new Uint8Array(length)
    this.#filled = 0
    this.#headLength = 0
    return part.length
  }
}

function readAnswer(message: Uint8Array): Answer {
  const kind = message[0]
  if (kind === 0x41) return { kind: 'about', about: readAbout(new TextDecoder().decode(message.subarray(1))) }
  if (kind !== 0x55 || message.length <= unitHeaderBytes)
    throw new Refusal('failed', 'The encoder gave an answer that is none.')
  const view = new DataView(message.buffer)
  const flags = view.getUint8(1)
  return {
    kind: 'unit',
    unit: {
      key: (flags & 1) !== 0,
      again: (flags & 2) !== 0,
      sequence: view.getUint32(2, true),
      atUs: Number(view.getBigUint64(6, true)),
      generation: view.getUint32(14, true),
      convertUs: view.getUint32(18, true),
      encodeUs: view.getUint32(22, true),
      size: { width: view.getUint16(26, true), height: view.getUint16(28, true) },
      bytes: message.subarray(unitHeaderBytes),
    },
  }
}
