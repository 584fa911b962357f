// `npm run check:kills`: a night of the real command line is killed with -9 at a random point, then the hub is started again on
// the same home; nothing that was there may be lost, doubled or broken, and no setting may be left. Half of the nights run on
// the demo phone, half over the real adb program on a double that outlives the kill, so that its settings can be looked at.
// 200 times; `--count N` for fewer (CI: 20), `--seed N` for other points, `--demo` without adb.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parse as parseYaml, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { random, type Random } from '#shared/base/random.ts'
import { sleep } from '#shared/base/abort.ts'
import { connect } from '#shared/protocol/client.ts'
import { connectSocket } from '#main/sys/links.ts'
import { socketPath } from '#main/sys/paths.ts'
import { Store } from '#main/store/store.ts'
import { startAdbDouble, startAdbServer } from './doubles/adb/start.ts'

const root = join(import.meta.dirname, '..')
const appFile = join(root, 'resources', 'demo', 'notes.app.yaml')
const appPackage = z.object({ package: z.string() }).parse(parseYaml(readFileSync(appFile, 'utf8'))).package
const program = join(root, 'src', 'main', 'cli', 'main.ts')
const count = option('--count') ?? (process.env['CI'] === undefined ? 200 : 20)
const seed = option('--seed') ?? 1
/** Kills on one home before a fresh one. */
const killsAHome = 10
const startMsMost = 1500
/** How much faster than time the double goes through what it is told to wait. */
const doubleScale = 20
const startMost = 60_000

const findingShape = z.object({
  id: z.string(),
  seen_count: z.number(),
  flow: z.string().nullable(),
  pictures: z.array(z.string()),
  log: z.string().nullable(),
  steps: z.array(z.string()),
})
const listShape = z.object({ findings: z.array(findingShape) })
const nightsShape = z.object({
  nights: z.array(z.object({ id: z.string(), running: z.boolean(), ended_by: z.string().nullable() })),
})

const chance = random(seed, 'kills')
const faults: string[] = []
let killed = 0
let inNight = 0
let findingsKept = 0
let changedAtKill = 0
await Promise.all([work(onDemoPhone()), process.argv.includes('--demo') ? work(onDemoPhone()) : overAdb()])
process.stdout.write(
  `${killed} kills, ${inNight} of them in the middle of a night; ${findingsKept} findings were there before a kill and after it; ${changedAtKill} kills over adb left settings changed until the restart\n`,
)
for (const fault of faults) process.stdout.write(`MISSED ${fault}\n`)
process.stdout.write(
  faults.length === 0 ? 'held   no finding lost, doubled or broken, no setting left\n' : `${faults.length} faults\n`,
)
process.exitCode = faults.length === 0 ? 0 : 1

/** Where nights run: how a job names it, what its commands need, and what must be as it was after each restart. */
interface Place {
  readonly name: string
  readonly env: Readonly<Record<string, string>>
  /** A night over adb is slower: shorter missions, later kills. */
  readonly missionSteps: number
  readonly nightMsMost: number
  jobHead(folder: string): string
  /** What is left changed, in words; '' when nothing is. */
  left(): string
}

function onDemoPhone(): Place {
  return {
    name: 'demo phone',
    env: {},
    missionSteps: 25,
    nightMsMost: 8000,
    jobHead: () => `app: {demo: ${JSON.stringify(appFile)}, plant: all}`,
    left: () => '',
  }
}

/** The double and its adb server live in this process, which nobody kills. */
async function overAdb(): Promise<void> {
  await using double = await startAdbDouble({ seed, nuisance: true, clock: 'stands', scale: doubleScale })
  await using server = await startAdbServer()
  await server.connect(double)
  const { phone } = double.handset
  const before = JSON.stringify(phone.settings)
  await work({
    name: 'adb',
    missionSteps: 2,
    nightMsMost: 20_000,
    env: { ANDROID_ADB_SERVER_PORT: String(server.port), NOCTURNE_TIME_SCALE: 'device' },
    jobHead: folder => {
      const build = join(folder, 'build.apk')
      writeFileSync(build, `# plant: all\n${readFileSync(appFile, 'utf8')}`)
      return `app: {id: ${appPackage}, build: ${JSON.stringify(build)}}\ndevices: [${JSON.stringify(double.serial)}]`
    },
    left: () => {
      const now = JSON.stringify(phone.settings)
      return now === before ? '' : `the device is left with ${now}, it had ${before}`
    },
  })
}

async function work(place: Place): Promise<void> {
  while (killed < count) {
    const home = mkdtempSync(join(tmpdir(), 'nocturne-kills-'))
    try {
      for (let at = 0; at < killsAHome && killed < count; at++) {
        killed += 1
        const mine = killed
        await killOnce(place, home, mine)
        if (mine % 10 === 0) process.stderr.write(`${mine} of ${count} kills, ${faults.length} faults\n`)
      }
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  }
}

async function killOnce(place: Place, home: string, number: number): Promise<void> {
  const job = join(home, 'job.yaml')
  writeFileSync(job, `${place.jobHead(home)}\n${jobTail(place, chance)}`)
  const child = spawn(process.execPath, [program, 'night', 'run', job, '--json'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...place.env, NOCTURNE_HOME: home },
  })
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const dead = new Promise<void>(resolve => child.once('close', () => resolve()))
  const began = Promise.withResolvers<void>()
  const watching = watch(home, child.pid ?? 0, () => began.resolve())
  const never = new AbortController()
  // One in eight is killed while it starts; the others somewhere in the night.
  if (chance.below(8) === 0) await sleep(chance.next() * startMsMost, never.signal)
  else {
    await Promise.race([began.promise, dead, sleep(startMost, never.signal)])
    await sleep(chance.next() * place.nightMsMost, never.signal)
  }
  child.kill('SIGKILL')
  await dead
  never.abort()
  const before = await watching
  if (child.signalCode !== 'SIGKILL')
    faults.push(`kill ${number}: the night ended by itself with ${child.exitCode}: ${said.join('').slice(-300)}`)
  if (before.night) inNight += 1
  if (place.left() !== '') changedAtKill += 1
  const stored = keptNow(home)
  await check(place, home, number, new Map([...before.findings, ...stored]))
}

