// The hub is killed in each step of an order to an emulator; the next one finds what was written down and goes on with it or
// undoes it. No emulator is started a second time, and none dies with the hub.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { blankNote, type Note } from '#main/device/android/avd/note.ts'
import type { PowerOrder } from '#shared/domain/device.ts'
import { startEmulators } from './builders/emulators.ts'
import { imageOfDouble, startSdkDouble, type SdkDouble } from './doubles/sdk/start.ts'

const id = 'avd:Pixel_8'
let sdk: SdkDouble
let home: string

beforeEach(async () => {
  sdk = await startSdkDouble({ boot: { adbMs: 200, androidMs: 500, packagesMs: 600, pictureMs: 700 }, saveMs: 1500 })
  home = join(sdk.folder, 'home')
  sdk.avd('Pixel_8')
})
afterEach(async () => {
  for (const { args } of sdk.starts()) expect(args).toEqual(expect.arrayContaining(['-grpc', '-grpc-use-token']))
  await sdk[Symbol.asyncDispose]()
})

/** Gives the order in a hub of its own, which ends itself in that step. */
async function diesIn(order: PowerOrder, step: string): Promise<void> {
  const script = join(import.meta.dirname, 'doubles', 'sdk', 'hub.ts')
  const signal = await new Promise<string | null>(resolve => {
    execFile(process.execPath, [script, home, id, order, step], { env: sdk.env }, (failure, out, err) => {
      if (failure?.signal == null) console.log(`it was not killed: ${out}${err}`)
      resolve(failure?.signal ?? null)
    })
  })
  expect(signal).toBe('SIGKILL')
}

async function booted(): Promise<void> {
  await using emulators = await startEmulators(sdk, { home })
  await emulators.order(id, 'boot')
}

const noteOf = (): Note => JSON.parse(readFileSync(join(home, 'emulators', 'Pixel_8.json'), 'utf8')) as Note

function leave(name: string, note: Partial<Note>): void {
  mkdirSync(join(home, 'emulators'), { recursive: true })
  writeFileSync(join(home, 'emulators', `${name}.json`), JSON.stringify({ ...blankNote, ...note }))
}

describe('a hub that died', () => {
  it.each(['starting', 'spawned', 'waiting'])(
    'in the step "%s" of a boot leaves an emulator that the next one follows',
    async step => {
      await diesIn('boot', step)
      await using emulators = await startEmulators(sdk, { home })
      await emulators.until(id, ({ state }) => state.power.is === 'on')
      expect(await sdk.running()).toHaveLength(1)
      expect(noteOf()).toMatchObject({ doing: null, run: { byUs: true } })
      // One that died before it had started the program has none to follow.
      expect(sdk.starts().length).toBe(1)
    },
  )

  it('while an emulator ran finds it again, and ends it with its snapshot', async () => {
    await booted()
    const [before] = await sdk.running()
    await using emulators = await startEmulators(sdk, { home })
    await emulators.until(id, ({ state }) => state.power.is === 'on')
    expect((await sdk.running()).map(({ pid }) => pid)).toEqual([before?.pid])
    expect(await emulators.order(id, 'shut-down')).toMatch(/Its snapshot was saved/)
    expect(sdk.starts()).toHaveLength(1)
  })

  it('in a shut-down leaves one that goes off, and knows that its snapshot was saved', async () => {
    await booted()
    await diesIn('shut-down', 'stopping')
    await using emulators = await startEmulators(sdk, { home })
    await emulators.until(id, ({ state }) => state.power.is === 'off')
    expect(await sdk.running()).toEqual([])
    expect(emulators.row(id).why).toBe('It is off.')
    expect(noteOf().doing).toBeNull()
  })

  it('in the stop of a reboot: the next one boots it again, cold', async () => {
    await booted()
    await diesIn('reboot', 'stopping')
    await using emulators = await startEmulators(sdk, { home })
    await emulators.until(id, ({ state }) => state.power.is === 'on')
    expect(sdk.starts()).toHaveLength(2)
    expect(sdk.starts()[1]?.args).toContain('-no-snapshot-load')
  })

  it('in a removal: the next one finishes it', async () => {
    const place = { pointer: join(sdk.avds, 'Pixel_8.ini'), folder: join(sdk.avds, 'Pixel_8.avd') }
    leave('Pixel_8', { doing: { order: 'delete', step: 'removing', sinceMs: 1 }, remove: place })
    await using emulators = await startEmulators(sdk, { home })
    expect(emulators.fleet.rows.value).toEqual([])
    expect([place.pointer, place.folder].map(path => existsSync(path))).toEqual([false, false])
  })

  it('in a creation: what was made gets its keyboard, what was not is forgotten', async () => {
    const doing = { order: 'create', step: 'creating', sinceMs: 1 } as const
    leave('Pixel_8', { doing, name: 'Pixel 8', setUp: 'to do' })
    leave('Never_Made', { doing, name: 'Never Made', setUp: 'to do' })
    await using emulators = await startEmulators(sdk, { home })
    expect(emulators.fleet.rows.value.map(row => row.model.id)).toEqual([id])
    expect(readFileSync(join(sdk.avds, 'Pixel_8.avd', 'config.ini'), 'utf8')).toMatch(/^hw\.keyboard=yes$/m)
    expect(existsSync(join(home, 'emulators', 'Never_Made.json'))).toBe(false)
    expect(noteOf()).toMatchObject({ doing: null, setUp: 'to do' })
    await emulators.room.create(
      { name: 'Never Made', image: imageOfDouble, profile: null },
      new AbortController().signal,
    )
  })

  it('and an emulator that died with the computer: it is off, and its next boot is cold', async () => {
    await booted()
    for (const { pid } of await sdk.running()) process.kill(pid, 'SIGKILL')
    await expect.poll(() => sdk.running()).toEqual([])
    leave('Pixel_8', { ...noteOf(), doing: { order: 'boot', step: 'waiting', sinceMs: 1 } })
    await using emulators = await startEmulators(sdk, { home })
    expect(emulators.row(id)).toMatchObject({
      state: { power: { is: 'off' } },
      why: expect.stringMatching(/next boot is cold/),
    })
    await emulators.order(id, 'boot')
    expect(sdk.starts().at(-1)?.args).toContain('-no-snapshot-load')
  })
})
