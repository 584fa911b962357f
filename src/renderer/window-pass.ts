// What lets this page in where a browser shows it: the code of its link is given for a key and a ticket, once. They are kept for
// this tab and this address alone, so a reload keeps them and no other server sees them. Tabs of the same address tell each other.
import { z } from 'zod'
import { NotReached } from '#renderer/socket-link.ts'

const passShape = z.object({ key: z.string().min(1), ticket: z.string().min(1) })
const saidShape = z.union([z.literal('who has it'), passShape])
type Pass = z.infer<typeof passShape>

const keptUnder = 'nocturne.pass'
/** So long another tab has to answer. */
const answeredWithinMs = 500

export class WindowPass {
  readonly #tabs = new BroadcastChannel(keptUnder)
  #code: string | null
  #pass: Pass | null
  /** The hub took our key: others may have it. */
  #isIn = false
  #waiting: (() => void) | null = null
  /** Another tab told one that is not ours, and nobody waited for it. */
  onTold: () => void = () => {}

  /** Takes the code out of the address at once. */
  constructor() {
    const url = new URL(location.href)
    this.#code = url.searchParams.get('code')
    this.#pass = kept()
    if (this.#code !== null) {
      url.searchParams.delete('code')
      history.replaceState(history.state, '', url)
    }
    this.#tabs.addEventListener('message', event => this.#hear(event.data))
  }

  get key(): string | null {
    return this.#pass?.key ?? null
  }

  /** Where the page fetches a file of the hub by its address. */
  addressOf(url: string): string {
    return this.#pass === null || !url.startsWith('/') ? url : `${url}?ticket=${encodeURIComponent(this.#pass.ticket)}`
  }

  /** Where it came by a link, and was not let in yet. Rejects where nobody answers. */
  async enter(): Promise<void> {
    if (this.#code === null) return
    const answer = await fetch('/enter', { method: 'POST', body: this.#code }).catch(() => {
      throw new NotReached('no device server')
    })
    this.#code = null
    // Used before: by this very tab, perhaps, which then still has what it got.
    if (!answer.ok) return
    this.#keep(passShape.parse(await answer.json()))
  }

  /** The hub took the key. Tabs that stay out hear of it. */
  in(): void {
    if (this.#isIn) return
    this.#isIn = true
    if (this.#pass !== null) this.#tabs.postMessage(this.#pass)
  }

  out(): void {
    this.#isIn = false
  }

  /** True when another tab told one that is not ours. */
  another(): Promise<boolean> {
    return new Promise(resolve => {
      const end = (isTold: boolean) => (): void => {
        clearTimeout(late)
        this.#waiting = null
        resolve(isTold)
      }
      const late = setTimeout(end(false), answeredWithinMs)
      this.#waiting = end(true)
      this.#tabs.postMessage('who has it')
    })
  }

  #hear(data: unknown): void {
    const said = saidShape.safeParse(data)
    if (!said.success) return
    if (said.data === 'who has it') {
      if (this.#isIn && this.#pass !== null) this.#tabs.postMessage(this.#pass)
      return
    }
    if (this.#isIn || said.data.key === this.key) return
    this.#keep(said.data)
    if (this.#waiting === null) this.onTold()
    else this.#waiting()
  }

  #keep(pass: Pass): void {
    this.#pass = pass
    try {
      sessionStorage.setItem(keptUnder, JSON.stringify(pass))
    } catch {
      // A browser that keeps nothing: then a reload needs a new link.
    }
  }
}

function kept(): Pass | null {
  try {
    return passShape.parse(JSON.parse(sessionStorage.getItem(keptUnder) ?? ''))
  } catch {
    // Nothing, or nothing of ours.
    return null
  }
}
