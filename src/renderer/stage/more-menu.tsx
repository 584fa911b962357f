// What the More menu and the menu of the right mouse button hold: everything of a device that is not on its bar, in one order.
import {
  AppWindow,
  BatteryMedium,
  Camera,
  Frame as FrameIcon,
  Languages,
  Link,
  Lock,
  Logs,
  MapPin,
  Maximize2,
  Moon,
  PanelTop,
  Power,
  PowerOff,
  RotateCcw,
  Ruler,
  Scan,
  SquareTerminal,
  Sun,
  Trash2,
  User,
  Wifi,
} from 'lucide-react'
import { commandOf, cities, languages, networkWords, noteOf } from '#shared/domain/commands.ts'
import type { Maker } from '#shared/domain/device.ts'
import { madeBy } from '#shared/domain/made-by.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import type { Shown } from '#renderer/stage/shown.ts'
import type { Commands } from '#renderer/stage/use-commands.ts'
import { go } from '#renderer/route.ts'
import type { IconOf } from '#renderer/ui/icon.ts'
import type { MenuLine } from '#renderer/ui/menu.tsx'

/** `isOne`: what the device lacks is left out; on the wall it is there and says why. */
export function moreLines(
  device: DeviceTile,
  commands: Commands,
  shown: Shown,
  isOne: boolean,
  onRow: readonly MenuLine[] = [],
): readonly MenuLine[] {
  const item = (id: string, icon?: IconOf, words?: string, isChosen = false): readonly MenuLine[] => {
    const command = commandOf(id)
    if (isOne && !commands.has(command).yes) return []
    const can = commands.can(command)
    const note = noteOf[id]
    return [
      {
        is: 'item',
        words: words ?? command.words,
        ...(icon === undefined ? {} : { icon }),
        ...(note === undefined ? {} : { note }),
        isChosen,
        why: can.yes ? null : can.why,
        onPress: () => commands.run(command),
      },
    ]
  }
  const more = (
    id: string,
    words: string,
    icon: IconOf,
    now: string,
    lines: readonly MenuLine[],
  ): readonly MenuLine[] => {
    const command = commandOf(id)
    if (isOne && !commands.has(command).yes) return []
    const can = commands.can(command)
    return [{ is: 'more', words, icon, now, why: can.yes ? null : can.why, lines }]
  }
  const { settings, overrides } = device
  const place = overrides?.location.is === 'set' ? overrides.location.to : null
  const city = place === null ? null : cityNear(place)
  const battery = overrides?.battery.is === 'set' ? overrides.battery.to : null
  const isClean = overrides?.statusBar.is === 'set'
  const network = settings?.network.value ?? null
  const isUnknown = settings?.network.known === false
  const locale = settings?.locale.value ?? ''
  const groups: readonly (readonly MenuLine[])[] = [
    onRow,
    [
      ...item('lock', device.state === 'asleep' ? Sun : Lock, device.state === 'asleep' ? 'Wake' : 'Lock'),
      ...item('link', Link),
    ],
    [
      ...more(
        'place',
        'Location',
        MapPin,
        putWords(overrides?.location, placeWords, () => city?.name ?? 'Set'),
        [
          ...cities.flatMap(one => item(`place-${one.name}`, undefined, one.name, city === one)),
          ...item('place', undefined, 'Another place…', place !== null && city === undefined),
          { is: 'line' },
          ...item('place-own', undefined, 'Its own', place === null),
        ],
      ),
      ...more('status-bar', 'Status bar', PanelTop, isClean ? byOther('Clean', overrides?.statusBar) : 'Live', [
        ...item('status-bar', undefined, isClean ? 'Live' : 'Clean: 9:41, full signal'),
      ]),
      ...more('battery', 'Battery', BatteryMedium, putWords(overrides?.battery, batteryWords), [
        ...item('battery', undefined, 'Set…', battery !== null),
        ...item('battery-own', undefined, 'Its own', battery === null),
      ]),
      ...more(
        'network-online',
        'Network',
        Wifi,
        network === null ? (isUnknown ? 'Not known' : '') : byOther(networkWords[network], settings?.network),
        (['online', 'slow', 'offline'] as const).flatMap(to =>
          item(`network-${to}`, undefined, networkWords[to], network === to),
        ),
      ),
      ...more(
        'language-en',
        'Language',
        Languages,
        settings === null ? '' : languageWords(settings),
        languages.flatMap(([tag, words]) => item(`language-${tag}`, undefined, words, isTag(locale, tag))),
      ),
    ],
    [
      ...item('apps', AppWindow),
      ...item('log', Logs),
      ...item('terminal', SquareTerminal),
      ...item('screenshot-frame', Camera),
    ],
    [
      ...item('frame', FrameIcon, undefined, shown.frame),
      ...item('fit', Maximize2, undefined, shown.fit === 'fit'),
      ...item('pixel', Scan, undefined, shown.fit === 'pixel'),
      ...item('physical', Ruler, undefined, shown.fit === 'physical'),
    ],
    powerLines(device, item),
  ]
  return joined(groups)
}

