// What the built-in player runs, checked over a whole flow tree before the device is touched: every command, option,
// expression and pattern it does not run is named with its line, all at once. Used by the player and `explain`.
import type { Capabilities } from '#shared/domain/device.ts'
import { expressionsIn } from '#main/explore/flows/expression.ts'
import { neededNames, parseExpression } from '#main/explore/flows/expression-parse.ts'
import { deviceKeyOf } from '#main/explore/flows/keys.ts'
import { childrenOfCommand, selectorsOfCommand, unfold } from '#main/explore/flows/model.ts'
import type { At, Command, Flow, FlowError, Selector, StringMap, When } from '#main/explore/flows/model.ts'
import { placeWords } from '#main/explore/flows/parse.ts'
import { compilePattern } from '#main/explore/flows/regex.ts'

/** The device a flow is to be played on. Without one, only what holds everywhere is checked. */
export interface PlayOn {
  readonly platform: 'android' | 'ios'
  readonly caps: Capabilities
  readonly variables: ReadonlySet<string>
}

interface Reach {
  /** False inside a branch whose platform is not this device's. */
  readonly reached: boolean
  readonly names: ReadonlySet<string>
  readonly file: string
}

const builtIn = ['MAESTRO_FILENAME', 'MAESTRO_DEVICE_UDID', 'MAESTRO_SHARD_ID', 'MAESTRO_SHARD_INDEX']

export function checkSubset(flow: Flow, on: PlayOn | null): readonly FlowError[] {
  const check = new Check(on)
  check.flow(flow, { reached: true, names: new Set([...builtIn, ...(on?.variables ?? [])]), file: flow.file })
  return check.errors
}

class Check {
  readonly errors: FlowError[] = []
  readonly #on: PlayOn | null
  readonly #said = new Set<string>()

  constructor(on: PlayOn | null) {
    this.#on = on
  }

  #refuse(name: string, at: At, why: string, instead: string): void {
    const words =
      `\`${name}\` at ${placeWords(at)} is not supported by the built-in runner, so nothing was run. ${why} ${instead}`.trim()
    if (this.#said.has(words)) return
    this.#said.add(words)
    this.errors.push({ title: 'Unsupported', words, at })
  }

  flow(flow: Flow, reach: Reach): void {
    if (flow.url !== null && flow.appId === null)
      this.#refuse('url', flow.url.at, 'It is a flow for web pages.', 'Play it with the Maestro CLI.')
    this.#env(flow.env, flow.configAt, reach)
    const names = new Set([...reach.names, ...Object.keys(flow.env)])
    const inside = { ...reach, names, file: flow.file }
    this.#texts([flow.appId], flow.configAt, inside, false)
    for (const command of [...flow.onFlowStart, ...flow.commands, ...flow.onFlowComplete])
      this.#command(command, inside)
  }

