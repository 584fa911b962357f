// Devices that never were, for the fake hub, and what is on the screen of one.
import { deviceId } from '#shared/domain/ids.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { canEverything } from '../builders/capabilities.ts'

export function device(
  part: Partial<DeviceTile> & { readonly id: DeviceTile['id']; readonly name: string },
): DeviceTile {
  const platform = part.platform ?? 'android'
  const kind = part.kind ?? 'phone'
  const isTv = kind === 'tv'
  const runtime = part.runtime ?? 'Android 15 (API 35)'
  const size = isTv ? { width: 1920, height: 1080 } : { width: 1080, height: 2400 }
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
        posture: { yes: false, why: 'It does not fold.' },
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
      densityDpi: 420,
      apiLevel: platform === 'android' ? 35 : null,
    },
    generation: 1,
    control: null,
    busy: null,
    settings: {
      dark: { value: false, by: 'device' },
      fontScale: { value: 1, by: 'device' },
      locale: { value: 'en', by: 'device' },
      network: { value: 'online', by: 'device' },
      orientation: { value: 'portrait', by: 'device' },
    },
    turn: 'upright',
    posture: kind === 'foldable' ? { value: 'open', by: 'device' } : null,
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
