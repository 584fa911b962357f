// The honest end of an exported flow: what Maestro itself can assert for each kind of finding, and what only our player
// can ask. Used by the exporter. Pure.
import { isEditable, shortId } from '#shared/domain/element.ts'
import type { Element } from '#shared/domain/element.ts'
import { sameRect } from '#shared/domain/geometry.ts'
import type { Candidate } from '#shared/domain/night.ts'
import { chooseAnchor, stableId } from '#main/explore/flows/choose.ts'
import type { Shown } from '#main/explore/flows/choose.ts'
import { selectorOf } from '#main/explore/flows/model.ts'
import type { Selector } from '#main/explore/flows/model.ts'
import type { WrittenCommand } from '#main/explore/flows/flow-yaml.ts'
import { escapePattern } from '#main/explore/flows/regex.ts'

export interface Ending {
  readonly asserts: 'maestro' | 'nocturne'
  readonly commands: readonly WrittenCommand[]
  readonly proves: string
}

export interface EndingInput {
  readonly candidate: Candidate
  /** Looks before each step, in order, the last step's last. */
  readonly trail: readonly (readonly Shown[])[]
  /** The screen that shows the fault, when the app still showed one. */
  readonly after: readonly Shown[]
  /** Where an app without the fault would be; empty when nobody knows. */
  readonly expected: readonly Shown[]
  readonly typed: ReadonlySet<string>
  readonly lastWords: string
  readonly timeoutMs: number
}

export function endingOf(input: EndingInput): Ending {
  switch (input.candidate.check) {
    case 'crash':
    case 'native_crash':
    case 'anr':
      return goesOn(input, true) ?? walk(input)
    case 'frozen':
    case 'blank':
    case 'dead_control':
    case 'left_app':
      return goesOn(input, false) ?? walk(input)
    case 'data_loss':
      return keepsData(input) ?? walk(input)
    case 'raw_error':
    case 'placeholder':
      return wrongText(input) ?? walk(input)
    case 'loading':
    case 'a11y':
    case 'contrast':
    case 'target':
    case 'truncated':
    case 'overlap':
    case 'offline':
    case 'dark':
    case 'big_text':
    case 'locale':
    case 'rtl':
    case 'back_stack':
    case 'silent_validation':
    case 'focus':
    case 'goal':
    case 'logic':
      return walk(input)
  }
}

const still: WrittenCommand = { name: 'waitForAnimationToEnd', value: { timeout: 5000 } }

function waitFor(visible: Selector, timeoutMs: number, label: string): WrittenCommand {
  return { name: 'extendedWaitUntil', value: { visible, timeout: timeoutMs, label } }
}

/** The system says some seconds later that an app does not answer; until then its window stands there as if it did. */
function patience(same: Selector): WrittenCommand {
  const label = 'time for the system to tell that the app does not answer'
  return { name: 'extendedWaitUntil', value: { notVisible: same, timeout: 8000, optional: true, label } }
}

/** The app goes on to the next screen; a crash may be told by the screen it left as well. */
function goesOn(input: EndingInput, orStays: boolean): Ending | null {
  const previous = input.trail.at(-1) ?? []
  const label = `fails while the fault is there: app still open after “${input.lastWords}”`
  const timeout = Math.max(20_000, input.timeoutMs)
  const next = chooseAnchor(input.expected, previous, input.typed) ?? chooseAnchor(input.expected, [], input.typed)
  if (next !== null)
    return {
      asserts: 'maestro',
      commands: [still, waitFor(next, timeout, label)],
      proves: 'the screen that should follow appears. It does not tell why when it does not.',
    }
  const same = orStays ? chooseAnchor(previous, [], input.typed) : null
  if (same === null) return null
  return {
    asserts: 'maestro',
    commands: [still, ...(input.candidate.check === 'anr' ? [patience(same)] : []), waitFor(same, timeout, label)],
    proves:
      'the app is still on screen after the last step. Which screen should follow is not known; once the fault is fixed, the last line may need the new screen.',
  }
}

