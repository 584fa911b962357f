// What a receipt says of the picture where the device encodes it itself: a key frame that was asked for, or that begins a
// renewal, shows what was there before and is no change.
import { describe, expect, it } from 'vitest'
import { sleep } from '#shared/base/abort.ts'
import type { Picture } from '#shared/domain/picture.ts'
import type { CodedFrame } from '#shared/domain/video.ts'
import { openDevice, type OpenDevice } from '#main/device/open-device.ts'
import { FingerDriver } from '../../../test/doubles/finger-driver.ts'

const never = new AbortController().signal
const back = { kind: 'key', key: 'Back' } as const
/** Constrained Baseline, 64x64. */
const sps = Uint8Array.of(0x67, 0x42, 0xc0, 0x0a, 0xda, 0x10, 0x99)
const start = [0, 0, 0, 1]
const keyUnit = Uint8Array.of(...start, ...sps, ...start, 0x68, 0xce, 0x06, 0xe2, ...start, 0x65, 0x88)
const moreUnit = Uint8Array.of(...start, 0x41, 0x88)

class CodedPhone {
  /** Key frames that were asked for are given so much later. */
  answersMs = 0
  #sequence = 0
  #give: ((frame: CodedFrame) => void) | null = null
  readonly #looking = new AbortController()

  async opened(): Promise<OpenDevice> {
    const device = await openDevice(
      {
        ...new FingerDriver().driver,
        video: {
          kind: 'coded',
          path: 'scrcpy',
          encoder: 'its own',
          frames: (_, onFrame, signal) => {
            this.#give = onFrame
            this.give(true)
            return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
          },
          keyFrame: () => void setTimeout(() => this.give(true), this.answersMs),
        },
      },
      never,
    )
    this.join(device)
    await expect.poll(() => device.stream.isCapturing).toBe(true)
    return device
  }

  join(device: OpenDevice): void {
    const viewer = { credit: 10, whenCredit: () => new Promise<void>(() => {}), unit: () => {}, still: () => {} }
    device.stream
      .view({ widthPx: 540, slow: false, stills: false }, viewer, this.#looking.signal)
      .catch(() => undefined)
  }

  give(key: boolean, isAgain = false): void {
    this.#sequence += 1
    this.#give?.({
      key,
      bytes: key ? keyUnit : moreUnit,
      sequence: this.#sequence,
      atUs: performance.now() * 1000,
      generation: 1,
      ...(isAgain ? { isAgain } : {}),
    })
  }
}

async function changedWhile(happens: (phone: CodedPhone, device: OpenDevice) => void): Promise<boolean | null> {
  const phone = new CodedPhone()
  await using device = await phone.opened()
  const grant = await device.takeControl({ kind: 'agent', name: 'agent' }, never)
  // The key frames of joining are over.
  await sleep(500)
  const receipt = device.input(grant, back, never)
  await sleep(50)
  happens(phone, device)
  return (await receipt).changed
}

describe('the receipt of an input on a device that encodes its own picture', () => {
  it('says that nothing changed where no frame came, and that it changed where one came by itself', async () => {
    expect(await changedWhile(() => undefined)).toBe(false)
    expect(await changedWhile(phone => phone.give(false))).toBe(true)
    expect(await changedWhile(phone => phone.give(true))).toBe(true)
  })

  it('claims nothing by a key frame that was asked for, and by the first of a renewal', async () => {
    expect(await changedWhile((phone, device) => phone.join(device))).toBe(null)
    expect(await changedWhile((_, device) => device.stream.reopen())).toBe(null)
    expect(await changedWhile(phone => phone.give(true, true))).toBe(null)
  })

  it('says that it changed where more came than the key frame', async () => {
    const both = (phone: CodedPhone, device: OpenDevice): void => {
      phone.join(device)
      setTimeout(() => phone.give(false), 100)
    }
    expect(await changedWhile(both)).toBe(true)
  })
})

/** A phone of which only whole pictures can be had. */
class StillPhone {
  shows = 'first'
  taken = 0
  /** While it takes one, which shows what is there by the end. */
  takesMs = 0

  async opened(): Promise<OpenDevice> {
    const { driver } = new FingerDriver()
    const picture = async (): Promise<Picture> => {
      this.taken += 1
      if (this.takesMs > 0) await sleep(this.takesMs)
      return {
        id: this.shows,
        pixels: () => Promise.resolve({ width: 1, height: 1, scale: 1, data: new Uint8Array(4) }),
      }
    }
    return openDevice({ ...driver, screen: { ...driver.screen, picture } }, never)
  }
}

describe('the receipt of an input on a device that gives only stills', () => {
  const agent = { kind: 'agent', name: 'agent' } as const

  it('compares the picture before with one after: nothing changed, or it did', async () => {
    const phone = new StillPhone()
    await using device = await phone.opened()
    const grant = await device.takeControl(agent, never)
    await device.still(never)
    expect(await device.input(grant, back, never)).toMatchObject({
      changed: false,
      words: expect.stringMatching(/^sent, nothing changed\. ./u) as string,
    })
    const receipt = device.input(grant, back, never)
    await sleep(100)
    phone.shows = 'second'
    expect(await receipt).toMatchObject({ changed: true, words: 'sent, the screen changed' })
  })

  it('is of several at once with one more picture', async () => {
    const phone = new StillPhone()
    await using device = await phone.opened()
    const grant = await device.takeControl(agent, never)
    await device.still(never)
    phone.takesMs = 200
    const all = await Promise.all([back, back, back].map(input => device.input(grant, input, never)))
    expect(all.map(({ changed }) => changed)).toEqual([false, false, false])
    expect(phone.taken).toBeLessThanOrEqual(3)
  })

  it('claims nothing where no picture of just before it is there', async () => {
    const phone = new StillPhone()
    await using device = await phone.opened()
    const grant = await device.takeControl(agent, never)
    expect(await device.input(grant, back, never)).toMatchObject({ changed: null, words: 'sent' })
    expect(phone.taken).toBe(0)
  })

  it('takes a picture that was under way for none of before: it may show what the input did already', async () => {
    const phone = new StillPhone()
    await using device = await phone.opened()
    const grant = await device.takeControl(agent, never)
    await device.still(never)
    phone.takesMs = 200
    const underWay = device.still(never)
    await sleep(50)
    const receipt = device.input(grant, back, never)
    await sleep(50)
    phone.shows = 'second'
    await underWay
    expect(await receipt).toMatchObject({ changed: true })
  })
})
