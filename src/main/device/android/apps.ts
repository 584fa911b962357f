// Apps on an Android device: installed through the adb program, everything else through the shell. Words decide, not exit codes.
import type { AppsFacet } from '#main/device/driver.ts'
import type { AdbLink } from '#main/device/android/adb.ts'
import { parseAdbInstall } from '#main/device/android/parse/adb-install.ts'
import {
  checkStarted,
  parsePackageList,
  parsePackageVersion,
  parseQueriedActivities,
  parseResolvedActivity,
} from '#main/device/android/parse/packages.ts'
import { packageWord, quoted } from '#main/device/android/shell-words.ts'
import { exec } from '#main/sys/exec.ts'
import { sizeOf } from '#main/sys/files.ts'
import { needTool } from '#main/sys/tools.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { AppInfo, Build } from '#shared/domain/device.ts'

const installMs = 280_000
const startMs = 30_000

export class AndroidApps implements AppsFacet {
  readonly #link: AdbLink
  readonly #port: number
  readonly #tv: boolean

  constructor(link: AdbLink, port: number, tv: boolean) {
    this.#link = link
    this.#port = port
    this.#tv = tv
  }

  /** `-r` keeps data, `-g` grants what the app may ask for, `-t` lets test builds in. */
  async install(build: Build, signal: AbortSignal): Promise<AppInfo> {
    if ((await sizeOf(build.path)) === null)
      throw new Refusal('bad-value', 'The build is not there.', {
        where: build.path,
        hint: 'Check the path of the build.',
      })
    const before = await this.#versions(signal)
    const adb = await needTool('adb')
    const result = await exec(
      adb,
      ['-P', String(this.#port), '-s', this.#link.serial, 'install', '-r', '-g', '-t', build.path],
      { deadlineMs: installMs },
      signal,
    )
    const installed = parseAdbInstall(`${new TextDecoder().decode(result.stdout)}\n${result.stderr}`)
    if (!installed.ok) throw new Refusal('failed', installed.words, { where: build.path })
    const after = await this.#versions(signal)
    const pkg = [...after.keys()].find(name => before.get(name) !== after.get(name))
    return this.#info(pkg ?? (await this.#latest(signal)) ?? '', signal)
  }

  async uninstall(pkg: string, signal: AbortSignal): Promise<void> {
    const { stdout, stderr } = await this.#link.shell(`pm uninstall ${packageWord(pkg)}`, signal, startMs)
    if (!/^Success/m.test(stdout))
      throw new Refusal('failed', `${pkg} was not uninstalled: ${`${stdout}${stderr}`.trim()}`)
  }

  async list(signal: AbortSignal): Promise<readonly AppInfo[]> {
    const names = parsePackageList((await this.#link.shell('pm list packages -3', signal)).stdout)
    return Promise.all(names.map(name => this.#info(name, signal)))
  }

  async forceStop(pkg: string, signal: AbortSignal): Promise<void> {
    await this.#link.shell(`am force-stop ${packageWord(pkg)}`, signal)
  }

  async kill(pkg: string, signal: AbortSignal): Promise<void> {
    await this.#link.shell(`am kill ${packageWord(pkg)}`, signal)
  }

  async clearData(pkg: string, signal: AbortSignal): Promise<void> {
    const { stdout } = await this.#link.shell(`pm clear ${packageWord(pkg)}`, signal, startMs)
    if (!/^Success/m.test(stdout))
      throw new Refusal('failed', `The data of ${pkg} was not cleared.`, {
        hint: 'Is the app installed? A device owner app cannot be cleared.',
      })
    await this.#grantAll(pkg, signal)
  }

  async launch(pkg: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<void> {
    const extras = Object.entries(args).map(([key, value]) => ` --es ${quoted(key)} ${quoted(value)}`)
    const line = `am start -W -n ${quoted(await this.#launcherOf(pkg, signal))}${extras.join('')}`
    const { stdout, stderr } = await this.#link.shell(line, signal, startMs)
    checkStarted(`${stdout}\n${stderr}`)
  }

  /** What the launcher's icon does: brings the task to the front as it is. */
  async resume(pkg: string, signal: AbortSignal): Promise<void> {
    const component = await this.#launcherOf(pkg, signal)
    const category = this.#tv ? 'LEANBACK_LAUNCHER' : 'LAUNCHER'
    const line = `am start -W -a android.intent.action.MAIN -c android.intent.category.${category} -f 0x10200000 -n ${quoted(component)}`
    const { stdout, stderr } = await this.#link.shell(line, signal, startMs)
    checkStarted(`${stdout}\n${stderr}`)
  }

  async openLink(link: string, signal: AbortSignal): Promise<void> {
    if (!URL.canParse(link)) throw new Refusal('bad-value', 'This is not a link.')
    const { stdout, stderr } = await this.#link.shell(
      `am start -W -a android.intent.action.VIEW -d ${quoted(link)}`,
      signal,
      startMs,
    )
    checkStarted(`${stdout}\n${stderr}`)
  }

  async permission(pkg: string, name: string, grant: boolean, signal: AbortSignal): Promise<void> {
    const full = name.includes('.') ? name : `android.permission.${name.toUpperCase()}`
    const line = `pm ${grant ? 'grant' : 'revoke'} ${packageWord(pkg)} ${quoted(full)}`
    const { stdout, stderr } = await this.#link.shell(line, signal)
    const said = `${stdout}${stderr}`.trim()
    if (/Exception|Error|Unknown/.test(said))
      throw new Refusal('failed', `The permission ${full} was not changed: ${said.slice(0, 200)}`)
  }

  /** Clearing data drops runtime permissions that `-g` had granted: those the app declares are granted again. */
  async #grantAll(pkg: string, signal: AbortSignal): Promise<void> {
    const { stdout } = await this.#link.shell(`dumpsys package ${packageWord(pkg)}`, signal)
    const section = /runtime permissions:\n([\s\S]*?)(?:\n\s*\n|\n\s{0,6}\S|$)/.exec(stdout)?.[1] ?? ''
    for (const match of section.matchAll(/^\s*([\w.]+): granted=false/gm))
      await this.#link.shell(`pm grant ${packageWord(pkg)} ${quoted(match[1] ?? '')}`, signal)
  }

  async #launcherOf(pkg: string, signal: AbortSignal): Promise<string> {
    const name = packageWord(pkg)
    for (const category of this.#tv ? ['LEANBACK_LAUNCHER', 'LAUNCHER'] : ['LAUNCHER']) {
      const which = `-a android.intent.action.MAIN -c android.intent.category.${category} ${name}`
      const one = parseResolvedActivity(
        (await this.#link.shell(`cmd package resolve-activity --brief ${which}`, signal)).stdout,
      )
      if (one !== null) return one
      const first = parseQueriedActivities(
        (await this.#link.shell(`cmd package query-activities --brief ${which}`, signal)).stdout,
      )[0]
      if (first !== undefined) return first
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
