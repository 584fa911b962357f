// Several devices at once. The one used last has its pictures at full rate; the others a few a second. What is off stands
// apart, to be started.
import { Power } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { commandOf } from '#shared/domain/commands.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { isWide } from '#renderer/stage/device-body.tsx'
import { contextLines } from '#renderer/stage/more-menu.tsx'
import { useShown } from '#renderer/stage/shown.ts'
import { DeviceState, Tile } from '#renderer/stage/tile.tsx'
import { useCommands } from '#renderer/stage/use-commands.ts'
import { useSpace, useWindow } from '#renderer/stage/use-space.ts'
import { standWall } from '#renderer/stage/wall-layout.ts'
import { hrefOf } from '#renderer/route.ts'
import { Button } from '#renderer/ui/button.tsx'
import { KindIcon } from '#renderer/ui/marks.tsx'
import { ContextMenu } from '#renderer/ui/menu.tsx'

/** Everything of a tall tile that is not its frame: heads, control lines, the gap between two wide ones. */
const tileRestPx = 132

export function Wall({ devices }: { readonly devices: readonly DeviceTile[] }): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const space = useSpace(place)
  const { height } = useWindow()
  const [focused, setFocused] = useState<string | null>(null)
  const on = devices.filter(device => device.state !== 'off')
  const off = devices.filter(device => device.state === 'off')
  const stood =
    space === null
      ? null
      : standWall(
          on.map(device => (isWide(device) ? 'wide' : 'tall')),
          space.width,
        )
  const isNarrow = space !== null && space.width < 640
  const tallPx = isNarrow ? Math.min(560, Math.max(320, height * 0.62)) : Math.min(760, Math.max(380, height - 232))
  const widePx = isNarrow ? 520 : Math.max(240, (tallPx - tileRestPx) / 2)
  const full = on.some(device => device.id === focused)
    ? focused
    : (on.find(device => device.state === 'live')?.id ?? null)
  return (
    <div ref={place} className={`wall-place${on.length === 1 ? ' wall-place--one' : ''}`}>
      {space !== null && stood !== null && (
        <div className="wall" style={{ gridTemplateColumns: stood.columns }}>
          {on.map((device, index) => (
            <Tile
              key={device.id}
              device={device}
              standing={stood.tiles[index] ?? { column: 1, row: index + 1, rows: 1 }}
              isFocused={device.id === full}
              onFocus={() => setFocused(device.id)}
              stageWidth={space.width}
              heightPx={isWide(device) ? widePx : tallPx}
            />
          ))}
        </div>
      )}
      {off.length > 0 && (
        <section className="resting" aria-label="Devices that are off">
          <h2 className="resting__title quiet">Off</h2>
          <ul className="resting__list">
            {off.map(device => (
              <Resting key={device.id} device={device} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Resting({ device }: { readonly device: DeviceTile }): ReactNode {
  const commands = useCommands(device)
  const shown = useShown(device.id)
  const boot = commandOf('boot')
  return (
    <ContextMenu
      lines={contextLines(device, commands, shown)}
      of={
        <li className="resting__one panel">
          <KindIcon kind={device.kind} />
          <a className="resting__name" href={hrefOf('devices', device.id)}>
            <b>{device.name}</b>
            <span className="quiet">{device.runtime}</span>
          </a>
          <DeviceState device={device} />
          {commands.can(boot).yes && (
            <Button icon={Power} label={`Start ${device.name}`} onPress={() => commands.run(boot)}>
              Start
            </Button>
          )}
        </li>
      }
    />
  )
}
