// The emulated device behind the double's calls: fingers and keys become input of the demo phone (or marks), how it is
// held and folded, its clipboard, place and battery. Keeps a record of every touch that landed. Knows no gRPC.
import { keyNames, type KeyName } from '#shared/domain/device.ts'
import type { Handset } from '../adb/handset.ts'
import { MarkerScreen, type DeviceScreen, type Quarter, type Size } from './screen.ts'

export interface SentTouch {
  readonly x: number
  readonly y: number
  readonly identifier: number
  readonly pressure: number
}

/** One call that landed. */
export interface Landed {
  readonly at: number
  /** When the picture it made was drawn and handed over: until then is the device's own time. */
  readonly doneAt: number
  readonly touches: readonly SentTouch[]
  /** Of the marker, after it; null without one. */
  readonly number: number | null
  /** Where the first finger is in the app's own pixels. */
  readonly inApp: { readonly x: number; readonly y: number } | null
}

/** One key or text that landed; `clip` is what a paste pasted. */
export interface Struck {
  readonly key: string
  readonly text: string
  readonly isUp: boolean
  readonly clip: string | null
}

export interface Faults {
  /** So many calls of sendTouch are refused, and do not land. */
  refuseTouches: number
  /** The same of sendKey. */
  refuseKeys: number
  /** So many calls of sendTouch land and are never answered. */
  loseAnswers: number
  /** ms more for each call. */
  slowMs: number
  /** No picture is sent while it holds. */
  stalled: boolean
  displayOff: boolean
  /** Every picture is black, as before the first one of a boot. */
  black: boolean
  /** Shared memory: taken, refused with an error, or passed over with the picture in the message. */
  sharedMemory: 'takes' | 'refuses' | 'passes-over'
  rows: 'down' | 'up'
  /** Calls this emulator is too old for. */
  unknownCalls: readonly string[]
  /** Repeats the caller's header in its error, as no server should. */
  repeatsHeader: boolean
}

export const noFaults = (): Faults => ({
  refuseTouches: 0,
  refuseKeys: 0,
  loseAnswers: 0,
  slowMs: 0,
  stalled: false,
  displayOff: false,
  black: false,
  sharedMemory: 'takes',
  rows: 'down',
  unknownCalls: [],
  repeatsHeader: false,
})

export interface Gps {
  passiveUpdate: boolean
  latitude: number
  longitude: number
  speed: number
  bearing: number
  altitude: number
  satellites: number
}

const slopPx = 20
const longMs = 500
const landedMost = 20_000

const w3cNames: Readonly<Record<string, KeyName>> = { GoHome: 'Home', GoBack: 'Back', AppSwitch: 'Recents' }

interface Finger {
  readonly beganAt: number
  readonly from: { readonly x: number; readonly y: number }
  to: { readonly x: number; readonly y: number }
}

export class Emulated {
  readonly screen: DeviceScreen
  readonly handset: Handset
  readonly faults: Faults = noFaults()
  readonly inner: Size
  readonly folds: boolean
  readonly down = new Map<number, { x: number; y: number }>()
  /** Names of keys that went down and not up. */
  readonly keysDown = new Set<string>()
  landed: Landed[] = []
  struck: Struck[] = []
  booted = true
  held: Quarter = 0
  /** 1 closed, 2 half open, 3 open. */
  posture = 3
  clip = ''
  /** Rises when something is copied on the device, and not when the clipboard is set from outside. */
  copies = 0
  gps: Gps = {
    passiveUpdate: true,
    latitude: 37.4,
    longitude: -122.1,
    speed: 0,
    bearing: 0,
    altitude: 5,
    satellites: 4,
  }
  battery = { hasBattery: true, isPresent: true, charger: 1, chargeLevel: 100, health: 0, status: 1 }
  readonly #scale: number
  readonly #changed = new Set<() => void>()
  #fingers = new Map<number, Finger>()
  #clipOfPhone = ''

  constructor(
    handset: Handset,
    screen: DeviceScreen,
    of: { readonly inner: Size; readonly folds: boolean; readonly scale: number },
  ) {
    this.handset = handset
    this.screen = screen
    this.inner = of.inner
    this.folds = of.folds
    this.#scale = of.scale
    handset.heldAt = 0
  }

  /** Something may look or read another way now. */
  onChange(listener: () => void): () => void {
    this.#changed.add(listener)
    return () => this.#changed.delete(listener)
  }

