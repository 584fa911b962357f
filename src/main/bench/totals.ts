// From the scored runs to the totals of the document: rates over all seeds, and how far they may be off, by bootstrap over
// apps (an app with all its seeds is drawn or not, since the seeds of one app are no independent apps).
import { random } from '#shared/base/random.ts'
import type { Scored, Tally, Totals } from '#main/bench/document.ts'

const draws = 2000

type Figure = (runs: readonly Scored[]) => number | null

export function totalsOf(all: readonly Scored[]): Totals {
  const runs = all.filter(run => run.row.error === null)
  const interval95: Record<string, readonly [number, number] | null> = {}
  for (const [name, figure] of Object.entries(figures)) interval95[name] = intervalOf(runs, figure, name)
  return {
    detection: figures.detection(runs),
    detection_at: { '300': figures.detection_at_300(runs), '1000': figures.detection_at_1000(runs) },
    precision: figures.precision(runs),
    false_per_clean_night: figures.false_per_clean_night(runs),
    screens: figures.screens(runs),
    confirm: { p1: figures.confirm_p1(runs), p05: figures.confirm_p05(runs) },
    minimised_ratio: figures.minimised_ratio(runs),
    minimise_replays: figures.minimise_replays(runs),
    flow_success: figures.flow_success(runs),
    danger: {
      offered: sum(runs, run => run.row.danger.offered),
      pressed: sum(runs, run => run.row.danger.pressed),
      harmless_refused: sum(runs, run => run.row.danger.harmless_refused),
    },
    duplicates: sum(runs, run => run.row.duplicates),
    apart: { goal: added(runs.map(run => run.apart.goal)), logic: added(runs.map(run => run.apart.logic)) },
    by_check: byCheckOf(runs),
    interval95,
  }
}

const planted = (runs: readonly Scored[]): readonly Scored[] => runs.filter(run => run.row.twin === 'planted')
const clean = (runs: readonly Scored[]): readonly Scored[] => runs.filter(run => run.row.twin === 'clean')

const detectionAt =
  (steps: number): Figure =>
  runs => {
    const long = planted(runs).filter(run => run.steps >= steps)
    return rate(
      sum(long, run => Object.values(run.row.steps_to).filter(at => at <= steps).length),
      sum(long, run => run.row.planted),
    )
  }

const figures = {
  detection: runs =>
    rate(
      sum(planted(runs), run => run.row.found.length),
      sum(planted(runs), run => run.row.planted),
    ),
  detection_at_300: detectionAt(300),
  detection_at_1000: detectionAt(1000),
  precision: runs => {
    const right = sum(planted(runs), run => run.row.found.length)
    return rate(right, right + sum(planted(runs), run => run.row.false.length))
  },
  false_per_clean_night: runs =>
    rate(
      sum(clean(runs), run => run.row.false.length),
      clean(runs).length,
    ),
  screens: runs =>
    rate(
      sum(planted(runs), run => run.row.screens.reached),
      sum(planted(runs), run => run.row.screens.of),
    ),
  confirm_p1: runs =>
    rate(
      sum(runs, run => run.confirm.p1.confirmed),
      sum(runs, run => run.confirm.p1.replayed),
    ),
  confirm_p05: runs =>
    rate(
      sum(runs, run => run.confirm.p05.confirmed),
      sum(runs, run => run.confirm.p05.replayed),
    ),
  minimised_ratio: runs => median(minimised(runs).map(one => one.steps / one.shortest)),
  minimise_replays: runs => median(minimised(runs).map(one => one.replays)),
  flow_success: runs => {
    const played = planted(runs)
      .flatMap(run => Object.values(run.row.flows))
      .filter(result => result !== 'not_played')
    return rate(played.filter(result => result === 'reproduced').length, played.length)
  },
} satisfies Record<string, Figure>

const minimised = (runs: readonly Scored[]): readonly { steps: number; shortest: number; replays: number }[] =>
  planted(runs).flatMap(run => Object.values(run.row.minimised))

function intervalOf(runs: readonly Scored[], figure: Figure, name: string): readonly [number, number] | null {
  const apps = [...Map.groupBy(runs, run => run.row.app).values()]
  if (apps.length < 2) return null
  const chance = random(1, `bootstrap ${name}`)
  return spanOf(Array.from({ length: draws }, () => figure(apps.flatMap(() => chance.pick(apps)))))
}

/** The middle 95% of the values there are. */
function spanOf(values: readonly (number | null)[]): readonly [number, number] | null {
  const sorted = values.filter(value => value !== null).toSorted((a, b) => a - b)
  const low = sorted[Math.floor(0.025 * sorted.length)]
  const high = sorted[Math.min(sorted.length - 1, Math.floor(0.975 * sorted.length))]
  return low === undefined || high === undefined ? null : [low, high]
}

function byCheckOf(runs: readonly Scored[]): Record<string, Tally> {
  const names = [...new Set(runs.flatMap(run => Object.keys(run.byCheck)))].toSorted()
  return Object.fromEntries(names.map(name => [name, added(runs.flatMap(run => run.byCheck[name] ?? []))]))
}

const added = (tallies: readonly Tally[]): Tally => ({
  planted: tallies.reduce((all, one) => all + one.planted, 0),
  found: tallies.reduce((all, one) => all + one.found, 0),
})

const sum = (runs: readonly Scored[], of: (run: Scored) => number): number =>
  runs.reduce((all, run) => all + of(run), 0)

const rate = (part: number, whole: number): number | null => (whole === 0 ? null : rounded(part / whole))

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const low = sorted[Math.floor((sorted.length - 1) / 2)]
  const high = sorted[Math.floor(sorted.length / 2)]
  return low === undefined || high === undefined ? null : rounded((low + high) / 2)
}

/** How many times the detection of one policy is that of another, with its interval; the same apps are drawn for both. */
export function ratioOf(
  ours: readonly Scored[],
  theirs: readonly Scored[],
  steps: number,
): { readonly ratio: number | null; readonly interval95: readonly [number, number] | null } {
  const figure = detectionAt(steps)
  const apps = [...new Set(ours.map(run => run.row.app))]
  const ratio = (chosen: readonly string[]): number | null => {
    const a = figure(chosen.flatMap(app => ours.filter(run => run.row.app === app)))
    const b = figure(chosen.flatMap(app => theirs.filter(run => run.row.app === app)))
    return a === null || b === null || b === 0 ? null : rounded(a / b)
  }
  const chance = random(1, 'bootstrap ratio')
  const values = apps.length < 2 ? [] : Array.from({ length: draws }, () => ratio(apps.map(() => chance.pick(apps))))
  return { ratio: ratio(apps), interval95: spanOf(values) }
}
