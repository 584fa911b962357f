// The emulator's live picture: by shared memory or in messages, in the right row order, through turns, folds and loss.
import { afterEach, describe, expect, it } from 'vitest'
import type { EmulatorVideo } from '#main/device/android/emulator/video.ts'
import type { RawFrame } from '#shared/domain/video.ts'
import { emulatorParts, never, type EmulatorParts } from './builders/emulator.ts'
import { until } from './builders/until.ts'
import { readMarker } from './doubles/emulator/marker.ts'
import type { DoubleOptions } from './doubles/emulator/orders.ts'
import { startEmulatorDouble, type EmulatorDouble } from './doubles/emulator/start.ts'

const size = { width: 360, height: 800 }
const open: AsyncDisposable[] = []

interface Seen {
  readonly frame: RawFrame
  readonly number: number
}

async function started(
  options: Partial<DoubleOptions> = {},
): Promise<{ double: EmulatorDouble; parts: EmulatorParts }> {
  const double = await startEmulatorDouble({ screen: 'marker', size, ...options })
  open.push(double)
  const parts = await emulatorParts(double, { size: options.size ?? size, fold: null })
  open.push(parts)
  await parts.touch.lift(never)
  return { double, parts }
}

function watched(video: EmulatorVideo, widthPx: number): { readonly seen: Seen[]; readonly stop: () => Promise<void> } {
  const seen: Seen[] = []
  const stop = new AbortController()
  const running = video.frames(
    widthPx,
    frame => seen.push({ frame, number: readMarker({ ...frame.size, bytesPerPixel: 3, data: frame.bytes }) }),
    stop.signal,
  )
  running.catch(() => undefined)
  return {
    seen,
    stop: async () => {
      stop.abort()
      await running
    },
  }
}

const isAsleep = ({ power }: EmulatorParts): boolean => power.value.is === 'on' && power.value.asleep

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one[Symbol.asyncDispose]()
})

describe.each([
  { way: 'by shared memory', sharedMemory: true, path: 'shared memory' },
  { way: 'in messages', sharedMemory: false, path: 'RGB over gRPC' },
])('the picture $way', ({ sharedMemory, path }) => {
  it('comes once when the screen is still and anew with each touch', async () => {
    const { parts } = await started()
    const video = parts.video(sharedMemory)
    const { seen, stop } = watched(video, 180)
    await until(() => seen.length > 0, 'the first picture')
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatchObject({ frame: { size: { width: 180, height: 400 }, format: 'rgb888', sequence: 1 } })
    for (let touch = 1; touch <= 5; touch += 1) {
      await parts.touch.contacts([{ id: 0, x: 9, y: 9 }], never)
      await until(() => seen.at(-1)?.number === touch, `the picture of touch ${touch}`)
      await parts.touch.contacts([], never)
    }
    await stop()
    expect(video.path).toBe(path)
    expect(seen[0]?.frame.file === undefined).toBe(!sharedMemory)
  })

  it('is as large as the screen at most, and swaps its sides and its generation with a turn', async () => {
    const { parts } = await started()
    const { seen, stop } = watched(parts.video(sharedMemory), 1080)
    await until(() => seen.length > 0, 'the first picture')
    expect(seen[0]?.frame.size).toEqual(size)
    await parts.settings.set({ set: 'turn', to: 'turned-left' }, never)
    await until(() => seen.at(-1)?.frame.size.width === 800, 'the turned picture')
    expect(seen.at(-1)?.frame.generation).toBeGreaterThan(seen[0]?.frame.generation ?? 0)
    await parts.settings.set({ set: 'turn', to: 'turned-right' }, never)
    const before = seen.at(-1)?.frame.generation ?? 0
    await until(() => (seen.at(-1)?.frame.generation ?? 0) >= before, 'the picture turned the other way')
    await stop()
  })

  it('is put the right way up where its rows come from below', async () => {
    // Upside down the marker's cells come in another order: the number would be another one.
    const { parts } = await started({ faults: { rows: 'up' } })
    const { seen, stop } = watched(parts.video(sharedMemory), 180)
    await until(() => seen.length > 0, 'the first picture')
    await parts.touch.contacts([{ id: 0, x: 9, y: 9 }], never)
    await until(() => seen.at(-1)?.number === 1, 'the picture of the first touch')
    await parts.touch.lift(never)
    await stop()
    expect(await parts.pictures.rows(never)).toBe('up')
  })

  it('says in words when the connection breaks, and is had again afterwards', async () => {
    const { double, parts } = await started()
    const video = parts.video(sharedMemory)
    let words = ''
    let last = 0
    const broken = video
      .frames(180, frame => (last = frame.sequence), never)
      .catch((thrown: unknown) => {
        words = thrown instanceof Error ? thrown.message : ''
      })
    await until(() => last > 0, 'a picture before it breaks')
    await double.order('drop', { ms: 50 })
    await broken
    expect(words).toBe('The emulator does not answer: the connection to it broke.')
    await until(() => parts.power.value.is === 'on', 'it is back')
    const { seen, stop } = watched(video, 180)
    await until(() => seen.length > 0, 'a picture again')
    expect(seen[0]?.frame.sequence).toBeGreaterThan(last)
    await stop()
  })
})

