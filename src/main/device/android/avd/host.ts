// What a machine with an Android SDK does for AVDs: starts the emulator's program, ends it by adb, tells what runs, and asks
// the emulator and its Android how far they are. Decides nothing.
import { join } from 'node:path'
import { AdbLink, adbServer } from '#main/device/android/adb.ts'
import { bootArguments, consolePortFor, consolePorts, gpuOf } from '#main/device/android/avd/command-line.ts'
import type { Avd } from '#main/device/android/avd/places.ts'
import { runningEmulators, type RunningPlaces } from '#main/device/android/emulator/running.ts'
import { parseAvdList } from '#main/device/android/parse/avd-list.ts'
import { pidOfName, type Discovered } from '#main/device/android/parse/discovery.ts'
import { explainEnd, scrubbedLog, type EndOfEmulator } from '#main/device/android/parse/emulator-log.ts'
import { parseIni } from '#main/device/android/parse/hardware.ts'
import { parseScreencap } from '#main/device/android/parse/screencap.ts'
import { endProcess, exec, startToStay, type LeftRunning } from '#main/sys/exec.ts'
import { exists, makeFolder, namesIn, readText, remove } from '#main/sys/files.ts'
import { isPortFree } from '#main/sys/ports.ts'
import { findTool, howToGet, needTool } from '#main/sys/tools.ts'
import { sleep, within } from '#shared/base/abort.ts'
import { Refusal } from '#shared/base/refusal.ts'

export interface HostOptions {
  /** Of the adb server. */
  readonly adbPort: number
  readonly places: RunningPlaces
  /** Ours: what emulators print. */
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
}

export interface BootWay {
  readonly cold: boolean
  readonly wipe: boolean
}

const listMs = 15_000
const killMs = 15_000
const askMs = 10_000
const aliveMs = 500
const serverMs = 3000
const logBytesMax = 4 * 1024 * 1024
const pictureWidthPx = 64

export class EmulatorHost {
  readonly #options: HostOptions
  /** Ports given out that nobody listens on yet. */
  readonly #given = new Set<number>()

  constructor(options: HostOptions) {
    this.#options = options
  }

  get adbPort(): number {
    return this.#options.adbPort
  }

  get env(): NodeJS.ProcessEnv {
    return this.#options.env
  }

