// The phone behind the adb double: a demo phone whose clock runs with the machine's or stands until told to go on, and what of Android lies beside it
// (files, settings, the build). Asked by the commands; knows nothing of adb.
import { loadApp, plantApp } from '#main/device/demo/engine/app-file.ts'
import { DemoPhone } from '#main/device/demo/engine/phone.ts'
import { noFaults, type Faults } from './faults.ts'

export interface HandsetOptions {
  readonly seed: number
  readonly nuisance: boolean
  /** How many times as fast as the machine's its clock runs, or goes through what it is told to wait. */
  readonly scale: number
  /** `stands`: time passes only in `sleep` and while a finger is held, so nothing depends on how fast the machine is. */
  readonly clock: 'runs' | 'stands'
  readonly tv: boolean
  readonly apiLevel: number
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

export class Handset {
  readonly phone: DemoPhone
  readonly options: HandsetOptions
  readonly faults: Faults = noFaults()
  readonly files = new Map<string, Uint8Array>()
  /** `namespace/key` of `settings put`. */
  readonly settings = new Map<string, string>([
    ['system/accelerometer_rotation', '1'],
    ['global/airplane_mode_on', '0'],
  ])
  /** Package → when it was installed last, on the device's clock. */
  readonly installedAt = new Map<string, number>()
  /** Every command line served, for tests. */
  readonly lines: string[] = []
  #drawn: DrawnPicture | null = null

  constructor(options: HandsetOptions) {
    this.options = options
    this.phone = new DemoPhone({
      seed: options.seed,
      nuisance: options.nuisance,
      clock: options.clock === 'stands' ? 'virtual' : { scale: options.scale, now: () => performance.now() },
      ...(options.tv ? { size: { width: 1080, height: 1920 }, densityDpi: 320 } : {}),
    })
    if (options.tv) this.phone.turn('landscape')
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
