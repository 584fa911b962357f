// A square in the middle of a picture that carries a number in 16 cells, black or white: large enough to be read from
// pixels that went through an encoder. Painted by the double, read by benches; a page can follow `markerCells` itself.

export interface Raster {
  readonly width: number
  readonly height: number
  readonly bytesPerPixel: 3 | 4
  readonly data: Uint8Array | Uint8ClampedArray
}

export const markerBits = 16
const across = 4

export interface MarkerCells {
  readonly left: number
  readonly top: number
  /** Of one cell, pixels. */
  readonly cell: number
}

/** A quarter of the shorter side, centred; whole pixels. */
export function markerCells(width: number, height: number): MarkerCells {
  const cell = Math.max(2, Math.floor(Math.min(width, height) / across / across))
  return {
    left: Math.floor((width - cell * across) / 2),
    top: Math.floor((height - cell * across) / 2),
    cell,
  }
}

export function paintMarker(raster: Raster, number: number): void {
  const { left, top, cell } = markerCells(raster.width, raster.height)
  for (let bit = 0; bit < markerBits; bit += 1) {
    const value = (number >> bit) & 1 ? 235 : 20
    const x = left + (bit % across) * cell
    const y = top + Math.floor(bit / across) * cell
    for (let row = y; row < y + cell; row += 1) {
      const at = (row * raster.width + x) * raster.bytesPerPixel
      raster.data.fill(value, at, at + cell * raster.bytesPerPixel)
    }
  }
}

/** By the middle of each cell. */
export function readMarker(raster: Raster): number {
  const { left, top, cell } = markerCells(raster.width, raster.height)
  let number = 0
  for (let bit = 0; bit < markerBits; bit += 1) {
    const x = left + (bit % across) * cell + Math.floor(cell / 2)
    const y = top + Math.floor(bit / across) * cell + Math.floor(cell / 2)
    if ((raster.data[(y * raster.width + x) * raster.bytesPerPixel + 1] ?? 0) > 127) number |= 1 << bit
  }
  return number
}
