// The made-up world behind the fake hub: what its scene holds, and how a running night or a person's decision changes it.
import { LiveValue } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import { deviceId, nightId } from '#shared/domain/ids.ts'
import type { Given } from '#shared/protocol/contract.ts'
import type { RecordingRow } from '#shared/protocol/methods/record.ts'
import type { DeviceTile, Inbox, NightLine, NightProgressLine } from '#shared/protocol/shapes.ts'
import { device, devices, occupied, onStage, three } from './made-up-devices.ts'
import { findings, isFresh, isOpen, many, rowOf } from './made-up-findings.ts'
import type { Made } from './made-up-findings.ts'
import { dropped, nightLine, nightsOf, runningId, step } from './made-up-nights.ts'

export type Scene =
  /** Three new, four open, one put off, decided ones, two dropped. */
  | 'morning'
  /** A night, nothing in the inbox. */
  | 'quiet'
  /** Nothing was ever run. */
  | 'first'
  /** A night is running. */
  | 'night'
  /** Ten thousand findings, five hundred nights, sixty thousand steps. */
  | 'many'
  /** Every question is refused. */
  | 'failed'
  /** Nothing is ever answered. */
  | 'loading'
  /** Pictures, trees and logs are missing. */
  | 'partial'
  /** A device of each kind and state. */
  | 'stage'
  /** Three devices, all live. */
  | 'three'

export class World {
  readonly calls: { method: string; params: unknown }[] = []
  readonly scene: Scene
  /** No picture of what changes comes: an old one stays. */
  isStalled = false
  /** Inputs change nothing on the screen. */
  isDeaf = false
  /** Why every input is refused; null: none is. */
  inputRefusal: string | null = null
  /** Why nobody is given control; null: whoever asks is. */
  controlRefusal: string | null = null
  /** Living pictures that are asked for now. */
  streams = 0
  readonly touches = new LiveValue<Given<'device.touches'>>({ number: 0, generation: 1, contacts: [], by: null })
  readonly copied = new LiveValue<Given<'device.copied'>>(null)
  readonly recordings = new LiveValue<{ readonly recordings: readonly RecordingRow[] }>({ recordings: [] })
  readonly devices: LiveValue<readonly DeviceTile[]>
  readonly findings: LiveValue<readonly Made[]>
  readonly nights: LiveValue<readonly NightLine[]>
  readonly progress: LiveValue<NightProgressLine>
  #steps = 212
  #recorded = 0

  constructor(scene: Scene) {
    this.scene = scene
    const isFirst = scene === 'first'
    this.devices = new LiveValue<readonly DeviceTile[]>(
      scene === 'stage'
        ? onStage()
        : scene === 'three'
          ? three()
          : isFirst
            ? devices().filter(one => one.platform === 'demo')
            : scene === 'night'
              ? occupied(devices())
              : devices(),
    )
    this.findings = new LiveValue<readonly Made[]>(
      isFirst ? [] : scene === 'quiet' ? [] : scene === 'many' ? many() : findings(),
    )
    this.nights = new LiveValue<readonly NightLine[]>(isFirst ? [] : nightsOf(scene))
    this.progress = new LiveValue(this.line())
  }

  walk(count: number): void {
    this.#steps += count
    this.progress.set(this.line())
  }

  confirm(): void {
    this.progress.update(line => ({
      ...line,
      confirmed: line.confirmed + 1,
      findings: findings()
        .slice(0, line.confirmed + 1)
        .map(rowOf),
    }))
  }

  line(): NightProgressLine {
    const last = Array.from({ length: Math.min(12, this.#steps) }, (_, index) => step(this.#steps - 12 + index))
    return {
      night: nightLine({
        id: nightId(runningId),
        started: '2026-11-30T22:00:00.000Z',
        ended: null,
        ended_by: null,
        steps: this.#steps,
        screens: 23,
        new_screens: 2,
        not_reproduced: 1,
        findings: 2,
        running: true,
      }),
      phase: 'exploring',
      doing: 'Exploring: 3 controls on this screen were never tried',
      fraction: Math.min(1, this.#steps / 400),
      left_ms: Math.max(0, 400 - this.#steps) * 2000,
      candidates: 5,
      confirmed: 2,
      mission: {
        card: 'Add something, edit it, take one',
        device: device({ id: 'demo-phone' as DeviceTile['id'], name: 'Demo phone' }).id,
        device_name: 'Demo phone',
        condition: 'dark',
        step: this.#steps % 200,
        of: 200,
        n: 2,
      },
      now: last.at(-1) ?? null,
      last,
      findings: findings().slice(0, 2).map(rowOf),
      refusal: null,
    }
  }

  recorded(device: string): RecordingRow | undefined {
    return this.recordings.value.recordings.find(row => row.device === device)
  }

  record(id: string): RecordingRow {
    this.#recorded += 1
    const device = deviceId(id)
    const row = { number: this.#recorded, device, ms: 65_000, bytes: 1, files: [], notes: [], why: null }
    return this.putRecording({ ...row, is: 'recording' })
  }

  putRecording(row: RecordingRow): RecordingRow {
    this.recordings.update(({ recordings }) => ({
      recordings: [...recordings.filter(one => one.device !== row.device), row],
    }))
    return row
  }

  inbox(): Inbox {
    const rank = (one: Made): number => (isFresh(one) ? 0 : 1)
    const all = this.findings.value.toSorted((a, b) => rank(a) - rank(b))
    const open = all.filter(one => isOpen(one))
    const night = this.nights.value.find(one => one.ended !== null)
    return {
      rows: all.map(rowOf),
      counts: {
        fresh: all.filter(isFresh).length,
        open: open.filter(one => one.row.shown).length,
        also_confirmed: open.filter(one => !one.row.shown).length,
        snoozed: all.filter(one => one.row.status === 'snoozed').length,
        declined: all.filter(one => one.row.status === 'declined').length,
        accepted: all.filter(one => one.row.status === 'accepted').length,
      },
      last_night:
        night === undefined
          ? null
          : {
              night,
              words:
                this.scene === 'quiet'
                  ? '8 h on 2 devices, 1 842 steps, 23 screens, nothing that held up. 2 candidates did not reproduce.'
                  : '8 h on 2 devices, 1 842 steps, 23 screens, 7 findings. 2 candidates did not reproduce.',
              dropped,
            },
    }
  }

  one(id: string): Made {
    const one = this.findings.value.find(made => made.row.id === id)
    if (one === undefined) throw new Refusal('bad-value', `There is no finding ${id}.`, { where: 'id' })
    return one
  }

  changed(): void {
    this.findings.set([...this.findings.value])
  }

  setDevice(id: string, change: (device: DeviceTile) => DeviceTile): void {
    this.devices.update(all => all.map(one => (one.id === id ? change(one) : one)))
  }
}
