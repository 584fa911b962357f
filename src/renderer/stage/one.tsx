// One device large: frame, bar and control line in the middle, what is on the screen beside it, its panels under it.
import { ListTree } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { ControlLine } from '#renderer/stage/control-line.tsx'
import { DeviceBody, systemWords } from '#renderer/stage/device-body.tsx'
import { ElementList } from '#renderer/stage/element-list.tsx'
import { LatencyBadge, StreamWords } from '#renderer/stage/latency.tsx'
import { contextLines } from '#renderer/stage/more-menu.tsx'
import { Panels } from '#renderer/stage/panels.tsx'
import { useShown } from '#renderer/stage/shown.ts'
import { DeviceState } from '#renderer/stage/tile.tsx'
import { useCommands } from '#renderer/stage/use-commands.ts'
import { useDevice } from '#renderer/stage/use-device.ts'
import { useSpace, useWindow } from '#renderer/stage/use-space.ts'
import { Button } from '#renderer/ui/button.tsx'
import { ContextMenu } from '#renderer/ui/menu.tsx'
import { useMedia } from '#renderer/ui/use-media.ts'

export function OneDevice({ device }: { readonly device: DeviceTile }): ReactNode {
  const acts = useDevice(device)
  const commands = useCommands(device)
  const shown = useShown(device.id)
  const place = useRef<HTMLDivElement>(null)
  const space = useSpace(place)
  const { height } = useWindow()
  const isStacked = useMedia('(max-width: 819.9px)')
  const [hasList, setHasList] = useState(true)
  const isLive = device.state === 'live'
  return (
    <div className={`one${hasList && isLive ? ' one--list' : ''}`}>
      <ContextMenu
        lines={contextLines(device, commands, shown).slice(1)}
        of={
          <div className="one__stage" ref={place}>
            <header className="one__head">
              <h2 className="one__name">{device.name}</h2>
              <span className="quiet">{systemWords(device)}</span>
              <DeviceState device={device} />
              <LatencyBadge device={device} />
              {isLive && (
                <span className="one__list">
                  <Button look="bare" icon={ListTree} onPress={() => setHasList(!hasList)}>
                    {hasList ? 'Hide the list' : 'What is on the screen'}
                  </Button>
                </span>
              )}
            </header>
            <DeviceBody
              device={device}
              acts={acts}
              isOne
              rate="full"
              stageWidth={space?.width ?? innerWidth}
              heightPx={isStacked ? Math.max(440, height * 0.72) : null}
            />
            <StreamWords device={device} />
            <ControlLine device={device} acts={acts} />
            <Panels device={device} />
          </div>
        }
      />
      {hasList && isLive && <ElementList device={device} />}
    </div>
  )
}