/** What a client of the running hub saw of findings before the kill: id → how often it had been seen. */
async function watch(
  home: string,
  pid: number,
  onNight: () => void,
): Promise<{ readonly findings: ReadonlyMap<string, number>; readonly night: boolean }> {
  const findings = new Map<string, number>()
  let night = false
  try {
    while (isAlive(pid)) {
      const link = await connectSocket(socketPath(home))
      if (link === null) {
        await sleep(30, new AbortController().signal)
        continue
      }
      const client = await connect(link)
      for (;;) {
        const { findings: rows } = await client.call('findings.list', { all: true })
        for (const row of rows) findings.set(row.id, row.seen_count)
        const { nights } = await client.call('night.list', {})
        night ||= nights.some(one => one.running)
        if (night) onNight()
        await sleep(40, new AbortController().signal)
      }
    }
  } catch {
    // The hub died under the client: that is the point of it.
  }
  return { findings, night }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** What the dead process had committed, read before anything is put in order. */
function keptNow(home: string): ReadonlyMap<string, number> {
  if (!existsSync(join(home, 'nocturne.sqlite'))) return new Map()
  using store = new Store(home)
  return new Map(store.findings.list().map(row => [row.id, row.seen_count]))
}

/** A hub is started again by the real command; then everything is looked at. */
async function check(place: Place, home: string, number: number, before: ReadonlyMap<string, number>): Promise<void> {
  const say = (words: string): void => void faults.push(`kill ${number} (${place.name}): ${words}`)
  const nights = await ask(place, home, ['night', 'list', '--json'], nightsShape, say)
  for (const night of nights?.nights ?? [])
    if (night.running || night.ended_by === null) say(`night ${night.id} is still open`)
  const list = await ask(place, home, ['findings', '--all', '--json'], listShape, say)
  if (list === null) return
  const ids = list.findings.map(row => row.id)
  if (new Set(ids).size !== ids.length) say('a finding is listed twice')
  for (const [id, seen] of before) {
    const row = list.findings.find(one => one.id === id)
    if (row === undefined) say(`finding ${id} is lost`)
    else if (row.seen_count < seen) say(`finding ${id} was seen ${seen} times and now ${row.seen_count}`)
    else if (row.seen_count > (nights?.nights.length ?? 0))
      say(`finding ${id} was seen ${row.seen_count} times in ${nights?.nights.length} nights`)
    else findingsKept += 1
  }
  for (const row of list.findings) checkFiles(row, say)
  using store = new Store(home)
  const damage = store.damage()
  if (damage !== '' && damage !== 'ok') say(`the database is damaged: ${damage}`)
  const changed = place.left()
  if (changed !== '') say(changed)
  for (const left of store.unsettledSettings(null)) say(`the setting ${left.to.set} of ${left.device} was not put back`)
  for (const part of readdirSync(home, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.part')))
    if (part.includes('findings')) say(`half a file is left among the findings: ${part}`)
}

function checkFiles(row: z.infer<typeof findingShape>, say: (words: string) => void): void {
  if (row.steps.length === 0) say(`finding ${row.id} has no steps`)
  for (const path of [row.flow, row.log, ...row.pictures]) {
    if (path === null) continue
    if (!existsSync(path) || statSync(path).size === 0)
      say(`finding ${row.id} names ${path}, which is not there or empty`)
    else if (path.endsWith('.png') && readFileSync(path).subarray(1, 4).toString('latin1') !== 'PNG')
      say(`finding ${row.id}: ${path} is no PNG`)
    else if (
      /\.ya?ml$/u.test(path) &&
      parseAllDocuments(readFileSync(path, 'utf8')).some(document => document.errors.length > 0)
    )
      say(`finding ${row.id}: ${path} is no YAML`)
  }
}

/** Not at once: the double must be able to answer while the command runs. */
async function ask<T>(
  place: Place,
  home: string,
  args: readonly string[],
  shape: z.ZodType<T>,
  say: (words: string) => void,
): Promise<T | null> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...place.env, NOCTURNE_HOME: home },
  })
  const [out, err]: [string[], string[]] = [[], []]
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk.toString()))
  const status = await new Promise<number | null>(resolve => child.once('close', resolve))
  const read = status === 0 ? shape.safeParse(JSON.parse(out.join(''))) : null
  if (read?.success === true) return read.data
  say(`${args.join(' ')} ended with ${status}: ${read === null ? err.join('').slice(-300) : read.error.message}`)
  return null
}

/** Short missions in turn through conditions: something is confirmed and a setting changed all the time. */
function jobTail(place: Place, from: Random): string {
  return `steps: 5000
conditions: [dark, big_text, "locale:de", offline, landscape]
cards:
${Array.from({ length: 50 }, (_, at) => `  - {goal: Look around ${at + 1}, steps: ${place.missionSteps}}`).join('\n')}
seed: ${from.below(1000)}
`
}

function option(name: string): number | null {
  const at = process.argv.indexOf(name)
  const value = at < 0 ? null : Number(process.argv[at + 1])
  if (value !== null && !(Number.isInteger(value) && value >= 0)) throw new Error(`${name} takes a number`)
  return value
}
