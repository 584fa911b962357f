// A device's adb daemon over TCP: the real adb server connects to it and finds a phone. Serves shell, exec, abb_exec and
// sync over the commands of the double.
import { createServer, type Server } from 'node:net'
import { Commands } from './commands.ts'
import { followLog, followsLog } from './log-follow.ts'
import { packageInstall } from './installs.ts'
import type { Handset } from './handset.ts'
import { said, type Said } from './shell.ts'
import { Wire, type WireStream } from './wire.ts'

export interface AdbdOptions {
  /** What the daemon says it can; without `shell_v2` exit codes are lost, without `abb_exec` installs go another way. */
  readonly features: readonly string[]
  /** Any free one where none is given. */
  readonly port?: number
}

export const allFeatures = [
  'shell_v2',
  'cmd',
  'stat_v2',
  'ls_v2',
  'fixed_push_mkdir',
  'apex',
  'abb',
  'abb_exec',
] as const

/** What the daemon of that version says: `abb_exec` came with Android 11. */
export const featuresOf = (apiLevel: number): readonly string[] =>
  apiLevel >= 30 ? allFeatures : allFeatures.filter(feature => !feature.startsWith('abb'))

export class Adbd {
  readonly #handset: Handset
  readonly #commands: Commands
  readonly #options: AdbdOptions
  readonly #wires = new Set<Wire>()
  readonly #server: Server
  #port = 0

  constructor(handset: Handset, options: AdbdOptions) {
    this.#handset = handset
    this.#commands = new Commands(handset)
    this.#options = options
    this.#port = options.port ?? 0
    this.#server = createServer(socket => {
      const wire = new Wire(socket, {
        banner: () => this.#banner(),
        unauthorized: () => handset.faults.unauthorized,
        serve: stream => this.#serve(wire, stream),
      })
      this.#wires.add(wire)
      socket.on('close', () => this.#wires.delete(wire))
    })
  }

  get port(): number {
    return this.#port
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(this.#port, '127.0.0.1', resolve)
    })
    const address = this.#server.address()
    if (address !== null && typeof address === 'object') this.#port = address.port
  }

  /** Cuts every connection; a server that knows the address comes back by itself. */
  cut(): void {
    for (const wire of this.#wires) wire.cut()
  }

  /** The device starts anew: what is not kept is gone. */
  restart(): void {
    this.#handset.controls.restarted()
    this.cut()
  }

  async close(): Promise<void> {
    const closed = new Promise<void>(resolve => {
      this.#server.close(() => resolve())
    })
    this.cut()
    await closed
  }

  #banner(): string {
    const name = this.#handset.options.tv ? 'double_tv' : 'double_phone'
    return `device::ro.product.name=${name};ro.product.model=${this.#handset.options.tv ? 'Double TV' : 'Double Phone'};ro.product.device=double;features=${this.#options.features.join(',')}`
  }

  async #serve(wire: Wire, stream: WireStream): Promise<void> {
    const { service } = stream
    const shell2 = /^shell,v2[^:]*:([\s\S]*)$/.exec(service)
    if (shell2 !== null) return this.#shell2(wire, stream, shell2[1] ?? '')
    const plain = /^(?:shell(?:,raw)?|exec):([\s\S]*)$/.exec(service)
    if (plain !== null) return this.#plain(wire, stream, plain[1] ?? '')
    if (service.startsWith('abb_exec:')) return this.#abb(wire, stream, service.slice('abb_exec:'.length).split('\0'))
    const scrcpy = /^localabstract:scrcpy_([0-9a-f]{8})$/.exec(service)
    if (scrcpy !== null) return this.#handset.film?.socket(scrcpy[1] ?? '', stream)
    if (service.startsWith('sync:')) return this.#sync(stream)
    if (service.startsWith('reboot:')) return this.#reboot(stream)
  }

  /** As a real one: it says nothing while it goes down, and what it says is why it does not. Android is up when a test says so. */
  async #reboot(stream: WireStream): Promise<void> {
    const { faults, lines } = this.#handset
    lines.push(stream.service)
    if (faults.noReboot !== null) {
      await stream.write(Buffer.from(faults.noReboot))
      return
    }
    faults.starting = 'android'
    this.restart()
  }

  async #answer(line: string, input?: Uint8Array): Promise<Said> {
    return this.#commands.line(line, input)
  }

  /** Cuts the connection after half of the output when told so. */
  async #send(wire: Wire, stream: WireStream, line: string, bytes: Uint8Array): Promise<void> {
    const { faults } = this.#handset
    if (faults.cutDuring !== null && line.startsWith(faults.cutDuring)) {
      faults.cutDuring = null
      await stream.write(bytes.subarray(0, Math.ceil(bytes.length / 2)))
      wire.cut()
      return
    }
    await stream.write(bytes)
  }

  async #shell2(wire: Wire, stream: WireStream, line: string): Promise<void> {
    const { out, err, code } = await this.#answer(line)
    const packets = [
      ...(out.length === 0 ? [] : [packet(1, out)]),
      ...(err === '' ? [] : [packet(2, Buffer.from(err))]),
      packet(3, new Uint8Array([code & 0xff])),
    ]
    await this.#send(wire, stream, line, Buffer.concat(packets))
  }

  /** Raw: stderr is mixed into the output and no code is told. `-S N` on its line means N bytes follow. */
  async #plain(wire: Wire, stream: WireStream, line: string): Promise<void> {
    const { film } = this.#handset
    if (film !== null && line.startsWith('screenrecord ')) return film.record(this.#handset, line, stream)
    if (film !== null && line.includes('com.genymobile.scrcpy.Server')) return film.serve(this.#handset, line, stream)
    if (followsLog(line)) return followLog(this.#handset, line, stream)
    const size = /\binstall(?:-write)?'?\s.*-S '?(\d+)/.exec(line)?.[1]
    const input = size === undefined ? undefined : await this.#received(wire, stream, Number(size))
    if (input === null) return
    const { out, err } = await this.#answer(line, input)
    await this.#send(wire, stream, line, Buffer.concat([out, Buffer.from(err)]))
  }

  async #abb(wire: Wire, stream: WireStream, args: readonly string[]): Promise<void> {
    const [service, what = '', ...rest] = args
    this.#handset.lines.push(args.join(' '))
    const at = rest.indexOf('-S')
    if (service !== 'package' || !what.startsWith('install')) {
      await stream.write(said('Unknown command\n').out)
      return
    }
    const hasBytes = at !== -1 && (what === 'install' || what === 'install-write')
    const bytes = hasBytes ? await this.#received(wire, stream, Number(rest[at + 1])) : new Uint8Array()
    if (bytes === null) return
    const { out, err } = await packageInstall(this.#handset, [what, ...rest], bytes)
    await stream.write(Buffer.concat([out, Buffer.from(err)]))
  }

  /** Null: the connection was cut in the middle, as told. */
  async #received(wire: Wire, stream: WireStream, size: number): Promise<Uint8Array | null> {
    const { faults } = this.#handset
    const cut = faults.cutInstallAfter
    const bytes = await received(stream, cut === null ? size : Math.min(cut, size))
    if (cut === null) return bytes
    faults.cutInstallAfter = null
    wire.cut()
    return null
  }

  /** Push, pull and stat of single files. */
  async #sync(stream: WireStream): Promise<void> {
    const reader = new Reader(stream)
    const { files } = this.#handset
    for (;;) {
      const head = await reader.take(8)
      if (head === null) return
      const id = head.toString('latin1', 0, 4)
      const length = head.readUInt32LE(4)
      if (id === 'QUIT') return
      const name = (await reader.take(length))?.toString() ?? ''
      if (id === 'STAT' || id === 'STA2' || id === 'LST2')
        await stream.write(statOf(id, files.get(name), folders.has(name.replace(/\/$/, ''))))
      else if (id === 'RECV') await stream.write(sent(files.get(name)))
      else if (id === 'SEND') {
        const body = await reader.file()
        if (body === null) return
        files.set(name.replace(/,\d+$/, ''), body)
        await stream.write(head8('OKAY', 0))
      } else return
    }
  }
}

