// The live picture of a phone over a real adb server: through scrcpy's server, through its own screenrecord, and as stills, with
// what each can and what becomes of it when it breaks off.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AdbLink } from '#main/device/android/adb.ts'
import { AccessUnits } from '#main/device/android/phone-video/access-units.ts'
import { openAndroid } from '#main/device/android/driver.ts'
import { openPhoneVideo, type PhoneVideo } from '#main/device/android/phone-video/phone-video.ts'
import { Screenrecord, recordSize, usualScreenrecord } from '#main/device/android/phone-video/screenrecord.ts'
import { openDevice } from '#main/device/open-device.ts'
import type { TappedUnit } from '#main/device/stream/device-stream.ts'
import type { CodedVideo } from '#main/device/driver.ts'
import { LiveValue } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { DeviceModel, Power } from '#shared/domain/device.ts'
import { isKey, spsOf } from '#shared/domain/h264.ts'
import { deviceId } from '#shared/domain/ids.ts'
import type { CodedFrame } from '#shared/domain/video.ts'
import { until } from './builders/until.ts'
import { madeFilms, PhoneFilm, type PhoneFilms } from './doubles/adb/phone-video.ts'
import { startAdbDouble, startAdbServer, type AdbDouble, type AdbServer } from './doubles/adb/start.ts'

const never = new AbortController().signal
let server: AdbServer
let phone: AdbDouble
let films: PhoneFilms
let folder: string
let film: PhoneFilm
let link: AdbLink

const model: DeviceModel = {
  id: deviceId('phone'),
  name: 'Phone',
  platform: 'android',
  kind: 'phone',
  surface: 'touch',
  runtime: 'Android 13',
  size: { width: 1080, height: 2376 },
  densityDpi: 420,
  apiLevel: 33,
}

