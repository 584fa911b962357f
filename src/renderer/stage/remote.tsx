// The remote of a TV: the pad, and the keys under it.
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, CirclePlay } from 'lucide-react'
import type { ReactNode } from 'react'
import type { KeyName } from '#shared/domain/device.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { pressKey } from '#renderer/stage/run-command.ts'
import { IconButton } from '#renderer/ui/button.tsx'
import type { IconOf } from '#renderer/ui/icon.ts'
import { useNotices } from '#renderer/ui/notices.tsx'
import { useHub } from '#renderer/use-hub.ts'

const pad: readonly (readonly [KeyName, string, IconOf])[] = [
  ['ArrowUp', 'Up', ArrowUp],
  ['ArrowLeft', 'Left', ArrowLeft],
  ['ArrowRight', 'Right', ArrowRight],
  ['ArrowDown', 'Down', ArrowDown],
]

export function Remote({ device }: { readonly device: DeviceTile }): ReactNode {
  const hub = useHub()
  const notices = useNotices()
  const isOn = device.state === 'live' || device.state === 'asleep'
  const blocked = isOn ? null : (device.why ?? `${device.name} is not on.`)
  const press = (key: KeyName) => (): Promise<void> => pressKey({ hub, notices }, device, key)
  const whyOf = (key: KeyName, label: string): string | null =>
    device.caps.keys.includes(key) ? blocked : `${device.name} has no ${label} key.`
  return (
    <div className="remote" role="group" aria-label={`Remote of ${device.name}`}>
      <div className="remote__pad">
        {pad.map(([key, label, icon]) => (
          <span key={key} className={`remote__${label.toLowerCase()}`}>
            <IconButton tool label={label} icon={icon} why={whyOf(key, label)} onPress={press(key)} />
          </span>
        ))}
        <button
          type="button"
          className="remote__ok"
          aria-disabled={blocked !== null || undefined}
          onClick={() => {
            if (blocked === null) press('Select')().catch(notices.failed)
            else notices.say(blocked)
          }}
        >
          OK
        </button>
      </div>
      <IconButton
        tool
        label="Play or pause"
        icon={CirclePlay}
        why={whyOf('MediaPlayPause', 'play')}
        onPress={press('MediaPlayPause')}
      />
    </div>
  )
}
