// Screens that stopped: blank (#4), frozen (#5), endless loading (#6). Pure deciders over looks the mission took.
// Secure windows, splashes, video, dark pages with words and spinners that end raise nothing.
import type { AppEvent, Observation } from '#shared/domain/device.ts'
import { shortId, type Element } from '#shared/domain/element.ts'
import { areaOf } from '#shared/domain/geometry.ts'
import type { Action, Candidate, Condition, Seen } from '#shared/domain/night.ts'
import { isDialog } from '#main/explore/screen-identity.ts'
import { isSpinner, sameTree } from '#main/explore/looks.ts'
import { candidateOf, onScreen, quoted, type Where } from '#main/explore/oracles/oracle-input.ts'
import { sameLook } from '#main/explore/oracles/same-look.ts'
import { isEnabled, isInFront, isOpaque, isProgress, nodesOf, pxOf } from '#main/explore/oracles/tree-reading.ts'
import { changedTiles, cropOf, tilesUnder, uniformShare, type Colour } from '#main/explore/picture-look.ts'

const blankShare = 0.98
const blankApartMs = 1400
const splashMs = 5000

export interface BlankInput extends Where {
  readonly app: string
  /** Two looks at least 1.5 s apart, nothing done between. */
  readonly first: Observation
  readonly second: Observation
  /** What led here; the candidate belongs to its control. */
  readonly action: Action | null
  /** Since the app was last launched; null when it was not in this mission. */
  readonly sinceLaunchMs: number | null
  readonly events: readonly AppEvent[]
}

export async function blank(input: BlankInput): Promise<readonly Candidate[]> {
  const { first, second, app } = input
  if (second.at - first.at < blankApartMs || input.events.length > 0) return []
  if (input.sinceLaunchMs !== null && input.sinceLaunchMs < splashMs) return []
  const left = await flatColour(first, app)
  const right = left === null ? null : await flatColour(second, app)
  if (
    left === null ||
    right === null ||
    left.red !== right.red ||
    left.green !== right.green ||
    left.blue !== right.blue
  )
    return []
  const target = input.action !== null && 'target' in input.action ? input.action.target : null
  const label = target?.label ?? ''
  const after = target === null ? '' : ` after tapping ${quoted(label, shortId(target.id), 'a control')}`
  return [
    candidateOf(input, {
      check: 'blank',
      observation: second,
      elementName: target === null ? '' : shortId(target.id),
      label,
      title: `The screen goes blank${after}`,
      why: `At least ${Math.round(blankShare * 100)}% of the app’s window is one colour in two looks ${((second.at - first.at) / 1000).toFixed(1)} s apart, and the tree has no words.`,
      whyNotNoise: 'The window is not secure, no video plays in it, and the app had been started long before.',
      mark: null,
    }),
  ]
}

/** The one colour of the app's window; null when there is more, or a reason to be so. */
async function flatColour(look: Observation, app: string): Promise<Colour | null> {
  if (look.secure || look.keyboard.shown || look.foreground.package !== app || look.foreground.overlay !== null)
    return null
  const nodes = nodesOf(look, app)
  // Words in the tree and none in the picture: a window that hides itself from screenshots.
  if (nodes.some(node => node.text !== '' || node.desc !== '' || node.clickable)) return null
  if (nodes.some(node => isOpaque(node) || /video/i.test(`${node.className} ${node.id}`))) return null
  const pixels = await look.picture.pixels()
  const bars = { top: Math.ceil(pxOf(look, 28)), bottom: Math.ceil(pxOf(look, 52)) }
  const window = { left: 0, top: bars.top, right: look.size.width, bottom: look.size.height - bars.bottom }
  const { share, colour } = uniformShare(pixels, cropOf(pixels, window))
  return share >= blankShare ? colour : null
}

/** Whether a single look is flat: the mission looks again then. */
export const looksBlank = async (look: Observation, app: string): Promise<boolean> =>
  (await flatColour(look, app)) !== null

const frozenSteps = 4

/** The same screen for four inputs of at least two kinds: time to press Back and ask `frozen`. Trees and ids only. */
export function frozenSuspected(history: readonly Seen[], app: string): boolean {
  return stillTail(history, app).length > frozenSteps - 1
}

/** Inputs that changed nothing, oldest first, with the look after each. */
function stillTail(history: readonly Seen[], app: string): readonly Seen[] {
  const last = history.at(-1)
  if (last === undefined || !isInFront(last.observation, app) || last.observation.secure) return []
  const tail: Seen[] = []
  for (let at = history.length - 1; at > 0; at -= 1) {
    const seen = history[at]
    const before = history[at - 1]
    if (seen === undefined || before === undefined || seen.action === null) break
    if (seen.events.length > 0 || seen.action.kind === 'relaunch' || !sameTree(seen.observation, before.observation))
      break
    if (!mayChange(seen.action, before.observation)) continue
    tail.unshift(seen)
  }
  return tail
}

/** Waiting changes nothing by itself, nor does a tap on what is disabled or chosen already. */
function mayChange(action: Action, before: Observation): boolean {
  if (action.kind === 'wait' || action.kind === 'background' || action.kind === 'hide_keyboard') return false
  if (!('target' in action) || before.tree === null) return true
  const tree = before.tree
  const element = tree.nodes.filter(node => node.id === action.target.id && node.className === action.target.className)[
    action.target.nth
  ]
  return element === undefined || (isEnabled(tree, element) && !element.selected)
}

