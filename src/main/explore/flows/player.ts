// Plays a parsed flow on a device, step by step, on the device's own clock: subflows, conditions, loops, retries, hooks,
// and a look at the app's log after each step. Used by result.ts. Assumes the subset check has passed.
import { Refusal } from '#shared/base/refusal.ts'
import type { AppEvent, Observation } from '#shared/domain/device.ts'
import type { Picture } from '#shared/domain/picture.ts'
import type { Device, Grant } from '#main/device/device.ts'
import { looksHalfBuilt } from '#main/explore/looks.ts'
import { interpolate, isTruth } from '#main/explore/flows/expression.ts'
import type { Scope, Value } from '#main/explore/flows/expression.ts'
import { Hands, optionalMs, StepFailed } from '#main/explore/flows/hands.ts'
import type { At, Command, Flow, StringMap, When } from '#main/explore/flows/model.ts'
import { perform } from '#main/explore/flows/perform.ts'
import { resolved } from '#main/explore/flows/stage.ts'
import type { Stage } from '#main/explore/flows/stage.ts'
import { isAssertion, isLooking, wordsOfStep } from '#main/explore/flows/step-words.ts'

export interface PlayOptions {
  readonly variables?: StringMap
  /** Device time for the whole flow; ten minutes unless said. */
  readonly limitMs?: number
  readonly keepPicture?: (name: string, picture: Picture) => Promise<void>
  readonly onStep?: (step: PlayedStep) => void
  /** Allow what a system window asks that the flow does not know of. For exported flows; a person's own are played as written. */
  readonly answerQuestions?: boolean
}

export interface PlayedStep {
  /** From 1, in the order played. */
  readonly n: number
  readonly at: At
  /** The label, else the command in words; never a typed value. */
  readonly words: string
  readonly outcome: 'passed' | 'failed' | 'warned' | 'skipped'
  readonly detail: string
  /** Device clock when it ended. */
  readonly atMs: number
}

export interface Played {
  readonly result: 'passed' | 'failed'
  /** The step that failed, or the last one. */
  readonly step: number
  readonly at: At | null
  readonly words: string
  /** It failed at the flow's last assertion: everything before it passed. */
  readonly atLastAssertion: boolean
  readonly steps: readonly PlayedStep[]
  readonly notes: readonly string[]
  /** Crashes and ANRs of the app since the start. */
  readonly events: readonly AppEvent[]
  /** Before the last step that changed something, and at the end. */
  readonly before: Observation | null
  readonly final: Observation | null
}

/** A stop that is no step's failing: control lost, device gone, given up. */
const stops = new Set(['superseded', 'person-has-control', 'busy', 'unknown-device', 'not-booted'])

export async function play(
  device: Device,
  grant: Grant,
  flow: Flow,
  options: PlayOptions,
  signal: AbortSignal,
): Promise<Played> {
  const player = new Player(device, grant, flow, options, AbortSignal.any([signal, grant.lost]))
  return player.run()
}

interface Failure {
  readonly step: number
  readonly at: At
  readonly words: string
  readonly last: boolean
}

class Halted extends Error {
  readonly failure: Failure
  /** Retries and `optional` are for Maestro's own failures only. */
  readonly soft: boolean

  constructor(failure: Failure, soft: boolean) {
    super(failure.words)
    this.failure = failure
    this.soft = soft
  }
}

class Player {
  readonly #hands: Hands
  readonly #flow: Flow
  readonly #options: PlayOptions
  readonly #shared: Scope['shared']
  readonly #steps: PlayedStep[] = []
  readonly #notes: string[] = []
  readonly #events: AppEvent[] = []
  readonly #lastAssertion: Command | null
  #before: Observation | null = null
  #mark: string | null = null
  #appId = ''
  /** What the log said that no step has answered for yet. */
  #gone: string | null = null

  constructor(device: Device, grant: Grant, flow: Flow, options: PlayOptions, signal: AbortSignal) {
    this.#hands = new Hands(device, grant, options.limitMs ?? 600_000, signal)
    this.#flow = flow
    this.#options = options
    this.#shared = { output: new Map<string, Value>(), copiedText: '', platform: this.#hands.platform }
    this.#lastAssertion = flow.commands.findLast(isAssertion) ?? null
  }

