// What an install can leave on a device when it breaks off: shell lines that could not be said since the device had gone, and pushed
// builds of a hub that died. Knows names and lines; installer.ts says them.

export const pushFolder = '/data/local/tmp'
/** No install takes so long: another hub may be at one now. */
const oldMs = 60 * 60_000
/** Of one line; what is more goes the next time. */
const oldMost = 50

/** Tells by itself how old it is: not every Android has a tool that does. */
export function pushName(nowMs: number): string {
  const chance = Math.random().toString(36).slice(2, 8).padEnd(6, '0')
  return `nocturne-${Math.floor(nowMs / 1000).toString(36)}-${chance}.apk`
}

/** Of the names in the folder those of our own that no install can be using any more. */
export function oldPushes(names: readonly string[], nowMs: number): readonly string[] {
  return names
    .map(name => name.trim())
    .filter(name => {
      const [, seconds] = /^nocturne-([0-9a-z]{6,7})-[0-9a-z]{6}\.apk$/u.exec(name) ?? []
      return seconds !== undefined && nowMs - Number.parseInt(seconds, 36) * 1000 > oldMs
    })
    .slice(0, oldMost)
}

/** Serial → shell lines. A device that comes back is opened anew, so they are kept beside the installers; the oldest go first. */
export class LeftBehind {
  readonly #lines = new Map<string, readonly string[]>()
  readonly #serialsMost: number
  readonly #linesMost: number

  constructor(serialsMost: number, linesMost: number) {
    this.#serialsMost = serialsMost
    this.#linesMost = linesMost
  }

  of(serial: string): readonly string[] {
    return this.#lines.get(serial) ?? []
  }

  add(serial: string, line: string): void {
    const lines = [...this.of(serial), line].slice(-this.#linesMost)
    this.#lines.delete(serial)
    this.#lines.set(serial, lines)
    const [oldest] = this.#lines.keys()
    if (this.#lines.size > this.#serialsMost && oldest !== undefined) this.#lines.delete(oldest)
  }

  done(serial: string, line: string): void {
    const left = this.of(serial).filter(one => one !== line)
    if (left.length === 0) this.#lines.delete(serial)
    else this.#lines.set(serial, left)
  }
}

export const leftBehind = new LeftBehind(32, 16)
