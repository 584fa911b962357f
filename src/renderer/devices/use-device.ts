// What a person does to one device: takes control, hands back, sends input, changes a setting. Receipts are kept in words.
import { useCallback, useRef, useState } from 'react'
import { refusalOf } from '#shared/base/refusal.ts'
import type { DeviceControl, Receipt } from '#shared/domain/device.ts'
import type { DeviceInput } from '#shared/domain/input.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { useNotices } from '#renderer/ui/notices.tsx'
import { useHub } from '#renderer/use-hub.ts'

export interface DeviceActs {
  readonly isMine: boolean
  readonly take: () => Promise<void>
  readonly handBack: () => Promise<void>
  readonly input: (input: DeviceInput) => void
  /** Takes control first when nobody has it. */
  readonly control: (control: DeviceControl) => Promise<void>
  /** The newest receipt: what was done and what came of it. */
  readonly receipt: { readonly words: string; readonly isBad: boolean } | null
  /** Rises with every receipt. */
  readonly inputs: number
}

export function useDevice(device: DeviceTile): DeviceActs {
  const hub = useHub()
  const notices = useNotices()
  const [receipt, setReceipt] = useState<DeviceActs['receipt']>(null)
  const [inputs, setInputs] = useState(0)
  const queue = useRef(Promise.resolve())
  const id = device.id
  const isMine = device.control?.yours === true
  const take = useCallback(async () => {
    await hub.call('device.takeControl', { device: id })
    notices.say(`You have control of ${device.name}`)
  }, [hub, id, device.name, notices])
  const handBack = useCallback(async () => {
    await hub.call('device.handBack', { device: id })
    setReceipt(null)
    notices.say(`${device.name} was handed back`)
  }, [hub, id, device.name, notices])
  const input = useCallback(
    (what: DeviceInput) => {
      // One after the other: what was pressed first arrives first.
      queue.current = queue.current.then(async () => {
        try {
          const answer = await hub.call('device.input', { device: id, input: what })
          setReceipt({
            words: `${inputWords(what)}: ${receiptWords(answer)}`,
            isBad: answer.refusal !== null || answer.reached === false,
          })
        } catch (thrown) {
          setReceipt({ words: `${inputWords(what)}: ${refusalOf(thrown).words}`, isBad: true })
        }
        setInputs(count => count + 1)
      })
    },
    [hub, id],
  )
  const control = useCallback(
    async (to: DeviceControl) => {
      await hub.call('device.control', { device: id, control: to })
      setInputs(count => count + 1)
    },
    [hub, id],
  )
  return { isMine, take, handBack, input, control, receipt, inputs }
}

function receiptWords(receipt: Receipt): string {
  return receipt.refusal?.words ?? receipt.words
}

function inputWords(input: DeviceInput): string {
  switch (input.kind) {
    case 'tap':
      return `Tapped at ${input.at.x}, ${input.at.y}`
    case 'double_tap':
      return 'Tapped twice'
    case 'long_press':
      return `Held at ${input.at.x}, ${input.at.y}`
    case 'swipe':
      return 'Swiped'
    case 'text':
      return `Typed “${input.text.length > 30 ? `${input.text.slice(0, 30)}…` : input.text}”`
    case 'paste':
      return `Pasted ${input.text.length} characters`
    case 'pinch':
      return 'Pinched'
    case 'contacts':
      return input.contacts.length === 0 ? 'Lifted' : 'Touched'
    case 'host_key':
      return `Pressed ${input.key.key}`
    case 'clear':
      return 'Cleared the field'
    case 'key':
      return `Pressed ${input.key}`
    case 'hide_keyboard':
      return 'Hid the keyboard'
    case 'turn':
      return 'Turned the device'
    case 'background':
      return 'To the background and back'
    case 'wait':
      return 'Waited'
  }
}
