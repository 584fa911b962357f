// One device on the wall: its name, its frame with the bar beside it, and the line of control under it.
import { Maximize2 } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { ControlLine } from '#renderer/stage/control-line.tsx'
import { DeviceBody, systemWords } from '#renderer/stage/device-body.tsx'
import { LatencyBadge, StreamWords } from '#renderer/stage/latency.tsx'
import { contextLines } from '#renderer/stage/more-menu.tsx'
import { useShown } from '#renderer/stage/shown.ts'
import { useCommands } from '#renderer/stage/use-commands.ts'
import { useDevice } from '#renderer/stage/use-device.ts'
import type { Standing } from '#renderer/stage/wall-layout.ts'
import { go } from '#renderer/route.ts'
import { IconButton } from '#renderer/ui/button.tsx'
import { StateDot } from '#renderer/ui/marks.tsx'
import { ContextMenu } from '#renderer/ui/menu.tsx'
import { stateWords } from '#renderer/ui/words.ts'

export function DeviceState({ device }: { readonly device: DeviceTile }): ReactNode {
  return (
    <span className="tile__state">
      <StateDot state={device.state} />
      {device.failed ? 'Failed' : stateWords[device.state]}
    </span>
  )
}

export function Tile(props: {
  readonly device: DeviceTile
  readonly standing: Standing
  /** The one at full rate. */
  readonly isFocused: boolean
  readonly onFocus: () => void
  readonly stageWidth: number
  readonly heightPx: number
}): ReactNode {
  const { device, standing, isFocused, onFocus, stageWidth, heightPx } = props
  const acts = useDevice(device)
  const commands = useCommands(device)
  const shown = useShown(device.id)
  const style: CSSProperties = {
    gridColumn: standing.column,
    gridRow: `${standing.row} / span ${standing.rows}`,
  }
  return (
    <ContextMenu
      lines={contextLines(device, commands, shown)}
      of={
        <article
          className={`tile panel${acts.isMine ? ' is-mine' : ''}`}
          aria-label={device.name}
          style={style}
          onPointerDown={onFocus}
          onFocus={onFocus}
          data-rate={isFocused ? 'full' : 'slow'}
        >
          <header className="tile__head">
            <h2 className="tile__name">{device.name}</h2>
            <span className="tile__system quiet">{systemWords(device)}</span>
            <LatencyBadge device={device} />
            <DeviceState device={device} />
            <IconButton label={`Show ${device.name} large`} icon={Maximize2} onPress={() => go('devices', device.id)} />
          </header>
          <DeviceBody
            device={device}
            acts={acts}
            isOne={false}
            rate={isFocused ? 'full' : 'slow'}
            stageWidth={stageWidth}
            heightPx={heightPx}
          />
          <StreamWords device={device} />
          <ControlLine device={device} acts={acts} />
        </article>
      }
    />
  )
}
