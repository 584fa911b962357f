// The remote of a TV: the pad, and the keys under it.
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, CirclePlay } from 'lucide-react'
import type { ReactNode } from 'react'
import type { KeyName } from '#shared/domain/device.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import type { DeviceActs } from '#renderer/devices/use-device.ts'
import { IconButton } from '#renderer/ui/button.tsx'
import type { IconOf } from '#renderer/ui/icon.ts'

const pad: readonly (readonly [KeyName, string, IconOf])[] = [
  ['ArrowUp', 'Up', ArrowUp],
  ['ArrowLeft', 'Left', ArrowLeft],
  ['ArrowRight', 'Right', ArrowRight],
  ['ArrowDown', 'Down', ArrowDown],
]

export function Remote({ device, acts }: { readonly device: DeviceTile; readonly acts: DeviceActs }): ReactNode {
  const blocked = acts.isMine ? null : 'Take control first.'
  const whyOf = (key: KeyName, label: string): string | null =>
    device.caps.keys.includes(key) ? blocked : `${device.name} has no ${label} key.`
  return (
    <div className="remote" role="group" aria-label={`Remote of ${device.name}`}>
      <div className="remote__pad">
        {pad.map(([key, label, icon]) => (
          <span key={key} className={`remote__${label.toLowerCase()}`}>
            <IconButton
              tool
              label={label}
              icon={icon}
              why={whyOf(key, label)}
              onPress={() => acts.input({ kind: 'key', key })}
            />
          </span>
        ))}
        <button
          type="button"
          className="remote__ok"
          aria-disabled={blocked !== null || undefined}
          onClick={() => blocked === null && acts.input({ kind: 'key', key: 'Select' })}
        >
          OK
        </button>
      </div>
      <IconButton
        tool
        label="Play or pause"
        icon={CirclePlay}
        why={whyOf('MediaPlayPause', 'play')}
        onPress={() => acts.input({ kind: 'key', key: 'MediaPlayPause' })}
      />
    </div>
  )
}
