// Fingers, keys and holding an emulator: what is told as landed landed, at the place that was meant, and nothing stays down.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { panelPoint, pictureSize, turned } from '#main/device/android/emulator/panel.ts'
import { turns, type Fold, type Turn } from '#shared/domain/device.ts'
import type { Size } from '#shared/domain/geometry.ts'
import { random } from '#shared/base/random.ts'
import { emulatorParts, never, type EmulatorParts } from './builders/emulator.ts'
import { until } from './builders/until.ts'
import type { Landed } from './doubles/emulator/emulated.ts'
import { startEmulatorDouble, type EmulatorDouble } from './doubles/emulator/start.ts'

const size = { width: 360, height: 800 }
const panel = { size, fold: null }
let double: EmulatorDouble
let parts: EmulatorParts

beforeAll(async () => {
  double = await startEmulatorDouble({ screen: 'marker', size })
  parts = await emulatorParts(double, panel)
})
afterAll(async () => {
  await parts[Symbol.asyncDispose]()
  await double[Symbol.asyncDispose]()
})

const landed = (): Promise<readonly Landed[]> => double.order('landed', null)
const down = async (): Promise<readonly number[]> => (await double.order('state', null)).down

describe('fingers', () => {
  it('lifts what another hand left down before it begins', async () => {
    const first = (await landed())[0]
    await parts.touch.lift(never)
    const lifts = first ?? (await landed())[0]
    expect(lifts?.touches.every(({ pressure }) => pressure === 0)).toBe(true)
    expect(lifts?.touches).toHaveLength(10)
  })

  it.each(turns)('lands each point where the picture shows it, held %s', async turn => {
    await parts.settings.set({ set: 'turn', to: turn }, never)
    await landed()
    const picture = pictureSize(panel, { turn, posture: null })
    for (const at of [
      { x: 0, y: 0 },
      { x: picture.width - 1, y: 0 },
      { x: 20, y: picture.height - 1 },
      { x: picture.width - 1, y: picture.height - 1 },
    ]) {
      await parts.touch.contacts([{ id: 0, ...at }], never)
      await parts.touch.contacts([], never)
      expect((await landed()).map(({ inApp }) => inApp)).toEqual([at, at])
    }
    await parts.settings.set({ set: 'turn', to: 'upright' }, never)
  })

  it('holds several and moves them in one call', async () => {
    await landed()
    await parts.touch.contacts(
      [
        { id: 0, x: 10, y: 20 },
        { id: 4, x: 30, y: 40 },
      ],
      never,
    )
    expect(await down()).toEqual([0, 4])
    await parts.touch.contacts([{ id: 4, x: 31, y: 41 }], never)
    expect(await down()).toEqual([4])
    await parts.touch.lift(never)
    expect(await down()).toEqual([])
    const calls = await landed()
    expect(calls).toHaveLength(3)
    expect(calls[1]?.touches).toMatchObject([
      { identifier: 0, pressure: 0, x: 10, y: 20 },
      { identifier: 4, x: 31, y: 41 },
    ])
  })

  it('ends a gesture where it is when it is lifted or given up, and leaves nothing down', async () => {
    const swipe = parts.touch.swipe({ x: 10, y: 700 }, { x: 10, y: 100 }, 60_000, never)
    swipe.catch(() => undefined)
    await until(async () => (await down()).length > 0, 'the finger is down')
    await parts.touch.lift(never)
    await expect(swipe).rejects.toMatchObject({ code: 'superseded' })
    const stop = new AbortController()
    const press = parts.touch.press(10, 10, 60_000, stop.signal)
    press.catch(() => undefined)
    await until(async () => (await down()).length > 0, 'the finger is down again')
    stop.abort(new Error('given up'))
    await expect(press).rejects.toThrow('given up')
    expect(await down()).toEqual([])
  })

  it('ends a drag before the device is turned: none lands in the wrong place, none is left down', async () => {
    let now: Turn = 'upright'
    await landed()
    for (let time = 0; time < 10; time += 1) {
      const { width, height } = turned(size, now)
      const drag = parts.touch.swipe({ x: 5, y: 5 }, { x: width - 5, y: height - 5 }, 60_000, never)
      drag.catch(() => undefined)
      await until(async () => (await down()).length > 0, 'the finger is down')
      await parts.settings.set({ set: 'turn', to: 'left' }, never)
      await expect(drag).rejects.toMatchObject({ code: 'superseded' })
      expect(await down()).toEqual([])
      for (const { inApp, touches } of await landed())
        if (touches.some(({ pressure }) => pressure > 0)) {
          // On the line from corner to corner of the picture it was meant for.
          expect(Math.abs(((inApp?.x ?? 0) - 5) / (width - 10) - ((inApp?.y ?? 0) - 5) / (height - 10))).toBeLessThan(
            0.02,
          )
        }
      now = parts.stance.now.value.turn
    }
    await parts.settings.set({ set: 'turn', to: 'upright' }, never)
  })

  it('follows a device that is turned by hand', async () => {
    await double.order('turn', { degrees: 90 })
    await until(() => parts.stance.now.value.turn === 'turned-left', 'the turn is heard of')
    await double.order('turn', { degrees: 0 })
    await until(() => parts.stance.now.value.turn === 'upright', 'it is heard of again')
  })

  it('never tells a touch as landed that did not, whatever breaks', async () => {
    const chance = random(4, 'touch faults')
    await parts.touch.lift(never)
    await landed()
    let [told, counted, failed] = [0, 0, 0]
    for (let n = 0; n < 50; n += 1) {
      const fault = n % 5 === 0 ? chance.pick(['refuse', 'drop', 'slow'] as const) : null
      if (fault === 'refuse') await double.order('faults', { refuseTouches: 1 })
      if (fault === 'slow') await double.order('faults', { slowMs: 40 })
      const dropping = fault === 'drop' ? double.order('drop', { ms: 30 }) : null
      const at = { x: chance.below(size.width), y: chance.below(size.height) }
      const isTold = await parts.touch.contacts([{ id: 0, ...at }], never).then(
        () => true,
        () => false,
      )
      await dropping
      if (isTold) told += 1
      else failed += 1
      await until(() => parts.power.value.is === 'on', 'it is back')
      await double.order('faults', { slowMs: 0, refuseTouches: 0 })
      await until(
        () =>
          parts.touch.lift(never).then(
            () => true,
            () => false,
          ),
        'it is lifted',
      )
      const downs = (await landed()).filter(({ touches }) => touches.some(({ pressure }) => pressure > 0))
      if (isTold) {
        counted += downs.length
        expect(downs.map(({ inApp }) => inApp)).toEqual([at])
      }
      expect(await down()).toEqual([])
    }
    expect(told).toBe(counted)
    expect(failed).toBeGreaterThan(2)
  })
})

