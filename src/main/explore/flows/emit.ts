// Writes the Maestro flow of a confirmed finding from its recorded steps. Used by the night once a candidate has held up.
// Every selector is proven on the recorded looks; the text is read back with our own strict reader before it is handed on.
import { textOf } from '#main/explore/forms.ts'
import { findTarget } from '#main/explore/targets.ts'
import type { DeviceModel, Observation } from '#shared/domain/device.ts'
import type { Action, Candidate, Condition, Target } from '#shared/domain/night.ts'
import { centreOf, heightOf, widthOf } from '#shared/domain/geometry.ts'
import type { Rect } from '#shared/domain/geometry.ts'
import { isEditable } from '#shared/domain/element.ts'
import { chooseAnchor, chooseSelector } from '#main/explore/flows/choose.ts'
import type { Chosen, Intended, Shown } from '#main/explore/flows/choose.ts'
import { endingOf } from '#main/explore/flows/ending.ts'
import { headerLines } from '#main/explore/flows/flow-header.ts'
import { commandLines, plainText, scalar, selectorParts } from '#main/explore/flows/flow-yaml.ts'
import type { Written, WrittenCommand } from '#main/explore/flows/flow-yaml.ts'
import { maestroKeyOf } from '#main/explore/flows/keys.ts'
import { selectorOf } from '#main/explore/flows/model.ts'
import type { Selector } from '#main/explore/flows/model.ts'
import { parseFlow, wordsOfError } from '#main/explore/flows/parse.ts'
import { matchElements } from '#main/explore/flows/selector.ts'
import { checkSubset } from '#main/explore/flows/subset.ts'

/** What the exporter reads of a look; an Observation is one. */
export type Recorded = Pick<Observation, 'tree' | 'size' | 'at' | 'keyboard' | 'foreground'>

export interface RecordedStep {
  readonly action: Action
  /** In plain words, for the step's label. */
  readonly words: string
  /** What was shown just before it, once for each run that reached it; the first is the one to go by. */
  readonly before: readonly Recorded[]
}

export interface FlowInput {
  readonly candidate: Candidate
  readonly fingerprint: string
  /** "2/2". */
  readonly reproduced: string
  readonly app: { readonly package: string; readonly label: string; readonly version: string }
  readonly device: Pick<DeviceModel, 'name' | 'runtime' | 'platform'>
  readonly locale: string
  readonly condition: Condition | null
  readonly seed: number
  /** ISO date, and the product with its version. */
  readonly date: string
  readonly product: string
  readonly launchArguments: Readonly<Record<string, string>>
  /** File name of the flow to be played first (a sign-in), whose data this one keeps; null for none. */
  readonly setUp?: string | null
  readonly steps: readonly RecordedStep[]
  /** What showed the fault, and where an app without it would be (empty when unknown). */
  readonly after: readonly Recorded[]
  readonly expected: readonly Recorded[]
}

export interface EmittedFlow {
  readonly name: string
  readonly text: string
  readonly asserts: 'maestro' | 'nocturne'
  /** Numbers of steps found by a place only. */
  readonly approximate: readonly number[]
}

export function emitFlow(input: FlowInput): EmittedFlow {
  const name = flowName(input.candidate.title, input.fingerprint)
  const writer = new Writer(input)
  const body = writer.body()
  const header = headerLines({
    title: input.candidate.title,
    fingerprint: input.fingerprint,
    check: input.candidate.check,
    asserts: body.asserts,
    app: `${input.app.label} (${input.app.package}) ${input.app.version}`,
    device: `${input.device.name}, ${input.device.runtime}; locale ${input.locale}`,
    condition: input.condition,
    found: `${input.date} by ${input.product}, seed ${input.seed}`,
    reproduced: `${input.reproduced.replace('/', ' of ')} replays`,
    minimumCli: writer.minimumCli,
    file: name,
    start:
      input.setUp == null
        ? 'the app’s data is cleared and its permissions are granted; no setup flow'
        : `play the setup flow ${input.setUp} first, on cleared data; this flow keeps what it made`,
    proves: body.proves,
    approximate: writer.approximate,
    leftOut: writer.leftOut,
  })
  const text = [
    ...header,
    `appId: ${scalar(input.app.package)}`,
    `name: ${scalar(plainText(input.candidate.title.replaceAll(/\s+/g, ' ').trim()))}`,
    '---',
    ...body.commands.flatMap(commandLines),
    '',
  ].join('\n')
  readBack(text, name)
  return { name, text, asserts: body.asserts, approximate: writer.approximate }
}

