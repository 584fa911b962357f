// Puts a picture on the canvas of one screen, the quicker way. Used by the player; knows nothing of streams.

export type Drawable = { readonly image: VideoFrame | ImageBitmap; readonly width: number; readonly height: number }

export class Glass {
  readonly #canvas: OffscreenCanvas
  readonly #context: OffscreenCanvasRenderingContext2D
  #pixels: ImageData | null = null
  /** A picture after the other, so that an older one is never painted over a newer one. */
  #line: Promise<unknown> = Promise.resolve()
  #canCopy = true

  constructor(canvas: OffscreenCanvas) {
    // Nothing shines through, and nothing is read back but by benches.
    const context = canvas.getContext('2d', { alpha: false })
    if (context === null) throw new Error('this canvas cannot be drawn on')
    this.#canvas = canvas
    this.#context = context
  }

  /**
   * Painted when this returns, or when what it returns resolves: with whether it was. `isWanted` is asked just before. The picture
   * stays the caller's to close. A picture that lies in main memory is sooner there as pixels than drawn (docs/adr/0007);
   * one on a graphics card is drawn where it is.
   */
  paint(of: Drawable, isWanted: () => boolean): Promise<boolean> | null {
    if (this.#canCopy && isInMemory(of)) {
      const copied = this.#line.then(() => this.#copy(of, isWanted))
      this.#line = copied.catch(() => undefined)
      return copied
    }
    this.#draw(of)
    return null
  }

  pixels(left: number, top: number, width: number, height: number): Uint8ClampedArray {
    return this.#context.getImageData(left, top, width, height).data
  }

  #draw({ image, width, height }: Drawable): void {
    this.#fit(width, height)
    this.#context.drawImage(image, 0, 0, width, height)
  }

  async #copy(of: Drawable & { readonly image: VideoFrame }, isWanted: () => boolean): Promise<boolean> {
    const { image, width, height } = of
    if (this.#pixels?.width !== width || this.#pixels.height !== height) this.#pixels = new ImageData(width, height)
    const pixels = this.#pixels
    try {
      await image.copyTo(pixels.data, { format: 'RGBA' })
    } catch {
      // This browser gives no RGBA: it is not asked again.
      this.#canCopy = false
      if (!isWanted()) return false
      this.#draw(of)
      return true
    }
    if (!isWanted()) return false
    this.#fit(width, height)
    this.#context.putImageData(pixels, 0, 0)
    return true
  }

  #fit(width: number, height: number): void {
    if (this.#canvas.width === width && this.#canvas.height === height) return
    this.#canvas.width = width
    this.#canvas.height = height
  }
}

/** I420: of a decoder that works in main memory. Of no other size than it is shown at. */
function isInMemory(of: Drawable): of is Drawable & { readonly image: VideoFrame } {
  const { image, width, height } = of
  if (!('format' in image) || image.format !== 'I420') return false
  const { visibleRect } = image
  return visibleRect !== null && visibleRect.width === width && visibleRect.height === height
}
