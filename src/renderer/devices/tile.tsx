// One device on the wall: its name, its frame with the bar beside it, and the line of control under it.
import { Maximize2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { ControlLine } from '#renderer/devices/control-line.tsx'
import { DeviceBody, DeviceState } from '#renderer/devices/device-body.tsx'
import { useDevice } from '#renderer/devices/use-device.ts'
import { go } from '#renderer/route.ts'
import { IconButton } from '#renderer/ui/button.tsx'

export function Tile({ device }: { readonly device: DeviceTile }): ReactNode {
  const acts = useDevice(device)
  return (
    <article className={`tile panel${acts.isMine ? ' is-mine' : ''}`} aria-label={device.name}>
      <header className="tile__head">
        <h2 className="tile__name">{device.name}</h2>
        <span className="tile__system quiet">{device.runtime}</span>
        <DeviceState state={device.state} />
        <IconButton label={`Show ${device.name} large`} icon={Maximize2} onPress={() => go('devices', device.id)} />
      </header>
      <div className="tile__body">
        <DeviceBody device={device} acts={acts} />
      </div>
      <ControlLine device={device} acts={acts} />
    </article>
  )
}
