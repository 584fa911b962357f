// Raw pixels in the place of H.264, for the comparison: RGBA pictures over a WebSocket to a worker that puts them on its
// canvas and answers each one. No capture, no encoder, no decoder: the best they can do.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'

export interface RawServer extends AsyncDisposable {
  readonly url: string
  /** So many pictures, each sent so long after the one before; 0: as fast as three under way allow. */
  measure(count: number, pauseMs: number): Promise<{ readonly ms: readonly number[]; readonly fps: number }>
}

const page = `<!doctype html><title>Raw pixels</title><canvas id="screen"></canvas><script>
const canvas = document.getElementById('screen').transferControlToOffscreen()
const worker = new Worker('/worker.js')
globalThis.ready = new Promise(resolve => { worker.onmessage = () => resolve() })
worker.postMessage({ canvas, url: 'ws://' + location.host }, [canvas])
</script>`

const worker = `onmessage = ({ data: { canvas, url } }) => {
  const context = canvas.getContext('2d', { alpha: false })
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  socket.onopen = () => postMessage('ready')
  socket.onmessage = ({ data }) => {
    const head = new DataView(data)
    const [width, height] = [head.getUint32(0), head.getUint32(4)]
    if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height }
    context.putImageData(new ImageData(new Uint8ClampedArray(data, 16), width, height), 0, 0)
    const at = performance.timeOrigin + performance.now()
    // Reading a pixel makes sure that it is drawn.
    context.getImageData(1, 1, 1, 1)
    socket.send(String(at))
  }
}`

export async function startRawServer(size: { readonly width: number; readonly height: number }): Promise<RawServer> {
  const server = createServer((request, response) => {
    const isWorker = request.url === '/worker.js'
    response.writeHead(200, { 'Content-Type': isWorker ? 'text/javascript' : 'text/html' })
    response.end(isWorker ? worker : page)
  })
  const sockets = new WebSocketServer({ server })
  const connected = new Promise<WebSocket>(resolve => sockets.once('connection', resolve))
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const pictures = Array.from({ length: 4 }, (_, at) => {
    const bytes = Buffer.alloc(16 + size.width * size.height * 4, 60 * at)
    bytes.writeUInt32BE(size.width, 0)
    bytes.writeUInt32BE(size.height, 4)
    return bytes
  })
  const wall = (): number => performance.timeOrigin + performance.now()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    measure: async (count, pauseMs) => {
      const socket = await connected
      const sent: number[] = []
      const ms: number[] = []
      const done = Promise.withResolvers<void>()
      const began = performance.now()
      const send = (): void => {
        if (sent.length >= count) return
        sent.push(wall())
        socket.send(pictures[sent.length % pictures.length] ?? Buffer.alloc(0))
      }
      socket.on('message', (text: Buffer) => {
        ms.push(Number(text.toString()) - (sent[ms.length] ?? 0))
        if (ms.length >= count) return done.resolve()
        setTimeout(send, pauseMs)
      })
      for (let at = 0; at < (pauseMs === 0 ? 3 : 1); at += 1) send()
      await done.promise
      socket.removeAllListeners('message')
      return { ms, fps: (count * 1000) / (performance.now() - began) }
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets.clients) socket.terminate()
      await new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}
