// A hub for the window's tests: the real protocol host over a real WebSocket and a page server, with a made-up world behind
// it. It can go away and come back; what the world is like is its scene.
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { WebSocketServer } from 'ws'
import type { Given } from '#shared/protocol/contract.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { host } from '#shared/protocol/host.ts'
import { webSocketLink } from '#main/sys/links.ts'
import { drawScreen, screenNames } from './drawn-screens.ts'
import { answersOf } from './fake-answers.ts'
import { World } from './fake-world.ts'
import type { Scene } from './fake-world.ts'

export interface FakeHub extends AsyncDisposable {
  readonly url: string
  /** Every call, in order, with what was asked. */
  readonly calls: readonly { readonly method: string; readonly params: unknown }[]
  /** The device server stops; `comeBack` starts it at the same place. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  /** A device becomes another; pictures of it follow, unless they are stalled. */
  change(id: string, change: (device: DeviceTile) => DeviceTile): void
  stall(isStalled: boolean): void
  /** How many living pictures are asked for now. */
  streams(): number
  /** Inputs change nothing on the screen from now on. */
  deafen(): void
  /** Inputs are refused in these words from now on; null: no more. */
  refuseInput(words: string | null): void
  /** Control is refused in these words from now on. */
  refuseControl(words: string): void
  /** Another window begins to record a device. */
  recordElsewhere(id: string): void
  /** Somebody touches a device. */
  touch(by: NonNullable<Given<'device.touches'>['by']>, at: { readonly x: number; readonly y: number }): void
  /** An app on a device copies. */
  copy(text: string): void
  /** A running night takes `count` more steps. */
  walk(count: number): void
  /** The running night confirms a finding. */
  confirm(): void
}

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
}
/** Another folder lets two builds be tested at once. */
const pageFolder = process.env['NOCTURNE_PAGES'] ?? join(import.meta.dirname, '..', '..', 'out', 'renderer')

export async function fakeHub(scene: Scene): Promise<FakeHub> {
  if (!existsSync(join(pageFolder, 'index.html'))) throw new Error('the window is not built: npm run build')
  const world = new World(scene)
  let served = await serve(world, 0)
  return {
    url: `http://127.0.0.1:${served.port}/`,
    calls: world.calls,
    goAway: () => served.stop(),
    comeBack: async () => {
      served = await serve(world, served.port)
    },
    change: (id, change) => world.setDevice(id, change),
    stall: isStalled => {
      world.isStalled = isStalled
    },
    streams: () => world.streams,
    recordElsewhere: id => world.record(id),
    deafen: () => {
      world.isDeaf = true
    },
    refuseInput: words => {
      world.inputRefusal = words
    },
    refuseControl: words => {
      world.controlRefusal = words
    },
    touch: (by, { x, y }) =>
      world.touches.update(({ number }) => ({ number: number + 1, generation: 1, contacts: [{ id: 0, x, y }], by })),
    copy: text => world.copied.update(last => ({ number: (last?.number ?? 0) + 1, text })),
    walk: count => world.walk(count),
    confirm: () => world.confirm(),
    [Symbol.asyncDispose]: async () => {
      await served.stop()
    },
  }
}

async function serve(world: World, port: number): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const server: Server = createServer((request, response) =>
    request.method === 'POST'
      ? takeDrop(request, response)
      : answer(new URL(request.url ?? '/', 'http://x').pathname, response),
  )
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, ws => void host(webSocketLink(ws), answersOf(world), { admit: null }))
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise(resolve => {
        for (const socket of sockets.clients) socket.terminate()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** What was uploaded for a drop goes nowhere; its made-up place is answered. */
function takeDrop(request: IncomingMessage, response: ServerResponse): void {
  const name = new URL(request.url ?? '/', 'http://x').searchParams.get('name') ?? ''
  request.resume()
  request.on('end', () => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ path: `/dropped/${name}` }))
  })
}

const drawn = new Map<string, Buffer>()

function answer(path: string, response: ServerResponse): void {
  response.setHeader('Content-Security-Policy', policy)
  const picture = /^\/(?:artifact|still\/[^/]+)\/(\w+?)(-dark)?(?:-\d+)?\.jpg$/u.exec(path)
  const name = screenNames.find(one => one === picture?.[1])
  if (name !== undefined) {
    const key = `${name}${picture?.[2] ?? ''}`
    const bytes = drawn.get(key) ?? drawScreen(name, picture?.[2] !== undefined)
    drawn.set(key, bytes)
    response.writeHead(200, { 'Content-Type': 'image/jpeg', 'Cache-Control': 'max-age=60' }).end(bytes)
    return
  }
  const file = join(pageFolder, path === '/' ? 'index.html' : path)
  if (!file.startsWith(pageFolder) || !existsSync(file)) {
    response.writeHead(404).end('gone')
    return
  }
  response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'text/plain' }).end(readFileSync(file))
}
