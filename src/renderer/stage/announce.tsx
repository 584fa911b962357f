// Tells a screen reader when a device changes its state: what is seen as a dot and a turned frame is said in words.
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { postureWords, turnWords } from '#shared/domain/commands.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { controlWords, stateWords } from '#renderer/ui/words.ts'
import { useWatch } from '#renderer/use-hub.ts'

export function DeviceNews(): ReactNode {
  const devices = useWatch('devices', {})
  const before = useRef<readonly DeviceTile[] | null>(null)
  const [said, setSaid] = useState('')
  const now = devices.is === 'ready' && !devices.stale ? devices.value.devices : null
  useEffect(() => {
    if (now === null) return
    const news = before.current === null ? [] : newsOf(before.current, now)
    before.current = now
    if (news.length > 0) setSaid(news.join(' '))
  }, [now])
  return (
    <p className="unseen" role="status" aria-live="polite" data-news>
      {said}
    </p>
  )
}

/** What changed between two looks, a sentence for each device. */
export function newsOf(before: readonly DeviceTile[], now: readonly DeviceTile[]): readonly string[] {
  const old = new Map(before.map(device => [device.id, device]))
  return [
    ...now.flatMap(device => {
      const was = old.get(device.id)
      if (was === undefined) return [`${device.name} is here: ${stateOf(device)}.`]
      const parts = [
        stateOf(was) === stateOf(device) ? null : stateOf(device),
        was.why === device.why || stateOf(was) === stateOf(device) ? null : device.why,
        was.turn === device.turn ? null : turnWords[device.turn].toLowerCase(),
        was.posture?.value === device.posture?.value || device.posture === null
          ? null
          : postureWords[device.posture.value].toLowerCase(),
        isSameOwner(was, device) ? null : controlWords(device.control).toLowerCase(),
      ].filter(words => words !== null)
      return parts.length === 0 ? [] : [`${device.name}: ${parts.join(', ').replace(/\.$/u, '')}.`]
    }),
    ...before.filter(device => !now.some(one => one.id === device.id)).map(device => `${device.name} is gone.`),
  ]
}

const stateOf = (device: DeviceTile): string => (device.failed ? 'failed' : stateWords[device.state].toLowerCase())
const isSameOwner = (a: DeviceTile, b: DeviceTile): boolean =>
  a.control?.kind === b.control?.kind && a.control?.yours === b.control?.yours
