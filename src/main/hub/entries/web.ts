// The window over HTTP on loopback: the built page, pictures and logs, and the WebSocket of the protocol. Everything but the page
// itself, which holds nothing, needs what the door gave (door.ts), and all of it a request of this very address.
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { WebSocketServer } from 'ws'
import { Refusal, wordsOf } from '#shared/base/refusal.ts'
import { host } from '#shared/protocol/host.ts'
import { isMade, madePolicy, pagePolicy, typeOf } from '#shared/protocol/page.ts'
import { answerOf } from '#shared/protocol/range.ts'
import { inside, readBytes, sizeOf } from '#main/sys/files.ts'
import { messageBytesMax, webSocketLink } from '#main/sys/links.ts'
import { rootFolder } from '#main/sys/paths.ts'
import { Door } from '#main/hub/entries/door.ts'
import { takeUpload } from '#main/hub/entries/upload.ts'
import { madeFile } from '#main/hub/live/file.ts'
import type { MadeFile } from '#main/hub/live/file.ts'
import type { Hub } from '#main/hub/hub.ts'

export interface WebServer extends AsyncDisposable {
  /** A new address with a code: it lets one page in, once. */
  readonly link: () => string
  readonly port: number
}

export async function serveWeb(
  hub: Hub,
  port: number,
  pageFolder: string = join(rootFolder(), 'out', 'renderer'),
): Promise<WebServer> {
  const server = createServer()
  await listen(server, port)
  const place = new Place((server.address() as AddressInfo).port)
  server.on('request', (request, response) => {
    answer(hub, place, pageFolder, request, response).catch((thrown: unknown) => fail(response, thrown))
  })
  const sockets = new WebSocketServer({ noServer: true, maxPayload: messageBytesMax })
  server.on('upgrade', (request, socket, head) => {
    // Whoever asked may be gone before it is answered; that is theirs alone.
    socket.on('error', () => socket.destroy())
    const isFromElsewhere = request.headers.origin !== undefined && !place.isOurs(request)
    if (request.url !== '/link' || !place.isHost(request) || isFromElsewhere) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, ws => {
      const link = webSocketLink(ws)
      const admit = (shown: string | null): void => {
        if (!place.door.isKey(shown))
          throw new Refusal('failed', 'It has no key, or that of a device server that has ended.', {
            hint: 'Open it again by ./nocturne open: a link lets one window in, once.',
          })
      }
      void host(link, hub.handlers, { admit, isWindow: true })
    })
  })
  return {
    link: () => `http://127.0.0.1:${place.port}/?code=${place.door.code()}`,
    port: place.port,
    [Symbol.asyncDispose]: () =>
      new Promise<void>(resolve => {
        for (const ws of sockets.clients) ws.terminate()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', cause => {
      const taken = 'code' in cause && cause.code === 'EADDRINUSE'
      reject(
        new Refusal(
          'failed',
          taken ? `Port ${port} is in use by another program.` : `Port ${port} could not be opened.`,
          {
            where: '--port',
            hint: 'Choose another port, or leave it out.',
            cause,
          },
        ),
      )
    })
    server.listen(port, '127.0.0.1', resolve)
  })
}

/** Our address and who may use it. */
class Place {
  readonly port: number
  readonly door = new Door()
  readonly #host: string

  constructor(port: number) {
    this.port = port
    this.#host = `127.0.0.1:${port}`
  }

  /**
   * A page of another name that leads to this address (DNS rebinding) asks for that name. Not as localhost: by IPv6 that may be
   * another server, which a browser takes for the same.
   */
  isHost(request: IncomingMessage): boolean {
    return request.headers.host === this.#host
  }

  /** Another page's POST must not even be tried. */
  isOurs(request: IncomingMessage): boolean {
    return request.headers.origin === `http://${this.#host}`
  }

  hasKey({ headers }: IncomingMessage): boolean {
    return this.door.isKey(/^Bearer (.+)$/u.exec(headers.authorization ?? '')?.[1] ?? null)
  }
}

