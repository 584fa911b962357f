// One file to the device by adb's sync service. Names are ours or any other: they travel as bytes, never through a shell.
import type { AdbLink } from '#main/device/android/adb.ts'
import { Refusal } from '#shared/base/refusal.ts'

const regularFile = 0o100644
const dataMost = 64 * 1024

export async function push(
  link: AdbLink,
  to: string,
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  deadlineMs: number,
): Promise<void> {
  const answer = await link.feed('sync:', `sending ${to}`, packets(to, source), signal, deadlineMs)
  const id = new TextDecoder('latin1').decode(answer.subarray(0, 4))
  if (id === 'OKAY') return
  const why = id === 'FAIL' ? new TextDecoder().decode(answer.subarray(8)) : 'it broke off'
  throw new Refusal('failed', `The device did not take the file: ${why}`)
}

/** SEND path,mode; DATA pieces; DONE with the time; then QUIT, at which the device closes. */
async function* packets(to: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const path = new TextEncoder().encode(`${to},${regularFile}`)
  yield packet('SEND', path.length, path)
  for await (const piece of source)
    for (let at = 0; at < piece.length; at += dataMost) {
      const data = piece.subarray(at, at + dataMost)
      yield packet('DATA', data.length, data)
    }
  yield packet('DONE', Math.floor(Date.now() / 1000))
  yield packet('QUIT', 0)
}

function packet(id: string, value: number, data: Uint8Array = new Uint8Array()): Uint8Array {
  const whole = new Uint8Array(8 + data.length)
  whole.set(new TextEncoder().encode(id))
  new DataView(whole.buffer).setUint32(4, value, true)
  whole.set(data, 8)
  return whole
}