  running(): Promise<readonly Discovered[]> {
    return runningEmulators(this.#options.places)
  }

  async runningOf(avd: Avd): Promise<Discovered | null> {
    return (await this.running()).find(one => isRunOf(one, avd)) ?? null
  }

  /** Why no emulator can be started here; null when one can. */
  async whyNot(): Promise<{ readonly words: string; readonly hint: string } | null> {
    if ((await findTool('emulator', this.env)) !== null) return null
    return { words: 'Android’s emulator is not installed.', hint: howToGet('emulator') }
  }

  /** What the emulator itself lists; null where it is not installed or does not say. */
  async listed(signal: AbortSignal): Promise<readonly string[] | null> {
    const program = await findTool('emulator', this.env)
    if (program === null) return null
    const { code, stdout } = await exec(program, ['-list-avds'], { deadlineMs: listMs, env: this.#told() }, signal)
    return code === 0 ? parseAvdList(new TextDecoder().decode(stdout)) : null
  }

  /** Starts its program, which outlives us. `why` tells of a run that ended why it did. */
  async start(avd: Avd, way: BootWay, signal: AbortSignal): Promise<LeftRunning> {
    const program = await findTool('emulator', this.env)
    if (program === null) {
      const why = await this.whyNot()
      throw new Refusal('failed', why?.words ?? '', { hint: why?.hint ?? '' })
    }
    await this.#needServer(signal)
    const { consolePort, grpcPort } = await this.#ports()
    try {
      const version = await this.#version(program)
      const gpu = gpuOf(version, process.platform, this.env['NOCTURNE_EMULATOR_GPU'])
      await makeFolder(this.#options.folder, true)
      return await startToStay(
        program,
        bootArguments({ id: avd.id, consolePort, grpcPort, gpu, ...way }),
        { output: this.#logOf(avd.id), env: this.#told() },
        signal,
      )
    } finally {
      // Whether it took them shows in its discovery file; until then nobody else is given them.
      setTimeout(() => this.#given.delete(consolePort), 60_000).unref()
    }
  }

  async why(avd: Avd, code: number | null): Promise<EndOfEmulator> {
    const log = await readText(this.#logOf(avd.id), logBytesMax).catch(() => '')
    return explainEnd(scrubbedLog(log), code)
  }

  /** Asks it to end itself, which saves its snapshot. */
  async kill(run: Discovered, signal: AbortSignal): Promise<void> {
    const adb = await needTool('adb')
    const args = ['-P', String(this.adbPort), '-s', run.serial, 'emu', 'kill']
    await exec(adb, args, { deadlineMs: killMs, env: this.#told() }, signal)
  }

  end(run: Discovered, name: 'SIGTERM' | 'SIGKILL'): void {
    endProcess(run.pid, name)
  }

  /** One that was started here and has not said yet how it is reached. */
  endProgram(pid: number): void {
    if (pid > 0) endProcess(pid, 'SIGTERM')
  }

  /** A program somebody before us started, while it lives; how it ends is not known. */
  async leftRunning(pid: number, signal: AbortSignal): Promise<LeftRunning | null> {
    const { places } = this.#options
    if (!(await places.isEmulator(pid))) return null
    const ended = async (): Promise<null> => {
      while (!signal.aborted && (await places.isEmulator(pid))) await sleep(aliveMs, signal).catch(() => undefined)
      return null
    }
    return { pid, ended: ended() }
  }

  isAlive(run: Discovered): Promise<boolean> {
    return this.#options.places.isEmulator(run.pid)
  }

  /** The file of an emulator that ended by itself is gone; one that was killed leaves it. */
  async leftItsFile(run: Discovered): Promise<boolean> {
    const places = this.#options.places.folders.map(folder => join(folder, `pid_${run.pid}.ini`))
    return (await Promise.all(places.map(place => exists(place)))).includes(true)
  }

  /** Removes the discovery files of emulators that no longer live. */
  async clearStale(): Promise<void> {
    for (const folder of this.#options.places.folders)
      for (const name of await namesIn(folder).catch(() => [])) {
        const pid = pidOfName(name)
        if (pid !== null && !(await this.#options.places.isEmulator(pid))) await remove(join(folder, name))
      }
  }

  /** One line on its Android; throws where adb does not reach it. */
  async shell(run: Discovered, line: string, signal: AbortSignal): Promise<string> {
    const link = await AdbLink.open(this.adbPort, run.serial, signal)
    try {
      return (await link.shell(line, signal, askMs)).stdout.trim()
    } finally {
      await link.close()
    }
  }

  /** What its screen shows now, told by a small picture; `nothing` while the display is off. */
  async shows(run: Discovered, signal: AbortSignal): Promise<'something' | 'one colour' | 'nothing'> {
    if (run.grpc === null) return this.#showsOverAdb(run, signal)
    // Loaded on first need: most emulators stay off.
    const [{ EmulatorLink, LinkRefusal }, { imageFormats }] = await Promise.all([
      import('#main/device/android/emulator/link.ts'),
      import('#main/device/android/emulator/protocol.ts'),
    ])
    try {
      await using link = await EmulatorLink.open(run.grpc, signal)
      const small = { format: imageFormats.rgb888, width: pictureWidthPx, height: pictureWidthPx }
      const { image } = await link.call('getScreenshot', small, signal)
      return contentOf(image, 3)
    } catch (thrown) {
      // One that does not let us in was started elsewhere: its pictures come over adb, and its tile says so.
      if (thrown instanceof LinkRefusal && (thrown.failure === 'unauthorized' || thrown.failure === 'refused'))
        return this.#showsOverAdb(run, signal)
      throw thrown
    }
  }

  async #showsOverAdb(run: Discovered, signal: AbortSignal): Promise<'something' | 'one colour' | 'nothing'> {
    let link: AdbLink | null = null
    try {
      link = await AdbLink.open(this.adbPort, run.serial, signal)
      const { data } = parseScreencap(await link.raw('screencap', signal, askMs))
      return contentOf(data, 4)
    } catch (thrown) {
      signal.throwIfAborted()
      // Its screen is not there yet: it is asked again.
      if (thrown instanceof Refusal) return 'nothing'
      throw thrown
    } finally {
      await link?.close()
    }
  }

  #logOf(id: string): string {
    return join(this.#options.folder, `${id}.log`)
  }

  async #ports(): Promise<{ readonly consolePort: number; readonly grpcPort: number }> {
    const running = await this.running()
    const taken = new Set([...this.#given, ...running.map(({ consolePort }) => consolePort)])
    const consolePort = await consolePortFor(taken, isPortFree)
    if (consolePort === null)
      throw new Refusal('busy', 'Every port an emulator can have is taken.', {
        hint: `They are ${consolePorts.first} to ${consolePorts.last + 1}. Shut another emulator down.`,
      })
    this.#given.add(consolePort)
    // As far from the console's as the emulator would choose itself.
    const ports = new Set(running.map(({ grpc }) => grpc?.port))
    let grpcPort = consolePort + 3000
    while (ports.has(grpcPort) || !(await isPortFree(grpcPort))) grpcPort += 1
    return { consolePort, grpcPort }
  }

  async #needServer(signal: AbortSignal): Promise<void> {
    const none = new Refusal('failed', 'it did not answer')
    try {
      const late = within(serverMs, signal, none)
      const gone = new Promise<never>((_, reject) => late.addEventListener('abort', () => reject(none), { once: true }))
      await Promise.race([adbServer(this.adbPort).getVersion(), gone])
    } catch (thrown) {
      signal.throwIfAborted()
      throw new Refusal('failed', `No adb server answers on port ${this.adbPort}, and Android is reached by it.`, {
        hint: 'Start one with "adb start-server", then boot again.',
        cause: thrown,
      })
    }
  }

  async #version(program: string): Promise<string | null> {
    const file = join(program, '..', 'source.properties')
    const text = await readText(file, logBytesMax).catch(() => null)
    return text === null ? null : (parseIni(text).get('Pkg.Revision') ?? null)
  }

  /** Where the tests' folders are must reach the programs; the rest of the environment is cleaned. */
  #told(): Record<string, string> {
    const names = ['HOME', 'ANDROID_AVD_HOME', 'ANDROID_USER_HOME', 'ANDROID_HOME', 'ANDROID_SDK_ROOT']
    const told = names.flatMap(name => {
      const value = this.env[name]
      return value === undefined ? [] : [[name, value] as const]
    })
    return { ...Object.fromEntries(told), ANDROID_ADB_SERVER_PORT: String(this.adbPort) }
  }
}

/** Its folder tells best: a tool's placeholder may stand for the id. */
export const isRunOf = (run: Discovered, avd: Avd): boolean => run.avdFolder === avd.folder || run.avdId === avd.id

/** `bytes` a pixel: red, green, blue, and what may follow. */
function contentOf(pixels: Uint8Array | Uint8ClampedArray, bytes: number): 'something' | 'one colour' | 'nothing' {
  if (pixels.length === 0) return 'nothing'
  for (let at = bytes; at + 2 < pixels.length; at += bytes)
    if (pixels[at] !== pixels[0] || pixels[at + 1] !== pixels[1] || pixels[at + 2] !== pixels[2]) return 'something'
  return 'one colour'
}
