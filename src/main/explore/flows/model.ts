// What a Maestro flow is once it has been read: the tree of commands, each with its place. Used by the subset check,
// the player and `explain`. Strings that Maestro interpolates (`${…}`) are kept as written.

/** A place in a flow file, counted from 1. */
export interface At {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** What is wrong with a flow, with Maestro's own title ("Unknown Property") and a sentence. */
export interface FlowError {
  readonly title: string
  readonly words: string
  readonly at: At
}

export type StringMap = Readonly<Record<string, string>>

export interface Flow {
  readonly file: string
  /** As written, `${…}` included; null for a web flow. */
  readonly appId: string | null
  readonly url: { readonly url: string; readonly at: At } | null
  readonly name: string | null
  readonly tags: readonly string[]
  readonly env: StringMap
  readonly configAt: At
  readonly onFlowStart: readonly Command[]
  readonly commands: readonly Command[]
  readonly onFlowComplete: readonly Command[]
}

export interface Selector {
  readonly at: At
  readonly text: string | null
  readonly id: string | null
  readonly index: string | null
  readonly point: string | null
  readonly css: string | null
  readonly width: number | null
  readonly height: number | null
  readonly tolerance: number | null
  readonly traits: readonly string[]
  readonly enabled: boolean | null
  readonly checked: boolean | null
  readonly focused: boolean | null
  readonly selected: boolean | null
  readonly below: Selector | null
  readonly above: Selector | null
  readonly leftOf: Selector | null
  readonly rightOf: Selector | null
  readonly containsChild: Selector | null
  readonly containsDescendants: readonly Selector[] | null
  readonly childOf: Selector | null
}

export interface TapOptions {
  readonly repeat: number
  readonly delayMs: number
  readonly retryTapIfNoChange: boolean
  readonly waitToSettleTimeoutMs: number | null
}

export interface When {
  readonly at: At
  readonly visible: Selector | null
  readonly notVisible: Selector | null
  readonly platform: 'android' | 'ios' | 'web' | null
  readonly isTrue: string | null
}

export type Direction = 'UP' | 'DOWN' | 'LEFT' | 'RIGHT'

/** `50%,10%` is relative; `540,240` absolute. */
export interface SwipePlace {
  readonly x: number
  readonly y: number
  readonly percent: boolean
}

export interface CommandHead {
  readonly at: At
  /** As in the file: `tapOn`, `action`. */
  readonly name: string
  readonly label: string | null
  readonly optional: boolean
}

export type Command = CommandHead & CommandBody

export type CommandBody =
  | {
      readonly kind: 'launchApp'
      readonly app: string | null
      readonly clearState: boolean
      readonly clearKeychain: boolean
      readonly stopApp: boolean
      /** null: Maestro's default, everything allowed. */
      readonly permissions: StringMap | null
      readonly arguments: StringMap
    }
  | { readonly kind: 'stopApp' | 'killApp' | 'clearState'; readonly app: string | null }
  | { readonly kind: 'clearKeychain' | 'hideKeyboard' | 'pasteText' | 'back' | 'scroll' }
  | { readonly kind: 'setPermissions'; readonly app: string | null; readonly permissions: StringMap }
  | {
      readonly kind: 'tap'
      readonly gesture: 'tap' | 'double' | 'long'
      readonly selector: Selector
      readonly options: TapOptions
    }
  | { readonly kind: 'inputText' | 'setClipboard'; readonly text: string }
  | { readonly kind: 'eraseText'; readonly characters: number }
  | { readonly kind: 'copyTextFrom' | 'assertVisible' | 'assertNotVisible'; readonly selector: Selector }
  | { readonly kind: 'pressKey'; readonly key: string }
  | {
      readonly kind: 'swipe'
      readonly direction: Direction | null
      readonly from: Selector | null
      readonly start: SwipePlace | null
      readonly end: SwipePlace | null
      readonly durationMs: number
    }
  | {
      readonly kind: 'scrollUntilVisible'
      readonly element: Selector
      readonly direction: Direction
      readonly timeout: string
      readonly speed: string
      readonly visibilityPercentage: number
      readonly centerElement: boolean
    }
  | {
      readonly kind: 'extendedWaitUntil'
      readonly visible: Selector | null
      readonly notVisible: Selector | null
      readonly timeout: string | null
    }
  | { readonly kind: 'assertTrue'; readonly condition: string }
  | { readonly kind: 'waitForAnimationToEnd'; readonly timeout: string | null }
  | { readonly kind: 'takeScreenshot'; readonly path: string }
  | { readonly kind: 'openLink'; readonly link: string }
  | {
      readonly kind: 'runFlow'
      readonly flow: Flow | null
      readonly commands: readonly Command[]
      readonly when: When | null
      readonly env: StringMap
    }
  | {
      readonly kind: 'repeat'
      readonly times: string | null
      readonly while: When | null
      readonly commands: readonly Command[]
    }
  | {
      readonly kind: 'retry'
      readonly maxRetries: string
      readonly flow: Flow | null
      readonly commands: readonly Command[]
      readonly env: StringMap
    }
  | { readonly kind: 'evalScript'; readonly script: string }
  | { readonly kind: 'setOrientation'; readonly orientation: string }
  | { readonly kind: 'setLocation'; readonly latitude: string; readonly longitude: string }
  | { readonly kind: 'airplane'; readonly to: 'enabled' | 'disabled' | 'toggle' }
  /** Maestro runs it; ours refuses it by name before anything runs. */
  | { readonly kind: 'unsupported'; readonly why: string; readonly instead: string }

/** The commands one level down, with the file tree of subflows followed. */
export function childrenOfCommand(command: Command): readonly Command[] {
  switch (command.kind) {
    case 'runFlow':
    case 'retry':
      return command.flow === null
        ? command.commands
        : [...command.flow.onFlowStart, ...command.flow.commands, ...command.flow.onFlowComplete]
    case 'repeat':
      return command.commands
    case 'launchApp':
    case 'stopApp':
    case 'killApp':
    case 'clearState':
    case 'clearKeychain':
    case 'hideKeyboard':
    case 'pasteText':
    case 'back':
    case 'scroll':
    case 'setPermissions':
    case 'tap':
    case 'inputText':
    case 'setClipboard':
    case 'eraseText':
    case 'copyTextFrom':
    case 'assertVisible':
    case 'assertNotVisible':
    case 'pressKey':
    case 'swipe':
    case 'scrollUntilVisible':
    case 'extendedWaitUntil':
    case 'assertTrue':
    case 'waitForAnimationToEnd':
    case 'takeScreenshot':
    case 'openLink':
    case 'evalScript':
    case 'setOrientation':
    case 'setLocation':
    case 'airplane':
    case 'unsupported':
      return []
  }
}

/** The selectors a command names, anchors not unfolded. */
export function selectorsOfCommand(command: Command): readonly Selector[] {
  if ('selector' in command) return [command.selector]
  if ('element' in command) return [command.element]
  if ('from' in command) return present([command.from])
  if ('visible' in command) return present([command.visible, command.notVisible])
  if ('when' in command) return present([command.when?.visible ?? null, command.when?.notVisible ?? null])
  if ('while' in command) return present([command.while?.visible ?? null, command.while?.notVisible ?? null])
  return []
}

/** The selector and every selector inside it. */
export function unfold(selector: Selector): readonly Selector[] {
  const inside = present([
    selector.below,
    selector.above,
    selector.leftOf,
    selector.rightOf,
    selector.containsChild,
    selector.childOf,
    ...(selector.containsDescendants ?? []),
  ])
  return [selector, ...inside.flatMap(unfold)]
}

const present = <T>(items: readonly (T | null)[]): readonly T[] => items.filter(item => item !== null)

const nowhere: At = { file: '', line: 0, column: 0 }

/** A selector made in code; what is not given is not asked. */
export function selectorOf(parts: Partial<Selector>): Selector {
  return {
    at: nowhere,
    text: null,
    id: null,
    index: null,
    point: null,
    css: null,
    width: null,
    height: null,
    tolerance: null,
    traits: [],
    enabled: null,
    checked: null,
    focused: null,
    selected: null,
    below: null,
    above: null,
    leftOf: null,
    rightOf: null,
    containsChild: null,
    containsDescendants: null,
    childOf: null,
    ...parts,
  }
}

/** `Text "Save", id save`: a selector in words, without its file. */
export function wordsOfSelector(selector: Selector): string {
  const parts: string[] = []
  if (selector.id !== null) parts.push(`id ${selector.id}`)
  if (selector.text !== null) parts.push(`text "${selector.text}"`)
  for (const state of ['enabled', 'checked', 'focused', 'selected'] as const)
    if (selector[state] !== null) parts.push(`${state} ${String(selector[state])}`)
  for (const relation of ['below', 'above', 'leftOf', 'rightOf', 'containsChild', 'childOf'] as const) {
    const anchor = selector[relation]
    if (anchor !== null) parts.push(`${relation} (${wordsOfSelector(anchor)})`)
  }
  if (selector.containsDescendants !== null)
    parts.push(`containing ${selector.containsDescendants.map(inner => `(${wordsOfSelector(inner)})`).join(', ')}`)
  if (selector.index !== null) parts.push(`index ${selector.index}`)
  if (selector.point !== null) parts.push(`point ${selector.point}`)
  return parts.length === 0 ? 'anything' : parts.join(', ')
}
