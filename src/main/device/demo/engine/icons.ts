// The icons of the demo phone as strokes and fills on a grid of 24 by 24, by the names the app format lists and a few
// of the phone's own. Used by draw; an unknown name is drawn as a tile with its first letter there.
import { Path2D } from '@napi-rs/canvas'

interface Drawing {
  /** Lines 2 wide with round ends. */
  readonly stroke?: string
  readonly fill?: string
  /** Points somewhere in reading direction, so it is mirrored with the layout. */
  readonly turns?: true
}

/** A full circle around a point. */
const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`

const heart =
  'M12 20C6 15.5 3 12.3 3 8.8C3 6.2 5 4.3 7.5 4.3C9.4 4.3 11 5.3 12 7C13 5.3 14.6 4.3 16.5 4.3C19 4.3 21 6.2 21 8.8C21 12.3 18 15.5 12 20Z'

const drawings: Readonly<Record<string, Drawing>> = {
  heart: { stroke: heart },
  heart_filled: { stroke: heart, fill: heart },
  bin: { stroke: 'M4 7H20M9 7V4H15V7M6 7L7 20H17L18 7M10 11V16M14 11V16' },
  search: { stroke: `${disc(10.5, 10.5, 6)}M15 15L20 20` },
  more: { fill: disc(12, 5, 2) + disc(12, 12, 2) + disc(12, 19, 2) },
  plus: { stroke: 'M12 5V19M5 12H19' },
  minus: { stroke: 'M5 12H19' },
  star: { stroke: 'M12 3.5L14.6 9.1L20.7 9.8L16.2 14L17.4 20L12 17L6.6 20L7.8 14L3.3 9.8L9.4 9.1Z' },
  play: { fill: 'M7 4.5V19.5L19.5 12Z' },
  pause: { fill: 'M6 5H10V19H6ZM14 5H18V19H14Z' },
  next: { fill: 'M5 5V19L15 12ZM16 5H19V19H16Z' },
  previous: { fill: 'M19 5V19L9 12ZM5 5H8V19H5Z' },
  rewind: { fill: 'M12 5V19L2.5 12ZM21.5 5V19L12 12Z' },
  forward: { fill: 'M12 5V19L21.5 12ZM2.5 5V19L12 12Z' },
  share: {
    stroke: `${disc(18, 5.5, 2.5)}${disc(6, 12, 2.5)}${disc(18, 18.5, 2.5)}M8.3 10.8L15.7 6.7M8.3 13.2L15.7 17.3`,
  },
  copy: { stroke: 'M9 8H19V20H9ZM15 8V4H5V16H9' },
  link: { stroke: 'M10 8H7A4 4 0 0 0 7 16H10M14 8H17A4 4 0 0 1 17 16H14M9 12H15' },
  refresh: { stroke: 'M19 8A8 8 0 1 0 20 12M19.5 3.5V8.5H14.5' },
  back: { stroke: 'M20 12H5M11 5.5L4.5 12L11 18.5', turns: true },
  close: { stroke: 'M6 6L18 18M18 6L6 18' },
  gear: {
    stroke: `${disc(12, 12, 3)}${disc(12, 12, 6.5)}M12 2.5V5.5M12 18.5V21.5M2.5 12H5.5M18.5 12H21.5M5.3 5.3L7.4 7.4M16.6 16.6L18.7 18.7M18.7 5.3L16.6 7.4M7.4 16.6L5.3 18.7`,
  },
  bell: { stroke: 'M5 17H19L17.5 14.5V10.5A5.5 5.5 0 0 0 6.5 10.5V14.5ZM10 20.5H14M12 3V5' },
  cart: { stroke: `M3 4H5.5L8 15H18L20.5 7.5H6.4`, fill: disc(9, 19, 1.7) + disc(17, 19, 1.7), turns: true },
  user: { stroke: `${disc(12, 8, 4)}M4.5 20C5.2 16.3 8.3 14.5 12 14.5C15.7 14.5 18.8 16.3 19.5 20Z` },
  people: {
    stroke: `${disc(9, 8.5, 3.5)}M2.5 19.5C3 16.5 5.7 14.8 9 14.8C12.3 14.8 15 16.5 15.5 19.5ZM15.5 5.3A3.5 3.5 0 0 1 15.5 11.7M18 15.2C20 16 21.2 17.5 21.5 19.5`,
  },
  filter: { stroke: 'M4 6H20M7 12H17M10 18H14' },
  sort: { stroke: 'M7 5V19M3.5 15.5L7 19L10.5 15.5M17 19V5M13.5 8.5L17 5L20.5 8.5' },
  camera: { stroke: `M3.5 7.5H8L9.5 5H14.5L16 7.5H20.5V19H3.5Z${disc(12, 13, 3.5)}` },
  mic: { stroke: 'M9 6A3 3 0 0 1 15 6V11A3 3 0 0 1 9 11ZM5.5 11A6.5 6.5 0 0 0 18.5 11M12 17.5V21' },
  phone: { stroke: 'M7 2.5H17V21.5H7ZM11 18.5H13' },
  send: { stroke: 'M3.5 4.5L21 12L3.5 19.5L6 12ZM6 12H13', turns: true },
  attach: { stroke: 'M18 8V15.5A6 6 0 0 1 6 15.5V7A4 4 0 0 1 14 7V15A2 2 0 0 1 10 15V8' },
  check: { stroke: 'M4.5 12.5L10 18L20 7' },
  info: { stroke: `${disc(12, 12, 9)}M12 11V16.5`, fill: disc(12, 7.7, 1.3) },
  map: { stroke: 'M3.5 6L9 4L15 6L20.5 4V18L15 20L9 18L3.5 20ZM9 4V18M15 6V20' },
  list: {
    stroke: 'M9 6H20M9 12H20M9 18H20',
    fill: disc(4.7, 6, 1.5) + disc(4.7, 12, 1.5) + disc(4.7, 18, 1.5),
    turns: true,
  },
  grid: { stroke: 'M4.5 4.5H10V10H4.5ZM14 4.5H19.5V10H14ZM4.5 14H10V19.5H4.5ZM14 14H19.5V19.5H14Z' },
  queue: { stroke: 'M4 6H20M4 11H20M4 16H11', fill: 'M15 13.5V21L21 17.2Z', turns: true },
  timer: { stroke: `${disc(12, 13.5, 7.5)}M12 9.5V13.5M9.5 2.5H14.5` },
  dumbbell: { stroke: 'M8 12H16M5.5 7V17M8 5.5V18.5M16 5.5V18.5M18.5 7V17M2.8 10.5V13.5M21.2 10.5V13.5' },
  eye: {
    stroke: `M2.5 12C5 7.5 8.2 5.5 12 5.5C15.8 5.5 19 7.5 21.5 12C19 16.5 15.8 18.5 12 18.5C8.2 18.5 5 16.5 2.5 12Z${disc(12, 12, 3)}`,
  },
  lock: { stroke: 'M5.5 10.5H18.5V20.5H5.5ZM8 10.5V7.5A4 4 0 0 1 16 7.5V10.5M12 14.5V16.5' },
  switch: { stroke: 'M4 8H19M15 4L19 8L15 12M20 16H5M9 12L5 16L9 20' },
  // The phone's own.
  shift: { stroke: 'M12 4.5L19.5 12.5H15.5V19H8.5V12.5H4.5Z' },
  backspace: { stroke: 'M8 5.5H21V18.5H8L2.5 12ZM11.5 9.5L16.5 14.5M16.5 9.5L11.5 14.5' },
  enter: { stroke: 'M19.5 6V12.5H5M9.5 8L5 12.5L9.5 17', turns: true },
  nav_back: { stroke: 'M16.5 5V19L6 12Z', turns: true },
  nav_home: { stroke: disc(12, 12, 7) },
  nav_recents: { stroke: 'M6 6H18V18H6Z' },
  wifi: { stroke: 'M3 9.5A13 13 0 0 1 21 9.5M6.5 13.5A8 8 0 0 1 17.5 13.5', fill: disc(12, 17.5, 2) },
  wifi_off: {
    stroke: 'M3 9.5A13 13 0 0 1 10 6.2M21 9.5A13 13 0 0 0 14.5 6.3M4.5 4.5L19.5 19.5',
    fill: disc(12, 17.5, 2),
  },
  battery: { stroke: 'M7.5 5H16.5V21.5H7.5ZM10.5 2.5H13.5', fill: 'M9.5 10H14.5V19.5H9.5Z' },
}

export interface IconPaths {
  readonly stroke: Path2D | null
  readonly fill: Path2D | null
  readonly turns: boolean
}

const paths = new Map<string, IconPaths>()

export const hasIcon = (name: string): boolean => Object.hasOwn(drawings, name)

/** Null for a name that is not drawn here. */
export function iconPaths(name: string): IconPaths | null {
  const known = paths.get(name)
  if (known !== undefined) return known
  const drawing = hasIcon(name) ? drawings[name] : undefined
  if (drawing === undefined) return null
  const made: IconPaths = {
    stroke: drawing.stroke === undefined ? null : new Path2D(drawing.stroke),
    fill: drawing.fill === undefined ? null : new Path2D(drawing.fill),
    turns: drawing.turns === true,
  }
  paths.set(name, made)
  return made
}
