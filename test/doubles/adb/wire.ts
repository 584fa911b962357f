// The device's side of adb's wire: packets over one TCP connection and the streams in it. Used by adbd.ts; knows nothing
// of what a service does.
import type { Socket } from 'node:net'

const command = (name: string): number => Buffer.from(name, 'latin1').readUInt32LE(0)
const CNXN = command('CNXN')
const AUTH = command('AUTH')
const OPEN = command('OPEN')
const OKAY = command('OKAY')
const WRTE = command('WRTE')
const CLSE = command('CLSE')

const version = 0x01000001
const payloadMax = 1024 * 1024
const headerLength = 24

/** One stream of the connection: a service that was asked for. */
export class WireStream {
  readonly service: string
  /** Its number at the other end. */
  readonly theirs: number
  readonly #ours: number
  readonly #wire: Wire
  readonly #incoming: Uint8Array[] = []
  #wakeReader: (() => void) | null = null
  #wakeWriter: (() => void) | null = null
  #closed = false

  constructor(wire: Wire, ours: number, theirs: number, service: string) {
    this.#wire = wire
    this.#ours = ours
    this.theirs = theirs
    this.service = service
  }

  get closed(): boolean {
    return this.#closed
  }

  /** Sends all of it, a packet at a time, each after the one before was taken. False: the other end has gone. */
  async write(bytes: Uint8Array): Promise<boolean> {
    for (let at = 0; at < bytes.length; at += payloadMax) {
      if (this.#closed) return false
      const taken = new Promise<void>(resolve => {
        this.#wakeWriter = resolve
      })
      this.#wire.send(WRTE, this.#ours, this.theirs, bytes.subarray(at, at + payloadMax))
      await taken
    }
    return !this.#closed
  }

  /** The next bytes from the other end; null when it has closed. */
  async read(): Promise<Uint8Array | null> {
    for (;;) {
      const chunk = this.#incoming.shift()
      if (chunk !== undefined) return chunk
      if (this.#closed) return null
      await new Promise<void>(resolve => {
        this.#wakeReader = resolve
      })
    }
  }

  close(): void {
    if (this.#closed) return
    this.#wire.send(CLSE, this.#ours, this.theirs)
    this.ended()
    this.#wire.forget(this.#ours)
  }

  // --- called by the wire

  took(): void {
    this.#wakeWriter?.()
    this.#wakeWriter = null
  }

  came(bytes: Uint8Array): void {
    this.#incoming.push(bytes)
    this.#wakeReader?.()
    this.#wakeReader = null
  }

  ended(): void {
    this.#closed = true
    this.took()
    this.#wakeReader?.()
  }
}

export interface WireOptions {
  readonly banner: () => string
  /** Never accepts a key, as a phone on which nobody confirms. */
  readonly unauthorized: () => boolean
  serve(stream: WireStream): Promise<void>
}

export class Wire {
  readonly #socket: Socket
  readonly #options: WireOptions
  readonly #streams = new Map<number, WireStream>()
  #received: Buffer = Buffer.alloc(0)
  #next = 1

  constructor(socket: Socket, options: WireOptions) {
    this.#socket = socket
    this.#options = options
    socket.setNoDelay(true)
    socket.on('data', chunk => this.#take(chunk))
    // A server that goes away is the end of its connection, not a failure of ours.
    socket.on('error', () => {})
    socket.on('close', () => {
      for (const stream of this.#streams.values()) stream.ended()
      this.#streams.clear()
    })
  }

  /** Cuts the connection, as a pulled cable does. */
  cut(): void {
    this.#socket.destroy()
  }

  forget(ours: number): void {
    this.#streams.delete(ours)
  }

  send(what: number, first: number, second: number, data: Uint8Array = new Uint8Array()): void {
    if (this.#socket.destroyed) return
    const header = Buffer.alloc(headerLength)
    header.writeUInt32LE(what, 0)
    header.writeUInt32LE(first, 4)
    header.writeUInt32LE(second, 8)
    header.writeUInt32LE(data.length, 12)
    // No checksum: both ends speak a version that has none.
    header.writeUInt32LE((what ^ 0xffffffff) >>> 0, 20)
    this.#socket.write(header)
    if (data.length > 0) this.#socket.write(data)
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    while (this.#received.length >= headerLength) {
      const length = this.#received.readUInt32LE(12)
      if (this.#received.length < headerLength + length) return
      const [what, first, second] = [0, 4, 8].map(at => this.#received.readUInt32LE(at))
      const data = new Uint8Array(this.#received.subarray(headerLength, headerLength + length))
      this.#received = this.#received.subarray(headerLength + length)
      this.#packet(what ?? 0, first ?? 0, second ?? 0, data)
    }
  }

  #packet(what: number, first: number, second: number, data: Uint8Array): void {
    switch (what) {
      case CNXN:
      case AUTH:
        if (this.#options.unauthorized()) {
          // A public key (3) waits for a person; a signature (2) gets another token to sign.
          if (what === CNXN || first === 2) this.send(AUTH, 1, 0, new Uint8Array(20).fill(7))
        } else this.send(CNXN, version, payloadMax, Buffer.from(this.#options.banner()))
        return
      case OPEN:
        this.#open(first, Buffer.from(data).toString().replace(/\0$/, ''))
        return
      case OKAY:
        this.#streams.get(second)?.took()
        return
      case WRTE:
        this.#streams.get(second)?.came(data)
        this.send(OKAY, second, first)
        return
      case CLSE:
        this.#streams.get(second)?.ended()
        this.#streams.delete(second)
        return
      default:
    }
  }

  #open(theirs: number, service: string): void {
    const ours = (this.#next += 1)
    const stream = new WireStream(this, ours, theirs, service)
    this.#streams.set(ours, stream)
    this.send(OKAY, ours, theirs)
    this.#options.serve(stream).then(
      () => stream.close(),
      (thrown: unknown) => {
        process.stderr.write(
          `adb double: ${service}: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}\n`,
        )
        stream.close()
      },
    )
  }
}
