// The one window: opens it, brings it to the front, asks it things, and loads it again when its process ends or hangs.
import { app, BrowserWindow, dialog, nativeTheme } from 'electron'
import { askedChannel, pageOrigin, portChannel } from '#shared/protocol/shell.ts'
import type { GoneMessage, WindowAsk } from '#shared/protocol/shell.ts'
import { Reloads } from '#main/electron/crashes.ts'
import { failedUrl } from '#main/electron/scheme.ts'

/** Of the page's own colours, so that the first picture does not flash. */
const backgrounds = { light: '#F6F6F4', dark: '#101216' } as const

export class MainWindow {
  readonly #preload: string
  readonly #note: (words: string) => void
  readonly #reloads = new Reloads()
  readonly #asks: WindowAsk[] = []
  #window: BrowserWindow | null = null
  #isLoaded = false
  /** Hears of the window filling the screen, and of that ending. */
  onFullScreen: (isFull: boolean) => void = () => {}

  constructor(preload: string, note: (words: string) => void) {
    this.#preload = preload
    this.#note = note
  }

  get isInFront(): boolean {
    return this.#window?.isFocused() ?? false
  }

  /** Opens it, or brings the open one to the front. */
  show(): void {
    if (this.#window === null) {
      this.#open()
      return
    }
    if (this.#window.isMinimized()) this.#window.restore()
    this.#window.show()
    this.#window.focus()
  }

  /** In front, and asked: once it has loaded. From there on the preload keeps what comes before the page listens. */
  ask(ask: WindowAsk): void {
    this.show()
    if (this.#isLoaded) this.#window?.webContents.send(askedChannel, ask)
    else this.#asks.push(ask)
  }

  /** Ports to the hub are of no more use: the page asks for new ones. */
  tellGone(): void {
    this.#window?.webContents.send(portChannel, { nocturne: 'gone' } satisfies GoneMessage)
  }

  #open(): void {
    const window = new BrowserWindow({
      // Its place is kept by Electron under this name.
      name: 'main',
      windowStatePersistence: true,
      width: 1440,
      height: 900,
      minWidth: 360,
      minHeight: 480,
      title: 'Nocturne',
      show: false,
      backgroundColor: nativeTheme.shouldUseDarkColors ? backgrounds.dark : backgrounds.light,
      webPreferences: {
        preload: this.#preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        webviewTag: false,
        spellcheck: false,
        // Throttled where it is not seen, as is Electron's own way: without it the page would not hear that it is hidden, and its
        // streams would go on.
        backgroundThrottling: true,
      },
    })
    this.#window = window
    window.once('ready-to-show', () => window.show())
    window.on('enter-full-screen', () => this.onFullScreen(true))
    window.on('leave-full-screen', () => this.onFullScreen(false))
    window.on('closed', () => {
      this.onFullScreen(false)
      this.#window = null
      this.#isLoaded = false
    })
    this.#mind(window)
    void this.#load(window, `${pageOrigin}/`)
  }

  #mind(window: BrowserWindow): void {
    const { webContents } = window
    webContents.on('did-finish-load', () => {
      this.#isLoaded = true
      for (const ask of this.#asks.splice(0)) webContents.send(askedChannel, ask)
    })
    webContents.on('render-process-gone', (_, { reason, exitCode }) => {
      this.#note(`The window's process ended: ${reason} (${exitCode}).`)
      const then = this.#reloads.gone(reason, performance.now())
      if (then === 'load-again') void this.#load(window, `${pageOrigin}/`)
      else if (then === 'words') void this.#load(window, failedUrl)
    })
    webContents.on('preload-error', (_, path, error) => {
      this.#note(`The window's preload failed: ${error.message} (${path}).`)
      void this.#load(window, failedUrl)
    })
    let isAsking: AbortController | null = null
    window.on('unresponsive', () => {
      isAsking?.abort()
      isAsking = new AbortController()
      void this.#askOfHanging(window, isAsking.signal)
    })
    window.on('responsive', () => isAsking?.abort())
  }

  /** The question goes by itself when the window answers again. */
  async #askOfHanging(window: BrowserWindow, signal: AbortSignal): Promise<void> {
    this.#note('The window does not answer.')
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: 'The window does not answer.',
      detail: 'Nights and the device server are not touched by loading it again.',
      buttons: ['Load again', 'Wait'],
      defaultId: 1,
      cancelId: 1,
      signal,
    })
    // Its process is ended: a page that hangs does not load another. `render-process-gone` loads it again.
    if (response === 0 && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer()
  }

  async #load(window: BrowserWindow, url: string): Promise<void> {
    this.#isLoaded = false
    try {
      await window.loadURL(url)
    } catch (thrown) {
      // A window that was closed or sent elsewhere while it loaded says so in the same way.
      this.#note(`${url} could not be loaded: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
    }
  }
}

/** True for the page itself, in the window's top frame, and for nothing else. */
export function isFromPage(frame: Electron.WebFrameMain | null): boolean {
  return frame !== null && frame.parent === null && frame.origin === pageOrigin
}

export const isDeveloping = (): boolean => !app.isPackaged