/** `saving-a-plant-closes-the-app-1a2b3c4d.yaml`. */
export function flowName(title: string, fingerprint: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '')
  const short = fingerprint
    .replace(/^v\d+:/, '')
    .replaceAll(/[^a-zA-Z0-9]/g, '')
    .slice(0, 8)
  return `${words === '' ? 'finding' : words}-${short}.yaml`
}

function readBack(text: string, name: string): void {
  const read = parseFlow(text, name, () => {
    throw new Error('an exported flow names no file')
  })
  const errors =
    read.flow === null ? read.errors.map(wordsOfError) : checkSubset(read.flow, null).map(error => error.words)
  if (errors.length > 0) throw new Error(`the exported flow does not read back: ${errors.join('; ')}`)
}

class Writer {
  readonly approximate: number[] = []
  readonly leftOut: string[] = []
  readonly #input: FlowInput
  readonly #typed = new Set<string>()
  #insidePoints = false
  #unicode = false

  constructor(input: FlowInput) {
    this.#input = input
  }

  get minimumCli(): string {
    if (this.#unicode) return '2.7.0'
    return this.#insidePoints ? '2.0.4' : '2.0.0'
  }

  body(): { commands: readonly WrittenCommand[]; asserts: 'maestro' | 'nocturne'; proves: string } {
    const { steps } = this.#input
    const commands: WrittenCommand[] = [this.#launch()]
    commands.push(...this.#arrival([], this.#shown(steps[0]?.before ?? this.#input.after), 20_000))
    for (const [index, step] of steps.entries()) {
      if (this.#coveredByScroll(index)) continue
      commands.push(...this.#step(step, index))
      const next = steps[index + 1]
      if (next === undefined) continue
      const before = this.#shown(step.before)
      const after = this.#shown(next.before)
      if (step.action.kind !== 'wait' && changed(before, after))
        commands.push(...this.#arrival(before, after, timeoutOf(step, next)))
    }
    const last = steps.at(-1)
    const ending = endingOf({
      candidate: this.#input.candidate,
      trail: steps.map(step => this.#shown(step.before)),
      after: this.#shown(this.#input.after.filter(look => look.foreground.package === this.#input.app.package)),
      expected: this.#shown(this.#input.expected),
      typed: this.#typed,
      lastWords: last?.words ?? 'the start',
      timeoutMs: 20_000,
    })
    return { commands: [...commands, ...ending.commands], asserts: ending.asserts, proves: ending.proves }
  }

  #launch(): WrittenCommand {
    const args = this.#input.launchArguments
    return {
      name: 'launchApp',
      value: {
        clearState: this.#input.setUp == null,
        permissions: { all: 'allow' },
        arguments:
          Object.keys(args).length === 0
            ? undefined
            : Object.fromEntries(Object.entries(args).map(([key, value]) => [key, plainText(value)])),
        label: this.#input.setUp == null ? 'start the app with nothing kept' : 'open the app as the setup flow left it',
      },
    }
  }

  #shown(looks: readonly Recorded[]): readonly Shown[] {
    const platform = this.#input.device.platform === 'ios' ? 'ios' : 'android'
    return looks.flatMap(look =>
      look.tree === null || look.tree.nodes.length === 0
        ? []
        : [{ tree: look.tree, screen: { size: look.size, platform } }],
    )
  }

  #arrival(before: readonly Shown[], after: readonly Shown[], timeout: number): readonly WrittenCommand[] {
    const anchor = chooseAnchor(after, before, this.#typed)
    if (anchor === null) return [{ name: 'waitForAnimationToEnd', value: { timeout: 5000 } }]
    return [{ name: 'extendedWaitUntil', value: { visible: anchor, timeout } }]
  }

  #step(step: RecordedStep, index: number): readonly WrittenCommand[] {
    const { action } = step
    const label = plainText(step.words)
    switch (action.kind) {
      case 'tap':
      case 'double_tap':
      case 'long_press':
        return [
          this.#touch(
            { tap: 'tapOn', double_tap: 'doubleTapOn', long_press: 'longPressOn' }[action.kind],
            action.target,
            step,
            index,
            label,
          ),
        ]
      case 'type':
        return this.#type(action.target, action.text, step, index, label)
      case 'swipe':
        return this.#swipe(action.target, action.direction, step, index, label)
      case 'key': {
        const key = maestroKeyOf(action.key)
        if (key === null) this.leftOut.push(`step ${index + 1} (Maestro has no key ${action.key})`)
        return key === null ? [] : [{ name: 'pressKey', value: { key, label } }]
      }
      case 'back':
        return [{ name: 'back', value: { label } }]
      case 'turn':
        return [
          {
            name: 'setOrientation',
            value: { orientation: action.to === 'landscape' ? 'LANDSCAPE_LEFT' : 'PORTRAIT', label },
          },
        ]
      case 'background':
        return [
          { name: 'pressKey', value: { key: 'Home', label } },
          { name: 'launchApp', value: { stopApp: false, permissions: {}, label: 'bring the app back' } },
        ]
      case 'wait':
        return [{ name: 'waitForAnimationToEnd', value: { timeout: action.ms, label } }]
      case 'relaunch':
        return [
          { name: 'stopApp', value: { label } },
          {
            name: 'launchApp',
            value: { clearState: false, stopApp: true, permissions: {}, label: 'open the app again' },
          },
        ]
      case 'hide_keyboard':
        return step.before.some(look => look.keyboard.shown) ? [{ name: 'hideKeyboard', value: { label } }] : []
    }
  }

  #intended(target: Target, step: RecordedStep): readonly Intended[] {
    return this.#shown(step.before).flatMap(look => {
      const found = findTarget(look.tree, target)
      return found === null ? [] : [{ ...look, element: found.element }]
    })
  }

