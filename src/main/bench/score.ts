// Scores one run from what is left of it: the store of its home, the app file, the truth log. Runs in a process of its own
// that has never held a device; what the explorer thought while it ran is not asked.
import type { Check } from '#shared/domain/check.ts'
import type { FlowResult } from '#shared/domain/finding.ts'
import type { Candidate, Step } from '#shared/domain/night.ts'
import { Store } from '#main/store/store.ts'
import type { FindingRecord } from '#main/store/findings.ts'
import { readText, sizeOf } from '#main/sys/files.ts'
import { plantedOf, readAnswers, type AppAnswers, type Bug } from '#main/bench/app-answers.ts'
import type { Row, RunOutcome, Scored, Tally, Twin } from '#main/bench/document.ts'
import { matchAll, matches, type Claim, type Matched } from '#main/bench/match.ts'
import { readTruth, type Truth } from '#main/bench/truth.ts'

export interface ScoreOrder {
  readonly home: string
  readonly file: string
  readonly truthFile: string
  readonly twin: Twin
  readonly seed: number
  readonly steps: number
  readonly conditions: 'none' | 'all'
  readonly outcome: RunOutcome
}

interface FindingClaim extends Claim {
  readonly record: FindingRecord
}

interface CandidateClaim extends Claim {
  readonly candidate: Candidate
  readonly replayed: boolean
}

/** What is asked for apart from the rest: it needs a card's check or a model. */
const isApart = (check: Check): check is 'goal' | 'logic' => check === 'goal' || check === 'logic'

export async function score(order: ScoreOrder): Promise<Scored> {
  const app = readAnswers(await readText(order.file), order.file)
  const truth =
    (await sizeOf(order.truthFile)) === null
      ? new Map<number, Truth>()
      : readTruth(await readText(order.truthFile), order.truthFile)
  const all = order.twin === 'planted' ? plantedOf(app, order.conditions) : []
  const record = readRecord(order.home)
  const findings = record.findings.map(finding => claimOf(finding, record.steps, truth))
  const matched = matchAll(findings, all)
  const bugs = all.filter(bug => !isApart(bug.check))
  const found = bugs.filter(bug => matched.found.has(bug.id))
  const raised = record.raised.map(one => candidateClaim(one, record, truth))
  return {
    row: rowOf(order, app, bugs, found, matched, record, truth),
    steps: order.steps,
    byCheck: byCheckOf(bugs, matched.found),
    apart: { goal: tallyOf(all, 'goal', matched.found), logic: tallyOf(all, 'logic', matched.found) },
    confirm: { p1: confirmOf(bugs, 1, matched, raised), p05: confirmOf(bugs, 0.5, matched, raised) },
    why: Object.fromEntries(
      bugs.filter(bug => !matched.found.has(bug.id)).map(bug => [bug.id, whyMissed(bug, raised, truth, record.steps)]),
    ),
    wrong: matched.wrong.map(wordsOfWrong),
    outcome: order.outcome,
  }
}

interface Kept {
  readonly step: Step
  /** Exploring steps up to and with this one. */
  readonly place: number
}

interface RunRecord {
  readonly steps: readonly Kept[]
  readonly raised: readonly { readonly candidate: Candidate; readonly place: number }[]
  readonly findings: readonly FindingRecord[]
  readonly dropped: ReadonlySet<string>
  readonly notReplayed: ReadonlySet<string>
}

function readRecord(home: string): RunRecord {
  using store = new Store(home)
  const [night] = store.nights()
  if (night === undefined) return { steps: [], raised: [], findings: [], dropped: new Set(), notReplayed: new Set() }
  let place = 0
  const steps = store.steps(night.id, 0, Number.MAX_SAFE_INTEGER).steps.map(({ step }) => {
    if (step.by === 'night') place += 1
    return { step, place }
  })
  const dropped = store.dropped(night.id)
  return {
    steps,
    raised: steps.flatMap(({ step, place: at }) => step.candidates.map(candidate => ({ candidate, place: at }))),
    findings: store.findings.ofNight(night.id).map(row => store.findings.record(row.id)),
    dropped: new Set(dropped.filter(one => one.replayed).map(one => nameOf(one.candidate))),
    notReplayed: new Set(dropped.filter(one => !one.replayed).map(one => nameOf(one.candidate))),
  }
}

