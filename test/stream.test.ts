// A live picture with everything real but the emulator: its driver over the double, the encoder's own process, the fan-out.
// Where no encoder is built these are left out, in words; whole pictures are tested with the fan-out itself.
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmulator } from '#main/device/android/emulator/driver.ts'
import type { Driver, RawVideo } from '#main/device/driver.ts'
import { FanOut } from '#main/device/stream/fan-out.ts'
import type { StreamUnit, Viewer } from '#main/device/stream/device-stream.ts'
import { encoderProgram } from '#main/sys/encoder.ts'
import { keptEncoder } from '#main/sys/kept-encoder.ts'
import type { KeptEncoder } from '#main/sys/kept-encoder.ts'
import { isKey, spsOf } from '#shared/domain/h264.ts'
import { LiveValue } from '#shared/base/live.ts'
import type { Power } from '#shared/domain/device.ts'
import { until } from './builders/until.ts'
import { startAdbServer, type AdbServer } from './doubles/adb/start.ts'
import { startEmulatorDouble, type EmulatorDouble } from './doubles/emulator/start.ts'

const isBuilt = existsSync(encoderProgram())

interface Seen extends Viewer {
  readonly units: StreamUnit[]
}

function viewer(credit = Number.POSITIVE_INFINITY): Seen {
  const seen: Seen = {
    units: [],
    credit,
    whenCredit: () => new Promise(() => undefined),
    unit: unit => {
      ;(seen as { credit: number }).credit -= 1
      seen.units.push(unit)
    },
    still: () => undefined,
  }
  return seen
}

describe('a live picture of an emulator', () => {
  if (!isBuilt) {
    it('is left out: no encoder has been built', () => {
      console.log('left out: no encoder (./nocturne builds one where a C compiler, libyuv and x264 or OpenH264 are)')
    })
    return
  }
  let server: AdbServer
  let double: EmulatorDouble
  let driver: Driver
  let fan: FanOut
  let encoder: KeptEncoder | null = null
  /** How often the emulator was asked for its pictures. */
  let opened = 0
  const end = new AbortController()
  const view = (of: Viewer, widthPx = 540): void => {
    fan.view({ widthPx, slow: false, stills: false }, of, end.signal).catch(() => undefined)
  }

  beforeAll(async () => {
    server = await startAdbServer()
    double = await startEmulatorDouble({ screen: 'marker', adbServer: server.port })
    const power = new LiveValue<Power>({ is: 'on', asleep: false })
    const options = { port: server.port, serial: double.serial, timeScale: 1, places: double.places }
    driver = await openEmulator(options, power, end.signal)
    const { video } = driver
    if (video.kind !== 'raw') throw new Error('an emulator gives raw pictures')
    const counted: RawVideo = {
      kind: 'raw',
      get path() {
        return video.path
      },
      frames: (width, onFrame, signal) => {
        opened += 1
        return video.frames(width, onFrame, signal)
      },
    }
    fan = new FanOut({
      name: 'Double',
      video: counted,
      power,
      picture: signal => driver.screen.picture(signal),
      generationOf: source => source ?? 1,
      openEncoder: async (size, signal) => (encoder = await keptEncoder(size, signal)),
    })
  })
  afterAll(async () => {
    end.abort()
    await fan[Symbol.asyncDispose]()
    await driver[Symbol.asyncDispose]()
    await double[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })

  it('begins with a key frame at the asked width that says that nothing is reordered', async () => {
    const seen = viewer()
    view(seen)
    await expect.poll(() => seen.units.length).toBeGreaterThan(0)
    const [first] = seen.units
    expect(first?.key).toBe(true)
    expect(first?.size).toEqual({ width: 540, height: 1200 })
    expect(isKey(first?.bytes ?? new Uint8Array())).toBe(true)
    expect(spsOf(first?.bytes ?? new Uint8Array())).toMatchObject({
      reorderFrames: 0,
      size: { width: 540, height: 1200 },
    })
    expect(fan.state.value).toMatchObject({ path: 'shared memory', words: null, size: { width: 540, height: 1200 } })
  })

  it('goes on at a key frame when the encoder is killed: one stall, and the source is not asked anew', async () => {
    const seen = viewer()
    view(seen)
    await double.order('play', { fps: 30 })
    await until(() => seen.units.length > 10, 'pictures came')
    const openedBefore = opened
    const stallsBefore = fan.state.value.stalls
    const before = seen.units.length
    const pid = encoder?.pid
    process.kill(pid ?? 0, 'SIGKILL')
    await until(() => fan.state.value.stalls > stallsBefore, 'the stall was counted')
    await until(() => seen.units.slice(before).filter(({ key }) => !key).length > 10, 'pictures came again')
    await double.order('play', { fps: 0 })
    expect(encoder?.pid).not.toBe(pid)
    expect(fan.state.value.stalls).toBe(stallsBefore + 1)
    // One key frame alone: what came before it was on its way, and what comes after builds on it.
    expect(seen.units.slice(before).filter(({ key }) => key)).toHaveLength(1)
    expect(opened).toBe(openedBefore)
  })

  it('goes on for one viewer while another takes nothing', async () => {
    const [fast, stalled] = [viewer(), viewer(2)]
    view(fast)
    view(stalled)
    await double.order('play', { fps: 30 })
    await expect.poll(() => stalled.units).toHaveLength(2)
    const before = fast.units.length
    await expect.poll(() => fast.units.length).toBeGreaterThan(before + 20)
    await double.order('play', { fps: 0 })
    expect(stalled.units).toHaveLength(2)
    expect(fast.units.slice(before).every(({ key }) => !key)).toBe(true)
  })

  it('grows with what is on the glass', async () => {
    const large = viewer()
    await new Promise(resolve => setTimeout(resolve, 2100))
    view(large, 1080)
    await expect.poll(() => large.units.at(-1)?.size).toEqual({ width: 1080, height: 2400 })
    expect(large.units.find(({ size }) => size.width === 1080)?.key).toBe(true)
  })

  it('comes again when the connection to the emulator broke', async () => {
    const seen = viewer()
    view(seen)
    await expect.poll(() => seen.units.length).toBeGreaterThan(0)
    await double.order('drop', { ms: 300 })
    const before = seen.units.length
    await double.order('play', { fps: 30 })
    await expect.poll(() => seen.units.length).toBeGreaterThan(before + 5)
    await double.order('play', { fps: 0 })
    expect(fan.state.value.words).toBe(null)
  })
})
