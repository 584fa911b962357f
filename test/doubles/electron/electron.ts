// The electron module as the shell uses it, without Electron: what is not here fails when it is called. Each part is checked
// against electron's own types where they allow it (`satisfies`), so that a name that electron does not have does not compile.
import { existsSync } from 'node:fs'
import { setImmediate } from 'node:timers'
import type Electron from 'electron'
import { strict, StrictEmitter } from './strict.ts'
import { world } from './world.ts'

const call = (words: string): void => void world.calls.push(words)

// ---- ports and processes

type PortListener = (event: { readonly data: unknown; readonly ports: readonly MessagePortMain[] }) => void

/** Clones what is sent, keeps it until `start`, closes with its other end: as electron's own. */
export class MessagePortMain {
  readonly #emitter = new StrictEmitter('MessagePortMain', ['message', 'close'])
  #other: MessagePortMain | null = null
  #kept: unknown[] | null = []
  #isClosed = false

  join(other: MessagePortMain): void {
    this.#other = other
  }

  on(event: string, listener: PortListener | (() => void)): this {
    this.#emitter.on(event, listener as () => void)
    return this
  }

  postMessage(message: unknown, transfer?: readonly unknown[]): void {
    if (transfer !== undefined && transfer.length > 0)
      throw new Error('a port of the main process loses what is transferred')
    const data: unknown = structuredClone(message)
    setImmediate(() => this.#other?.take(data))
  }

  take(data: unknown): void {
    if (this.#isClosed) return
    if (this.#kept === null) this.#emitter.emit('message', { data, ports: [] })
    else this.#kept.push(data)
  }

  start(): void {
    const kept = this.#kept ?? []
    this.#kept = null
    for (const data of kept) setImmediate(() => this.take(data))
  }

  close(): void {
    this.ended()
    setImmediate(() => this.#other?.ended())
  }

  ended(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#emitter.emit('close')
  }
}

export class MessageChannelMain {
  readonly port1 = new MessagePortMain()
  readonly port2 = new MessagePortMain()

  constructor() {
    this.port1.join(this.port2)
    this.port2.join(this.port1)
  }
}

/** A child that does what a test has it do: `parent` is its `process.parentPort`. */
export class UtilityProcess {
  readonly entry: string
  readonly options: Electron.ForkOptions
  readonly stdout = new StrictEmitter('stdout', ['data'])
  readonly stderr = new StrictEmitter('stderr', ['data'])
  readonly said: unknown[] = []
  readonly #events = new StrictEmitter('UtilityProcess', ['message', 'exit'])
  readonly #inside = new StrictEmitter('parentPort', ['message'])
  readonly #ports: MessagePortMain[] = []
  isAlive = true
  readonly parent = {
    postMessage: (message: unknown): void => {
      if (this.isAlive) setImmediate(() => this.#events.emit('message', message))
    },
    on: (name: 'message', listener: PortListener): void => {
      this.#inside.on(name, listener as () => void)
    },
  }

  constructor(entry: string, options: Electron.ForkOptions) {
    this.entry = entry
    this.options = options
  }

  on(event: string, listener: (...args: never[]) => void): this {
    this.#events.on(event, listener)
    return this
  }

  postMessage(message: unknown, ports: readonly MessagePortMain[] = []): void {
    this.said.push(message)
    this.#ports.push(...ports)
    if (this.isAlive) setImmediate(() => this.#inside.emit('message', { data: message, ports }))
  }

  kill(): boolean {
    call('utilityProcess.kill')
    this.exit(15)
    return true
  }

  /** For tests: it ends. */
  exit(code: number): void {
    if (!this.isAlive) return
    this.isAlive = false
    // A process's ports end with it.
    for (const port of this.#ports) port.close()
    setImmediate(() => this.#events.emit('exit', code))
  }
}

export const utilityProcess = strict('utilityProcess', {
  fork: (entry: string, _args: string[], options: Electron.ForkOptions): UtilityProcess => {
    const child = strict('UtilityProcess', new UtilityProcess(entry, options))
    world.children.push(child)
    world.onFork?.(child)
    return child
  },
})

// ---- the app

class App extends StrictEmitter {
  readonly #ready = Promise.withResolvers<void>()
  #isReady = false

  constructor() {
    super('app', [
      'second-instance',
      'open-url',
      'open-file',
      'activate',
      'window-all-closed',
      'before-quit',
      'child-process-gone',
      'web-contents-created',
    ])
  }

  get isPackaged(): boolean {
    return world.isPackaged
  }

  enableSandbox(): void {
    if (this.#isReady) throw new Error('the sandbox is enabled before the app is ready')
    call('app.enableSandbox')
  }

  setName(name: string): void {
    call(`app.setName ${name}`)
  }

  setPath(name: string, path: string): void {
    world.paths.set(name, path)
  }

  requestSingleInstanceLock(): boolean {
    call('app.requestSingleInstanceLock')
    return world.hasLock
  }

  setAsDefaultProtocolClient(scheme: string): boolean {
    call(`app.setAsDefaultProtocolClient ${scheme}`)
    return true
  }

  isReady(): boolean {
    return this.#isReady
  }

  whenReady(): Promise<void> {
    return this.#ready.promise
  }

  /** As electron: everybody may prevent it; else the app goes. */
  quit(): void {
    call('app.quit')
    if (!this.fire('before-quit').prevented) call('gone')
  }

  exit(code: number): void {
    call(`app.exit ${code}`)
  }

  /** For tests. */
  ready(): void {
    this.#isReady = true
    this.#ready.resolve()
  }
}
export const app = strict('app', new App())

export const crashReporter = strict('crashReporter', {
  start: (options: Electron.CrashReporterStartOptions): void => call(`crashReporter.start ${JSON.stringify(options)}`),
})

export const powerMonitor = strict('powerMonitor', new StrictEmitter('powerMonitor', ['shutdown', 'resume']))

export const powerSaveBlocker = strict('powerSaveBlocker', {
  start: (type: Parameters<Electron.PowerSaveBlocker['start']>[0]): number => {
    call(`powerSaveBlocker.start ${type}`)
    const id = Math.max(0, ...world.awake) + 1
    world.awake.add(id)
    return id
  },
  stop: (id: number): boolean => world.awake.delete(id),
} satisfies Partial<Electron.PowerSaveBlocker>)

export const nativeTheme = strict('nativeTheme', {
  shouldUseDarkColors: false,
  themeSource: 'system',
} as Pick<Electron.NativeTheme, 'shouldUseDarkColors' | 'themeSource'>)

// ---- pages

export class WebFrameMain {
  readonly parent: WebFrameMain | null
  readonly origin: string
  readonly posted: {
    readonly channel: string
    readonly message: unknown
    readonly ports: readonly MessagePortMain[]
  }[] = []
  isGone = false

  constructor(origin: string, parent: WebFrameMain | null = null) {
    this.origin = origin
    this.parent = parent
  }

  isDestroyed(): boolean {
    return this.isGone
  }

  postMessage(channel: string, message: unknown, ports: readonly MessagePortMain[] = []): void {
    this.posted.push({ channel, message, ports })
  }
}

/** A picture by its bytes; those that are no PNG make an empty one. */
class NativeImage {
  readonly words: string

  constructor(bytes: Uint8Array, words = '') {
    const isPng = Buffer.from(bytes.subarray(0, 8)).toString('latin1') === '\x89PNG\r\n\x1a\n'
    this.words = isPng ? `${bytes.length} bytes${words}` : ''
  }

  isEmpty(): boolean {
    return this.words === ''
  }

  resize({ height }: Pick<Electron.ResizeOptions, 'height'>): NativeImage {
    const image = new NativeImage(new Uint8Array())
    return Object.assign(image, { words: this.isEmpty() ? '' : `${this.words}, ${height} high` })
  }
}

export const nativeImage = strict('nativeImage', {
  createFromBuffer: (bytes: Buffer): NativeImage => strict('NativeImage', new NativeImage(bytes)),
  createFromDataURL: (url: string): NativeImage =>
    strict('NativeImage', new NativeImage(Buffer.from(url.replace(/^data:image\/png;base64,/u, ''), 'base64'))),
})

class WebContents extends StrictEmitter {
  openHandler: ((details: { readonly url: string }) => { readonly action: string }) | null = null
  readonly sent: { readonly channel: string; readonly message: unknown }[] = []
  url = ''

  constructor() {
    super('webContents', [
      'will-attach-webview',
      'will-navigate',
      'will-frame-navigate',
      'will-redirect',
      'render-process-gone',
      'preload-error',
      'did-finish-load',
    ])
  }

  setWindowOpenHandler(handler: WebContents['openHandler']): void {
    this.openHandler = handler
  }

  getURL(): string {
    return this.url
  }

  send(channel: string, message: unknown): void {
    this.sent.push({ channel, message })
  }

  isDestroyed(): boolean {
    return false
  }

  /** As electron: it must be a file that is there, under an icon that is not empty. */
  startDrag({ file, icon }: { readonly file: string; readonly icon: NativeImage }): void {
    if (!existsSync(file)) throw new Error(`there is no ${file} to be dragged`)
    if (icon.isEmpty()) throw new Error("Must specify non-empty 'icon' option")
    world.drags.push({ file, icon: icon.words })
  }

  forcefullyCrashRenderer(): void {
    call('webContents.forcefullyCrashRenderer')
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 })
  }
}

export class BrowserWindow extends StrictEmitter {
  static readonly open: BrowserWindow[] = []
  readonly options: Electron.BrowserWindowConstructorOptions
  readonly webContents: WebContents = strict('webContents', new WebContents())
  readonly loaded: string[] = []
  isInFront = false
  isSmall = false
  #isClosed = false

  static getAllWindows(): readonly BrowserWindow[] {
    return BrowserWindow.open
  }

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super('BrowserWindow', [
      'ready-to-show',
      'closed',
      'unresponsive',
      'responsive',
      'enter-full-screen',
      'leave-full-screen',
    ])
    this.options = options
    const known = strict('BrowserWindow', this)
    BrowserWindow.open.push(known)
    app.emit('web-contents-created', {}, this.webContents)
    // What the shell holds is the strict one.
    return known
  }

  async loadURL(url: string): Promise<void> {
    this.loaded.push(url)
    this.webContents.url = url
    setImmediate(() => this.webContents.emit('did-finish-load'))
  }

  show(): void {
    call('window.show')
    this.isInFront = true
  }

  focus(): void {
    this.isInFront = true
  }

  restore(): void {
    this.isSmall = false
  }

  isMinimized(): boolean {
    return this.isSmall
  }

  isFocused(): boolean {
    return this.isInFront
  }

  isDestroyed(): boolean {
    return this.#isClosed
  }

  /** For tests: a person closes it. */
  close(): void {
    this.#isClosed = true
    BrowserWindow.open.length = 0
    this.emit('closed')
    if (BrowserWindow.open.length === 0) app.emit('window-all-closed')
  }
}

class Session {
  mayAsk: Parameters<Electron.Session['setPermissionRequestHandler']>[0] = null
  mayUse: Parameters<Electron.Session['setPermissionCheckHandler']>[0] = null
  mayHave: Parameters<Electron.Session['setDevicePermissionHandler']>[0] = null
  mayCapture: Parameters<Electron.Session['setDisplayMediaRequestHandler']>[0] = null

  setPermissionRequestHandler(handler: Session['mayAsk']): void {
    this.mayAsk = handler
  }

  setPermissionCheckHandler(handler: Session['mayUse']): void {
    this.mayUse = handler
  }

  setDevicePermissionHandler(handler: Session['mayHave']): void {
    this.mayHave = handler
  }

  setDisplayMediaRequestHandler(handler: Session['mayCapture']): void {
    this.mayCapture = handler
  }
}
export const session = strict('session', { defaultSession: strict('session', new Session()) })

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged: (schemes: Electron.CustomScheme[]): void => {
    if (app.isReady()) throw new Error('schemes are registered before the app is ready')
    for (const { scheme, privileges } of schemes) world.privileges.push({ scheme, privileges: { ...privileges } })
  },
  handle: (scheme: string, handler: (request: Request) => Promise<Response>): void => {
    if (!app.isReady()) throw new Error('a scheme is handled when the app is ready')
    world.handlers.set(scheme, handler)
  },
})

export const ipcMain = strict(
  'ipcMain',
  new StrictEmitter('ipcMain', ['nocturne:port', 'nocturne:theme', 'nocturne:drag']),
)

// ---- what a person sees

export const Menu = strict('Menu', {
  template: [] as Electron.MenuItemConstructorOptions[],
  buildFromTemplate(template: Electron.MenuItemConstructorOptions[]): Electron.MenuItemConstructorOptions[] {
    return template
  },
  setApplicationMenu(menu: Electron.MenuItemConstructorOptions[]): void {
    this.template = menu
  },
})

export const dialog = strict('dialog', {
  showMessageBox: async (
    ...args: [BrowserWindow, Electron.MessageBoxOptions] | [Electron.MessageBoxOptions]
  ): Promise<{ readonly response: number }> => {
    const options = args.length === 1 ? args[0] : args[1]
    world.boxes.push({ message: options.message, detail: options.detail ?? '', buttons: options.buttons ?? [] })
    return { response: world.answer }
  },
})

export class Notification extends StrictEmitter {
  readonly #options: Electron.NotificationConstructorOptions

  static isSupported(): boolean {
    return true
  }

  constructor(options: Electron.NotificationConstructorOptions) {
    super('Notification', ['click', 'close'])
    this.#options = options
  }

  show(): void {
    const { title = '', body = '' } = this.#options
    world.notices.push({ title, body, click: () => this.emit('click') })
  }
}

// ---- for the preload

export const ipcRenderer = strict('ipcRenderer', {
  listeners: new Map<string, (event: unknown, ...args: unknown[]) => void>(),
  sent: [] as { readonly channel: string; readonly message: unknown }[],
  on(channel: string, listener: (event: unknown, ...args: never[]) => void): void {
    this.listeners.set(channel, listener as () => void)
  },
  send(channel: string, message: unknown): void {
    this.sent.push({ channel, message })
  },
})
export const contextBridge = strict('contextBridge', {
  exposed: new Map<string, unknown>(),
  exposeInMainWorld(name: string, what: unknown): void {
    this.exposed.set(name, what)
  },
})
export const webUtils = strict('webUtils', {
  getPathForFile: (file: { readonly name: string }): string => `/dropped/${file.name}`,
})
