// Recordings over the hub: each can be stopped in the moment it is started, and writes where it may and nowhere else.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LiveValue } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import { Scope } from '#shared/base/scope.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import type { Session } from '#shared/protocol/host.ts'
import type { Device, TappedUnit } from '#main/device/device.ts'
import { recordHandlers, Recordings } from '#main/hub/live/record.ts'
import type { Hub } from '#main/hub/hub.ts'
import type { RecordingOptions } from '#main/record/recording.ts'
import { temporaryFolder } from '#main/sys/files.ts'
import { growingFile } from '#main/sys/growing-file.ts'

const id = 'phone' as DeviceId
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder[Symbol.asyncDispose]())

let picture = new Uint8Array()
beforeAll(() => {
  const args = '-v error -f lavfi -i color=black:size=16x16 -frames:v 1 -c:v libx264 -f h264 -'
  picture = new Uint8Array(execFileSync('ffmpeg', args.split(' ')))
})

/** A phone that is opened when the test lets it, and gives the picture it is told to. */
function phone(more: Partial<RecordingOptions> = {}) {
  const opening = Promise.withResolvers<void>()
  let give: ((unit: TappedUnit) => void | Promise<void>) | null = null
  const taps = { running: 0, ever: 0 }
  const device = {
    model: { id, name: 'Phone', size: { width: 16, height: 16 } },
    state: new LiveValue({ power: { is: 'on', asleep: false } }),
    stream: {
      keyFrame: () => undefined,
      tap: async (_: unknown, onUnit: (unit: TappedUnit) => void | Promise<void>, signal: AbortSignal) => {
        taps.running += 1
        taps.ever += 1
        const failed = Promise.withResolvers<never>()
        give = async unit => {
          try {
            await onUnit(unit)
          } catch (thrown) {
            failed.reject(thrown)
          }
        }
        const stopped = new Promise<void>(resolve => {
          if (signal.aborted) resolve()
          else signal.addEventListener('abort', () => resolve(), { once: true })
        })
        try {
          await Promise.race([stopped, failed.promise])
        } finally {
          taps.running -= 1
        }
      },
    },
  } as unknown as Device
  const recordings = new Recordings(folder.path, { finish: async () => null, ...more })
  const hub = {
    recordings,
    device: async () => {
      await opening.promise
      return device
    },
  } as unknown as Hub
  const scope = new Scope()
  const session = { id: 'one', isWindow: false, scope } as unknown as Session
  const call = recordHandlers(hub)['device.record']
  const ask = async (
    asked: { do: 'start' | 'stop'; file?: string; bound?: boolean; replace?: boolean },
    signal = new AbortController().signal,
  ) => call({ device: id, file: null, bound: false, replace: false, ...asked }, { session, signal })
  const show = async (): Promise<void> => {
    await expect.poll(() => give !== null).toBe(true)
    const size = { width: 16, height: 16 }
    await give?.({
      bytes: picture,
      size,
      atUs: 1,
      key: true,
      sequence: 1,
      generation: 1,
      again: false,
      gapBefore: false,
      isStill: false,
    })
  }
  return { ask, show, taps, scope, recordings, open: opening.resolve, fail: opening.reject }
}

const clips = (): readonly string[] =>
  existsSync(join(folder.path, 'recordings')) ? readdirSync(join(folder.path, 'recordings')) : []
const wordsOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'nothing',
    (thrown: unknown) => (thrown instanceof Refusal ? thrown.words : String(thrown)),
  )

