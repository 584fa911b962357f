// The nights of this hub: starts one per device, keeps what the window shows of each, stops them. The loop itself is
// explore/night.ts; what it confirms goes into the store.
import { randomBytes } from 'node:crypto'
import { LiveValue } from '#shared/base/live.ts'
import type { Live } from '#shared/base/live.ts'
import { Refusal, refusalOf } from '#shared/base/refusal.ts'
import type { AppInfo, Build } from '#shared/domain/device.ts'
import { nightId } from '#shared/domain/ids.ts'
import type { NightId } from '#shared/domain/ids.ts'
import type { Job } from '#shared/domain/night.ts'
import type { NightProgressLine } from '#shared/protocol/shapes.ts'
import type { Device } from '#main/device/device.ts'
import { putBackLeftovers } from '#main/explore/settings-journal.ts'
import { wallClock } from '#main/sys/clock.ts'
import { writeWhole } from '#main/sys/files.ts'
import type { Hub } from '#main/hub/hub.ts'
import { endedLine, NightView } from '#main/hub/night-view.ts'
import { changedWordsOf, devicesOf, durationMsOf, jobOf } from '#main/hub/night-orders.ts'
import type { JobSource, NightDevice, NightOptions } from '#main/hub/night-orders.ts'
import { rememberBuild } from '#main/hub/replays.ts'
import { checkSetUps, setUpsOf } from '#main/hub/set-ups.ts'
import type { SetUps } from '#main/hub/set-ups.ts'
import { settingsOf } from '#main/hub/settings.ts'

interface Running {
  readonly view: NightView
  /** Ends after the step in hand; and at once. */
  readonly stop: AbortController
  readonly now: AbortController
  readonly done: Promise<void>
}

interface Prepared {
  readonly job: Job
  readonly app: AppInfo
  readonly build: Build | null
  readonly previous: Build | null
  readonly changedWords: readonly string[]
  readonly setUps: SetUps
}

export class Nights {
  readonly #hub: Hub
  readonly #running = new LiveValue<ReadonlyMap<NightId, Running>>(new Map())

  /** Devices that wait for their settings to be put back. */
  readonly #restoring = new Map<Device, Promise<void>>()

  constructor(hub: Hub) {
    this.#hub = hub
  }

  get running(): Live<ReadonlyMap<NightId, unknown>> {
    return this.#running
  }

  isRunning(id: string): boolean {
    return this.#running.value.has(id as NightId)
  }

