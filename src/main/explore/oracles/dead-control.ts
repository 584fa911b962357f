// A control that does nothing when tapped twice (#8), as a pure decider over the looks of the probe.
// Forms that wait for input, chosen tabs, covered and transient things, and taps not proven to land raise nothing.
import { isSpinner } from '#main/explore/looks.ts'
import type { AppEvent, Observation, Receipt } from '#shared/domain/device.ts'
import { isEditable, type Element } from '#shared/domain/element.ts'
import { widthOf, heightOf } from '#shared/domain/geometry.ts'
import type { Candidate } from '#shared/domain/night.ts'
import { candidateOf, onScreen, quoted, type Where } from '#main/explore/oracles/oracle-input.ts'
import { coverOf } from '#main/explore/oracles/overlap.ts'
import { sameLook } from '#main/explore/oracles/same-look.ts'
import {
  dpOf,
  hasOwnText,
  isEnabled,
  isInFront,
  isInRow,
  isOpaque,
  isProgress,
  isSubmit,
  isTransient,
  isUnderKeyboard,
  nodesOf,
} from '#main/explore/oracles/tree-reading.ts'
import { wordsOfElement } from '#shared/domain/element.ts'

export interface DeadControlInput extends Where {
  readonly app: string
  /** Settled, with nothing under way; then the first tap, `after1`, the second tap at the same point, `after2`. */
  readonly before: Observation
  readonly after1: Observation
  readonly after2: Observation
  /** 2 to 4 s after `after2` without input: catches taps that land late; null where not taken. */
  readonly later: Observation | null
  /** The element tapped, out of `before`. */
  readonly element: Element
  readonly receipts: readonly Receipt[]
  readonly events: readonly AppEvent[]
  /** Another input on this screen changed something in this mission: taps do land here. */
  readonly othersWork: boolean
  /** This control did something before in this mission. */
  readonly workedBefore: boolean
  /** For the button of a form: whether what its fields hold should be accepted. */
  readonly form: 'none' | 'valid' | 'invalid' | 'unknown'
}

/** Whether a control is worth the probe at all; the same guards as the decider's. */
export function mayBeDead(before: Observation, app: string, element: Element): boolean {
  const tree = before.tree
  if (tree === null || !isInFront(before, app) || before.secure) return false
  if (!element.clickable || !isEnabled(tree, element) || isEditable(element) || element.checkable) return false
  if (
    element.selected ||
    isOpaque(element) ||
    isProgress(element) ||
    /SeekBar|Slider|RatingBar/.test(element.className)
  )
    return false
  if (isTransient(tree, element) || isUnderKeyboard(before, element.bounds) || coverOf(before, tree, element) !== null)
    return false
  if (nodesOf(before, app).some(node => isTransient(tree, node))) return false
  const hasSelectedSibling = tree.nodes.some(
    node => node.parent === element.parent && node.selected && node.text !== '' && node.text === element.text,
  )
  return !hasSelectedSibling && dpOf(before, Math.min(widthOf(element.bounds), heightOf(element.bounds))) >= 8
}

export async function deadControl(input: DeadControlInput): Promise<readonly Candidate[]> {
  const { before, after1, after2, later, element, app } = input
  const tree = before.tree
  if (tree === null || !mayBeDead(before, app, element)) return []
  if (input.events.length > 0 || !input.othersWork) return []
  if (
    input.receipts.some(
      receipt => !receipt.sent || receipt.reached === false || receipt.changed === true || receipt.refusal !== null,
    )
  )
    return []
  if (isSubmit(tree, element) && input.form !== 'valid') return []
  // It works in some state: on a form the state may be what is missing.
  if (input.workedBefore && tree.nodes.some(node => isEditable(node))) return []
  if (nodesOf(before, app).some(isSpinner)) return []
  const looks = [after1, after2, ...(later === null ? [] : [later])]
  const idle = later === null ? [] : [after2, later]
  for (const look of looks) if (look.foreground.package !== app || look.foreground.overlay !== null) return []
  for (const look of looks) if (!(await sameLook(before, look, idle))) return []
  const words = wordsOfElement(tree, element)
  const row = isInRow(tree, element)
  const own = hasOwnText(element) || element.desc !== '' || words !== ''
  if (!own && !/Button/.test(element.className)) return []
  return [
    candidateOf(input, {
      check: 'dead_control',
      observation: after2,
      tree,
      element,
      title: `${quoted(words, '', 'A control')} does nothing when tapped${onScreen(input)}`,
      why: `Tapped twice at the same point${row ? ' of the row' : ''}: picture and tree are as before${later === null ? '' : `, also ${((later.at - after2.at) / 1000).toFixed(1)} s later`}.`,
      whyNotNoise:
        'The control is enabled, visible, uncovered and not chosen already; other taps on this screen do work; clock and moving decoration are masked; no message was shown.',
    }),
  ]
}
