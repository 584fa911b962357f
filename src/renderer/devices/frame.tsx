// A device's body with its live picture. Where there is none it says why in words: never black without words. With
// `onInput` it takes the pointer and the keyboard of who has control.
import { useEffect, useRef, useState } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import type { KeyName } from '#shared/domain/device.ts'
import type { DeviceInput } from '#shared/domain/input.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { devicePoint, gestureOf } from '#renderer/devices/pointer.ts'
import type { Spot } from '#renderer/devices/pointer.ts'
import { useKeyboard } from '#renderer/devices/use-keyboard.ts'
import { stateWords } from '#renderer/ui/words.ts'
import { useWatch } from '#renderer/use-hub.ts'

interface FrameProps {
  readonly device: DeviceTile
  /** Null: it only shows. */
  readonly onInput: ((input: DeviceInput) => void) | null
  /** A press while somebody else, or nobody, has control. */
  readonly onAskControl?: () => void
}

export function Frame({ device, onInput, onAskControl }: FrameProps): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const isInSight = useInSight(place)
  const isShown = device.state === 'live' || device.state === 'asleep'
  const still = useWatch('still', isInSight && isShown ? { device: device.id } : null)
  const picture = still.is === 'ready' ? still.value : null
  const size = sizeOf(device, picture)
  const kind = device.kind === 'tv' ? 'tv' : size.width > size.height ? 'wide' : 'tall'
  const words = coverWords(device, still.is === 'failed' ? still.why.words : (picture?.words ?? ''))
  const style = { '--screen-ratio': String(size.width / size.height) } as CSSProperties
  return (
    <div ref={place} className={`frame frame--${kind} frame--${device.kind}`} style={style}>
      <div className="frame__screen">
        {picture?.url !== null && picture !== null && (
          <img
            className={`frame__picture${words === '' ? '' : ' is-dim'}`}
            src={picture.url}
            alt={`The screen of ${device.name}`}
            draggable={false}
          />
        )}
        {(words !== '' || picture === null || picture.url === null) && (
          <div className="frame__cover">
            <b>{device.state === 'live' ? device.name : stateWords[device.state]}</b>
            <span>{words === '' ? 'Connecting' : words}</span>
          </div>
        )}
        {isShown && (
          <TouchLayer
            device={device}
            size={size}
            onInput={onInput}
            {...(onAskControl === undefined ? {} : { onAskControl })}
          />
        )}
      </div>
    </div>
  )
}

function sizeOf(
  device: DeviceTile,
  picture: { readonly width: number; readonly height: number } | null,
): { readonly width: number; readonly height: number } {
  if (picture !== null && picture.width > 0 && picture.height > 0) return picture
  const { width, height } = device.model.size
  return device.settings?.orientation.value === 'landscape' && height > width
    ? { width: height, height: width }
    : { width, height }
}

/** '' when the picture needs no words over it. */
function coverWords(device: DeviceTile, stillWords: string): string {
  if (device.state === 'live') return stillWords
  return (
    device.why ??
    (device.state === 'off' ? 'It is switched off.' : device.state === 'booting' ? 'It is starting.' : stillWords)
  )
}

function TouchLayer(
  props: FrameProps & { readonly size: { readonly width: number; readonly height: number } },
): ReactNode {
  const { device, size, onInput, onAskControl } = props
  const [drawn, setDrawn] = useState<(Spot & { readonly id: number }) | null>(null)
  const down = useRef<(Spot & { readonly atMs: number }) | null>(null)
  const send = (input: DeviceInput): void => onInput?.(input)
  const keyboard = useKeyboard(
    text => send({ kind: 'text', text }),
    (key: KeyName) => send({ kind: 'key', key }),
    device.caps.keys,
  )
  const isMine = onInput !== null
  return (
    <div
      className={`frame__touch${isMine ? ' is-mine' : ''}`}
      data-takes-keys={isMine ? '' : undefined}
      role="application"
      aria-label={
        isMine
          ? `The screen of ${device.name}: touches and keys go to it. Tab leaves it.`
          : `The screen of ${device.name}. Press to take control.`
      }
      tabIndex={isMine || onAskControl !== undefined ? 0 : -1}
      onPointerDown={event => {
        if (event.button !== 0) return
        event.currentTarget.focus()
        event.currentTarget.setPointerCapture(event.pointerId)
        down.current = { x: event.clientX, y: event.clientY, atMs: event.timeStamp }
      }}
      onPointerCancel={() => {
        down.current = null
      }}
      onPointerUp={event => {
        const from = down.current
        down.current = null
        if (from === null) return
        if (!isMine) return onAskControl?.()
        const shown = event.currentTarget.getBoundingClientRect()
        const to = { x: event.clientX, y: event.clientY }
        setDrawn({ id: event.timeStamp, x: (to.x - shown.left) / shown.width, y: (to.y - shown.top) / shown.height })
        send(
          gestureOf(from, to, event.timeStamp - from.atMs, spot => devicePoint(spot, shown, size, device.generation)),
        )
      }}
      onKeyDown={event => {
        if (isMine) keyboard(event)
        else if (event.key === 'Enter') onAskControl?.()
      }}
    >
      {drawn !== null && (
        <span
          key={drawn.id}
          className="touch touch--person frame__tap"
          style={{ left: `${drawn.x * 100}%`, top: `${drawn.y * 100}%` }}
        />
      )}
    </div>
  )
}

/** Pictures come only for what can be seen. */
function useInSight(place: React.RefObject<HTMLDivElement | null>): boolean {
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const observer = new IntersectionObserver(entries => setInSight(entries.some(entry => entry.isIntersecting)), {
      rootMargin: '100px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  return isInSight
}