describe('shared memory that is not to be had', () => {
  it.each(['refuses', 'passes-over'] as const)('gives pictures in messages when the emulator %s it', async how => {
    const { parts } = await started({ faults: { sharedMemory: how } })
    const video = parts.video(true)
    const { seen, stop } = watched(video, 180)
    await until(() => seen.length > 0, 'a picture')
    await parts.touch.contacts([{ id: 0, x: 9, y: 9 }], never)
    await until(() => seen.at(-1)?.number === 1, 'the picture of a touch')
    await stop()
    expect(video.path).toBe('RGB over gRPC')
  })
})

describe('odd moments', () => {
  it('shows nothing while the screen is off, and goes on when it wakes', async () => {
    const { double, parts } = await started()
    const { seen, stop } = watched(parts.video(true), 180)
    await until(() => seen.length > 0, 'the first picture')
    await double.order('faults', { displayOff: true })
    await expect(parts.pictures.pixels(never)).rejects.toMatchObject({ code: 'failed' })
    const before = seen.length
    await until(() => isAsleep(parts), 'it is told as asleep')
    await double.order('faults', { displayOff: false })
    await until(() => seen.length > before, 'a picture after it woke')
    expect(isAsleep(parts)).toBe(false)
    await stop()
  })

  it('tells another size as another generation', async () => {
    const { double, parts } = await started()
    const { seen, stop } = watched(parts.video(true), 180)
    await until(() => seen.length > 0, 'the first picture')
    await double.order('size', { width: 400, height: 400 })
    await until(() => seen.at(-1)?.frame.size.width === 400, 'the picture of another shape')
    expect(seen.at(-1)?.frame.generation).toBeGreaterThan(seen[0]?.frame.generation ?? 0)
    await stop()
  })

  it('asks anew for a foldable whose other screen shows, as wide as was asked for', async () => {
    const inner = { width: 552, height: 460 }
    const outer = { width: 270, height: 523 }
    const double = await startEmulatorDouble({ screen: 'demo', size: inner, outer, densityDpi: 160 })
    open.push(double)
    const fold = { outer, hinge: 'vertical', postures: ['closed', 'half-open', 'open'] } as const
    const parts = await emulatorParts(double, { size: inner, fold })
    open.push(parts)
    const { seen, stop } = watched(parts.video(true), 240)
    await until(() => seen.at(-1)?.frame.size.width === 240, 'the inner screen')
    await parts.settings.set({ set: 'posture', to: 'closed' }, never)
    await until(() => (seen.at(-1)?.frame.size.height ?? 0) > 460, 'the outer screen')
    expect(seen.at(-1)?.frame.size.width).toBe(240)
    await stop()
  })
})
