// From the start of an emulator's program to the first picture: which stage a boot is in, by what was seen, each with its
// own time. Pure: what is seen and what time it is comes from outside.

export const bootStages = ['program', 'adb', 'android', 'packages', 'set-up', 'picture'] as const
export type BootStage = (typeof bootStages)[number]
export type StageTimes = Readonly<Record<BootStage, number>>

/** ms; a first boot of a large image on a slow disk takes minutes. */
export const usualTimes: StageTimes = {
  program: 60_000,
  adb: 120_000,
  android: 300_000,
  packages: 60_000,
  'set-up': 60_000,
  picture: 60_000,
}

export interface Booting {
  readonly stage: BootStage
  /** Of this stage. */
  readonly sinceMs: number
  readonly beganMs: number
  /** What adb says of it, in words, where it is not usable yet. */
  readonly adb: string | null
}

export type BootEvent =
  | { readonly is: 'running' }
  /** null: usable. */
  | { readonly is: 'adb'; readonly why: string | null }
  | { readonly is: 'android-up' }
  | { readonly is: 'packages-up' }
  | { readonly is: 'set-up' }
  | { readonly is: 'picture'; readonly shows: 'something' | 'one colour' | 'nothing' }
  | { readonly is: 'time' }

export type BootStep =
  | { readonly is: 'goes-on'; readonly booting: Booting }
  | { readonly is: 'booted'; readonly tookMs: number }
  | { readonly is: 'late'; readonly stage: BootStage; readonly why: string; readonly hint: string }

export const beginBoot = (nowMs: number): Booting => ({ stage: 'program', sinceMs: nowMs, beganMs: nowMs, adb: null })

/** Events of a stage that is over, or not yet reached, change nothing. */
export function bootStep(booting: Booting, event: BootEvent, nowMs: number, times: StageTimes): BootStep {
  const next = (stage: BootStage): BootStep => ({
    is: 'goes-on',
    booting: { ...booting, stage, sinceMs: nowMs, adb: null },
  })
  const after = bootStages[bootStages.indexOf(booting.stage) + 1]
  switch (event.is) {
    case 'adb':
      if (booting.stage === 'adb') return event.why === null ? next('android') : stays(booting, event.why)
      // It may go offline once more while Android starts: the wait for it begins anew.
      if (event.why !== null && booting.stage !== 'program') return next('adb')
      return stays(booting, booting.adb)
    case 'time':
      return nowMs - booting.sinceMs > times[booting.stage] ? late(booting, times) : stays(booting, booting.adb)
    case 'picture':
      if (booting.stage !== 'picture' || event.shows !== 'something') return stays(booting, booting.adb)
      return { is: 'booted', tookMs: nowMs - booting.beganMs }
    case 'running':
    case 'android-up':
    case 'packages-up':
    case 'set-up':
      return ends[event.is] === booting.stage && after !== undefined ? next(after) : stays(booting, booting.adb)
  }
}

const ends = { running: 'program', 'android-up': 'android', 'packages-up': 'packages', 'set-up': 'set-up' } as const

const stays = (booting: Booting, adb: string | null): BootStep => ({ is: 'goes-on', booting: { ...booting, adb } })

export function wordsOfBoot(booting: Booting, from: 'snapshot' | 'cold' | 'running'): string {
  switch (booting.stage) {
    case 'program':
      if (from === 'running') return 'It runs. Looking whether it can be used.'
      return from === 'snapshot' ? 'Starting the emulator from its snapshot.' : 'Starting the emulator cold.'
    case 'adb':
      return 'The emulator runs. Waiting until Android answers.'
    case 'android':
      return from === 'cold' ? 'Android is starting, usually within 20 s.' : 'Android is starting.'
    case 'packages':
      return 'Android has started. Waiting until apps can be listed.'
    case 'set-up':
      return 'Setting it up after its first boot.'
    case 'picture':
      return 'Waiting for the first picture.'
  }
}

const lateWords: Readonly<Record<BootStage, string>> = {
  program: 'The emulator did not start',
  adb: 'Android did not answer on adb',
  android: 'Android did not finish starting',
  packages: 'Android started, but could not list its apps',
  'set-up': 'Android started, but could not be set up',
  picture: 'Android started, but showed no picture',
}

function late({ stage, adb }: Booting, times: StageTimes): BootStep {
  const within = `${lateWords[stage]} within ${Math.round(times[stage] / 1000)} s.`
  return {
    is: 'late',
    stage,
    why: adb === null || stage !== 'adb' ? within : `${within} ${adb}`,
    hint: stage === 'adb' ? 'Is an adb server running? "adb start-server" starts one. Then reboot it.' : 'Reboot it.',
  }
}
