// Puts APK files on a device, in the first of three ways that it takes: streamed by the adb program, in a session through our
// own link (which tells how far it is), or pushed and then installed. Nothing is left behind when it breaks off; what a hub that died
// left is removed when the device is next opened.
import type { AdbLink } from '#main/device/android/adb.ts'
import { leftBehind, oldPushes, pushFolder, pushName } from '#main/device/android/drop/left-behind.ts'
import type { PartFile } from '#main/device/android/drop/part-files.ts'
import { push } from '#main/device/android/drop/push.ts'
import { parseAdbVersion } from '#main/device/android/parse/adb-install.ts'
import { refusesWay, sessionIn } from '#main/device/android/parse/install-outcome.ts'
import { quoted } from '#main/device/android/shell-words.ts'
import { exec } from '#main/sys/exec.ts'
import { wallClock } from '#main/sys/clock.ts'
import { piecesOfFile } from '#main/sys/file-bytes.ts'
import { blockedTool, findTool } from '#main/sys/tools.ts'
import { sleep } from '#shared/base/abort.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { InstallProgress, InstallWay } from '#shared/domain/drop.ts'

export interface InstallFlags {
  /** Lets test-only builds in. */
  readonly testOnly: boolean
  /** Grants what the app may ask for, as a night needs. */
  readonly grant: boolean
}

export interface Installing {
  /** What the device, or adb for it, answered. */
  readonly text: string
  readonly way: InstallWay
  /** Why it went this way, where it was not the first choice. */
  readonly notes: readonly string[]
}

const installMs = 280_000
const startMs = 30_000
const versionMs = 10_000
const tidyMs = 5000
const tidyTries = 3
/** Above it the session is taken at once where there is one: only it can tell how far it is. */
const streamedMost = 32 * 1024 * 1024

export interface InstallerOptions {
  /** Of the adb server, for the adb program. */
  readonly port: number
  readonly apiLevel: number
}

export class Installer {
  readonly #link: AdbLink
  readonly #options: InstallerOptions

  constructor(link: AdbLink, options: InstallerOptions) {
    this.#link = link
    this.#options = options
  }

  async install(
    files: readonly PartFile[],
    flags: InstallFlags,
    onProgress: (progress: InstallProgress) => void,
    signal: AbortSignal,
  ): Promise<Installing> {
    const notes: string[] = []
    const total = files.reduce((sum, file) => sum + file.bytes, 0)
    const isLarge = total > streamedMost && this.#options.apiLevel >= 24
    const adb = isLarge ? null : await this.#program(notes)
    if (adb !== null) {
      onProgress({ words: 'Sending and installing', part: null })
      const text = await this.#streamed(adb, files, flags, signal)
      if (!refusesWay(text)) return { text, way: isPushed(text) ? 'pushed' : 'streamed', notes }
      notes.push('It takes no streamed installs.')
    }
    const session = await this.#session(files, total, flags, onProgress, signal)
    if (session !== null) return { text: session, way: 'session', notes }
    notes.push('It knows no install sessions.')
    return { text: await this.#pushed(files, total, flags, onProgress, signal), way: 'pushed', notes }
  }

  /** The adb program where there is one of the server's own version; a note where it cannot be used. */
  async #program(notes: string[]): Promise<string | null> {
    const adb = await findTool('adb')
    if (adb !== null) return adb
    const blocked = await blockedTool('adb')
    notes.push(
      blocked === null
        ? 'The adb program is not installed; it went through the server.'
        : `The adb program may not be run (${blocked} lacks its run bit: chmod +x); it went through the server.`,
    )
    return null
  }

  async #streamed(adb: string, files: readonly PartFile[], flags: InstallFlags, signal: AbortSignal): Promise<string> {
    await this.#refuseOtherVersion(adb, signal)
    const words = [
      '-P',
      String(this.#options.port),
      '-s',
      this.#link.serial,
      files.length === 1 ? 'install' : 'install-multiple',
      ...this.#flags(flags),
      ...files.map(file => file.path),
    ]
    const result = await exec(adb, words, { deadlineMs: installMs }, signal)
    return `${new TextDecoder().decode(result.stdout)}\n${result.stderr}`
  }

