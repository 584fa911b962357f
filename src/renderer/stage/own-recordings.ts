// Which recordings this window itself begins and ends just now: a press on Record says so by itself, so the news of it do not.
import type { DeviceId } from '#shared/domain/ids.ts'

class OwnRecordings {
  readonly #beginning = new Set<DeviceId>()
  readonly #ending = new Set<DeviceId>()

  /** Around the call that begins or ends one; one that fails is nobody's. */
  async during<T>(device: DeviceId, what: 'start' | 'stop', call: () => Promise<T>): Promise<T> {
    const marks = what === 'start' ? this.#beginning : this.#ending
    marks.add(device)
    try {
      return await call()
    } catch (thrown) {
      marks.delete(device)
      throw thrown
    }
  }

  /** True once for each that was begun here. */
  began(device: DeviceId): boolean {
    this.#ending.delete(device)
    return this.#beginning.delete(device)
  }

  ended(device: DeviceId): boolean {
    return this.#ending.delete(device)
  }
}

export const ownRecordings = new OwnRecordings()
