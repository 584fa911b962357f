// Pointers and wheel on a device's glass, sent as they happen: moves once a frame of the page, never more under way than the
// device keeps up with. Decides nothing: pointer.ts and wheel.ts do.
import { useEffect, useRef, useState } from 'react'
import type { Point, Size } from '#shared/domain/geometry.ts'
import type { Contact, DeviceInput } from '#shared/domain/input.ts'
import { gestureOf, LiveFingers, longPressAt } from '#renderer/stage/pointer.ts'
import type { Glass, Spot } from '#renderer/stage/pointer.ts'
import { WheelSwipes } from '#renderer/stage/wheel.ts'

export interface PointerPlace {
  /** Touches go to the device; else a press asks for control first, and what it begins is sent when that is had. */
  readonly isMine: boolean
  /** It has a touch screen; else a press does nothing but ask for control. */
  readonly isTouched: boolean
  /** Every finger can be sent while it moves. */
  readonly takesFingers: boolean
  /** The device's, of the picture that is shown. */
  readonly screen: Size
  /** Of the device, with the generation of the picture that is shown; always on the screen. */
  readonly toDevicePoint: (clientX: number, clientY: number) => Point
  /** False: it was refused, or did not arrive. What is sent while control is asked for waits. */
  readonly send: (input: DeviceInput) => Promise<boolean>
  readonly onAskControl: () => void
  /** A press of the person's own, for a mark where it was. */
  readonly onPress?: (clientX: number, clientY: number) => void
}

/** So far outside of the screen is outside of the frame. */
const frameCssPx = 28
/** Moves under way; more wait, and only the newest is kept. */
const movesMost = 2

/** Both fingers of a pinch with Alt, for drawing. */
export function usePointer(ref: React.RefObject<HTMLElement | null>, place: PointerPlace): readonly Contact[] {
  const newest = useRef(place)
  useEffect(() => {
    newest.current = place
  })
  const [pinching, setPinching] = useState<readonly Contact[]>([])
  const { isMine, isTouched, takesFingers } = place
  const lift = useRef<() => void>(() => undefined)
  useEffect(() => {
    // Control was lost in the middle of it.
    if (!isMine) lift.current()
  }, [isMine])
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const on = isTouched
      ? handsOn(element, () => newest.current, takesFingers, setPinching)
      : askingFor(() => newest.current)
    for (const [name, listener] of Object.entries(on.listeners))
      element.addEventListener(name, listener as (event: Event) => void, { passive: false })
    lift.current = on.end
    addEventListener('blur', on.end)
    document.addEventListener('visibilitychange', on.end)
    return () => {
      for (const [name, listener] of Object.entries(on.listeners))
        element.removeEventListener(name, listener as (event: Event) => void)
      removeEventListener('blur', on.end)
      document.removeEventListener('visibilitychange', on.end)
      on.end()
      on.stop()
    }
  }, [ref, isTouched, takesFingers])
  return pinching
}

interface Hands {
  readonly listeners: Readonly<Record<string, (event: never) => void>>
  /** Whatever is down is lifted. */
  readonly end: () => void
  readonly stop: () => void
}

function askingFor(place: () => PointerPlace): Hands {
  let isDown = false
  return {
    listeners: {
      pointerdown: (event: PointerEvent) => {
        isDown = event.button === 0
      },
      pointerup: () => {
        if (isDown) place().onAskControl()
        isDown = false
      },
    },
    end: () => {
      isDown = false
    },
    stop: () => undefined,
  }
}

function handsOn(
  element: HTMLElement,
  place: () => PointerPlace,
  takesFingers: boolean,
  onPinch: (contacts: readonly Contact[]) => void,
): Hands {
  const hands = takesFingers ? fingersOn(element, place, onPinch) : gesturesOn(element, place)
  const wheel = wheelOn(place)
  return {
    listeners: {
      ...hands.listeners,
      ...wheel.listeners,
      contextmenu: (event: MouseEvent) => {
        if (!place().isMine) return
        // The right button is a long press here; the frame around keeps its menu.
        event.preventDefault()
        event.stopPropagation()
      },
    },
    end: hands.end,
    stop: () => {
      hands.stop()
      wheel.stop()
    },
  }
}