function packet(id: number, data: Uint8Array): Uint8Array {
  const head = Buffer.alloc(5)
  head.writeUInt8(id, 0)
  head.writeUInt32LE(data.length, 1)
  return Buffer.concat([head, data])
}

async function received(stream: WireStream, size: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for (let length = 0; length < size;) {
    const chunk = await stream.read()
    if (chunk === null) break
    chunks.push(chunk)
    length += chunk.length
  }
  return Buffer.concat(chunks).subarray(0, size)
}

function head8(id: string, value: number): Buffer {
  const head = Buffer.alloc(8)
  head.write(id, 0, 'latin1')
  head.writeUInt32LE(value, 4)
  return head
}

const regularFile = 0o100644
const directory = 0o040771

const folders: ReadonlySet<string> = new Set(['', '/sdcard', '/data/local/tmp'])
const noSuchFile = 2

function statOf(id: string, file: Uint8Array | undefined, isFolder: boolean): Uint8Array {
  const mode = file !== undefined ? regularFile : isFolder ? directory : 0
  if (id === 'STAT') {
    const old = Buffer.alloc(16)
    old.write(id, 0, 'latin1')
    old.writeUInt32LE(mode, 4)
    old.writeUInt32LE(file?.length ?? 0, 8)
    return old
  }
  const answer = Buffer.alloc(72)
  answer.write(id, 0, 'latin1')
  answer.writeUInt32LE(mode === 0 ? noSuchFile : 0, 4)
  answer.writeUInt32LE(mode, 24)
  answer.writeBigUInt64LE(BigInt(file?.length ?? 0), 40)
  return answer
}

function sent(file: Uint8Array | undefined): Uint8Array {
  const missing = 'No such file or directory'
  if (file === undefined) return Buffer.concat([head8('FAIL', missing.length), Buffer.from(missing)])
  const parts: Uint8Array[] = []
  for (let at = 0; at < file.length; at += 65_536) {
    const part = file.subarray(at, at + 65_536)
    parts.push(head8('DATA', part.length), part)
  }
  return Buffer.concat([...parts, head8('DONE', 0)])
}

class Reader {
  readonly #stream: WireStream
  #held: Buffer = Buffer.alloc(0)

  constructor(stream: WireStream) {
    this.#stream = stream
  }

  async take(length: number): Promise<Buffer | null> {
    while (this.#held.length < length) {
      const chunk = await this.#stream.read()
      if (chunk === null) return null
      this.#held = Buffer.concat([this.#held, chunk])
    }
    const taken = this.#held.subarray(0, length)
    this.#held = this.#held.subarray(length)
    return taken
  }

  /** DATA blocks up to DONE. */
  async file(): Promise<Uint8Array | null> {
    const parts: Uint8Array[] = []
    for (;;) {
      const head = await this.take(8)
      if (head === null) return null
      if (head.toString('latin1', 0, 4) !== 'DATA') return Buffer.concat(parts)
      const part = await this.take(head.readUInt32LE(4))
      if (part === null) return null
      parts.push(part)
    }
  }
}
