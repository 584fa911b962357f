// A drop on an Android device: the facts judge needs, and the install with what the person chose. Words decide: a success is
// only what says Success, and what vanished in the middle is looked up again before it is called unknown.
import type { AdbLink } from '#main/device/android/adb.ts'
import type { DropFacet, DropOrder } from '#main/device/driver.ts'
import { Installer } from '#main/device/android/drop/installer.ts'
import { partFiles, type PartFiles } from '#main/device/android/drop/part-files.ts'
import { readDropped } from '#main/device/android/drop/read.ts'
import { parseGetprop } from '#main/device/android/parse/getprop.ts'
import { installAnswer } from '#main/device/android/parse/install-outcome.ts'
import { parseInstalled, parseWm } from '#main/device/android/parse/packages.ts'
import { packageWord } from '#main/device/android/shell-words.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type {
  AndroidBuild,
  DropFacts,
  InstalledApp,
  InstallOutcome,
  InstallProgress,
  InstallWay,
} from '#shared/domain/drop.ts'
import { chooseParts } from '#shared/domain/drop-parts.ts'
import { sleep } from '#shared/base/abort.ts'

const removeMs = 60_000
const lookMs = 15_000
/** A device that broke off is often back by one of these. */
const backMs = [1000, 2000, 4000] as const

const wayWords: Readonly<Record<InstallWay, string>> = {
  streamed: 'streamed',
  session: 'sent in a session',
  pushed: 'sent as a file',
}

export interface AndroidDropOptions {
  readonly port: number
  readonly apiLevel: number
  onInstalled(pkg: string, label: string): void
}

export class AndroidDrop implements DropFacet {
  readonly #link: AdbLink
  readonly #options: AndroidDropOptions
  readonly #installer: Installer

  constructor(link: AdbLink, options: AndroidDropOptions) {
    this.#link = link
    this.#options = options
    this.#installer = new Installer(link, options)
  }

  /** What a dead hub left on the device takes room there and is of no use; what is not found now is found the next time. */
  removeOld(signal: AbortSignal): Promise<void> {
    return this.#installer.removeOld(signal)
  }

  async facts(pkg: string, signal: AbortSignal): Promise<DropFacts> {
    await this.#installer.tidyLeftBehind(signal)
    const ask = async (line: string): Promise<string> => (await this.#link.shell(line, signal, lookMs)).stdout
    const [props, density, installed] = await Promise.all([
      ask('getprop'),
      ask('wm density'),
      this.#installed(pkg, signal),
    ])
    const found = parseGetprop(props)
    const first = (...names: readonly string[]): string => names.map(name => found.get(name) ?? '').find(Boolean) ?? ''
    const dpi = parseWm(density)
    return {
      platform: 'android',
      apiLevel: this.#options.apiLevel,
      abis: listOf(
        first('ro.product.cpu.abilist', 'ro.system.product.cpu.abilist', 'ro.vendor.product.cpu.abilist') ||
          [found.get('ro.product.cpu.abi'), found.get('ro.product.cpu.abi2')].filter(Boolean).join(','),
      ),
      densityDpi: typeof dpi === 'number' ? dpi : 420,
      locales: listOf(first('persist.sys.locale', 'ro.product.locale', 'persist.sys.language') || 'en-US'),
      installed,
    }
  }

  /** The parts of a set (an archive, a folder of splits) that fit this device, for an install without a drop. */
  async filesOf(path: string, signal: AbortSignal): Promise<PartFiles> {
    const notHere = (): Promise<never> =>
      Promise.reject(new Refusal('unsupported', 'A demo app runs on the demo phone only.', { where: path }))
    const [dropped] = await readDropped([path], { readDemo: notHere }, signal)
    if (dropped?.is === 'unreadable' || dropped?.is === 'file') throw Refusal.fromData(dropped.why)
    if (dropped?.build.what !== 'android')
      throw new Refusal('unsupported', 'This is no build for Android.', { where: path })
    const chosen = chooseParts(dropped.build, await this.facts(dropped.build.package, signal))
    if (chosen.is !== 'parts') throw new Refusal('unsupported', 'Nothing in it fits this device.', { where: path })
    return partFiles(chosen.parts, signal)
  }

  async install(
    order: DropOrder,
    onProgress: (progress: InstallProgress) => void,
    signal: AbortSignal,
  ): Promise<InstallOutcome> {
    const { build } = order
    if (build.what !== 'android') throw new Refusal('unsupported', 'An Android device takes Android builds only.')
    const facts = await this.facts(build.package, signal)
    const chosen = chooseParts(build, facts)
    if (chosen.is !== 'parts') throw new Refusal('unsupported', 'Nothing in it fits this device.')
    onProgress({ words: 'Reading', part: null })
    await using parts = await partFiles(chosen.parts, signal)
    const wasRemoved = order.removeFirst && facts.installed !== null
    if (wasRemoved) await this.#remove(build.package, onProgress, signal)
    try {
      const before = wasRemoved ? null : facts.installed
      const outcome = await this.#send(build, order, parts.files, before, onProgress, signal)
      return wasRemoved ? withLoss(outcome) : outcome
    } catch (thrown) {
      if (!wasRemoved) throw thrown
      const { code, words, hint } = thrown instanceof Refusal ? thrown : new Refusal('failed', String(thrown))
      throw new Refusal(code, `${words} ${lossWords}`, { ...(hint === null ? {} : { hint }), cause: thrown })
    }
  }

  async #send(
    build: AndroidBuild,
    order: DropOrder,
    files: Parameters<Installer['install']>[0],
    before: InstalledApp | null,
    onProgress: (progress: InstallProgress) => void,
    signal: AbortSignal,
  ): Promise<InstallOutcome> {
    const flags = { testOnly: order.testOnly, grant: false }
    let broke: Refusal | null = null
    let said: Awaited<ReturnType<Installer['install']>> | null = null
    try {
      said = await this.#installer.install(files, flags, onProgress, signal)
    } catch (thrown) {
      signal.throwIfAborted()
      if (!(thrown instanceof Refusal) || !isLoss(thrown)) throw thrown
      broke = thrown
    }
    const answer = said === null ? null : installAnswer(said.text)
    if (said !== null && answer?.is === 'refused') {
      const { code, words, hint, raw, offers } = answer
      return { is: 'refused', code, words, hint, raw, offers }
    }
    if (said !== null && answer?.is === 'installed') {
      const notes = [...said.notes, ...build.notes].join(' ')
      const words = `Installed, ${wayWords[said.way]}.${notes === '' ? '' : ` ${notes}`}`
      return this.#landed(build, words, signal)
    }
    return this.#afterLoss(build, before, broke?.words ?? (answer?.is === 'vanished' ? answer.raw : ''), signal)
  }

