// A night on a double of an Android device, through the real adb server, against the same night on the demo phone: both run
// by the command a person types. Prints both lists and each difference; exits 1 when a certain bug was found on one only.
// Run: node test/check-adb-night.ts [--app notes] [--steps 150] [--seed 1] [--scale 6]
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { loadApp, type AppFile } from '#main/device/demo/engine/app-file.ts'
import { startAdbDouble, startAdbServer } from './doubles/adb/start.ts'

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    app: { type: 'string', default: 'notes' },
    steps: { type: 'string', default: '150' },
    seed: { type: 'string', default: '1' },
    scale: { type: 'string', default: '6' },
    keep: { type: 'boolean', default: false },
  },
})
const scale = Number(values.scale)
const run = promisify(execFile)
const outputMax = 64 * 1024 * 1024

interface Found {
  readonly fingerprint: string
  readonly check: string
  readonly screen: string
  readonly element: string | null
  readonly title: string
  readonly reproduced: string
}

interface Night {
  readonly night: {
    readonly steps: number
    readonly screens: number
    readonly ended_by: string
    readonly not_reproduced: number
  }
  readonly findings: readonly Found[]
}

async function night(job: string, home: string, env: Readonly<Record<string, string>>): Promise<Night> {
  const file = join(home, 'job.yaml')
  await writeFile(file, job)
  const { stdout } = await run(
    join(root, 'nocturne'),
    ['night', 'run', file, '--json', '--trace', join(home, 'trace.jsonl')],
    {
      env: { ...process.env, ...env, NOCTURNE_HOME: home },
      maxBuffer: outputMax,
    },
  )
  return JSON.parse(stdout) as Night
}

const line = (found: Found): string =>
  `${found.check.padEnd(14)} ${found.reproduced}  ${found.screen} · ${found.element ?? '-'} · ${found.title}`

/** One finding in both nights: the same fingerprint, or the same check on the same element of the same screen. */
const isSame = (a: Found, b: Found): boolean =>
  a.fingerprint === b.fingerprint || (a.check === b.check && a.screen === b.screen && a.element === b.element)

/** The planted bugs that always show and that a finding may be of. */
function certainBugsOf(app: AppFile, found: Found): readonly string[] {
  return app.bugs
    .filter(
      bug =>
        bug.check === found.check && bug.reproducible === 1 && (bug.element === null || bug.element === found.element),
    )
    .map(bug => bug.id)
}

function report(app: AppFile, demo: Night, adb: Night): number {
  for (const [name, { night: of, findings }] of [
    ['demo phone', demo],
    ['over adb', adb],
  ] as const) {
    process.stdout.write(
      `\n${name}: ${of.steps} steps, ${of.screens} screens, ended by ${of.ended_by}, ${of.not_reproduced} not reproduced, ${findings.length} findings\n`,
    )
    for (const found of findings) process.stdout.write(`  ${line(found)}\n`)
  }
  const onlyDemo = demo.findings.filter(one => !adb.findings.some(other => isSame(one, other)))
  const onlyAdb = adb.findings.filter(one => !demo.findings.some(other => isSame(one, other)))
  process.stdout.write(`\n${demo.findings.length - onlyDemo.length} in both\n`)
  let certain = 0
  for (const [name, list] of [
    ['only on the demo phone', onlyDemo],
    ['only over adb', onlyAdb],
  ] as const)
    for (const found of list) {
      const bugs = certainBugsOf(app, found)
      if (bugs.length > 0) certain += 1
      process.stdout.write(
        `${name}: ${line(found)}\n    ${bugs.length === 0 ? 'no certain bug of the app' : `may be ${bugs.join(', ')}`}\n`,
      )
    }
  return certain
}

const appFile = join(root, 'resources', 'demo', `${values.app}.app.yaml`)
const text = await readFile(appFile, 'utf8')
const app = loadApp(text, appFile)
const folder = await mkdtemp(join(tmpdir(), 'nocturne-adb-night-'))
try {
  const common = `steps: ${values.steps}\nseed: ${values.seed}\nmodel: none\nfindings_per_night: 100\n`
  const homes = { demo: await mkdtemp(join(folder, 'demo-')), adb: await mkdtemp(join(folder, 'adb-')) }
  const demo = await night(`app: {demo: ${JSON.stringify(appFile)}, plant: all}\n${common}`, homes.demo, {})
  const apk = join(folder, `${values.app}.apk`)
  await writeFile(apk, `# plant: all\n${text}`)
  await using double = await startAdbDouble({ scale, seed: Number(values.seed), nuisance: true })
  await using server = await startAdbServer()
  await server.connect(double)
  const began = performance.now()
  const adb = await night(
    `app: {id: ${app.package}, build: ${JSON.stringify(apk)}}\ndevices: [${JSON.stringify(double.serial)}]\n${common}`,
    homes.adb,
    { ANDROID_ADB_SERVER_PORT: String(server.port), NOCTURNE_TIME_SCALE: String(scale) },
  )
  process.stdout.write(
    `the night over adb took ${Math.round((performance.now() - began) / 1000)} s at ${scale} times the speed of time\n`,
  )
  const certain = report(app, demo, adb)
  process.stdout.write(`\n${certain} differences in bugs that always show\n`)
  process.exitCode = certain === 0 ? 0 : 1
  if (values.keep) process.stdout.write(`kept: ${folder}\n`)
} finally {
  if (!values.keep) await rm(folder, { recursive: true, force: true })
}