  async run(): Promise<Played> {
    const variables = new Map(Object.entries({ ...this.#builtIn(), ...this.#options.variables }))
    let failure: Failure | null = null
    try {
      if (this.#hands.device.caps.crashLogs.yes) this.#mark = await this.#hands.device.logMark(this.#hands.signal)
      const scope = this.#scopeOf(variables, this.#flow.env)
      this.#appId = interpolate(this.#flow.appId ?? '', scope)
      if (this.#options.answerQuestions === true) this.#hands.answersFor = this.#appId
      await this.#body(this.#flow, scope)
      failure = await this.#lateCrash()
    } catch (thrown) {
      if (!(thrown instanceof Halted)) throw thrown
      failure = thrown.failure
    }
    const final = await this.#wholeLook()
    for (const answer of this.#hands.answered)
      this.#notes.push(`A permission question that the flow does not know of was answered: ${answer}.`)
    const last = this.#steps.at(-1)
    return {
      result: failure === null ? 'passed' : 'failed',
      step: failure?.step ?? last?.n ?? 0,
      at: failure?.at ?? last?.at ?? null,
      words: failure?.words ?? 'Every step passed.',
      atLastAssertion: failure?.last ?? false,
      steps: this.#steps,
      notes: this.#notes,
      events: this.#events,
      before: this.#before,
      final,
    }
  }

  /** What an oracle may judge: not a screen that is still being built. */
  async #wholeLook(): Promise<Observation> {
    let look = await this.#hands.look()
    for (let tries = 0; tries < 6 && looksHalfBuilt(look); tries += 1) {
      await this.#hands.wait(500)
      look = await this.#hands.look()
    }
    return look
  }

  /** A crash that comes a moment after the last assertion has passed still counts against it. */
  async #lateCrash(): Promise<Failure | null> {
    if (this.#mark === null) return null
    await this.#hands.wait(1000)
    await this.#readLog()
    const last = this.#steps.at(-1)
    if (this.#gone === null || last === undefined) return null
    return { step: last.n, at: last.at, words: this.#gone, last: this.#lastAssertion !== null }
  }

  #builtIn(): StringMap {
    const name = this.#flow.file.slice(this.#flow.file.lastIndexOf('/') + 1).replace(/\.ya?ml$/, '')
    return {
      MAESTRO_FILENAME: name,
      MAESTRO_DEVICE_UDID: this.#hands.device.model.id,
      MAESTRO_SHARD_ID: '1',
      MAESTRO_SHARD_INDEX: '0',
    }
  }

  /** All values first, then set: entries do not see each other. */
  #scopeOf(variables: ReadonlyMap<string, string>, env: StringMap): Scope {
    const outer: Scope = { variables, shared: this.#shared }
    const added = Object.entries(env).map(([name, value]): [string, string] => [name, interpolate(value, outer)])
    return { variables: new Map([...variables, ...added]), shared: this.#shared }
  }

  /** The flow with its hooks: the last one runs after a failure too, and the first failure is the one told. */
  async #body(flow: Flow, scope: Scope): Promise<void> {
    let failure: Halted | null = null
    try {
      await this.#all(flow.onFlowStart, scope)
      await this.#all(flow.commands, scope)
    } catch (thrown) {
      if (!(thrown instanceof Halted)) throw thrown
      failure = thrown
    }
    try {
      await this.#all(flow.onFlowComplete, scope)
    } catch (thrown) {
      if (!(thrown instanceof Halted) || failure === null) throw thrown
    }
    if (failure !== null) throw failure
  }

  async #all(commands: readonly Command[], scope: Scope): Promise<void> {
    for (const command of commands) await this.#one(command, scope)
  }

  async #one(command: Command, scope: Scope): Promise<void> {
    this.#hands.signal.throwIfAborted()
    if (command.kind === 'runFlow') return this.#runFlow(command, scope)
    if (command.kind === 'repeat') return this.#repeat(command, scope)
    if (command.kind === 'retry') return this.#retry(command, scope)
    return this.#leaf(command, scope)
  }

  async #group(command: Extract<Command, { kind: 'runFlow' | 'retry' }>, scope: Scope): Promise<void> {
    const inner = this.#scopeOf(scope.variables, command.env)
    if (command.flow === null) return this.#all(command.commands, inner)
    return this.#body(command.flow, this.#scopeOf(inner.variables, command.flow.env))
  }

  async #runFlow(command: Extract<Command, { kind: 'runFlow' }>, scope: Scope): Promise<void> {
    if (command.when !== null && !(await this.#holds(command.when, command, scope))) {
      this.#step(command, scope, 'skipped', 'The condition does not hold.')
      return
    }
    await this.#softly(command, scope, () => this.#group(command, scope))
  }

  async #repeat(command: Extract<Command, { kind: 'repeat' }>, scope: Scope): Promise<void> {
    const times =
      command.times === null ? 1000 : Math.trunc(this.#number(interpolate(command.times, scope), command, scope))
    await this.#softly(command, scope, async () => {
      for (let round = 0; round < Math.min(times, 100_000); round += 1) {
        if (command.while !== null && !(await this.#holds(command.while, command, scope))) return
        await this.#all(command.commands, scope)
      }
      if (command.times === null) this.#notes.push(`repeat at line ${command.at.line} was ended after 1,000 rounds.`)
    })
  }

  async #retry(command: Extract<Command, { kind: 'retry' }>, scope: Scope): Promise<void> {
    const retries = Math.max(
      0,
      Math.min(3, Math.trunc(this.#number(interpolate(command.maxRetries, scope), command, scope))),
    )
    await this.#softly(command, scope, async () => {
      for (let round = 0; ; round += 1) {
        try {
          return await this.#group(command, scope)
        } catch (thrown) {
          if (!(thrown instanceof Halted) || !thrown.soft || round >= retries) throw thrown
          this.#notes.push(`retry at line ${command.at.line}: round ${round + 1} failed (${thrown.failure.words})`)
        }
      }
    })
  }

  /** `optional` on a group turns a failure inside into a warning. */
  async #softly(command: Command, scope: Scope, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (thrown) {
      if (!(thrown instanceof Halted) || !thrown.soft || !command.optional) throw thrown
      this.#step(command, scope, 'warned', thrown.failure.words)
    }
  }