  #choose(target: Target, step: RecordedStep, index: number): Chosen {
    const looks = this.#intended(target, step)
    const size = step.before[0]?.size ?? { width: 1, height: 1 }
    const atPoint = `${share(target.at.x, size.width)}%,${share(target.at.y, size.height)}%`
    const chosen =
      looks.length === 0
        ? { selector: selectorOf({ point: atPoint }), approximate: true, insidePoint: false }
        : chooseSelector(looks, this.#typed, target.within)
    if (chosen.approximate) this.approximate.push(index + 1)
    if (chosen.insidePoint) this.#insidePoints = true
    return chosen
  }

  #touch(name: string, target: Target, step: RecordedStep, index: number, label: string): WrittenCommand {
    const { selector, approximate } = this.#choose(target, step, index)
    return {
      name,
      value: { ...parts(selector), retryTapIfNoChange: false, label: approximate ? `approximate: ${label}` : label },
    }
  }

  #type(target: Target, text: string, step: RecordedStep, index: number, label: string): readonly WrittenCommand[] {
    const commands: WrittenCommand[] = [this.#touch('tapOn', target, step, index, `focus: ${label}`)]
    const filled = this.#intended(target, step).map(look =>
      isEditable(look.element) ? Array.from(textOf(look.element)).length : 0,
    )
    const most = Math.max(0, ...filled)
    if (most > 0) commands.push({ name: 'eraseText', value: { charactersToErase: most, label: 'empty the field' } })
    // Maestro drops line breaks; the key makes them where the field takes them.
    for (const [line, words] of text.split(/\r?\n/).entries()) {
      if (line > 0) commands.push({ name: 'pressKey', value: { key: 'Enter', label: 'next line' } })
      if (words !== '') commands.push({ name: 'inputText', value: { text: plainText(words), label } })
    }
    if (/[^\x20-\x7e]/.test(text)) this.#unicode = true
    if (text !== '') this.#typed.add(text)
    return commands
  }

  /** A scroll whose only purpose is the next target is written as that. */
  #swipe(
    target: Target,
    direction: 'up' | 'down' | 'left' | 'right',
    step: RecordedStep,
    index: number,
    label: string,
  ): readonly WrittenCommand[] {
    const goal = this.#scrollGoal(index)
    if (goal !== null) {
      const towards = { up: 'DOWN', down: 'UP', left: 'RIGHT', right: 'LEFT' }[direction]
      return [
        { name: 'scrollUntilVisible', value: { element: goal, direction: towards, timeout: 30_000, label } },
        { name: 'waitForAnimationToEnd', value: { timeout: 5000 } },
      ]
    }
    const size = step.before[0]?.size ?? { width: 1, height: 1 }
    const box = this.#intended(target, step)[0]?.element.bounds ?? {
      left: 0,
      top: 0,
      right: size.width,
      bottom: size.height,
    }
    const { from, to } = track(box, direction)
    const place = (at: { x: number; y: number }): string => `${share(at.x, size.width)}%,${share(at.y, size.height)}%`
    return [{ name: 'swipe', value: { start: place(from), end: place(to), duration: 300, label } }]
  }

  /** The element the next touch after a run of equal swipes is for, when the first swipe could not see it. */
  #scrollGoal(index: number): Selector | null {
    const { steps } = this.#input
    const first = steps[index]
    let next = index + 1
    while (steps[next]?.action.kind === 'swipe' && sameSwipe(first, steps[next])) next += 1
    const goal = steps[next]
    if (first === undefined || goal === undefined || !('target' in goal.action) || goal.action.kind === 'swipe')
      return null
    const looks = this.#intended(goal.action.target, goal)
    if (looks.length === 0) return null
    const { selector, approximate, insidePoint } = chooseSelector(looks, this.#typed, { x: 0.5, y: 0.5 })
    if (approximate || insidePoint || selector.index !== null) return null
    const before = this.#shown(first.before)
    return before.length > 0 && before.every(look => matchElements(look.tree, selector, look.screen).length === 0)
      ? selector
      : null
  }

  /** The second and later swipes of a run that one scrollUntilVisible stands for. */
  #coveredByScroll(index: number): boolean {
    const { steps } = this.#input
    let first = index
    while (first > 0 && steps[first]?.action.kind === 'swipe' && sameSwipe(steps[first - 1], steps[first])) first -= 1
    return first < index && this.#scrollGoal(first) !== null
  }
}

