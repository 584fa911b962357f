// A night over the real adb server on a double of an Android device against the same night on the demo phone. Prints what
// each raised and confirmed, where their steps part, and each difference; exits 1 when a bug that always shows was raised in
// one of them only. Run: node test/check-adb-night.ts [--app notes] [--steps 150] [--seed 7] [--scale 20] [--keep]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { AppFile } from '#main/device/demo/engine/app-file.ts'
import { isSame, runBothNights, stepLine, type BothNights, type Raised, type Ran } from './adb-night.ts'

const { values } = parseArgs({
  options: {
    app: { type: 'string', default: 'notes' },
    steps: { type: 'string', default: '150' },
    seed: { type: 'string', default: '7' },
    scale: { type: 'string', default: '20' },
    keep: { type: 'boolean', default: false },
  },
})
const say = (line: string): void => void process.stdout.write(`${line}\n`)

function list({ name, night, raised, findings }: Ran): void {
  const { steps, screens, ended_by: endedBy } = night
  say(`\n${name}: ${steps} steps, ${screens} screens, ended by ${endedBy ?? 'nothing'}`)
  say(`${raised.length} raised, ${findings.length} confirmed:`)
  for (const one of raised) {
    const confirmed = findings.find(found => found.title === one.title)
    say(`  ${(confirmed?.reproduced ?? '').padEnd(5)}${one.check.padEnd(18)} ${one.title}`)
  }
}

function compareSteps({ demo, adb }: BothNights): void {
  const both = demo.steps.map((step, at) => ({ step, other: adb.steps[at] }))
  const apart = both.filter(({ step, other }) => other === undefined || stepLine(step) !== stepLine(other))
  const pictures = both.filter(({ step, other }) => other !== undefined && step.picture === other.picture)
  say(`\n${both.length - apart.length} of ${both.length} steps are the same in both; ${pictures.length} pictures are`)
  const [first] = apart
  if (first === undefined) return
  say('the first that differs:')
  say(`  demo phone: ${stepLine(first.step)}`)
  say(`  over adb:   ${first.other === undefined ? 'none' : stepLine(first.other)}`)
}

/** The planted bugs that always show and that this may be of. */
function certainBugsOf(app: AppFile, of: Raised): readonly string[] {
  const element = (of.element ?? '').replace(/^.*\//, '')
  return app.bugs
    .filter(bug => bug.check === of.check && bug.reproducible === 1 && (bug.element ?? '') === element)
    .map(bug => bug.id)
}

/** Lists what was raised or confirmed in one only; how many of these may be bugs that always show. */
function compareFindings(app: AppFile, here: Ran, there: Ran): number {
  let certain = 0
  for (const one of here.raised.filter(raised => !there.raised.some(other => isSame(raised, other)))) {
    const bugs = certainBugsOf(app, one)
    if (bugs.length > 0) certain += 1
    const which = bugs.length === 0 ? 'of no bug that always shows' : `may be ${bugs.join(', ')}`
    say(`raised only ${here.name}: ${one.check} ${one.title} (${which})`)
  }
  for (const one of here.findings.filter(found => !there.findings.some(other => isSame(found, other))))
    say(`confirmed only ${here.name}: ${one.check} ${one.title} (${one.reproduced})`)
  return certain
}

const folder = await mkdtemp(join(tmpdir(), 'nocturne-adb-night-'))
try {
  const [steps, seed, scale] = [Number(values.steps), Number(values.seed), Number(values.scale)]
  const both = await runBothNights({ app: values.app, steps, seed, scale, folder })
  say(`the night over adb took ${both.adbTookS} s; the device went through its waits ${scale} times as fast as time`)
  list(both.demo)
  list(both.adb)
  compareSteps(both)
  const certain = compareFindings(both.app, both.demo, both.adb) + compareFindings(both.app, both.adb, both.demo)
  say(`${certain} differences in bugs that always show`)
  process.exitCode = certain === 0 ? 0 : 1
  if (values.keep) say(`kept: ${folder}`)
} finally {
  if (!values.keep) await rm(folder, { recursive: true, force: true })
}
