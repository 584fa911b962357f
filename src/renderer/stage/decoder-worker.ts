// The worker all screens of the window are decoded and drawn in. One player a screen; it speaks with the page by
// picture-wire.ts and with the hub over a link of its own.
import { config } from 'zod'
import type { GivenPort } from '#renderer/socket-link.ts'
import type { FromWorker, ToWorker } from '#renderer/stage/picture-wire.ts'
import { Player } from '#renderer/stage/player.ts'
import { WorkerHub } from '#renderer/stage/worker-hub.ts'

// The page's policy allows no code made from text, which zod would else try.
config({ jitless: true })

interface Page {
  /** Ends the worker. */
  close(): void
  postMessage(said: FromWorker): void
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null
}

const page = globalThis as unknown as Page
const players = new Map<number, Player>()
const asking: PromiseWithResolvers<GivenPort>[] = []
/** Aborts when the hub's process ends; the next process has its own. */
let life = new AbortController()
let hub: WorkerHub | null = null

/** Of the page: a worker does not reach the shell. Answers come in order. */
function askPort(): Promise<GivenPort> {
  const asked = Promise.withResolvers<GivenPort>()
  asking.push(asked)
  page.postMessage({ t: 'ask-port' })
  return asked.promise
}

page.onmessage = ({ data: told }) => {
  switch (told.t) {
    case 'hub':
      hub = new WorkerHub(told.place, askPort)
      return
    case 'port': {
      const [first] = asking.splice(0, 1)
      if (told.port === null) first?.reject(new Error('no port to the hub'))
      else first?.resolve({ port: told.port, gone: life.signal })
      return
    }
    case 'gone':
      life.abort()
      life = new AbortController()
      return
    case 'open':
      if (hub === null) throw new Error('the worker was not told where the hub is')
      players.set(told.id, new Player(told.id, told.canvas, told.wanted, hub, said => page.postMessage(said)))
      return
    case 'want':
      players.get(told.id)?.want(told.wanted)
      return
    case 'close':
      players.get(told.id)?.close()
      players.delete(told.id)
      return
    case 'end':
      for (const player of players.values()) player.close()
      players.clear()
      // The other end of a port hears of its end by what is said over it alone.
      void (hub?.close() ?? Promise.resolve()).finally(() => page.close())
      return
    case 'probe':
      players.get(told.id)?.probe(told.points)
  }
}
