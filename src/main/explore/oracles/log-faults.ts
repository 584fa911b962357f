// What the platform's own log says: crash, native crash, ANR; and leaving the app without a crash. Asked at every step.
// A crash record seen before (the same process and time) is not told twice; other apps' never reach here.
import type { AppEvent } from '#shared/domain/device.ts'
import type { Action, Candidate } from '#shared/domain/night.ts'
import { sameTree } from '#main/explore/looks.ts'
import {
  candidateOf,
  onScreen,
  quoted,
  type Oracle,
  type OracleInput,
  type Where,
} from '#main/explore/oracles/oracle-input.ts'
import { shortId } from '#shared/domain/element.ts'

export const crash: Oracle = { check: 'crash', phase: 'step', ask: async input => died(input, 'crash') }
export const nativeCrash: Oracle = {
  check: 'native_crash',
  phase: 'step',
  ask: async input => died(input, 'native_crash'),
}

function died(input: OracleInput, kind: 'crash' | 'native_crash'): readonly Candidate[] {
  return fresh(input).flatMap(event => {
    if (event.kind !== kind) return []
    const where = fromOf(input)
    return [
      candidateOf(where, {
        check: kind,
        // The look after: what died may be the screen the step had just opened.
        observation: input.now,
        title: `${deedOf(input, where)} closes the app`,
        why: `${event.type}${event.message === '' ? '' : `: ${event.message.slice(0, 200)}`} in process ${event.pid}${event.frames[0] === undefined ? '' : `, at ${event.frames[0]}`}.`,
        whyNotNoise: 'The platform logged it for this app’s own process after the last step.',
        ...aimedAt(input.action),
        signature: event.type,
        frames: event.frames,
        message: event.message,
        log: event.excerpt,
      }),
    ]
  })
}

export const anr: Oracle = {
  check: 'anr',
  phase: 'step',
  ask: async input =>
    fresh(input).flatMap(event => {
      if (event.kind !== 'anr') return []
      const where = fromOf(input)
      const culprit = firstUnanswered(input)
      return [
        candidateOf(where, {
          check: 'anr',
          observation: input.now,
          title: `${deedOf({ ...input, action: culprit }, where)} makes the app stop responding`,
          why: `The system gave up waiting for the app: ${event.reason.slice(0, 200)}.`,
          whyNotNoise: 'The event is in the platform’s log, for this app’s process, after the last step.',
          ...aimedAt(culprit),
          signature: 'ANR',
          frames: framesOf(event.excerpt, input.app),
          message: event.reason,
          log: event.excerpt,
        }),
      ]
    }),
}

/** The system tells it seconds later: the oldest input since when nothing on the screen changed any more. */
function firstUnanswered(input: OracleInput): Action | null {
  const earlier = input.history.filter(seen => seen.observation.number < input.now.number)
  let culprit = input.action
  for (let at = earlier.length - 1; at > 0; at -= 1) {
    const seen = earlier[at]
    const before = earlier[at - 1]
    if (
      seen === undefined ||
      before === undefined ||
      seen.action === null ||
      !sameTree(seen.observation, before.observation)
    )
      break
    culprit = seen.action
  }
  return culprit
}

/** Not told in an earlier step. */
function fresh(input: OracleInput): readonly AppEvent[] {
  const told = new Set(
    input.history.flatMap(seen => (seen.observation.number === input.now.number ? [] : seen.events.map(keyOf))),
  )
  return input.events.filter(event => !told.has(keyOf(event)))
}

const keyOf = (event: AppEvent): string => `${event.kind} ${event.pid} ${event.at}`