  changed(): void {
    const { clipboard } = this.handset.phone
    if (clipboard !== this.#clipOfPhone) {
      this.#clipOfPhone = clipboard
      this.clip = clipboard
      this.copies += 1
    }
    for (const listener of this.#changed) listener()
  }

  touch(touches: readonly SentTouch[]): void {
    const at = performance.timeOrigin + performance.now()
    const isNew = touches.some(({ identifier, pressure }) => pressure > 0 && !this.down.has(identifier))
    const isMove = touches.some(({ pressure }) => pressure > 0)
    for (const touch of touches) this.#finger(touch)
    const number = this.screen instanceof MarkerScreen && isMove ? this.screen.next(isNew) : null
    const first = touches[0]
    const landed = {
      at,
      touches,
      number,
      inApp: first === undefined ? null : this.#inApp(first),
    }
    this.changed()
    this.landed.push({ ...landed, doneAt: performance.timeOrigin + performance.now() })
    if (this.landed.length > landedMost) this.landed = this.landed.slice(-landedMost / 2)
  }

  #finger({ identifier, pressure, x, y }: SentTouch): void {
    const finger = this.#fingers.get(identifier)
    if (pressure > 0) {
      this.down.set(identifier, { x, y })
      if (finger === undefined)
        this.#fingers.set(identifier, { beganAt: performance.now(), from: { x, y }, to: { x, y } })
      else finger.to = { x, y }
      return
    }
    this.down.delete(identifier)
    if (finger === undefined) return
    this.#fingers.delete(identifier)
    // Of several fingers the demo phone knows nothing; the first one up ends them all for it.
    if (this.#fingers.size > 0 || this.screen instanceof MarkerScreen) return
    const ms = (performance.now() - finger.beganAt) * this.#scale
    const [from, to] = [this.#inApp(finger.from), this.#inApp(finger.to)]
    const { phone } = this.handset
    if (Math.hypot(to.x - from.x, to.y - from.y) > slopPx) phone.swipe(from.x, from.y, to.x, to.y, ms)
    else if (ms >= longMs) phone.press(from.x, from.y, ms)
    else phone.tap(from.x, from.y)
  }

  /** From the upright panel to the pixels of what the app draws in. */
  #inApp({ x, y }: { readonly x: number; readonly y: number }): { x: number; y: number } {
    const screen = this.screen.size()
    const at = {
      x: Math.floor((x * screen.width) / this.inner.width),
      y: Math.floor((y * screen.height) / this.inner.height),
    }
    switch (this.screen instanceof MarkerScreen ? this.held : this.handset.rotation) {
      case 0:
        return at
      case 1:
        return { x: at.y, y: screen.width - 1 - at.x }
      case 2:
        return { x: screen.width - 1 - at.x, y: screen.height - 1 - at.y }
      case 3:
        return { x: screen.height - 1 - at.y, y: at.x }
    }
  }

  key(of: { readonly eventType: number; readonly key: string; readonly text: string }): void {
    const { phone } = this.handset
    const clip = of.key === 'Paste' ? this.clip : null
    this.struck = [...this.struck.slice(-landedMost), { key: of.key, text: of.text, isUp: of.eventType === 1, clip }]
    // 0 is a key going down, 1 one going up.
    if (of.eventType === 0) this.keysDown.add(of.key)
    if (of.eventType === 1) this.keysDown.delete(of.key)
    if (of.text !== '') phone.typeText(of.text)
    else if (of.eventType !== 1) {
      const known = keyNames.find(name => name === (w3cNames[of.key] ?? of.key))
      if (known !== undefined) phone.key(known)
      else if (of.key === 'Paste') phone.typeText(this.clip)
      else if (Array.from(of.key).length === 1) phone.typeText(of.key)
    }
    this.changed()
  }

  copy(text: string): void {
    this.clip = text
    this.copies += 1
    this.changed()
  }

  turn(degrees: number): void {
    this.held = (((Math.round(degrees / 90) % 4) + 4) % 4) as Quarter
    this.handset.heldAt = this.held
    this.handset.inHands = this.held
    if (this.handset.settings.get('system/accelerometer_rotation') === '1')
      this.handset.phone.turn(this.held % 2 === 0 ? 'portrait' : 'landscape')
    this.changed()
  }

  fold(posture: number): void {
    this.posture = posture
    this.handset.phone.fold(posture === 1 ? 'closed' : posture === 2 ? 'half-open' : 'open')
    this.changed()
  }

  /** As after a restart of Android: nothing is down any more. */
  forgetFingers(): void {
    this.#fingers = new Map()
    this.down.clear()
    this.keysDown.clear()
  }
}
