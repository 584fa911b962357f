// The apps of the demo phone: what is installed, which runs, what is in front and where Back leads from it. Used by phone.ts
// only; draws and lays out nothing.
import type { AppEvent } from '#shared/domain/device.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { AppRecord, Configuration, ProcessHost } from '#main/device/demo/engine/app-parts.ts'
import { AppProcess } from '#main/device/demo/engine/app-process.ts'
import type { LogBuffers } from '#main/device/demo/engine/log-buffers.ts'
import type { Nuisance } from '#main/device/demo/engine/nuisance.ts'
import type { PlantedApp, Program } from '#main/device/demo/engine/program.ts'
import { event } from '#main/device/demo/engine/reports.ts'
import {
  notResponding,
  permissionDialog,
  shareChooser,
  type SystemOverlay,
} from '#main/device/demo/engine/system-overlays.ts'
import { settingsPackage, type Icon, type SystemPlace } from '#main/device/demo/engine/system-screens.ts'
import type { Timers } from '#main/device/demo/engine/timers.ts'

export interface Installed {
  readonly app: PlantedApp
  readonly record: AppRecord
  process: AppProcess | null
}

/** What of the device the apps need. */
export interface AppsHost {
  readonly timers: Timers
  readonly logs: LogBuffers
  readonly nuisance: Nuisance | null
  readonly network: () => string
  configuration(of: Program): Configuration
  chance(): number
  toast(words: string): void
  copy(words: string): void
}

/** A crash, native crash or ANR as a driver hands it on. */
export interface Reported {
  /** Number of the newest log entry when it was reported. */
  readonly number: number
  readonly package: string
  readonly event: AppEvent
}

export class PhoneApps {
  readonly #host: AppsHost
  readonly installed = new Map<string, Installed>()
  readonly reports: Reported[] = []
  /** Package in front, or a place of the phone's own. */
  front: string | SystemPlace = { is: 'launcher' }
  /** The app that was in front last: the truth log speaks of its screen. */
  lastFront: string | null = null
  overlays: SystemOverlay[] = []
  /** The screen an app died on, and whose; until it is started again. */
  diedOn: { readonly package: string; readonly screen: string } | null = null
  /** Faults of processes that have died, until they are asked for. */
  readonly faultsLeft = new Set<string>()
  halfBuiltUntil = 0
  #behind: (string | SystemPlace)[] = []
  #recents: string[] = []
  #pid = 5000

  constructor(host: AppsHost) {
    this.#host = host
  }

  get(name: string): Installed {
    const found = this.installed.get(name)
    if (found !== undefined) return found
    throw new Refusal('bad-value', `There is no app ${name} on the demo phone.`, {
      where: 'package',
      hint: `Installed: ${[...this.installed.keys()].join(', ') || 'none'}.`,
    })
  }

  /** The process in front; null when a place of the phone's own is. */
  get process(): AppProcess | null {
    return typeof this.front === 'string' ? (this.installed.get(this.front)?.process ?? null) : null
  }

  get icons(): readonly Icon[] {
    return [...this.installed.values()].map(({ app }) => ({ package: app.program.package, label: app.program.label }))
  }

