// Recordings of a made-up stream whose units ffmpeg encodes, read back by ffprobe: times, stills, sizes, and what goes wrong.
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { LiveValue } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import { isKey, joinNals, nalType, splitNals } from '#shared/domain/h264.ts'
import type { Size } from '#shared/domain/geometry.ts'
import type { Power } from '#shared/domain/device.ts'
import type { Device, TappedUnit } from '#main/device/device.ts'
import { growingFile } from '#main/sys/growing-file.ts'
import type { GrowingFile } from '#main/sys/growing-file.ts'
import { finished, missingWords } from '#main/record/finish.ts'
import { Recording } from '#main/record/recording.ts'
import type { RecordingOptions } from '#main/record/recording.ts'

const run = promisify(execFile)
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nocturne-record-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Access units of a moving test picture: one key frame, then frames that build on it. */
async function encoded({ width, height }: Size, frames: number): Promise<Uint8Array[]> {
  const { stdout } = await run(
    'ffmpeg',
    [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      `testsrc=size=${width}x${height}:rate=30`,
      '-frames:v',
      String(frames),
      '-pix_fmt',
      'yuv420p',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-x264-params',
      'aud=1:bframes=0:keyint=600',
      '-f',
      'h264',
      'pipe:1',
    ],
    { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 },
  )
  const units: Uint8Array[][] = []
  for (const nal of splitNals(stdout)) {
    if (nalType(nal) === 9) units.push([])
    units.at(-1)?.push(nal)
  }
  return units.map(joinNals)
}

function phone(screen: Size = { width: 320, height: 640 }) {
  const power = new LiveValue<{ readonly power: Power }>({ power: { is: 'on', asleep: false } })
  const breaking = Promise.withResolvers<never>()
  breaking.promise.catch(() => undefined)
  let keysAsked = 0
  let give: ((unit: TappedUnit) => void | Promise<void>) | null = null
  const device = {
    model: { id: 'phone', name: 'Phone', size: screen },
    state: power,
    stream: {
      keyFrame: () => void (keysAsked += 1),
      tap: async (_asked: unknown, onUnit: typeof give, signal: AbortSignal) => {
        give = onUnit
        const failed = Promise.withResolvers<never>()
        failures.push(failed.reject)
        await Promise.race([
          new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true })),
          breaking.promise,
          failed.promise,
        ])
      },
    },
  } as unknown as Device
  const failures: ((why: unknown) => void)[] = []
  let sequence = 0
  return {
    device,
    keysAsked: () => keysAsked,
    isTapped: () => give !== null,
    power,
    vanish: () => breaking.reject(new Refusal('not-booted', 'Phone is not open any more.')),
    async show(bytes: Uint8Array, size: Size, atUs: number, gapBefore = false): Promise<void> {
      sequence += 1
      try {
        await give?.({
          bytes,
          size,
          atUs,
          key: isKey(bytes),
          sequence,
          generation: 1,
          again: false,
          gapBefore,
          isStill: false,
        })
      } catch (thrown) {
        for (const fail of failures) fail(thrown)
      }
    },
  }
}

/** Starts at the second 100 and only goes on when told to. */
function clock() {
  let us = 100_000_000
  return { nowUs: () => us, wait: (ms: number) => void (us += ms * 1000), now: () => us }
}

interface Probed {
  readonly width: number
  readonly height: number
  readonly seconds: number
  readonly times: readonly number[]
}

async function probe(file: string): Promise<Probed> {
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-of',
    'json',
    '-show_entries',
    'format=duration:stream=width,height:packet=pts_time',
    file,
  ])
  const read = JSON.parse(stdout) as {
    readonly packets: readonly { readonly pts_time: string }[]
    readonly streams: readonly { readonly width: number; readonly height: number }[]
    readonly format: { readonly duration: string }
  }
  const { width, height } = read.streams[0] ?? { width: 0, height: 0 }
  return { width, height, seconds: Number(read.format.duration), times: read.packets.map(one => Number(one.pts_time)) }
}

