// Exactly so many bytes of what a socket gives in pieces. For the readers of scrcpy's wire.
import type { AdbSocket } from '#main/device/android/adb.ts'
import { Refusal } from '#shared/base/refusal.ts'

export class ByteReader {
  readonly #socket: Pick<AdbSocket, 'read'>
  #pieces: Uint8Array[] = []
  #length = 0

  constructor(socket: Pick<AdbSocket, 'read'>) {
    this.#socket = socket
  }

  /** Null where it ended before. */
  async take(length: number): Promise<Uint8Array | null> {
    while (this.#length < length) {
      const piece = await this.#socket.read()
      if (piece === null) return null
      this.#pieces.push(piece)
      this.#length += piece.length
    }
    const out = new Uint8Array(length)
    for (let at = 0; at < length;) {
      const [piece] = this.#pieces
      if (piece === undefined) break
      const part = piece.subarray(0, length - at)
      out.set(part, at)
      at += part.length
      if (part.length === piece.length) this.#pieces.shift()
      else this.#pieces[0] = piece.subarray(part.length)
    }
    this.#length -= length
    return out
  }

  async need(length: number): Promise<Uint8Array> {
    const bytes = await this.take(length)
    if (bytes === null) throw new Refusal('failed', 'scrcpy’s server on the phone ended before it began.')
    return bytes
  }
}
