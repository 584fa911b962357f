// `npm run check:kills`: a night of the real command line is killed with -9 at a random point, then the hub is started again on
// the same home; nothing that was there may be lost, doubled or broken, and no setting may be left. 200 times; `--count N` for
// fewer (CI: 20), `--seed N` for other points.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { random, type Random } from '#shared/base/random.ts'
import { sleep } from '#shared/base/abort.ts'
import { connect } from '#shared/protocol/client.ts'
import { connectSocket } from '#main/sys/links.ts'
import { socketPath } from '#main/sys/paths.ts'
import { Store } from '#main/store/store.ts'

const root = join(import.meta.dirname, '..')
const program = join(root, 'src', 'main', 'cli', 'main.ts')
const count = option('--count') ?? (process.env['CI'] === undefined ? 200 : 20)
const seed = option('--seed') ?? 1
/** Kills on one home before a fresh one. */
const killsAHome = 10
const startMsMost = 1500
const nightMsMost = 8000
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
await Promise.all([work(), work()])
process.stdout.write(
  `${killed} kills, ${inNight} of them in the middle of a night; ${findingsKept} findings were there before a kill and after it\n`,
)
for (const fault of faults) process.stdout.write(`MISSED ${fault}\n`)
process.stdout.write(
  faults.length === 0 ? 'held   no finding lost, doubled or broken, no setting left\n' : `${faults.length} faults\n`,
)
process.exitCode = faults.length === 0 ? 0 : 1

async function work(): Promise<void> {
  while (killed < count) {
    const home = mkdtempSync(join(tmpdir(), 'nocturne-kills-'))
    try {
      for (let at = 0; at < killsAHome && killed < count; at++) {
        killed += 1
        const mine = killed
        await killOnce(home, mine)
        if (mine % 10 === 0) process.stderr.write(`${mine} of ${count} kills, ${faults.length} faults\n`)
      }
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  }
}

async function killOnce(home: string, number: number): Promise<void> {
  const job = join(home, 'job.yaml')
  writeFileSync(job, jobOf(chance))
  const child = spawn(process.execPath, [program, 'night', 'run', job, '--json'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NOCTURNE_HOME: home },
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
    await sleep(chance.next() * nightMsMost, never.signal)
  }
  child.kill('SIGKILL')
  await dead
  never.abort()
  const before = await watching
  if (child.signalCode !== 'SIGKILL')
    faults.push(`kill ${number}: the night ended by itself with ${child.exitCode}: ${said.join('').slice(-300)}`)
  if (before.night) inNight += 1
  const stored = keptNow(home)
  check(home, number, new Map([...before.findings, ...stored]))
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
function check(home: string, number: number, before: ReadonlyMap<string, number>): void {
  const say = (words: string): void => void faults.push(`kill ${number}: ${words}`)
  const nights = ask(home, ['night', 'list', '--json'], nightsShape, say)
  for (const night of nights?.nights ?? [])
    if (night.running || night.ended_by === null) say(`night ${night.id} is still open`)
  const list = ask(home, ['findings', '--all', '--json'], listShape, say)
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

function ask<T>(home: string, args: readonly string[], shape: z.ZodType<T>, say: (words: string) => void): T | null {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NOCTURNE_HOME: home },
  })
  const read = status === 0 ? shape.safeParse(JSON.parse(stdout)) : null
  if (read?.success === true) return read.data
  say(`${args.join(' ')} ended with ${status}: ${read === null ? stderr.slice(-300) : read.error.message}`)
  return null
}

/** Short missions in turn through conditions: something is confirmed and a setting changed all the time. */
function jobOf(from: Random): string {
  const app = join(root, 'resources', 'demo', 'notes.app.yaml')
  return `app: {demo: ${JSON.stringify(app)}, plant: all}
steps: 5000
conditions: [dark, big_text, "locale:de", offline, landscape]
cards:
${Array.from({ length: 50 }, (_, at) => `  - {goal: Look around ${at + 1}, steps: 25}`).join('\n')}
seed: ${from.below(1000)}
`
}

function option(name: string): number | null {
  const at = process.argv.indexOf(name)
  const value = at < 0 ? null : Number(process.argv[at + 1])
  if (value !== null && !(Number.isInteger(value) && value >= 0)) throw new Error(`${name} takes a number`)
  return value
}
