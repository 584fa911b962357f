// The glass a person touches: with control its pointer and keys go to the device, without it a press takes control first and is
// sent when that is had. Others' touches are drawn on it.
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Point, Size } from '#shared/domain/geometry.ts'
import type { DeviceInput } from '#shared/domain/input.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { devicePixels } from '#renderer/stage/device-screen.ts'
import { pixelUnder, placeOfPixel } from '#renderer/stage/geometry.ts'
import { FirstPress } from '#renderer/stage/first-press.ts'
import { handOf } from '#renderer/stage/hand.ts'
import { KeyCatcher } from '#renderer/stage/key-catcher.tsx'
import type { KeyCatcherHandle } from '#renderer/stage/key-catcher.tsx'
import type { Spot } from '#renderer/stage/pointer.ts'
import { TouchCircles } from '#renderer/stage/touch-circles.tsx'
import { useCopied } from '#renderer/stage/use-copied.ts'
import type { DeviceActs } from '#renderer/stage/use-device.ts'
import { usePointer } from '#renderer/stage/use-pointer.ts'
import { useNotices } from '#renderer/ui/notices.tsx'
import { useHub } from '#renderer/use-hub.ts'

export function TouchLayer(props: {
  readonly device: DeviceTile
  readonly acts: DeviceActs
  /** The picture on the glass, and by how much it is turned for who looks at it. */
  readonly picture: Size
  readonly angle: number
  /** Of the picture on the glass: what is pointed at is what is seen. */
  readonly generation?: number | undefined
}): ReactNode {
  const { device, acts, angle, generation = device.generation } = props
  const hub = useHub()
  const notices = useNotices()
  const layer = useRef<HTMLDivElement>(null)
  const keys = useRef<KeyCatcherHandle>(null)
  const [pressed, setPressed] = useState<(Spot & { readonly id: number }) | null>(null)
  const isTouched = device.caps.surface === 'touch'
  const isMine = acts.isMine && isTouched
  const screen = devicePixels(device, props.picture)
  const hand = handOf(hub, device.id)
  const [first] = useState(() => new FirstPress(() => performance.now()))
  const send = (input: DeviceInput): Promise<boolean> => first.send(input, one => hand.input(one))
  const toDevicePoint = (x: number, y: number): Point => {
    const seen = layer.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 0, height: 0 }
    return { ...pixelUnder({ x, y }, seen, screen, angle), generation }
  }
  const ask = (): void => {
    if (acts.isMine) return
    void first.ask(take)?.then(grant => {
      if (grant === 'late') notices.say('Control came late, so the press was not sent. Press again.')
    })
  }
  const take = (): Promise<boolean> =>
    acts.take().then(
      () => true,
      (thrown: unknown) => {
        notices.failed(thrown)
        return false
      },
    )
  const mark = (x: number, y: number): void => {
    const seen = layer.current?.getBoundingClientRect()
    if (seen === undefined) return
    setPressed(last => ({
      id: (last?.id ?? 0) + 1,
      x: (x - seen.left) / seen.width,
      y: (y - seen.top) / seen.height,
    }))
  }
  const takesFingers = device.caps.contacts.yes
  const place = { isMine, isTouched, takesFingers, screen, toDevicePoint, send, onAskControl: ask, onPress: mark }
  const pinching = usePointer(layer, place)
  useCopied(device, acts.isMine)
  useEffect(() => {
    // Taken by a press here: what is typed next is for the device.
    if (acts.isMine && document.activeElement === layer.current) keys.current?.focus()
  }, [acts.isMine])
  const does = acts.isMine
    ? `The screen of ${device.name}: ${isMine ? 'touches and keys go' : 'keys go'} to it. Tab leaves it.`
    : `The screen of ${device.name}. Press to take control.`
  return (
    <div
      ref={layer}
      className={`frame__touch${isMine ? ' is-mine' : ''}`}
      data-takes-keys={acts.isMine ? '' : undefined}
      role="application"
      aria-label={does}
      // With control it is the field inside that keys and Tab go to.
      tabIndex={acts.isMine ? -1 : 0}
      onFocus={() => keys.current?.focus()}
      onPointerDown={() => keys.current?.focus()}
      onMouseDown={event => {
        // The browser would move the focus from the field to the layer, which a press ends with.
        if (acts.isMine) event.preventDefault()
      }}
      onKeyDown={event => {
        if (!acts.isMine && event.key === 'Enter') ask()
      }}
    >
      {acts.isMine && <KeyCatcher ref={keys} device={device} label={does} send={send} />}
      {pinching.map(({ id, x, y }) => {
        const at = placeOfPixel({ x, y }, screen, angle)
        return (
          <span
            key={id}
            className="touch-circle touch-circle--person"
            style={{ left: `${at.x * 100}%`, top: `${at.y * 100}%` }}
          />
        )
      })}
      {pressed !== null && pinching.length === 0 && (
        <span
          key={pressed.id}
          className="touch touch--person frame__tap"
          style={{ left: `${pressed.x * 100}%`, top: `${pressed.y * 100}%` }}
        />
      )}
      <TouchCircles
        device={device}
        place={at => (at.generation === generation ? placeOfPixel(at, screen, angle) : null)}
      />
    </div>
  )
}
