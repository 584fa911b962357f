// The page of the stream bench: the window's own link, worker and canvas, without the window around them. The bench drives
// it by `bench`: watches devices, touches, and hears of each picture when its pixels were read back.
import { config } from 'zod'
import { connect } from '#shared/protocol/client.ts'
import { HubLink } from '#renderer/connect.ts'
import { keyOf, openSocket } from '#renderer/socket-link.ts'
import { figuresOf, picturesOf } from '#renderer/stage/pictures.ts'
import type { OpenPicture } from '#renderer/stage/pictures.ts'
import type { Figures, Probed } from '#renderer/stage/figures.ts'
import type { Bench, Tapped } from './told.ts'
import { WindowPass } from '#renderer/window-pass.ts'

config({ jitless: true })

/** Where the marker's cells are: as test/doubles/emulator/marker.ts says, which needs no page. */
function markerPoints(width: number, height: number): [number, number][] {
  const cell = Math.max(2, Math.floor(Math.min(width, height) / 16))
  const left = Math.floor((width - cell * 4) / 2)
  const top = Math.floor((height - cell * 4) / 2)
  return Array.from({ length: 16 }, (_, bit) => [
    left + (bit % 4) * cell + Math.floor(cell / 2),
    top + Math.floor(bit / 4) * cell + Math.floor(cell / 2),
  ])
}

const numberOf = (values: readonly number[]): number =>
  values.reduce((number, value, bit) => (value > 127 ? number | (1 << bit) : number), 0)

const address = `ws://${location.host}/link`
const hub = new HubLink({ is: 'socket', url: address, key: null }, new WindowPass())
hub.start()
const online = new Promise<void>(resolve => {
  const stop = hub.state.subscribe(state => {
    if (state.is !== 'online') return
    stop()
    resolve()
  })
})
let picture: OpenPicture | null = null
let size = { width: 0, height: 0 }
let device = ''
let generation = 1
let onProbed: ((probed: Probed) => void) | null = null
let said: string | null = null
let stop = new AbortController()

const wall = (): number => performance.timeOrigin + performance.now()

/** So many ms without a picture. */
async function stillFor(ms: number): Promise<void> {
  let last = performance.now()
  onProbed = () => {
    last = performance.now()
  }
  while (performance.now() - last < ms) await new Promise(resolve => setTimeout(resolve, 20))
}

/** The number on the glass. */
let last = 0

const bench: Bench = {
  async devices(): Promise<string[]> {
    await online
    return (await hub.call('devices.list', {})).devices.map(({ id }) => id)
  },

  /** Resolves with the size of the first picture. */
  async open(id: string, widthPx: number, rate: 'full' | 'slow' = 'full'): Promise<{ width: number; height: number }> {
    await online
    picture?.close()
    picture?.canvas.remove()
    stop.abort()
    stop = new AbortController()
    device = id
    const watching = hub.watch('devices', {})
    const see = (): void => {
      const loaded = watching.value
      const tile = loaded.is === 'ready' ? loaded.value.devices.find(one => one.id === id) : undefined
      if (tile !== undefined) generation = tile.generation
    }
    const end = watching.subscribe(see)
    stop.signal.addEventListener('abort', end)
    const first = Promise.withResolvers<void>()
    picture = picturesOf(hub.place).open(
      { device: id, widthPx, rate },
      {
        onShown: shown => {
          size = { width: shown.width, height: shown.height }
          picture?.probe(markerPoints(size.width, size.height))
          first.resolve()
        },
        onWords: words => {
          said = words
        },
        onProbed: probed => onProbed?.(probed),
      },
    )
    // As large on the glass as was asked for.
    picture.canvas.style.width = `${widthPx}px`
    document.getElementById('screen')?.append(picture.canvas)
    await Promise.race([
      first.promise,
      new Promise((_, reject) =>
        setTimeout(() => reject(new Error(`no picture within 15 s; words: ${said ?? 'none'}`)), 15_000),
      ),
    ])
    return size
  },

  words: (): string | null => said,

  async takeControl(): Promise<void> {
    await hub.call('device.takeControl', { device })
  },

  /** One touch: until a picture with another number is on the canvas. */
  async tap(): Promise<Tapped> {
    await stillFor(60)
    let before = -1
    const seen = Promise.withResolvers<Probed>()
    const first = Promise.withResolvers<void>()
    onProbed = probed => {
      const number = numberOf(probed.values)
      if (before < 0) first.resolve()
      else if (number === ((before + 1) & 0xffff)) seen.resolve(probed)
    }
    before = last
    const sentMs = wall()
    const at = { id: 0, x: 200, y: 300 }
    const answered = hub.call('device.input', { device, input: { kind: 'contacts', generation, contacts: [at] } })
    let answeredMs = 0
    void answered.then(() => {
      answeredMs = wall()
    })
    const late = setTimeout(
      () => seen.reject(new Error(`no picture of touch ${before + 1} within 5 s; words: ${said ?? 'none'}`)),
      5000,
    )
    const probed = await seen.promise
    clearTimeout(late)
    await answered
    last = numberOf(probed.values)
    await hub.call('device.input', { device, input: { kind: 'contacts', generation, contacts: [] } })
    return { sentMs, answeredMs, before, number: last, probed }
  },
  /** Every picture for so long. */
  async watch(ms: number): Promise<Probed[]> {
    const all: Probed[] = []
    onProbed = probed => void all.push(probed)
    await new Promise(resolve => setTimeout(resolve, ms))
    onProbed = null
    return all
  },

  /** Without reading anything back: what the badge says. */
  async plain(ms: number): Promise<{ figures: Figures | null; shown: number; ms: number }> {
    picture?.probe([])
    const before = figuresOf(device).value?.shown ?? 0
    const began = performance.now()
    await new Promise(resolve => setTimeout(resolve, ms))
    const figures = figuresOf(device).value
    const took = performance.now() - began
    picture?.probe(markerPoints(size.width, size.height))
    return { figures, shown: (figures?.shown ?? 0) - before, ms: took }
  },

  async stall(id: string, ms: number): Promise<number> {
    const client = await connect(await openSocket(address), keyOf(hub.place))
    let frames = 0
    const end = AbortSignal.timeout(ms)
    await client.stream(
      'device.video',
      { device: id, widthPx: 540 },
      () => {
        frames += 1
        return new Promise<void>(() => undefined)
      },
      end,
    )
    client.close()
    return frames
  },

  async streaming(): Promise<unknown> {
    const watching = hub.watch('device.streaming', { device })
    return new Promise(resolve => {
      const end = watching.subscribe(loaded => {
        if (loaded.is !== 'ready' || loaded.value.path === null) return
        setTimeout(() => end(), 0)
        resolve(loaded.value)
      })
    })
  },
}

Object.assign(globalThis, { bench })
