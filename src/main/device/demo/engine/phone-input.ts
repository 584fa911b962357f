// What touches, keys and text mean on the demo phone: finds what is under them and hands it to the app or the system. A
// place is looked up when it is touched, so a tap that lands late still means what was there.
import type { KeyName } from '#shared/domain/device.ts'
import {
  fieldText,
  goBack,
  goUp,
  tapButton,
  tapNode,
  tapOutside,
  tapSnackbar,
  tapTab,
  writeField,
} from '#main/device/demo/engine/app-input.ts'
import type { AppProcess } from '#main/device/demo/engine/app-process.ts'
import { focusLines, moved, type Arrow } from '#main/device/demo/engine/dpad.ts'
import type { Nuisance } from '#main/device/demo/engine/nuisance.ts'
import type { PhoneApps } from '#main/device/demo/engine/phone-apps.ts'
import type { PhoneScreen, Shown } from '#main/device/demo/engine/phone-screen.ts'
import type { NodeProgram } from '#main/device/demo/engine/program.ts'
import { appView, type Handle } from '#main/device/demo/engine/screen-view.ts'
import type { Timers } from '#main/device/demo/engine/timers.ts'
import type { Hit } from '#main/device/demo/engine/view.ts'

export interface InputHost {
  readonly timers: Timers
  readonly apps: PhoneApps
  readonly screen: PhoneScreen
  readonly nuisance: Nuisance | null
  readonly densityDpi: number
}

const arrows: readonly Arrow[] = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']
const longPressMs = 500
/** dp a finger may move and still tap. */
const slopDp = 8

export class PhoneInput {
  readonly #host: InputHost

  constructor(host: InputHost) {
    this.#host = host
  }

  tap(x: number, y: number): void {
    const shown = this.#host.screen.now()
    const hit = shown.laid.hit(x, y)
    const process = this.#host.apps.process
    const onApp = hit.on === 'node' && process !== null && this.#host.apps.shownOverlays.length === 0
    const late = onApp ? (this.#host.nuisance?.lateTapMs() ?? null) : null
    if (late === null || process === null) {
      this.#hit(shown, hit)
      return
    }
    const { visit } = process
    const open = process.overlays.length
    const { apps } = this.#host
    process.after(late, () => {
      const isSame = process.visit === visit && process.overlays.length === open && apps.process === process
      if (isSame && apps.shownOverlays.length === 0) this.#hit(this.#host.screen.now(), hit)
    })
  }

  press(x: number, y: number, ms: number): void {
    const shown = this.#host.screen.now()
    const hit = shown.laid.hit(x, y)
    const handle = hit.on === 'node' ? shown.handles.get(hit.key) : undefined
    if (ms < longPressMs || handle?.on !== 'node' || handle.node.long === null) {
      this.#hit(shown, hit)
      return
    }
    const process = this.#host.apps.process
    if (process?.takesInput() === true && handle.enabled) process.run(handle.node.long, handle.row)
  }

  swipe(x1: number, y1: number, x2: number, y2: number): void {
    const { screen, apps } = this.#host
    const shown = screen.now()
    if (Math.hypot(this.#dp(x2 - x1), this.#dp(y2 - y1)) < slopDp) {
      this.tap(x1, y1)
      return
    }
    const process = apps.process
    const hit = shown.laid.hit(x1, y1)
    const handle = hit.on === 'node' ? shown.handles.get(hit.key) : undefined
    if (process?.takesInput() !== true) return
    if (hit.on === 'node' && handle?.on === 'node' && handle.node.kind === 'slider') {
      const bounds = shown.laid.boundsOf(hit.key)
      if (bounds === null) return
      const along = Math.min(1, Math.max(0, (x2 - bounds.left) / Math.max(1, bounds.right - bounds.left)))
      tapNode(process, handle.node, handle.row, shown.view.rtl ? 1 - along : along, handle.enabled)
      return
    }
    const scroll = shown.laid.scrollAt(x1, y1)
    if (scroll !== null) screen.scrollBy(scroll.key, this.#dp(y1 - y2), shown.laid)
  }

  typeText(text: string): boolean {
    const field = this.#focusedField()
    if (field === null) return false
    const { process, node } = field
    const words = text.replaceAll(/[\r\n\t]/gu, ' ')
    writeField(process, node, fieldText(process, node) + words)
    return true
  }

  clearField(): boolean {
    const field = this.#focusedField()
    if (field === null) return false
    writeField(field.process, field.node, '')
    return true
  }

  key(name: KeyName): void {
    const { apps } = this.#host
    const process = apps.process
    const overlay = apps.shownOverlays.at(-1)
    if (name === 'Home') apps.home()
    else if (name === 'Recents') apps.showRecents()
    else if (name === 'Back' || name === 'Escape') {
      if (overlay !== undefined) overlay.dismiss?.()
      else if (process === null) this.#backInSystem()
      else if (process.takesInput()) goBack(process)
    } else if (name !== 'Power' && overlay === undefined && process?.takesInput() === true) this.#appKey(process, name)
  }

  #backInSystem(): void {
    const { apps } = this.#host
    const { front } = apps
    if (typeof front === 'string' || front.is === 'launcher') return
    if (front.is === 'settings' && front.page !== '') apps.front = { is: 'settings', page: '' }
    else apps.backOut()
  }

  #appKey(process: AppProcess, name: KeyName): void {
    const field = this.#focusedField()
    if (field !== null && process.keyboard) {
      if (name === 'Backspace' || name === 'Delete') {
        writeField(process, field.node, Array.from(fieldText(process, field.node)).slice(0, -1).join(''))
        return
      }
      if (name === 'Enter' || name === 'Tab') {
        process.keyboard = false
        return
      }
    }
    if (process.program.surface === 'dpad' && this.#dpadKey(process, name)) return
    process.pressKey(name)
  }

  #dpadKey(process: AppProcess, name: KeyName): boolean {
    const shown = this.#host.screen.now()
    const lines = focusLines(appView(process))
    const overlayOpen = process.overlays.length > 0
    const focus = overlayOpen ? process.overlayFocus : process.top.focus
    if (name === 'Select' || name === 'Enter') {
      if (focus !== null) this.#hit(shown, { on: 'node', key: focus, along: 0.5 })
      return focus !== null
    }
    const arrow = arrows.find(one => one === name)
    return arrow === undefined ? false : this.#moveFocus(process, moved(lines, focus, arrow), focus, overlayOpen)
  }

  /** Only a key that moved nothing goes on to the screen's own `key`. */
  #moveFocus(process: AppProcess, to: string | null, from: string | null, overlayOpen: boolean): boolean {
    if (to === from) return false
    if (overlayOpen) process.overlayFocus = to
    else {
      process.top.focus = to
      if (to !== null) this.#bringIntoView(process, to)
    }
    return true
  }

