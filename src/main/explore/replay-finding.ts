// A filed finding replayed on demand: its kept path from a fresh start, the same question at the end, a few times.
// Used by the hub for `finding replay` and by the window's "Replay now".
import type { MapRow, NightBook } from '#shared/domain/book.ts'
import type { Check } from '#shared/domain/check.ts'
import type { Build } from '#shared/domain/device.ts'
import type { Fingerprint } from '#shared/domain/ids.ts'
import type { Action, Candidate, Condition } from '#shared/domain/night.ts'
import type { Device, Grant } from '#main/device/device.ts'
import { Actuator, type SetUp } from '#main/explore/actuator.ts'
import type { ExaminerOptions } from '#main/explore/case-book.ts'
import type { FlowOracle } from '#main/explore/flows/result.ts'
import { KnownData } from '#main/explore/known-data.ts'
import { isCompared, Partners } from '#main/explore/partners.ts'
import { Replayer } from '#main/explore/replay.ts'
import { ScreenMap } from '#main/explore/screen-map.ts'
import { SettingsJournal } from '#main/explore/settings-journal.ts'
import type { Probe, Raised } from '#main/explore/trail.ts'

export interface ReplayedFinding {
  readonly candidate: Candidate
  readonly fingerprint: Fingerprint
  readonly path: readonly Action[]
  readonly condition: Condition | null
}

export interface ReplayFindingParts {
  readonly device: Device
  readonly app: string
  /** Installed first; null where the app is on the device. */
  readonly build: Build | null
  readonly finding: ReplayedFinding
  readonly map: readonly MapRow[]
  readonly book: NightBook
  /** Played after each reset, as it was before the mission that found it; null for none. */
  readonly setUp: SetUp | null
}

const putBackMs = 10_000
/** Checks that under a condition are asked with the same screen without it. */
const comparedChecks: ReadonlySet<Check> = new Set([
  'contrast',
  'truncated',
  'overlap',
  'target',
  'dark',
  'big_text',
  'locale',
  'rtl',
  'offline',
])

/** Holds the device, in the finding's condition, until it is disposed. */
export class FindingReplay implements AsyncDisposable {
  readonly #actuator: Actuator
  readonly #replayer: Replayer
  readonly #journal: SettingsJournal
  readonly #finding: ReplayedFinding
  /** The same without the condition, where only a comparison tells; null else. */
  readonly #plain: Replayer | null

  private constructor(parts: ReplayFindingParts) {
    const { device, app, finding, build } = parts
    const { condition } = finding
    const leash = { never: [], allow: [] }
    const map = ScreenMap.from(app, parts.map)
    this.#finding = finding
    this.#journal = new SettingsJournal(parts.book, device, null, parts.app)
    this.#actuator = new Actuator(device, {
      app,
      launchArguments: {},
      leash,
      ownerName: 'a replay',
      orientation: condition === 'landscape' ? 'landscape' : 'portrait',
      setUp: parts.setUp,
    })
    const options: Omit<ExaminerOptions, 'condition'> = {
      actuator: this.#actuator,
      app,
      surface: device.model.surface,
      map,
      leash,
      bases: isCompared(condition) ? new Partners() : null,
      examined: new Set(),
      typed: new Set(),
      data: new KnownData(),
      settled: new Set(),
      replay: true,
    }
    const replayer = (under: Condition | null, install: Build | null): Replayer =>
      new Replayer(
        this.#actuator,
        map,
        { ...options, condition: under },
        { build: install, condition: under, leash, number: 1 },
      )
    this.#plain = isCompared(condition) && comparedChecks.has(finding.candidate.check) ? replayer(null, build) : null
    this.#replayer = replayer(condition, this.#plain === null ? build : null)
  }

  static async begin(parts: ReplayFindingParts, signal: AbortSignal): Promise<FindingReplay> {
    const replay = new FindingReplay(parts)
    try {
      await replay.#seePlainly(signal)
      await replay.#journal.set(await replay.grant, parts.finding.condition, signal)
      return replay
    } catch (thrown) {
      await replay[Symbol.asyncDispose]()
      throw thrown
    }
  }

  /** What only a comparison tells: the path once without the condition, upright, to see what to compare with. */
  async #seePlainly(signal: AbortSignal): Promise<void> {
    if (this.#plain === null) return
    const held = this.#actuator.orientation
    this.#actuator.orientation = 'portrait'
    await this.#plain.attempt(raisedOf(this.#finding), this.#finding.path, signal)
    this.#actuator.orientation = held
  }

  get grant(): Promise<Grant> {
    return this.#actuator.grant
  }

  /** The kept path from a fresh start, so many times. */
  async attempt(times: number, signal: AbortSignal): Promise<{ readonly reproduced: number; readonly words: string }> {
    let reproduced = 0
    let words = ''
    for (let attempt = 0; attempt < times; attempt += 1) {
      const result = await this.#replayer.attempt(raisedOf(this.#finding), this.#finding.path, signal)
      if (result.reproduced) reproduced += 1
      words = result.words
    }
    return { reproduced, words }
  }

  /** Whether the fault shows where a flow has walked to. */
  get oracle(): FlowOracle {
    const action = this.#finding.path.at(-1)
    return walked =>
      this.#replayer.asksAgain(
        raisedOf(this.#finding),
        walked,
        action === undefined ? null : { action, shown: null },
        AbortSignal.timeout(askMs),
      )
  }

  /** Set up and upright (or as its condition wants it), as the night held it before a flow. */
  async ready(signal: AbortSignal): Promise<void> {
    if (this.#actuator.setUpName !== null) await this.#actuator.reset(null, signal)
    await this.#actuator.upright(signal)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.#journal.putBack(await this.grant, AbortSignal.timeout(putBackMs))
    } finally {
      await this.#actuator[Symbol.asyncDispose]()
    }
  }
}

const askMs = 120_000

function raisedOf({ candidate, fingerprint, path }: ReplayedFinding): Raised {
  return { candidate, fingerprint, probe: probeOf(candidate, path), upTo: path.length, step: 0, nightStep: 0 }
}

/** How the question is put again, told from the kind of fault and the end of its path. */
function probeOf({ check, message }: Candidate, path: readonly Action[]): Probe {
  switch (check) {
    case 'dead_control':
      return { kind: 'dead', tail: 1 }
    case 'data_loss': {
      const turns = path.slice(-2).filter(action => action.kind === 'turn').length
      return { kind: 'life', tail: Math.max(1, turns) }
    }
    case 'loading':
      return { kind: 'loading', tail: 1 }
    case 'frozen':
      return { kind: 'frozen', tail: 1 }
    case 'back_stack':
      return { kind: 'back', tail: 2 }
    case 'silent_validation':
      return { kind: 'silent', tail: 1, row: message }
    case 'crash':
    case 'native_crash':
    case 'anr':
    case 'left_app':
      return { kind: 'look', tail: 1 }
    case 'blank':
    case 'a11y':
    case 'contrast':
    case 'target':
    case 'truncated':
    case 'overlap':
    case 'placeholder':
    case 'raw_error':
    case 'offline':
    case 'dark':
    case 'big_text':
    case 'locale':
    case 'rtl':
    case 'focus':
    case 'goal':
    case 'logic':
      return { kind: 'look', tail: 0 }
  }
}
