// Puts together what the demo phone shows, lays it out and keeps the last layouts, so that looking again costs nothing.
// Equal pictures have equal ids without being drawn.
import type { Foreground } from '#shared/domain/device.ts'
import type { Orientation, Size } from '#shared/domain/geometry.ts'
import type { Pixels } from '#shared/domain/picture.ts'
import type { AppProcess } from '#main/device/demo/engine/app-process.ts'
import { focusLines } from '#main/device/demo/engine/dpad.ts'
import { drawPhone } from '#main/device/demo/engine/draw.ts'
import { layoutPhone, type Laid } from '#main/device/demo/engine/layout.ts'
import type { PhoneApps } from '#main/device/demo/engine/phone-apps.ts'
import { appView, type AppView, type Handle } from '#main/device/demo/engine/screen-view.ts'
import { overlayView } from '#main/device/demo/engine/system-overlays.ts'
import { systemView, type SystemTap } from '#main/device/demo/engine/system-screens.ts'
import { isRightToLeft, localeOf } from '#main/device/demo/engine/text.ts'
import type { Timers } from '#main/device/demo/engine/timers.ts'
import type { PhoneView, ScreenView } from '#main/device/demo/engine/view.ts'

export interface ScreenHost {
  /** Of the screen that shows now, upright. */
  size(): Size
  readonly densityDpi: number
  readonly timers: Timers
  readonly apps: PhoneApps
  settings(): { readonly dark: boolean; readonly fontScale: number; readonly locale: string; readonly network: string }
  orientation(): Orientation
}

/** One moment of the screen. */
export interface Shown {
  readonly view: PhoneView
  readonly laid: Laid
  readonly id: string
  readonly handles: ReadonlyMap<string, Handle>
  readonly taps: ReadonlyMap<string, SystemTap>
  pixels(scale: number): Pixels
}

const layoutsMax = 16
const phaseMs = 100
const nothing: ReadonlyMap<string, never> = new Map<string, never>()

export class PhoneScreen {
  readonly #host: ScreenHost
  readonly #layouts = new Map<string, Laid>()
  #toast: { readonly words: string; readonly untilMs: number } | null = null

  constructor(host: ScreenHost) {
    this.#host = host
  }

  toast(words: string): void {
    this.#toast = { words, untilMs: this.#host.timers.now + 2000 }
  }

  view(): PhoneView {
    return this.#assemble().view
  }

  /** When what is shown changes by itself: what moves, a toast that goes, a half-built screen, the minute in the bar. */
  nextAt(): number {
    const { now } = this.#host.timers
    const after = (ms: number): number => (Math.floor(now / ms) + 1) * ms
    const toast = this.#toast !== null && this.#toast.untilMs > now ? this.#toast.untilMs : Number.POSITIVE_INFINITY
    const { halfBuiltUntil } = this.#host.apps
    const built = halfBuiltUntil > now ? halfBuiltUntil : Number.POSITIVE_INFINITY
    return Math.min(after(60_000), toast, built, this.#assemble().moves ? after(phaseMs) : Number.POSITIVE_INFINITY)
  }

  now(): Shown {
    let assembled = this.#assemble()
    let laid = this.#layout(assembled.view)
    if (this.#adjustScroll(assembled.app, laid)) {
      assembled = this.#assemble()
      laid = this.#layout(assembled.view)
    }
    const { view } = assembled
    return {
      view,
      laid,
      id: `${hashOf(JSON.stringify(view))}`,
      handles: assembled.app?.handles ?? nothing,
      taps: assembled.taps,
      pixels: scale => drawPhone(laid, view, scale),
    }
  }

  foreground(): Foreground {
    const { apps } = this.#host
    const { front } = apps
    const overlay = apps.shownOverlays.at(-1)
    const owner = typeof front === 'string' ? front : systemView(front, apps.icons, apps.recents).screen.package
    const activity =
      typeof front === 'string' ? `${front}.MainActivity` : systemView(front, apps.icons, apps.recents).screen.activity
    if (overlay === undefined) return { package: owner, activity, overlay: null }
    if (overlay.activity !== null) return { package: overlay.package, activity: overlay.activity, overlay: null }
    return { package: owner, activity, overlay: overlay.window }
  }

  /** For the truth log: the process in question (also in the background) and the faults reached since the last call. */
  truth(): { readonly process: AppProcess | null; readonly faults: readonly string[] } {
    const { apps } = this.#host
    const process = apps.lastFront === null ? null : (apps.installed.get(apps.lastFront)?.process ?? null)
    const faults = new Set(apps.faultsLeft)
    apps.faultsLeft.clear()
    if (process !== null) {
      for (const bug of process.faults) faults.add(bug)
      process.faults.clear()
      if (apps.process === process && !process.splashing && process.stands !== 'blank')
        for (const bug of appView(process).faults) faults.add(bug)
    }
    return { process, faults: [...faults].toSorted() }
  }

  #layout(view: PhoneView): Laid {
    const key = hashOf(JSON.stringify({ ...view, phase: 0, time: '', toast: null, offline: false }))
    const known = this.#layouts.get(key)
    if (known !== undefined) {
      this.#layouts.delete(key)
      this.#layouts.set(key, known)
      return known
    }
    const laid = layoutPhone(view)
    this.#layouts.set(key, laid)
    const oldest = this.#layouts.keys().next().value
    if (this.#layouts.size > layoutsMax && oldest !== undefined) this.#layouts.delete(oldest)
    return laid
  }

  #assemble(): {
    readonly view: PhoneView
    readonly app: AppView | null
    readonly taps: ReadonlyMap<string, SystemTap>
    readonly moves: boolean
  } {
    const { apps, timers } = this.#host
    const process = apps.process
    const splash = process?.splashing === true
    const blank = process?.stands === 'blank'
    const app = process === null || splash || blank ? null : this.#appView(process)
    const system =
      process === null && typeof apps.front !== 'string' ? systemView(apps.front, apps.icons, apps.recents) : null
    const settings = this.#host.settings()
    const program = process?.program ?? null
    const locale = program === null ? 'en' : localeOf(settings.locale, program.locales)
    const half = app !== null && timers.now < apps.halfBuiltUntil
    const overlays = apps.shownOverlays.map(overlayView)
    const moves = (app?.moves === true && process?.stands === null) || splash
    const size = this.#host.size()
    const turned = this.#host.orientation() === 'landscape'
    const view: PhoneView = {
      width: turned ? size.height : size.width,
      height: turned ? size.width : size.height,
      densityDpi: this.#host.densityDpi,
      fontScale: settings.fontScale,
      dark: settings.dark,
      rtl: isRightToLeft(locale),
      time: new Date(timers.now).toISOString().slice(11, 16),
      offline: settings.network === 'offline',
      splash:
        splash && program !== null
          ? { label: program.label, color: (settings.dark ? program.darkPrimary : null) ?? program.primary }
          : null,
      blank: blank ? (settings.dark ? '#121212' : '#FFFFFF') : null,
      screen: app === null ? (system?.screen ?? null) : half ? halfOf(app.screen) : app.screen,
      overlays: [...(app?.overlays ?? []), ...overlays],
      keyboard: process?.keyboard === true && !splash && overlays.length === 0,
      toast: this.#toast !== null && timers.now < this.#toast.untilMs ? this.#toast.words : null,
      snackbar: app?.snackbar ?? null,
      phase: moves ? Math.floor(timers.now / phaseMs) % 1000 : 0,
      secure: process !== null && process.program.secure.has(process.top.screen) && !splash,
    }
    return { view, app, taps: system?.taps ?? nothing, moves }
  }

