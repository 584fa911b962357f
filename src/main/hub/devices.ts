// Devices for the window and the CLI: rows and tiles out of the fleet, one observation, the driver contract tried.
import { Refusal } from '#shared/base/refusal.ts'
import type { Can, SettingControl, DeviceRow, Observation } from '#shared/domain/device.ts'
import { flagsOf, wordsOfElement } from '#shared/domain/element.ts'
import type { Element } from '#shared/domain/element.ts'
import type { DeviceInput } from '#shared/domain/input.ts'
import type { Given } from '#shared/protocol/contract.ts'
import type { Session } from '#shared/protocol/host.ts'
import type { deviceStates } from '#shared/protocol/shapes.ts'
import type { Device, Grant } from '#main/device/device.ts'
import { identityOf } from '#main/explore/screen-identity.ts'
import type { Desk } from '#main/hub/desk.ts'
import { namesOf } from '#main/hub/device-names.ts'

type State = (typeof deviceStates)[number]

export function stateOf(row: DeviceRow): State {
  const { power } = row.state
  switch (power.is) {
    case 'off':
      return 'off'
    case 'booting':
      return 'booting'
    case 'lost':
      return 'lost'
    case 'failed':
      return 'needs-you'
    case 'on':
      if (row.why !== null) return 'needs-you'
      return power.asleep ? 'asleep' : 'live'
  }
}

export function linesOf(rows: readonly DeviceRow[]): Given<'devices.list'>['devices'] {
  const names = namesOf(rows.map(row => row.model))
  return rows.map((row, index) => lineOf(row, names[index] ?? row.model.name))
}

function lineOf(row: DeviceRow, name: string): Given<'devices.list'>['devices'][number] {
  const { model, caps } = row
  return {
    id: model.id,
    name,
    platform: model.platform,
    kind: model.kind,
    state: stateOf(row),
    why: whyOf(row),
    runtime: model.runtime,
    caps,
  }
}

function whyOf(row: DeviceRow): string | null {
  const { power } = row.state
  if (row.why !== null) return row.why
  if (power.is === 'failed' || power.is === 'lost') return power.why
  return power.is === 'booting' ? power.words : null
}

export function tilesOf(rows: readonly DeviceRow[], desk: Desk, session: Session): Given<'devices'>['devices'] {
  const names = namesOf(rows.map(row => row.model))
  return rows.map((row, index) => tileOf(row, names[index] ?? row.model.name, desk, session))
}

function tileOf(row: DeviceRow, name: string, desk: Desk, session: Session): Given<'devices'>['devices'][number] {
  const { control, generation, busy, settings, turn, posture, overrides } = row.state
  return {
    ...lineOf(row, name),
    model: row.model,
    generation,
    failed: row.state.power.is === 'failed',
    orders: row.orders ?? [],
    by: row.by ?? null,
    nextTryMs: row.state.power.is === 'lost' ? row.state.power.nextTryMs : null,
    busy,
    settings,
    turn,
    posture,
    overrides,
    control:
      control === null
        ? null
        : {
            kind: control.owner.kind,
            name: control.owner.name,
            yours: desk.held(session, row.model.id)?.generation === control.ownerGeneration,
          },
  }
}

export function observedOf(
  observation: Observation,
  withTree: boolean,
  picture: string | null,
): Given<'devices.observe'> {
  const { tree } = observation
  const focus = tree?.nodes.find(node => node.focused)
  return {
    screen: tree === null ? '' : identityOf(observation, observation.foreground.package).title,
    foreground: observation.foreground,
    focus:
      tree === null || focus === undefined
        ? null
        : { id: focus.id, class: focus.className, label: wordsOfElement(tree, focus), bounds: focus.bounds },
    keyboard: observation.keyboard,
    generation: observation.generation,
    tree: tree === null || !withTree ? null : tree.nodes.map(nodeOf),
    tree_missing: observation.treeMissing,
    picture,
  }
}

function nodeOf(node: Element): NonNullable<Given<'devices.observe'>['tree']>[number] {
  const { index, parent, className, id, text, desc, hint, bounds } = node
  return { index, parent, class: className, id, text, desc, hint, bounds, flags: flagsOf(node) }
}

// ---- `devices check`: the driver contract on a real device, each with its time

type Checked = Given<'devices.check'>['checks'][number]

export async function checkDevice(device: Device, grant: Grant, signal: AbortSignal): Promise<readonly Checked[]> {
  const checks: Checked[] = []
  const check = async (name: string, work: () => Promise<string>): Promise<void> => {
    const began = performance.now()
    const ended = (ok: boolean, words: string): void =>
      void checks.push({ name, ok, ms: Math.round(performance.now() - began), words })
    try {
      ended(true, await work())
    } catch (thrown) {
      signal.throwIfAborted()
      ended(false, thrown instanceof Error ? thrown.message : String(thrown))
    }
  }
  const input = async (one: DeviceInput): Promise<string> => (await device.input(grant, one, signal)).words
  await check('observe', async () => {
    const seen = await device.observe(signal)
    return `${seen.size.width}×${seen.size.height}, ${seen.tree === null ? (seen.treeMissing ?? 'no tree') : `${seen.tree.nodes.length} nodes`}, ${seen.foreground.package} in front`
  })
  await check('picture', async () => {
    const pixels = await (await device.still(signal)).pixels()
    return `${pixels.width}×${pixels.height}`
  })
  await check('two looks at a still screen agree', async () => {
    const [first, second] = [await device.observe(signal), await device.observe(signal)]
    if (first.generation !== second.generation) throw new Refusal('failed', 'The geometry changed between two looks.')
    return `generation ${first.generation}`
  })
  await check('a key', () => input({ kind: 'key', key: 'Home' }))
  await check('a point of an older geometry is refused', async () => {
    try {
      await input({ kind: 'tap', at: { x: 1, y: 1, generation: -1 } })
    } catch (thrown) {
      if (thrown instanceof Refusal && thrown.code === 'stale-geometry') return thrown.words
      throw thrown
    }
    throw new Refusal('failed', 'It was taken.')
  })
  for (const control of controlsToTry(device))
    await check(`set ${control.set}`, () => setAndPutBack(device, grant, control, signal))
  if (device.caps.crashLogs.yes)
    await check('logs', async () => {
      const { events } = await device.events(await device.logMark(signal), 'none.none', signal)
      return `${events.length} events of an app that is not there`
    })
  return checks
}

function controlsToTry(device: Device): readonly SettingControl[] {
  const settings = device.state.value.settings
  if (settings === null) return []
  const all: readonly SettingControl[] = [
    { set: 'dark', to: !settings.dark.value },
    { set: 'fontScale', to: settings.fontScale.value === 1 ? 1.3 : 1 },
  ]
  return all.filter(control => (device.supports(control.set) satisfies Can).yes)
}

async function setAndPutBack(
  device: Device,
  grant: Grant,
  control: SettingControl,
  signal: AbortSignal,
): Promise<string> {
  const before = device.state.value.settings?.[control.set].value
  await device.control(grant, control, signal)
  const during = device.state.value.settings?.[control.set].value
  await device.control(grant, { set: control.set, to: before } as SettingControl, signal)
  if (during !== control.to)
    throw new Refusal('failed', `It was set to ${String(control.to)} and reads ${String(during)}.`)
  return `${String(before)} → ${String(during)} and back`
}