/** Frames of the main thread out of a trace, where the excerpt holds one. */
function framesOf(excerpt: string, app: string): readonly string[] {
  const frames = [...excerpt.matchAll(/^\s*at ([\w.$]+)\(/gm)].flatMap(match =>
    match[1] === undefined ? [] : [match[1]],
  )
  const root = app.split('.').slice(0, 2).join('.')
  return frames.filter(frame => frame.startsWith(`${root}.`))
}

const systemPackages =
  /^(android|com\.android\.(permissioncontroller|packageinstaller|systemui|intentresolver|documentsui|providers\..*|inputmethod\..*|settings\.intelligence)|com\.google\.android\.(permissioncontroller|packageinstaller|documentsui|gms|inputmethod\..*|intentresolver|photopicker|providers\..*))$/
const launcherPackages = /launcher|trebuchet|quickstep|\bhome\b/i
const leavingWords =
  /\b(web|site|website|browser|online|link|url|share|help|support|terms|privacy|policy|legal|licen[cs]es?|imprint|rate|review|store|play|map|maps|directions|navigate|call|phone|dial|mail|email|e-mail|contact|message|sms|settings|permission|notification|open|view|read|visit|www|download|camera|photo|picture|file|calendar|export|import|print|sign in with|teilen|öffnen|hilfe|datenschutz|einstellungen|website|karte|anrufen|partager|ouvrir|aide|abrir|compartir|ayuda)\b|http|\.com|\.org|共有|開く|ヘルプ|設定|مشاركة|فتح|مساعدة|إعدادات/iu

export const leftApp: Oracle = { check: 'left_app', phase: 'step', ask: async input => left(input) }

function left(input: OracleInput): readonly Candidate[] {
  const { before, now, app, action } = input
  const front = now.foreground.package
  if (before === null || action === null || before.foreground.package !== app || before.foreground.overlay !== null)
    return []
  if (front === app || front === '' || now.foreground.overlay !== null || systemPackages.test(front)) return []
  if (input.events.length > 0 || !couldNotMeanToLeave(action)) return []
  // A Back or Home of the step before may land late.
  const earlier =
    input.history.findLast(seen => seen.observation.number < now.number && seen.action !== action)?.action ?? null
  if (earlier !== null && !couldNotMeanToLeave(earlier)) return []
  const home = launcherPackages.test(front)
  const label = 'target' in action ? action.target.label : ''
  const names = `${label} ${'target' in action ? shortId(action.target.id).replaceAll('_', ' ') : ''}`
  if (!home && (!('target' in action) || leavingWords.test(names))) return []
  const where = fromOf(input)
  return [
    candidateOf(where, {
      check: 'left_app',
      observation: now,
      title: `${deedOf(input, where)} ${home ? 'throws you out of the app, to the home screen' : 'opens another app'}`,
      why: `${front} is in front after the step; before it was ${app}. The log has no crash.`,
      whyNotNoise: 'Nothing was done that should leave the app: no Back, no Home, no link or share control.',
      ...aimedAt(action),
      message: front,
    }),
  ]
}

function couldNotMeanToLeave(action: Action): boolean {
  switch (action.kind) {
    case 'back':
    case 'background':
    case 'relaunch':
      return false
    case 'key':
      return !['Home', 'Back', 'Recents', 'Escape', 'Power'].includes(action.key)
    case 'tap':
    case 'double_tap':
    case 'long_press':
    case 'swipe':
    case 'type':
    case 'turn':
    case 'wait':
    case 'hide_keyboard':
      return true
  }
}

/** Where the action was made; the candidate belongs there, not to what is shown after. */
export const fromOf = (input: OracleInput): Where =>
  input.from ?? { screen: input.screen, screenName: input.screenName }

function aimedAt(action: Action | null): { elementName: string; label: string; mark: null } {
  if (action === null || !('target' in action)) return { elementName: '', label: '', mark: null }
  return { elementName: shortId(action.target.id), label: action.target.label, mark: null }
}

/** `Tapping “Save” on “Add plant”`, with what was typed before where that may be why. */
export function deedOf(input: OracleInput, where: Where): string {
  const { action } = input
  if (action === null) return `Being${onScreen(where) || ' in the app'}`
  const at = onScreen(where)
  switch (action.kind) {
    case 'tap':
      return `Tapping ${named(action.target)}${typedRow(input)}${at}`
    case 'double_tap':
      return `Tapping ${named(action.target)} twice${at}`
    case 'long_press':
      return `Holding ${named(action.target)}${at}`
    case 'swipe':
      return `Swiping ${action.direction}${at}`
    case 'type':
      return `Typing ${rowWords(action.row)} into ${named(action.target)}${at}`
    case 'key':
      return `Pressing ${action.key}${at}`
    case 'back':
      return `Going back${at === '' ? '' : ` from${at.slice(3)}`}`
    case 'turn':
      return `Turning the phone${at}`
    case 'background':
      return `Leaving the app and coming back${at}`
    case 'wait':
      return `Waiting${at}`
    case 'relaunch':
      return 'Starting the app again'
    case 'hide_keyboard':
      return `Hiding the keyboard${at}`
  }
}

const named = (target: { readonly label: string; readonly id: string }): string =>
  quoted(target.label, shortId(target.id), 'a control')

function typedRow(input: OracleInput): string {
  const typed = input.history.slice(-4).findLast(seen => seen.action?.kind === 'type')?.action
  // Ordinary words were typed on most ways to a button: saying so would only mislead.
  if (typed?.kind !== 'type' || ordinary.has(typed.row)) return ''
  return typed.row === 'empty' ? ' with a field left empty' : ` after typing ${rowWords(typed.row)}`
}

/** The title of a fault that shows without typing anything: what was typed on the first way there was no part of it. */
export const titleWithoutTyping = (title: string): string =>
  title.replace(
    / (?:after typing (?:an? |only )?[A-Za-z ]*?|with a field left empty)(?= on “| closes| makes| throws| opens)/u,
    '',
  )

const ordinary: ReadonlySet<string> = new Set(['', 'valid', 'other_valid', 'keep'])

/** A class of typed text as a person would say it. */
function rowWords(row: string): string {
  const words: Readonly<Record<string, string>> = {
    empty: 'nothing',
    blanks: 'only blanks',
    emoji: 'an emoji',
    long: 'a very long text',
    right_to_left: 'Arabic text',
    quotes: 'quotation marks',
    one: 'a single character',
    negative: 'a negative number',
    zero: 'zero',
    huge: 'a huge number',
    malformed: 'something malformed',
  }
  return words[row] ?? 'text'
}