/** By the right mouse button, on a tile and on its row of the side bar. */
export function contextLines(device: DeviceTile, commands: Commands, shown: Shown): readonly MenuLine[] {
  const item = (id: string, icon?: IconOf, words?: string): readonly MenuLine[] => {
    const command = commandOf(id)
    if (!commands.has(command).yes) return []
    const can = commands.can(command)
    return [
      {
        is: 'item',
        words: words ?? command.words,
        ...(icon === undefined ? {} : { icon }),
        why: can.yes ? null : can.why,
        onPress: () => commands.run(command),
      },
    ]
  }
  const isMine = device.control?.yours === true
  return joined([
    [
      { is: 'item', words: 'Show large', icon: Maximize2, onPress: () => go('devices', device.id) },
      ...item(isMine ? 'hand-back' : 'take', User),
    ],
    [
      ...item('home'),
      ...item('back'),
      ...item('recents'),
      ...item('turn-left'),
      ...item('turn-right'),
      ...item('appearance', device.settings?.dark.value === true ? Sun : Moon, appearanceWords(device)),
      ...item('screenshot', Camera),
    ],
    moreLines(device, commands, shown, true),
  ])
}

export function appearanceWords({ settings }: DeviceTile): string {
  if (settings?.dark.value !== true) return 'Appearance: make it dark'
  const maker = otherMaker(settings.dark)
  return `Appearance: make it light${maker === null ? '' : ` (dark ${maker})`}`
}

/** Who made it so, where that is neither the device nor the person who looks. */
export function otherMaker(made: object | undefined): string | null {
  const by = made !== undefined && 'by' in made ? (made.by as Maker) : 'device'
  return by === 'person' ? null : madeBy(by)
}

function byOther(words: string, made: object | undefined): string {
  const maker = otherMaker(made)
  return maker === null ? words : `${words}, ${maker}`
}

/** Of the device, or of one app where each has its own. */
function languageWords({ locale, localeApp }: NonNullable<DeviceTile['settings']>): string {
  if (localeApp === null) return 'No app started'
  if (!locale.known) return 'Not known'
  const tag = locale.value
  const words = languages.find(([one]) => isTag(tag, one))?.[1].split(',')[0] ?? tag
  const whose = localeApp === undefined ? '' : ` in ${localeApp}`
  return tag === '' ? `Its own${whose}` : byOther(`${words}${whose}`, locale)
}

type Put<T> = { readonly is: 'own'; readonly reads?: T | undefined } | { readonly is: 'set'; readonly to: T }
/** What is put over the device's own; else its own, as it says it. */
function putWords<T>(
  put: Put<T> | undefined,
  ownWords: (own: T) => string,
  words: (to: T) => string = ownWords,
): string {
  if (put?.is === 'set') return byOther(words(put.to), put)
  return put?.reads === undefined ? 'Its own' : `Its own: ${ownWords(put.reads)}`
}

/** Only what it can be told now: a phone can be rebooted and no more. */
function powerLines(device: DeviceTile, item: (id: string, icon?: IconOf) => readonly MenuLine[]): readonly MenuLine[] {
  const icons: Readonly<Record<DeviceTile['orders'][number], IconOf>> = {
    boot: Power,
    'cold-boot': Power,
    reboot: RotateCcw,
    'shut-down': PowerOff,
    wipe: Trash2,
    delete: Trash2,
  }
  return (['boot', 'cold-boot', 'reboot', 'shut-down', 'wipe', 'delete'] as const)
    .filter(order => device.orders.includes(order))
    .flatMap(order => item(order, icons[order]))
}

function joined(groups: readonly (readonly MenuLine[])[]): readonly MenuLine[] {
  return groups
    .filter(group => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [{ is: 'line' } as const, ...group]))
}

interface At {
  readonly latitude: number
  readonly longitude: number
}
const isNear = (a: At, b: At): boolean =>
  Math.abs(a.latitude - b.latitude) < 0.01 && Math.abs(a.longitude - b.longitude) < 0.01
export const cityNear = (place: At): (typeof cities)[number] | undefined => cities.find(one => isNear(one, place))
export const placeWords = ({ latitude, longitude }: At): string =>
  `${Number(latitude.toFixed(4))}, ${Number(longitude.toFixed(4))}`
const isTag = (locale: string, tag: string): boolean => locale === tag || locale.startsWith(`${tag}-`)
export const batteryWords = (battery: { readonly level: number; readonly charging: boolean }): string =>
  `${battery.level} %, ${battery.charging ? 'charging' : 'on battery'}`
