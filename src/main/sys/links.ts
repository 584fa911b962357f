// The carriers of the protocol that have a machine behind them: a unix socket (length before each message) and a
// WebSocket. Both ends of each are here; what is said over them is none of their business.
import { createConnection, createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { WebSocket } from 'ws'
import { Refusal } from '#shared/base/refusal.ts'
import { Mailbox } from '#shared/protocol/link.ts'
import type { Link } from '#shared/protocol/link.ts'
import { codeOf, fileRefusal } from '#main/sys/files.ts'
import { ourUserId, refuseForeign } from '#main/sys/socket-folder.ts'

/** One message. Frames of pictures are far below; more is a fault or an attack. */
export const messageBytesMax = 32 * 1024 * 1024

/** ` 0 length u32 of what follows | 4 kind u8 (0 text, 1 bytes) | 5 … `, big-endian. */
export function socketLink(socket: Socket): Link {
  const mailbox = new Mailbox()
  const closed = new AbortController()
  const kept = new Pieces()
  socket.setNoDelay(true)
  socket.on('data', chunk => {
    kept.add(Buffer.from(chunk))
    while (kept.length >= 4) {
      const length = kept.first(4).readUInt32BE(0)
      if (length < 1 || length > messageBytesMax) return void socket.destroy()
      if (kept.length < 4 + length) return
      const message = kept.take(4 + length)
      const body = message.subarray(5)
      mailbox.deliver(message[4] === 1 ? new Uint8Array(body) : body.toString('utf8'))
    }
  })
  // A broken socket is a closed one; both ends hear it by `closed`.
  socket.on('error', () => {})
  socket.on('close', () => closed.abort())
  return {
    send: message => {
      if (closed.signal.aborted || !socket.writable) return
      const body = typeof message === 'string' ? Buffer.from(message, 'utf8') : message
      const head = Buffer.alloc(5)
      head.writeUInt32BE(body.length + 1, 0)
      head[4] = typeof message === 'string' ? 0 : 1
      socket.write(Buffer.concat([head, body]))
    },
    onMessage: listener => mailbox.listen(listener),
    closed: closed.signal,
    close: () => void socket.end(() => socket.destroy()),
    get bufferedBytes() {
      return socket.writableLength
    },
  }
}

/** What has come and not been taken: put together once for each message, however many pieces it comes in. */
class Pieces {
  #pieces: Buffer[] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  add(piece: Buffer): void {
    this.#pieces.push(piece)
    this.#length += piece.length
  }

  /** So many bytes of the beginning, or more: they stay. */
  first(bytes: number): Buffer {
    const [piece = Buffer.alloc(0)] = this.#pieces
    return piece.length >= bytes ? piece : this.#whole()
  }

  take(bytes: number): Buffer {
    const whole = this.#whole()
    const rest = whole.subarray(bytes)
    this.#pieces = rest.length === 0 ? [] : [rest]
    this.#length = rest.length
    return whole.subarray(0, bytes)
  }

  #whole(): Buffer {
    const [piece = Buffer.alloc(0), ...more] = this.#pieces
    const whole = more.length === 0 ? piece : Buffer.concat(this.#pieces, this.#length)
    this.#pieces = [whole]
    return whole
  }
}

/** Null when nobody listens there; refused where another user may be who does. */
export async function connectSocket(path: string, userId: number | null = ourUserId()): Promise<Link | null> {
  // A home that was never opened may still be anybody's to write.
  if (!existsSync(path)) return null
  await refuseForeign(dirname(path), userId)
  return new Promise((resolve, reject) => {
    const socket = createConnection(path)
    socket.once('connect', () => {
      socket.removeAllListeners('error')
      resolve(socketLink(socket))
    })
    socket.once('error', cause => {
      const code = 'code' in cause ? cause.code : ''
      if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ECONNREFUSED') resolve(null)
      else reject(new Refusal('failed', "Nocturne's device server could not be reached.", { where: path, cause }))
    })
  })
}

/** Listens at the path; one left by a dead server is removed (the home's lock says it is dead). Closing ends all links. */
export async function listenSocket(path: string, onLink: (link: Link) => void): Promise<AsyncDisposable> {
  await makeRoom(path)
  const sockets = new Set<Socket>()
  const server: Server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    onLink(socketLink(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', cause =>
      reject(new Refusal('failed', 'The hub could not open its socket.', { where: path, cause })),
    )
    server.listen(path, resolve)
  })
  return {
    [Symbol.asyncDispose]: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

async function makeRoom(path: string): Promise<void> {
  try {
    await rm(path, { force: true })
  } catch (thrown) {
    const isFolder = codeOf(thrown) === 'ERR_FS_EISDIR'
    throw new Refusal(
      'failed',
      isFolder
        ? 'A folder lies where the socket of the hub has to be.'
        : `The hub could not open its socket: ${fileRefusal(thrown, path, 'removed').words}`,
      { where: path, hint: 'Move it away, then start again.', cause: thrown },
    )
  }
}

export function webSocketLink(socket: WebSocket): Link {
  const mailbox = new Mailbox()
  const closed = new AbortController()
  socket.binaryType = 'nodebuffer'
  socket.on('message', (data: Buffer, isBinary: boolean) =>
    mailbox.deliver(isBinary ? new Uint8Array(data) : data.toString('utf8')),
  )
  socket.on('error', () => {})
  socket.on('close', () => closed.abort())
  return {
    send: message => {
      if (socket.readyState === WebSocket.OPEN) socket.send(message)
    },
    onMessage: listener => mailbox.listen(listener),
    closed: closed.signal,
    close: () => socket.close(),
    get bufferedBytes() {
      return socket.bufferedAmount
    },
  }
}

/** For programs that speak to a hub over the network's loopback; a browser has its own WebSocket. */
export function connectWebSocket(url: string, origin: string): Promise<Link> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { origin, maxPayload: messageBytesMax })
    const link = webSocketLink(socket)
    socket.once('open', () => resolve(link))
    socket.once('error', cause =>
      reject(new Refusal('failed', "Nocturne's device server could not be reached.", { where: url, cause })),
    )
  })
}
