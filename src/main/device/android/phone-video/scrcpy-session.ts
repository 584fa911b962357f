// One run of scrcpy's server on a phone: put there, started, its video and control sockets open. Ends with the connection, with
// the server or when it is closed. Knows the wire, decides nothing.
import type { AdbLink, AdbSocket } from '#main/device/android/adb.ts'
import { ByteReader } from '#main/device/android/phone-video/byte-reader.ts'
import { push } from '#main/device/android/drop/push.ts'
import type { ScrcpyFile } from '#main/device/android/phone-video/scrcpy-file.ts'
import {
  h264Codec,
  headerBytes,
  majorOf,
  nameBytes,
  readDeviceMessage,
  toldVersion,
  videoHeader,
  type DeviceMessage,
  type ScrcpyMajor,
} from '#main/device/android/phone-video/scrcpy-wire.ts'
import { readBytes } from '#main/sys/files.ts'
import { sleep } from '#shared/base/abort.ts'
import { Refusal, wordsOf } from '#shared/base/refusal.ts'
import { isKey, spsOf } from '#shared/domain/h264.ts'
import type { Size } from '#shared/domain/geometry.ts'

export interface SessionOrder {
  /** Of the longer side; 0 for the screen's own. */
  readonly longestPx: number
  /** False: control alone. */
  readonly video: boolean
}

export interface SessionEvents {
  onUnit(unit: { readonly key: boolean; readonly bytes: Uint8Array }, size: Size): void
  onMessage(message: DeviceMessage): void
}

const pushMs = 30_000
const startMs = 8000
const againMs = 60
const bitsPerSecond = 8_000_000

export class ScrcpySession {
  readonly longestPx: number
  readonly ended: Promise<Refusal>
  /** Of its pictures now. */
  size: Size | null = null
  readonly #life: AbortController
  readonly #control: AdbSocket
  #sent: Promise<void> = Promise.resolve()

  private constructor(
    order: SessionOrder,
    life: AbortController,
    control: AdbSocket,
    video: ByteReader | null,
    major: ScrcpyMajor,
    events: SessionEvents,
  ) {
    this.longestPx = order.longestPx === 0 ? Infinity : order.longestPx
    this.#life = life
    this.#control = control
    const messages = new ByteReader(control)
    const work = [
      this.#readMessages(messages, events),
      ...(video === null ? [] : [this.#readVideo(video, major, events)]),
    ]
    this.ended = Promise.race(work)
      .then(
        () => new Refusal('failed', 'The connection to scrcpy’s server on the phone ended.'),
        (thrown: unknown) => (thrown instanceof Refusal ? thrown : new Refusal('failed', wordsOf(thrown))),
      )
      .finally(() => this.close())
  }

  /** `versions` remembers which one a file is, once its server has said so. */
  static async start(
    link: AdbLink,
    file: ScrcpyFile,
    versions: Map<string, string>,
    order: SessionOrder,
    events: SessionEvents,
    signal: AbortSignal,
  ): Promise<ScrcpySession> {
    const jar = `/data/local/tmp/nocturne-scrcpy-${file.bytes}.jar`
    await putThere(link, file, jar, signal)
    for (let tries = 1; ; tries += 1) {
      const version = versions.get(file.path) ?? file.version ?? '3.0'
      const major = majorOf(version)
      if (major === null)
        throw new Refusal(
          'unsupported',
          `The scrcpy that is installed here is version ${version}: Nocturne knows 3 and 4.`,
          {
            hint: 'Install a scrcpy of version 3 or 4.',
          },
        )
      try {
        return await begun(link, { jar, version, major }, order, events, signal)
      } catch (thrown) {
        const told = toldVersion(wordsOf(thrown))
        if (told === null || tries > 1) throw thrown
        versions.set(file.path, told)
      }
    }
  }

  static of(
    order: SessionOrder,
    life: AbortController,
    control: AdbSocket,
    video: ByteReader | null,
    major: ScrcpyMajor,
    events: SessionEvents,
  ): ScrcpySession {
    return new ScrcpySession(order, life, control, video, major, events)
  }

  get isOpen(): boolean {
    return !this.#life.signal.aborted
  }

  /** Answers when the connection took it, in the order it was asked. */
  send(bytes: Uint8Array): Promise<void> {
    const mine = this.#sent.then(async () => {
      if (!this.isOpen) throw new Refusal('failed', 'The connection to scrcpy’s server on the phone ended.')
      await this.#control.write(bytes)
    })
    this.#sent = mine.catch(() => undefined)
    return mine
  }

  close(): void {
    if (this.isOpen) this.#life.abort(new Refusal('superseded', 'scrcpy’s server was let go.'))
  }

