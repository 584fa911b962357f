// What a turn to landscape breaks (#25): a window that does not fill the screen, controls that went off it or under others.
// A pure decider over an upright look, the turned one and a second turned one; only what upright does not have counts.
import type { Observation } from '#shared/domain/device.ts'
import { wordsOfElement, type Element, type ElementTree } from '#shared/domain/element.ts'
import { heightOf, isEmpty, widthOf, type Rect } from '#shared/domain/geometry.ts'
import type { Candidate } from '#shared/domain/night.ts'
import { identityOf, isDialog, sameScreen } from '#main/explore/screen-identity.ts'
import { candidateOf, onScreen, quoted, type Where } from '#main/explore/oracles/oracle-input.ts'
import { coverOf, findOverlapping } from '#main/explore/oracles/overlap.ts'
import { findOffScreen } from '#main/explore/oracles/targets.ts'
import type { FindFaults } from '#main/explore/oracles/visual-faults.ts'
import {
  ancestorsOf,
  counterpart,
  isEnabled,
  isHalfBuilt,
  isInFront,
  isInRow,
  isOpaque,
  isTransient,
  nameOf,
  nodesOf,
  pxOf,
} from '#main/explore/oracles/tree-reading.ts'

interface TurnedInput extends Where {
  readonly app: string
  /** The screen upright, settled, just before the turn (or in a mission without the condition). */
  readonly upright: Observation
  readonly turned: Observation
  /** About 2 s after `turned`, nothing done between. */
  readonly later: Observation
}

/** `truncated` is the nearest check there is for what lies beyond an edge, `overlap` for what lies under something. */
interface TurnFault {
  readonly check: 'truncated' | 'overlap'
  /** Of the turned look; null: the whole window. */
  readonly element: Element | null
  readonly subject: string
  readonly what: string
  readonly why: string
}

/** Bars at the side and a notch take up to about a sixth of a small phone. */
const leastWidthShare = 0.8
const fullWidthShare = 0.98
const sliceShare = 1 / 3
const sliceDp = 24

export async function turnedLayout(input: TurnedInput): Promise<readonly Candidate[]> {
  const { upright, turned, later, app } = input
  if (later.at <= turned.at) return []
  const first = await faultsOfTurn(upright, turned, app)
  const tree = turned.tree
  if (first.length === 0 || tree === null) return []
  const again = await faultsOfTurn(upright, later, app)
  return first.filter(fault => isAmong(again, fault, tree, later.tree)).map(fault => tell(input, fault))
}

/** Whether one turned look has something worth a second look. */
export const turnSuspected = async (upright: Observation, turned: Observation, app: string): Promise<boolean> =>
  (await faultsOfTurn(upright, turned, app)).length > 0

async function faultsOfTurn(upright: Observation, turned: Observation, app: string): Promise<readonly TurnFault[]> {
  const [before, tree] = [upright.tree, turned.tree]
  if (before === null || tree === null || !isComparable(upright, app) || !isComparable(turned, app)) return []
  // An app that is locked upright stays as it is, or lies in a strip of its own shape: no fault of its layout.
  if (upright.orientation !== 'portrait' || turned.orientation !== 'landscape' || isStrip(turned, app)) return []
  const narrow = narrowWindow(upright, turned, app)
  if (narrow !== null) return [narrow]
  if (!sameScreen(identityOf(upright, app), identityOf(turned, app))) return []
  const crossed = await newly('overlap', upright, before, turned, tree, app, findOverlapping)
  return [
    ...(await newly('truncated', upright, before, turned, tree, app, findOffScreen)),
    ...slices(upright, before, turned, tree, app),
    ...(crossed.length > 0 ? crossed : await newly('overlap', upright, before, turned, tree, app, findTaken)),
  ]
}

/** Controls whose taps another one would take, whatever is drawn where they meet. */
const findTaken: FindFaults = async (look, tree, app) =>
  nodesOf(look, app).flatMap(element => {
    const cover = coverOf(look, tree, element)
    if (cover === null || isInRow(tree, element)) return []
    const nameIt = (node: Element): string => quoted(wordsOfElement(tree, node), nameOf(tree, node), 'a control')
    return [
      {
        element,
        subject: nameIt(element),
        what: `lies under ${nameIt(cover)}`,
        why: `A tap on its middle would go to ${nameIt(cover)}, which comes later and lies over it.`,
        whyNotNoise: '',
      },
    ]
  })

/** Whole, the app's, and nothing over it; a video or a page of its own may fill the screen and hide its controls. */
const isComparable = (look: Observation, app: string): boolean =>
  isInFront(look, app) &&
  !look.secure &&
  !look.keyboard.shown &&
  !isHalfBuilt(look) &&
  !isDialog(look) &&
  !nodesOf(look, app).some(isOpaque)

