// The phone behind the adb double: a demo phone whose clock runs with the machine's or stands until told to go on, and what of Android lies beside it
// (files, settings, the build). Asked by the commands; knows nothing of adb.
import { loadApp, plantApp } from '#main/device/demo/engine/app-file.ts'
import { DemoPhone } from '#main/device/demo/engine/phone.ts'
import type { Fold } from '#shared/domain/device.ts'
import type { Size } from '#shared/domain/geometry.ts'
import { Controls } from './controls.ts'
import { noFaults, type Faults } from './faults.ts'
import type { PhoneFilm } from './phone-video.ts'
import { Installs } from './installs.ts'

export interface HandsetOptions {
  readonly seed: number
  readonly nuisance: boolean
  /** How many times as fast as the machine's its clock runs, or goes through what it is told to wait. */
  readonly scale: number
  /** `stands`: time passes only in `sleep` and while a finger is held, so nothing depends on how fast the machine is. */
  readonly clock: 'runs' | 'stands'
  readonly tv: boolean
  readonly apiLevel: number
  /** Processors, best first. */
  readonly abis?: readonly string[]
  /** Another screen than the usual phone's; of a foldable the inner one. */
  readonly size?: Size
  readonly densityDpi?: number
  readonly fold?: Pick<Fold, 'outer'>
  /** As the build calls itself. */
  readonly model?: string
  readonly emulator?: boolean
}

export interface DrawnPicture {
  readonly id: string
  readonly width: number
  readonly height: number
  /** RGBA. */
  readonly bytes: Uint8Array
  /** Encoded once, when it is asked for. */
  png: Promise<Uint8Array> | null
}

let handsets = 0

export class Handset {
  readonly phone: DemoPhone
  readonly options: HandsetOptions
  readonly faults: Faults = noFaults()
  readonly files = new Map<string, Uint8Array>()
  /** `namespace/key` of `settings put`. */
  readonly settings = new Map<string, string>([
    ['system/accelerometer_rotation', '1'],
    ['global/airplane_mode_on', '0'],
    ['global/wifi_on', '1'],
    ['global/mobile_data', '1'],
  ])
  readonly controls: Controls
  /** Its own, as a real phone has one. */
  readonly serialno = `ND${process.pid}X${(handsets += 1)}`
  readonly installs = new Installs()
  /** What it shows as video; null: it has no screenrecord, and scrcpy's server does not run on it. */
  film: PhoneFilm | null = null
  /** Package → when it was installed last, on the device's clock. */
  readonly installedAt = new Map<string, number>()
  /** Every command line served, for tests. */
  readonly lines: string[] = []
  /** Quarter turns against the clock it is held at, where that is known; tells which of two landscapes it is. */
  heldAt: 0 | 1 | 2 | 3 | null = null
  /** The same of the thing in somebody's hands, whatever its screen is locked to. */
  inHands: 0 | 1 | 2 | 3 = 0
  #drawn: DrawnPicture | null = null

  constructor(options: HandsetOptions) {
    this.options = options
    this.phone = new DemoPhone({
      seed: options.seed,
      nuisance: options.nuisance,
      clock: options.clock === 'stands' ? 'virtual' : { scale: options.scale, now: () => performance.now() },
      ...(options.tv ? { size: { width: 1080, height: 1920 }, densityDpi: 320 } : {}),
      ...(options.size === undefined ? {} : { size: options.size }),
      ...(options.densityDpi === undefined ? {} : { densityDpi: options.densityDpi }),
      ...(options.fold === undefined ? {} : { fold: options.fold }),
    })
    if (options.tv) this.phone.turn('landscape')
    this.controls = new Controls(this.phone, this.settings)
  }

  /**
   * Installs an app file in the place of an APK. Its first line may name the bugs to plant: `# plant: all` or a list.
   * Answers in the package manager's words.
   */
  install(bytes: Uint8Array, grant: boolean): string {
    if (this.faults.install !== null) return `Failure [${this.faults.install}]\n`
    const text = Buffer.from(bytes).toString()
    if (!/^format: nocturne-demo-app/m.test(text))
      return 'Failure [INSTALL_PARSE_FAILED_NOT_APK: Failed to parse /data/app/vmdl82.tmp/base.apk: Failed to load asset path]\n'
    const plant = /^# plant: (.*)$/m.exec(text)?.[1]?.trim() ?? 'none'
    const wanted = plant === 'all' || plant === 'none' ? plant : plant.split(/[\s,]+/)
    const app = plantApp(loadApp(text, 'base.apk'), wanted, { conditions: 'all' })
    this.phone.install(app, { grant })
    this.installedAt.set(app.program.package, this.phone.now())
    return 'Success\n'
  }

  /** How the display stands, as Android counts it: phones do not turn upside down. */
  get rotation(): 0 | 1 | 2 | 3 {
    // Not by the size of its picture: an open foldable lies as it is.
    const isTurned = this.phone.orientation === 'landscape'
    return isTurned ? (this.heldAt === 3 ? 3 : 1) : 0
  }

  /** After a setting of its rotation changed: locked to one, or as it is held. */
  rotate(): void {
    if (this.options.tv) return
    const isLocked = this.settings.get('system/accelerometer_rotation') === '0'
    const at = isLocked ? Number(this.settings.get('system/user_rotation') ?? 0) % 4 : this.inHands
    this.heldAt = at as 0 | 1 | 2 | 3
    this.phone.turn(at % 2 === 0 ? 'portrait' : 'landscape')
  }

  /** Of this moment, drawn once a picture. */
  picture(): DrawnPicture {
    const look = this.phone.peek()
    const id = this.faults.blank ? `blank ${look.geometry}` : look.pictureId
    if (this.#drawn?.id !== id) {
      const { width, height, data } = look.pixels(1)
      const bytes = this.faults.blank
        ? new Uint8Array(data.length)
        : new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      this.#drawn = { id, width, height, bytes, png: null }
    }
    return this.#drawn
  }

  stamp(ms: number): string {
    return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
  }

  /** Lets so much of the device's time pass. */
  async wait(deviceMs: number): Promise<void> {
    await this.held(deviceMs)
    if (this.options.clock === 'stands') this.phone.advance(deviceMs)
  }

  /** Before a gesture of that length, in which a standing clock goes on by itself. */
  held(deviceMs: number): Promise<void> {
    return new Promise(resolve => {
      setTimeout(resolve, deviceMs / this.options.scale)
    })
  }
}
