// What a person does to one device, for the parts of its tile.
import { useCallback, useMemo } from 'react'
import type { DeviceControl } from '#shared/domain/device.ts'
import type { DeviceInput } from '#shared/domain/input.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { handOf } from '#renderer/stage/hand.ts'
import type { Outcome } from '#renderer/stage/hand.ts'
import { useNotices } from '#renderer/ui/notices.tsx'
import { useHub } from '#renderer/use-hub.ts'
import { useLive } from '#renderer/use-live.ts'

export interface DeviceActs {
  readonly isMine: boolean
  readonly take: () => Promise<void>
  readonly handBack: () => Promise<void>
  readonly input: (input: DeviceInput) => void
  /** Takes control first when nobody has it. */
  readonly control: (control: DeviceControl) => Promise<void>
  /** What the newest input did. */
  readonly outcome: Outcome | null
}

export function useDevice(device: DeviceTile): DeviceActs {
  const hub = useHub()
  const notices = useNotices()
  const hand = handOf(hub, device.id)
  const outcome = useLive(hand.outcome)
  const isMine = device.control?.yours === true
  const take = useCallback(async () => {
    await hand.take()
    notices.say(`You have control of ${device.name}. Hand back when done.`)
  }, [hand, device.name, notices])
  const handBack = useCallback(async () => {
    await hand.handBack()
    notices.say(`${device.name} was handed back`)
  }, [hand, device.name, notices])
  return useMemo(
    () => ({
      isMine,
      take,
      handBack,
      input: input => void hand.input(input),
      control: control => hand.control(control),
      outcome,
    }),
    [isMine, take, handBack, hand, outcome],
  )
}
