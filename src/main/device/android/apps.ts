// Apps on an Android device: installed through the adb program, everything else through the shell. Words decide, not exit codes.
import type { AppsFacet } from '#main/device/driver.ts'
import type { AdbLink } from '#main/device/android/adb.ts'
import { AndroidDrop } from '#main/device/android/drop/android-drop.ts'
import { Installer } from '#main/device/android/drop/installer.ts'
import { installAnswer } from '#main/device/android/parse/install-outcome.ts'
import {
  checkStarted,
  parsePackageList,
  parsePackageVersion,
  parsePackageVersions,
  parseQueriedActivities,
  parseResolvedActivity,
} from '#main/device/android/parse/packages.ts'
import { parsePids } from '#main/device/android/parse/process-list.ts'
import { permissionRefused, rawReason } from '#main/device/android/parse/refused-words.ts'
import { packageWord, quoted } from '#main/device/android/shell-words.ts'
import { asked } from '#main/device/android/told.ts'
import { pathIs } from '#main/sys/file-bytes.ts'
import { sizeOf } from '#main/sys/files.ts'
import { Refusal } from '#shared/base/refusal.ts'
import { checkLink } from '#shared/domain/deep-link.ts'
import type { AppInfo, Build } from '#shared/domain/device.ts'

const startMs = 30_000

export interface AppsOptions {
  /** Of the adb server, for the adb program. */
  readonly port: number
  readonly apiLevel: number
  readonly tv: boolean
  /** What is set again after an app's data was cleared. */
  onCleared(pkg: string, signal: AbortSignal): Promise<void>
}

export class AndroidApps implements AppsFacet {
  readonly drop: AndroidDrop
  readonly #link: AdbLink
  readonly #options: AppsOptions
  readonly #installer: Installer
  readonly #tv: boolean
  #current: string | null = null
  /** Of builds that were read here: no tool of the device tells an app's name. */
  readonly #labels = new Map<string, string>()

  constructor(link: AdbLink, options: AppsOptions) {
    this.#link = link
    this.#options = options
    this.#tv = options.tv
    this.#installer = new Installer(link, options)
    this.drop = new AndroidDrop(link, {
      ...options,
      onInstalled: (pkg, label) => {
        this.#current = pkg
        this.#labels.set(pkg, label)
      },
    })
  }

  /** The app last installed, cleared or launched; null before. */
  get current(): string | null {
    return this.#current
  }

  /** For a night: its data kept, all it may ask for granted, test builds let in. */
  async install(build: Build, signal: AbortSignal): Promise<AppInfo> {
    const bytes = await sizeOf(build.path)
    if (bytes === null)
      throw new Refusal('bad-value', 'The build is not there.', {
        where: build.path,
        hint: 'Check the path of the build.',
      })
    const before = await this.#versions(signal)
    const flags = { testOnly: true, grant: true }
    const isOne = /\.apk$/i.test(build.path) && (await pathIs(build.path)) === 'file'
    await using set = isOne ? null : await this.drop.filesOf(build.path, signal)
    const files = set?.files ?? [{ name: 'base.apk', path: build.path, bytes }]
    const { text } = await this.#installer.install(files, flags, () => undefined, signal)
    const answer = installAnswer(text)
    if (answer.is === 'vanished')
      throw new Refusal('outcome-unknown', `The device went away while the app was installed. ${answer.raw}`, {
        where: build.path,
      })
    if (answer.is === 'refused') throw new Refusal('failed', answer.words, { where: build.path })
    const after = await this.#versions(signal)
    const pkg = [...after.keys()].find(name => before.get(name) !== after.get(name))
    const info = await this.#info(pkg ?? (await this.#latest(signal)) ?? '', signal)
    this.#current = info.package
    return info
  }

  async uninstall(pkg: string, signal: AbortSignal): Promise<void> {
    const { stdout, stderr } = await this.#link.shell(`pm uninstall ${packageWord(pkg)}`, signal, startMs)
    if (!/^Success/m.test(stdout))
      throw new Refusal('failed', `${pkg} was not uninstalled. (${rawReason(`${stdout}\n${stderr}`)})`, {
        hint: 'Is it installed? An app of the system, or of a device owner, cannot be removed.',
      })
  }