describe('a recording', () => {
  it('that is stopped while its device is still opened never begins', async () => {
    const one = phone()
    const started = wordsOf(one.ask({ do: 'start' }))
    expect(await one.ask({ do: 'stop' })).toMatchObject({ device: id, is: 'ended', files: [], why: null })
    one.open()
    expect(await started).toBe('The recording was stopped before its first picture.')
    expect(one.taps.ever).toBe(0)
    expect(await wordsOf(one.ask({ do: 'stop' }))).toBe('This device is not being recorded.')
  })

  it('that is stopped before its first picture is over, and leaves no file', async () => {
    const one = phone()
    one.open()
    const started = wordsOf(one.ask({ do: 'start' }))
    await expect.poll(() => one.taps.running).toBe(1)
    expect(await one.ask({ do: 'stop' })).toMatchObject({ is: 'ended', files: [], why: null })
    expect(await started).toBe('The recording was stopped before its first picture.')
    expect([one.taps.running, clips()]).toEqual([0, []])
  })

  it('is one of a device from the moment it is asked for, and another can begin after one that did not', async () => {
    const one = phone()
    const first = wordsOf(one.ask({ do: 'start' }))
    expect(await wordsOf(one.ask({ do: 'start' }))).toBe('This device is being recorded already.')
    await one.ask({ do: 'stop' })
    const second = one.ask({ do: 'start' })
    one.open()
    await first
    await one.show()
    expect(await second).toMatchObject({ is: 'recording', number: 2 })
    expect(await one.ask({ do: 'stop' })).toMatchObject({ is: 'ended', number: 2, why: null })
  })

  it('of a device that cannot be opened is refused, and forgotten', async () => {
    const one = phone()
    const started = wordsOf(one.ask({ do: 'start' }))
    one.fail(new Refusal('not-booted', 'It is off.'))
    expect(await started).toBe('It is off.')
    expect(await wordsOf(one.ask({ do: 'stop' }))).toBe('This device is not being recorded.')
    expect(one.recordings.rows.value.recordings).toEqual([])
  })

  it('that belongs to a connection never begins where that closes, or has closed, while the device is opened', async () => {
    const one = phone()
    const started = wordsOf(one.ask({ do: 'start', bound: true }))
    await one.scope.close()
    one.open()
    expect(await started).toBe('The recording was stopped before its first picture.')
    expect(await wordsOf(one.ask({ do: 'start', bound: true }))).toMatch(/closed/)
    expect(one.taps.ever).toBe(0)
    expect(await wordsOf(one.ask({ do: 'stop' }))).toBe('This device is not being recorded.')
  })

  it('that belongs to a connection is stopped where that goes before its first picture, and goes on else', async () => {
    const [one, other] = [phone(), phone()]
    const gone = new AbortController()
    one.open()
    other.open()
    const started = wordsOf(one.ask({ do: 'start', bound: true }, gone.signal))
    const unbound = other.ask({ do: 'start' }, gone.signal)
    await expect.poll(() => [one.taps.running, other.taps.running]).toEqual([1, 1])
    gone.abort()
    expect(await started).toBe('The recording was stopped before its first picture.')
    await other.show()
    expect(await unbound).toMatchObject({ is: 'recording' })
    await other.ask({ do: 'stop' })
  })

  it('never begins where the hub ends while the device is opened', async () => {
    const one = phone()
    const started = wordsOf(one.ask({ do: 'start' }))
    await one.recordings[Symbol.asyncDispose]()
    one.open()
    expect(await started).toBe('The recording was stopped before its first picture.')
    expect(one.taps.ever).toBe(0)
  })
})

describe('where a recording is written', () => {
  it('is a whole path: another would be one of the hub’s own folder', async () => {
    const one = phone()
    one.open()
    for (const file of ['clip.mp4', '../clip.mp4', './a/clip.mp4'])
      expect(await wordsOf(one.ask({ do: 'start', file }))).toBe('The file has to be named by its whole path.')
    expect(one.taps.ever).toBe(0)
  })

  it('is no file that is there, unless it was said', async () => {
    const file = join(folder.path, 'kept.mp4')
    writeFileSync(file, 'mine')
    mkdirSync(join(folder.path, 'a folder'))
    const one = phone()
    one.open()
    expect(await wordsOf(one.ask({ do: 'start', file }))).toBe('There is a file of this name already.')
    for (const replace of [false, true])
      expect(await wordsOf(one.ask({ do: 'start', file: join(folder.path, 'a folder'), replace }))).toBe(
        'This is a folder, not a file.',
      )
    expect(readFileSync(file, 'utf8')).toBe('mine')
    const started = one.ask({ do: 'start', file, replace: true })
    await one.show()
    expect(await started).toMatchObject({ files: [{ file }] })
    await one.ask({ do: 'stop' })
    expect(readFileSync(file).length).toBeGreaterThan(100)
  })

  it('is no file either that somebody made while it was starting', async () => {
    const file = join(folder.path, 'late.mp4')
    const one = phone()
    one.open()
    const started = wordsOf(one.ask({ do: 'start', file }))
    await expect.poll(() => one.taps.running).toBe(1)
    writeFileSync(file, 'theirs')
    await one.show()
    expect(await started).toBe('There is a file of this name already.')
    expect(readFileSync(file, 'utf8')).toBe('theirs')
  })

  it.each([
    ['at once', 0],
    ['after its beginning', 1],
  ])('has nothing where the disk is full %s', async (_, fits) => {
    const file = join(folder.path, 'full.mp4')
    let appends = 0
    const one = phone({
      openFile: async (path, replaces) => {
        const real = await growingFile(path, replaces)
        return {
          path,
          get bytes() {
            return real.bytes
          },
          mend: (at, bytes) => real.mend(at, bytes),
          append: async bytes => {
            appends += 1
            if (appends > fits) throw new Refusal('failed', 'The disk is full.', { where: path })
            await real.append(bytes)
          },
          [Symbol.asyncDispose]: () => real[Symbol.asyncDispose](),
        }
      },
    })
    one.open()
    const started = wordsOf(one.ask({ do: 'start', file }))
    await one.show()
    expect(await started).toBe('The disk is full.')
    expect(existsSync(file)).toBe(false)
    expect(one.recordings.rows.value.recordings).toMatchObject([
      { is: 'ended', files: [], why: { words: 'The disk is full.' } },
    ])
  })
})