/** What was entered or chosen is still there. */
function keepsData(input: EndingInput): Ending | null {
  const { candidate } = input
  const after = nodeOf(input.after[0], candidate)
  for (const looks of input.trail.toReversed()) {
    const before = nodeOf(looks[0], candidate)
    if (before === null) continue
    const id = stableId(before)
    if (id === null) return null
    const selector = kept(before, after, id)
    if (selector === null) continue
    const label = 'fails while the fault is there: what was entered is kept'
    return {
      asserts: 'maestro',
      commands: [still, { name: 'assertVisible', value: { ...partsOf(selector), label } }],
      proves: 'the entry is there as it was before the last steps.',
    }
  }
  return null
}

const partsOf = (selector: Selector): { readonly [key: string]: string | boolean | undefined } => ({
  id: selector.id ?? undefined,
  text: selector.text ?? undefined,
  checked: selector.checked ?? undefined,
  selected: selector.selected ?? undefined,
})

function kept(before: Element, after: Element | null, id: string): Selector | null {
  const filled = before.text !== '' && before.text !== before.hint && !before.password
  if ((isEditable(before) || after !== null) && filled && before.text !== after?.text)
    return selectorOf({ id, text: escapePattern(before.text) })
  if (after !== null && before.checkable && before.checked !== after.checked)
    return selectorOf({ id, checked: before.checked })
  if (after !== null && before.selected !== after.selected) return selectorOf({ id, selected: before.selected })
  return null
}

/** The screen is there and the wrong text is not. */
function wrongText(input: EndingInput): Ending | null {
  const [shown] = input.after
  const node = nodeOf(shown, input.candidate)
  const text = node === null ? '' : node.text || node.desc
  if (shown === undefined || text === '' || text.length > 300) return null
  const without = new Set([...input.typed, text])
  const anchor = chooseAnchor(withoutNode(input.after, node), [], without)
  if (anchor === null) return null
  return {
    asserts: 'maestro',
    commands: [
      waitFor(anchor, input.timeoutMs, 'the screen of the fault is there'),
      {
        name: 'assertNotVisible',
        value: { text: escapePattern(text), label: 'fails while the fault is there: the wrong text is not shown' },
      },
    ],
    proves: 'this very text is not on the screen. Another wrong text would pass.',
  }
}

function withoutNode(looks: readonly Shown[], node: Element | null): readonly Shown[] {
  // The wrong text's own id names the place of the fault, which a fix may take away.
  return looks.map(look => ({
    ...look,
    tree: {
      ...look.tree,
      nodes: look.tree.nodes.map(one =>
        one.index === node?.index ? { ...one, id: '', text: '', desc: '', hint: '' } : one,
      ),
    },
  }))
}

/** Walks to the place; our player then asks the check itself. */
function walk(input: EndingInput): Ending {
  const proves = 'nothing by itself in plain Maestro: it walks to the place.'
  const anchor =
    chooseAnchor(input.after, input.trail.at(-1) ?? [], input.typed) ?? chooseAnchor(input.after, [], input.typed)
  if (anchor === null) return { asserts: 'nocturne', commands: [still], proves }
  return { asserts: 'nocturne', commands: [waitFor(anchor, input.timeoutMs, 'the place of the fault'), still], proves }
}

/** The element the candidate is about: by its id, by its mark where the id is shared or missing. */
function nodeOf(shown: Shown | undefined, candidate: Candidate): Element | null {
  if (shown === undefined) return null
  const { mark } = candidate
  const marked =
    mark === null
      ? null
      : (shown.tree.nodes.findLast(
          node => sameRect(node.bounds, mark) && (node.text !== '' || node.desc !== '' || node.checkable),
        ) ?? null)
  if (candidate.element === '') return marked
  const alike = shown.tree.nodes.filter(node => shortId(node.id) === candidate.element)
  if (marked !== null && alike.length !== 1) return marked
  return alike[0] ?? marked
}
