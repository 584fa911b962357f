// How the emulator double hands out pictures: into the caller's shared file, or as a message that is copied only once.
import { closeSync, openSync, writeSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { encode, type Messages } from '#main/device/android/emulator/protocol.ts'

/** A picture as a message, put straight into the server's own buffer: it asks for no more than a length and a copy. */
export function inParts(image: Messages['Image']): Buffer {
  const rest = encode('Image', { ...image, image: Buffer.alloc(0) })
  const head = varint(image.image.length, [imageField])
  const parts = image.image.length === 0 ? [rest] : [rest, Buffer.from(head), image.image]
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const message = {
    length,
    byteLength: length,
    copy: (target: Buffer, at: number) => {
      for (const part of parts) {
        target.set(part, at)
        at += part.length
      }
    },
  }
  return message as unknown as Buffer
}

/** Field 4, bytes. */
const imageField = (4 << 3) | 2

function varint(value: number, before: readonly number[]): readonly number[] {
  const bytes = [...before]
  for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128)
  return [...bytes, value]
}

/** The file the caller made; its pages are written as the emulator's own mapping would. */
export class Memory {
  readonly #file: number

  constructor(handle: string) {
    this.#file = openSync(fileURLToPath(handle), 'r+')
  }

  write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at, bytes.length - at, at)
  }

  close(): void {
    closeSync(this.#file)
  }
}