function sameSwipe(a: RecordedStep | undefined, b: RecordedStep | undefined): boolean {
  return a?.action.kind === 'swipe' && b?.action.kind === 'swipe' && a.action.direction === b.action.direction
}

const share = (at: number, of: number): number => Math.max(0, Math.min(100, Math.round((at * 100) / Math.max(1, of))))

/** Three tenths to each side of the middle: as the night itself swipes. */
function track(
  box: Rect,
  direction: 'up' | 'down' | 'left' | 'right',
): { from: { x: number; y: number }; to: { x: number; y: number } } {
  const middle = centreOf(box)
  const far = direction === 'up' || direction === 'down' ? heightOf(box) * 0.3 : widthOf(box) * 0.3
  const sign = direction === 'up' || direction === 'left' ? 1 : -1
  return direction === 'up' || direction === 'down'
    ? { from: { x: middle.x, y: middle.y + far * sign }, to: { x: middle.x, y: middle.y - far * sign } }
    : { from: { x: middle.x + far * sign, y: middle.y }, to: { x: middle.x - far * sign, y: middle.y } }
}

/** Three times the longest seen, at least 10 s, at most a minute. */
function timeoutOf(step: RecordedStep, next: RecordedStep): number {
  const seen = step.before.map((look, run) => Math.max(0, (next.before[run]?.at ?? look.at) - look.at))
  return Math.min(60_000, Math.max(10_000, 3 * Math.round(Math.max(0, ...seen))))
}

/** Other ids, texts or controls than before; what is typed in fields aside. */
function changed(before: readonly Shown[], after: readonly Shown[]): boolean {
  const [a] = before
  const [b] = after
  if (a === undefined || b === undefined) return true
  const names = (shown: Shown): string =>
    shown.tree.nodes.map(node => `${node.id}|${isEditable(node) ? '' : node.text}|${node.desc}`).join('\n')
  return names(a) !== names(b)
}

const parts = (selector: Selector): { readonly [key: string]: Written | undefined } => selectorParts(selector)
