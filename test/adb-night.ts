// One night twice: by the command a person types over the real adb server on a double of an Android device, and on the demo
// phone in this process. Used by check-adb-night.ts and its test. The demo phone types only what adb can and draws whole
// pictures, so that both nights have the same choices; the double's clock stands while it is asked, so that neither depends
// on how fast the machine is.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
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
const run = promisify(execFile)
/** From this API level on a dump tells a field's hint apart from its text, as the demo phone does. */
const tellsHints = 36
const outputMax = 64 * 1024 * 1024

export interface NightOptions {
  /** Name of an app file in resources/demo. */
  readonly app: string
  readonly steps: number
  readonly seed: number
  /** How many times as fast as the machine's time the double goes through its waits. */
  readonly scale: number
  /** Homes, jobs and traces lie here. */
  readonly folder: string
}

export interface Raised {
  readonly check: string
  readonly screen: string
  readonly element: string | null
  readonly title: string
}

export interface TracedStep {
  readonly n: number
  /** ms since the night began, on the device's clock. */
  readonly at: number
  readonly screen: string
  readonly action: { readonly kind: string } | null
  readonly target: { readonly id: string; readonly label: string } | null
  readonly outcome: string
  readonly candidates: readonly Raised[]
  readonly picture: string
}

interface Night {
  readonly night: { readonly steps: number; readonly screens: number; readonly ended_by: string | null }
  readonly findings: readonly (Raised & { readonly reproduced: string })[]
}

export interface Ran extends Night {
  readonly name: string
  readonly steps: readonly TracedStep[]
  /** Each once. */
  readonly raised: readonly Raised[]
}

export interface BothNights {
  readonly app: AppFile
  readonly demo: Ran
  readonly adb: Ran
  readonly adbTookS: number
}

export async function runBothNights(options: NightOptions): Promise<BothNights> {
  const { folder, seed, scale, steps } = options
  const appFile = join(root, 'resources', 'demo', `${options.app}.app.yaml`)
  const text = await readFile(appFile, 'utf8')
  const app = loadApp(text, appFile)
  const common = `steps: ${steps}\nseed: ${seed}\nmodel: none\nfindings_per_night: 100\n`
  const demoJob = `app: {demo: ${JSON.stringify(appFile)}, plant: all}\n${common}`
  const demo = await onDemo(demoJob, await mkdtemp(join(folder, 'demo-')))
  const apk = join(folder, `${options.app}.apk`)
  await writeFile(apk, `# plant: all\n${text}`)
  await using double = await startAdbDouble({ scale, seed, nuisance: true, clock: 'stands', apiLevel: tellsHints })
  await using server = await startAdbServer()
  await server.connect(double)
  const began = performance.now()
  const adbJob = `app: {id: ${app.package}, build: ${JSON.stringify(apk)}}\ndevices: [${JSON.stringify(double.serial)}]\n${common}`
  const adb = await onAdb(adbJob, await mkdtemp(join(folder, 'adb-')), {
    ANDROID_ADB_SERVER_PORT: String(server.port),
    NOCTURNE_TIME_SCALE: 'device',
  })
  return { app, demo, adb, adbTookS: Math.round((performance.now() - began) / 1000) }
}

/** The night as a person runs it. */
async function onAdb(job: string, home: string, env: Readonly<Record<string, string>>): Promise<Ran> {
  const [file, trace] = [join(home, 'job.yaml'), join(home, 'trace.jsonl')]
  await writeFile(file, job)
  const { stdout } = await run(join(root, 'nocturne'), ['night', 'run', file, '--json', '--trace', trace], {
    env: { ...process.env, ...env, NOCTURNE_HOME: home },
    maxBuffer: outputMax,
  })
  return ranOf('over adb', JSON.parse(stdout) as Night, trace)
}

async function onDemo(job: string, home: string): Promise<Ran> {
  const [file, trace] = [join(home, 'job.yaml'), join(home, 'trace.jsonl')]
  await writeFile(file, job)
  const platforms = {
    ...compose(),
    virtualPhone: async (options: { readonly seed: number; readonly nuisance: boolean }, signal: AbortSignal) =>
      openDevice(typingAsAdb(await openDemoDriver({ ...options, clock: 'virtual', pictureScale: 1 })), signal),
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
  return ranOf('demo phone', document, trace)
}

async function ranOf(name: string, night: Night, trace: string): Promise<Ran> {
  const lines = (await readFile(trace, 'utf8')).trim().split('\n')
  const steps = lines.map(line => JSON.parse(line) as TracedStep)
  const all = steps.flatMap(step => step.candidates)
  const raised = all.filter((one, at) => all.findIndex(other => isSame(one, other)) === at)
  return { ...night, name, steps, raised }
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

/** The same check on the same element of the same screen. */
export function isSame(a: Raised, b: Raised): boolean {
  return a.check === b.check && a.screen === b.screen && (a.element ?? '') === (b.element ?? '')
}

/** What was done in a step and what came of it, as one line; equal lines for equal steps. */
export function stepLine({ n, at, screen, action, target, outcome, candidates }: TracedStep): string {
  const done = action === null ? 'nothing' : JSON.stringify({ ...action, target })
  const raised = candidates.map(one => ` ! ${one.check} ${one.title}`).join('')
  return `${n} at ${at} on ${screen}: ${done}: ${outcome}${raised}`
}

export const findingLine = ({ check, screen, element, title, reproduced }: Night['findings'][number]): string =>
  `${check} ${screen} ${element ?? '-'} ${reproduced} ${title}`
