// The shell on the double of electron, a fresh one for each test: who starts it, plays the hub in its child, and reads what it did.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { LiveValue } from '#shared/base/live.ts'
import type { Client } from '#shared/protocol/client.ts'
import { connect } from '#shared/protocol/client.ts'
import type { Given } from '#shared/protocol/contract.ts'
import type { Handlers } from '#shared/protocol/host.ts'
import { host } from '#shared/protocol/host.ts'
import { emitterLink } from '#shared/protocol/port-link.ts'
import type { EmitterPort } from '#shared/protocol/port-link.ts'
import type * as ElectronDouble from '../doubles/electron/electron.ts'
import type { UtilityProcess } from '../doubles/electron/electron.ts'
import type { World } from '../doubles/electron/world.ts'

export const out = join(import.meta.dirname, '..', '..', 'out')
export const page = 'app://nocturne'

export interface OpenedShell extends Disposable {
  readonly electron: typeof ElectronDouble
  readonly world: World
  readonly home: string
  /** As the page does: asks for a port and speaks the protocol over it. */
  readonly pageClient: () => Promise<Client>
  readonly window: () => InstanceType<OpenedShell['electron']['BrowserWindow']>
}

export interface ShellOptions {
  readonly argv?: readonly string[]
  readonly platform?: NodeJS.Platform
  readonly hasLock?: boolean
  readonly onFork?: (child: UtilityProcess, home: string) => void
  readonly isReady?: boolean
  /** Of an earlier start, which goes with it. */
  readonly home?: string
}

export async function openShell(options: ShellOptions = {}): Promise<OpenedShell> {
  vi.resetModules()
  const home = options.home ?? mkdtempSync(join(tmpdir(), 'nocturne-shell-'))
  vi.stubEnv('NOCTURNE_HOME', home)
  const electron = await import('../doubles/electron/electron.ts')
  const { world } = await import('../doubles/electron/world.ts')
  const { startShell } = await import('#main/electron/start.ts')
  world.hasLock = options.hasLock ?? true
  const { onFork } = options
  if (onFork !== undefined) world.onFork = child => onFork(child, home)
  startShell(out, options.argv ?? [], options.platform ?? 'linux')
  if (options.isReady !== false) electron.app.ready()
  await settled()
  const window = (): InstanceType<typeof electron.BrowserWindow> => {
    const [first] = electron.BrowserWindow.open
    if (first === undefined) throw new Error('no window is open')
    return first
  }
  let asked = 0
  return {
    electron,
    world,
    home,
    window,
    pageClient: async () => {
      const frame = new electron.WebFrameMain(page)
      electron.ipcMain.emit('nocturne:port', { senderFrame: frame }, (asked += 1))
      await soon(() => {
        if (frame.posted.length === 0) throw new Error('no answer yet')
      })
      const port = frame.posted[0]?.ports[0]
      if (port === undefined) throw new Error(`no port came: ${JSON.stringify(frame.posted)}`)
      return connect(emitterLink(port as EmitterPort))
    },
    [Symbol.dispose]: () => {
      vi.unstubAllEnvs()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Waits for what takes its time; this machine may be busy. */
export const soon = (check: () => void | Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 60_000 })

/** What was queued has been done: the double of electron does each thing in a turn of its own. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) await new Promise(resolve => setImmediate(resolve))
}

/** A hub that is only its lists: what a test sets is what the shell hears. */
export class ScriptedHub {
  readonly nights = new LiveValue<Given<'nights'>>({ nights: [] })
  readonly devices = new LiveValue<Given<'devices'>>({ devices: [], missing: [] })
  readonly recordings = new LiveValue<Given<'recordings'>>({ recordings: [] })
  readonly isShared: boolean
  child: UtilityProcess | null = null
  /** False: it hangs when it is told to close. */
  closes = true

  constructor(isShared = false) {
    this.isShared = isShared
  }

  run = (child: UtilityProcess): void => {
    this.child = child
    const handlers = {
      nights: async () => this.nights,
      devices: async () => this.devices,
      recordings: async () => this.recordings,
      'hub.window': async () => ({ url: null }),
    } satisfies Partial<Handlers>
    child.parent.on('message', ({ data, ports }) => {
      const { is } = data as { readonly is: string }
      for (const port of ports)
        void host(emitterLink(port as EmitterPort), handlers as unknown as Handlers, { admit: null })
      if (is === 'close' && this.closes) {
        child.parent.postMessage({ is: 'closed' })
        child.exit(0)
      }
    })
    child.parent.postMessage({ is: 'ready', shared: this.isShared })
  }
}