/** Asked after Back was pressed on a suspected screen: the last of history is the look after Back. */
export async function frozen(
  history: readonly Seen[],
  where: Where & { readonly app: string },
): Promise<readonly Candidate[]> {
  const tail = stillTail(history, where.app)
  const last = tail.at(-1)
  const oldest = tail[0]
  if (last === undefined || oldest === undefined || tail.length < frozenSteps) return []
  if (last.action?.kind !== 'back' && !(last.action?.kind === 'key' && last.action.key === 'Back')) return []
  const aims = new Set(
    tail.map(seen =>
      seen.action !== null && 'target' in seen.action
        ? `${seen.action.kind} ${seen.action.target.id} ${seen.action.target.label}`
        : seen.action?.kind,
    ),
  )
  if (aims.size < 3) return []
  const first = history[history.indexOf(oldest) - 1]
  if (first === undefined || nodesOf(last.observation, where.app).some(isSpinner)) return []
  for (const seen of tail) if (!(await sameLook(first.observation, seen.observation))) return []
  const since = frozenSince(history, where.app)
  const culprit = since === null ? null : (history[history.length - 1 - since]?.action ?? null)
  const target = culprit !== null && 'target' in culprit ? culprit.target : null
  return [
    candidateOf(where, {
      check: 'frozen',
      observation: last.observation,
      elementName: target === null ? '' : shortId(target.id),
      label: target?.label ?? '',
      title: `The app freezes${target === null ? '' : ` after tapping ${quoted(target.label, shortId(target.id), 'a control')}`}${onScreen(where)}`,
      why: `${tail.length} inputs in a row, Back among them, changed neither picture nor tree, and the app stayed in front.`,
      whyNotNoise:
        'Clock, cursor and moving decoration are masked; no spinner is shown, and several different controls were tried.',
      mark: null,
    }),
  ]
}

/**
 * How many entries before the last one of the history stands what froze the app; null when it is not still. A dialog just
 * answered did it; else the first tap without effect; else (typing, scrolling and Back freeze nothing) the tap before.
 */
export function frozenSince(history: readonly Seen[], app: string): number | null {
  const oldest = stillTail(history, app)[0]
  if (oldest === undefined) return null
  const at = history.indexOf(oldest)
  const first = history[at - 1]
  const before = history[at - 2]
  const last = history.length - 1
  if (
    first !== undefined &&
    before !== undefined &&
    isTap(first.action) &&
    isDialog(before.observation) &&
    !isDialog(first.observation)
  )
    return last - (at - 1)
  if (isTap(oldest.action) || first === undefined || !isTap(first.action)) return last - at
  return last - (at - 1)
}

const isTap = (action: Action | null): boolean =>
  action?.kind === 'tap' || action?.kind === 'double_tap' || action?.kind === 'long_press'

const endlessMs = 30_000

export interface LoadingInput extends Where {
  readonly app: string
  /** Looks over more than 30 s, oldest first, nothing done between. */
  readonly looks: readonly Observation[]
  readonly networkOn: boolean
  readonly condition: Condition | null
}

export async function endlessLoading(input: LoadingInput): Promise<readonly Candidate[]> {
  const { looks, app } = input
  const first = looks[0]
  const last = looks.at(-1)
  if (first === undefined || last === undefined || looks.length < 3 || last.at - first.at <= endlessMs) return []
  if (!input.networkOn || input.condition === 'slow' || input.condition === 'offline') return []
  const spinner = await lastingSpinner(looks, app)
  if (spinner === null || last.tree === null) return []
  return [
    candidateOf(input, {
      check: 'loading',
      observation: last,
      element: spinner,
      title: `${input.screenName === '' ? 'A screen' : `“${input.screenName}”`} never finishes loading`,
      why: `The spinner was still turning after ${Math.round((last.at - first.at) / 1000)} s, and nothing else on the screen had changed.`,
      whyNotNoise: 'The network is on, and all looks of that time show the same spinner and the same words.',
    }),
  ]
}

/** A progress element that is in all looks and moves, while the words stay as they are; null when there is none. */
export async function lastingSpinner(looks: readonly Observation[], app: string): Promise<Element | null> {
  const first = looks[0]
  if (first === undefined || first.tree === null || !isInFront(first, app)) return null
  for (const look of looks) if (!isInFront(look, app) || !sameTree(first, look)) return null
  // A bar beside something that moves by itself cannot be told from one that shows how far something is.
  const barsToo = !nodesOf(first, app).some(isOpaque)
  const spinners = nodesOf(first, app).filter(
    node => isSpinner(node) || (barsToo && isProgress(node) && areaOf(node.bounds) > 0),
  )
  for (const spinner of spinners) if (await moves(looks, spinner)) return spinner
  return null
}

/** A bar that only shows how far something is stands still between looks; a spinner does not. */
async function moves(looks: readonly Observation[], spinner: Element): Promise<boolean> {
  for (const [at, look] of looks.entries()) {
    const next = looks[at + 1]
    if (next === undefined || next.picture.id === look.picture.id) continue
    const pixels = await look.picture.pixels()
    const changed = changedTiles(pixels, await next.picture.pixels())
    if (changed === null) continue
    const under = tilesUnder(pixels, [spinner.bounds])
    if ([...changed].some(tile => under.has(tile))) return true
  }
  return false
}
