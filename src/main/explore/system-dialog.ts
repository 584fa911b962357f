// Windows of the system over the app (permission, "not responding", a chooser) and what to answer. Pure.
import type { Observation } from '#shared/domain/device.ts'
import { shortId, type Element } from '#shared/domain/element.ts'
import type { Action } from '#shared/domain/night.ts'
import { targetOf } from '#main/explore/targets.ts'

/** What is over the app, in words; null when nothing of the system is. */
export function dialogOf(observation: Observation, app: string): string | null {
  const { foreground, tree } = observation
  if (/permissioncontroller|packageinstaller/.test(foreground.package)) return 'Permission question'
  if (foreground.overlay !== null && /Not Responding|isn't responding/i.test(foreground.overlay))
    return 'Not responding'
  if (foreground.overlay !== null && /Application Error|keeps stopping|has stopped/i.test(foreground.overlay))
    return 'Crash message'
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
  for (const words of wanted) {
    const button = buttons.find(node => words.test(`${shortId(node.id)} ${node.text}`.toLowerCase()))
    if (button !== undefined) return tap(button)
  }
  return { kind: 'back' }
  function tap(button: Element): Action {
    return { kind: 'tap', target: targetOf(tree ?? { nodes: [], rotation: 0 }, button, null) }
  }
}

const allowing = [
  /permission_allow_foreground/,
  /permission_allow_button/,
  /while using/,
  /^(?!.*(don.?t|deny|not)).*allow/,
]
const denying = [/permission_deny_button/, /deny|don.?t allow/]
const closing = [/aerr_close/, /close app/, /\bclose\b/]
