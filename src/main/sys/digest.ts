// Telling bytes apart: pictures, files.
import { createHash } from 'node:crypto'

type Bytes = Uint8Array | Uint8ClampedArray

/** SHA-256, hex. */
export const digestOf = (bytes: Bytes | string): string => createHash('sha256').update(bytes).digest('hex')

/** Byte by byte; some tens of times faster than two digests. */
export const sameBytes = (a: Bytes, b: Bytes): boolean =>
  a.byteLength === b.byteLength && Buffer.compare(viewOf(a), viewOf(b)) === 0

const viewOf = (bytes: Bytes): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
