// The page's side of the decoder worker: one worker a window, one canvas a screen, and the latency figures of each device.
import { LiveValue } from '#shared/base/live.ts'
import type { Live } from '#shared/base/live.ts'
import { askShellForPort } from '#renderer/shell/native.ts'
import type { HubPlace } from '#renderer/socket-link.ts'
import type { Figures, Probed } from '#renderer/stage/figures.ts'
import type { FromWorker, ToWorker, Wanted } from '#renderer/stage/picture-wire.ts'

export interface PictureListener {
  onShown(shown: { readonly generation: number; readonly width: number; readonly height: number }): void
  onWords(words: string | null): void
  onProbed?(probed: Probed): void
}

export interface OpenPicture {
  readonly canvas: HTMLCanvasElement
  want(wanted: Wanted): void
  probe(points: readonly (readonly [number, number])[]): void
  close(): void
}

interface Told {
  readonly figures: LiveValue<Figures | null>
  readonly words: LiveValue<string | null>
}

const endsWithinMs = 1000
const told = new Map<string, Told>()

function toldOf(device: string): Told {
  let one = told.get(device)
  if (one === undefined) {
    one = { figures: new LiveValue<Figures | null>(null), words: new LiveValue<string | null>(null) }
    told.set(device, one)
  }
  return one
}

/** Of the newest screen of the device in this window; null before there are any. */
export const figuresOf = (device: string): Live<Figures | null> => toldOf(device).figures

/** What this window itself has to say about the device's picture; null when all is well. */
export const wordsOf = (device: string): Live<string | null> => toldOf(device).words

interface Opened {
  readonly listener: PictureListener
  wanted: Wanted
}

export class Pictures {
  readonly #worker: Worker
  readonly #open = new Map<number, Opened>()
  #last = 0
  #isEnded = false

  constructor(place: HubPlace) {
    this.#worker = new Worker(new URL('./decoder-worker.ts', import.meta.url), { type: 'module', name: 'pictures' })
    this.#worker.addEventListener('message', (event: MessageEvent<FromWorker>) => this.#hear(event.data))
    this.#tell({ t: 'hub', place })
  }

  /** A canvas whose pixels the worker draws; put it where it is to be seen. */
  open(wanted: Wanted, listener: PictureListener): OpenPicture {
    const id = (this.#last += 1)
    const canvas = document.createElement('canvas')
    const offscreen = canvas.transferControlToOffscreen()
    const opened: Opened = { listener, wanted }
    this.#open.set(id, opened)
    this.#tell({ t: 'open', id, canvas: offscreen, wanted }, [offscreen])
    return {
      canvas,
      want: next => {
        opened.wanted = next
        this.#tell({ t: 'want', id, wanted: next })
      },
      probe: points => this.#tell({ t: 'probe', id, points }),
      close: () => {
        this.#open.delete(id)
        this.#tell({ t: 'close', id })
      },
    }
  }

  /** Its hub is not this window's any more: the worker lets go of links and decoders and ends; one that hangs is ended. */
  end(): void {
    this.#isEnded = true
    this.#open.clear()
    this.#tell({ t: 'end' })
    setTimeout(() => this.#worker.terminate(), endsWithinMs)
  }

  #hear(said: FromWorker): void {
    if (said.t === 'ask-port') return void this.#handPort()
    const opened = this.#open.get(said.id)
    if (opened === undefined) return
    switch (said.t) {
      case 'shown':
        return opened.listener.onShown({ generation: said.generation, width: said.width, height: said.height })
      case 'words':
        toldOf(opened.wanted.device).words.set(said.words)
        return opened.listener.onWords(said.words)
      case 'figures':
        return toldOf(opened.wanted.device).figures.set(said.figures)
      case 'probed':
        return opened.listener.onProbed?.(said.probed)
    }
  }

  async #handPort(): Promise<void> {
    try {
      const { port, gone } = await askShellForPort()
      if (this.#isEnded) return port.close()
      gone.addEventListener('abort', () => this.#tell({ t: 'gone' }), { once: true })
      this.#tell({ t: 'port', port }, [port])
    } catch {
      // Why there is none is said by the page's own link.
      this.#tell({ t: 'port', port: null })
    }
  }

  #tell(told: ToWorker, transfer: Transferable[] = []): void {
    this.#worker.postMessage(told, transfer)
  }
}

let pictures: { readonly place: HubPlace; readonly pictures: Pictures } | null = null

/** The window's one. */
export function picturesOf(place: HubPlace): Pictures {
  if (pictures?.place !== place) {
    pictures?.pictures.end()
    pictures = { place, pictures: new Pictures(place) }
  }
  return pictures.pictures
}
