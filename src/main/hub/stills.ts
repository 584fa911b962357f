// The newest picture of each watched device as a JPEG, by generation. Looks only while somebody watches.
import { sleep } from '#shared/base/abort.ts'
import { LiveValue } from '#shared/base/live.ts'
import type { Live } from '#shared/base/live.ts'
import { wordsOf } from '#shared/base/refusal.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import type { Given } from '#shared/protocol/contract.ts'
import type { Device } from '#main/device/device.ts'
import { jpegOf } from '#main/sys/images.ts'

type Still = Given<'still'>

const lookEveryMs = 300
const failedEveryMs = 2000
/** Older ones are kept for pages that ask for the one before. */
const keptMax = 4

interface Watched {
  readonly live: LiveValue<Still>
  readonly files: Map<number, Uint8Array>
  readonly stop: AbortController
  watchers: number
}

export class Stills {
  readonly #watched = new Map<DeviceId, Watched>()

  /** `find` gives the device each time: one that was reopened goes on. */
  watch(id: DeviceId, find: () => Promise<Device>, signal: AbortSignal): Live<Still> {
    let watched = this.#watched.get(id)
    if (watched === undefined) {
      watched = {
        live: new LiveValue<Still>({
          url: null,
          generation: 0,
          width: 0,
          height: 0,
          words: 'Waiting for the first picture.',
        }),
        files: new Map(),
        stop: new AbortController(),
        watchers: 0,
      }
      this.#watched.set(id, watched)
      void this.#look(id, watched, find)
    }
    const mine = watched
    mine.watchers += 1
    signal.addEventListener(
      'abort',
      () => {
        mine.watchers -= 1
        if (mine.watchers > 0) return
        mine.stop.abort()
        this.#watched.delete(id)
      },
      { once: true },
    )
    return mine.live
  }

  file(id: string, generation: number): Uint8Array | null {
    return this.#watched.get(id as DeviceId)?.files.get(generation) ?? null
  }

  async #look(id: DeviceId, watched: Watched, find: () => Promise<Device>): Promise<void> {
    const { signal } = watched.stop
    let shown = ''
    while (!signal.aborted) {
      try {
        const device = await find()
        const picture = await device.still(signal)
        if (picture.id !== shown) {
          const { width, height } = await picture.pixels()
          const generation = watched.live.value.generation + 1
          watched.files.set(generation, await jpegOf(picture, 720))
          watched.files.delete(generation - keptMax)
          shown = picture.id
          watched.live.set({
            url: `/still/${encodeURIComponent(id)}/${generation}.jpg`,
            generation,
            width,
            height,
            words: '',
          })
        }
        await sleep(lookEveryMs, signal)
      } catch (thrown) {
        if (signal.aborted) return
        // The last picture stays, with what is wrong in words, and the next try follows.
        watched.live.update(still => ({ ...still, words: wordsOf(thrown) }))
        await sleep(failedEveryMs, signal).catch(() => undefined)
      }
    }
  }
}