describe('keys and clipboard', () => {
  it('presses keys by name, refuses what is on no key, and types nothing of a text it cannot type', async () => {
    await parts.keys.key('Home', never)
    await parts.keys.hostKey({ key: 'a', code: 'KeyA' }, true, never)
    await parts.keys.hostKey({ key: 'a', code: 'KeyA' }, false, never)
    await expect((async () => parts.keys.hostKey({ key: 'ä', code: 'Quote' }, true, never))()).rejects.toMatchObject({
      code: 'unsupported',
    })
    await expect(parts.keys.type('Äpfel', never)).rejects.toMatchObject({ code: 'bad-value' })
  })

  it('tells what was copied on the device, once, and nothing that lay there before', async () => {
    await double.order('copy', { text: 'before' })
    const stop = new AbortController()
    const told: string[] = []
    const watching = parts.clipboard.watch(text => told.push(text), stop.signal)
    await until(async () => (await double.order('state', null)).streams.includes('streamClipboard'), 'it is watched')
    await double.order('copy', { text: 'on the device' })
    await until(() => told.length > 0, 'it is told')
    await parts.clipboard.write('by us', never)
    await double.order('copy', { text: 'again' })
    await until(() => told.length > 1, 'it is told again')
    stop.abort()
    await watching
    expect(told).toEqual(['on the device', 'again'])
  })
})

