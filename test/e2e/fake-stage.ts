// What the fake hub answers about living devices: pictures as they are held and folded, controls that really turn, fold, wake
// and darken the made-up device, and its power.
import { sleep } from '#shared/base/abort.ts'
import { LiveValue } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import { turns } from '#shared/domain/device.ts'
import type { DeviceControl, Turn } from '#shared/domain/device.ts'
import { keyFrame, stillFrame } from '#shared/protocol/envelope.ts'
import type { FrameSink, Handlers } from '#shared/protocol/host.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { pictureOf } from './device-pictures.ts'
import type { World } from './fake-world.ts'

type Stage = Pick<
  Handlers,
  | 'device.video'
  | 'device.streaming'
  | 'device.keyFrame'
  | 'hub.clock'
  | 'device.control'
  | 'device.power'
  | 'device.openLink'
  | 'device.touches'
  | 'device.copied'
>

export function stageAnswers(world: World): Stage {
  return {
    'device.video': async ({ device }, sink, { signal }) => {
      world.streams += 1
      await show(world, device, sink, signal).finally(() => {
        world.streams -= 1
      })
    },
    'device.streaming': async ({ device: id }) => {
      const isTv = world.devices.value.find(one => one.id === id)?.kind === 'tv'
      return new LiveValue({
        path: isTv ? ('stills' as const) : ('shared memory' as const),
        encoder: isTv ? null : 'x264 164',
        size: { width: 540, height: 1200 },
        words: null,
        hint: null,
        stalls: 0,
      })
    },
    'device.keyFrame': async () => ({}),
    'hub.clock': async () => ({ us: Math.round(performance.now() * 1000) }),
    'device.control': async ({ device: id, control }) => {
      world.setDevice(id, one => controlled(one, control))
      return {}
    },
    'device.power': async ({ device: id, order }) => {
      if (order === 'shut-down' || order === 'wipe')
        world.setDevice(id, one => ({ ...one, state: 'off', orders: ['boot'] }))
      else
        world.setDevice(id, one => ({
          ...one,
          state: 'booting',
          failed: false,
          why: 'Waiting for Android: 4 s, usually 17.',
          orders: ['shut-down'],
        }))
      return { words: 'Asked for.' }
    },
    'device.openLink': async () => ({}),
    'device.touches': async () => world.touches,
    'device.copied': async () => world.copied,
  }
}

/** A whole picture each time the device looks otherwise. A new geometry comes a moment after it was asked for, as from a real one. */
async function show(world: World, id: string, sink: FrameSink, signal: AbortSignal): Promise<void> {
  let sent = ''
  let sequence = 0
  while (!signal.aborted) {
    const device = world.devices.value.find(one => one.id === id)
    if (device === undefined) throw new Refusal('unknown-device', `There is no device ${id}.`)
    if (device.kind === 'tv' && world.scene !== 'stage' && world.scene !== 'three')
      throw new Refusal('unsupported', 'This TV lets nobody take pictures of what plays now.')
    const looks = JSON.stringify([device.turn, device.posture?.value, device.settings?.dark.value, device.generation])
    if (looks !== sent && device.state === 'live' && !world.isStalled) {
      const { bytes } = await pictureOf(device)
      await sink.ready(signal)
      sink.send({
        flags: keyFrame | stillFrame,
        generation: device.generation,
        sequence: (sequence += 1),
        atUs: performance.now() * 1000,
        bytes,
      })
      sent = looks
    }
    await sleep(30, signal).catch(() => undefined)
  }
}

function controlled(device: DeviceTile, control: DeviceControl): DeviceTile {
  const by = 'person' as const
  switch (control.set) {
    case 'turn':
      return { ...device, turn: turned(device.turn, control.to), generation: device.generation + 1 }
    case 'posture':
      return {
        ...device,
        posture: { known: true, value: control.to, at: Date.now(), by },
        generation: device.generation + 1,
      }
    case 'awake':
      return { ...device, state: control.to ? 'live' : 'asleep' }
    case 'location':
    case 'battery':
    case 'statusBar': {
      const own = { is: 'own' } as const
      const before = device.overrides ?? { statusBar: own, battery: own, location: own }
      const is =
        control.to === null || control.to === 'live' ? own : { is: 'set' as const, to: control.to, at: Date.now(), by }
      return { ...device, overrides: { ...before, [control.set]: is } as NonNullable<DeviceTile['overrides']> }
    }
    case 'dark':
    case 'fontScale':
    case 'locale':
    case 'network':
    case 'orientation':
      return device.settings === null
        ? device
        : {
            ...device,
            settings: { ...device.settings, [control.set]: { known: true, value: control.to, at: Date.now(), by } },
          }
  }
}

function turned(from: Turn, to: Turn | 'left' | 'right'): Turn {
  if (to !== 'left' && to !== 'right') return to
  // In the order of a quarter to the left each.
  const at = turns.indexOf(from) + (to === 'left' ? 1 : -1)
  return turns[(at + turns.length) % turns.length] ?? 'upright'
}
