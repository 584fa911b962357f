// A Link over a message port: of a page, of a worker, of Electron's main process or of Node. Who has the port adapts it (`Carrier`);
// nothing is put into a transfer list, since ports of Electron's main process lose what is.
import { Mailbox } from '#shared/protocol/link.ts'
import type { Link } from '#shared/protocol/link.ts'

/** Said before a close: a port does not always tell its other end, and a page's never does in a browser. No message of ours is empty. */
const bye = ''

export interface Carrier {
  post(message: string | Uint8Array): void
  onMessage(listener: (data: unknown) => void): void
  /** The other end is gone. */
  onClose(listener: () => void): void
  /** Messages come from now on. */
  start(): void
  close(): void
}

export function portLink(carrier: Carrier): Link {
  const mailbox = new Mailbox()
  const closed = new AbortController()
  const close = (): void => {
    if (closed.signal.aborted) return
    carrier.post(bye)
    carrier.close()
    closed.abort()
  }
  carrier.onMessage(data => {
    if (closed.signal.aborted) return
    if (data === bye) closed.abort()
    else if (typeof data === 'string' || data instanceof Uint8Array) mailbox.deliver(data)
    // Not our protocol: whoever it is, it is not listened to any further.
    else close()
  })
  carrier.onClose(() => closed.abort())
  carrier.start()
  return {
    send: message => {
      if (!closed.signal.aborted) carrier.post(typeof message === 'string' ? message : exact(message))
    },
    onMessage: listener => mailbox.listen(listener),
    closed: closed.signal,
    close,
    // A port does not tell; streams are held by their credits.
    bufferedBytes: 0,
  }
}

/** A view of a larger buffer would carry the whole buffer across. */
function exact(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
}

/** The shape of Electron's MessagePortMain, which is Node's events and not a page's. */
export interface EmitterPort {
  postMessage(message: unknown): void
  on(name: 'message', listener: (event: { readonly data: unknown }) => void): unknown
  on(name: 'close', listener: () => void): unknown
  start(): void
  close(): void
}

export const emitterLink = (port: EmitterPort): Link =>
  portLink({
    post: message => port.postMessage(message),
    onMessage: listener => void port.on('message', event => listener(event.data)),
    onClose: listener => void port.on('close', listener),
    start: () => port.start(),
    close: () => port.close(),
  })
