// A night on a double of an Android device, run by the command a person types through the real adb server, against the same
// night on the demo phone (which types only what adb can, so that both have the same choices). Prints what each raised and
// confirmed, and each difference; exits 1 when a bug that always shows was raised in one of them only.
// Run: node test/check-adb-night.ts [--app notes] [--steps 150] [--seed 1] [--scale 4] [--keep]
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { typedPieces } from '#main/device/android/shell-words.ts'
import { openDemoDriver } from '#main/device/demo/driver.ts'
import { loadApp, type AppFile } from '#main/device/demo/engine/app-file.ts'
import type { Driver } from '#main/device/driver.ts'
import { openDevice } from '#main/device/open-device.ts'
import { compose } from '#main/hub/compose.ts'
import { openHub } from '#main/hub/entries/node.ts'
import { connect } from '#shared/protocol/client.ts'
import { pair } from '#shared/protocol/link.ts'
import { startAdbDouble, startAdbServer } from './doubles/adb/start.ts'

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    app: { type: 'string', default: 'notes' },
    steps: { type: 'string', default: '150' },
    seed: { type: 'string', default: '1' },
    scale: { type: 'string', default: '4' },
    keep: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const scale = Number(values.scale)
const run = promisify(execFile)
const outputMax = 64 * 1024 * 1024

interface Raised {
  readonly check: string
  readonly screen: string
  readonly element: string | null
  readonly title: string
}

interface Night {
  readonly night: { readonly steps: number; readonly screens: number; readonly ended_by: string | null }
  readonly findings: readonly (Raised & { readonly reproduced: string })[]
}

interface Ran extends Night {
  readonly name: string
  readonly raised: readonly Raised[]
}

async function raisedIn(trace: string): Promise<readonly Raised[]> {
  const lines = (await readFile(trace, 'utf8')).trim().split('\n')
  const all = lines.flatMap(line => (JSON.parse(line) as { readonly candidates: readonly Raised[] }).candidates)
  return all.filter((one, at) => all.findIndex(other => isSame(one, other)) === at)
}

/** The night as a person runs it. */
async function onAdb(job: string, home: string, env: Readonly<Record<string, string>>): Promise<Ran> {
  const [file, trace] = [join(home, 'job.yaml'), join(home, 'trace.jsonl')]
  await writeFile(file, job)
  const { stdout } = await run(join(root, 'nocturne'), ['night', 'run', file, '--json', '--trace', trace], {
    env: { ...process.env, ...env, NOCTURNE_HOME: home },
    maxBuffer: outputMax,
  })
  return { ...(JSON.parse(stdout) as Night), name: 'over adb', raised: await raisedIn(trace) }
}

/** A keyboard as adb's: what it cannot type is refused before anything is typed. */
function typingAsAdb(driver: Driver): Driver {
  const { text } = driver
  if (text === null) return driver
  const asAdb: Driver['text'] = {
    clear: signal => text.clear(signal),
    hideKeyboard: signal => text.hideKeyboard(signal),
    type: (words, signal) => {
      typedPieces(words)
      return text.type(words, signal)
    },
  }
  return new Proxy(driver, {
    get: (of, key) => (key === 'text' ? asAdb : bound(of, Reflect.get(of, key, of))),
  })
}

const bound = (of: object, value: unknown): unknown =>
  typeof value === 'function' ? (value.bind(of) as unknown) : value

async function onDemo(job: string, home: string): Promise<Ran> {
  const [file, trace] = [join(home, 'job.yaml'), join(home, 'trace.jsonl')]
  await writeFile(file, job)
  const platforms = {
    ...compose(),
    virtualPhone: async (options: { readonly seed: number; readonly nuisance: boolean }, signal: AbortSignal) =>
      openDevice(typingAsAdb(await openDemoDriver({ ...options, clock: 'virtual' })), signal),
  }
  await using hub = await openHub(join(home, 'home'), platforms)
  const [ours, theirs] = pair()
  hub.attach(theirs)
  const client = await connect(ours)
  const { id } = await client.call('night.start', { job: { from: 'file', path: file }, options: { trace } })
  const ended = new AbortController()
  await client.watch('night', { id }, line => void (line.phase === 'ended' && ended.abort()), ended.signal)
  const document: Night = await client.call('night.show', { id })
  client.close()
  return { ...document, name: 'demo phone', raised: await raisedIn(trace) }
}

