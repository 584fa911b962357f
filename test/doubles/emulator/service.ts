// The emulator double's gRPC server: the calls of EmulatorController we use, over an emulated device, with its faults.
import {
  Metadata,
  Server,
  ServerCredentials,
  status,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServerWritableStream,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import sharp from 'sharp'
import {
  decode,
  encode,
  imageFormats,
  pathOf,
  physicalTypes,
  serviceName,
  streamCalls,
  transports,
  unaryCalls,
  vmStates,
  type MessageName,
  type Messages,
  type StreamName,
  type Unary,
  type UnaryName,
} from '#main/device/android/emulator/protocol.ts'
import type { Auth } from './auth.ts'
import type { Emulated } from './emulated.ts'
import { inParts, Memory } from './hand-out.ts'
import { flippedRows, type Frame } from './screen.ts'

type Handlers = {
  readonly [N in UnaryName]: (request: Messages[Unary[N][0]]) => Promise<Messages[Unary[N][1]]> | Messages[Unary[N][1]]
}

export class Refused extends Error {
  readonly code: number
  constructor(code: number, details: string) {
    super(details)
    this.code = code
  }
}

export interface ServiceOptions {
  readonly emulated: Emulated
  readonly auth: () => Auth
  readonly hardware: ReadonlyMap<string, string>
  readonly version: string
  onShutdown(): void
}

export class EmulatorService {
  readonly #options: ServiceOptions
  #server: Server | null = null
  #port = 0
  #host = '127.0.0.1'
  readonly #streams = new Map<() => void, StreamName>()

  constructor(options: ServiceOptions) {
    this.#options = options
  }

  async listen(host: string, port: number): Promise<number> {
    this.#host = host
    const server = new Server({
      'grpc.max_receive_message_length': 16 * 1024 * 1024,
      'grpc-node.flow_control_window': 32 * 1024 * 1024,
    })
    server.addService(this.#definition(), this.#implementation())
    this.#port = await new Promise<number>((resolve, reject) =>
      server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (failure, bound) =>
        failure === null ? resolve(bound) : reject(failure),
      ),
    )
    this.#server = server
    return this.#port
  }

  /** Every connection ends; for so long nobody can connect. */
  async drop(ms: number): Promise<void> {
    for (const end of this.#streams.keys()) end()
    this.#streams.clear()
    this.#server?.forceShutdown()
    this.#server = null
    await new Promise(resolve => setTimeout(resolve, ms))
    await this.listen(this.#host, this.#port)
  }

  /** Of what streams now. */
  get streams(): readonly StreamName[] {
    return [...this.#streams.values()]
  }

  close(): void {
    for (const end of this.#streams.keys()) end()
    this.#server?.forceShutdown()
  }

  #definition(): Record<string, never> {
    const calls = { ...unaryCalls, ...streamCalls }
    return Object.fromEntries(
      Object.entries(calls).map(([name, [asked, answered]]) => [
        name,
        {
          path: pathOf(name),
          requestStream: false,
          responseStream: name in streamCalls,
          requestSerialize: (value: never) => encode(asked, value),
          requestDeserialize: (bytes: Buffer) => decode(asked, bytes),
          responseSerialize: (value: never) =>
            name === 'streamScreenshot' ? inParts(value) : encode(answered as MessageName, value),
          responseDeserialize: (bytes: Buffer) => decode(answered as MessageName, bytes),
          originalName: `${serviceName}.${name}`,
        },
      ]),
    ) as Record<string, never>
  }

  #implementation(): UntypedServiceImplementation {
    const handlers = this.#handlers()
    const unary = Object.entries(handlers).map(([name, handle]) => [
      name,
      (call: ServerUnaryCall<never, unknown>, answer: sendUnaryData<unknown>) => {
        this.#answered(name, call, handle as (request: never) => unknown)
          .then(value => {
            if (value !== undefined) answer(null, value)
          })
          .catch((thrown: unknown) => answer(errorOf(thrown)))
      },
    ])
    const streams = (Object.keys(streamCalls) as StreamName[]).map(name => [
      name,
      (call: ServerWritableStream<never, never>) => {
        try {
          this.#check(name, call.metadata)
          this.#stream(name, call)
        } catch (thrown) {
          call.emit('error', errorOf(thrown))
        }
      },
    ])
    return Object.fromEntries([...unary, ...streams]) as UntypedServiceImplementation
  }

  async #answered(
    name: string,
    call: ServerUnaryCall<never, unknown>,
    handle: (request: never) => unknown,
  ): Promise<unknown> {
    this.#check(name, call.metadata)
    const { faults } = this.#options.emulated
    if (faults.slowMs > 0) await new Promise(resolve => setTimeout(resolve, faults.slowMs))
    return handle(call.request)
  }

  #check(name: string, metadata: Metadata): void {
    const header = metadata.get('authorization')[0]?.toString()
    const { faults } = this.#options.emulated
    const repeated = faults.repeatsHeader ? ` (${header ?? 'none'})` : ''
    if (faults.unknownCalls.includes(name)) throw new Refused(status.UNIMPLEMENTED, `unknown call${repeated}`)
    const why = this.#options.auth().refuses(header, pathOf(name))
    if (why === 'unauthenticated') throw new Refused(status.UNAUTHENTICATED, `no valid token${repeated}`)
    if (why === 'denied') throw new Refused(status.PERMISSION_DENIED, `not for this call${repeated}`)
    if (faults.repeatsHeader && name === 'setVmState') throw new Refused(status.INTERNAL, `broken${repeated}`)
  }

  #handlers(): Handlers {
    const { emulated } = this.#options
    return {
      getStatus: () => ({
        version: this.#options.version,
        uptime: Math.round(performance.now()),
        booted: emulated.booted,
        hardwareConfig: { entry: [...this.#options.hardware].map(([key, value]) => ({ key, value })) },
      }),
      getScreenshot: request => this.#screenshot(request),
      sendTouch: request => this.#touch(request),
      sendKey: ({ eventType, key, text }) => {
        if (emulated.faults.refuseKeys > 0) {
          emulated.faults.refuseKeys -= 1
          throw new Refused(status.INTERNAL, 'the key was not injected')
        }
        emulated.key({ eventType, key: key ?? '', text: text ?? '' })
        return {}
      },
      setClipboard: ({ text }) => {
        emulated.clip = text
        return {}
      },
      getClipboard: () => ({ text: emulated.clip }),
      setPhysicalModel: ({ target, value }) => {
        if (target === physicalTypes.rotation) emulated.turn(value?.data[2] ?? 0)
        return {}
      },
      getPhysicalModel: ({ target }) => this.#physical(target),
      setPosture: ({ value }) => {
        if (!emulated.folds || value < 1 || value > 3)
          throw new Refused(status.INVALID_ARGUMENT, 'no such posture on this device')
        emulated.fold(value)
        return {}
      },
      setGps: gps => {
        emulated.gps = { ...gps }
        return {}
      },
      getGps: () => emulated.gps,
      setBattery: battery => {
        emulated.battery = { ...battery }
        return {}
      },
      getBattery: () => emulated.battery,
      setVmState: ({ state }) => {
        if (state === vmStates.shutdown || state === vmStates.terminate)
          setTimeout(() => this.#options.onShutdown(), 20)
        return {}
      },
      getVmState: () => ({ state: vmStates.running }),
    }
  }

  #physical(target: number): Messages['PhysicalModelValue'] {
    const { emulated } = this.#options
    const degrees = [0, 90, 180, -90][emulated.held] ?? 0
    return {
      target,
      status: 0,
      value: { data: target === physicalTypes.posture ? [emulated.posture] : [0, 0, degrees] },
    }
  }

  #touch(request: Messages['TouchEvent']): Promise<Record<never, never>> | Record<never, never> {
    const { emulated } = this.#options
    const { faults } = emulated
    if (faults.refuseTouches > 0) {
      faults.refuseTouches -= 1
      throw new Refused(status.INTERNAL, 'the touch was not injected')
    }
    emulated.touch(request.touches)
    if (faults.loseAnswers === 0) return {}
    faults.loseAnswers -= 1
    return new Promise(() => undefined)
  }

  async #screenshot(request: Messages['ImageFormat']): Promise<Messages['Image']> {
    const { emulated } = this.#options
    const frame = this.#frame(request)
    if (frame === null) return this.#image(request, { width: 0, height: 0, bytes: Buffer.alloc(0) }, 0)
    const { width, height, bytes } = frame
    const raw = { width, height, channels: 3 } as const
    if (request.format === imageFormats.png) {
      const png = await sharp(bytes, { raw }).png({ compressionLevel: 1 }).toBuffer()
      return this.#image(request, { width, height, bytes: png }, 0)
    }
    const ordered = emulated.faults.rows === 'up' ? flippedRows(frame) : frame
    if (request.format === imageFormats.rgb888) return this.#image(request, ordered, 0)
    const rgba = await sharp(ordered.bytes, { raw }).ensureAlpha().raw().toBuffer()
    return this.#image(request, { width, height, bytes: rgba }, 0)
  }

  #frame({ width, height }: Messages['ImageFormat']): Frame | null {
    const { emulated } = this.#options
    if (emulated.faults.displayOff) return null
    const frame = emulated.screen.frame(emulated.held, { width, height })
    return emulated.faults.black ? { ...frame, bytes: Buffer.alloc(frame.bytes.length) } : frame
  }

  #image(request: Messages['ImageFormat'], frame: Frame, seq: number): Messages['Image'] {
    return {
      format: {
        format: request.format,
        width: frame.width,
        height: frame.height,
        rotation: { rotation: this.#options.emulated.held },
      },
      image: frame.bytes,
      seq,
      timestampUs: Math.round((performance.timeOrigin + performance.now()) * 1000),
    }
  }

  #stream(name: StreamName, call: ServerWritableStream<never, never>): void {
    const { emulated } = this.#options
    const write = (value: unknown): boolean => call.write(value as never)
    const ended = new AbortController()
    const end = (): void => {
      ended.abort()
      call.end()
    }
    this.#streams.set(end, name)
    call.on('cancelled', () => {
      ended.abort()
      this.#streams.delete(end)
    })
    if (name === 'streamScreenshot') return this.#pictures(call, write, ended.signal)
    const request: Messages['PhysicalModelValue'] = call.request
    const now = (): { readonly id: string; readonly value: unknown } => {
      if (name === 'streamClipboard') return { id: String(emulated.copies), value: { text: emulated.clip } }
      const value = this.#physical(request.target)
      return { id: JSON.stringify(value), value }
    }
    let last = now()
    write(last.value)
    const stop = emulated.onChange(() => {
      const next = now()
      if (next.id === last.id) return
      last = next
      write(next.value)
    })
    ended.signal.addEventListener('abort', stop, { once: true })
  }

  /** Newest wins: while the last picture is still on its way, only the number goes on. */
  #pictures(call: ServerWritableStream<never, never>, write: (value: unknown) => boolean, signal: AbortSignal): void {
    const { emulated } = this.#options
    const request: Messages['ImageFormat'] = call.request
    const wantsMemory = request.transport?.channel === transports.mmap
    if (wantsMemory && emulated.faults.sharedMemory === 'refuses')
      throw new Refused(status.FAILED_PRECONDITION, 'shared memory cannot be used here')
    const memory =
      wantsMemory && emulated.faults.sharedMemory === 'takes' ? new Memory(request.transport?.handle ?? '') : null
    let last: string | null = null
    let seq = 0
    let isFull = false
    const send = (): void => {
      if (signal.aborted || emulated.faults.stalled) return
      const id = emulated.faults.displayOff ? 'off' : emulated.screen.id(emulated.held)
      if (id === last) return
      last = id
      if (isFull) {
        seq += 1
        last = null
        return
      }
      const frame = this.#frame(request) ?? { width: 0, height: 0, bytes: Buffer.alloc(0) }
      const ordered = emulated.faults.rows === 'up' ? flippedRows(frame) : frame
      memory?.write(ordered.bytes)
      const sent = memory === null ? ordered : { ...ordered, bytes: Buffer.alloc(0) }
      isFull = !write(this.#image(request, sent, seq))
      seq += 1
    }
    call.on('drain', () => {
      isFull = false
      send()
    })
    const stop = emulated.onChange(send)
    signal.addEventListener(
      'abort',
      () => {
        stop()
        memory?.close()
      },
      { once: true },
    )
    send()
  }
}

function errorOf(thrown: unknown): {
  readonly code: number
  readonly details: string
  readonly metadata: Metadata
  name: string
  message: string
} {
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  const code = thrown instanceof Refused ? thrown.code : status.INTERNAL
  return { name: 'refused', message, code, details: message, metadata: new Metadata() }
}