async function answer(
  hub: Hub,
  place: Place,
  pageFolder: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Referrer-Policy', 'no-referrer')
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
  response.setHeader('Content-Security-Policy', pagePolicy)
  if (!place.isHost(request))
    return say(
      response,
      403,
      `Nocturne's window is at 127.0.0.1:${place.port} and has no other name: ./nocturne open opens it.`,
    )
  const url = URL.parse(request.url ?? '/', `http://127.0.0.1:${place.port}`)
  if (url === null) return say(response, 400, 'This is no address.')
  if (request.method === 'POST') return post(hub, place, url, request, response)
  if (request.method !== 'GET' && request.method !== 'HEAD') return say(response, 405, 'Only GET.')
  const path = decodeURIComponent(url.pathname)
  if (isMade(path)) {
    if (!place.door.isTicket(url.searchParams.get('ticket')) && !place.hasKey(request)) return say(response, 403, noKey)
    return made(hub, path, response)
  }
  return page(pageFolder, path, response)
}

const noKey = 'Only a window that was opened by ./nocturne open may have this: it holds the key.'
const codeBytesMax = 200

/** A page comes in by its code, or sends a dropped file. */
async function post(
  hub: Hub,
  place: Place,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isUpload = url.pathname === '/drop'
  const refuse = (status: number, words: string): void => {
    // What was on its way is read, or the browser would not hear the answer.
    request.resume()
    say(response, status, words)
  }
  if (!isUpload && url.pathname !== '/enter') return refuse(405, 'Only GET.')
  if (!place.isOurs(request)) return refuse(403, 'This page was not opened by Nocturne.')
  if (isUpload) {
    if (!place.hasKey(request)) return refuse(403, noKey)
    return takeUpload(hub, url.searchParams.get('name') ?? '', request, response)
  }
  const pass = place.door.enter(await bodyOf(request))
  if (pass === null) return say(response, 403, 'This link was used, or a newer device server made others.')
  response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  response.end(JSON.stringify(pass))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > codeBytesMax) throw new Refusal('bad-value', 'This is no code of a link.')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

async function made(hub: Hub, path: string, response: ServerResponse): Promise<void> {
  let file: MadeFile
  try {
    file = await madeFile(hub, path)
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || thrown.code !== 'failed') throw thrown
    return say(response, 404, thrown.words)
  }
  const { method, headers: asked } = response.req
  // A range is of a GET alone.
  const range = method === 'GET' ? (asked.range ?? null) : null
  const { status, from, bytes, headers } = answerOf(
    { range, isConditional: asked['if-range'] !== undefined },
    file.length,
  )
  response.writeHead(status, {
    ...headers,
    'Content-Security-Policy': madePolicy,
    'Content-Type': file.type,
    'Cache-Control': `private, max-age=${file.keepS}`,
  })
  if (method === 'HEAD' || bytes === 0) return void response.end()
  try {
    await pipeline(Readable.from(file.pieces(from, bytes)), response)
  } catch {
    // The window went, or the file did: what was sent is shorter than was announced, and the browser tells.
    response.destroy()
  }
}

async function page(folder: string, path: string, response: ServerResponse): Promise<void> {
  // Places of the window are paths without an ending; each is the one page.
  const file = inside(folder, extname(path) === '' ? 'index.html' : path.slice(1))
  if ((await sizeOf(file)) === null && extname(path) === '')
    return say(response, 503, 'The window has not been built yet. Run: npm run build')
  const isHashed = path.startsWith('/assets/')
  await send(response, file, typeOf(file), isHashed ? 'private, max-age=31536000, immutable' : 'no-cache')
}

async function send(response: ServerResponse, file: string, type: string, caching: string): Promise<void> {
  if ((await sizeOf(file)) === null) return say(response, 404, 'There is nothing here.')
  const bytes = await readBytes(file)
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': bytes.length, 'Cache-Control': caching })
  response.end(bytes)
}

function say(response: ServerResponse, status: number, words: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
  response.end(`${words}\n`)
}

function fail(response: ServerResponse, thrown: unknown): void {
  if (response.headersSent) response.destroy()
  else say(response, thrown instanceof Refusal || thrown instanceof URIError ? 400 : 500, wordsOf(thrown))
}
