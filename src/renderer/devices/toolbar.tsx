// The bar beside a device: the keys it has and the settings it takes. What it cannot do stays there and says why.
import { ALargeSmall, ArrowLeft, Camera, Ellipsis, House, Moon, RotateCw, Square, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import type { KeyName } from '#shared/domain/device.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import type { DeviceActs } from '#renderer/devices/use-device.ts'
import { IconButton } from '#renderer/ui/button.tsx'
import type { IconOf } from '#renderer/ui/icon.ts'
import { Menu } from '#renderer/ui/menu.tsx'
import type { MenuLine } from '#renderer/ui/menu.tsx'
import { saveUrl } from '#renderer/ui/save.ts'
import { useNotices } from '#renderer/ui/notices.tsx'
import { useWatch } from '#renderer/use-hub.ts'

const fontScales = [0.85, 1, 1.15, 1.3, 1.5, 2]
const languages: readonly (readonly [string, string])[] = [
  ['en', 'English'],
  ['de', 'German'],
  ['fr', 'French'],
  ['es', 'Spanish'],
  ['pt', 'Portuguese'],
  ['ar', 'Arabic, right to left'],
  ['ja', 'Japanese'],
]

export function Toolbar({ device, acts }: { readonly device: DeviceTile; readonly acts: DeviceActs }): ReactNode {
  const blocked = useBlocked(device, acts)
  const key = (name: KeyName, label: string, icon: IconOf): ReactNode => (
    <IconButton
      tool
      label={label}
      icon={icon}
      why={device.caps.keys.includes(name) ? blocked : `${device.name} has no ${label} key.`}
      onPress={() => acts.input({ kind: 'key', key: name })}
    />
  )
  const { settings } = device
  const isDark = settings?.dark.value ?? false
  const isUpright = settings?.orientation.value !== 'landscape'
  const why = (what: keyof DeviceTile['caps']['controls']): string | null => cannot(device, what) ?? blocked
  return (
    <div className="bar" role="toolbar" aria-label={`Controls of ${device.name}`} aria-orientation="vertical">
      <div className="bar__group">
        {key('Home', 'Home', House)}
        {key('Back', 'Back', ArrowLeft)}
        {device.caps.surface === 'touch' && key('Recents', 'Recent apps', Square)}
      </div>
      {device.caps.surface === 'touch' && (
        <div className="bar__group">
          <IconButton
            tool
            label={isUpright ? 'Turn on its side' : 'Turn upright'}
            icon={RotateCw}
            why={why('orientation')}
            onPress={() => acts.control({ set: 'orientation', to: isUpright ? 'landscape' : 'portrait' })}
          />
          <IconButton
            tool
            label="Dark mode"
            icon={isDark ? Moon : Sun}
            isPressed={isDark}
            why={why('dark')}
            onPress={() => acts.control({ set: 'dark', to: !isDark })}
          />
          <TextSize device={device} acts={acts} why={why('fontScale')} />
        </div>
      )}
      <div className="bar__group">
        <Screenshot device={device} />
        <More device={device} acts={acts} blocked={blocked} />
      </div>
    </div>
  )
}

/** Null when input is taken: why not, in words. */
function useBlocked(device: DeviceTile, acts: DeviceActs): string | null {
  if (device.state !== 'live' && device.state !== 'asleep') return device.why ?? `${device.name} is not on.`
  if (device.busy !== null) return `Busy: ${device.busy}.`
  return acts.isMine ? null : 'Take control first.'
}

function cannot(device: DeviceTile, what: keyof DeviceTile['caps']['controls']): string | null {
  const can = device.caps.controls[what]
  return can.yes ? null : can.why
}

function TextSize({
  device,
  acts,
  why,
}: {
  readonly device: DeviceTile
  readonly acts: DeviceActs
  readonly why: string | null
}): ReactNode {
  const now = device.settings?.fontScale.value ?? 1
  if (why !== null) return <IconButton tool label="Text size" icon={ALargeSmall} why={why} onPress={() => {}} />
  return (
    <Menu
      side="right"
      button={
        <button type="button" className="icon-button icon-button--tool" aria-label={`Text size, now ${now}`}>
          <ALargeSmall className="icon" aria-hidden />
        </button>
      }
      lines={fontScales.map(scale => ({
        is: 'item',
        words: scale === 1 ? '1.0, the default' : String(scale),
        isChosen: Math.abs(scale - now) < 0.01,
        onPress: () => acts.control({ set: 'fontScale', to: scale }),
      }))}
    />
  )
}

function Screenshot({ device }: { readonly device: DeviceTile }): ReactNode {
  const notices = useNotices()
  const still = useWatch('still', device.state === 'live' ? { device: device.id } : null)
  const url = still.is === 'ready' ? still.value.url : null
  return (
    <IconButton
      tool
      label="Save a screenshot"
      icon={Camera}
      why={url === null ? 'There is no picture yet.' : null}
      onPress={() => {
        if (url === null) return
        saveUrl(`${device.name.replaceAll(/\W+/gu, '-').toLowerCase()}.jpg`, url)
        notices.done('Screenshot saved to your downloads')
      }}
    />
  )
}

function More({
  device,
  acts,
  blocked,
}: {
  readonly device: DeviceTile
  readonly acts: DeviceActs
  readonly blocked: string | null
}): ReactNode {
  const { settings } = device
  const network = settings?.network.value ?? 'online'
  const locale = settings?.locale.value ?? ''
  const networkWhy = cannot(device, 'network') ?? blocked
  const localeWhy = cannot(device, 'locale') ?? blocked
  const lines: readonly MenuLine[] = [
    { is: 'label', words: 'Network' },
    ...(['online', 'slow', 'offline'] as const).map((to): MenuLine => ({
      is: 'item',
      words: { online: 'Online', slow: 'Slow', offline: 'Offline' }[to],
      isChosen: network === to,
      why: networkWhy,
      onPress: () => acts.control({ set: 'network', to }),
    })),
    { is: 'line' },
    { is: 'label', words: 'Language' },
    ...languages.map(([to, words]): MenuLine => ({
      is: 'item',
      words,
      isChosen: locale === to || locale.startsWith(`${to}-`),
      why: localeWhy,
      onPress: () => acts.control({ set: 'locale', to }),
    })),
    { is: 'line' },
    { is: 'item', words: 'Hide the keyboard', why: blocked, onPress: () => acts.input({ kind: 'hide_keyboard' }) },
  ]
  return (
    <Menu
      side="right"
      button={
        <button type="button" className="icon-button icon-button--tool" aria-label="More">
          <Ellipsis className="icon" aria-hidden />
        </button>
      }
      lines={lines}
    />
  )
}
