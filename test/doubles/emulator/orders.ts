// What a test can order of a running emulator double, and what it answers: one JSON object a line, in and out.
import type { Faults, Landed, Struck } from './emulated.ts'
import type { Size } from './screen.ts'

export interface Orders {
  faults: { readonly ask: Partial<Faults>; readonly answer: null }
  /** Every connection ends; nobody can connect for `ms`. Answers when they can again. */
  drop: { readonly ask: { readonly ms: number }; readonly answer: null }
  /** As a reboot: connections end, no finger is down, another token, not booted for `ms`. */
  restart: { readonly ask: { readonly ms: number }; readonly answer: null }
  /** It has booted, however long it was to take. */
  boot: { readonly ask: null; readonly answer: null }
  /** Only with the marker: the screen has another size from now on. */
  size: { readonly ask: Size; readonly answer: null }
  /** Touches that landed since the last question. */
  landed: { readonly ask: null; readonly answer: readonly Landed[] }
  /** Keys and text that landed since the last question. */
  struck: { readonly ask: null; readonly answer: readonly Struck[] }
  state: {
    readonly ask: null
    readonly answer: {
      readonly down: readonly number[]
      readonly keysDown: readonly string[]
      readonly held: number
      readonly posture: number
      readonly clip: string
      readonly foreground: string
      readonly number: number | null
      /** Names of the calls that stream now. */
      readonly streams: readonly string[]
    }
  }
  /** Copied by an app on the device. */
  copy: { readonly ask: { readonly text: string }; readonly answer: null }
  /** Held by a person's own hands: degrees about the axis out of the screen. */
  turn: { readonly ask: { readonly degrees: number }; readonly answer: null }
  /** Only with the marker: so many new pictures a second by itself; 0 stops. */
  play: { readonly ask: { readonly fps: number }; readonly answer: null }
}
export type OrderName = keyof Orders

export interface DoubleOptions {
  /** Where the discovery file is written. */
  readonly folder: string
  readonly screen: 'demo' | 'marker'
  readonly size: Size
  readonly densityDpi: number
  /** With it the device folds; `size` is the inner screen. */
  readonly outer: Size | null
  readonly auth: 'token' | 'jwt' | 'none'
  readonly host: '127.0.0.1' | '[::1]'
  readonly seed: number
  /** How many times as fast as the machine's its clock runs. */
  readonly scale: number
  /** Of a real adb server, which is told of it; null: it answers by gRPC only. */
  readonly adbServer: number | null
  readonly adbPort: number
  readonly name: string
  readonly apiLevel: number
  readonly faults: Partial<Faults>
  /** Of `-grpc`; any free one where none is given. */
  readonly grpcPort?: number
  /** How long after its start each is so; all at once where it is not given. */
  readonly boot?: BootTimes
  /** Of the AVD; beside the discovery file where none is given. */
  readonly avdFolder?: string
  readonly avdId?: string
}

export interface BootTimes {
  readonly adbMs: number
  readonly androidMs: number
  readonly packagesMs: number
  readonly pictureMs: number
}

/** The first line it prints. */
export interface DoubleReady {
  readonly grpcPort: number
  readonly serial: string
  readonly pid: number
}
