// `npm run bench:night`: the bench over all apps and policies, its figures held against what is promised, written to
// docs/bench.md. `--no-conditions` leaves out the part with conditions. `--reduced` (or NOCTURNE_BENCH=reduced, as CI has it)
// runs two apps for a short night and writes nothing.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { bench, type BenchResult } from '#main/bench/bench.ts'
import type { BenchDocument, PolicyName, Scored } from '#main/bench/document.ts'
import { median, ratioOf } from '#main/bench/totals.ts'
import { diagnosis, durationWords, progressLine } from '#main/bench/words.ts'

const root = join(import.meta.dirname, '..')
const reduced = process.argv.includes('--reduced') || process.env['NOCTURNE_BENCH'] === 'reduced'
const apps = reduced ? ['notes', 'bank'] : ['bank', 'chat', 'habits', 'notes', 'recipes', 'shop']
const steps = reduced ? 300 : 1000
const seeds = reduced ? 1 : 5
const files = apps.map(name => join(root, 'resources', 'demo', `${name}.app.yaml`))
const { signal } = new AbortController()

interface Promised {
  readonly name: string
  readonly promised: string
  readonly is: number | null
  readonly span: readonly [number, number] | null
  readonly holds: boolean
}

async function run(
  policy: PolicyName,
  conditions: 'none' | 'all',
  howMany: number,
  twins: readonly ('planted' | 'clean')[],
): Promise<BenchResult> {
  const began = performance.now()
  process.stderr.write(`\n${policy}, conditions ${conditions}\n`)
  return bench(
    { files, steps, seeds: howMany, policy, conditions, workers: 2, twins },
    (scored, done, all) => process.stderr.write(`${progressLine(scored, done, all, performance.now() - began)}\n`),
    signal,
  )
}

const explorer = await run('explorer', 'none', seeds, ['planted', 'clean'])
const fastbot = await run('fastbot', 'none', seeds, ['planted'])
const randomly = await run('random', 'none', seeds, ['planted'])
const rotating =
  reduced || process.argv.includes('--no-conditions') ? null : await run('explorer', 'all', 2, ['planted', 'clean'])
process.stderr.write(diagnosis(explorer.scored))

const promises = promisesOf(explorer, fastbot, randomly)
const failed = explorer.document.apps.filter(row => row.error !== null)
for (const one of promises)
  process.stdout.write(`${one.holds ? 'held  ' : 'MISSED'} ${one.name}: ${figure(one.is)} (promised ${one.promised})\n`)
for (const row of failed)
  process.stdout.write(`MISSED ${row.app} ${row.twin} seed ${row.seed} could not run: ${row.error?.words}\n`)
if (!reduced) {
  const path = join(root, 'docs', 'bench.md')
  writeFileSync(path, page())
  process.stdout.write('written: docs/bench.md\n')
}
process.exitCode = failed.length === 0 && promises.every(one => one.holds) ? 0 : 1

function promisesOf({ document, scored }: BenchResult, second: BenchResult, third: BenchResult): readonly Promised[] {
  const { totals } = document
  const overRandom = ratioOf(scored, third.scored, steps)
  const overFastbot = ratioOf(scored, second.scored, steps)
  const span = (name: string): readonly [number, number] | null => totals.interval95[name] ?? null
  type Measured = readonly [is: number | null, span: readonly [number, number] | null]
  const least = (name: string, promised: number, ...[is, of]: Measured): Promised => {
    return { name, promised: `at least ${promised}`, is, span: of, holds: is !== null && is >= promised }
  }
  const most = (name: string, promised: number, ...[is, of]: Measured): Promised => {
    const words = promised === 0 ? '0' : `at most ${promised}`
    return { name, promised: words, is, span: of, holds: is !== null && is <= promised }
  }
  const whole: readonly Promised[] = [
    least('planted bugs found within 1,000 steps', 0.6, totals.detection_at['1000'], span('detection_at_1000')),
    least('times what random finds', 3, overRandom.ratio, overRandom.interval95),
    least('times what a Fastbot-like policy finds', 1.5, overFastbot.ratio, overFastbot.interval95),
  ]
  return [
    ...(reduced ? [] : whole),
    least('planted bugs found within 300 steps', 0.4, totals.detection_at['300'], span('detection_at_300')),
    most('false findings a clean night', 0.1, totals.false_per_clean_night, span('false_per_clean_night')),
    least('precision', 0.95, totals.precision, span('precision')),
    least('confirmed, of bugs that always show', 0.98, totals.confirm.p1, span('confirm_p1')),
    ...(totals.confirm.p05 === null
      ? []
      : [least('confirmed, of bugs that show every other time', 0.9, totals.confirm.p05, span('confirm_p05'))]),
    most('minimised steps ÷ shortest, median', 1.25, totals.minimised_ratio, span('minimised_ratio')),
    most('replays a finding, most', 12, mostReplays(document), null),
    least('flows that reproduced when played', 0.95, totals.flow_success, span('flow_success')),
    most('dangerous controls pressed', 0, totals.danger.pressed, null),
    most('ms of a core a step, all in, median of nights', 30, stepCost(scored), null),
  ]
}

