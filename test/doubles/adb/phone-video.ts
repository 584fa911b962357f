// What the phone of the adb double shows as video: a made-up film through its own screenrecord and through scrcpy's server,
// versions 3 and 4, over the sockets a real one has. Serves no picture where the test gave it no film.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { AccessUnits } from '#main/device/android/phone-video/access-units.ts'
import { isKey, joinNals, nalType, splitNals } from '#shared/domain/h264.ts'
import type { Size } from '#shared/domain/geometry.ts'
import type { Handset } from './handset.ts'
import type { WireStream } from './wire.ts'

export interface Film {
  readonly size: Size
  /** Whole pictures; the first is a key frame. */
  readonly units: readonly Uint8Array[]
}

export interface PhoneFilms {
  readonly portrait: Film
  readonly landscape: Film
}

/** By ffmpeg, once: two seconds, a key frame every half. */
export async function madeFilms(): Promise<PhoneFilms> {
  const [portrait, landscape] = await Promise.all([
    film({ width: 240, height: 528 }),
    film({ width: 528, height: 240 }),
  ])
  return { portrait, landscape }
}

async function film(size: Size): Promise<Film> {
  const args =
    `-v error -f lavfi -i testsrc2=size=${size.width}x${size.height}:rate=16:duration=2 -c:v libx264 -preset ultrafast ` +
    '-tune zerolatency -threads 1 -g 8 -bf 0 -pix_fmt yuv420p -f h264 -'
  const { stdout } = await promisify(execFile)('ffmpeg', args.split(' '), { encoding: 'buffer', maxBuffer: 1 << 26 })
  const units: Uint8Array[] = []
  const cutter = new AccessUnits(unit => units.push(unit))
  cutter.add(stdout)
  cutter.flush()
  return { size, units }
}

export interface Received {
  readonly kind: number
  readonly bytes: Uint8Array
}

export class PhoneFilm {
  readonly films: PhoneFilms
  /** Null: scrcpy's server cannot be started on it. */
  scrcpy: string | null = null
  screenrecord = true
  /** ms after which screenrecord ends by itself. */
  limitMs = 180_000
  /** A still screen: after its first picture nothing comes. */
  isStill = false
  frameMs = 60
  clipboard = ''
  /** What was done on the control sockets, in order. */
  readonly received: Received[] = []
  /** Fingers that are down: one of a server that ended is, until Android is told otherwise. */
  readonly down = new Set<number>()
  /** screenrecords that run now, and that ever ran. */
  running = 0
  started = 0
  readonly #servers = new Map<string, ScrcpyServer>()

  constructor(films: PhoneFilms) {
    this.films = films
  }

  of(handset: Handset): Film {
    return handset.phone.orientation === 'landscape' ? this.films.landscape : this.films.portrait
  }

  /** Somebody copied something on the phone. */
  copied(text: string): void {
    this.clipboard = text
    for (const server of this.#servers.values()) server.tell(text)
  }

  async record(handset: Handset, line: string, stream: WireStream): Promise<void> {
    handset.lines.push(line)
    this.started += 1
    this.running += 1
    try {
      const end = performance.now() + this.limitMs
      await this.play(
        handset,
        () => !stream.closed && performance.now() < end,
        unit => stream.write(unit),
        never,
      )
    } finally {
      this.running -= 1
    }
  }

  /** Every picture of the film over and over, in its time. */
  async play(
    handset: Handset,
    goesOn: () => boolean,
    write: (unit: Uint8Array, key: boolean, film: Film) => Promise<boolean>,
    isAsked: () => boolean,
  ): Promise<void> {
    let shown = this.of(handset)
    for (let at = 0; goesOn(); at += 1) {
      if (isAsked()) at = 0
      const unit = shown.units[at % shown.units.length]
      if (unit === undefined) return
      if (!this.isStill || at === 0) await write(unit, isKey(unit), shown)
      await new Promise(resolve => {
        setTimeout(resolve, this.frameMs)
      })
      // Only scrcpy's server sees the turn; screenrecord goes on as it was begun.
      const now = this.of(handset)
      if (now !== shown && isAsked !== never) {
        shown = now
        at = -1
      }
    }
  }

  async serve(handset: Handset, line: string, stream: WireStream): Promise<void> {
    handset.lines.push(line)
    const [, version = ''] = /scrcpy\.Server (\S+)/.exec(line) ?? []
    if (this.scrcpy === null) return void (await stream.write(Buffer.from('Aborted\n')))
    if (version !== this.scrcpy) {
      const words = `[server] ERROR: java.lang.IllegalArgumentException: The server version (${this.scrcpy}) does not match the client (${version})\n`
      return void (await stream.write(Buffer.from(words)))
    }
    const id = /scid=([0-9a-f]{8})/.exec(line)?.[1] ?? ''
    const server = new ScrcpyServer(this, handset, {
      major: Number(version.split('.')[0]),
      video: !line.includes('video=false'),
      tells: !line.includes('clipboard_autosync=false'),
    })
    this.#servers.set(id, server)
    await stream.write(Buffer.from('[server] INFO: Device: [Nocturne] Double Phone\n'))
    while (!stream.closed && !server.isOver)
      await new Promise(resolve => {
        setTimeout(resolve, 20)
      })
    this.#servers.delete(id)
  }

  async socket(id: string, stream: WireStream): Promise<void> {
    await this.#servers.get(id)?.accept(stream)
  }
}

const never = (): boolean => false

interface ServerOptions {
  readonly major: number
  readonly video: boolean
  /** It says by itself what is copied. */
  readonly tells: boolean
}

class ScrcpyServer {
  isOver = false
  readonly #film: PhoneFilm
  readonly #handset: Handset
  readonly #options: ServerOptions
  #count = 0
  readonly #controlled = Promise.withResolvers<void>()
  #control: WireStream | null = null
  #isAsked = false
  #size: Size | null = null

