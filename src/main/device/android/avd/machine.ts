// One AVD as a device that can be off: takes orders, one at a time, each written down before it is done; follows a boot
// through its stages; sees when its emulator ends, and starts it once again after a crash.
import { firstBootLines } from '#main/device/android/avd/first-boot.ts'
import { followBoot } from '#main/device/android/avd/boot-run.ts'
import { beginBoot, wordsOfBoot, type StageTimes } from '#main/device/android/avd/boot-stages.ts'
import type { EmulatorHost } from '#main/device/android/avd/host.ts'
import { blankNote, type Note, type Notes } from '#main/device/android/avd/note.ts'
import { removeAvd, snapshotMs, type Avd } from '#main/device/android/avd/places.ts'
import { afterCrash, mustBootCold, resumed } from '#main/device/android/avd/recovery.ts'
import type { Discovered } from '#main/device/android/parse/discovery.ts'
import type { LeftRunning } from '#main/sys/exec.ts'
import { sleep } from '#shared/base/abort.ts'
import { LiveValue } from '#shared/base/live.ts'
import { Refusal, refusalOf } from '#shared/base/refusal.ts'
import type { PowerOrder } from '#shared/domain/device.ts'

export interface MachineTimes {
  readonly stages: StageTimes
  readonly pollMs: number
  /** For the snapshot to be saved; then it is ended. */
  readonly stopMs: number
  readonly endMs: number
}

export type AvdState =
  | { readonly is: 'off'; readonly words: string | null }
  | { readonly is: 'booting'; readonly words: string }
  | { readonly is: 'stopping'; readonly words: string }
  | { readonly is: 'on'; readonly run: Discovered }
  | { readonly is: 'failed'; readonly why: string }

export interface MachineWorld {
  readonly host: EmulatorHost
  readonly notes: Notes
  readonly times: MachineTimes
  /** What adb's list says of an emulator: null where it is not in it, `why` null where it can be used. */
  adb(serial: string): { readonly why: string | null } | null
  /** Its files are gone. */
  removed(id: string): void
  /** Aborts when the hub closes: what is under way stays written down, and emulators live on. */
  readonly closing: AbortSignal
}

interface Working {
  readonly order: PowerOrder
  readonly stop: AbortController
  readonly done: Promise<string>
}

/** How a boot came to be, for its words. */
type From = 'snapshot' | 'cold' | 'running'

/** Of a program that a signal ended, as a shell tells it. */
const signalCode = 128

export class AvdMachine {
  avd: Avd
  readonly state = new LiveValue<AvdState>({ is: 'off', words: null })
  readonly #world: MachineWorld
  #note: Note = blankNote
  #working: Working | null = null
  /** The program that was started last, until its discovery file is there. */
  #child: LeftRunning | null = null
  #isLooking = false
  /** One that ran before we came is looked at: it may be told what one that is on may be. */
  #isAttaching = false

  constructor(avd: Avd, world: MachineWorld) {
    this.avd = avd
    this.#world = world
  }

  get orders(): readonly PowerOrder[] {
    switch (this.state.value.is) {
      case 'off':
        return ['boot', 'cold-boot', 'wipe', 'delete']
      case 'booting':
        return this.#isAttaching ? ['shut-down', 'reboot', 'wipe'] : ['shut-down']
      case 'stopping':
        return []
      case 'on':
        return ['shut-down', 'reboot', 'wipe']
      case 'failed':
        return ['reboot', 'wipe', 'delete']
    }
  }