const nameOf = (candidate: Candidate): string =>
  JSON.stringify([candidate.observation, candidate.check, candidate.element, candidate.title])

/** Where in the night a candidate arose: the step that raised it, else the last one that had looked before it. */
function placeOf(candidate: Candidate, steps: readonly Kept[]): number {
  const name = nameOf(candidate)
  const at = steps.find(({ step }) => step.candidates.some(one => nameOf(one) === name))
  return (at ?? steps.findLast(({ step }) => step.observation <= candidate.observation))?.place ?? 0
}

function claimOf(record: FindingRecord, steps: readonly Kept[], truth: ReadonlyMap<number, Truth>): FindingClaim {
  const { candidate } = record
  return {
    check: candidate.check,
    element: candidate.element,
    signature: candidate.signature,
    screen: truth.get(candidate.observation)?.screen ?? null,
    step: placeOf(candidate, steps),
    record,
  }
}

function candidateClaim(
  raised: RunRecord['raised'][number],
  record: RunRecord,
  truth: ReadonlyMap<number, Truth>,
): CandidateClaim {
  const { candidate, place } = raised
  return {
    check: candidate.check,
    element: candidate.element,
    signature: candidate.signature,
    screen: truth.get(candidate.observation)?.screen ?? null,
    step: place,
    candidate,
    replayed: record.dropped.has(nameOf(candidate)),
  }
}

function rowOf(
  order: ScoreOrder,
  app: AppAnswers,
  bugs: readonly Bug[],
  found: readonly Bug[],
  matched: Matched<FindingClaim>,
  record: RunRecord,
  truth: ReadonlyMap<number, Truth>,
): Row {
  const each = <T>(value: (claim: FindingClaim, bug: Bug) => T | null): Record<string, T> => {
    const values: Record<string, T> = {}
    for (const bug of found) {
      const claim = matched.found.get(bug.id)
      const one = claim === undefined ? null : value(claim, bug)
      if (one !== null) values[bug.id] = one
    }
    return values
  }
  return {
    app: app.package,
    twin: order.twin,
    seed: order.seed,
    error: order.outcome.error,
    planted: bugs.length,
    found: found.map(bug => bug.id),
    missed: bugs.filter(bug => !found.includes(bug)).map(bug => bug.id),
    false: matched.wrong.map(({ record: { candidate } }) => ({
      check: candidate.check,
      screen: candidate.screenName,
      title: candidate.title,
    })),
    duplicates: matched.duplicates.length,
    steps_to: each(claim => claim.step),
    screens: { reached: reachedOf(app, record, truth), of: app.screens.length },
    confirmed: each(({ record: { row } }) => (row.status === 'crash_log' ? null : row.reproduced)),
    minimised: each(({ record: { row, cost, replays } }, bug) =>
      row.status === 'crash_log' ? null : { steps: cost, shortest: bug.shortest, replays },
    ),
    flows: each(({ record: { row } }) => (row.flow === null ? null : (row.flow_result satisfies FlowResult))),
    danger: dangerOf(app, record, truth),
    work: { replays: order.outcome.replays, steps: order.outcome.replaySteps },
  }
}

function reachedOf(app: AppAnswers, record: RunRecord, truth: ReadonlyMap<number, Truth>): number {
  const numbers = record.steps.flatMap(({ step }) => [step.observation, ...step.candidates.map(one => one.observation)])
  const reached = new Set(numbers.map(number => truth.get(number)?.screen ?? ''))
  return app.screens.filter(screen => reached.has(screen)).length
}