  get recents(): readonly Icon[] {
    return this.#recents.flatMap(name => {
      const found = this.installed.get(name)
      return found === undefined ? [] : [{ package: name, label: found.app.program.label }]
    })
  }

  /** Overlays seen now: those of the app in front. */
  get shownOverlays(): readonly SystemOverlay[] {
    return this.overlays.filter(overlay => overlay.owner === this.front)
  }

  install(app: PlantedApp, grant: boolean): void {
    const { program } = app
    const before = this.installed.get(program.package)
    if (before?.process !== undefined && before.process !== null) this.stop(program.package)
    const record: AppRecord =
      before === undefined
        ? { program, persist: new Map(), granted: new Set(), launches: 0, task: null }
        : {
            program,
            persist: before.record.persist,
            granted: before.record.granted,
            launches: before.record.launches,
            task: null,
          }
    if (grant) for (const permission of program.permissions) record.granted.add(permission)
    this.installed.set(program.package, { app, record, process: null })
    this.#log('pm_install', program.package)
  }

  uninstall(name: string): void {
    this.stop(name)
    this.installed.delete(name)
    this.#recents = this.#recents.filter(other => other !== name)
  }

  /** Starts anew: what ran before is gone, as by a force-stop. */
  launch(name: string): void {
    this.stop(name)
    const installed = this.get(name)
    installed.record.launches += 1
    installed.record.task = null
    this.#begin(installed)
    const { nuisance, timers } = this.#host
    const { program } = installed.app
    const undeclared = nuisance?.undeclaredPermission(program.permissions) ?? null
    const process = installed.process
    if (undeclared !== null && process !== null)
      timers.after(program.splashMs + 400, process.pid, () => {
        if (process.inFront)
          this.#put(permissionDialog(name, program.label, undeclared, () => this.#drop('permission', name)))
      })
  }

  /** Brings the app in front as it is; starts it when it does not run (with its task, where it has one). */
  resume(name: string): void {
    const installed = this.get(name)
    if (installed.process === null) {
      if (installed.record.task === null) installed.record.launches += 1
      this.#begin(installed)
    } else this.#toFront(name)
  }

  /** Force-stop: the process and its task are gone. */
  stop(name: string): void {
    const installed = this.get(name)
    const { process } = installed
    installed.record.task = null
    if (process === null) return
    process.alive = false
    this.#end(installed)
    event(
      { logs: this.#host.logs, nowMs: this.#host.timers.now },
      'am_kill',
      `[0,${process.pid},${name},0,stop ${name} due to from pid 9127]`,
    )
  }

  /** Kills the process in the background; its task stays. An app in front is not killed: false. */
  kill(name: string): boolean {
    const installed = this.get(name)
    const { process } = installed
    if (process === null || process.inFront) return process === null
    process.killed()
    this.#host.timers.cancel(process.pid)
    installed.process = null
    this.overlays = this.overlays.filter(overlay => overlay.owner !== name)
    event(
      { logs: this.#host.logs, nowMs: this.#host.timers.now },
      'am_kill',
      `[0,${process.pid},${name},900,kill background]`,
    )
    return true
  }

  clearData(name: string): void {
    this.stop(name)
    const { record } = this.get(name)
    record.persist.clear()
    record.granted.clear()
    record.launches = 0
  }

  home(): void {
    this.#leaveFront()
    this.front = { is: 'launcher' }
    this.#behind = []
  }

  showRecents(): void {
    this.#leaveFront()
    this.front = { is: 'recents' }
    this.#behind = []
  }

  /** Opens an app of the phone or of a file over what is in front. */
  open(name: string): void {
    if (this.installed.has(name)) {
      if (name !== this.front) this.#behind.push(this.front)
      this.resume(name)
      return
    }
    const isBrowser = /browser|chrome|chromium|firefox/u.test(name)
    this.goTo(
      name === settingsPackage
        ? { is: 'settings', page: '' }
        : isBrowser
          ? { is: 'browser', address: '' }
          : { is: 'other', package: name },
    )
  }

  openLink(link: string): void {
    this.goTo({ is: 'browser', address: link })
  }

  goTo(place: SystemPlace): void {
    const from = this.front
    this.#leaveFront()
    if (typeof from === 'string' || from.is === 'settings') this.#behind.push(from)
    this.front = place
  }

  /** Back at the root of what is in front: to what opened it, else home. */
  backOut(): void {
    const below = this.#behind.pop()
    this.#leaveFront()
    if (
      typeof below === 'string' &&
      this.installed.get(below)?.process !== undefined &&
      this.installed.get(below)?.process !== null
    )
      this.#toFront(below)
    else this.front = typeof below === 'string' || below === undefined ? { is: 'launcher' } : below
  }

  configured(): void {
    this.process?.configured()
  }

  dismissOverlay(overlay: SystemOverlay): void {
    this.overlays = this.overlays.filter(other => other !== overlay)
  }

  // --- inner

  #begin(installed: Installed): void {
    const { program } = installed.app
    const name = program.package
    if (name !== this.front) this.#leaveFront()
    const pid = (this.#pid += 17)
    const process = new AppProcess(pid, installed.record, this.#processHost(installed))
    installed.process = process
    this.front = name
    this.lastFront = name
    if (this.diedOn?.package === name) this.diedOn = null
    this.#recents = [name, ...this.#recents.filter(other => other !== name)]
    this.#log('am_proc_start', `[0,${pid},10191,${name},pre-top-activity,{${name}/${name}.MainActivity}]`)
    process.begin()
    this.#log('wm_on_resume_called', `[0,${name}.MainActivity,RESUME_ACTIVITY]`)
  }

  #toFront(name: string): void {
    if (name !== this.front) this.#leaveFront()
    this.front = name
    this.lastFront = name
    this.#recents = [name, ...this.#recents.filter(other => other !== name)]
    this.installed.get(name)?.process?.toFront()
  }

  #leaveFront(): void {
    const name = this.front
    if (typeof name !== 'string') return
    this.overlays = this.overlays.filter(overlay => overlay.owner !== name || overlay.kind !== 'sheet')
    this.installed.get(name)?.process?.toBackground()
  }

  /** The process is gone; if it was in front, home is. */
  #end(installed: Installed): void {
    const { process } = installed
    if (process === null) return
    const name = installed.app.program.package
    for (const bug of process.faults) this.faultsLeft.add(bug)
    this.#host.timers.cancel(process.pid)
    installed.process = null
    this.overlays = this.overlays.filter(overlay => overlay.owner !== name)
    this.#behind = this.#behind.filter(other => other !== name)
    if (this.front === name) this.front = { is: 'launcher' }
  }

  #processHost(installed: Installed): ProcessHost {
    const host = this.#host
    const { program } = installed.app
    const name = program.package
    return {
      timers: host.timers,
      logs: host.logs,
      get network() {
        return host.network()
      },
      configuration: of => host.configuration(of),
      chance: () => host.chance(),
      toast: words => host.toast(words),
      leave: () => {
        if (this.front === name) this.backOut()
      },
      ask: (permission, answer) => {
        const answered = (granted: boolean): void => {
          this.#drop('permission', name)
          if (granted) installed.record.granted.add(permission)
          answer(granted)
        }
        this.#put(permissionDialog(name, program.label, permission, answered))
      },
      share: words =>
        this.#put(
          shareChooser(name, words, said => {
            this.#drop('sheet', name)
            if (said !== null) host.toast(said)
          }),
        ),
      openPackage: other => this.open(other),
      copy: words => host.copy(words),
      died: reported => this.#died(installed, reported),
      hung: reported => {
        this.#report(name, reported)
        const close = (): void => {
          this.#drop('anr', name)
          this.#died(installed, null)
        }
        const wait = (): void => {
          this.#drop('anr', name)
          installed.process?.waitOn()
        }
        this.#put(notResponding(name, program.label, close, wait))
      },
      arrived: () => {
        const ms = host.nuisance?.halfBuiltMs() ?? null
        if (ms !== null) this.halfBuiltUntil = host.timers.now + ms
      },
    }
  }

  #put(overlay: SystemOverlay): void {
    const process = this.installed.get(overlay.owner)?.process
    if (process !== undefined && process !== null) process.keyboard = false
    this.overlays.push(overlay)
  }

  #drop(kind: SystemOverlay['kind'], owner: string): void {
    const at = this.overlays.findLastIndex(overlay => overlay.kind === kind && overlay.owner === owner)
    if (at !== -1) this.overlays.splice(at, 1)
  }

  #died(installed: Installed, reported: AppEvent | null): void {
    const { process } = installed
    if (process === null) return
    const name = installed.app.program.package
    process.alive = false
    this.diedOn = { package: name, screen: process.top.screen }
    if (reported !== null) this.#report(name, reported)
    this.#end(installed)
  }

  #report(name: string, reported: AppEvent): void {
    this.reports.push({ number: this.#host.logs.newest, package: name, event: reported })
    if (this.reports.length > 500) this.reports.shift()
  }

  #log(tag: string, text: string): void {
    event({ logs: this.#host.logs, nowMs: this.#host.timers.now }, tag, text)
  }
}
