// What a device showed at one moment, read lazily: most steps never need the pixels.

/** RGBA, row by row, 4 bytes a pixel. `scale` is picture pixels per device pixel (0.5 at half scale). */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly scale: number
  readonly data: Uint8Array | Uint8ClampedArray
}

export interface Picture {
  /** Equal ids mean equal pixels. Unequal ids may still hold equal pixels: compare then. */
  readonly id: string
  /** Decoded or drawn at the first call, kept afterwards. */
  pixels(): Promise<Pixels>
  /** Every device pixel, where `pixels` gives fewer; not kept. */
  whole?(): Promise<Pixels>
}
