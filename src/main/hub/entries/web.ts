// The window over HTTP on loopback: the built page, pictures and logs, and the WebSocket of the protocol. Everything
// needs the token made at start (as a cookie after the first page) and a request of this very address.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
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
import { takeUpload } from '#main/hub/entries/upload.ts'
import { madeFile } from '#main/hub/live/file.ts'
import type { MadeFile } from '#main/hub/live/file.ts'
import type { Hub } from '#main/hub/hub.ts'

export interface WebServer extends AsyncDisposable {
  /** With the token: opening it admits the browser. */
  readonly url: string
  readonly port: number
}

export async function serveWeb(
  hub: Hub,
  port: number,
  pageFolder: string = join(rootFolder(), 'out', 'renderer'),
): Promise<WebServer> {
  const token = randomBytes(32).toString('base64url')
  const server = createServer()
  await listen(server, port)
  const place = new Place((server.address() as AddressInfo).port, token)
  server.on('request', (request, response) => {
    answer(hub, place, pageFolder, request, response).catch((thrown: unknown) => fail(response, thrown))
  })
  const sockets = new WebSocketServer({ noServer: true, maxPayload: messageBytesMax })
  server.on('upgrade', (request, socket, head) => {
    // Whoever asked may be gone before it is answered; that is theirs alone.
    socket.on('error', () => socket.destroy())
    const from = request.headers.origin
    if (request.url !== '/link' || !place.isHost(request) || (from !== undefined && !place.origins.includes(from))) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      return
    }
    const hasCookie = place.isAdmitted(request)
    sockets.handleUpgrade(request, socket, head, ws => {
      const link = webSocketLink(ws)
      const admit = (shown: string | null): void => {
        if (!hasCookie && !place.isToken(shown ?? ''))
          throw new Refusal('failed', 'This page was not opened by Nocturne.', {
            hint: 'Open the address that `nocturne serve` printed.',
          })
      }
      void host(link, hub.handlers, { admit, isWindow: true })
    })
  })
  return {
    url: `http://127.0.0.1:${place.port}/?token=${token}`,
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
  readonly origins: readonly string[]
  readonly #hosts: readonly string[]
  readonly #token: string

  constructor(port: number, token: string) {
    this.port = port
    this.#token = token
    this.#hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
    this.origins = this.#hosts.map(name => `http://${name}`)
  }

  /** A page of another name that leads to this address (DNS rebinding) asks for that name. */
  isHost(request: IncomingMessage): boolean {
    return this.#hosts.includes(request.headers.host ?? '')
  }

  isToken(shown: string): boolean {
    const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
    return timingSafeEqual(hash(shown), hash(this.#token))
  }

  isAdmitted(request: IncomingMessage): boolean {
    const cookies = (request.headers.cookie ?? '').split(';').map(part => part.trim().split('='))
    const shown = cookies.find(([name]) => name === this.#cookieName)?.[1] ?? ''
    return this.isToken(shown)
  }

  get cookie(): string {
    return `${this.#cookieName}=${this.#token}; HttpOnly; SameSite=Strict; Path=/`
  }

  /** Browsers share cookies between ports. */
  get #cookieName(): string {
    return `nocturne-${this.port}`
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
  if (!place.isHost(request)) return say(response, 403, 'This address belongs to Nocturne.')
  const isUpload = request.method === 'POST' && (request.url ?? '').startsWith('/drop?')
  if (!isUpload && request.method !== 'GET' && request.method !== 'HEAD') return say(response, 405, 'Only GET.')
  const url = URL.parse(request.url ?? '/', `http://127.0.0.1:${place.port}`)
  if (url === null) return say(response, 400, 'This is no address.')
  const shown = url.searchParams.get('token')
  if (shown !== null && place.isToken(shown)) {
    url.searchParams.delete('token')
    response.writeHead(303, {
      'Set-Cookie': place.cookie,
      Location: url.pathname + url.search,
      'Cache-Control': 'no-store',
    })
    response.end()
    return
  }
  if (!place.isAdmitted(request))
    return say(response, 403, 'Open the address that Nocturne printed: it holds the key of this window.')
  if (isUpload) return takeUpload(hub, url.searchParams.get('name') ?? '', place.origins, request, response)
  const path = decodeURIComponent(url.pathname)
  if (isMade(path)) return made(hub, path, response)
  return page(pageFolder, path, response)
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