  async list(signal: AbortSignal): Promise<readonly AppInfo[]> {
    const names = parsePackageList((await this.#link.shell('pm list packages -3', signal)).stdout)
    if (names.length === 0) return []
    // Once for all: a phone may have hundreds.
    const versions = parsePackageVersions((await this.#link.shell('dumpsys package packages', signal, startMs)).stdout)
    const unknown = { versionName: '', versionCode: 0 }
    return names.map(name => ({
      package: name,
      label: this.#labels.get(name) ?? name,
      ...(versions.get(name) ?? unknown),
    }))
  }

  async forceStop(pkg: string, signal: AbortSignal): Promise<void> {
    await this.#link.shell(`am force-stop ${packageWord(pkg)}`, signal)
  }

  async kill(pkg: string, signal: AbortSignal): Promise<boolean> {
    const name = packageWord(pkg)
    const running = async (): Promise<readonly number[]> =>
      parsePids(await asked(this.#link, 'ps -A -o PID,NAME', signal), name)
    const before = await running()
    await this.#link.shell(`am kill ${name}`, signal)
    const after = await running()
    return !before.some(pid => after.includes(pid))
  }

  async clearData(pkg: string, signal: AbortSignal): Promise<void> {
    const { stdout } = await this.#link.shell(`pm clear ${packageWord(pkg)}`, signal, startMs)
    if (!/^Success/m.test(stdout))
      throw new Refusal('failed', `The data of ${pkg} was not cleared.`, {
        hint: 'Is the app installed? A device owner app cannot be cleared.',
      })
    this.#current = pkg
    await this.#grantAll(pkg, signal)
    await this.#options.onCleared(pkg, signal)
  }

  /** Anew (`-S`), and with the icon's own intent: another one would make a later resume() put a second screen on top. */
  async launch(pkg: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<void> {
    const extras = Object.entries(args).map(([key, value]) => ` --es ${quoted(key)} ${quoted(value)}`)
    await this.#start(`-S ${await this.#iconOf(pkg, signal)}${extras.join('')}`, signal)
    this.#current = pkg
  }

  /** What the launcher's icon does: brings the task to the front as it is. */
  async resume(pkg: string, signal: AbortSignal): Promise<void> {
    await this.#start(await this.#iconOf(pkg, signal), signal)
  }

  async openLink(link: string, signal: AbortSignal): Promise<void> {
    checkLink(link)
    await this.#start(`-a android.intent.action.VIEW -d ${quoted(link)}`, signal)
  }

  async permission(pkg: string, name: string, grant: boolean, signal: AbortSignal): Promise<void> {
    const full = name.includes('.') ? name : `android.permission.${name.toUpperCase()}`
    const line = `pm ${grant ? 'grant' : 'revoke'} ${packageWord(pkg)} ${quoted(full)}`
    const { stdout, stderr } = await this.#link.shell(line, signal)
    const said = `${stdout}${stderr}`.trim()
    const refused = permissionRefused(said, pkg, full)
    if (refused !== null) throw new Refusal('failed', refused)
  }

  /** Clearing data drops runtime permissions that `-g` had granted: those the app declares are granted again. */
  async #grantAll(pkg: string, signal: AbortSignal): Promise<void> {
    const { stdout } = await this.#link.shell(`dumpsys package ${packageWord(pkg)}`, signal)
    const section = /runtime permissions:\n([\s\S]*?)(?:\n\s*\n|\n\s{0,6}\S|$)/.exec(stdout)?.[1] ?? ''
    for (const match of section.matchAll(/^\s*([\w.]+): granted=false/gm))
      await this.#link.shell(`pm grant ${packageWord(pkg)} ${quoted(match[1] ?? '')}`, signal)
  }

  async #start(words: string, signal: AbortSignal): Promise<void> {
    const { stdout, stderr } = await this.#link.shell(`am start -W ${words}`, signal, startMs)
    checkStarted(`${stdout}\n${stderr}`)
  }

  /** The intent that the launcher's icon of the app sends. */
  async #iconOf(pkg: string, signal: AbortSignal): Promise<string> {
    const name = packageWord(pkg)
    for (const category of this.#tv ? ['LEANBACK_LAUNCHER', 'LAUNCHER'] : ['LAUNCHER']) {
      const intent = (component: string): string =>
        `-a android.intent.action.MAIN -c android.intent.category.${category} -f 0x10200000 -n ${quoted(component)}`
      const which = `-a android.intent.action.MAIN -c android.intent.category.${category} ${name}`
      const one = parseResolvedActivity(
        (await this.#link.shell(`cmd package resolve-activity --brief ${which}`, signal)).stdout,
      )
      if (one !== null) return intent(one)
      const first = parseQueriedActivities(
        (await this.#link.shell(`cmd package query-activities --brief ${which}`, signal)).stdout,
      )[0]
      if (first !== undefined) return intent(first)
    }
    throw new Refusal('failed', `${pkg} has nothing to start.`, { hint: 'Is it installed on this device?' })
  }

  /** Package → when it was last updated and its version: what an install changes. */
  async #versions(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const { stdout } = await this.#link.shell('dumpsys package packages', signal, startMs)
    const found = new Map<string, string>()
    for (const block of stdout.split(/^\s*Package \[/m).slice(1)) {
      const name = /^([\w.]+)\]/.exec(block)?.[1]
      if (name === undefined) continue
      found.set(name, `${/versionCode=(\d+)/.exec(block)?.[1] ?? ''} ${/lastUpdateTime=(.*)/.exec(block)?.[1] ?? ''}`)
    }
    return found
  }

  async #latest(signal: AbortSignal): Promise<string | null> {
    const versions = await this.#versions(signal)
    const newest = [...versions]
      .map(([name, said]) => ({ name, time: said.split(' ').slice(1).join(' ') }))
      .sort((a, b) => a.time.localeCompare(b.time))
    return newest.at(-1)?.name ?? null
  }

  async #info(pkg: string, signal: AbortSignal): Promise<AppInfo> {
    const version =
      pkg === ''
        ? null
        : parsePackageVersion((await this.#link.shell(`dumpsys package ${packageWord(pkg)}`, signal)).stdout)
    if (version === null)
      throw new Refusal('outcome-unknown', 'The device said Success, but the app cannot be found on it.')
    return { package: pkg, label: pkg, ...version }
  }
}
