// One device large: frame, bar and control line in the middle, what is on the screen beside it.
import { ListTree } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { ControlLine } from '#renderer/devices/control-line.tsx'
import { DeviceBody, DeviceState } from '#renderer/devices/device-body.tsx'
import { ElementList } from '#renderer/devices/element-list.tsx'
import { useDevice } from '#renderer/devices/use-device.ts'
import { Button } from '#renderer/ui/button.tsx'

export function OneDevice({ device }: { readonly device: DeviceTile }): ReactNode {
  const acts = useDevice(device)
  const [hasList, setHasList] = useState(true)
  const isLive = device.state === 'live'
  return (
    <div className={`one${hasList ? ' one--list' : ''}`}>
      <div className="one__stage">
        <header className="one__head">
          <h2 className="one__name">{device.name}</h2>
          <span className="quiet">{device.runtime}</span>
          <DeviceState state={device.state} />
          <span className="one__list">
            <Button look="bare" icon={ListTree} onPress={() => setHasList(!hasList)}>
              {hasList ? 'Hide the list' : 'What is on the screen'}
            </Button>
          </span>
        </header>
        <div className="one__body">
          <DeviceBody device={device} acts={acts} />
        </div>
        <ControlLine device={device} acts={acts} />
      </div>
      {hasList && isLive && <ElementList device={device} acts={acts} />}
    </div>
  )
}
