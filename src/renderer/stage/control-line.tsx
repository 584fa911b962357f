// The one line under a device: who has control, taking it and handing it back, typing, and what the last input did.
import { Circle, Keyboard } from 'lucide-react'
import type { ReactNode } from 'react'
import { commandOf } from '#shared/domain/commands.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { AmberDot } from '#renderer/stage/amber-dot.tsx'
import { isUnknown } from '#renderer/stage/as-known.ts'
import { RecordButton } from '#renderer/stage/record-button.tsx'
import { useCommands } from '#renderer/stage/use-commands.ts'
import type { DeviceActs } from '#renderer/stage/use-device.ts'
import { Button } from '#renderer/ui/button.tsx'
import { OwnerIcon } from '#renderer/ui/marks.tsx'
import { controlWords } from '#renderer/ui/words.ts'

export function ControlLine({ device, acts }: { readonly device: DeviceTile; readonly acts: DeviceActs }): ReactNode {
  const commands = useCommands(device)
  const owner = device.control
  const kind = owner === null ? 'nobody' : owner.kind
  const take = commands.can(commandOf('take'))
  const type = commands.can(commandOf('type'))
  return (
    <div className="control">
      <span className={`control__who control__who--${kind}`}>
        {owner === null ? <Circle className="icon" aria-hidden /> : <OwnerIcon kind={owner.kind} />}
        {isUnknown(device) ? 'Not known who has control' : controlWords(owner)}
      </span>
      {acts.isMine ? (
        <>
          <Button onPress={acts.handBack} label={`Hand back ${device.name}`}>
            Hand back
          </Button>
          <Button
            look="bare"
            icon={Keyboard}
            why={type.yes ? null : type.why}
            onPress={() => commands.run(commandOf('type'))}
          >
            Type text…
          </Button>
        </>
      ) : (
        <Button onPress={acts.take} why={take.yes ? null : take.why} label={`Take control of ${device.name}`}>
          Take control
        </Button>
      )}
      <RecordButton device={device} />
      <AmberDot outcome={acts.outcome} />
      <span className={`control__receipt${acts.outcome?.isBad === true ? ' tone--high' : ' quiet'}`} role="status">
        {device.busy ?? acts.outcome?.words ?? ''}
      </span>
    </div>
  )
}
