// One device large: frame, bar and control line in the middle, what is on the screen beside it.
import { ListTree } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { ControlLine } from '#renderer/devices/control-line.tsx'
import { ElementList } from '#renderer/devices/element-list.tsx'
import { Frame } from '#renderer/devices/frame.tsx'
import { Remote } from '#renderer/devices/remote.tsx'
import { Toolbar } from '#renderer/devices/toolbar.tsx'
import { useDevice } from '#renderer/devices/use-device.ts'
import { StateDot } from '#renderer/ui/marks.tsx'
import { Button } from '#renderer/ui/button.tsx'
import { useNotices } from '#renderer/ui/notices.tsx'
import { stateWords } from '#renderer/ui/words.ts'

export function OneDevice({ device }: { readonly device: DeviceTile }): ReactNode {
  const notices = useNotices()
  const acts = useDevice(device)
  const [hasList, setHasList] = useState(true)
  const isLive = device.state === 'live'
  return (
    <div className={`one${hasList ? ' one--list' : ''}`}>
      <div className="one__stage">
        <header className="one__head">
          <h2 className="one__name">{device.name}</h2>
          <span className="quiet">{device.runtime}</span>
          <span className="tile__state">
            <StateDot state={device.state} />
            {stateWords[device.state]}
          </span>
          <span className="one__list">
            <Button look="bare" icon={ListTree} onPress={() => setHasList(!hasList)}>
              {hasList ? 'Hide the list' : 'What is on the screen'}
            </Button>
          </span>
        </header>
        <div className="one__body">
          <Frame
            device={device}
            onInput={acts.isMine && device.caps.surface === 'touch' ? acts.input : null}
            onAskControl={() => {
              acts.take().catch(notices.failed)
            }}
          />
          {device.caps.surface === 'dpad' && <Remote device={device} acts={acts} />}
          <Toolbar device={device} acts={acts} />
        </div>
        <ControlLine device={device} acts={acts} />
      </div>
      {hasList && isLive && <ElementList device={device} acts={acts} />}
    </div>
  )
}
