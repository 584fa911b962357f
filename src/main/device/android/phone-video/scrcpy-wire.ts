// What goes over the sockets of scrcpy's server, versions 3 and 4: video packets, control messages, what the device answers.
// Pure; the sockets are in scrcpy-session.ts.
import { Refusal } from '#shared/base/refusal.ts'
import type { Size } from '#shared/domain/geometry.ts'

export type ScrcpyMajor = 3 | 4

export const nameBytes = 64
export const headerBytes = 12
export const h264Codec = 0x68323634
const packetBytesMost = 16 * 1024 * 1024

export type VideoHeader =
  | { readonly is: 'session'; readonly size: Size }
  | { readonly is: 'media'; readonly config: boolean; readonly key: boolean; readonly bytes: number }

/** The twelve bytes in front of each packet. */
export function videoHeader(bytes: Uint8Array, major: ScrcpyMajor): VideoHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const first = bytes[0] ?? 0
  if (major === 4 && (first & 0x80) !== 0)
    return { is: 'session', size: { width: view.getUint32(4), height: view.getUint32(8) } }
  const length = view.getUint32(8)
  if (length > packetBytesMost) throw new Refusal('failed', `scrcpy's server announced a picture of ${length} bytes.`)
  const [config, key] = major === 4 ? [0x40, 0x20] : [0x80, 0x40]
  return { is: 'media', config: (first & config) !== 0, key: (first & key) !== 0, bytes: length }
}

export type TouchAction = 'down' | 'up' | 'move'
const actions: Readonly<Record<TouchAction, number>> = { down: 0, up: 1, move: 2 }
const full = 0xffff

/** `screen` is the session's picture: the device drops what was meant for another. */
export function touchMessage(
  action: TouchAction,
  finger: number,
  at: { readonly x: number; readonly y: number },
  screen: Size,
): Uint8Array {
  const view = new DataView(new ArrayBuffer(32))
  view.setUint8(0, 2)
  view.setUint8(1, actions[action])
  view.setBigUint64(2, BigInt(finger))
  view.setInt32(10, Math.round(at.x))
  view.setInt32(14, Math.round(at.y))
  view.setUint16(18, screen.width)
  view.setUint16(20, screen.height)
  view.setUint16(22, action === 'up' ? 0 : full)
  return new Uint8Array(view.buffer)
}

export function keyMessage(isDown: boolean, keyCode: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(14))
  view.setUint8(0, 0)
  view.setUint8(1, isDown ? 0 : 1)
  view.setUint32(2, keyCode)
  return new Uint8Array(view.buffer)
}

export const resetVideoMessage = (): Uint8Array => Uint8Array.of(17)
/** Without pressing a copy key. */
export const getClipboardMessage = (): Uint8Array => Uint8Array.of(8, 0)

export function setClipboardMessage(sequence: number, text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text)
  const whole = new Uint8Array(14 + bytes.length)
  const view = new DataView(whole.buffer)
  view.setUint8(0, 9)
  view.setBigUint64(1, BigInt(sequence))
  view.setUint8(9, 0)
  view.setUint32(10, bytes.length)
  whole.set(bytes, 14)
  return whole
}

export type DeviceMessage =
  | { readonly is: 'clipboard'; readonly text: string }
  | { readonly is: 'clipboard set'; readonly sequence: number }
  | { readonly is: 'other' }

/** Reads one; `take` answers null at the end. */
export async function readDeviceMessage(
  take: (length: number) => Promise<Uint8Array | null>,
): Promise<DeviceMessage | null> {
  const view = async (length: number): Promise<DataView | null> => {
    const bytes = await take(length)
    return bytes === null ? null : new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
  const kind = (await view(1))?.getUint8(0)
  switch (kind) {
    case undefined:
      return null
    case 0: {
      const length = (await view(4))?.getUint32(0) ?? 0
      if (length > packetBytesMost) throw new Refusal('failed', `scrcpy's server announced ${length} bytes of text.`)
      const bytes = await take(length)
      return bytes === null ? null : { is: 'clipboard', text: new TextDecoder().decode(bytes) }
    }
    case 1: {
      const sequence = (await view(8))?.getBigUint64(0)
      return sequence === undefined ? null : { is: 'clipboard set', sequence: Number(sequence) }
    }
    case 2: {
      // An answer of a device of its own input: its number, then its bytes.
      const length = (await view(4))?.getUint16(2) ?? 0
      return (await take(length)) === null ? null : { is: 'other' }
    }
    default:
      throw new Refusal('failed', `scrcpy's server sent a message of an unknown kind ${kind}.`)
  }
}

/** "The server version (3.3.1) does not match the client (…)": which one lies there is said by itself. */
export const toldVersion = (said: string): string | null =>
  /server version \(([\w.+-]+)\) does not match/i.exec(said)?.[1] ?? null

export function majorOf(version: string): ScrcpyMajor | null {
  const major = Number(/^(\d+)\./.exec(version)?.[1])
  return major === 3 || major === 4 ? major : null
}
