// Where each tile of the wall stands: tall ones in narrow lanes, wide ones in a wide lane, two wide as high as one tall. Pure.
export type TileShape = 'tall' | 'wide'

export interface Standing {
  /** Counted from 1, as CSS counts grid lines. */
  readonly column: number
  readonly row: number
  readonly rows: 1 | 2
}

export interface Wall {
  readonly columns: string
  readonly tiles: readonly Standing[]
}

const gapPx = 16
const tallLeastPx = 400
const tallMostPx = 560
const wideLeastPx = 560
/** Beside tall ones a wide one may be somewhat narrower. */
const wideBesideLeastPx = 480
const tallBesideLeastPx = 360

export function standWall(shapes: readonly TileShape[], widthPx: number): Wall {
  const lanes = lanesFor(shapes, widthPx)
  const filled = lanes.map(() => 0)
  const tiles = shapes.map((shape): Standing => {
    const fitting = lanes.flatMap((lane, index) => (lane === shape || lane === 'any' ? [index] : []))
    const all = lanes.map((_, index) => index)
    const lowest = (among: readonly number[]): number =>
      among.reduce((best, index) => ((filled[index] ?? 0) < (filled[best] ?? 0) ? index : best), among[0] ?? 0)
    const own = lowest(fitting.length > 0 ? fitting : all)
    const other = lowest(all)
    // A lane of the other kind is taken only where the own one is longer by a whole tall tile.
    const lane = (filled[own] ?? 0) - (filled[other] ?? 0) >= 2 ? other : own
    const rows = lanes.length === 1 || lanes.every(one => one === 'wide') ? 1 : shape === 'tall' ? 2 : 1
    const row = (filled[lane] ?? 0) + 1
    filled[lane] = row - 1 + rows
    return { column: lane + 1, row, rows }
  })
  return { columns: columnsOf(lanes), tiles }
}

type Lane = TileShape | 'any'

function lanesFor(shapes: readonly TileShape[], widthPx: number): readonly Lane[] {
  const tall = shapes.filter(shape => shape === 'tall').length
  const wide = shapes.length - tall
  const fit = (leastPx: number): number => Math.max(1, Math.floor((widthPx + gapPx) / (leastPx + gapPx)))
  const times = (count: number, lane: Lane): Lane[] => Array.from({ length: count }, () => lane)
  if (wide === 0) return times(Math.min(fit(tallLeastPx), Math.max(1, tall)), 'tall')
  if (tall === 0) return times(Math.min(fit(wideLeastPx), wide), 'wide')
  const beside = Math.floor((widthPx - wideBesideLeastPx) / (tallLeastPx + gapPx))
  if (beside < 1) return ['any']
  const tallLanes = Math.min(beside, tall)
  const restPx = widthPx - tallLanes * (tallLeastPx + gapPx)
  const wideLanes = Math.min(wide, Math.max(1, Math.floor((restPx + gapPx) / (wideLeastPx + gapPx))))
  return [...times(tallLanes, 'tall'), ...times(wideLanes, 'wide')]
}

function columnsOf(lanes: readonly Lane[]): string {
  const isMixed = lanes.includes('tall') && lanes.includes('wide')
  const width = (lane: Lane): string => {
    if (isMixed) return lane === 'tall' ? `minmax(${tallBesideLeastPx}px, 3fr)` : 'minmax(0, 5fr)'
    return lane === 'tall' ? `minmax(0, ${tallMostPx}px)` : 'minmax(0, 1fr)'
  }
  return lanes.map(width).join(' ')
}
