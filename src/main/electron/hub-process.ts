// The hub's utility process: starts it, starts it again when it ends by itself, hands it ports, and has it put everything back
// before it goes. What is said over the ports is none of its business.
import { MessageChannelMain, utilityProcess } from 'electron'
import type { MessagePortMain, UtilityProcess } from 'electron'
import { LiveValue } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import { fromHubShape } from '#shared/protocol/hub-process.ts'
import type { FromHub, ToHub } from '#shared/protocol/hub-process.ts'
import { ownEnvironment } from '#main/sys/environment.ts'
import { Restarts } from '#main/electron/crashes.ts'

export type HubState =
  | { readonly is: 'starting' }
  | { readonly is: 'ready'; readonly shared: boolean; readonly start: number }
  /** It will not be started again by itself. */
  | { readonly is: 'failed'; readonly why: Refusal }
  | { readonly is: 'closed' }

/** For putting the settings of devices back. */
const closeMs = 30_000

export class HubProcess {
  readonly state = new LiveValue<HubState>({ is: 'starting' })
  readonly #entry: string
  readonly #restarts = new Restarts()
  readonly #note: (words: string) => void
  readonly #onGone: () => void
  #child: UtilityProcess | null = null
  #starts = 0
  #timer: ReturnType<typeof setTimeout> | null = null
  #closing: PromiseWithResolvers<void> | null = null

  /** `onGone`: it ended by itself, and every port to it with it. */
  constructor(entry: string, note: (words: string) => void, onGone: () => void) {
    this.#entry = entry
    this.#note = note
    this.#onGone = onGone
  }

  /** A number for each start: a change says that the one before has died. */
  start(): void {
    if (this.#child !== null || this.#closing !== null) return
    this.state.set({ is: 'starting' })
    this.#starts += 1
    const beganMs = performance.now()
    const child = utilityProcess.fork(this.#entry, [], {
      serviceName: 'Nocturne device server',
      env: ownEnvironment(),
      stdio: 'pipe',
    })
    this.#child = child
    for (const output of [child.stdout, child.stderr])
      output?.on('data', (chunk: Uint8Array) => this.#note(new TextDecoder().decode(chunk).trimEnd()))
    child.on('message', (message: unknown) => {
      const said = fromHubShape.safeParse(message)
      if (said.success) this.#take(said.data)
      else this.#note('The device server said what is not understood.')
    })
    child.on('exit', code => this.#exited(code, performance.now() - beganMs))
  }

  /** Waits for the hub, then gives it one end of a new channel: the other is the answer. Starts it where it had been given up. */
  async openPort(): Promise<MessagePortMain> {
    if (this.state.value.is === 'failed') {
      this.#restarts.forget()
      if (this.#child === null) this.start()
      else {
        // It lives, and refused: it tries once more for this port.
        this.state.set({ is: 'starting' })
        const port = this.#handOver(this.#child)
        try {
          await this.#ready()
        } catch (thrown) {
          port.close()
          throw thrown
        }
        return port
      }
    }
    await this.#ready()
    if (this.#child === null) throw new Refusal('failed', 'The connection to the device server closed.')
    return this.#handOver(this.#child)
  }

  /** The computer slept: told at once, and not only by the clock. */
  woke(): void {
    this.#child?.postMessage({ is: 'woke' } satisfies ToHub)
  }

  /** Everything of the hub is put back; one that takes too long is ended. */
  async close(): Promise<void> {
    if (this.#closing !== null) return this.#closing.promise
    this.#closing = Promise.withResolvers<void>()
    if (this.#timer !== null) clearTimeout(this.#timer)
    const child = this.#child
    if (child === null) this.#closed()
    else {
      child.postMessage({ is: 'close' } satisfies ToHub)
      const late = setTimeout(() => {
        this.#note('The device server did not end in time.')
        child.kill()
        this.#closed()
      }, closeMs)
      void this.#closing.promise.then(() => clearTimeout(late))
    }
    return this.#closing.promise
  }

  #handOver(child: UtilityProcess): MessagePortMain {
    const { port1, port2 } = new MessageChannelMain()
    child.postMessage({ is: 'link' } satisfies ToHub, [port1])
    return port2
  }

  #take(said: FromHub): void {
    switch (said.is) {
      case 'ready':
        this.state.update(now =>
          now.is === 'ready' && now.shared === said.shared && now.start === this.#starts
            ? now
            : { is: 'ready', shared: said.shared, start: this.#starts },
        )
        return
      case 'refused':
        this.state.set({ is: 'failed', why: Refusal.fromData(said.error) })
        return
      case 'closed':
        this.#closed()
    }
  }

  #exited(code: number, ranMs: number): void {
    this.#child = null
    if (this.#closing !== null) return this.#closed()
    this.#note(`The device server ended by itself (exit code ${code}).`)
    this.#onGone()
    const next = this.#restarts.ended(ranMs)
    if (next.is === 'again') {
      this.state.set({ is: 'starting' })
      this.#timer = setTimeout(() => this.start(), next.afterMs)
      return
    }
    this.state.set({
      is: 'failed',
      why: new Refusal('failed', "Nocturne's device server stops each time it is started.", {
        hint: 'Load the page again to try once more. `nocturne doctor` says what is missing.',
      }),
    })
  }

  #closed(): void {
    this.state.set({ is: 'closed' })
    this.#closing?.resolve()
  }

  #ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (state: HubState): boolean => {
        if (state.is === 'starting') return false
        if (state.is === 'ready') resolve()
        else reject(state.is === 'failed' ? state.why : new Refusal('failed', 'Nocturne is closing.'))
        return true
      }
      if (look(this.state.value)) return
      const stop = this.state.subscribe(state => {
        if (look(state)) stop()
      })
    })
  }
}
