// Conditions of a mission: device settings changed for its length. Each is written in the journal before it is changed and
// put back afterwards; what a dead night left behind is put back at the next start.
import type { NightBook, SettingEntry } from '#shared/domain/book.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { SettingControl, DeviceSettings, Observed } from '#shared/domain/device.ts'
import type { NightId } from '#shared/domain/ids.ts'
import type { Condition } from '#shared/domain/night.ts'
import type { Device, Grant } from '#main/device/device.ts'

/** The settings a condition needs; none for `background` and the plain condition. */
export function controlsFor(condition: Condition | null): readonly SettingControl[] {
  if (condition === null) return []
  if (condition.startsWith('locale:')) return [{ set: 'locale', to: condition.slice(7) }]
  switch (condition) {
    case 'dark':
      return [{ set: 'dark', to: true }]
    case 'big_text':
      return [{ set: 'fontScale', to: 2 }]
    case 'rtl':
      return [{ set: 'locale', to: 'ar' }]
    case 'offline':
      return [{ set: 'network', to: 'offline' }]
    case 'slow':
      return [{ set: 'network', to: 'slow' }]
    case 'landscape':
      return [{ set: 'orientation', to: 'landscape' }]
    case 'background':
      return []
    default:
      throw new Refusal('bad-value', `"${condition}" is not a condition.`)
  }
}

/** Why the device cannot be put in that condition; null when it can. */
export function whyNot(device: Device, condition: Condition | null): string | null {
  for (const control of controlsFor(condition)) {
    const can = device.supports(control.set)
    if (!can.yes) return can.why
    const { slowNetwork } = device.caps
    if (control.set === 'network' && control.to === 'slow' && slowNetwork !== undefined && !slowNetwork.yes)
      return slowNetwork.why
  }
  return null
}

export class SettingsJournal {
  readonly #book: NightBook
  readonly #device: Device
  readonly #night: NightId | null
  /** Whose language a condition changes; another program may have to put it back. */
  readonly #app: string
  #open: { readonly id: number; readonly entry: SettingEntry }[] = []

  constructor(book: NightBook, device: Device, night: NightId | null, app: string) {
    this.#book = book
    this.#device = device
    this.#night = night
    this.#app = app
  }

  async set(grant: Grant, condition: Condition | null, signal: AbortSignal): Promise<void> {
    for (const control of controlsFor(condition)) {
      const to = forApp(control, this.#app)
      const settings = this.#device.state.value.settings
      if (settings === null)
        throw new Refusal(
          'failed',
          `The settings of ${this.#device.model.name} could not be read, so they are not changed.`,
        )
      const entry: SettingEntry = {
        night: this.#night,
        device: this.#device.model.id,
        to,
        before: forApp(presentOf(settings, to.set), this.#app),
      }
      const id = this.#book.journalSetting(entry)
      this.#open.push({ id, entry })
      await this.#device.control(grant, to, signal)
    }
  }

  /** Exploring turns the device and back: a night that is killed in between must not leave it lying on its side. */
  noteOrientation(): void {
    if (this.#open.some(open => open.entry.before.set === 'orientation')) return
    const settings = this.#device.state.value.settings
    if (settings === null || !this.#device.supports('orientation').yes) return
    const { orientation } = settings
    const before = orientation.known ? orientation.value : orientation.last?.value
    if (before === undefined) return
    const entry: SettingEntry = {
      night: this.#night,
      device: this.#device.model.id,
      to: { set: 'orientation', to: before === 'portrait' ? 'landscape' : 'portrait' },
      before: { set: 'orientation', to: before },
    }
    this.#open.push({ id: this.#book.journalSetting(entry), entry })
  }

  /** Last changed, first put back. Not given up when the night is stopped: it gets a signal of its own. */
  async putBack(grant: Grant, signal: AbortSignal): Promise<void> {
    for (let last = this.#open.at(-1); last !== undefined; last = this.#open.at(-1)) {
      const { before } = last.entry
      const lies = this.#device.state.value.settings?.orientation.value
      if (before.set !== 'orientation' || before.to !== lies) await this.#device.control(grant, before, signal)
      this.#book.settledSetting(last.id)
      this.#open.pop()
    }
  }
}

/** At the start: what nights that died left changed on this device. Answers what was put back, in words. */
export async function putBackLeftovers(
  book: NightBook,
  device: Device,
  grant: Grant,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const words: string[] = []
  for (const left of book.unsettledSettings(device.model.id).toReversed()) {
    await device.control(grant, left.before, signal)
    book.settledSetting(left.id)
    const to = left.before.to === '' ? 'what the device has' : String(left.before.to)
    words.push(`${left.before.set} was put back to ${to}`)
  }
  return words
}

const forApp = (control: SettingControl, app: string): SettingControl =>
  control.set === 'locale' ? { ...control, app } : control

function presentOf(settings: DeviceSettings, set: SettingControl['set']): SettingControl {
  switch (set) {
    case 'dark':
      return { set, to: presentValue(set, settings.dark) }
    case 'fontScale':
      return { set, to: presentValue(set, settings.fontScale) }
    case 'locale':
      return { set, to: presentValue(set, settings.locale) }
    case 'network':
      return { set, to: presentValue(set, settings.network) }
    case 'orientation':
      return { set, to: presentValue(set, settings.orientation) }
  }
}

/** What cannot be put back is not changed. */
function presentValue<T>(set: string, observed: Observed<T>): T {
  if (observed.known) return observed.value
  throw new Refusal('failed', `${set} could not be read, so it is not changed: ${observed.why}`)
}
