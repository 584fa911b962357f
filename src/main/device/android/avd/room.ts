// All emulators this computer can boot, as devices beside those adb lists: one that runs is one tile with its adb row, under
// the id it has while it is off.
import { usualTimes } from '#main/device/android/avd/boot-stages.ts'
import { creatable, createAvd, finishCreation, type Creatable, type NewAvd } from '#main/device/android/avd/create.ts'
import { EmulatorHost, isRunOf } from '#main/device/android/avd/host.ts'
import { AvdMachine, type AvdState, type MachineTimes } from '#main/device/android/avd/machine.ts'
import { emulatorsFolder, notesOf, type Notes } from '#main/device/android/avd/note.ts'
import { avdRoots, avdsIn, removeAvd, type Avd } from '#main/device/android/avd/places.ts'
import { capsOf } from '#main/device/android/driver.ts'
import type { RunningPlaces } from '#main/device/android/emulator/running.ts'
import type { Discovered } from '#main/device/android/parse/discovery.ts'
import type { FoundDevice, PlatformFinder } from '#main/device/driver.ts'
import { sleep } from '#shared/base/abort.ts'
import { refusalOf } from '#shared/base/refusal.ts'
import type { DeviceModel, Power } from '#shared/domain/device.ts'
import { deviceId, type DeviceId } from '#shared/domain/ids.ts'

export interface AvdOptions {
  readonly adbPort: number
  readonly places: RunningPlaces
  /** Of the home: where notes and logs of emulators lie. */
  readonly home: string
  readonly env: NodeJS.ProcessEnv
  readonly times?: Partial<MachineTimes>
}

const usual: MachineTimes = { stages: usualTimes, pollMs: 400, stopMs: 60_000, endMs: 10_000 }
/** Between two looks at what runs, and at what AVDs there are. */
const lookMs = 1000
const listEvery = 5
const againMs = 2000
const attachMs = 4000
const restMs = 10_000
const assumedApiLevel = 33

export const avdDeviceId = (id: string): DeviceId => deviceId(`avd:${id}`)

export class AvdRoom {
  readonly #options: AvdOptions
  readonly #host: EmulatorHost
  readonly #notes: Notes
  readonly #closing = new AbortController()
  readonly #machines = new Map<string, AvdMachine>()
  #rows: readonly FoundDevice[] = []
  /** Serial → AVD of what ran at the last look. */
  #serials: ReadonlyMap<string, string> = new Map()
  /** Serial → when one of ours was last seen under it: adb goes on listing it for a while after its end. */
  readonly #seenMs = new Map<string, number>()
  #tell: () => void = () => undefined
  #why: { readonly words: string; readonly hint: string } | null = null
  /** What the emulator itself lists; null where it has not said. */
  #listed: ReadonlySet<string> | null = null

  constructor(options: AvdOptions) {
    this.#options = options
    const folder = emulatorsFolder(options.home)
    this.#host = new EmulatorHost({ adbPort: options.adbPort, places: options.places, folder, env: options.env })
    this.#notes = notesOf(options.home)
  }