  #env(env: StringMap, at: At, reach: Reach): void {
    this.#texts(Object.values(env), at, reach, false)
  }

  #command(command: Command, reach: Reach): void {
    this.#support(command, reach)
    for (const selector of selectorsOfCommand(command).flatMap(unfold)) this.#selector(selector, reach)
    this.#texts(textsOf(command), command.at, reach, false)
    const when = command.kind === 'runFlow' ? command.when : command.kind === 'repeat' ? command.while : null
    if (when !== null) this.#texts([when.isTrue], when.at, reach, true)
    const inside = { ...reach, reached: reach.reached && this.#runsHere(when) }
    if (command.kind === 'runFlow' || command.kind === 'retry') {
      this.#env(command.env, command.at, inside)
      const names = new Set([...reach.names, ...Object.keys(command.env)])
      if (command.flow !== null) this.flow(command.flow, { ...inside, names })
      else for (const child of command.commands) this.#command(child, { ...inside, names })
    } else for (const child of childrenOfCommand(command)) this.#command(child, inside)
  }

  #runsHere(when: When | null): boolean {
    return this.#on === null || when?.platform == null || when.platform === this.#on.platform
  }

  #support(command: Command, reach: Reach): void {
    const { at, name } = command
    const cli = 'or run this flow with the Maestro CLI.'
    const on = reach.reached ? this.#on : null
    if (command.kind === 'unsupported') this.#refuse(name, at, command.why, `${command.instead}, ${cli}`)
    if (command.kind === 'evalScript') this.#script(command.script, at, reach)
    if (command.kind === 'pressKey') this.#key(command.key, at, on)
    if (command.kind === 'repeat' && command.times === null && command.while === null)
      this.#refuse(name, at, 'Without `times` and `while` it never ends.', 'Add one of them.')
    if (command.kind === 'setOrientation' && command.orientation === 'UPSIDE_DOWN')
      this.#refuse('setOrientation: UPSIDE_DOWN', at, 'No device turns upside down here.', 'Use PORTRAIT.')
    if (on === null) return
    if (command.kind === 'setLocation')
      this.#refuse(name, at, 'No device here can be told where it is.', `Leave it out, ${cli}`)
    if (command.kind === 'airplane' && !on.caps.controls.network.yes)
      this.#refuse(name, at, on.caps.controls.network.why, `Leave it out, ${cli}`)
    if (command.kind === 'back' && on.platform === 'ios')
      this.#refuse('back', at, 'It does nothing on iOS.', 'Put it under `when: platform: Android`.')
    if (command.kind === 'inputText' && on.platform === 'android' && /[\r\n]/.test(command.text))
      this.#refuse(
        'inputText',
        at,
        'A line break cannot be typed on Android: Maestro drops it.',
        'Type the lines one by one.',
      )
  }

  #key(key: string, at: At, on: PlayOn | null): void {
    const device = deviceKeyOf(key)
    if (device === null)
      this.#refuse(
        `pressKey: ${key}`,
        at,
        'No device here has this key.',
        'Leave it out, or run this flow with the Maestro CLI.',
      )
    else if (on !== null && !on.caps.keys.includes(device))
      this.#refuse(`pressKey: ${key}`, at, 'This device does not have the key.', 'Put it under a `when: platform`.')
  }

  #selector(selector: Selector, reach: Reach): void {
    if (selector.css !== null)
      this.#refuse('css', selector.at, '`css` in a selector is for web pages only.', 'Use `text` or `id`.')
    for (const pattern of [selector.text, selector.id]) {
      if (pattern === null || pattern.includes('${')) continue
      const compiled = compilePattern(pattern)
      if (compiled.is === 'refused') this.#refuse('selector', selector.at, `${compiled.words}.`, 'Write it without.')
    }
    this.#texts([selector.text, selector.id, selector.index, selector.point], selector.at, reach, false)
  }

  #script(script: string, at: At, reach: Reach): void {
    const whole = /^\s*\$\{([^$]*)\}\s*$/.exec(script)?.[1]
    if (whole === undefined) {
      if (script.includes('${'))
        this.#refuse(
          'evalScript',
          at,
          'There is text around its `${…}`.',
          'Write one `${output.name = value}` and nothing else.',
        )
      return
    }
    if (whole.trim() === '') return
    const parsed = parseExpression(whole, true)
    if ('refused' in parsed)
      this.#refuse(
        'evalScript',
        at,
        `It uses ${parsed.refused}.`,
        'Supply the values with variables instead, or run this flow with the Maestro CLI.',
      )
    else this.#missing(neededNames(parsed.expression), at, reach)
  }

  #texts(texts: readonly (string | null)[], at: At, reach: Reach, forgiving: boolean): void {
    for (const source of texts.flatMap(text => (text === null ? [] : expressionsIn(text)))) {
      if (source.trim() === '') continue
      const parsed = parseExpression(source)
      if ('refused' in parsed)
        this.#refuse(
          `\${${source.trim().slice(0, 60)}}`,
          at,
          `It uses ${parsed.refused}.`,
          'Supply the value with a variable instead, or run this flow with the Maestro CLI.',
        )
      else if (!forgiving) this.#missing(neededNames(parsed.expression), at, reach)
    }
  }

  #missing(names: readonly string[], at: At, reach: Reach): void {
    if (this.#on === null || !reach.reached) return
    for (const name of names) {
      if (reach.names.has(name)) continue
      const words = `${at.file}:${at.line} needs ${name}, which has no value. Set it as a variable. Nothing was run.`
      if (this.#said.has(words)) continue
      this.#said.add(words)
      this.errors.push({ title: 'Missing variable', words, at })
    }
  }
}

/** The texts of a command that are interpolated, those of its selectors and scripts aside. */
function textsOf(command: Command): readonly (string | null)[] {
  const texts: (string | null)[] = [command.label]
  if ('app' in command) texts.push(command.app)
  if ('permissions' in command) texts.push(...Object.values(command.permissions ?? {}))
  if ('arguments' in command) texts.push(...Object.entries(command.arguments).flat())
  if ('text' in command) texts.push(command.text)
  if ('timeout' in command) texts.push(command.timeout)
  if ('speed' in command) texts.push(command.speed)
  if ('condition' in command) texts.push(command.condition)
  if ('path' in command) texts.push(command.path)
  if ('link' in command) texts.push(command.link)
  if ('times' in command) texts.push(command.times)
  if ('maxRetries' in command) texts.push(command.maxRetries)
  if ('orientation' in command) texts.push(command.orientation)
  if ('latitude' in command) texts.push(command.latitude, command.longitude)
  return texts
}
