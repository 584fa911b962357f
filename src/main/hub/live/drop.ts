// Drops as the hub does them: reads what was dropped, asks every device in view, installs on one, and keeps the newest install
// of each device for whoever watches. Decides nothing itself: the device judges.
import { LiveValue } from '#shared/base/live.ts'
import { within } from '#shared/base/abort.ts'
import { Refusal, refusalOf } from '#shared/base/refusal.ts'
import type { AppInfo, DeviceRow } from '#shared/domain/device.ts'
import type { DropChoice, Dropped, DroppedBuild, InstallOutcome, DropVerdict } from '#shared/domain/drop.ts'
import { versionWords } from '#shared/domain/drop.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import type { Given } from '#shared/protocol/contract.ts'
import type { Asking, Handlers, Session } from '#shared/protocol/host.ts'
import type { Device } from '#main/device/device.ts'
import { whenOver } from '#main/hub/derived.ts'
import { ownerOf } from '#main/hub/desk.ts'
import type { Hub } from '#main/hub/hub.ts'

type Installs = Given<'installs'>
type InstallRow = Installs['installs'][number]

const judgeMs = 20_000

/** The hub's own: what goes on and what was uploaded. */
export class Drops {
  readonly installs = new LiveValue<Installs>({ installs: [] })
  /** Rises through every start of the hub, so that a window never takes a new one for one it has seen. */
  #number = Date.now()

  /** A row for the device, in the place of its older one; the answer changes it. */
  begin(device: DeviceId, name: string, paths: readonly string[]): (change: Partial<InstallRow>) => InstallRow {
    this.#number += 1
    let row: InstallRow = {
      number: this.#number,
      device,
      name,
      words: 'Reading',
      hint: null,
      part: null,
      outcome: null,
      code: null,
      raw: null,
      offers: null,
      paths: [...paths],
    }
    const put = (): void =>
      this.installs.update(({ installs }) => ({
        installs: [...installs.filter(one => one.device !== device || one.number > row.number), row],
      }))
    put()
    return change => {
      row = { ...row, ...change }
      put()
      return row
    }
  }
}

export function dropHandlers(hub: Hub): Pick<Handlers, 'drop.read' | 'drop.install' | 'drop.forget' | 'installs'> {
  return {
    'drop.read': async ({ paths }, asking) => {
      const dropped = await hub.platforms.readDrop(paths, asking.signal)
      const builds: Given<'drop.read'>['builds'][number][] = []
      for (const one of dropped) builds.push(await rowOf(hub, one, asking))
      return { builds }
    },
    'drop.install': async ({ device: id, paths, choice }, asking) => installAll(hub, id, paths, choice, asking),
    'drop.forget': async ({ paths }) => {
      await hub.uploads.forget(paths)
      return {}
    },
    installs: async () => Promise.resolve(hub.drops.installs),
  }
}

/** `device.install`: one file, and what the device itself answered is refused in its words. */
export async function installOne(
  hub: Hub,
  asked: { readonly device: DeviceId; readonly path: string; readonly choice: DropChoice | null },
  asking: Asking,
): Promise<AppInfo> {
  const { installs, installed } = await installAll(hub, asked.device, [asked.path], asked.choice, asking)
  const [app] = installed
  if (app !== undefined) return app
  const [row] = installs
  throw new Refusal(row?.outcome === 'unknown' ? 'outcome-unknown' : 'failed', row?.words ?? 'Nothing was installed.', {
    where: asked.path,
    ...(row === undefined || row.hint === null ? {} : { hint: row.hint }),
  })
}

async function rowOf(hub: Hub, dropped: Dropped, asking: Asking): Promise<Given<'drop.read'>['builds'][number]> {
  const paths = [...dropped.paths]
  if (dropped.is === 'file') return rowOfFile(hub, dropped)
  if (dropped.is === 'unreadable')
    return {
      what: dropped.what,
      paths,
      name: dropped.name,
      words: dropped.why.words,
      hint: dropped.why.hint,
      readable: false,
      package: null,
      version: null,
      bytes: null,
      verdicts: [],
    }
  const { build } = dropped
  const { rows } = await hub.fleet()
  const verdicts = await Promise.all(
    rows.value.map(async row => ({ device: row.model.id, verdict: await verdictOf(hub, row, build, asking) })),
  )
  return {
    what: 'app',
    paths,
    name: build.name,
    words: wordsOfBuild(build),
    hint: null,
    readable: true,
    package: build.what === 'ios' ? null : build.package,
    version: build.what === 'ios' ? null : versionWords(build),
    bytes: build.what === 'android' ? build.parts.reduce((sum, part) => sum + part.bytes, 0) : null,
    verdicts,
  }
}

async function rowOfFile(
  hub: Hub,
  { paths, name, bytes }: Extract<Dropped, { is: 'file' }>,
): Promise<Given<'drop.read'>['builds'][number]> {
  const { rows } = await hub.fleet()
  return {
    what: 'file',
    paths: [...paths],
    name,
    words: `is no app (${sizeWords(bytes)}); it can go into a Download folder.`,
    hint: null,
    readable: true,
    package: null,
    version: null,
    bytes,
    verdicts: rows.value.map(row => ({ device: row.model.id, verdict: downloadVerdict(row) })),
  }
}

