// What a device copies comes to this computer's clipboard while this window has control of it, and to nobody else.
import { useEffect, useRef } from 'react'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { useNotices } from '#renderer/ui/notices.tsx'
import { useWatch } from '#renderer/use-hub.ts'

export function useCopied(device: DeviceTile, isMine: boolean): void {
  const notices = useNotices()
  const copied = useWatch('device.copied', isMine && device.caps.clipboard.yes ? { device: device.id } : null)
  const taken = useRef(0)
  const { name } = device
  const value = copied.is === 'ready' ? copied.value : null
  useEffect(() => {
    if (value === null || value.number <= taken.current) return
    taken.current = value.number
    // A browser may refuse it while another window has the focus: that is said, and the device still has it.
    navigator.clipboard
      .writeText(value.text)
      .then(() => notices.say(`What ${name} copied is in the clipboard`))
      .catch(() => notices.say(`${name} copied something; this browser did not take it into the clipboard.`))
  }, [value, name, notices])
}
