// What a device is on the wall and large alike: its state in words, and its frame with the remote and the bar beside it.
import type { ReactNode } from 'react'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { Frame } from '#renderer/devices/frame.tsx'
import { Remote } from '#renderer/devices/remote.tsx'
import { Toolbar } from '#renderer/devices/toolbar.tsx'
import type { DeviceActs } from '#renderer/devices/use-device.ts'
import { StateDot } from '#renderer/ui/marks.tsx'
import { useNotices } from '#renderer/ui/notices.tsx'
import { stateWords } from '#renderer/ui/words.ts'

export function DeviceState({ state }: Pick<DeviceTile, 'state'>): ReactNode {
  return (
    <span className="tile__state">
      <StateDot state={state} />
      {stateWords[state]}
    </span>
  )
}

export function DeviceBody({ device, acts }: { readonly device: DeviceTile; readonly acts: DeviceActs }): ReactNode {
  const notices = useNotices()
  return (
    <>
      <Frame
        device={device}
        onInput={acts.isMine && device.caps.surface === 'touch' ? acts.input : null}
        onAskControl={() => {
          acts.take().catch(notices.failed)
        }}
      />
      {device.caps.surface === 'dpad' && <Remote device={device} acts={acts} />}
      <Toolbar device={device} acts={acts} />
    </>
  )
}
