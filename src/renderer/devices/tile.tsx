// One device on the wall: its name, its frame with the bar beside it, and the line of control under it.
import { Maximize2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { ControlLine } from '#renderer/devices/control-line.tsx'
import { Frame } from '#renderer/devices/frame.tsx'
import { Remote } from '#renderer/devices/remote.tsx'
import { Toolbar } from '#renderer/devices/toolbar.tsx'
import { useDevice } from '#renderer/devices/use-device.ts'
import { go } from '#renderer/route.ts'
import { IconButton } from '#renderer/ui/button.tsx'
import { StateDot } from '#renderer/ui/marks.tsx'
import { useNotices } from '#renderer/ui/notices.tsx'
import { stateWords } from '#renderer/ui/words.ts'

export function Tile({ device }: { readonly device: DeviceTile }): ReactNode {
  const notices = useNotices()
  const acts = useDevice(device)
  return (
    <article className={`tile panel${acts.isMine ? ' is-mine' : ''}`} aria-label={device.name}>
      <header className="tile__head">
        <h2 className="tile__name">{device.name}</h2>
        <span className="tile__system quiet">{device.runtime}</span>
        <span className="tile__state">
          <StateDot state={device.state} />
          {stateWords[device.state]}
        </span>
        <IconButton label={`Show ${device.name} large`} icon={Maximize2} onPress={() => go('devices', device.id)} />
      </header>
      <div className="tile__body">
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
    </article>
  )
}
