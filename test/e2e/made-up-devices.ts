// Devices that never were, for the fake hub, and what is on the screen of one.
import { deviceId } from '#shared/domain/ids.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { canEverything } from '../builders/capabilities.ts'

const sizes = {
  phone: { width: 1080, height: 2400 },
  foldable: { width: 2208, height: 1840 },
  tablet: { width: 2560, height: 1600 },
  tv: { width: 1920, height: 1080 },
} as const

export function device(
  given: Partial<DeviceTile> & { readonly id: DeviceTile['id']; readonly name: string } & {
    readonly size?: DeviceTile['model']['size']
    readonly densityDpi?: number
  },
): DeviceTile {
  const { size: ownSize, densityDpi = 420, ...part } = given
  const platform = part.platform ?? 'android'
  const kind = part.kind ?? 'phone'
  const isTv = kind === 'tv'
  const runtime = part.runtime ?? 'Android 15 (API 35)'
  const size = ownSize ?? sizes[kind]
  return {
    platform,
    kind,
    state: 'live',
    why: null,
    runtime,
    caps: {
      ...canEverything,
      surface: isTv ? 'dpad' : 'touch',
      keys: [
        'Home',
        'Back',
        'Enter',
        'ArrowUp',
        'ArrowDown',
        'ArrowLeft',
        'ArrowRight',
        'Select',
        'MediaPlayPause',
        ...(isTv ? [] : (['Recents', 'Backspace'] as const)),
      ],
      controls: {
        ...canEverything.controls,
        ...(platform === 'android'
          ? {
              network: {
                yes: false,
                why: 'A phone of your own keeps its network: only emulators can be made offline.',
              },
            }
          : {}),
        ...(kind === 'foldable' ? {} : { posture: { yes: false, why: 'It does not fold.' } as const }),
      },
    },
    model: {
      id: part.id,
      name: part.name,
      platform,
      ...(kind === 'foldable'
        ? {
            kind,
            fold: {
              outer: { width: 1080, height: 2092 },
              hinge: 'vertical' as const,
              postures: ['closed', 'half-open', 'open'] as const,
            },
          }
        : { kind }),
      surface: isTv ? 'dpad' : 'touch',
      runtime,
      size,
      densityDpi,
      apiLevel: platform === 'android' ? 35 : null,
    },
    generation: 1,
    failed: false,
    nextTryMs: null,
    orders: [],
    control: null,
    busy: null,
    settings: {
      dark: { known: true, value: false, at: 0, by: 'device' },
      fontScale: { known: true, value: 1, at: 0, by: 'device' },
      locale: { known: true, value: 'en', at: 0, by: 'device' },
      network: { known: true, value: 'online', at: 0, by: 'device' },
      orientation: { known: true, value: 'portrait', at: 0, by: 'device' },
    },
    turn: 'upright',
    posture: kind === 'foldable' ? { known: true, value: 'open', at: 0, by: 'device' } : null,
    overrides: null,
    ...part,
  }
}

export function devices(): DeviceTile[] {
  return [
    device({ id: deviceId('emulator-5554'), name: 'Pixel 8' }),
    device({
      id: deviceId('R5CT30'),
      name: 'Galaxy S23',
      state: 'needs-you',
      why: 'Allow USB debugging on the phone: a question is waiting on its screen.',
    }),
    device({ id: deviceId('demo-phone'), name: 'Demo phone', platform: 'demo', runtime: 'Demo, Android 13 manners' }),
    device({ id: deviceId('10.0.0.40:5555'), name: 'Living room', kind: 'tv', runtime: 'Android TV 12' }),
    device({
      id: deviceId('emulator-5556'),
      name: 'Pixel Fold',
      kind: 'foldable',
      state: 'lost',
      why: 'The emulator quit at 01:40. Trying again in 8 s.',
    }),
  ]
}

/** Three that live: the agent has one, a person the other. */
export function three(): DeviceTile[] {
  return [
    device({ id: deviceId('avd:Pixel_8'), name: 'Pixel 8', control: { kind: 'agent', name: 'agent', yours: false } }),
    device({
      id: deviceId('avd:Pixel_Fold'),
      name: 'Pixel Fold',
      kind: 'foldable',
      posture: { known: true, value: 'half-open', at: 0, by: 'person' },
    }),
    device({ id: deviceId('avd:Pixel_Tablet'), name: 'Pixel Tablet', kind: 'tablet', densityDpi: 320 }),
  ]
}

/** One of each kind and state. */
export function onStage(): DeviceTile[] {
  const emulator = ['reboot', 'shut-down', 'wipe', 'delete'] as const
  return [
    ...three().map(one => ({ ...one, control: null, orders: emulator })),
    device({
      id: deviceId('iphone'),
      name: 'iPhone 18 Pro',
      platform: 'ios',
      runtime: 'iOS 27.0',
      size: { width: 1206, height: 2622 },
      densityDpi: 460,
    }),
    device({
      id: deviceId('10.0.0.40:5555'),
      name: 'Living room',
      kind: 'tv',
      runtime: 'Android TV 12',
      densityDpi: 320,
    }),
    device({
      id: deviceId('R5CT30'),
      name: 'Galaxy S23',
      size: { width: 1080, height: 2340 },
      runtime: 'Android 14 (API 34)',
      orders: ['reboot'],
    }),
    device({
      id: deviceId('avd:Nightly'),
      name: 'Nightly',
      state: 'booting',
      why: 'Waiting for Android: 12 s, usually 17.',
      orders: ['shut-down'],
    }),
    device({ id: deviceId('avd:Sleepy'), name: 'Sleepy', state: 'asleep', orders: emulator }),
    device({
      id: deviceId('avd:Broken'),
      name: 'Broken',
      state: 'needs-you',
      failed: true,
      why: 'The emulator ended twice in five minutes. Its last words: out of memory.',
      orders: ['reboot', 'wipe', 'delete'],
    }),
    device({
      id: deviceId('avd:Resting'),
      name: 'Resting',
      state: 'off',
      why: 'It is switched off.',
      runtime: 'Android 16 (API 36), google_apis x86_64',
      orders: ['boot', 'cold-boot', 'wipe', 'delete'],
    }),
  ]
}

/** With a night on the demo phone. */
export function occupied(all: readonly DeviceTile[]): readonly DeviceTile[] {
  return all.map(one =>
    one.platform === 'demo' ? { ...one, control: { kind: 'night', name: 'night of 30 November', yours: false } } : one,
  )
}

export const elements = [
  'Larder',
  'Red lentils',
  'Rolled oats',
  'Chickpeas',
  'Olive oil',
  'Black tea',
  'Plum jam',
  'Rice',
  '',
  'Shelf',
  'Recipes',
  'Shopping',
].map((text, index) => ({
  index,
  parent: null,
  class: index === 8 ? 'android.widget.ImageButton' : index > 8 ? 'android.widget.TabItem' : 'android.widget.TextView',
  id: '',
  text,
  desc: '',
  hint: '',
  bounds: { left: 60, top: 200 + index * 150, right: 1020, bottom: 330 + index * 150 },
  flags: index === 0 ? [] : index === 9 ? ['clickable', 'selected'] : ['clickable'],
}))
