// What an emulated device is made of, from its `hw.…` keys: config.ini, hardware-qemu.ini, or what the emulator tells.
import type { Fold, Posture } from '#shared/domain/device.ts'
import type { Size } from '#shared/domain/geometry.ts'

export interface Hardware {
  /** Upright, device pixels; of a foldable the inner screen. */
  readonly panel: Size
  readonly densityDpi: number | null
  readonly fold: Fold | null
}

/** `key=value` lines; blanks round the `=` and comment lines are allowed. */
export function parseIni(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const line of text.split(/\r?\n/)) {
    const at = line.indexOf('=')
    if (at > 0 && !/^\s*[#;]/.test(line)) values.set(line.slice(0, at).trim(), line.slice(at + 1).trim())
  }
  return values
}

/** Null where the panel's size is not told. */
export function hardwareOf(values: ReadonlyMap<string, string>): Hardware | null {
  const panel = sizeOf(values, 'hw.lcd.width', 'hw.lcd.height')
  if (panel === null) return null
  return { panel, densityDpi: numberOf(values.get('hw.lcd.density')), fold: foldOf(values, panel) }
}

const numbers: Readonly<Record<string, Posture>> = { '1': 'closed', '2': 'half-open', '3': 'open' }

/** Only what folds to a screen of its own: a device that merely bends shows the same screen in every posture. */
function foldOf(values: ReadonlyMap<string, string>, panel: Size): Fold | null {
  if (!/^(yes|true|1)$/i.test(values.get('hw.sensor.hinge') ?? '')) return null
  const region = 'hw.displayRegion.0.1'
  const outer = sizeOf(values, `${region}.width`, `${region}.height`)
  if (outer === null) return null
  const told = (values.get('hw.sensor.posture_list') ?? '').split(',').flatMap(word => numbers[word.trim()] ?? [])
  const [first = 'closed', ...more] = told.length === 0 ? (['closed', 'open'] as const) : told
  return { outer, hinge: hingeOf(values, panel), postures: [first, ...more] }
}

/** A fold line whose area is tall stands upright; without an area the type says it. */
function hingeOf(values: ReadonlyMap<string, string>, panel: Size): Fold['hinge'] {
  const area = /^(\d+)-(\d+)-(\d+)-(\d+)/.exec(values.get('hw.sensor.hinge.areas') ?? '')
  if (area !== null) return Number(area[4]) === panel.height ? 'vertical' : 'horizontal'
  return values.get('hw.sensor.hinge.type') === '0' ? 'horizontal' : 'vertical'
}

function sizeOf(values: ReadonlyMap<string, string>, width: string, height: string): Size | null {
  const [w, h] = [numberOf(values.get(width)), numberOf(values.get(height))]
  return w === null || h === null ? null : { width: w, height: h }
}

function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,5}$/.test(text) && Number(text) > 0 ? Number(text) : null
}
