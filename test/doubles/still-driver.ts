// A driver that shows one still screen and writes down what it was asked to do: for tests of what stands above drivers.
import type { Driver, Look } from '#main/device/driver.ts'
import { LiveValue } from '#shared/base/live.ts'
import { keyNames, type Power } from '#shared/domain/device.ts'
import type { Orientation } from '#shared/domain/geometry.ts'
import { deviceId } from '#shared/domain/ids.ts'

const yes = { yes: true } as const

export class StillDriver implements Driver {
  readonly asked: string[] = []
  readonly power = new LiveValue<Power>({ is: 'on', asleep: false })
  orientation: Orientation = 'portrait'
  dark = false
  #now = 0
  /** Called inside each touch, so that a test can act in the middle of one. */
  during: (what: string, signal: AbortSignal) => Promise<void> = () => Promise.resolve()

  readonly model = {
    id: deviceId('still'),
    name: 'Still phone',
    platform: 'demo',
    kind: 'phone',
    surface: 'touch',
    runtime: 'none',
    size: { width: 100, height: 200 },
    densityDpi: 160,
    apiLevel: 33,
  } as const
  readonly can = {
    surface: 'touch',
    keys: keyNames.filter(key => key !== 'Power'),
    tree: yes,
    foreground: yes,
    text: yes,
    clearData: yes,
    crashLogs: yes,
    contacts: { yes: false, why: 'It takes whole gestures.' },
    clipboard: { yes: false, why: 'It has none.' },
    controls: {
      dark: yes,
      fontScale: yes,
      locale: { yes: false, why: 'This phone has one language.' },
      network: yes,
      orientation: yes,
      turn: yes,
      posture: { yes: false, why: 'It does not fold.' },
      awake: yes,
      location: yes,
      statusBar: yes,
      battery: yes,
    },
  } as const
  readonly clock = {
    now: (): number => this.#now,
    wait: (ms: number, signal: AbortSignal): Promise<void> => {
      signal.throwIfAborted()
      this.#now += ms
      return Promise.resolve()
    },
  }
  readonly screen = {
    look: (): Promise<Look> =>
      Promise.resolve({
        picture: this.#picture(),
        tree: null,
        treeMissing: 'a still has no tree',
        foreground: { package: 'dev.example.still', activity: null, overlay: null },
        keyboard: { shown: false, bounds: null },
        size: this.orientation === 'portrait' ? { width: 100, height: 200 } : { width: 200, height: 100 },
        orientation: this.orientation,
        secure: false,
        geometry: this.orientation,
        truthNumber: null,
      }),
    picture: (): Promise<Look['picture']> => Promise.resolve(this.#picture()),
  }
  readonly touch = {
    tap: (x: number, y: number, signal: AbortSignal): Promise<void> => this.#ask(`tap ${x},${y}`, signal),
    press: (x: number, y: number, ms: number, signal: AbortSignal): Promise<void> =>
      this.#ask(`press ${x},${y} ${ms}`, signal),
    swipe: (
      from: { x: number; y: number },
      to: { x: number; y: number },
      ms: number,
      signal: AbortSignal,
    ): Promise<void> => this.#ask(`swipe ${from.x},${from.y} ${to.x},${to.y} ${ms}`, signal),
    lift: (): Promise<void> => {
      this.asked.push('lift')
      return Promise.resolve()
    },
    contacts: null,
  }
  readonly keys = {
    key: (name: string, signal: AbortSignal): Promise<void> => this.#ask(`key ${name}`, signal),
    hostKey: null,
  }
  readonly logLines = null
  readonly clipboard = null
  readonly video = { kind: 'stills', path: 'stills', why: 'It is a still.', hint: null } as const
  readonly files = null
  readonly shell = null
  readonly text = {
    type: (text: string, signal: AbortSignal): Promise<void> => this.#ask(`type ${text}`, signal),
    clear: (signal: AbortSignal): Promise<void> => this.#ask('clear', signal),
    hideKeyboard: (signal: AbortSignal): Promise<void> => this.#ask('hide', signal),
  }
  readonly apps = {
    drop: null,
    install: async (build: { readonly path: string }, signal: AbortSignal) => {
      await this.#ask(`install ${build.path}`, signal)
      return { package: 'dev.example.still', label: 'Still', versionName: '1', versionCode: 1 }
    },
    uninstall: (pkg: string, signal: AbortSignal): Promise<void> => this.#ask(`uninstall ${pkg}`, signal),
    list: () => Promise.resolve([]),
    forceStop: (pkg: string, signal: AbortSignal): Promise<void> => this.#ask(`stop ${pkg}`, signal),
    kill: async (pkg: string, signal: AbortSignal): Promise<boolean> => {
      await this.#ask(`kill ${pkg}`, signal)
      return true
    },
    clearData: (pkg: string, signal: AbortSignal): Promise<void> => this.#ask(`clear ${pkg}`, signal),
    launch: (pkg: string, _: unknown, signal: AbortSignal): Promise<void> => this.#ask(`launch ${pkg}`, signal),
    resume: (pkg: string, signal: AbortSignal): Promise<void> => this.#ask(`resume ${pkg}`, signal),
    openLink: (link: string, signal: AbortSignal): Promise<void> => this.#ask(`link ${link}`, signal),
    permission: (pkg: string, name: string, _: boolean, signal: AbortSignal): Promise<void> =>
      this.#ask(`permission ${pkg} ${name}`, signal),
  }
  readonly logs = {
    mark: () => Promise.resolve('0'),
    since: () => Promise.resolve({ events: [], mark: '0' }),
  }
  readonly settings = {
    readHeld: null,
    set: async (control: { readonly set: string; readonly to: unknown }, signal: AbortSignal): Promise<void> => {
      await this.#ask(`set ${control.set} ${String(control.to)}`, signal)
      if (control.set === 'orientation') this.orientation = control.to as Orientation
      if (control.set === 'dark') this.dark = control.to as boolean
    },
    read: () =>
      Promise.resolve({
        dark: this.dark,
        fontScale: 1,
        locale: 'en',
        network: 'online',
        orientation: this.orientation,
      } as const),
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.asked.push('close')
    await Promise.resolve()
  }

  async #ask(what: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    this.asked.push(what)
    await this.during(what, signal)
    signal.throwIfAborted()
  }

  #picture(): Look['picture'] {
    return {
      id: this.orientation,
      pixels: () => Promise.resolve({ width: 1, height: 1, scale: 0.01, data: new Uint8Array(4) }),
    }
  }
}