beforeAll(async () => {
  ;[server, phone, films] = await Promise.all([startAdbServer(), startAdbDouble(), madeFilms()])
  await server.connect(phone)
  folder = await mkdtemp(join(tmpdir(), 'nocturne-scrcpy-'))
  link = await AdbLink.open(server.port, phone.serial, never)
})
afterAll(async () => {
  await link.close()
  await rm(folder, { recursive: true, force: true })
  await phone[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})
beforeEach(() => {
  film = new PhoneFilm(films)
  phone.handset.film = film
  phone.handset.phone.turn('portrait')
})

/** A scrcpy that is installed here, under the name packages give it. */
async function installed(name = 'scrcpy-server'): Promise<Readonly<Record<string, string>>> {
  const path = join(folder, name)
  await writeFile(path, 'not really a program')
  return { SCRCPY_SERVER_PATH: path }
}

interface Seen {
  readonly frames: CodedFrame[]
  readonly stop: AbortController
  readonly ended: Promise<unknown>
}
function seen(video: CodedVideo, widthPx = 540): Seen {
  const frames: CodedFrame[] = []
  const stop = new AbortController()
  const ended = video
    .frames(widthPx, frame => frames.push(frame), stop.signal)
    .then(
      () => null,
      (thrown: unknown) => thrown,
    )
  return { frames, stop, ended }
}
const codedOf = ({ video }: PhoneVideo): CodedVideo => {
  if (video.kind !== 'coded') throw new Error(`the video is ${video.kind}`)
  return video
}
const widths = (frames: readonly CodedFrame[]): readonly (number | undefined)[] =>
  frames.filter(({ key }) => key).map(({ bytes }) => spsOf(bytes)?.size.width)

describe('a stream that comes in any pieces', () => {
  it('is cut into the same whole pictures', () => {
    const whole = Buffer.concat([...films.portrait.units])
    for (const step of [5, 64, 1000, 100_000]) {
      const units: Uint8Array[] = []
      const cutter = new AccessUnits(unit => units.push(unit))
      for (let at = 0; at < whole.length; at += step) expect(cutter.add(whole.subarray(at, at + step))).toBe(true)
      cutter.flush()
      expect(units.map(unit => unit.length)).toEqual(films.portrait.units.map(unit => unit.length))
      expect(units.filter(isKey)).toHaveLength(4)
    }
  })

  it('says that a picture was taken for whole too early', () => {
    const cutter = new AccessUnits(() => undefined)
    const [first = new Uint8Array()] = films.portrait.units
    cutter.add(first.subarray(0, first.length - 50))
    cutter.flush()
    expect(cutter.add(first.subarray(first.length - 50))).toBe(false)
  })
})

describe.each(['3.3.1', '4.1'])('scrcpy %s that is installed here', version => {
  it('gives pictures, key frames when asked, and another size when the phone turns', async () => {
    film.scrcpy = version
    const phoneVideo = await openPhoneVideo(link, model, await installed(), never)
    const video = codedOf(phoneVideo)
    const { frames, stop, ended } = seen(video)
    await until(() => frames.length > 3, 'pictures come')
    expect(video.path).toBe('scrcpy')
    expect(frames[0]?.key).toBe(true)
    expect(widths(frames)[0]).toBe(240)
    const before = frames.length
    film.isStill = true
    video.keyFrame()
    await until(() => frames.slice(before).some(({ key }) => key), 'a key frame comes on a still screen')
    film.isStill = false
    phone.handset.phone.turn('landscape')
    await until(() => widths(frames).at(-1) === 528, 'it turned')
    expect(frames.at(-1)?.generation).toBeGreaterThan(frames[0]?.generation ?? 0)
    expect(frames.map(({ sequence }) => sequence)).toEqual(frames.map((_, at) => (frames[0]?.sequence ?? 0) + at))
    stop.abort(new Error('seen'))
    await ended
    phoneVideo.close()
  })

  it('that is asked for a larger picture shows the same geometry', async () => {
    film.scrcpy = version
    const phoneVideo = await openPhoneVideo(link, model, await installed(), never)
    for (const widthPx of [540, 1080]) {
      const { frames, stop, ended } = seen(codedOf(phoneVideo), widthPx)
      await until(() => frames.length > 0, 'pictures come')
      expect(frames[0]).toMatchObject({ key: true, generation: 1 })
      stop.abort(new Error('seen'))
      await ended
    }
    expect(phone.handset.lines.findLast(line => line.includes('max_size'))).toMatch(/max_size=2376 /)
    phoneVideo.close()
  })

  it('takes fingers in its own picture’s pixels, and lifts them', async () => {
    film.scrcpy = version
    const phoneVideo = await openPhoneVideo(link, model, await installed(), never)
    const { touch } = phoneVideo
    await touch?.contacts?.([{ id: 0, x: 540, y: 1188 }], never)
    await touch?.contacts?.(
      [
        { id: 0, x: 540, y: 1188 },
        { id: 1, x: 1079, y: 0 },
      ],
      never,
    )
    await touch?.lift(never)
    await until(() => film.received.filter(({ kind }) => kind === 2).length === 4, 'four touches came')
    const touches = film.received
      .filter(({ kind }) => kind === 2)
      .map(({ bytes }) => {
        const view = new DataView(bytes.buffer)
        return [
          view.getUint8(1),
          Number(view.getBigUint64(2)),
          view.getInt32(10),
          view.getInt32(14),
          view.getUint16(22),
        ]
      })
    expect(touches).toEqual([
      [0, 0, 120, 264, 0xffff],
      [0, 1, 239, 0, 0xffff],
      [1, 0, 120, 264, 0],
      [1, 1, 239, 0, 0],
    ])
    phoneVideo.close()
  })

  it('reads, sets and watches the clipboard', async () => {
    film.scrcpy = version
    film.clipboard = 'there before: ünï'
    const phoneVideo = await openPhoneVideo(link, model, await installed(), never)
    const { clipboard } = phoneVideo
    expect(await clipboard?.read(never)).toBe('there before: ünï')
    await clipboard?.write('sëlf 日本', never)
    expect(film.clipboard).toBe('sëlf 日本')
    expect(await clipboard?.read(never)).toBe('sëlf 日本')
    const copied: string[] = []
    const stop = new AbortController()
    const watching = clipboard?.watch(text => copied.push(text), stop.signal).catch(() => undefined)
    await new Promise(resolve => setTimeout(resolve, 100))
    film.copied('from the phone')
    await until(() => copied.length === 1, 'it was told')
    expect(copied).toEqual(['from the phone'])
    stop.abort(new Error('seen'))
    await watching
    phoneVideo.close()
  })
})

describe('scrcpy', () => {
  it('that does not run on this phone leaves it to screenrecord; one of an unknown version says so', async () => {
    const env = await installed()
    const first = await openPhoneVideo(link, model, env, never)
    expect(codedOf(first).path).toBe('screenrecord')
    expect([first.touch, first.clipboard]).toEqual([null, null])
    film.screenrecord = false
    film.scrcpy = '7.0'
    expect((await openPhoneVideo(link, model, env, never)).video).toMatchObject({
      kind: 'stills',
      why: expect.stringMatching(/version 7\.0: Nocturne knows 3 and 4/) as string,
    })
  })

  it('that stops giving pictures is started again by whoever looks on', async () => {
    film.scrcpy = '3.3.1'
    const phoneVideo = await openPhoneVideo(link, model, await installed(), never)
    const video = codedOf(phoneVideo)
    const first = seen(video)
    await until(() => first.frames.length > 0, 'pictures come')
    phone.adbd.cut()
    expect(await first.ended).toMatchObject({ code: 'failed' })
    await server.connect(phone)
    const second = seen(video)
    await until(() => second.frames.length > 0, 'pictures come again')
    expect(second.frames[0]?.key).toBe(true)
    expect(second.frames[0]?.sequence).toBeGreaterThan(first.frames.at(-1)?.sequence ?? 0)
    second.stop.abort(new Error('seen'))
    await second.ended
    phoneVideo.close()
  })
})

describe('fingers through scrcpy', () => {
  const servers = (): number => phone.handset.lines.filter(line => line.includes('scrcpy.Server')).length
  const touches = (): readonly number[] =>
    film.received.filter(({ kind }) => kind === 2).map(({ bytes }) => bytes[1] ?? -1)

  it('are not told as arrived: the server answers no touch', async () => {
    film.scrcpy = '4.1'
    const driver = await openAndroid(
      { port: server.port, serial: phone.serial, timeScale: 1, env: await installed() },
      new LiveValue<Power>({ is: 'on', asleep: false }),
      never,
    )
    await using device = await openDevice(driver, never)
    await device.observe(never)
    const grant = await device.takeControl({ kind: 'person', name: 'you' }, never)
    const { generation } = device.state.value
    const tapped = await device.input(grant, { kind: 'tap', at: { x: 5, y: 5, generation } }, never)
    expect(tapped).toMatchObject({ sent: true, reached: null, words: expect.stringMatching(/did not say/) as string })
    const key = await device.input(grant, { kind: 'key', key: 'Back' }, never)
    expect(key).toMatchObject({ sent: true, reached: true })
  })

  it('are up with the session that is gone: lifting them throws nothing, waits for nothing and starts nothing', async () => {
    film.scrcpy = '4.1'
    const phoneVideo = await openPhoneVideo(link, model, await installed(), never)
    const { touch } = phoneVideo
    if (touch?.contacts == null) throw new Error('it takes fingers')
    const { contacts } = touch
    await contacts([{ id: 0, x: 100, y: 200 }], never)
    const before = servers()
    phone.adbd.cut()
    await touch.lift(never)
    await touch.lift(never)
    expect(await contacts([], never)).toBe('not told')
    await server.connect(phone)
    await touch.lift(never)
    expect(servers()).toBe(before)
    // The next finger goes down anew, and a gesture never goes on in another session.
    film.received.length = 0
    await contacts([{ id: 0, x: 300, y: 200 }], never)
    await until(() => touches().length === 1, 'it came')
    expect(touches()).toEqual([0])
    phone.adbd.cut()
    await server.connect(phone)
    let x = 300
    const moved = (): Promise<unknown> => {
      x += 1
      return contacts([{ id: 0, x, y: 200 }], never).then(
        () => null,
        (thrown: unknown) => thrown,
      )
    }
    await until(async () => (await moved()) instanceof Refusal, 'the gesture is over')
    expect(touches()).toEqual([0])
    await touch.lift(never)
    expect(phone.handset.lines.some(line => /^input motionevent UP 3\d\d 200$/.test(line))).toBe(true)
    phoneVideo.close()
  })

  it('are lifted for whoever asks with a signal that is over', async () => {
    film.scrcpy = '4.1'
    const phoneVideo = await openPhoneVideo(link, model, await installed(), never)
    await phoneVideo.touch?.contacts?.([{ id: 0, x: 100, y: 200 }], never)
    await phoneVideo.touch?.lift(AbortSignal.abort(new Error('given up')))
    await phoneVideo.touch?.lift(never)
    phoneVideo.close()
  })
})

describe('whoever looks at the phone or records it', () => {
  it.each([
    ['scrcpy', '4.1'],
    ['screenrecord', null],
  ])('by %s has its picture again when it is back, without asking anew', async (path, version) => {
    film.scrcpy = version
    const power = new LiveValue<Power>({ is: 'on', asleep: false })
    const driver = await openAndroid(
      { port: server.port, serial: phone.serial, timeScale: 1, env: await installed() },
      power,
      never,
    )
    expect([driver.can.contacts.yes, driver.can.clipboard.yes]).toEqual([version !== null, version !== null])
    await using device = await openDevice(driver, never)
    const units: TappedUnit[] = []
    const stop = new AbortController()
    const tapping = device.stream
      .tap({ widthPx: 540 }, unit => void units.push(unit), stop.signal)
      .catch((thrown: unknown) => thrown)
    await until(() => units.length > 2, 'pictures come')
    expect(device.stream.state.value).toMatchObject({ path, encoder: expect.stringMatching(/phone's own/) as string })
    const before = device.state.value.generation
    phone.adbd.cut()
    power.set({ is: 'lost', why: 'It does not answer.', nextTryMs: 2000 })
    await new Promise(resolve => setTimeout(resolve, 300))
    await server.connect(phone)
    power.set({ is: 'on', asleep: false })
    const again = (): readonly TappedUnit[] => units.filter(({ generation }) => generation > before)
    await until(() => again().length > 2, 'pictures come again')
    expect(again()[0]?.key).toBe(true)
    expect(device.state.value.generation).toBeGreaterThan(before)
    // Those that came before it was known to be back are taken for the new geometry after a while: see `sameShapeMs`.
    await until(() => units.at(-1)?.generation === device.state.value.generation, 'they are of the geometry of now')
    expect(device.stream.state.value.words).toBeNull()
    stop.abort(new Error('seen'))
    await tapping
  })
})

describe('screenrecord', () => {
  const times = { ...usualScreenrecord, turnedEveryMs: 60, keyEveryMs: 50 }

  it('gives every picture, the last of a still screen too', async () => {
    film.isStill = true
    const { frames, stop, ended } = seen(new Screenrecord(link, model.size, times))
    await until(() => frames.length === 1, 'the one picture comes')
    expect(frames[0]).toMatchObject({ key: true, generation: 1 })
    expect(phone.handset.lines.some(line => line.includes('--size 544x1192 '))).toBe(true)
    stop.abort(new Error('seen'))
    await ended
  })

  it('is renewed before its limit without a gap: the next takes over at its key frame, and the old ends', async () => {
    film.limitMs = 2500
    const { frames, stop, ended } = seen(new Screenrecord(link, model.size, { ...times, renewMs: 700 }))
    await until(() => film.started >= 3 && frames.length > 20, 'it was renewed')
    await until(() => film.running <= 2, 'the old ones end')
    expect(frames.map(({ sequence }) => sequence)).toEqual(frames.map((_, at) => at + 1))
    expect(new Set(frames.map(({ generation }) => generation)).size).toBe(1)
    // What a renewal begins with was there before.
    expect(frames[0]?.isAgain).toBe(undefined)
    expect(frames.filter(({ isAgain }) => isAgain === true).length).toBeGreaterThanOrEqual(1)
    expect(frames.every(({ key, isAgain }) => key || isAgain === undefined)).toBe(true)
    stop.abort(new Error('seen'))
    await ended
    await until(() => film.running === 0, 'none is left running')
  })

  it('is started anew for a key frame, and when the screen turns, at its new size', async () => {
    film.isStill = true
    const video = new Screenrecord(link, model.size, times)
    const { frames, stop, ended } = seen(video)
    await until(() => frames.length === 1, 'a picture comes')
    video.keyFrame()
    await until(() => frames.length === 2, 'a key frame comes')
    phone.handset.phone.turn('landscape')
    await until(() => widths(frames).at(-1) === 528, 'it turned')
    expect(frames.at(-1)?.generation).toBe(2)
    expect(phone.handset.lines.some(line => line.includes('--size 1192x544 '))).toBe(true)
    stop.abort(new Error('seen'))
    await ended
  })

  it('that a device does not have leaves stills, with what would be faster', async () => {
    film.screenrecord = false
    expect((await openPhoneVideo(link, model, { PATH: '' }, never)).video).toMatchObject({
      kind: 'stills',
      hint: expect.stringMatching(/scrcpy/) as string,
    })
    phone.handset.film = null
    const { ended } = seen(new Screenrecord(link, model.size, times))
    expect(await ended).toMatchObject({
      code: 'unsupported',
      words: expect.stringMatching(/no screenrecord/) as string,
    })
  })

  it('is asked for sides that eight divides and never more than the screen has', () => {
    expect(recordSize({ width: 1080, height: 2400 }, 540, false)).toEqual({ width: 544, height: 1200 })
    expect(recordSize({ width: 720, height: 1600 }, 1080, true)).toEqual({ width: 1600, height: 720 })
  })
})
