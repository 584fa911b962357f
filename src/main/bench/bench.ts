// The bench: every app, seed and twin is a night in a worker of its own, two at once, each scored by a third process. This one
// only plans, waits and adds up.
import { join } from 'node:path'
import { parse } from '#shared/base/parse.ts'
import { exec } from '#main/sys/exec.ts'
import { monotonicMs } from '#main/sys/clock.ts'
import { exists, makeFolder, readText, remove, temporaryFolder, writeWhole } from '#main/sys/files.ts'
import { rootFolder } from '#main/sys/paths.ts'
import { conditionsFor, plantedOf, readAnswers } from '#main/bench/app-answers.ts'
import {
  outcomeShape,
  scoredShape,
  type BenchDocument,
  type PolicyName,
  type RunOrder,
  type RunOutcome,
  type Scored,
  type Twin,
} from '#main/bench/document.ts'
import type { ScoreOrder } from '#main/bench/score.ts'
import { totalsOf } from '#main/bench/totals.ts'

export interface BenchOptions {
  readonly files: readonly string[]
  readonly steps: number
  readonly seeds: number
  readonly policy: PolicyName
  readonly conditions: 'none' | 'all'
  /** Nights at once. */
  readonly workers: number
  /** Twins to run; both unless only one is asked about. */
  readonly twins?: readonly Twin[]
}

/** A clean-app night is 500 steps whatever `steps` says. */
export const cleanNightSteps = 500
const nightDeadlineMs = 60 * 60_000

interface Run {
  readonly file: string
  readonly twin: Twin
  readonly seed: number
}

export interface BenchResult {
  readonly document: BenchDocument
  readonly scored: readonly Scored[]
}

export async function bench(
  options: BenchOptions,
  onScored: (scored: Scored, done: number, all: number) => void,
  signal: AbortSignal,
): Promise<BenchResult> {
  const began = monotonicMs()
  const runs = plannedRuns(options)
  await using temporary = await temporaryFolder()
  const scored: Scored[] = []
  const waiting = runs.map((run, index) => ({ run, index }))
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const folder = join(temporary.path, String(next.index))
      const one = await runAndScore(options, next.run, folder, signal)
      await remove(folder)
      scored[next.index] = one
      onScored(one, scored.filter(Boolean).length, runs.length)
    }
  }
  await Promise.all(Array.from({ length: options.workers }, work))
  const document: BenchDocument = {
    policy: options.policy,
    steps: options.steps,
    seeds: options.seeds,
    conditions: options.conditions,
    wall_s: Math.round((monotonicMs() - began) / 100) / 10,
    apps: scored.map(one => one.row),
    totals: totalsOf(scored),
  }
  return { document, scored }
}

/** Planted twins first: they take longest. */
function plannedRuns({ files, seeds, twins = ['planted', 'clean'] }: BenchOptions): readonly Run[] {
  return twins.flatMap(twin =>
    files.flatMap(file => Array.from({ length: seeds }, (_, at) => ({ file, twin, seed: at + 1 }))),
  )
}

async function runAndScore(
  options: BenchOptions,
  { file, twin, seed }: Run,
  folder: string,
  signal: AbortSignal,
): Promise<Scored> {
  await makeFolder(folder)
  const app = readAnswers(await readText(file), file)
  const order: RunOrder = {
    home: join(folder, 'home'),
    file,
    policy: options.policy,
    seed,
    steps: twin === 'clean' ? cleanNightSteps : options.steps,
    plant: twin === 'clean' ? 'none' : plantedOf(app, options.conditions).map(bug => bug.id),
    conditions: options.conditions === 'all' ? [...conditionsFor(app)] : [],
    truthFile: join(folder, 'truth.jsonl'),
    outcomeFile: join(folder, 'outcome.json'),
  }
  const outcome = await runNight(order, join(folder, 'order.json'), signal)
  return scoreRun({ ...order, twin, conditions: options.conditions, outcome }, join(folder, 'score.json'), signal)
}

async function runNight(order: RunOrder, orderFile: string, signal: AbortSignal): Promise<RunOutcome> {
  await writeWhole(orderFile, JSON.stringify(order))
  const { code, stderr } = await exec(
    process.execPath,
    [join(rootFolder(), 'src/main/bench/night/worker.ts'), orderFile],
    { deadlineMs: nightDeadlineMs },
    signal,
  )
  if (await exists(order.outcomeFile))
    return parse(outcomeShape, JSON.parse(await readText(order.outcomeFile)), order.outcomeFile)
  const last = stderr.trim().split('\n').slice(-3).join(' ')
  return {
    error: {
      code: 'failed',
      words: `The night's process ended with ${code ?? 'a signal'}: ${last}`,
      where: order.file,
      hint: null,
    },
    endedBy: null,
    steps: 0,
    replays: 0,
    replaySteps: 0,
    cpuMs: 0,
    wallMs: 0,
    memoryMb: 0,
  }
}

async function scoreRun(order: ScoreOrder, orderFile: string, signal: AbortSignal): Promise<Scored> {
  await writeWhole(orderFile, JSON.stringify(order))
  const { code, stdout, stderr } = await exec(
    process.execPath,
    [join(rootFolder(), 'src/main/bench/score-worker.ts'), orderFile],
    {},
    signal,
  )
  if (code !== 0) throw new Error(`the scorer ended with ${code}: ${stderr}`)
  return parse(scoredShape, JSON.parse(new TextDecoder().decode(stdout)), 'the scorer')
}
