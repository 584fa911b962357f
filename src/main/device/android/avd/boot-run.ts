// Follows one boot to its end: asks the emulator and its Android what the stage it is in asks for, again and again, and
// answers what came of it. Starts and ends nothing.
import {
  beginBoot,
  bootStep,
  wordsOfBoot,
  type BootEvent,
  type BootStage,
  type Booting,
  type StageTimes,
} from '#main/device/android/avd/boot-stages.ts'
import type { EmulatorHost } from '#main/device/android/avd/host.ts'
import type { Avd } from '#main/device/android/avd/places.ts'
import type { Discovered } from '#main/device/android/parse/discovery.ts'
import type { LeftRunning } from '#main/sys/exec.ts'
import { sleep } from '#shared/base/abort.ts'
import { wordsOf } from '#shared/base/refusal.ts'

export interface BootRun {
  readonly avd: Avd
  readonly host: EmulatorHost
  /** The program that was started for it; null where it ran already. */
  readonly child: LeftRunning | null
  readonly from: 'snapshot' | 'cold' | 'running'
  readonly times: { readonly stages: StageTimes; readonly pollMs: number }
  /** What adb's list says of it: null where it is not in it, `why` null where it can be used. */
  adb(serial: string): { readonly why: string | null } | null
  onWords(words: string): void
  /** Once, when it says how it is reached. */
  onRun(run: Discovered): Promise<void>
  /** Whether its settings after a first boot are still to be made; then `setUp` makes them. */
  needsSetUp(): boolean
  setUp(run: Discovered, signal: AbortSignal): Promise<void>
}

export type BootEnd =
  | { readonly is: 'booted'; readonly run: Discovered; readonly tookMs: number }
  | { readonly is: 'late'; readonly why: string; readonly hint: string }
  /** Its program ended before it said how it is reached. */
  | { readonly is: 'not started'; readonly code: number | null }
  /** It was there and is gone. */
  | { readonly is: 'gone'; readonly run: Discovered }

const wakeKey = 'input keyevent 224'

export async function followBoot(boot: BootRun, signal: AbortSignal): Promise<BootEnd> {
  const { avd, host, child, from, times } = boot
  const end: { code: number | null | undefined } = { code: undefined }
  void child?.ended.then(code => {
    end.code = code
  })
  let run: Discovered | null = null
  let booting: Booting = beginBoot(Date.now())
  let trouble: string | null = null
  for (;;) {
    signal.throwIfAborted()
    const seen = await host.runningOf(avd)
    if (seen === null && run !== null) return { is: 'gone', run }
    if (seen === null && end.code !== undefined) return { is: 'not started', code: end.code }
    if (seen !== null && run === null) {
      run = seen
      await boot.onRun(run)
    }
    // A stage in which there is nothing to do is not told.
    if (booting.stage !== 'set-up' || boot.needsSetUp()) boot.onWords(wordsOfBoot(booting, from))
    const { event, why } = run === null ? nothing : await look(boot, booting.stage, run, signal)
    trouble = why ?? trouble
    for (const one of [...(event === null ? [] : [event]), { is: 'time' } as const]) {
      const step = bootStep(booting, one, Date.now(), times.stages)
      if (step.is === 'booted' && run !== null) return { is: 'booted', run, tookMs: step.tookMs }
      if (step.is === 'late')
        return { is: 'late', why: trouble === null ? step.why : `${step.why} ${trouble}`, hint: step.hint }
      if (step.is !== 'goes-on') continue
      if (step.booting.stage !== booting.stage) trouble = null
      booting = step.booting
    }
    await sleep(times.pollMs, signal)
  }
}

interface Seen {
  readonly event: BootEvent | null
  readonly why: string | null
}
const nothing: Seen = { event: null, why: null }

/** A question that fails is no answer yet: the stage's time decides. */
async function look(boot: BootRun, stage: BootStage, run: Discovered, signal: AbortSignal): Promise<Seen> {
  try {
    return { event: await asked(boot, stage, run, signal), why: null }
  } catch (thrown) {
    signal.throwIfAborted()
    return { event: null, why: wordsOf(thrown) }
  }
}

async function asked(boot: BootRun, stage: BootStage, run: Discovered, signal: AbortSignal): Promise<BootEvent | null> {
  const { host } = boot
  const adb = boot.adb(run.serial)
  switch (stage) {
    case 'program':
      return { is: 'running' }
    case 'adb':
      return { is: 'adb', why: adb === null ? 'adb does not list it.' : adb.why }
    case 'android':
      if (adb?.why != null) return { is: 'adb', why: adb.why }
      return (await host.shell(run, 'getprop sys.boot_completed', signal)) === '1' ? { is: 'android-up' } : null
    case 'packages':
      return (await host.shell(run, 'pm path android', signal)).startsWith('package:') ? { is: 'packages-up' } : null
    case 'set-up':
      if (boot.needsSetUp()) await boot.setUp(run, signal)
      return { is: 'set-up' }
    case 'picture': {
      const shows = await host.shows(run, signal)
      if (shows === 'nothing') await host.shell(run, wakeKey, signal)
      return { is: 'picture', shows }
    }
  }
}
