// An adb server in front of a real one, for what a real one cannot be told to do: it lists what it is told, names phones as it
// is told, pairs, and passes everything else on. For tests only.
import { connect, createServer, type Server, type Socket } from 'node:net'

export interface ListedPhone {
  readonly serial: string
  /** As the real server names it; what is asked of `serial` is asked of it. */
  readonly real: string
  readonly state: string
}

export interface PassingServer extends AsyncDisposable {
  readonly port: number
  /** Every service asked of the server itself. */
  readonly asked: string[]
  list(phones: readonly ListedPhone[]): void
  /** What it answers to `host:pair`, `host:connect` and `host:mdns`; `FAIL` in front refuses. */
  answers: (service: string) => string | null
}

export async function startPassingServer(realPort: number): Promise<PassingServer> {
  let phones: readonly ListedPhone[] = []
  const trackers = new Set<Socket>()
  const sockets = new Set<Socket>()
  const text = (): string =>
    phones
      .map(({ serial, state }, at) => {
        const about = state === 'device' ? ' product:double_phone model:Double_Phone device:double' : ''
        return `${serial.padEnd(22)} ${state}${about} transport_id:${at + 1}\n`
      })
      .join('')
  const passing: PassingServer = {
    port: 0,
    asked: [],
    answers: () => null,
    list: to => {
      phones = to
      for (const tracker of trackers) tracker.write(block(text()))
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>(resolve => {
        server.close(() => resolve())
      })
    },
  }
  const serve = (socket: Socket, service: string, raw: Buffer): void => {
    passing.asked.push(service)
    const own = passing.answers(service)
    if (own !== null) {
      socket.end(own.startsWith('FAIL') ? `FAIL${block(own.slice(4))}` : `OKAY${block(own)}`)
      return
    }
    if (service === 'host:devices-l') return void socket.end(`OKAY${block(text())}`)
    if (service === 'host:track-devices-l') {
      trackers.add(socket)
      socket.on('close', () => trackers.delete(socket))
      return void socket.write(`OKAY${block(text())}`)
    }
    const named = /^host:tport:serial:(.*)$/.exec(service)?.[1]
    const phone = phones.find(one => one.serial === named)
    if (named !== undefined && phone?.state !== 'device')
      return void socket.end(
        `FAIL${block(phone === undefined ? `device '${named}' not found` : `device ${phone.state}`)}`,
      )
    pass(socket, realPort, phone === undefined ? raw : Buffer.from(block(`host:tport:serial:${phone.real}`)))
  }
  const server: Server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    let held: Buffer = Buffer.alloc(0)
    const take = (chunk: Buffer): void => {
      held = Buffer.concat([held, chunk])
      const length = 4 + Number.parseInt(held.toString('latin1', 0, 4), 16)
      if (!(held.length >= length)) return
      socket.off('data', take)
      serve(socket, held.toString('utf8', 4, length), held)
    }
    socket.on('data', take)
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return Object.assign(passing, { port })
}

function pass(socket: Socket, port: number, first: Buffer): void {
  const real = connect(port, '127.0.0.1')
  real.on('error', () => socket.destroy())
  socket.on('close', () => real.destroy())
  real.write(first)
  real.pipe(socket)
  socket.pipe(real)
}

/** Four hex digits of length, then the text. */
const block = (text: string): string => `${Buffer.byteLength(text).toString(16).padStart(4, '0')}${text}`
