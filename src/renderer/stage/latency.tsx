// The small badge of a device: how long a picture takes from the device to the glass, what is left out, and by which way it
// comes. Measured all the time.
import type { ReactNode } from 'react'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { longWords, shortWords } from '#renderer/stage/latency-words.ts'
import { figuresOf, wordsOf } from '#renderer/stage/pictures.ts'
import { useWatch } from '#renderer/use-hub.ts'
import { useLive } from '#renderer/use-live.ts'

export function LatencyBadge({ device }: { readonly device: DeviceTile }): ReactNode {
  const figures = useLive(figuresOf(device.id))
  const isOn = device.state === 'live' || device.state === 'asleep'
  const streaming = useWatch('device.streaming', isOn ? { device: device.id } : null)
  const way = streaming.is === 'ready' ? streaming.value : null
  if (!isOn || way === null || way.path === null) return null
  return (
    <span className="latency quiet" title={longWords(figures, way)}>
      {shortWords(figures, way)}
    </span>
  )
}

/** What is wrong with a picture that is there, or how a faster one is had; nothing when all is well. */
export function StreamWords({ device }: { readonly device: DeviceTile }): ReactNode {
  const own = useLive(wordsOf(device.id))
  const isOn = device.state === 'live'
  const streaming = useWatch('device.streaming', isOn ? { device: device.id } : null)
  const way = streaming.is === 'ready' ? streaming.value : null
  const words = own ?? (way?.words === null || way === null ? null : [way.words, way.hint].filter(Boolean).join(' '))
  if (!isOn || words === null) return null
  return (
    <p className="stream-words quiet" role="status">
      {words}
    </p>
  )
}
