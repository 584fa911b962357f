// When an AVD's snapshot was saved, out of its `snapshot.pb`. Pure. The file's own time does not tell: the emulator writes it
// anew, with how often it was loaded, each time it loads it.
import protobuf from 'protobufjs'

/** Of the emulator's message Snapshot: when it was saved, in seconds of the wall clock. */
const creationTime = 2
const varint = 0

/**
 * ms of the wall clock. `changedMs`, of the file, is finer than the second that is written in it, and counts while it is of that
 * second, or where the file says no time.
 */
export function snapshotSavedMs(bytes: Uint8Array, changedMs: number): number {
  const seconds = creationSeconds(bytes)
  return seconds === null || Math.floor(changedMs / 1000) === seconds ? changedMs : seconds * 1000
}

function creationSeconds(bytes: Uint8Array): number | null {
  const reader = protobuf.Reader.create(bytes)
  let seconds: number | null = null
  try {
    while (reader.pos < reader.len) {
      const tag = reader.uint32()
      if (tag >>> 3 === creationTime && (tag & 7) === varint)
        seconds = protobuf.util.LongBits.from(reader.int64()).toNumber()
      else reader.skipType(tag & 7)
    }
  } catch {
    // Cut off, or no such message.
    return null
  }
  return seconds !== null && Number.isSafeInteger(seconds) && seconds > 0 ? seconds : null
}