  /** Reads what is known of it and goes on with what a hub that died had begun. */
  async begin(): Promise<void> {
    this.#note = await this.#world.notes.of(this.avd.id)
    const { failed, doing } = this.#note
    if (failed !== null) this.state.set({ is: 'failed', why: failed })
    const run = await this.#world.host.runningOf(this.avd)
    if (run === null && doing?.step === 'starting') await this.#findChild()
    const left = resumed(this.#note, run !== null || this.#child !== null)
    switch (left.is) {
      case 'nothing':
        if (run !== null && failed === null) this.#attach()
        return
      case 'done':
        await this.#write({ doing: null })
        return this.#wentOff(null)
      case 'given-up':
        await this.#write({ doing: null })
        return this.#wentOff(left.words)
      case 'follow':
      case 'from':
        if (doing === null || doing.order === 'create') return
        this.#inBackground(doing.order, left.is === 'follow' ? 'starting' : left.step)
    }
  }

  /** Answers in words when it is done. */
  async order(order: PowerOrder): Promise<string> {
    const { name } = this.avd.config
    if (!this.orders.includes(order))
      throw new Refusal('busy', `${name} cannot be told to ${wordsOfOrder[order]} now.`, {
        hint:
          this.orders.length === 0
            ? 'Wait until it is off.'
            : `It can be told to ${this.orders.map(one => wordsOfOrder[one]).join(', ')}.`,
      })
    const working = this.#working
    if (working !== null) {
      working.stop.abort(new Refusal('superseded', `${name} was told to ${wordsOfOrder[order]} while it was starting.`))
      await working.done.catch(() => undefined)
    }
    return this.#work(order, order === 'boot' || order === 'cold-boot' ? 'starting' : 'stopping')
  }

  /** What runs of it now, asked every so often: it may be started and ended by others. */
  async look(run: Discovered | null): Promise<void> {
    if (this.#working !== null || this.#isLooking) return
    const state = this.state.value
    this.#isLooking = true
    try {
      if (run !== null && (state.is === 'off' || (state.is === 'on' && state.run.pid !== run.pid))) this.#attach()
      else if (run === null && state.is === 'on') await this.#ended(state.run)
    } finally {
      this.#isLooking = false
    }
  }

  /** When what ran before we came can be used, or cannot. */
  async attached(): Promise<void> {
    if (this.#isAttaching) await this.#working?.done.catch(() => undefined)
  }

  // --- orders

  #attach(): void {
    this.#inBackground('boot', 'starting')
    this.#isAttaching = true
    this.#says(wordsOfBoot(beginBoot(0), 'running'))
  }

  #inBackground(order: PowerOrder, step: 'stopping' | 'starting' | 'removing' | 'configuring'): void {
    // What came of it is told by the state, in words.
    this.#work(order, step).catch(() => undefined)
  }

  #work(order: PowerOrder, step: string): Promise<string> {
    this.#isAttaching = false
    // Told before anything is waited for: from here on other orders are refused.
    if (step === 'starting') this.#says('Starting the emulator.')
    else this.state.set({ is: 'stopping', words: stoppingWords[order] })
    const stop = new AbortController()
    const signal = AbortSignal.any([stop.signal, this.#world.closing])
    const done = this.#done(order, step, signal).finally(() => {
      if (this.#working?.stop === stop) {
        this.#working = null
        this.#isAttaching = false
      }
    })
    this.#working = { order, stop, done }
    return done
  }

