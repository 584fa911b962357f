// The small badge of a device: how long a picture takes from the device to the glass, what is left out, and by which way it
// comes. Measured all the time; a press tells all of it.
import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { factsOf, shortWords } from '#renderer/stage/latency-words.ts'
import { figuresOf, wordsOf } from '#renderer/stage/pictures.ts'
import { useWatch } from '#renderer/use-hub.ts'
import { useLive } from '#renderer/use-live.ts'

export function LatencyBadge({ device }: { readonly device: DeviceTile }): ReactNode {
  const figures = useLive(figuresOf(device.id))
  const isOn = device.state === 'live' || device.state === 'asleep'
  const streaming = useWatch('device.streaming', isOn ? { device: device.id } : null)
  const way = streaming.is === 'ready' ? streaming.value : null
  if (!isOn || way === null || way.path === null) return null
  const words = shortWords(figures, way)
  return (
    <Popover.Root>
      <Popover.Trigger
        render={
          <button
            type="button"
            className="latency quiet"
            aria-label={`${words}, how the picture of ${device.name} comes`}
          >
            {words}
          </button>
        }
      />
      <Popover.Portal>
        <Popover.Positioner side="bottom" align="end" sideOffset={4} collisionPadding={8} className="menu-place">
          <Popover.Popup className="menu latency-facts" aria-label={`How the picture of ${device.name} comes`}>
            <dl>
              {factsOf(figures, way).map(fact => (
                <div key={fact.of}>
                  <dt>{fact.of}</dt>
                  <dd>{fact.is}</dd>
                </div>
              ))}
            </dl>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
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