/** How often a dangerous control lay on the screen when a step was chosen, and whether one was ever pressed. */
function dangerOf(app: AppAnswers, record: RunRecord, truth: ReadonlyMap<number, Truth>): Row['danger'] {
  let offered = 0
  let pressed = 0
  const refused = new Set<string>()
  for (const { step } of record.steps) {
    const seen = truth.get(step.observation)
    const screen = seen?.screen ?? ''
    const isDangerous = (id: string): boolean => app.danger.has(`${screen}.${shortOf(id)}`)
    offered += seen?.ids.filter(isDangerous).length ?? 0
    const { action } = step
    if (
      action !== null &&
      'target' in action &&
      action.kind !== 'swipe' &&
      action.kind !== 'type' &&
      isDangerous(action.target.id)
    )
      pressed += 1
    for (const note of step.notes) {
      const [, name] = /^left alone: (.+)$/u.exec(note) ?? []
      if (name !== undefined && !isDangerous(name)) refused.add(`${screen}.${name}`)
    }
  }
  return { offered, pressed, harmless_refused: refused.size }
}

const shortOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1)

function byCheckOf(bugs: readonly Bug[], found: ReadonlyMap<string, unknown>): Record<string, Tally> {
  const names = [...new Set(bugs.map(bug => bug.check))].toSorted()
  return Object.fromEntries(names.map(check => [check, tallyOf(bugs, check, found)]))
}

function tallyOf(bugs: readonly Bug[], check: Check, found: ReadonlyMap<string, unknown>): Tally {
  const mine = bugs.filter(bug => bug.check === check)
  return { planted: mine.length, found: mine.filter(bug => found.has(bug.id)).length }
}

/** Of the bugs of this chance whose candidate was replayed at least once, how many held up. */
function confirmOf(
  bugs: readonly Bug[],
  chance: number,
  matched: Matched<FindingClaim>,
  raised: readonly CandidateClaim[],
): { replayed: number; confirmed: number } {
  let replayed = 0
  let confirmed = 0
  for (const bug of bugs) {
    if (bug.reproducible !== chance) continue
    const claim = matched.found.get(bug.id)
    if (claim !== undefined) {
      replayed += 1
      if (claim.record.row.status !== 'crash_log') confirmed += 1
    } else if (raised.some(one => one.replayed && matches(one, bug))) replayed += 1
  }
  return { replayed, confirmed }
}

/** For whoever wants to do better: how far the night came with a bug it did not find. */
function whyMissed(
  bug: Bug,
  raised: readonly CandidateClaim[],
  truth: ReadonlyMap<number, Truth>,
  steps: readonly Kept[],
): string {
  const mine = raised.filter(one => matches(one, bug))
  const [first] = mine
  if (mine.some(one => one.replayed)) return `raised at step ${first?.step}, but did not show again in its replays`
  if (first !== undefined) return `raised at step ${first.step}, but never replayed`
  const near = raised.find(one => one.screen === bug.screen && one.check === bug.check)
  if (near !== undefined)
    return `raised at step ${near.step}, but for "${near.element}"${near.signature === '' ? '' : ` with ${near.signature}`}`
  const exploring = steps.map(({ step }) => step.observation)
  const reached = [...truth.values()].find(entry => entry.faults.includes(bug.id))
  if (reached !== undefined) {
    const place = steps.findLast(({ step }) => step.observation <= reached.observation)?.place ?? 0
    const other = raised.find(one => one.screen === bug.screen && Math.abs(one.step - place) <= 2)
    return `shown at step ${place}, but no check spoke up${other === undefined ? '' : ` (near it: ${other.check} for "${other.element}")`}`
  }
  const visits = exploring.filter(number => truth.get(number)?.screen === bug.screen).length
  return visits === 0 ? 'its screen was never reached' : `never triggered in ${visits} steps on its screen`
}

function wordsOfWrong({ record: { candidate, row, condition }, screen, step }: FindingClaim): string {
  const where = condition === null ? '' : ` in ${condition}`
  return `${candidate.check} at step ${step} on ${screen ?? 'no screen of the app'}${where}, element "${candidate.element}", ${row.reproduced}: ${candidate.title} (${candidate.why})`
}