function mostReplays({ apps: rows }: BenchDocument): number | null {
  const all = rows.flatMap(row => Object.values(row.minimised).map(one => one.replays))
  return all.length === 0 ? null : Math.max(...all)
}

function stepCost(scored: readonly Scored[]): number | null {
  return median(scored.flatMap(one => (one.outcome.steps === 0 ? [] : [one.outcome.cpuMs / one.outcome.steps])))
}

function page(): string {
  const { document } = explorer
  const rows = promises.map(one => `| ${one.name} | ${one.promised} | ${figure(one.is)} | ${interval(one.span)} |`)
  const policies = [explorer, fastbot, randomly].map(({ document: { policy, totals } }) =>
    [
      policy,
      figure(totals.detection_at['300']),
      figure(totals.detection_at['1000']),
      interval(totals.interval95['detection_at_1000'] ?? null),
      figure(totals.screens),
      figure(totals.precision),
    ].join(' | '),
  )
  const checks = Object.entries(document.totals.by_check).map(
    ([check, one]) => `| ${check} | ${one.found} of ${one.planted} |`,
  )
  const perApp = [...Map.groupBy(document.apps, row => row.app)].map(([app, its]) => {
    const planted = its.filter(row => row.twin === 'planted')
    const clean = its.filter(row => row.twin === 'clean')
    const found = planted.reduce((all, row) => all + row.found.length, 0)
    const of = planted.reduce((all, row) => all + row.planted, 0)
    const wrong = planted.reduce((all, row) => all + row.false.length, 0)
    const wrongClean = clean.reduce((all, row) => all + row.false.length, 0)
    return `| ${app} | ${found} of ${of} | ${wrong} | ${wrongClean} in ${clean.length} nights |`
  })
  return `# The bench

Written by \`npm run bench:night\`; do not edit. Six demo apps (\`resources/demo\`), each with planted bugs and as its clean twin, near
misses on, virtual time, ${seeds} seeds, ${steps} steps a night (500 on a clean twin), conditions none unless said. The scorer is
another process than the explorer and reads the store, the app file and the truth log. Intervals are 95%, by bootstrap over apps.

## What is promised, and what is

| figure | promised | measured | 95% interval |
| --- | --- | --- | --- |
${rows.join('\n')}

${document.totals.danger.offered} times a dangerous control lay on the screen when a step was chosen; ${document.totals.danger.pressed} were pressed;
${document.totals.danger.harmless_refused} harmless ones were left alone. ${document.totals.duplicates} findings were duplicates of another.
The median finding took ${figure(document.totals.minimise_replays)} replays. ${document.apps.length} nights took ${durationWords(document.wall_s * 1000)} with two workers.

## Policies

| policy | found at 300 | found at 1,000 | 95% interval | screens reached | precision |
| --- | --- | --- | --- | --- | --- |
${policies.map(row => `| ${row} |`).join('\n')}

## By check

| check | found |
| --- | --- |
${checks.join('\n')}

## By app

| app | found | false, planted twin | false, clean twin |
| --- | --- | --- | --- |
${perApp.join('\n')}
${rotating === null ? '' : conditionsPart(rotating)}
## What these figures do not say

The explorer was tuned on these very apps and on some of these seeds, so this is how well it does on what it was made with, not
on apps it has never met. The apps were written by people who know how the oracles work, and the phone is simulated: real
latency, real trees of other toolkits, other makers' dialogs and other people's bugs are not in these numbers.
`
}

function conditionsPart({ document: { totals, seeds: howMany } }: BenchResult): string {
  const checks = Object.entries(totals.by_check)
    .filter(([check]) => ['dark', 'big_text', 'locale', 'rtl', 'offline'].includes(check))
    .map(([check, one]) => `${check} ${one.found} of ${one.planted}`)
  return `
## With conditions

With \`--conditions all\` (${howMany} seeds) bugs that show only in a condition are planted too, and missions take turns through dark, large text, the
app's languages, offline, slow and landscape: ${figure(totals.detection)} of all bugs found (${interval(totals.interval95['detection'] ?? null)}), precision ${figure(totals.precision)},
${figure(totals.false_per_clean_night)} false findings a clean night. ${checks.join(', ')}.
`
}

function figure(value: number | null): string {
  return value === null ? '–' : String(Math.round(value * 1000) / 1000)
}

function interval(span: readonly [number, number] | null): string {
  return span === null ? '' : `${figure(span[0])} to ${figure(span[1])}`
}
