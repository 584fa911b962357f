// A live picture with everything real but the emulator: its driver over the double, the encoder's own process, the fan-out.
// Where no encoder is built these are left out, in words; whole pictures are tested with the fan-out itself.
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmulator } from '#main/device/android/emulator/driver.ts'
import type { Driver } from '#main/device/driver.ts'
import { FanOut } from '#main/device/stream/fan-out.ts'
import type { StreamUnit, Viewer } from '#main/device/stream/device-stream.ts'
import { encoderProgram } from '#main/sys/encoder.ts'
import { keptEncoder } from '#main/sys/kept-encoder.ts'
import type { KeptEncoder } from '#main/sys/kept-encoder.ts'
import { isKey, spsOf } from '#shared/domain/h264.ts'
import { LiveValue } from '#shared/base/live.ts'
import type { Power } from '#shared/domain/device.ts'
import { quickest } from './builders/until.ts'
import { startAdbServer, type AdbServer } from './doubles/adb/start.ts'
import { startEmulatorDouble, type EmulatorDouble } from './doubles/emulator/start.ts'

const isBuilt = existsSync(encoderProgram())

interface Seen extends Viewer {
  readonly units: StreamUnit[]
  readonly at: number[]
}

function viewer(credit = Number.POSITIVE_INFINITY): Seen {
  const seen: Seen = {
    units: [],
    at: [],
    credit,
    whenCredit: () => new Promise(() => undefined),
    unit: unit => {
      ;(seen as { credit: number }).credit -= 1
      seen.units.push(unit)
      seen.at.push(performance.now())
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
    fan = new FanOut({
      name: 'Double',
      video: driver.video,
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

  it('is back within a second, at a key frame, when the encoder is killed: one stall', async () => {
    const seen = viewer()
    view(seen)
    await double.order('play', { fps: 30 })
    let stalls = 0
    const backMs = async (): Promise<number> => {
      await expect.poll(() => seen.units.length).toBeGreaterThan(10)
      const pid = encoder?.pid
      if (pid === null || pid === undefined) throw new Error('no encoder runs')
      const before = seen.units.length
      const killedMs = performance.now()
      process.kill(pid, 'SIGKILL')
      stalls += 1
      await expect.poll(() => seen.units.slice(before).some(({ key }) => key)).toBe(true)
      const back = before + seen.units.slice(before).findIndex(({ key }) => key)
      expect(fan.state.value.stalls).toBe(stalls)
      await expect.poll(() => seen.units.length).toBeGreaterThan(back + 10)
      return (seen.at[back] ?? 0) - killedMs
    }
    expect(await quickest(1000, backMs)).toBeLessThan(1000)
    await double.order('play', { fps: 0 })
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