/** The same check on the same element of the same screen. */
function isSame(a: Raised, b: Raised): boolean {
  return a.check === b.check && a.screen === b.screen && (a.element ?? '') === (b.element ?? '')
}

/** The planted bugs that always show and that this may be of. */
function certainBugsOf(app: AppFile, of: Raised): readonly string[] {
  return app.bugs
    .filter(
      bug =>
        bug.check === of.check &&
        bug.reproducible === 1 &&
        (bug.element ?? '') === (of.element ?? '').replace(/^.*\//, ''),
    )
    .map(bug => bug.id)
}

function report(app: AppFile, nights: readonly [Ran, Ran]): number {
  for (const { name, night, raised, findings } of nights) {
    process.stdout.write(
      `\n${name}: ${night.steps} steps, ${night.screens} screens, ended by ${night.ended_by ?? 'nothing'}; ${raised.length} raised, ${findings.length} confirmed\n`,
    )
    for (const one of raised) {
      const confirmed = findings.find(found => found.title === one.title)
      process.stdout.write(`  ${(confirmed?.reproduced ?? '').padEnd(4)}${one.check.padEnd(18)} ${one.title}\n`)
    }
  }
  let certain = 0
  process.stdout.write('\n')
  const [first, second] = nights
  for (const [here, there] of [
    [first, second],
    [second, first],
  ] as const)
    for (const one of here.raised.filter(raised => !there.raised.some(other => isSame(raised, other)))) {
      const bugs = certainBugsOf(app, one)
      if (bugs.length > 0) certain += 1
      process.stdout.write(
        `only ${here.name}: ${one.check} ${one.title} (${bugs.length === 0 ? 'of no bug that always shows' : `may be ${bugs.join(', ')}`})\n`,
      )
    }
  return certain
}

const appFile = join(root, 'resources', 'demo', `${values.app}.app.yaml`)
const text = await readFile(appFile, 'utf8')
const app = loadApp(text, appFile)
const folder = await mkdtemp(join(tmpdir(), 'nocturne-adb-night-'))
try {
  const common = `steps: ${values.steps}\nseed: ${seed}\nmodel: none\nfindings_per_night: 100\n`
  const homes = { demo: await mkdtemp(join(folder, 'demo-')), adb: await mkdtemp(join(folder, 'adb-')) }
  const demo = await onDemo(`app: {demo: ${JSON.stringify(appFile)}, plant: all}\n${common}`, homes.demo)
  const apk = join(folder, `${values.app}.apk`)
  await writeFile(apk, `# plant: all\n${text}`)
  await using double = await startAdbDouble({ scale, seed, nuisance: true })
  await using server = await startAdbServer()
  await server.connect(double)
  const began = performance.now()
  const adb = await onAdb(
    `app: {id: ${app.package}, build: ${JSON.stringify(apk)}}\ndevices: [${JSON.stringify(double.serial)}]\n${common}`,
    homes.adb,
    { ANDROID_ADB_SERVER_PORT: String(server.port), NOCTURNE_TIME_SCALE: String(scale) },
  )
  const tookS = Math.round((performance.now() - began) / 1000)
  process.stdout.write(`the night over adb took ${tookS} s at ${scale} times the speed of time\n`)
  const certain = report(app, [demo, adb])
  process.stdout.write(`\n${certain} differences in bugs that always show\n`)
  process.exitCode = certain === 0 ? 0 : 1
  if (values.keep) process.stdout.write(`kept: ${folder}\n`)
} finally {
  if (!values.keep) await rm(folder, { recursive: true, force: true })
}
