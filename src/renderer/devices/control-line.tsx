// The one line under a device: who has control, taking it and handing it back, typing, and what the last input did.
import { Circle, Keyboard } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import type { DeviceActs } from '#renderer/devices/use-device.ts'
import { Button } from '#renderer/ui/button.tsx'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { OwnerIcon } from '#renderer/ui/marks.tsx'
import { controlWords } from '#renderer/ui/words.ts'

export function ControlLine({ device, acts }: { readonly device: DeviceTile; readonly acts: DeviceActs }): ReactNode {
  const [isTyping, setTyping] = useState(false)
  const owner = device.control
  const kind = owner === null ? 'nobody' : owner.kind
  const offWhy = device.state === 'live' || device.state === 'asleep' ? null : (device.why ?? 'It is not on.')
  return (
    <div className="control">
      <span className={`control__who control__who--${kind}`}>
        {owner === null ? <Circle className="icon" aria-hidden /> : <OwnerIcon kind={owner.kind} />}
        {controlWords(owner)}
      </span>
      {acts.isMine ? (
        <>
          <Button onPress={acts.handBack}>Hand back</Button>
          <Button
            look="bare"
            icon={Keyboard}
            why={device.caps.text.yes ? null : device.caps.text.why}
            onPress={() => setTyping(true)}
          >
            Type text…
          </Button>
        </>
      ) : (
        <Button onPress={acts.take} why={offWhy} label={`Take control of ${device.name}`}>
          Take control
        </Button>
      )}
      <span className={`control__receipt${acts.receipt?.isBad === true ? ' tone--high' : ' quiet'}`} role="status">
        {device.busy ?? acts.receipt?.words ?? ''}
      </span>
      {isTyping && <TypeText onClose={() => setTyping(false)} onText={text => acts.input({ kind: 'text', text })} />}
    </div>
  )
}

function TypeText({
  onClose,
  onText,
}: {
  readonly onClose: () => void
  readonly onText: (text: string) => void
}): ReactNode {
  const [text, setText] = useState('')
  const send = (): void => {
    if (text !== '') onText(text)
    onClose()
  }
  return (
    <Dialog
      title="Type text"
      words="It goes to whatever has the focus on the device."
      onClose={onClose}
      onSubmit={send}
      end={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="main" onPress={send}>
            Type it
          </Button>
        </>
      }
    >
      <label className="field">
        <span className="field__label">Text</span>
        <input className="field__input" autoFocus value={text} onChange={event => setText(event.target.value)} />
      </label>
    </Dialog>
  )
}