  /** A TV app always has focus on something that can take it. */
  #appView(process: AppProcess): AppView {
    const view = appView(process)
    if (process.program.surface !== 'dpad') return view
    const lines = focusLines(view)
    const overlayOpen = view.overlays.length > 0
    const focus = overlayOpen ? process.overlayFocus : process.top.focus
    if (focus !== null && lines.some(line => line.includes(focus))) return view
    const first = lines[0]?.[0] ?? null
    if (first === focus) return view
    if (overlayOpen) process.overlayFocus = first
    else process.top.focus = first
    return appView(process)
  }

  /** Keeps scrolls within their ends and answers a wanted `scrollTo`; true when something was moved. */
  #adjustScroll(app: AppView | null, laid: Laid): boolean {
    const process = this.#host.apps.process
    if (process === null || app === null) return false
    const { scroll } = process.top
    let moved = false
    for (const [key, offset] of scroll) {
      const max = laid.maxScroll[key] ?? 0
      if (offset <= max) continue
      scroll.set(key, max)
      moved = true
    }
    const wanted = process.scrollWanted
    process.scrollWanted = null
    const key =
      wanted === null
        ? undefined
        : [...app.handles].find(([, handle]) => handle.on === 'node' && handle.node.id === wanted)?.[0]
    const bounds = key === undefined ? null : laid.boundsOf(key)
    if (bounds === null) return moved
    return this.scrollBy('body', this.#dp(bounds.top) - 88, laid) || moved
  }

  /** Scrolls by dp within the ends; true when it moved. */
  scrollBy(key: string, dp: number, laid: Laid): boolean {
    const process = this.#host.apps.process
    if (process === null) return false
    const { scroll } = process.top
    const before = scroll.get(key) ?? 0
    const after = Math.round(Math.min(laid.maxScroll[key] ?? 0, Math.max(0, before + dp)))
    if (after === before) return false
    scroll.set(key, after)
    return true
  }

  #dp(px: number): number {
    return (px * 160) / this.#host.densityDpi
  }
}

/** A screen that is still being built: its upper half, and no tabs yet. */
function halfOf(screen: ScreenView): ScreenView {
  return { ...screen, body: screen.body.slice(0, Math.floor(screen.body.length / 2)), tabs: null, fab: null }
}

/** 64 bits of two independent FNV-1a hashes, as hex. */
function hashOf(text: string): string {
  let a = 0x811c9dc5
  let b = 0x2f0b4c47
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b)
    b ^= b >>> 13
  }
  return (a >>> 0).toString(16).padStart(8, '0') + (b >>> 0).toString(16).padStart(8, '0')
}