  /** The finder of adb's devices with ours among them. */
  around(inner: PlatformFinder): PlatformFinder {
    return {
      platform: inner.platform,
      watch: async (onChange, signal) => {
        signal.addEventListener('abort', () => this.#closing.abort(signal.reason), { once: true })
        this.#tell = () => onChange(this.#found())
        await this.#begin()
        const rows = (found: readonly FoundDevice[]): void => {
          this.#rows = found
          // Whose emulator it is shows before it is shown as one of nobody.
          const isNew = found.some(({ model: { id } }) => isEmulator(id) && !this.#seenMs.has(id))
          if (isNew) this.#scan().then(this.#tell, () => undefined)
          else this.#tell()
        }
        this.#tell()
        this.#follow(signal).catch(() => undefined)
        try {
          await inner.watch(rows, signal)
          await this.#scan()
          this.#tell()
          // Who asks at once finds those that run usable.
          const attached = [...this.#machines.values()].map(machine => machine.attached())
          await Promise.race([Promise.all(attached), sleep(attachMs, signal)])
        } catch (thrown) {
          // Without a server there is no list, and without a list no boot ends: it is asked for until there is one.
          this.#watchAgain(inner, rows, signal).catch(() => undefined)
          throw thrown
        }
      },
    }
  }

  async creatable(
    signal: AbortSignal,
  ): Promise<Creatable & { readonly why: string | null; readonly hint: string | null }> {
    try {
      const why = await this.#host.whyNot()
      return { ...(await creatable(this.#options.env, signal)), why: why?.words ?? null, hint: why?.hint ?? null }
    } catch (thrown) {
      signal.throwIfAborted()
      const { words, hint } = refusalOf(thrown)
      return { images: [], profiles: [], why: words, hint }
    }
  }

  async create(ask: NewAvd, signal: AbortSignal): Promise<DeviceId> {
    const avd = await createAvd(ask, this.#options.env, this.#notes, AbortSignal.any([signal, this.#closing.signal]))
    await this.#add(avd)
    this.#tell()
    this.#ask()
    return avdDeviceId(avd.id)
  }

  // --- what there is

  async #begin(): Promise<void> {
    await this.#host.clearStale()
    await this.#finishFiles()
    this.#why = await this.#host.whyNot()
    await this.#list()
    this.#ask()
  }

  /** The emulator starts a program to say it: nobody waits for that. */
  #ask(): void {
    this.#host
      .listed(this.#closing.signal)
      .then(ids => {
        this.#listed = ids === null ? null : new Set(ids)
        this.#tell()
      })
      .catch(() => undefined)
  }

  /** Files that were being made or removed when a hub died: made whole, or gone. */
  async #finishFiles(): Promise<void> {
    for (const id of await this.#notes.unfinished()) {
      const note = await this.#notes.of(id)
      if (note.doing?.order === 'create')
        await finishCreation(id, this.#options.env, this.#notes).catch(() => this.#notes.forget(id))
      else if (note.doing?.step === 'removing' && note.remove !== null) {
        await removeAvd(note.remove)
        await this.#notes.forget(id)
      }
    }
  }

  async #list(): Promise<void> {
    const avds = await avdsIn(avdRoots(this.#options.env))
    for (const avd of avds) {
      const known = this.#machines.get(avd.id)
      if (known === undefined) await this.#add(avd)
      else known.avd = avd
    }
    for (const id of this.#machines.keys()) if (!avds.some(avd => avd.id === id)) this.#machines.delete(id)
  }

  async #add(avd: Avd): Promise<void> {
    if (this.#machines.has(avd.id)) return
    const machine = new AvdMachine(avd, {
      host: this.#host,
      notes: this.#notes,
      times: { ...usual, ...this.#options.times },
      adb: serial => {
        const row = this.#rows.find(one => one.model.id === serial)
        return row === undefined ? null : { why: row.why }
      },
      removed: id => {
        this.#machines.delete(id)
        this.#tell()
      },
      closing: this.#closing.signal,
    })
    this.#machines.set(avd.id, machine)
    machine.state.subscribe(() => this.#tell())
    await machine.begin()
  }

  async #follow(signal: AbortSignal): Promise<void> {
    for (let round = 1; !signal.aborted; round += 1) {
      const before = JSON.stringify([...this.#serials])
      const running = await this.#scan()
      for (const machine of this.#machines.values())
        await machine.look(running.find(one => isRunOf(one, machine.avd)) ?? null)
      if (JSON.stringify([...this.#serials]) !== before) this.#tell()
      await sleep(this.#options.times?.pollMs ?? lookMs, signal)
      if (round % listEvery === 0) {
        const before = [...this.#machines.keys()].join()
        await this.#list()
        if ([...this.#machines.keys()].join() === before) continue
        this.#tell()
        this.#ask()
      }
    }
  }

  /** What runs now, and which serials are ours. */
  async #scan(): Promise<readonly Discovered[]> {
    const running = await this.#host.running()
    const serials = new Map<string, string>()
    for (const run of running) {
      const machine = [...this.#machines.values()].find(({ avd }) => isRunOf(run, avd))
      if (machine === undefined) this.#seenMs.delete(run.serial)
      else {
        serials.set(run.serial, machine.avd.id)
        this.#seenMs.set(run.serial, Date.now())
      }
    }
    this.#serials = serials
    return running
  }

  async #watchAgain(
    inner: PlatformFinder,
    rows: (found: readonly FoundDevice[]) => void,
    signal: AbortSignal,
  ): Promise<void> {
    for (;;) {
      await sleep(againMs, signal)
      const isThere = await inner.watch(rows, signal).then(
        () => true,
        () => false,
      )
      if (isThere) return
    }
  }

  // --- as devices

  #whyNot(avd: Avd): string | null {
    if (this.#why !== null) return `${this.#why.words} ${this.#why.hint}`
    if (this.#listed === null || this.#listed.has(avd.id)) return null
    return `The emulator does not list it. Its files lie in ${avd.folder}; set ANDROID_AVD_HOME to the folder above.`
  }

  #found(): readonly FoundDevice[] {
    const ours = new Set<string>()
    const avds = [...this.#machines.values()].map(machine => {
      const serial = serialOf(machine.state.value) ?? [...this.#serials].find(([, id]) => id === machine.avd.id)?.[0]
      if (serial !== undefined) ours.add(serial)
      return this.#deviceOf(machine, this.#rows.find(row => row.model.id === serial) ?? null)
    })
    return [...avds, ...this.#rows.filter(row => !ours.has(row.model.id) && !this.#isRest(row))]
  }

  /** What adb still lists of an emulator of ours that has ended. */
  #isRest({ model, why }: FoundDevice): boolean {
    const seenMs = this.#seenMs.get(model.id)
    return seenMs !== undefined && (why !== null || Date.now() - seenMs < restMs)
  }

  #deviceOf(machine: AvdMachine, row: FoundDevice | null): FoundDevice {
    const { value: state } = machine.state
    const { power, why } = powerOf(state, row)
    const cannot = state.is === 'off' ? this.#whyNot(machine.avd) : null
    const model = modelOf(machine.avd)
    return {
      model,
      can: row?.can ?? capsOf(model.apiLevel ?? assumedApiLevel, model.kind === 'tv', model.id),
      power,
      why: cannot ?? why,
      operate: {
        orders: cannot === null ? machine.orders : ['delete'],
        order: order => machine.order(order),
      },
      open: async signal => {
        if (row === null) throw new Error('an emulator that adb does not list was opened')
        const driver = await row.open(signal)
        return { ...driver, model: { ...driver.model, id: model.id, name: model.name } }
      },
    }
  }
}

const isEmulator = (id: string): boolean => /^emulator-\d+$/.test(id)

const serialOf = (state: AvdState): string | undefined => (state.is === 'on' ? state.run.serial : undefined)

/** Until it has booted it cannot be used, whatever adb says of it. */
function powerOf(state: AvdState, row: FoundDevice | null): { readonly power: Power; readonly why: string | null } {
  switch (state.is) {
    case 'off':
      return { power: { is: 'off' }, why: state.words ?? 'It is off.' }
    case 'booting':
    case 'stopping':
      return { power: { is: 'booting', words: state.words }, why: state.words }
    case 'failed':
      return { power: { is: 'failed', why: state.why }, why: state.why }
    case 'on': {
      const why = 'It runs, but adb does not list it.'
      return row === null ? { power: { is: 'lost', why, nextTryMs: null }, why } : { power: row.power, why: row.why }
    }
  }
}

function modelOf({ id, config }: Avd): DeviceModel {
  const { name, kind, size, densityDpi, fold, apiLevel, runtime } = config
  const base = {
    id: avdDeviceId(id),
    name,
    platform: 'android' as const,
    surface: kind === 'tv' ? ('dpad' as const) : ('touch' as const),
    runtime,
    size,
    densityDpi,
    apiLevel,
  }
  return kind === 'foldable' && fold !== null
    ? { ...base, kind, fold }
    : { ...base, kind: kind === 'foldable' ? 'phone' : kind }
}