function fingersOn(
  element: HTMLElement,
  place: () => PointerPlace,
  onPinch: (contacts: readonly Contact[]) => void,
): Hands {
  const fingers = new LiveFingers()
  let frame = 0
  let underWay = 0
  let drawn: readonly Contact[] = []
  const draw = (): void => {
    const now = fingers.pinching
    if (now.length === 0 && drawn.length === 0) return
    drawn = now
    onPinch(now)
  }
  const send = (inputs: readonly DeviceInput[]): void => {
    for (const input of inputs) {
      underWay += 1
      void place()
        .send(input)
        .then(isTaken => {
          underWay -= 1
          // Refused, or the connection broke in the middle: the finger here goes on from nowhere, so it ends.
          if (!isTaken) send(fingers.interrupt())
          else if (fingers.isDown) soon()
        })
    }
    draw()
  }
  const soon = (): void => {
    if (frame !== 0) return
    frame = requestAnimationFrame(() => {
      frame = 0
      if (underWay < movesMost) send(fingers.moves())
    })
  }
  const end = (): void => send(fingers.releaseAll())
  const lifted = (event: PointerEvent): void => send(fingers.up(event.pointerId))
  return {
    listeners: {
      pointerdown: (event: PointerEvent) => {
        if (!isForDevice(event, place())) return
        element.setPointerCapture(event.pointerId)
        const { clientX, clientY } = event
        if (event.pointerType === 'mouse' && event.button === 2) {
          if (!fingers.isDown) void place().send(longPressAt(place().toDevicePoint(clientX, clientY)))
          return
        }
        if (event.pointerType === 'mouse' && event.button !== 0) return
        place().onPress?.(clientX, clientY)
        const isPinch = event.altKey && event.pointerType === 'mouse'
        send(fingers.down(event.pointerId, spotOf(event), glassOf(element, place()), isPinch))
      },
      pointermove: (event: PointerEvent) => {
        send(fingers.move(event.pointerId, spotOf(event), glassOf(element, place())))
        if (fingers.isDown) soon()
      },
      pointerup: (event: PointerEvent) => {
        if (event.pointerType === 'mouse' && event.button !== 0) return
        lifted(event)
      },
      pointercancel: lifted,
      lostpointercapture: lifted,
    },
    end,
    stop: () => cancelAnimationFrame(frame),
  }
}

function gesturesOn(element: HTMLElement, place: () => PointerPlace): Hands {
  let from: (Spot & { readonly atMs: number; readonly pointer: number; readonly point: Point }) | null = null
  const finish = (event: PointerEvent): void => {
    if (from === null || event.pointerId !== from.pointer) return
    const { atMs, point } = from
    const began: Spot = from
    from = null
    const at = (spot: Spot): Point => (spot === began ? point : place().toDevicePoint(spot.x, spot.y))
    const input = gestureOf(began, spotOf(event), event.timeStamp - atMs, at)
    if (input !== null) void place().send(input)
  }
  return {
    listeners: {
      pointerdown: (event: PointerEvent) => {
        if (from !== null || !isForDevice(event, place())) return
        element.setPointerCapture(event.pointerId)
        const point = place().toDevicePoint(event.clientX, event.clientY)
        if (event.pointerType === 'mouse' && event.button === 2) {
          void place().send(longPressAt(point))
          return
        }
        if (event.button !== 0) return
        place().onPress?.(event.clientX, event.clientY)
        from = { ...spotOf(event), atMs: event.timeStamp, pointer: event.pointerId, point }
      },
      pointermove: (event: PointerEvent) => {
        if (from !== null && glassOf(element, place()).isLeft(spotOf(event))) finish(event)
      },
      pointerup: finish,
      pointercancel: () => {
        from = null
      },
    },
    end: () => {
      from = null
    },
    stop: () => undefined,
  }
}

function wheelOn(place: () => PointerPlace): { readonly listeners: Hands['listeners']; stop(): void } {
  const swipes = new WheelSwipes()
  let timer: ReturnType<typeof setTimeout> | null = null
  let isBusy = false
  const look = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const due = swipes.dueMs
    if (due === null || isBusy) return
    timer = setTimeout(take, Math.max(0, due - performance.now()))
  }
  const take = (): void => {
    timer = null
    const input = swipes.take(place().screen)
    if (input === null) return
    isBusy = true
    void place()
      .send(input)
      .then(() => {
        isBusy = false
        look()
      })
  }
  return {
    listeners: {
      wheel: (event: WheelEvent) => {
        // Without control it scrolls the page; with Ctrl it is the page's own zoom.
        if (!place().isMine || event.ctrlKey) return
        event.preventDefault()
        swipes.add(event, place().toDevicePoint(event.clientX, event.clientY), performance.now())
        look()
      },
    },
    stop: () => {
      if (timer !== null) clearTimeout(timer)
    },
  }
}

/** Without control the first press asks for it and goes on; other buttons are the page's. */
function isForDevice(event: PointerEvent, place: PointerPlace): boolean {
  if (place.isMine) return true
  if (event.button !== 0) return false
  place.onAskControl()
  return true
}

const spotOf = (event: PointerEvent): Spot => ({ x: event.clientX, y: event.clientY })

function glassOf(element: HTMLElement, { screen, toDevicePoint }: PointerPlace): Glass {
  const seen = element.getBoundingClientRect()
  return {
    screen,
    at: spot => toDevicePoint(spot.x, spot.y),
    isLeft: ({ x, y }) =>
      x < seen.left - frameCssPx ||
      x > seen.right + frameCssPx ||
      y < seen.top - frameCssPx ||
      y > seen.bottom + frameCssPx,
  }
}
