// How long viewers of a still screen wait when the encoder is killed: for the stream bench. Tests count the waits in it instead
// (test/encoder.test.ts); only here it is timed.
import { monotonicMs } from '#main/sys/clock.ts'
import { keptEncoder } from '#main/sys/kept-encoder.ts'
import type { PictureSize } from '#main/sys/encoder.ts'

/** ms from each kill to the key frame after it. */
export async function measureRestart(kills: number): Promise<readonly number[]> {
  const size: PictureSize = { width: 540, height: 1200, outWidth: 540, outHeight: 1200, format: 'rgb888' }
  await using encoder = await keptEncoder(size, new AbortController().signal)
  let came: (isKey: boolean) => void = () => undefined
  encoder.onUnit(({ key }) => came(key))
  const nextKey = (): Promise<void> =>
    new Promise(resolve => {
      came = isKey => {
        if (isKey) resolve()
      }
    })
  const first = nextKey()
  encoder.encode(new Uint8Array(540 * 1200 * 3).fill(90), { sequence: 1, atUs: 0, generation: 1 })
  await first
  const took: number[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    const { pid } = encoder
    if (pid === null) throw new Error('no encoder runs')
    const back = nextKey()
    const began = monotonicMs()
    process.kill(pid, 'SIGKILL')
    await back
    took.push(monotonicMs() - began)
  }
  return took
}