/** What a decoder says of the whole file; '' is nothing. */
const complaints = async (file: string): Promise<string> =>
  (await run('ffmpeg', ['-v', 'error', '-i', file, '-f', 'null', '-'])).stderr

let count = 0
function recorded(one: ReturnType<typeof phone>, time: ReturnType<typeof clock>, more: Partial<RecordingOptions> = {}) {
  count += 1
  const base = join(folder, `clip ${count}`)
  const file = (number: number): string => (number === 1 ? `${base}.mp4` : `${base}-${number}.mp4`)
  return new Recording(one.device, { file, nowUs: time.nowUs, ...more })
}

const small = { width: 320, height: 640 }

describe('a recording', () => {
  it('keeps the times of its pictures and holds the last one to the stop', async () => {
    const [one, time] = [phone(), clock()]
    const recording = recorded(one, time)
    const [first, second, third] = await encoded(small, 3)
    // Captured long before the recording began: the screen was still.
    await one.show(first!, small, 1_000_000)
    await recording.started
    time.wait(500)
    await one.show(second!, small, time.now() - 10_000)
    time.wait(3000)
    await one.show(third!, small, time.now())
    time.wait(4000)
    const { files, why, notes } = await recording.stop()
    expect([files.length, why, notes]).toEqual([1, null, []])
    const { times, seconds, width, height } = await probe(files[0]!.file)
    expect(times).toEqual([0, 0.49, 3.5])
    expect(seconds).toBeCloseTo(7.5, 2)
    expect([width, height, files[0]!.ms]).toEqual([320, 640, 7500])
    expect(await complaints(files[0]!.file)).toBe('')
  })

  it('is a clip of its first picture where nothing changed', async () => {
    const [one, time] = [phone(), clock()]
    const recording = recorded(one, time)
    const [first] = await encoded(small, 1)
    await one.show(first!, small, time.now())
    time.wait(6000)
    const { files } = await recording.stop()
    expect((await probe(files[0]!.file)).seconds).toBeCloseTo(6, 2)
  })

  it('is whole at every moment: a copy taken while it goes on plays to its newest flush', async () => {
    const [one, time] = [phone(), clock()]
    const recording = recorded(one, time)
    const units = await encoded(small, 5)
    await one.show(units[0]!, small, time.now())
    for (const unit of units.slice(1)) {
      time.wait(100)
      await one.show(unit, small, time.now())
    }
    time.wait(2000)
    const [file] = recording.state.value.files
    // The real flush comes by a timer of ours.
    await expect.poll(async () => (await probe(file!.file)).seconds).toBeCloseTo(2.4, 2)
    expect((await probe(file!.file)).times).toEqual([0, 0.1, 0.2, 0.3, 0.4])
    expect(await complaints(file!.file)).toBe('')
    await recording.stop()
  })

  it('loses no more than a second of the stream, at whatever moment it is killed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const [one, time] = [phone(), clock()]
    let disk = Buffer.alloc(0)
    const openFile = async (path: string): Promise<GrowingFile> => ({
      path,
      get bytes() {
        return disk.length
      },
      append: async bytes => void (disk = Buffer.concat([disk, bytes])),
      mend: async (at, bytes) => disk.set(bytes, at),
      [Symbol.asyncDispose]: async () => undefined,
    })
    const recording = recorded(one, time, { openFile, finish: async () => null })
    const units = await encoded(small, 21)
    const shownMs: number[] = []
    const began = time.now()
    const show = async (unit: Uint8Array): Promise<void> => {
      shownMs.push((time.now() - began) / 1000)
      await one.show(unit, small, time.now())
    }
    await show(units[0]!)
    // Two seconds of pictures, then two of a still screen.
    for (let at = 1; at <= 40; at += 1) {
      time.wait(100)
      await vi.advanceTimersByTimeAsync(100)
      if (at <= 20) await show(units[at]!)
      await new Promise(setImmediate)
      if (at % 2 === 0) continue
      const copy = join(folder, 'killed.mp4')
      await writeFile(copy, disk)
      const { seconds, times } = await probe(copy)
      expect(seconds).toBeGreaterThan(at / 10 - 1)
      expect(times.length).toBeGreaterThanOrEqual(shownMs.filter(ms => ms <= at * 100 - 1000).length)
    }
    await recording.stop()
  })

  it('never goes backwards in time', async () => {
    const [one, time] = [phone(), clock()]
    const recording = recorded(one, time)
    const units = await encoded(small, 4)
    await one.show(units[0]!, small, time.now())
    time.wait(200)
    await one.show(units[1]!, small, time.now())
    await one.show(units[2]!, small, time.now() - 150_000)
    await one.show(units[3]!, small, time.now() + 90_000_000)
    time.wait(100)
    const { files } = await recording.stop()
    const { times } = await probe(files[0]!.file)
    expect(times).toHaveLength(4)
    expect(times).toEqual(times.toSorted((x, y) => x - y))
    expect(new Set(times).size).toBe(4)
  })

  it('goes on in another file when the picture changes its size, and says where', async () => {
    const [one, time] = [phone(), clock()]
    const recording = recorded(one, time)
    const wide = { width: 640, height: 320 }
    const [[upright], [turned, next]] = [await encoded(small, 1), await encoded(wide, 2)]
    await one.show(upright!, small, time.now())
    time.wait(7000)
    await one.show(turned!, wide, time.now())
    time.wait(1000)
    await one.show(next!, wide, time.now())
    time.wait(1000)
    const { files, notes } = await recording.stop()
    expect(files.map(({ size, ms }) => [size.width, size.height, ms])).toEqual([
      [320, 640, 7000],
      [640, 320, 2000],
    ])
    expect(notes).toEqual(['The picture became 640 × 320 at 0:07; it goes on in file 2.'])
    expect((await probe(files[0]!.file)).seconds).toBeCloseTo(7, 2)
    expect((await probe(files[1]!.file)).times).toEqual([0, 1])
  })

  it('passes over smaller pictures at the start, as the stream is still growing', async () => {
    const [one, time] = [phone(), clock()]
    const recording = recorded(one, time)
    const half = { width: 160, height: 320 }
    const [[tiny], [whole]] = [await encoded(half, 1), await encoded(small, 1)]
    await one.show(tiny!, half, time.now())
    time.wait(2000)
    await one.show(whole!, small, time.now())
    await recording.started
    const { files } = await recording.stop()
    expect(files.map(({ size }) => size)).toEqual([small])
  })

  it('begins with the next key frame, which it asks for, where the pictures stay smaller than was asked for', async () => {
    const [one, time] = [phone(), clock()]
    const recording = recorded(one, time)
    const half = { width: 160, height: 320 }
    const [key, next, third] = await encoded(half, 3)
    await one.show(key!, half, time.now())
    time.wait(3000)
    await one.show(next!, half, time.now())
    await one.show(third!, half, time.now())
    expect(one.keysAsked()).toBe(1)
    await one.show(key!, half, time.now())
    await recording.started
    time.wait(1000)
    const { files, why } = await recording.stop()
    expect([files.map(({ size, ms }) => [size, ms]), why]).toEqual([[[half, 1000]], null])
  })

  it('goes on in another file where the device was away for long, and the first ends where it went', async () => {
    const [one, time] = [phone(), clock()]
    const recording = recorded(one, time, { holdMs: 1 })
    const [first] = await encoded(small, 1)
    await one.show(first!, small, time.now())
    time.wait(2000)
    one.power.set({ power: { is: 'lost', why: 'It was unplugged.', nextTryMs: null } as unknown as Power })
    time.wait(30_000)
    await new Promise(resolve => setTimeout(resolve, 50))
    one.power.set({ power: { is: 'on', asleep: false } })
    await one.show(first!, small, time.now())
    time.wait(1000)
    const { notes, why, files } = await recording.stop()
    expect(notes).toEqual(['Phone was away from 0:02 to 0:32; another file goes on from there.'])
    expect([why, files.map(({ ms }) => ms)]).toEqual([null, [2000, 1000]])
    for (const { file } of files) expect(await complaints(file)).toBe('')
  })

  it('goes on in another file where the device was closed and is there again, as after a restart', async () => {
    const [one, again, time] = [phone(), phone(), clock()]
    const back = Promise.withResolvers<void>()
    const recording = recorded(one, time, {
      again: async () => {
        await back.promise
        return again.device
      },
    })
    const [first] = await encoded(small, 1)
    await one.show(first!, small, time.now())
    time.wait(2000)
    one.vanish()
    await expect.poll(() => recording.state.value.files.map(({ ms }) => ms)).toEqual([0])
    time.wait(20_000)
    back.resolve()
    await expect.poll(() => again.isTapped()).toBe(true)
    await again.show(first!, small, time.now())
    time.wait(1000)
    const { notes, why, files } = await recording.stop()
    expect(notes).toEqual(['Phone was away from 0:02 to 0:22; another file goes on from there.'])
    expect([why, files.map(({ ms }) => ms)]).toEqual([null, [2000, 1000]])
  })

  it.each([
    ['is stopped meanwhile', null],
    ['is never there again', /^Phone is not open any more\. The recording ended there/u],
  ])('of a device that was closed and %s ends, and what was recorded is whole', async (_, words) => {
    const [one, time] = [phone(), clock()]
    const recording = recorded(one, time, {
      again: signal =>
        words === null
          ? new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
          : Promise.reject(new Refusal('unknown-device', 'There is no such device.')),
    })
    const [first] = await encoded(small, 1)
    await one.show(first!, small, time.now())
    time.wait(2000)
    one.vanish()
    const { why, files } = await (words === null ? recording.stop() : recording.ended)
    if (words === null) expect(why).toBeNull()
    else expect(why?.words).toMatch(words)
    expect(files.map(({ ms }) => ms)).toEqual([2000])
    expect(await complaints(files[0]!.file)).toBe('')
  })

  it('says where pictures are missing', async () => {
    const [one, time] = [phone(), clock()]
    const recording = recorded(one, time)
    const [first] = await encoded(small, 1)
    await one.show(first!, small, time.now())
    time.wait(9000)
    await one.show(first!, small, time.now(), true)
    const { notes } = await recording.stop()
    expect(notes).toEqual(['Some pictures are missing just before 0:09: they came faster than they could be written.'])
  })

  it('goes on over a short absence of the device, and says when it was away', async () => {
    const [one, time] = [phone(), clock()]
    const recording = recorded(one, time)
    const [first] = await encoded(small, 1)
    await one.show(first!, small, time.now())
    time.wait(2000)
    one.power.set({ power: { is: 'lost', why: 'It was unplugged.', nextTryMs: null } as unknown as Power })
    time.wait(3000)
    one.power.set({ power: { is: 'on', asleep: false } })
    await one.show(first!, small, time.now())
    const { notes, why, files } = await recording.stop()
    expect([notes, why, files.length]).toEqual([
      ['Phone was away from 0:02 to 0:05; its last picture is held there.'],
      null,
      1,
    ])
  })

  it('ends by itself, in words, when the device stays away', async () => {
    const [one, time] = [phone(), clock()]
    const recording = recorded(one, time, { awayMs: 20 })
    const [first] = await encoded(small, 1)
    await one.show(first!, small, time.now())
    one.power.set({ power: { is: 'lost', why: 'It was unplugged.', nextTryMs: null } as unknown as Power })
    const { why, files } = await recording.ended
    expect(why?.words).toBe('Phone is gone. The recording ended there; what was recorded until then is whole.')
    expect(await complaints(files[0]!.file)).toBe('')
  })

  it('ends by itself when the device is closed', async () => {
    const [one, time] = [phone(), clock()]
    const recording = recorded(one, time)
    const [first] = await encoded(small, 1)
    await one.show(first!, small, time.now())
    one.vanish()
    expect((await recording.ended).why?.words).toMatch(/^Phone is not open any more\. The recording ended there/u)
  })

  it('says why there is nothing where no picture ever came', async () => {
    const [one, time] = [phone(), clock()]
    const recording = recorded(one, time)
    one.vanish()
    await expect(recording.started).rejects.toThrow('Phone is not open any more.')
    expect((await recording.ended).files).toEqual([])
  })

  it('ends in words on a full disk, and what fitted is whole', async () => {
    const [one, time] = [phone(), clock()]
    let isFull = false
    const recording = recorded(one, time, {
      openFile: async path => {
        const file = await growingFile(path, false)
        return {
          path,
          get bytes() {
            return file.bytes
          },
          append: bytes =>
            isFull ? Promise.reject(new Refusal('failed', 'The disk is full.', { where: path })) : file.append(bytes),
          mend: (at, bytes) => file.mend(at, bytes),
          [Symbol.asyncDispose]: () => file[Symbol.asyncDispose](),
        }
      },
    })
    const units = await encoded(small, 3)
    await one.show(units[0]!, small, time.now())
    time.wait(1000)
    isFull = true
    await one.show(units[1]!, small, time.now())
    const { why, files } = await recording.ended
    expect(why?.words).toBe('The disk is full. The recording ended there; what was recorded until then is whole.')
    expect((await probe(files[0]!.file)).times).toEqual([0])
    expect(await complaints(files[0]!.file)).toBe('')
  })

  it('is kept as it was recorded where ffmpeg is missing, and says so', async () => {
    const [one, time] = [phone(), clock()]
    const words = missingWords('Install it.')
    const recording = recorded(one, time, { finish: async () => words })
    const [first] = await encoded(small, 1)
    await one.show(first!, small, time.now())
    time.wait(1500)
    const { notes, files } = await recording.stop()
    expect(notes).toEqual([words])
    expect((await probe(files[0]!.file)).seconds).toBeCloseTo(1.5, 2)
  })

  it('ends in words where what is done with its file goes wrong, or its file is gone by then', async () => {
    const [one, time] = [phone(), clock()]
    const recording = recorded(one, time, {
      finish: async () => Promise.reject(new Refusal('failed', 'The folder is out of reach.')),
    })
    const [first] = await encoded(small, 1)
    await one.show(first!, small, time.now())
    expect((await recording.stop()).notes).toEqual(['The folder is out of reach.'])
    expect(await finished(join(folder, 'was removed.mp4'), { atTicks: 0, ticks: 90_000 })).toMatch(
      /was removed\.mp4 is not there any more/u,
    )
    expect(await finished(join(folder, 'no folder', 'clip.mp4'), { atTicks: 0, ticks: 90_000 })).toMatch(/not there/u)
  })

  it('keeps what was recorded where ffmpeg says that it failed and ends with 0 all the same', async () => {
    const programs = await mkdtemp(join(folder, 'programs '))
    const fake = join(programs, 'ffmpeg')
    await writeFile(
      fake,
      '#!/bin/sh\nfor last in "$@"; do :; done\nprintf broken >"${last#file:}"\necho "Error writing trailer: No space left on device" >&2\n',
      { mode: 0o755 },
    )
    const file = join(folder, 'whole.mp4')
    await writeFile(file, 'what was recorded')
    const path = process.env['PATH']
    process.env['PATH'] = `${programs}:${path ?? ''}`
    try {
      expect(await finished(file, { atTicks: 0, ticks: 90_000 })).toMatch(/stays as it was recorded.*No space left/u)
    } finally {
      process.env['PATH'] = path
    }
    expect(await readFile(file, 'utf8')).toBe('what was recorded')
    expect((await readdir(folder)).filter(name => name.endsWith('.part'))).toEqual([])
  })

  it('leaves nothing half done when a file cannot be put in order', async () => {
    const file = join(folder, 'no clip.mp4')
    const grown = await growingFile(file, false)
    await grown.append(new TextEncoder().encode('this is no clip'))
    await grown[Symbol.asyncDispose]()
    expect(await finished(file, { atTicks: 0, ticks: 90_000 })).toMatch(
      /^ffmpeg could not put the file in order, so it stays as it was recorded/u,
    )
    expect((await readdir(folder)).filter(name => name.endsWith('.part'))).toEqual([])
  })
})