/** Sending disturbs nobody, so who holds control does not matter. */
function downloadVerdict(row: DeviceRow): DropVerdict {
  if (row.why !== null || row.state.power.is !== 'on') return notRunning(row)
  const can = row.caps.files ?? { yes: true }
  return can.yes
    ? { is: 'ready', words: 'Goes into Download', more: 'No file that is there is written over.', replaces: false }
    : { is: 'cannot', code: 'unsupported', words: 'It takes no files', more: can.why }
}

const notRunning = (row: DeviceRow): DropVerdict => ({
  is: 'cannot',
  code: 'not-booted',
  words: 'It is not running',
  more: row.why ?? `Start ${row.model.name} first.`,
})

/** "1.2 MB". */
function sizeWords(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  const [of, unit] = bytes < 1e6 ? [1e3, 'kB'] : bytes < 1e9 ? [1e6, 'MB'] : [1e9, 'GB']
  return `${(bytes / of).toFixed(bytes / of < 10 ? 1 : 0)} ${unit}`
}

/** "Plants 2.4.1 (42) for arm64-v8a". */
export function wordsOfBuild(build: DroppedBuild): string {
  if (build.what === 'ios') return build.kind === 'ipa' ? 'A build for an iPhone or iPad' : 'An app for iOS'
  const name = `${build.label} ${versionWords(build)}`
  if (build.what === 'demo') return `${name}, a demo app`
  const abis = [...new Set(build.parts.flatMap(part => (part.kind.is === 'abi' ? [part.kind.abi] : part.abis)))]
  const parts = build.partsAre === 'splits' && build.parts.length > 1 ? `, in ${build.parts.length} parts` : ''
  return `${name}${abis.length === 0 || abis.length > 3 ? '' : ` for ${abis.join(' and ')}`}${parts}`
}

/** A device that cannot be used, or does not answer in time, cannot take it; the others are not kept waiting. */
async function verdictOf(hub: Hub, row: DeviceRow, build: DroppedBuild, asking: Asking): Promise<DropVerdict> {
  const { power } = row.state
  if (row.why !== null || power.is !== 'on') return notRunning(row)
  const late = new Refusal('outcome-unknown', 'It does not answer.')
  const signal = within(judgeMs, asking.signal, late)
  try {
    // Opening it is part of the answer.
    const judged = hub
      .device(row.model.id)
      .then(device => device.judge(build, askerOf(hub, device, asking.session), signal))
    const over = new Promise<never>((_, reject) => whenOver(signal, () => reject(signal.reason as Error)))
    return await Promise.race([judged, over])
  } catch (thrown) {
    asking.signal.throwIfAborted()
    const { code, words, hint } = refusalOf(thrown)
    return { is: 'cannot', code, words: 'It could not be asked', more: hint === null ? words : `${words} ${hint}` }
  }
}

function askerOf(hub: Hub, device: Device, session: Session): Parameters<Device['judge']>[1] {
  const held = hub.desk.held(session, device.model.id)
  const holds = held !== undefined && held.generation === device.state.value.control?.ownerGeneration
  return { owner: held?.owner ?? ownerOf(session), holds }
}

async function installAll(
  hub: Hub,
  id: DeviceId,
  paths: readonly string[],
  choice: DropChoice | null,
  { session, signal }: Asking,
): Promise<Given<'drop.install'>> {
  const device = await hub.device(id)
  const dropped = await hub.platforms.readDrop(paths, signal)
  for (const one of dropped) if (one.is !== 'build') throw Refusal.fromData(one.why)
  const builds = dropped.filter(one => one.is === 'build').length
  if (choice === 'remove-first' && builds > 1)
    throw new Refusal(
      'bad-value',
      `Which of the ${builds} apps is to be removed first? That is said for one build at a time.`,
      {
        where: 'choice',
        hint: 'Install the others first, then this one by itself.',
      },
    )
  const installs: InstallRow[] = []
  const installed: AppInfo[] = []
  for (const one of dropped) {
    if (one.is !== 'build') continue
    refuseBusy(device)
    const change = hub.drops.begin(id, one.build.name, one.paths)
    try {
      const outcome = await device.installDropped(
        one.build,
        choice,
        askerOf(hub, device, session),
        ({ words, part }) => void change({ words, part }),
        signal,
      )
      installs.push(change(rowOfOutcome(outcome)))
      if (outcome.is === 'installed') installed.push(outcome.app)
      else break
    } catch (thrown) {
      const { code, words, hint } = refusalOf(thrown)
      // What was broken off from here may have arrived: only the device knows.
      const isUnknown = code === 'outcome-unknown' || signal.aborted
      change({ outcome: isUnknown ? 'unknown' : 'refused', part: null, words, hint })
      throw thrown
    }
  }
  return { installs, installed }
}

/** Before a row is made: the one under way keeps its place on the frame. */
function refuseBusy(device: Device): void {
  const { busy } = device.state.value
  if (busy !== null)
    throw new Refusal('busy', `${device.model.name} is busy: ${busy}.`, { hint: 'Try again when that is done.' })
}

function rowOfOutcome(outcome: InstallOutcome): Partial<InstallRow> {
  switch (outcome.is) {
    case 'installed':
      return { outcome: 'installed', part: 1, words: outcome.words }
    case 'refused': {
      const { words, hint, code, raw, offers } = outcome
      return { outcome: 'refused', part: null, words, hint, code, raw, offers }
    }
    case 'unknown':
      return { outcome: 'unknown', part: null, words: outcome.words, hint: outcome.hint }
  }
}
