// Where somebody else touches a device, for who watches: a circle for each finger, with whose it is. The person who has
// control in this window sees the pointer instead.
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import type { Answer } from '#shared/protocol/contract.ts'
import { useWatch } from '#renderer/use-hub.ts'

const shownMs = 300

type Touches = Answer<'device.touches'>

export function TouchCircles(props: {
  readonly device: DeviceTile
  /** 0 to 1 of the screen as it is seen; null for what lies on no picture that is shown. */
  readonly place: (at: { readonly x: number; readonly y: number; readonly generation: number }) => {
    readonly x: number
    readonly y: number
  } | null
}): ReactNode {
  const { device, place } = props
  const watched = useWatch('device.touches', { device: device.id })
  const touches = watched.is === 'ready' ? watched.value : null
  const shown = useFresh(touches)
  const { by } = shown ?? { by: null }
  if (shown === null || by === null || (by.kind === 'person' && device.control?.yours === true)) return null
  return (
    <>
      {shown.contacts.map(({ id, x, y }) => {
        const at = place({ x, y, generation: shown.generation })
        if (at === null) return null
        return (
          <span
            key={id}
            className={`touch-circle touch-circle--${by.kind}`}
            style={{ left: `${at.x * 100}%`, top: `${at.y * 100}%` }}
            aria-hidden
          >
            <span className="touch-circle__who">{by.name}</span>
          </span>
        )
      })}
    </>
  )
}

/** The newest fingers for 300 ms; what was there before this view came is nobody's touch now. */
function useFresh(touches: Touches | null): Touches | null {
  const [first] = useState<{ number: number | null }>({ number: null })
  const [gone, setGone] = useState<number | null>(null)
  const number = touches?.number ?? null
  if (first.number === null && number !== null) first.number = number
  useEffect(() => {
    if (number === null) return
    const timer = setTimeout(() => setGone(number), shownMs)
    return () => clearTimeout(timer)
  }, [number])
  return touches === null || touches.number === gone || touches.number === first.number ? null : touches
}