describe('place and battery', () => {
  it('sets a place, reads it back and gives the own one back', async () => {
    await parts.settings.set({ set: 'location', to: { latitude: -33.9, longitude: 18.4 } }, never)
    expect((await parts.settings.readHeld(never)).location).toEqual({ latitude: -33.9, longitude: 18.4 })
    await parts.settings.set({ set: 'location', to: null }, never)
    expect(await parts.settings.readHeld(never)).toMatchObject({
      location: null,
      ownLocation: { latitude: expect.closeTo(37.4, 1) as number },
      ownBattery: { level: 100 },
    })
    expect((await parts.connection.call('getGps', {}, never)).latitude).toBeCloseTo(37.4)
  })

  it('sets a battery, leaves what it does not mean, and gives the own one back', async () => {
    await parts.settings.set({ set: 'battery', to: { level: 7, charging: false } }, never)
    expect((await parts.settings.readHeld(never)).battery).toEqual({ level: 7, charging: false })
    expect(await parts.connection.call('getBattery', {}, never)).toMatchObject({ isPresent: true, health: 0 })
    await parts.settings.set({ set: 'battery', to: null }, never)
    expect(await parts.connection.call('getBattery', {}, never)).toMatchObject({ chargeLevel: 100, status: 1 })
  })
})

describe('a foldable', () => {
  const inner: Size = { width: 552, height: 460 }
  const fold: Fold = {
    outer: { width: 270, height: 523 },
    hinge: 'vertical',
    postures: ['closed', 'half-open', 'open'],
  }
  let folding: EmulatorDouble
  let held: EmulatorParts

  beforeAll(async () => {
    folding = await startEmulatorDouble({ screen: 'demo', size: inner, outer: fold.outer, densityDpi: 160 })
    held = await emulatorParts(folding, { size: inner, fold })
  })
  afterAll(async () => {
    await held[Symbol.asyncDispose]()
    await folding[Symbol.asyncDispose]()
  })

  it('is folded and read back, and shows the other screen', async () => {
    await held.settings.set({ set: 'posture', to: 'half-open' }, never)
    expect((await held.settings.readHeld(never)).posture).toBe('half-open')
    expect(await held.pictures.pixels(never)).toMatchObject(inner)
    await held.settings.set({ set: 'posture', to: 'closed' }, never)
    expect(await held.pictures.pixels(never)).toMatchObject(fold.outer)
    await held.settings.set({ set: 'turn', to: 'turned-right' }, never)
    expect(await held.pictures.pixels(never)).toMatchObject(turned(fold.outer, 'turned-right'))
    await held.settings.set({ set: 'turn', to: 'upright' }, never)
  })

  it('is touched where its outer screen shows it while it is closed', async () => {
    await held.settings.set({ set: 'posture', to: 'closed' }, never)
    await held.touch.lift(never)
    await folding.order('landed', null)
    for (const at of [
      { x: 0, y: 0 },
      { x: 135, y: 260 },
      { x: 269, y: 522 },
    ]) {
      await held.touch.contacts([{ id: 0, ...at }], never)
      await held.touch.contacts([], never)
      const [call] = await folding.order('landed', null)
      expect(call?.inApp?.x).toBeCloseTo(at.x, -0.5)
      expect(call?.inApp?.y).toBeCloseTo(at.y, -0.5)
      expect(call?.touches[0]).toMatchObject(panelPoint(at, { size: inner, fold }, held.stance.now.value))
    }
    await held.settings.set({ set: 'posture', to: 'open' }, never)
  })

  it('cannot be folded in a way it does not know', async () => {
    const flat = held.settings.set({ set: 'posture', to: 'tent' as 'open' }, never)
    await expect(flat).rejects.toMatchObject({ code: 'unsupported' })
  })
})