  /** An install that is on the device only in memory goes with an emulator that is killed: `sync` writes it. */
  async #landed(build: AndroidBuild, words: string, signal: AbortSignal): Promise<InstallOutcome> {
    const said = { package: build.package, label: build.label }
    this.#options.onInstalled(build.package, build.label)
    try {
      const now = await this.#installed(build.package, signal)
      if (now === null)
        return {
          is: 'unknown',
          words: 'The device said Success, but the app cannot be found on it.',
          hint: 'Look at the device.',
        }
      await this.#link.shell('sync', signal, lookMs)
      return { is: 'installed', app: { ...said, versionName: now.versionName, versionCode: now.versionCode }, words }
    } catch (thrown) {
      signal.throwIfAborted()
      if (!(thrown instanceof Refusal)) throw thrown
      // It had said Success before it went.
      const { versionName, versionCode } = build
      return {
        is: 'installed',
        app: { ...said, versionName, versionCode },
        words: `${words} Then the connection broke off.`,
      }
    }
  }

  /** The device went away in the middle. Where it is back, it tells whether the app came through. */
  async #afterLoss(
    build: AndroidBuild,
    before: InstalledApp | null,
    why: string,
    signal: AbortSignal,
  ): Promise<InstallOutcome> {
    const reason = why.trim() === '' ? '' : ` ${lastLine(why)}`
    const now = await this.#whenBack(build.package, signal)
    if (now === 'away')
      return {
        is: 'unknown',
        words: `The device went away while ${build.label} was installed: whether it is on it is not known.${reason}`,
        hint: 'Connect it again, look at the app there, and drop the file again where it is missing.',
      }
    if (now === null)
      return refusedByLoss(`The device went away in the middle: ${build.label} was not installed.${reason}`)
    if (before === null || (now.versionCode === build.versionCode && before.versionCode !== build.versionCode))
      return this.#landed(build, 'Installed; the connection broke off while it was.', signal)
    if (now.versionCode !== build.versionCode)
      return refusedByLoss(`The device went away in the middle: the version before is still there.${reason}`)
    return {
      is: 'unknown',
      words: `The device went away in the middle: whether this build of ${build.label} replaced the one before is not known.${reason}`,
      hint: 'Drop the file again.',
    }
  }

  async #whenBack(pkg: string, signal: AbortSignal): Promise<InstalledApp | null | 'away'> {
    for (const ms of backMs) {
      await sleep(ms, signal)
      try {
        return await this.#installed(pkg, signal)
      } catch {
        signal.throwIfAborted()
      }
    }
    return 'away'
  }

  async #installed(pkg: string, signal: AbortSignal): Promise<InstalledApp | null> {
    const { stdout } = await this.#link.shell(`dumpsys package ${packageWord(pkg)}`, signal, lookMs)
    return parseInstalled(stdout, pkg)
  }

  async #remove(pkg: string, onProgress: (progress: InstallProgress) => void, signal: AbortSignal): Promise<void> {
    onProgress({ words: 'Removing the installed app', part: null })
    const { stdout, stderr } = await this.#link.shell(`pm uninstall ${packageWord(pkg)}`, signal, removeMs)
    if (/^Success\b/m.test(stdout)) return
    throw new Refusal(
      'failed',
      `The installed app was not removed, so nothing was installed: ${`${stdout}${stderr}`.trim()}`,
      {
        hint: 'An app of the system, or one that a company manages, cannot be removed.',
      },
    )
  }
}

const lossWords = 'The installed app had been removed already.'

function withLoss(outcome: InstallOutcome): InstallOutcome {
  return outcome.is === 'installed' ? outcome : { ...outcome, words: `${outcome.words} ${lossWords}` }
}

const refusedByLoss = (words: string): InstallOutcome => ({
  is: 'refused',
  code: null,
  words,
  hint: 'Check the cable or the network, and drop the file again.',
  raw: null,
  offers: null,
})

/** The link's own words for a connection that broke or an answer that did not come. */
const isLoss = (thrown: Refusal): boolean =>
  thrown.code === 'outcome-unknown' ||
  (thrown.code === 'failed' && /connection to the device broke|did not end within/.test(thrown.words))

const listOf = (text: string): readonly string[] =>
  text
    .split(/[,;]/)
    .map(one => one.trim())
    .filter(one => one !== '')

const lastLine = (text: string): string => text.trim().split(/\r?\n/).at(-1)?.slice(0, 200) ?? ''
