// Numbers, times and states in words, one way everywhere.
import type { DeviceTile, InboxRow, NightLine, StepLine } from '#shared/protocol/shapes.ts'

/** 1842 is "1 842", with a space that does not break. */
export const grouped = (n: number): string => String(n).replaceAll(/\B(?=(\d{3})+$)/gu, '\u202f')

export const counted = (n: number, one: string, many: string = `${one}s`): string =>
  `${grouped(n)} ${n === 1 ? one : many}`

export function durationWords(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return `${Math.max(1, Math.round(ms / 1000))} s`
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return rest === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${rest} min`
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const longDayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })
const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString()

export const timeWords = (iso: string): string => timeFormat.format(new Date(iso))
export const longDayWords = (iso: string): string => longDayFormat.format(new Date(iso))

/** "01:12" of today, "29 Nov" of another day. */
export function whenWords(iso: string, now: Date = new Date()): string {
  const at = new Date(iso)
  return isSameDay(at, now) ? timeFormat.format(at) : dayFormat.format(at)
}

/** "today 01:12", "29 Nov 01:12". */
export function momentWords(iso: string, now: Date = new Date()): string {
  const at = new Date(iso)
  return `${isSameDay(at, now) ? 'today' : dayFormat.format(at)} ${timeFormat.format(at)}`
}

/** "2/2" is "2 of 2". */
export const reproducedWords = (reproduced: string): string => reproduced.replace('/', ' of ')

export const stateWords: Readonly<Record<DeviceTile['state'], string>> = {
  live: 'Live',
  off: 'Off',
  booting: 'Starting',
  asleep: 'Asleep',
  lost: 'Lost',
  'needs-you': 'Needs you',
}

export function controlWords(control: DeviceTile['control']): string {
  if (control === null) return 'Nobody has control'
  if (control.yours) return 'You have control'
  if (control.kind === 'person') return 'Someone else has control'
  return control.kind === 'night' ? 'A night has control' : 'An agent has control'
}

export const endedWords: Readonly<Record<NonNullable<NightLine['ended_by']>, string>> = {
  answer: 'all cards were done',
  budget: 'all steps were used',
  time: 'the time was up',
  stuck: 'nothing new came up',
  model: 'the model did not answer',
  device: 'the device was lost',
  cost: 'the budget was used up',
  stopped: 'stopped by a person',
}

export const severityWords: Readonly<Record<InboxRow['severity'], string>> = {
  high: 'high',
  medium: 'medium',
  low: 'low',
}

export const statusWords: Readonly<Record<InboxRow['status'], string>> = {
  new: 'New',
  seen: 'Still open',
  regressed: 'Regressed',
  crash_log: 'From the crash log',
  declined: 'Declined',
  snoozed: 'Snoozed',
  gone: 'Gone',
  accepted: 'Accepted',
  duplicate: 'Duplicate',
}

const conditions: Readonly<Record<string, string>> = {
  dark: 'dark mode',
  big_text: 'large text',
  rtl: 'right to left',
  offline: 'offline',
  slow: 'slow network',
  landscape: 'on its side',
  background: 'to the background and back',
}

/** "dark mode", "in de". */
export function conditionWords(condition: string): string {
  if (condition.startsWith('locale:')) return `in ${condition.slice('locale:'.length)}`
  return conditions[condition] ?? condition
}

/** "Tap “Save”: landed" is only "landed" beside its own words. */
export const outcomeWords = (step: StepLine): string =>
  step.outcome.startsWith(`${step.words}: `) ? step.outcome.slice(step.words.length + 2) : step.outcome

export const nightTitle = (night: NightLine): string =>
  night.app_label === '' ? 'A night' : `${night.app_label} ${night.build}`.trim()
