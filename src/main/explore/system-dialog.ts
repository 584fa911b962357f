// Windows of the system over the app (permission, "not responding", a chooser) and what to answer. Pure.
import type { Observation } from '#shared/domain/device.ts'
import { shortId, wordsOfElement, type Element } from '#shared/domain/element.ts'
import type { Action } from '#shared/domain/night.ts'
import { targetOf } from '#main/explore/targets.ts'

const notResponding =
  /Not Responding|isn.t responding|reagiert nicht|ne répond pas|no responde|لا يستجيب|応答していません/iu
const hasStopped =
  /Application Error|keeps stopping|has stopped|wurde beendet|wird wiederholt beendet|s.est arrêté|s.arrête|se detuvo|se ha detenido|توقف|停止しました|繰り返し停止/iu

/** What is over the app, in words; null when nothing of the system is. */
export function dialogOf(observation: Observation, app: string): string | null {
  const { foreground, tree } = observation
  if (/permissioncontroller|packageinstaller/.test(foreground.package)) return 'Permission question'
  if (foreground.overlay !== null && notResponding.test(foreground.overlay)) return 'Not responding'
  if (foreground.overlay !== null && hasStopped.test(foreground.overlay)) return 'Crash message'
  const windows = new Set((tree?.nodes ?? []).map(node => node.package).filter(name => name !== '' && name !== app))
  for (const name of windows) {
    if (/permissioncontroller|packageinstaller/.test(name)) return 'Permission question'
    if (name === 'android' && (tree?.nodes ?? []).every(node => node.package !== app)) {
      const ids = (tree?.nodes ?? []).map(node => shortId(node.id))
      if (ids.some(id => id.startsWith('aerr_'))) return 'Not responding'
    }
  }
  return null
}

/** Permission: allow or deny by turns. Not responding, or a crash message: close the app. Else Back. */
export function answerTo(observation: Observation, app: string, allow: boolean): Action {
  const tree = observation.tree
  if (tree === null) return { kind: 'back' }
  const buttons = tree.nodes.filter(node => node.clickable && node.enabled && node.package !== app)
  const wanted = dialogOf(observation, app) === 'Permission question' ? (allow ? allowing : denying) : closing
  const button =
    firstOf(wanted.ids, buttons, node => shortId(node.id)) ??
    firstOf(wanted.words, buttons, node => wordsOfElement(tree, node).toLowerCase())
  return button === null ? { kind: 'back' } : { kind: 'tap', target: targetOf(tree, button, null) }
}

function firstOf(
  wanted: readonly RegExp[],
  buttons: readonly Element[],
  of: (node: Element) => string,
): Element | null {
  for (const words of wanted) {
    const button = buttons.find(node => words.test(of(node)))
    if (button !== undefined) return button
  }
  return null
}

/** Ids hold in every language; words are for makers who gave their buttons other ids. */
interface Wanted {
  readonly ids: readonly RegExp[]
  readonly words: readonly RegExp[]
}

const refusing =
  /\b(don.?t|do not|not|deny|never|refuse|nicht|ablehnen|verweigern|nie|pas|refuser|jamais|no|denegar|rechazar|nunca)\b|رفض|عدم|لا تسمح|許可しない|拒否/u
const without = (words: RegExp): RegExp => new RegExp(`^(?!.*(?:${refusing.source})).*(?:${words.source})`, 'u')

const allowing: Wanted = {
  ids: [/^permission_allow_foreground/, /^permission_allow_button$/, /^permission_allow_one_time_button$/],
  words: [
    without(
      /\bwhile (using|in use)|während der nutzung|bei nutzung|lorsque vous utilisez|pendant l.utilisation|mientras|أثناء استخدام|使用中/u,
    ),
    without(/\b(allow|zulassen|erlauben|autoriser|permitir)\b|السماح|سماح|許可/u),
  ],
}
const denying: Wanted = {
  ids: [/^permission_deny_button$/, /^permission_deny/, /^permission_no_upgrade/],
  words: [refusing],
}
const closing: Wanted = {
  ids: [/^aerr_close$/],
  words: [
    /\bclose app\b|app schließen|fermer l.appli|cerrar (la )?app|إغلاق التطبيق|アプリを閉じる/u,
    /\b(close|schließen|fermer|cerrar)\b|إغلاق|閉じる/u,
  ],
}