  constructor(film: PhoneFilm, handset: Handset, options: ServerOptions) {
    this.#film = film
    this.#handset = handset
    this.#options = options
  }

  tell(text: string): void {
    if (this.#options.tells) void this.#control?.write(clipboardMessage(text))
  }

  async accept(stream: WireStream): Promise<void> {
    const isFirst = this.#count === 0
    this.#count += 1
    const name = Buffer.alloc(64)
    name.write('Double Phone')
    try {
      if (isFirst) await stream.write(Buffer.alloc(1))
      if (isFirst && this.#options.video) {
        await this.#controlled.promise
        await stream.write(name)
        return await this.#pictures(stream)
      }
      if (isFirst) await stream.write(name)
      this.#control = stream
      this.#controlled.resolve()
      await this.#take(stream)
    } finally {
      this.isOver = true
      this.#control?.close()
    }
  }

  async #pictures(stream: WireStream): Promise<void> {
    const { major } = this.#options
    const { size } = this.#film.of(this.#handset)
    await stream.write(Buffer.from('h264'))
    if (major === 3) await stream.write(numbers(size.width, size.height))
    let pts = 0n
    let shown: Film | null = null
    const asked = (): boolean => {
      const was = this.#isAsked
      this.#isAsked = false
      if (was) shown = null
      return was
    }
    await this.#film.play(
      this.#handset,
      () => !stream.closed && !this.isOver,
      async (unit, key, film) => {
        const nals = splitNals(unit)
        const config = nals.filter(nal => nalType(nal) === 7 || nalType(nal) === 8)
        const picture = nals.filter(nal => nalType(nal) === 5 || nalType(nal) === 1)
        if (film !== shown) {
          shown = film
          this.#size = film.size
          if (major === 4)
            await stream.write(Buffer.concat([numbers(0x80000000), numbers(film.size.width, film.size.height)]))
          await stream.write(packet(joinNals(config), 1n << (major === 4 ? 62n : 63n)))
        }
        pts += 60_000n
        return stream.write(packet(joinNals(picture), pts | (key ? 1n << (major === 4 ? 61n : 62n) : 0n)))
      },
      asked,
    )
  }

  async #take(stream: WireStream): Promise<void> {
    let held: Buffer = Buffer.alloc(0)
    for (;;) {
      const chunk = await stream.read()
      if (chunk === null) return
      held = Buffer.concat([held, chunk])
      for (let length = lengthOf(held); length !== null && held.length >= length; length = lengthOf(held)) {
        const message = held.subarray(0, length)
        held = held.subarray(length)
        await this.#done(message, stream)
      }
    }
  }

  async #done(message: Buffer, stream: WireStream): Promise<void> {
    const kind = message[0] ?? -1
    // A touch for another size than is shown is dropped, as the real one does.
    const isStale =
      kind === 2 && (message.readUInt16BE(18) !== this.#size?.width || message.readUInt16BE(20) !== this.#size.height)
    if (!isStale) this.#film.received.push({ kind, bytes: new Uint8Array(message) })
    if (!isStale && kind === 2) {
      const finger = Number(message.readBigUInt64BE(2))
      if (message[1] === 1) this.#film.down.delete(finger)
      else this.#film.down.add(finger)
    }
    if (kind === 17) this.#isAsked = true
    if (kind === 8 && !this.#options.tells && this.#film.clipboard !== '')
      await stream.write(clipboardMessage(this.#film.clipboard))
    if (kind === 9) {
      this.#film.clipboard = message.toString('utf8', 14)
      await stream.write(Buffer.concat([Buffer.from([1]), message.subarray(1, 9)]))
    }
  }
}

function lengthOf(held: Buffer): number | null {
  switch (held[0]) {
    case 0:
      return 14
    case 2:
      return 32
    case 8:
      return 2
    case 9:
      return held.length < 14 ? null : 14 + held.readUInt32BE(10)
    case 17:
      return 1
    case undefined:
    default:
      return null
  }
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4)
  return bytes
}

function packet(bytes: Uint8Array, flagsAndPts: bigint): Buffer {
  const head = Buffer.alloc(12)
  head.writeBigUInt64BE(flagsAndPts, 0)
  head.writeUInt32BE(bytes.length, 8)
  return Buffer.concat([head, bytes])
}

function clipboardMessage(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([0]), numbers(bytes.length), bytes])
}