  #hit(shown: Shown, hit: Hit): void {
    const { apps } = this.#host
    const process = apps.process
    const overlay = apps.shownOverlays.at(-1)
    switch (hit.on) {
      case 'nothing':
      case 'keyboard':
        if (process !== null) process.takesInput()
        return
      case 'nav':
        this.key(hit.button === 'back' ? 'Back' : hit.button === 'home' ? 'Home' : 'Recents')
        return
      case 'outside':
        if (overlay !== undefined) {
          if (overlay.closesOutside) overlay.dismiss?.()
        } else if (process?.takesInput() === true) tapOutside(process)
        return
      case 'up':
        if (process === null) this.#backInSystem()
        else if (process.takesInput()) goUp(process)
        return
      case 'snackbar_action':
        if (process?.takesInput() === true) tapSnackbar(process)
        return
      case 'node':
        if (overlay !== undefined && hit.key.startsWith('s')) this.#pressSystem(hit.key)
        else if (hit.key === 'snackbar') {
          if (process?.takesInput() === true) tapSnackbar(process)
        } else if (process === null) this.#systemTap(shown, hit.key)
        else if (process.takesInput()) this.#appTap(process, shown.handles.get(hit.key), hit.along)
        return
    }
  }

  #pressSystem(key: string): void {
    const [place = 0, button = 0] = key.slice(1).split('.').map(Number)
    this.#host.apps.shownOverlays[place]?.buttons[button]?.press()
  }

  #systemTap(shown: Shown, key: string): void {
    const { apps } = this.#host
    const tap = shown.taps.get(key)
    if (tap === undefined) return
    if (tap.do === 'page') apps.front = { is: 'settings', page: tap.page }
    else if (apps.installed.has(tap.package)) apps.resume(tap.package)
    else apps.open(tap.package)
  }

  #appTap(process: AppProcess, handle: Handle | undefined, along: number): void {
    switch (handle?.on) {
      case undefined:
        return
      case 'tab':
        tapTab(process, handle.tab)
        return
      case 'button':
        tapButton(process, handle.overlay, handle.button)
        return
      case 'node':
        tapNode(process, handle.node, handle.row, along, handle.enabled)
        if (handle.node.kind === 'field' && process.keyboard) this.#bringIntoView(process, handle.node.key)
    }
  }

  /** Scrolls the body so far that what has focus is above the keyboard and below the bar. */
  #bringIntoView(process: AppProcess, key: string): void {
    const { laid, view } = this.#host.screen.now()
    const bounds = laid.boundsOf(key)
    if (bounds === null || this.#host.apps.process !== process) return
    const bottom = laid.keyboardBounds?.top ?? view.height - (56 * this.#host.densityDpi) / 160
    if (bounds.bottom > bottom) this.#host.screen.scrollBy('body', this.#dp(bounds.bottom - bottom) + 8, laid)
    const top = (88 * this.#host.densityDpi) / 160
    if (bounds.top < top && process.program.surface === 'dpad')
      this.#host.screen.scrollBy('body', -this.#dp(top - bounds.top), laid)
  }

  #focusedField(): { readonly process: AppProcess; readonly node: NodeProgram } | null {
    const { apps } = this.#host
    const process = apps.process
    if (process === null || apps.shownOverlays.length > 0 || process.overlays.length > 0 || !process.takesInput())
      return null
    const { focus } = process.top
    if (focus === null) return null
    const handle = appView(process).handles.get(focus)
    return handle?.on === 'node' && handle.node.kind === 'field' && handle.enabled
      ? { process, node: handle.node }
      : null
  }

  #dp(px: number): number {
    return (px * 160) / this.#host.densityDpi
  }
}