  async #done(order: PowerOrder, step: string, signal: AbortSignal): Promise<string> {
    try {
      return await this.#do(order, step, signal)
    } catch (thrown) {
      // A hub that closes leaves the order written down; one that was called off is followed by the order that did so.
      if (signal.aborted) throw thrown
      const { words, hint } = refusalOf(thrown)
      await this.#write({ doing: null })
      if (this.state.value.is !== 'failed') this.#wentOff(hint === null ? words : `${words} ${hint}`)
      throw thrown
    }
  }

  async #do(order: PowerOrder, step: string, signal: AbortSignal): Promise<string> {
    switch (order) {
      case 'boot':
      case 'cold-boot':
        return this.#boot(order, order === 'cold-boot', signal)
      case 'shut-down':
        return this.#shutDown(signal)
      case 'reboot':
        if (step === 'stopping') await this.#stop(order, signal)
        return this.#boot(order, true, signal)
      case 'wipe':
        return this.#wipe(step, signal)
      case 'delete':
        return this.#delete(step, signal)
    }
  }

  async #shutDown(signal: AbortSignal): Promise<string> {
    await this.#stop('shut-down', signal)
    await this.#write({ doing: null, failed: null })
    const isSaved = !(await this.#bootsCold())
    this.#wentOff(isSaved ? null : 'It is off and no snapshot was saved: its next boot is cold.')
    return `${this.avd.config.name} is off. ${isSaved ? 'Its snapshot was saved.' : 'No snapshot was saved: its next boot is cold.'}`
  }

  /** One that is off is emptied as it boots next. */
  async #wipe(step: string, signal: AbortSignal): Promise<string> {
    if (step === 'stopping') {
      const isRunning = (await this.#world.host.runningOf(this.avd)) !== null
      await this.#write({ wipeNext: true, failed: null })
      if (!isRunning) {
        this.#wentOff('It is off and will be empty when it boots.')
        return `${this.avd.config.name} is off and will be empty when it boots.`
      }
      await this.#stop('wipe', signal)
    }
    return this.#boot('wipe', true, signal)
  }

  async #delete(step: string, signal: AbortSignal): Promise<string> {
    if (step === 'stopping') await this.#stop('delete', signal)
    const { pointer, folder, id, config } = this.avd
    await this.#write({ doing: doingNow('delete', 'removing'), remove: { pointer, folder } })
    await removeAvd({ pointer, folder })
    await this.#world.notes.forget(id)
    this.#world.removed(id)
    return `${config.name} was deleted.`
  }

  async #stop(order: PowerOrder, signal: AbortSignal): Promise<void> {
    const { host, times } = this.#world
    const run = await host.runningOf(this.avd)
    await this.#write({ doing: doingNow(order, 'stopping') })
    if (run === null) return this.#endChild()
    this.#child = null
    await host.kill(run, signal)
    if (await this.#isGone(run, times.stopMs, signal)) return
    for (const name of ['SIGTERM', 'SIGKILL'] as const) {
      host.end(run, name)
      if (await this.#isGone(run, times.endMs, signal)) return host.clearStale()
    }
    throw new Refusal('outcome-unknown', `${this.avd.config.name} does not end, whatever it is told.`, {
      hint: `End the process ${run.pid} yourself.`,
    })
  }

  /** Called off before it had written its discovery file. */
  async #endChild(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (child === null) return
    this.#world.host.endProgram(child.pid)
    await Promise.race([child.ended, sleep(this.#world.times.endMs)])
  }

  async #isGone(run: Discovered, ms: number, signal: AbortSignal): Promise<boolean> {
    const { host, times } = this.#world
    const until = performance.now() + ms
    while (await host.isAlive(run)) {
      if (performance.now() > until) return false
      await sleep(times.pollMs, signal)
    }
    return true
  }

  // --- booting

  async #boot(order: PowerOrder, isCold: boolean, signal: AbortSignal): Promise<string> {
    const { host } = this.#world
    // Never a second one of the same: one that runs is followed instead.
    if (this.#child !== null || (await host.runningOf(this.avd)) !== null) return this.#follow(order, 'running', signal)
    const wipe = this.#note.wipeNext
    const cold = isCold || wipe || (await this.#bootsCold())
    const last = this.#note.run
    // The last run's process number says nothing from here on.
    const run = last === null ? null : { ...last, pid: null }
    await this.#write({ doing: doingNow(order, 'starting'), failed: null, run })
    const from = cold || (await snapshotMs(this.avd)) === null ? 'cold' : 'snapshot'
    this.#says(wordsOfBoot(beginBoot(0), from))
    const sinceMs = Date.now()
    this.#child = await host.start(this.avd, { cold, wipe }, signal)
    await this.#write({ run: { pid: this.#child.pid, sinceMs, byUs: true } })
    return this.#follow(order, from, signal)
  }

  async #follow(order: PowerOrder, from: From, signal: AbortSignal): Promise<string> {
    const { name } = this.avd.config
    const { host, times } = this.#world
    const end = await followBoot(
      {
        avd: this.avd,
        host,
        child: this.#child,
        from,
        times,
        adb: serial => this.#world.adb(serial),
        onWords: words => this.#says(words),
        onRun: run => this.#sawRun(run, order),
        needsSetUp: () => this.#note.setUp === 'to do',
        setUp: (run, late) => this.#setUp(run, late),
      },
      signal,
    )
    switch (end.is) {
      case 'booted':
        await this.#write({ doing: null, failed: null })
        this.state.set({ is: 'on', run: end.run })
        return `${name} has booted, in ${(end.tookMs / 1000).toFixed(1)} s.`
      case 'late':
        await this.#fail(`${end.why} ${end.hint}`)
        throw new Refusal('outcome-unknown', `${name} did not boot: ${end.why}`, { hint: end.hint })
      case 'not started':
        return this.#didNotStart(end.code, signal)
      case 'gone':
        if (await host.leftItsFile(end.run)) return this.#again(signal)
        await this.#write({ doing: null })
        throw new Refusal('failed', `${name} was closed while it was starting.`, { hint: 'Boot it again.' })
    }
  }

  async #sawRun(run: Discovered, order: PowerOrder): Promise<void> {
    const known = this.#note.run
    const isOurs = this.#child !== null || this.#note.doing?.step === 'starting' || this.#note.doing?.step === 'waiting'
    const byUs = known?.pid === run.pid ? known.byUs : isOurs
    const sinceMs = known !== null && (known.pid === run.pid || byUs) ? known.sinceMs : Date.now()
    await this.#write({
      doing: doingNow(order, 'waiting'),
      run: { pid: run.pid, sinceMs, byUs },
      // From here on it has been emptied.
      ...(this.#note.wipeNext
        ? { wipeNext: false, setUp: this.#note.setUp === 'not ours' ? 'not ours' : 'to do' }
        : {}),
    })
    this.#child = null
  }

  /** A program that a hub which died had started, and that has not said yet how it is reached. */
  async #findChild(): Promise<void> {
    const pid = this.#note.run?.pid ?? null
    if (pid !== null) this.#child = await this.#world.host.leftRunning(pid, this.#world.closing)
  }

  async #setUp(run: Discovered, signal: AbortSignal): Promise<void> {
    for (const line of firstBootLines) await this.#world.host.shell(run, line, signal)
    await this.#write({ setUp: 'done' })
  }

  async #didNotStart(code: number | null, signal: AbortSignal): Promise<string> {
    this.#child = null
    const { words, hint } = await this.#world.host.why(this.avd, code)
    // Without a reason that would hold the next time as well, a crash is met as one of a running emulator.
    if (hint === null && (code === null || code >= signalCode)) return this.#again(signal)
    await this.#fail(hint === null ? words : `${words} ${hint}`)
    throw new Refusal('failed', `${this.avd.config.name} did not start: ${words}`, hint === null ? {} : { hint })
  }

  async #fail(why: string): Promise<void> {
    await this.#write({ doing: null, failed: why })
    this.state.set({ is: 'failed', why })
  }

  // --- ends nobody here asked for

  async #again(signal: AbortSignal): Promise<string> {
    if (await this.#mayBootAgain()) return this.#boot('boot', false, signal)
    throw new Refusal('failed', `${this.avd.config.name} failed: ${crashedTwice}`)
  }

  async #ended(run: Discovered): Promise<void> {
    const isCrash = await this.#world.host.leftItsFile(run)
    if (!isCrash) {
      const isSaved = !(await this.#bootsCold())
      return this.#wentOff(isSaved ? null : 'It was closed and no snapshot was saved: its next boot is cold.')
    }
    if (this.#note.run?.byUs !== true) {
      await this.#world.host.clearStale()
      return this.#wentOff('It crashed. Its next boot is cold.')
    }
    if (await this.#mayBootAgain()) this.#inBackground('boot', 'starting')
  }

  /** After a crash: once again, unless the last one was just before it; then it is left failed. */
  async #mayBootAgain(): Promise<boolean> {
    await this.#world.host.clearStale()
    const nowMs = Date.now()
    const verdict = afterCrash(this.#note.crashedMs, nowMs)
    await this.#write({ crashedMs: nowMs })
    if (verdict === 'failed') await this.#fail(crashedTwice)
    else this.#says('It crashed and is started once again.')
    return verdict === 'boot-again'
  }

  #says(words: string): void {
    const { value } = this.state
    if (value.is !== 'booting' || value.words !== words) this.state.set({ is: 'booting', words })
  }

  #wentOff(words: string | null): void {
    this.state.set({ is: 'off', words })
  }

  async #bootsCold(): Promise<boolean> {
    return mustBootCold(this.#note.run?.sinceMs ?? null, await snapshotMs(this.avd))
  }

  async #write(change: Partial<Note>): Promise<void> {
    this.#note = { ...this.#note, ...change }
    await this.#world.notes.write(this.avd.id, this.#note)
  }
}

const crashedTwice = 'It crashed twice within 5 minutes. Reboot it to try once more.'

const saving = 'Shutting down; its snapshot is being saved.'
const stoppingWords: Readonly<Record<PowerOrder, string>> = {
  boot: saving,
  'cold-boot': saving,
  'shut-down': saving,
  reboot: saving,
  wipe: 'Emptying it.',
  delete: 'Its files are being removed.',
}

const doingNow = (order: PowerOrder, step: NonNullable<Note['doing']>['step']): Note['doing'] => ({
  order,
  step,
  sinceMs: Date.now(),
})

export const wordsOfOrder: Readonly<Record<PowerOrder, string>> = {
  boot: 'boot',
  'cold-boot': 'boot cold',
  'shut-down': 'shut down',
  reboot: 'reboot',
  wipe: 'be emptied',
  delete: 'be deleted',
}