  #number(text: string, command: Command, scope: Scope): number {
    const value = Number(text.trim().replaceAll('_', ''))
    if (text.trim() !== '' && Number.isFinite(value)) return value
    throw this.#halt(command, scope, `"${text.slice(0, 20)}" is not a number.`, false)
  }

  async #holds(when: When, command: Command, scope: Scope): Promise<boolean> {
    if (when.platform !== null && when.platform !== this.#hands.platform) return false
    try {
      if (when.isTrue !== null && !isTruth(interpolate(when.isTrue, scope))) return false
      if (when.visible !== null && (await this.#hands.lookFor(resolved(when.visible, { scope }), optionalMs)) === null)
        return false
      return (
        when.notVisible === null || (await this.#hands.goneWithin(resolved(when.notVisible, { scope }), optionalMs))
      )
    } catch (thrown) {
      if (thrown instanceof Refusal && !stops.has(thrown.code)) throw this.#halt(command, scope, thrown.words, false)
      throw thrown
    }
  }

  async #leaf(command: Command, scope: Scope): Promise<void> {
    if (this.#hands.late) throw this.#halt(command, scope, 'The flow took longer than it may.', false)
    const seen = this.#hands.last
    const stage: Stage = {
      hands: this.#hands,
      scope,
      appId: this.#appId,
      note: words => this.#notes.push(`Step ${this.#steps.length + 1}: ${words}`),
      keepPicture: async (name, picture) => {
        if (this.#options.keepPicture === undefined) this.#notes.push(`The screenshot ${name} was not kept.`)
        else await this.#options.keepPicture(name, picture)
      },
    }
    try {
      if (seen !== null && !isLooking(command) && !('selector' in command)) await this.#hands.clearTheWay(seen)
      await perform(command, stage)
    } catch (thrown) {
      if (thrown instanceof StepFailed) {
        await this.#readLog()
        if (!command.optional)
          throw this.#halt(
            command,
            scope,
            this.#gone === null ? thrown.message : `${this.#gone} ${thrown.message}`,
            true,
          )
        this.#step(command, scope, 'warned', thrown.message)
        return
      }
      if (thrown instanceof Refusal && !stops.has(thrown.code)) throw this.#halt(command, scope, thrown.words, false)
      throw thrown
    }
    if (!isLooking(command)) this.#before = seen ?? this.#before
    await this.#readLog()
    if (this.#gone !== null && !this.#onlyChecksFollow(command)) throw this.#halt(command, scope, this.#gone, true)
    this.#step(command, scope, 'passed', '')
  }

  async #readLog(): Promise<void> {
    if (this.#mark === null || this.#appId === '') return
    const { events, mark } = await this.#hands.device.events(this.#mark, this.#appId, this.#hands.signal)
    this.#mark = mark
    this.#events.push(...events)
    const [event] = events
    if (event === undefined || this.#gone !== null) return
    const what =
      event.kind === 'anr'
        ? `does not respond (${event.reason})`
        : `is no longer running (${event.type}: ${event.message})`
    this.#gone = `After step ${this.#steps.length + 1} the app ${what}.`
  }

  /** A crash is left to the assertions written for it when nothing but looking comes between. */
  #onlyChecksFollow(command: Command): boolean {
    const index = this.#flow.commands.indexOf(command)
    if (index < 0 || this.#lastAssertion === null) return false
    const rest = this.#flow.commands.slice(index + 1)
    return rest.includes(this.#lastAssertion) && rest.every(one => isLooking(one))
  }

  #step(command: Command, scope: Scope, outcome: PlayedStep['outcome'], detail: string): PlayedStep {
    const step = {
      n: this.#steps.length + 1,
      at: command.at,
      words: wordsOfStep(command, scope),
      outcome,
      detail,
      atMs: this.#hands.now,
    }
    this.#steps.push(step)
    this.#options.onStep?.(step)
    return step
  }

  #halt(command: Command, scope: Scope, detail: string, soft: boolean): Halted {
    const step = this.#step(command, scope, 'failed', detail)
    const last = command === this.#lastAssertion
    return new Halted(
      { step: step.n, at: command.at, words: `Step ${step.n} (${step.words}): ${detail}`, last: last && soft },
      soft,
    )
  }
}
