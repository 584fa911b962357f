// The date and time of an Android device, set when they lag behind the computer's: an emulator stands while the computer
// sleeps. Phones on a cable keep their own time and are only read.
import type { WallClockFacet } from '#main/device/driver.ts'
import { Refusal } from '#shared/base/refusal.ts'

export interface Shell {
  shell(line: string, signal: AbortSignal): Promise<{ readonly stdout: string }>
}

/** A second of which most is lost on the way there and back. */
const settledMs = 3000

export class AndroidWallClock implements WallClockFacet {
  readonly #link: Shell

  constructor(link: Shell) {
    this.#link = link
  }

  async read(signal: AbortSignal): Promise<number> {
    const { stdout } = await this.#link.shell('date +%s', signal)
    const seconds = Number(stdout.trim())
    if (stdout.trim() === '' || !Number.isSafeInteger(seconds))
      throw new Refusal('failed', `The device did not tell its time: "${stdout.trim().slice(0, 80)}".`)
    return seconds * 1000
  }

  async set(ms: number, signal: AbortSignal): Promise<void> {
    await this.#link.shell(`cmd alarm set-time ${Math.round(ms)}`, signal)
    const now = await this.read(signal)
    if (Math.abs(now - ms) > settledMs)
      throw new Refusal('unsupported', 'The device does not let its clock be set.', {
        hint: 'Turn on automatic date and time in its Settings.',
      })
  }
}
