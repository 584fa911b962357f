// From what was asked (a job file, its text, a demo app, an installed app) to a checked job and its devices. Nothing is
// started here, and every refusal comes before anything is.
import { dirname, resolve } from 'node:path'
import { Refusal } from '#shared/base/refusal.ts'
import type { Job } from '#shared/domain/night.ts'
import type { Params } from '#shared/protocol/contract.ts'
import type { Device } from '#main/device/device.ts'
import { readJob } from '#main/explore/job.ts'
import { exec } from '#main/sys/exec.ts'
import { readText } from '#main/sys/files.ts'
import { existsNow, readTextNow } from '#main/sys/files-now.ts'
import { needTool } from '#main/sys/tools.ts'
import { demoAppFile, demoAppId } from '#main/hub/apps.ts'
import type { Hub } from '#main/hub/hub.ts'
import { settingsOf } from '#main/hub/settings.ts'

export type JobSource = Params<'night.start'>['job']
export type NightOptions = Params<'night.start'>['options']

/** Steps of a demo night when nothing says how long: a minute or so of a laptop. */
const demoSteps = 400
/** A demo is to be looked at: more than an ordinary morning shows. */
const demoFindings = 8

export async function jobOf(hub: Hub, source: JobSource, options: NightOptions): Promise<Job> {
  const job = withOptions(await jobFrom(hub, source, saysLength(options)), options)
  if (job.model !== null)
    throw new Refusal('unsupported', 'This job asks for a language model; nights run without one for now.', {
      where: 'model',
      hint: 'Say model: none, or --model none.',
    })
  if (options.until !== null && !/^([01]?\d|2[0-3]):[0-5]\d$/u.test(options.until))
    throw new Refusal('bad-value', `--until takes a time of day like 07:00, not "${options.until}".`, {
      where: '--until',
    })
  return job
}

async function jobFrom(hub: Hub, source: JobSource, lengthSaid: boolean): Promise<Job> {
  const reading = { lengthSaid, findingsPerNight: settingsOf(hub.home.store).findings_per_night }
  switch (source.from) {
    case 'file':
      return readJob(await readText(source.path, 1_000_000), source.path, filesFrom(dirname(source.path)), reading)
    case 'text':
      return readJob(source.text, 'job', filesFrom(source.folder ?? hub.home.folder), reading)
    case 'demo':
      return {
        ...plainJob(hub, ['demo-phone']),
        app: { kind: 'demo', file: await demoAppFile(source.app ?? demoAppId), plant: 'all', previous: null },
        limit: { steps: demoSteps, minutes: null, until: null },
        findingsPerNight: demoFindings,
      }
    case 'installed':
      return {
        ...plainJob(hub, [source.device]),
        app: { kind: 'build', id: source.app, build: null, previous: null },
        limit: { steps: null, minutes: 60, until: null },
      }
  }
}

function plainJob(hub: Hub, devices: readonly string[]): Omit<Job, 'app' | 'limit'> {
  return {
    devices,
    cards: [],
    setupFlow: null,
    credentials: {},
    conditions: [],
    changed: null,
    model: null,
    leash: { never: [], allow: [] },
    findingsPerNight: settingsOf(hub.home.store).findings_per_night,
    replayAttempts: 2,
    seed: 7,
  }
}

const filesFrom = (folder: string): Parameters<typeof readJob>[2] => ({
  exists: existsNow,
  readText: readTextNow,
  resolve: path => resolve(folder, path),
})

/** What is said beside the job goes over it; a length said there replaces the job's. */
function withOptions(job: Job, options: NightOptions): Job {
  const { steps, minutes, until } = options
  return {
    ...job,
    seed: options.seed ?? job.seed,
    conditions: options.conditions ?? job.conditions,
    model: options.model === 'none' ? null : job.model,
    limit: saysLength(options) ? { steps, minutes, until } : job.limit,
  }
}