  /** An adb program of another version than the running server would end that server and start its own. */
  async #refuseOtherVersion(adb: string, signal: AbortSignal): Promise<void> {
    const said = await exec(adb, ['version'], { deadlineMs: versionMs }, signal)
    const [program, server] = [
      parseAdbVersion(new TextDecoder().decode(said.stdout)),
      await this.#link.serverVersion(signal),
    ]
    if (program === null || program === server) return
    throw new Refusal(
      'failed',
      `The adb program (1.0.${program}) is of another version than the running server (1.0.${server}): installing would end that server.`,
      {
        where: adb,
        hint: 'Put the adb that started the server first on the PATH, or restart the server with this one.',
      },
    )
  }

  /** Null where the device knows no sessions. */
  async #session(
    files: readonly PartFile[],
    total: number,
    flags: InstallFlags,
    onProgress: (progress: InstallProgress) => void,
    signal: AbortSignal,
  ): Promise<string | null> {
    const pm = this.#options.apiLevel >= 24 ? 'cmd package' : 'pm'
    const asked = `${pm} install-create ${this.#flags(flags).join(' ')} -S ${total}`
    signal.throwIfAborted()
    // Called off while it is answered, it would be left open: only its answer tells which it is.
    const created = said(await this.#link.shell(asked, AbortSignal.timeout(startMs), startMs))
    const id = sessionIn(created)
    if (id === null) {
      if (refusesWay(created) || created.trim() === '') return null
      return created
    }
    try {
      signal.throwIfAborted()
      let before = 0
      for (const file of files) {
        const pieces = counted(file, sent =>
          onProgress({ words: 'Sending', part: (before + sent) / Math.max(1, total) }),
        )
        const line = `${pm} install-write -S ${file.bytes} ${id} ${file.name} -`
        const bytes = await this.#link.feed(`exec:${line}`, 'an install', pieces, signal, installMs)
        const answer = new TextDecoder().decode(bytes)
        if (!/^Success\b/m.test(answer)) {
          await this.#abandon(pm, id)
          return answer.trim() === '' ? 'error: closed' : answer
        }
        before += file.bytes
      }
      onProgress({ words: 'Installing', part: 1 })
      const answer = said(await this.#link.shell(`${pm} install-commit ${id}`, signal, installMs))
      if (!/^Success\b/m.test(answer)) await this.#abandon(pm, id)
      return answer
    } catch (thrown) {
      await this.#abandon(pm, id)
      throw thrown
    }
  }

  /** A commit that was refused has ended its session already; then this changes nothing. */
  #abandon(pm: string, id: string): Promise<void> {
    return this.#tidy(`${pm} install-abandon ${id}`)
  }

  async #pushed(
    files: readonly PartFile[],
    total: number,
    flags: InstallFlags,
    onProgress: (progress: InstallProgress) => void,
    signal: AbortSignal,
  ): Promise<string> {
    if (files.length > 1)
      throw new Refusal('unsupported', 'This Android is too old for an app in several parts.', {
        hint: 'Build one whole APK for it.',
      })
    const [file] = files
    if (file === undefined) throw new Error('there is nothing to install')
    const place = `${pushFolder}/${pushName(wallClock.ms())}`
    try {
      await push(
        this.#link,
        place,
        counted(file, sent => onProgress({ words: 'Sending', part: sent / Math.max(1, total) })),
        signal,
        installMs,
      )
      onProgress({ words: 'Installing', part: 1 })
      return said(
        await this.#link.shell(`pm install ${this.#flags(flags).join(' ')} ${quoted(place)}`, signal, installMs),
      )
    } finally {
      await this.#tidy(`rm -f ${quoted(place)}`)
    }
  }

  #flags({ testOnly, grant }: InstallFlags): readonly string[] {
    return ['-r', ...(grant && this.#options.apiLevel >= 23 ? ['-g'] : []), ...(testOnly ? ['-t'] : [])]
  }

  /** After a break the device is often back in a moment; else it is done when it is next asked for something. */
  async #tidy(line: string): Promise<void> {
    for (let tries = 1; tries <= tidyTries; tries += 1) {
      try {
        await this.#link.shell(line, AbortSignal.timeout(tidyMs))
        return
      } catch {
        if (tries < tidyTries) await sleep(tries * 500)
      }
    }
    leftBehind.add(this.#link.serial, line)
  }

  /** What earlier installs could not tidy since the device had gone. */
  async tidyLeftBehind(signal: AbortSignal): Promise<void> {
    const { serial } = this.#link
    for (const line of leftBehind.of(serial)) {
      await this.#link.shell(line, signal)
      leftBehind.done(serial, line)
    }
  }

  /** Builds that were pushed by a hub that died before it could remove them. */
  async removeOld(signal: AbortSignal): Promise<void> {
    const { stdout } = await this.#link.shell(`ls ${pushFolder}`, signal, tidyMs)
    const old = oldPushes(stdout.split(/\r?\n/u), wallClock.ms())
    if (old.length === 0) return
    await this.#link.shell(`rm -f ${old.map(name => quoted(`${pushFolder}/${name}`)).join(' ')}`, signal, tidyMs)
  }
}

const said = ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string =>
  `${stdout}\n${stderr}`

/** adb itself pushes where the device takes nothing else. */
const isPushed = (text: string): boolean => /^Performing Push Install/m.test(text)

async function* counted(file: PartFile, onSent: (bytes: number) => void): AsyncGenerator<Uint8Array, void, undefined> {
  let sent = 0
  for await (const piece of piecesOfFile(file.path)) {
    yield piece
    sent += piece.length
    onSent(sent)
  }
}
