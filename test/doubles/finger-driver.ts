// A still phone that takes single fingers, physical keys and a clipboard, and knows how it is held: for tests of what stands
// above drivers. It writes down what it was asked to do and what is down.
import type { Driver, Held } from '#main/device/driver.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Contact, HostKey } from '#shared/domain/input.ts'
import { StillDriver } from './still-driver.ts'

const yes = { yes: true } as const

export class FingerDriver {
  readonly still = new StillDriver()
  readonly down = new Map<number, { readonly x: number; readonly y: number }>()
  readonly keysDown = new Set<string>()
  readonly pasted: string[] = []
  clip = 'what the person had copied'
  held: Held = {
    turn: 'upright',
    posture: null,
    asleep: false,
    statusBar: null,
    battery: null,
    location: null,
  }
  /** So many of the next calls with fingers are refused, and do not land. */
  refuse = 0
  #copied: ((text: string) => void) | null = null
  readonly driver: Driver

  constructor() {
    const { still } = this
    this.driver = {
      model: still.model,
      can: { ...still.can, contacts: yes, clipboard: yes },
      clock: still.clock,
      power: still.power,
      screen: still.screen,
      text: still.text,
      apps: still.apps,
      logs: still.logs,
      logLines: still.logLines,
      video: still.video,
      files: still.files,
      shell: still.shell,
      touch: {
        ...still.touch,
        lift: async () => {
          still.asked.push('lift')
          this.down.clear()
          await Promise.resolve()
        },
        contacts: (contacts, signal) => this.#contacts(contacts, signal),
      },
      keys: { ...still.keys, hostKey: (key, down, signal) => this.#hostKey(key, down, signal) },
      clipboard: {
        read: async () => Promise.resolve(this.clip),
        write: async (text, signal) => {
          await this.#ask(`clip ${text}`, signal)
          this.clip = text
          this.#copied?.(text)
        },
        paste: async signal => {
          await this.#ask('paste', signal)
          this.pasted.push(this.clip)
        },
        watch: (onCopied, signal) => {
          this.#copied = onCopied
          return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
        },
      },
      settings: {
        ...still.settings,
        set: async (control, signal) => {
          await still.settings.set(control, signal)
          if (control.set === 'turn' && control.to !== 'left' && control.to !== 'right')
            this.held = { ...this.held, turn: control.to }
          if (control.set === 'battery') this.held = { ...this.held, battery: control.to }
        },
        readHeld: async () => Promise.resolve(this.held),
      },
      [Symbol.asyncDispose]: () => still[Symbol.asyncDispose](),
    }
  }

  /** Copied by an app on the device. */
  copy(text: string): void {
    this.clip = text
    this.#copied?.(text)
  }

  /** All that was asked, without reads. */
  get asked(): readonly string[] {
    return this.still.asked
  }

  async #contacts(contacts: readonly Contact[], signal: AbortSignal): Promise<void> {
    if (this.refuse > 0) {
      this.refuse -= 1
      throw new Refusal('failed', 'The touch was not injected.')
    }
    await this.#ask(`put ${contacts.map(({ id, x, y }) => `${id}@${x},${y}`).join(' ')}`.trim(), signal)
    this.down.clear()
    for (const { id, x, y } of contacts) this.down.set(id, { x, y })
  }

  async #hostKey({ key, code }: HostKey, down: boolean, signal: AbortSignal): Promise<void> {
    await this.#ask(`${down ? 'down' : 'up'} ${key}`, signal)
    if (down) this.keysDown.add(code)
    else this.keysDown.delete(code)
  }

  async #ask(what: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    this.still.asked.push(what)
    await this.still.during(what, signal)
    signal.throwIfAborted()
  }
}