/** What the app's window takes of the screen. */
function windowOf(look: Observation, app: string): Rect {
  const roots = nodesOf(look, app).filter(node => node.parent === null && !isEmpty(node.bounds))
  return {
    left: Math.min(...roots.map(node => node.bounds.left)),
    top: Math.min(...roots.map(node => node.bounds.top)),
    right: Math.max(...roots.map(node => node.bounds.right)),
    bottom: Math.max(...roots.map(node => node.bounds.bottom)),
  }
}

function isStrip(turned: Observation, app: string): boolean {
  const window = windowOf(turned, app)
  return !Number.isFinite(window.left) || heightOf(window) > widthOf(window)
}

function narrowWindow(upright: Observation, turned: Observation, app: string): TurnFault | null {
  const [was, is] = [windowOf(upright, app), windowOf(turned, app)]
  if (!Number.isFinite(was.left) || widthOf(was) < upright.size.width * fullWidthShare) return null
  if (widthOf(is) >= turned.size.width * leastWidthShare) return null
  const percent = Math.round((widthOf(is) * 100) / turned.size.width)
  return {
    check: 'truncated',
    element: null,
    subject: 'The app',
    what: 'does not fill the screen',
    why: `Turned, its window takes ${widthOf(is)} of ${turned.size.width} px (${percent}%); upright it takes the whole width.`,
  }
}

/** Controls with a fault when turned that the same ones do not have upright. */
async function newly(
  check: TurnFault['check'],
  upright: Observation,
  before: ElementTree,
  turned: Observation,
  tree: ElementTree,
  app: string,
  find: FindFaults,
): Promise<readonly TurnFault[]> {
  const faults = (await find(turned, tree, app, null)).filter(fault => fault.element.clickable)
  if (faults.length === 0) return []
  const known = await find(upright, before, app, null)
  return faults.flatMap(({ element, subject, what, why }) => {
    const there = counterpart(tree, element, before)
    if (there === null || known.some(fault => fault.element.index === there.index)) return []
    return [{ check, element, subject, what, why }]
  })
}

/** Trees show the visible part of a control: a thin slice at the window's edge is all that is left of it. */
function slices(
  upright: Observation,
  before: ElementTree,
  turned: Observation,
  tree: ElementTree,
  app: string,
): readonly TurnFault[] {
  const window = windowOf(turned, app)
  const thin = pxOf(turned, sliceDp)
  return nodesOf(turned, app).flatMap(element => {
    if (!element.clickable || !isEnabled(tree, element) || isInRow(tree, element) || isTransient(tree, element))
      return []
    if (scrolls(tree, element)) return []
    const there = counterpart(tree, element, before)
    if (there === null || scrolls(before, there)) return []
    const { left, top, right, bottom } = element.bounds
    const [wide, high] = [widthOf(element.bounds), heightOf(element.bounds)]
    const cutAcross = (top <= window.top || bottom >= window.bottom) && isSlice(high, heightOf(there.bounds), thin)
    const cutAlong = (left <= window.left || right >= window.right) && isSlice(wide, widthOf(there.bounds), thin)
    if (!cutAcross && !cutAlong) return []
    return [
      {
        check: 'truncated' as const,
        element,
        subject: quoted(
          wordsOfElement(tree, element) || wordsOfElement(before, there),
          nameOf(tree, element),
          'A control',
        ),
        what: 'is pushed off the screen',
        why: `Turned, ${wide} × ${high} px of it are left at the edge; upright it is ${widthOf(there.bounds)} × ${heightOf(there.bounds)} px.`,
      },
    ]
  })
}

const isSlice = (now: number, was: number, thin: number): boolean => now < thin && now < was * sliceShare
const scrolls = (tree: ElementTree, element: Element): boolean =>
  ancestorsOf(tree, element).some(outer => outer.scrollable)

function isAmong(
  faults: readonly TurnFault[],
  fault: TurnFault,
  tree: ElementTree,
  other: ElementTree | null,
): boolean {
  if (other === null) return false
  const there = fault.element === null ? null : counterpart(tree, fault.element, other)
  return faults.some(
    found =>
      found.check === fault.check &&
      (fault.element === null ? found.element === null : there !== null && found.element?.index === there.index),
  )
}

function tell(input: TurnedInput, fault: TurnFault): Candidate {
  return candidateOf(input, {
    check: fault.check,
    observation: input.turned,
    element: fault.element,
    title: `${fault.subject} ${fault.what}${onScreen(input)} when the phone is turned`,
    why: fault.why,
    whyNotNoise:
      'Upright the same screen is right, both turned looks 2 s apart show it, the app turns with the phone, and nothing around it scrolls.',
    message: fault.element === null ? 'window narrower than the turned screen' : '',
  })
}