  /** Checks everything, then starts; with several devices each has a night of its own. */
  async start(
    source: JobSource,
    options: NightOptions,
  ): Promise<{ readonly id: NightId; readonly ids: readonly NightId[] }> {
    const signal = this.#hub.ended
    const job = await jobOf(this.#hub, source, options)
    const changedWords = await changedWordsOf(job, signal)
    const setUps = await setUpsOf(job, signal)
    // What is to be written at the end is tried now, not found out in the morning.
    for (const file of [options.trace, options.map]) if (file !== null) await writeWhole(file, '')
    const devices = await devicesOf(this.#hub, job, options, signal)
    try {
      for (const { device } of devices) {
        this.refuseIfTaken(device)
        checkSetUps(job, setUps, device)
      }
      // All of them are made ready before one begins: a refusal leaves nothing running.
      const ready: (() => NightId)[] = []
      for (const [index, held] of devices.entries()) {
        const prepared = { job, changedWords, setUps, ...(await appOf(held.device, job, signal)) }
        const its = index === 0 ? options : { ...options, trace: null, map: null }
        ready.push(() => this.#begin(held, prepared, its))
      }
      const ids = ready.map(begin => begin())
      const [id] = ids
      if (id === undefined) throw new Refusal('bad-value', 'The job names no device.', { where: 'devices' })
      return { id, ids }
    } catch (thrown) {
      await Promise.all(devices.filter(held => !this.#holds(held.device)).map(held => held[Symbol.asyncDispose]()))
      throw thrown
    }
  }

  stop(id: NightId, now: boolean): void {
    const running = this.#running.value.get(id)
    if (now) running?.now.abort(new Error('the night was ended at once'))
    running?.stop.abort(new Error('the night was stopped'))
  }

  progress(id: NightId): Live<NightProgressLine> {
    return this.#running.value.get(id)?.view.live ?? new LiveValue(endedLine(this.#hub.home.store, id))
  }

  /** The hub is closing: every night ends at once and its settings are put back. */
  async end(): Promise<void> {
    const all = [...this.#running.value]
    for (const [id] of all) this.stop(id, true)
    await Promise.allSettled([...all.map(([, running]) => running.done), ...this.#restoring.values()])
  }

  /** The night on the device of that id; null when there is none. */
  nightOn(id: string): NightId | null {
    return [...this.#running.value].find(([, running]) => running.view.device.model.id === id)?.[0] ?? null
  }

  #holds(device: Device): boolean {
    return [...this.#running.value.values()].some(running => running.view.device === device)
  }

  /** For what may not come between a night and its device: another night, a replay. */
  refuseIfTaken(device: Device): void {
    const taken = [...this.#running.value].find(([, running]) => running.view.device === device)
    if (this.#restoring.has(device))
      throw new Refusal('busy', `The settings a night changed on ${device.model.name} are not put back yet.`, {
        hint: 'That is done as soon as whoever has control hands it back. Try again then.',
      })
    if (taken !== undefined)
      throw new Refusal('busy', `${device.model.name} is in the night ${taken[0]} already.`, {
        hint: 'Stop that one first.',
      })
  }

  /**
   * A night that was stopped while a person had the device could not put its settings back: done as soon as it is handed
   * back. What cannot be done stays in the journal for the hub's next start.
   */
  #restoreWhenFree(device: Device): void {
    const { store } = this.#hub.home
    if (store.unsettledSettings(device.model.id).length === 0 || this.#restoring.has(device)) return
    const work = (async (): Promise<void> => {
      const signal = this.#hub.ended
      await device.whenFree(signal)
      await using grant = await device.takeControl({ kind: 'night', name: 'putting settings back' }, signal)
      await putBackLeftovers(store, device, grant, signal)
    })()
    const settled = work.catch(() => undefined).finally(() => this.#restoring.delete(device))
    this.#restoring.set(device, settled)
  }

  #begin(held: NightDevice, prepared: Prepared, options: NightOptions): NightId {
    const id = newNightId()
    const { store } = this.#hub.home
    const view = new NightView(store, id, held.device)
    const stop = new AbortController()
    const now = new AbortController()
    const done = this.#run(id, held, prepared, options, view, stop.signal, now.signal).finally(() => {
      const left = new Map(this.#running.value)
      left.delete(id)
      this.#running.set(left)
      store.changed()
    })
    // What went wrong is in the night's own record and view; the caller has its id already.
    done.catch(() => undefined)
    this.#running.set(new Map([...this.#running.value, [id, { view, stop, now, done }]]))
    return id
  }

  async #run(
    id: NightId,
    held: NightDevice,
    { job, app, build, previous, changedWords, setUps }: Prepared,
    options: NightOptions,
    view: NightView,
    stop: AbortSignal,
    now: AbortSignal,
  ): Promise<void> {
    const { store } = this.#hub.home
    const { device } = held
    const trace: string[] = []
    try {
      // Loaded with the first night: no other command waits for the explorer.
      const [{ runNight }, { confirmTools }, { setUpOf }] = await Promise.all([
        import('#main/explore/night.ts'),
        import('#main/hub/confirming.ts'),
        import('#main/explore/set-up.ts'),
      ])
      store.keepWithin(settingsOf(store).storage_limit_bytes)
      rememberBuild(store, app.package, build)
      await runNight(
        {
          id,
          job,
          device,
          app: { package: app.package, label: app.label, version: versionOf(app) },
          build,
          previous,
          policy: 'explorer',
          durationMs: durationMsOf(job, wallClock.ms()),
          changedWords,
          showAll: false,
          startedAt: wallClock.now(),
        },
        {
          book: view.book,
          pictures: store.artifacts.keeper(id),
          confirm: confirmTools(),
          onProgress: progress => view.take(progress),
          trace: options.trace === null ? null : line => void trace.push(line),
          now: () => wallClock.now(),
          setup: file => {
            const parts = setUps.get(file)
            if (parts === undefined) throw new Error(`the setup flow ${file} was not read`)
            return setUpOf(parts)
          },
        },
        stop,
        now,
      )
      await store.artifacts.settled()
    } catch (thrown) {
      view.failed(refusalOf(thrown))
      throw thrown
    } finally {
      try {
        if (options.trace !== null) await writeWhole(options.trace, trace.map(line => `${line.trimEnd()}\n`).join(''))
        if (options.map !== null) await writeWhole(options.map, mapFile(store.loadMap(app.package), app.package))
      } catch (thrown) {
        view.failed(refusalOf(thrown))
      }
      if (held.isShared) this.#restoreWhenFree(device)
      await Promise.resolve(held[Symbol.asyncDispose]()).catch((thrown: unknown) => view.failed(refusalOf(thrown)))
      view.end()
    }
  }
}

/** Installs the job's build to learn what it is, or finds the app on the device. */
async function appOf(
  device: Device,
  job: Job,
  signal: AbortSignal,
): Promise<Pick<Prepared, 'app' | 'build' | 'previous'>> {
  const { app } = job
  const build: Build | null =
    app.kind === 'demo' ? { path: app.file, plant: app.plant } : app.build === null ? null : { path: app.build }
  const previous: Build | null =
    app.previous === null ? null : app.kind === 'demo' ? { path: app.previous, plant: 'none' } : { path: app.previous }
  if (build !== null) {
    await using grant = await device.takeControl({ kind: 'night', name: 'the night' }, signal)
    const installed = await device.install(grant, build, signal)
    if (app.kind === 'build' && installed.package !== app.id)
      throw new Refusal('bad-value', `The build is ${installed.package}, the job says ${app.id}.`, { where: 'app.id' })
    return { app: installed, build, previous }
  }
  const id = app.kind === 'build' ? app.id : ''
  const found = (await device.apps(signal)).find(one => one.package === id)
  if (found === undefined)
    throw new Refusal('bad-value', `${id} is not installed on ${device.model.name}.`, {
      where: 'app',
      hint: 'Install it, or name its build in the job.',
    })
  return { app: found, build: null, previous }
}

export const versionOf = (app: AppInfo): string => `${app.versionName} (${app.versionCode})`

/** `n-20261130-2300-ab12`: sorts by start. */
function newNightId(): NightId {
  const [day, time = ''] = wallClock.now().split('T')
  return nightId(
    `n-${(day ?? '').replaceAll('-', '')}-${time.slice(0, 5).replace(':', '')}-${randomBytes(2).toString('hex')}`,
  )
}

function mapFile(rows: readonly { readonly key: string; readonly json: string }[], app: string): string {
  const parsed = rows.map(({ key, json }) => ({ key, ...(JSON.parse(json) as object) }))
  return `${JSON.stringify({ app, rows: parsed }, null, 1)}\n`
}
