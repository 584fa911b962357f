// The bench in words: a line a run on stderr, the totals on stdout, and why bugs were missed for whoever asks.
import type { BenchDocument, Scored } from '#main/bench/document.ts'

export function progressLine({ row, outcome }: Scored, done: number, all: number, elapsedMs: number): string {
  const left = done === 0 ? '' : `, ${durationWords((elapsedMs / done) * (all - done))} left`
  const said =
    row.error !== null
      ? `could not run: ${row.error.words}`
      : row.twin === 'clean'
        ? `${row.false.length} false findings`
        : `${row.found.length} of ${row.planted} found, ${row.false.length} false, ${row.screens.reached} of ${row.screens.of} screens`
  const cost = outcome.steps === 0 ? '' : ` (${Math.round(outcome.cpuMs / outcome.steps)} ms of a core a step)`
  return `${done}/${all} ${row.app} ${row.twin} seed ${row.seed}: ${said}${cost}${left}`
}

export function diagnosis(scored: readonly Scored[]): string {
  const lines = scored.flatMap(({ row, why, wrong }) => [
    ...Object.entries(why).map(([bug, words]) => `missed ${row.app} seed ${row.seed} ${bug}: ${words}`),
    ...wrong.map(words => `false  ${row.app} ${row.twin} seed ${row.seed}: ${words}`),
    ...Object.entries(row.minimised)
      .filter(([, one]) => one.steps > one.shortest || one.replays > 12)
      .map(
        ([bug, one]) =>
          `longer ${row.app} seed ${row.seed} ${bug}: ${one.steps} steps where ${one.shortest} are enough, ${one.replays} replays`,
      ),
    ...Object.entries(row.flows)
      .filter(([, result]) => result !== 'reproduced')
      .map(([bug, result]) => `flow   ${row.app} seed ${row.seed} ${bug}: ${result}`),
  ])
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

export function report({ policy, steps, seeds, conditions, wall_s, apps, totals }: BenchDocument): string {
  const part = (value: number | null): string => (value === null ? '–' : value.toFixed(3))
  const span = (name: string): string => {
    const found = totals.interval95[name] ?? null
    return found === null ? '' : `  (95%: ${found[0].toFixed(3)} to ${found[1].toFixed(3)})`
  }
  const failed = apps.filter(row => row.error !== null)
  const lines = [
    `Policy ${policy}, ${steps} steps, ${seeds} ${seeds === 1 ? 'seed' : 'seeds'}, conditions ${conditions}; ${apps.length} nights in ${durationWords(wall_s * 1000)}.`,
    '',
    `planted bugs found        ${part(totals.detection)}${span('detection')}`,
    `  within 300 steps        ${part(totals.detection_at['300'])}${span('detection_at_300')}`,
    `  within 1000 steps       ${part(totals.detection_at['1000'])}${span('detection_at_1000')}`,
    `precision                 ${part(totals.precision)}${span('precision')}`,
    `false per clean night     ${part(totals.false_per_clean_night)}${span('false_per_clean_night')}`,
    `screens reached           ${part(totals.screens)}${span('screens')}`,
    `confirmed, chance 1       ${part(totals.confirm.p1)}${span('confirm_p1')}`,
    `confirmed, chance 0.5     ${part(totals.confirm.p05)}${span('confirm_p05')}`,
    `steps ÷ shortest, median  ${part(totals.minimised_ratio)}${span('minimised_ratio')}`,
    `replays a finding, median ${part(totals.minimise_replays)}${span('minimise_replays')}`,
    `flows that reproduced     ${part(totals.flow_success)}${span('flow_success')}`,
    `dangerous controls        ${totals.danger.offered} offered, ${totals.danger.pressed} pressed; ${totals.danger.harmless_refused} harmless ones left alone`,
    `duplicates                ${totals.duplicates}`,
    '',
    ...Object.entries(totals.by_check).map(([check, one]) => `${check.padEnd(20)} ${one.found} of ${one.planted}`),
    ...failed.map(row => `could not run: ${row.app} ${row.twin} seed ${row.seed}: ${row.error?.words ?? ''}`),
  ]
  return `${lines.join('\n')}\n`
}

export function durationWords(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
