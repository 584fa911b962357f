// The link to the hub, as the page and its workers open it: a WebSocket where the window is served, a port where the shell
// hands one over.
import { Mailbox } from '#shared/protocol/link.ts'
import type { Link } from '#shared/protocol/link.ts'
import { portLink } from '#shared/protocol/port-link.ts'

/** Where the hub is: at an address, or behind ports that the shell hands over. */
export type HubPlace =
  | { readonly is: 'socket'; readonly url: string; readonly key: string | null }
  | { readonly is: 'ports' }
export const keyOf = (place: HubPlace): string | null => (place.is === 'socket' ? place.key : null)

export interface GivenPort {
  readonly port: MessagePort
  /** Aborts when the process at its other end has ended. */
  readonly gone: AbortSignal
}
/** A fresh port to the hub. The page asks the shell; a worker asks its page. */
export type AskPort = () => Promise<GivenPort>

export async function openLink(place: HubPlace, askPort: AskPort): Promise<Link> {
  return place.is === 'socket' ? openSocket(place.url) : pagePortLink(await askPort())
}

function pagePortLink({ port, gone }: GivenPort): Link {
  return portLink({
    post: message => port.postMessage(message),
    onMessage: listener => port.addEventListener('message', event => listener(event.data)),
    onClose: listener => {
      // Electron's ports tell; that they do it always is not to be relied on.
      port.addEventListener('close', listener)
      gone.addEventListener('abort', listener, { once: true })
    },
    start: () => port.start(),
    close: () => port.close(),
  })
}

/** Nothing answered: it may later. */
export class NotReached extends Error {}

export function openSocket(url: string): Promise<Link> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url)
    const mailbox = new Mailbox()
    const closed = new AbortController()
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('message', event => {
      const data: unknown = event.data
      if (typeof data === 'string') mailbox.deliver(data)
      else if (data instanceof ArrayBuffer) mailbox.deliver(new Uint8Array(data))
    })
    socket.addEventListener('close', () => {
      closed.abort()
      reject(new NotReached('no device server'))
    })
    socket.addEventListener('open', () =>
      resolve({
        send: message => {
          if (socket.readyState === WebSocket.OPEN) socket.send(message as string)
        },
        onMessage: listener => mailbox.listen(listener),
        closed: closed.signal,
        close: () => socket.close(),
        get bufferedBytes() {
          return socket.bufferedAmount
        },
      }),
    )
  })
}