  async #readMessages(reader: ByteReader, events: SessionEvents): Promise<void> {
    for (;;) {
      const message = await readDeviceMessage(length => reader.take(length))
      if (message === null) return
      events.onMessage(message)
    }
  }

  async #readVideo(reader: ByteReader, major: ScrcpyMajor, events: SessionEvents): Promise<void> {
    let parameters: Uint8Array = new Uint8Array()
    for (;;) {
      const head = await reader.take(headerBytes)
      if (head === null) return
      const header = videoHeader(head, major)
      if (header.is === 'session') {
        this.size = header.size
        continue
      }
      const bytes = await reader.take(header.bytes)
      if (bytes === null) return
      if (header.config) {
        parameters = bytes
        // Version 3 says a new size in the new parameters alone.
        this.size = spsOf(bytes)?.size ?? this.size
        continue
      }
      if (this.size === null) continue
      const key = header.key || isKey(bytes)
      events.onUnit({ key, bytes: key ? joined(parameters, bytes) : bytes }, this.size)
    }
  }
}

/** Put there once: it stays, a file of so many bytes. */
async function putThere(link: AdbLink, file: ScrcpyFile, jar: string, signal: AbortSignal): Promise<void> {
  const there = await link.shell(`stat -c %s ${jar} 2>/dev/null`, signal)
  if (Number(there.stdout.trim()) === file.bytes) return
  const bytes = await readBytes(file.path)
  await push(
    link,
    jar,
    (async function* () {
      yield bytes
    })(),
    signal,
    pushMs,
  )
}

interface Server {
  readonly jar: string
  readonly version: string
  readonly major: ScrcpyMajor
}

async function begun(
  link: AdbLink,
  { jar, version, major }: Server,
  order: SessionOrder,
  events: SessionEvents,
  signal: AbortSignal,
): Promise<ScrcpySession> {
  const life = new AbortController()
  // Thirty-one bits, eight digits.
  const id = ((globalThis.crypto.getRandomValues(new Uint32Array(1))[0] ?? 1) & 0x7fffffff)
    .toString(16)
    .padStart(8, '0')
  const options = [
    `scid=${id}`,
    'tunnel_forward=true',
    'audio=false',
    'control=true',
    'cleanup=false',
    ...(order.video
      ? [`max_size=${order.longestPx}`, `video_bit_rate=${bitsPerSecond}`, 'video_codec=h264']
      : ['video=false', 'clipboard_autosync=false']),
  ]
  let said = ''
  const ended = link
    .follow(
      `CLASSPATH=${jar} app_process / com.genymobile.scrcpy.Server ${version} ${options.join(' ')}`,
      bytes => {
        said = `${said}${new TextDecoder().decode(bytes)}`.slice(-2000)
      },
      life.signal,
    )
    .catch(() => undefined)
  const failed = ended.then((): never => {
    throw new Refusal(
      'failed',
      `scrcpy's server did not start on the phone: ${said.trim().slice(-400) || 'it said nothing'}`,
    )
  })
  failed.catch(() => undefined)
  const both = AbortSignal.any([signal, AbortSignal.timeout(startMs)])
  try {
    const service = `localabstract:scrcpy_${id}`
    const { socket: first, reader } = await Promise.race([answering(link, service, life.signal, both), failed])
    const meta = async (): Promise<AdbSocket> => {
      const control = order.video ? await link.socket(service, life.signal) : first
      await reader.need(nameBytes)
      if (!order.video) return control
      const codec = new DataView((await reader.need(4)).buffer).getUint32(0)
      if (codec !== h264Codec) throw new Refusal('unsupported', 'The phone could not encode its picture for scrcpy.')
      if (major === 3) await reader.need(8)
      return control
    }
    const control = await Promise.race([meta(), failed, late(both)])
    return ScrcpySession.of(order, life, control, order.video ? reader : null, major, events)
  } catch (thrown) {
    life.abort(new Error('it did not start'))
    throw thrown
  }
}

/** Until the server listens, which its first byte shows: some adb programs open what nobody listens at. */
async function answering(
  link: AdbLink,
  service: string,
  life: AbortSignal,
  signal: AbortSignal,
): Promise<{ readonly socket: AdbSocket; readonly reader: ByteReader }> {
  for (;;) {
    const socket = await link.socket(service, life).catch(() => null)
    if (socket !== null) {
      const reader = new ByteReader(socket)
      if ((await reader.take(1)) !== null) return { socket, reader }
      socket.close()
    }
    await sleep(againMs, AbortSignal.any([signal, life]))
  }
}

const late = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const fail = (): void => reject(new Refusal('failed', 'scrcpy’s server on the phone did not answer in time.'))
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}
