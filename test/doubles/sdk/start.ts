// An Android SDK made of doubles in a folder of its own, with its programs, its AVDs and an adb server; ends whatever of it runs.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runningEmulators, runningPlaces, type RunningPlaces } from '#main/device/android/emulator/running.ts'
import type { Discovered } from '#main/device/android/parse/discovery.ts'
import { sleep } from '#shared/base/abort.ts'
import { startAdbServer, type AdbServer } from '../adb/start.ts'
import { readState, startsFile, writeState, type SdkState, type Started } from './orders.ts'

export interface SdkDouble extends AsyncDisposable {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly adb: AdbServer
  readonly places: RunningPlaces
  /** Of AVDs. */
  readonly avds: string
  set(change: Partial<SdkState>): void
  /** Every start of the emulator's program so far. */
  starts(): readonly Started[]
  running(): Promise<readonly Discovered[]>
  /** Writes the files of an AVD as Android Studio leaves them. */
  avd(id: string, keys?: Readonly<Record<string, string>>): void
}

/** Below those of emulators; whoever listens on it has the turn. */
const turnPort = 5553
const turnPollMs = 50

export const imageOfDouble = 'system-images;android-35;google_apis;x86_64'

export async function startSdkDouble(given: Partial<SdkState> = {}): Promise<SdkDouble> {
  const turn = await onlyOne()
  const folder = await mkdtemp(join(tmpdir(), 'nocturne sdk '))
  const adb = await startAdbServer()
  const [avds, running] = [join(folder, 'avd'), join(folder, 'running')]
  for (const path of [avds, running]) mkdirSync(path)
  program(folder, ['emulator', 'emulator'], 'emulator.ts')
  program(folder, ['cmdline-tools', 'latest', 'bin', 'avdmanager'], 'avdmanager.ts')
  program(folder, ['cmdline-tools', 'latest', 'bin', 'sdkmanager'], 'sdkmanager.ts')
  writeFileSync(join(folder, 'emulator', 'source.properties'), 'Pkg.Revision=36.6.11\nPkg.Path=emulator\n')
  writeState(folder, {
    running,
    adbServer: adb.port,
    boot: { adbMs: 100, androidMs: 300, packagesMs: 400, pictureMs: 500 },
    crashes: 0,
    crashMs: 0,
    failsWith: null,
    saveMs: 100,
    hangs: false,
    refusesToCreate: null,
    images: [imageOfDouble],
    ...given,
  })
  const places = runningPlaces({ NOCTURNE_EMULATOR_RUNNING: running })
  const starts = (): readonly Started[] =>
    existsSync(startsFile(folder))
      ? readFileSync(startsFile(folder), 'utf8')
          .trim()
          .split('\n')
          .map(line => JSON.parse(line) as Started)
      : []
  return {
    folder,
    adb,
    places,
    avds,
    env: {
      PATH: process.env['PATH'],
      HOME: adb.env['HOME'],
      ANDROID_HOME: folder,
      ANDROID_AVD_HOME: avds,
      ANDROID_ADB_SERVER_PORT: String(adb.port),
      NOCTURNE_EMULATOR_RUNNING: running,
    },
    set: change => writeState(folder, { ...readState(folder), ...change }),
    starts,
    running: () => runningEmulators(places),
    avd: (id, keys = {}) => {
      mkdirSync(join(avds, `${id}.avd`), { recursive: true })
      const all = { 'hw.lcd.width': '1080', 'hw.lcd.height': '2400', 'hw.lcd.density': '420', ...keys }
      const lines = Object.entries(all).map(([key, value]) => `${key} = ${value}`)
      writeFileSync(join(avds, `${id}.avd`, 'config.ini'), `${lines.join('\n')}\n`)
      writeFileSync(join(avds, `${id}.ini`), `path=${join(avds, `${id}.avd`)}\ntarget=android-35\n`)
    },
    [Symbol.asyncDispose]: async () => {
      const left = [...(await runningEmulators(places)).map(({ pid }) => pid), ...starts().map(({ pid }) => pid)]
      for (const pid of left) end(pid)
      await adb[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
      await turn[Symbol.asyncDispose]()
    },
  }
}

/** The ports that emulators can have are the whole computer's: one SDK at a time, whichever test file it is of. */
async function onlyOne(): Promise<AsyncDisposable> {
  for (;;) {
    const holder = createServer()
    const isOurs = await new Promise<boolean>(resolve => {
      holder.once('error', () => resolve(false))
      holder.listen(turnPort, '127.0.0.1', () => resolve(true))
    })
    if (isOurs) return { [Symbol.asyncDispose]: () => passedOn(holder) }
    await sleep(turnPollMs)
  }
}

/** Long enough that whoever waits has it next. */
async function passedOn(holder: Server): Promise<void> {
  await new Promise<void>(resolve => {
    holder.close(() => resolve())
  })
  await sleep(4 * turnPollMs)
}

function program(folder: string, path: readonly string[], source: string): void {
  const file = join(folder, ...path)
  mkdirSync(join(file, '..'), { recursive: true })
  const script = join(import.meta.dirname, source)
  writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${script}" "${folder}" "$@"\n`)
  chmodSync(file, 0o755)
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
