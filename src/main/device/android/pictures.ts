// Pictures of an adb device, kept small: a whole screen is ten megabytes, and a night holds on to one of every screen. Only
// the newest few stay as pixels; what somebody still holds of the others is packed, and equal pictures are one.
import { digestOf } from '#main/sys/digest.ts'
import { pixelsOfPng, pngOf } from '#main/sys/images.ts'
import type { Picture, Pixels } from '#shared/domain/picture.ts'

/** Enough for the looks of one action and what is compared with them. */
const unpackedMost = 6

export class Pictures {
  readonly #known = new Map<string, WeakRef<KeptPicture>>()
  readonly #gone = new FinalizationRegistry<string>(id => {
    if (this.#known.get(id)?.deref() === undefined) this.#known.delete(id)
  })
  /** Newest last. Not held here: what nobody else holds needs no packing. */
  #unpacked: WeakRef<KeptPicture>[] = []

  pictureOf(pixels: Pixels): Picture {
    const id = digestOf(pixels.data)
    const known = this.#known.get(id)?.deref()
    if (known !== undefined) return known
    const picture = new KeptPicture(id, pixels)
    const weak = new WeakRef(picture)
    this.#known.set(id, weak)
    this.#gone.register(picture, id)
    this.#unpacked.push(weak)
    for (const old of this.#unpacked.splice(0, this.#unpacked.length - unpackedMost)) old.deref()?.pack()
    return picture
  }
}

class KeptPicture implements Picture {
  readonly id: string
  #pixels: Pixels | null
  #packed: Promise<Uint8Array> | null = null

  constructor(id: string, pixels: Pixels) {
    this.id = id
    this.#pixels = pixels
  }

  async pixels(): Promise<Pixels> {
    if (this.#pixels !== null) return this.#pixels
    if (this.#packed === null) throw new Error('a picture holds neither pixels nor what they were packed into')
    return pixelsOfPng(await this.#packed, 1)
  }

  pack(): void {
    const pixels = this.#pixels
    if (pixels === null || this.#packed !== null) return
    const packing = pngOf({ id: this.id, pixels: () => Promise.resolve(pixels) })
    packing.then(
      () => {
        this.#packed = packing
        this.#pixels = null
      },
      // It stays as it is: larger, and whole.
      () => undefined,
    )
  }
}