const saysLength = ({ steps, minutes, until }: NightOptions): boolean =>
  steps !== null || minutes !== null || until !== null

/** Device time the night may take; null for as long as its steps last. */
export function durationMsOf({ limit }: Job, nowMs: number): number | null {
  if (limit.minutes !== null) return limit.minutes * 60_000
  if (limit.until === null) return null
  const [hours = 0, minutes = 0] = limit.until.split(':').map(Number)
  const end = new Date(nowMs)
  end.setHours(hours, minutes, 0, 0)
  if (end.getTime() <= nowMs) end.setDate(end.getDate() + 1)
  return end.getTime() - nowMs
}

export interface NightDevice extends AsyncDisposable {
  readonly device: Device
  /** Of the fleet: it stays when the night is over. */
  readonly isShared: boolean
}

/** The devices of the job, each usable. A demo app runs on a phone of its own in virtual time unless it is watched. */
export async function devicesOf(
  hub: Hub,
  job: Job,
  options: NightOptions,
  signal: AbortSignal,
): Promise<readonly NightDevice[]> {
  if (
    job.app.kind === 'demo' &&
    !options.watch &&
    Array.isArray(job.devices) &&
    job.devices.every(id => id === 'demo-phone')
  ) {
    const device = await hub.platforms.virtualPhone({ seed: job.seed, nuisance: true }, signal)
    return [{ device, isShared: false, [Symbol.asyncDispose]: async () => device[Symbol.asyncDispose]() }]
  }
  const ids = Array.isArray(job.devices)
    ? (job.devices as readonly string[])
    : await chosenBy(hub, job.devices as { readonly platform: string; readonly count: number })
  const devices = await Promise.all([...new Set(ids)].map(id => hub.device(id)))
  return devices.map(device => ({ device, isShared: true, [Symbol.asyncDispose]: async () => {} }))
}

async function chosenBy(
  hub: Hub,
  query: { readonly platform: string; readonly count: number },
): Promise<readonly string[]> {
  const all = (await hub.fleet()).rows.value.filter(row => row.model.platform === query.platform)
  const usable = all.filter(row => row.why === null && row.state.power.is === 'on')
  if (usable.length < query.count)
    throw new Refusal(
      'unknown-device',
      `The job wants ${query.count} devices of ${query.platform}; ${usable.length} can be used.`,
      {
        where: 'devices',
        hint: '`nocturne devices` says which there are, and why others cannot be used.',
      },
    )
  return usable.slice(0, query.count).map(row => row.model.id)
}

/** Words of the files the day's commits touched: PlantDetailScreen.kt gives "plant" and "detail". */
export async function changedWordsOf(job: Job, signal: AbortSignal): Promise<readonly string[]> {
  if (job.changed === null) return []
  const { repo, since } = job.changed
  const { code, stdout, stderr } = await exec(
    await needTool('git'),
    ['-C', repo, 'log', `--since=${since}`, '--name-only', '--pretty=format:'],
    { deadlineMs: 20_000 },
    signal,
  )
  if (code !== 0)
    throw new Refusal('bad-value', `The changes of ${repo} could not be read: ${stderr.trim()}`, { where: 'changed' })
  return screenWords(new TextDecoder().decode(stdout).split('\n'))
}

const plumbing = new Set([
  'screen',
  'activity',
  'fragment',
  'view',
  'model',
  'controller',
  'test',
  'tests',
  'main',
  'app',
  'index',
  'impl',
  'page',
  'component',
  'state',
])

export function screenWords(files: readonly string[]): readonly string[] {
  const words = files.flatMap(file => {
    const stem = (file.split('/').at(-1) ?? '').replace(/\..*$/u, '')
    return stem.split(/(?<=\p{Ll})(?=\p{Lu})|[^\p{L}]+/u).map(word => word.toLowerCase())
  })
  return [...new Set(words.filter(word => word.length > 2 && !plumbing.has(word)))]
}
