// Observations for tests: trees from short specs, pictures painted from the same nodes with the shipped font.
// Used by tests of explore only.
import { join } from 'node:path'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import type { Observation } from '#shared/domain/device.ts'
import type { Element, ElementTree } from '#shared/domain/element.ts'
import type { Rect } from '#shared/domain/geometry.ts'
import type { Picture, Pixels } from '#shared/domain/picture.ts'

export const app = 'dev.example.app'
const family = 'Builder Sans'
GlobalFonts.registerFromPath(join(import.meta.dirname, '../../resources/fonts/NotoSans-Regular.ttf'), family)

/** A node in dp: `at` is [left, top, width, height]. How it is painted: `color`, `sp`, `fit`. */
export interface NodeSpec {
  readonly at?: readonly [number, number, number, number]
  readonly id?: string
  readonly kind?: string
  readonly text?: string
  readonly desc?: string
  readonly hint?: string
  readonly tap?: boolean
  readonly hold?: boolean
  readonly off?: boolean
  readonly checked?: boolean
  readonly selected?: boolean
  readonly focused?: boolean
  readonly scrolls?: boolean
  readonly password?: boolean
  readonly package?: string
  readonly inside?: readonly NodeSpec[]
  readonly color?: string
  readonly ground?: string
  readonly sp?: number
  /** `wrap` breaks lines, `clip` draws one line and cuts it, `dots` ends it in an ellipsis. */
  readonly fit?: 'wrap' | 'clip' | 'dots'
}

export interface LookSpec {
  readonly nodes?: readonly NodeSpec[]
  readonly number?: number
  readonly at?: number
  readonly dark?: boolean
  readonly ground?: string
  readonly keyboard?: boolean
  readonly secure?: boolean
  readonly front?: string
  readonly activity?: string | null
  readonly overlay?: string | null
  readonly landscape?: boolean
  readonly noTree?: boolean
  readonly emptyTree?: boolean
  /** Painted over everything, in dp. */
  readonly over?: readonly { readonly at: readonly [number, number, number, number]; readonly color: string }[]
  readonly scale?: number
}

const density = 420
const px = (dp: number): number => Math.round((dp * density) / 160)

export function look(spec: LookSpec = {}): Observation {
  const size = spec.landscape === true ? { width: 2400, height: 1080 } : { width: 1080, height: 2400 }
  const tree = spec.emptyTree === true ? { nodes: [], rotation: 0 as const } : treeOf(spec.nodes ?? [], size)
  const key = JSON.stringify({ ...spec, number: 0, at: 0 })
  return {
    number: spec.number ?? 1,
    at: spec.at ?? (spec.number ?? 1) * 1000,
    generation: 1,
    size,
    densityDpi: density,
    orientation: spec.landscape === true ? 'landscape' : 'portrait',
    foreground: {
      package: spec.front ?? app,
      activity: spec.activity === undefined ? `${app}.MainActivity` : spec.activity,
      overlay: spec.overlay ?? null,
    },
    keyboard: {
      shown: spec.keyboard === true,
      bounds:
        spec.keyboard === true
          ? { left: 0, top: Math.floor((size.height * 2) / 3), right: size.width, bottom: size.height }
          : null,
    },
    tree: spec.noTree === true ? null : tree,
    treeMissing: spec.noTree === true ? 'the test has none' : null,
    picture: picture(key, () => paint(spec, size)),
    secure: spec.secure === true,
  }
}

function picture(id: string, draw: () => Pixels): Picture {
  let kept: Pixels | null = null
  return {
    id,
    pixels: async () => {
      kept ??= draw()
      return kept
    },
  }
}

export function treeOf(specs: readonly NodeSpec[], size = { width: 1080, height: 2400 }): ElementTree {
  const nodes: Element[] = []
  const add = (spec: NodeSpec, parent: number | null, depth: number): void => {
    const index = nodes.length
    nodes.push(elementOf(spec, index, parent, depth))
    for (const child of spec.inside ?? []) add(child, index, depth + 1)
  }
  const root: NodeSpec = {
    kind: 'FrameLayout',
    at: [0, 0, (size.width * 160) / density, (size.height * 160) / density],
    inside: specs,
  }
  const isWindow = specs.length === 1 && specs[0]?.kind === 'Dialog'
  if (isWindow) for (const spec of specs) add({ ...spec, kind: 'FrameLayout' }, null, 0)
  else add(root, null, 0)
  return { nodes, rotation: 0 }
}

const rectOf = (at: NodeSpec['at']): Rect =>
  at === undefined
    ? { left: 0, top: 0, right: 0, bottom: 0 }
    : { left: px(at[0]), top: px(at[1]), right: px(at[0] + at[2]), bottom: px(at[1] + at[3]) }

function elementOf(spec: NodeSpec, index: number, parent: number | null, depth: number): Element {
  const kind = spec.kind ?? (spec.tap === true ? 'Button' : 'TextView')
  const id = spec.id ?? ''
  return {
    index,
    parent,
    depth,
    className: kind.includes('.') ? kind : `android.widget.${kind}`,
    id: id === '' || id.includes(':') ? id : `${spec.package ?? app}:id/${id}`,
    text: spec.text ?? '',
    desc: spec.desc ?? '',
    hint: spec.hint ?? '',
    package: spec.package ?? app,
    bounds: rectOf(spec.at),
    clickable: spec.tap === true,
    longClickable: spec.hold === true,
    enabled: spec.off !== true,
    focusable: spec.tap === true,
    focused: spec.focused === true,
    checkable: spec.checked !== undefined,
    checked: spec.checked === true,
    selected: spec.selected === true,
    scrollable: spec.scrolls === true,
    password: spec.password === true,
  }
}

function paint(spec: LookSpec, size: { width: number; height: number }): Pixels {
  const scale = spec.scale ?? 0.5
  const canvas = createCanvas(Math.round(size.width * scale), Math.round(size.height * scale))
  const pen = canvas.getContext('2d')
  pen.scale(scale, scale)
  pen.fillStyle = spec.secure === true ? '#000' : (spec.ground ?? (spec.dark === true ? '#121212' : '#fafafa'))
  pen.fillRect(0, 0, size.width, size.height)
  const ink = spec.dark === true ? '#eeeeee' : '#1a1a1a'
  const draw = (node: NodeSpec): void => {
    const rect = rectOf(node.at)
    if (node.ground !== undefined) {
      pen.fillStyle = node.ground
      pen.fillRect(rect.left, rect.top, rect.right - rect.left, rect.bottom - rect.top)
    }
    if (node.text !== undefined && node.text !== '') drawText(pen, node, rect, ink)
    for (const child of node.inside ?? []) draw(child)
  }
  if (spec.secure !== true) for (const node of spec.nodes ?? []) draw(node)
  for (const { at, color } of spec.over ?? []) {
    const rect = rectOf(at)
    pen.fillStyle = color
    pen.fillRect(rect.left, rect.top, rect.right - rect.left, rect.bottom - rect.top)
  }
  const data = pen.getImageData(0, 0, canvas.width, canvas.height)
  return { width: canvas.width, height: canvas.height, scale, data: data.data }
}

function drawText(
  pen: ReturnType<ReturnType<typeof createCanvas>['getContext']>,
  node: NodeSpec,
  rect: Rect,
  ink: string,
): void {
  const size = px(node.sp ?? 16)
  const pad = px(4)
  const room = rect.right - rect.left - 2 * pad
  pen.font = `${size}px "${family}"`
  pen.fillStyle = node.color ?? ink
  pen.textBaseline = 'alphabetic'
  const words = node.text ?? ''
  let lines = [words]
  if ((node.fit ?? 'wrap') === 'wrap') lines = wrapped(words, room, text => pen.measureText(text).width)
  if (node.fit === 'dots') {
    let kept = words
    while (kept.length > 1 && pen.measureText(`${kept}…`).width > room) kept = kept.slice(0, -1)
    lines = [kept === words ? words : `${kept}…`]
  }
  pen.save()
  pen.beginPath()
  pen.rect(rect.left + pad, rect.top, room, rect.bottom - rect.top)
  if (node.fit === 'clip') pen.clip()
  for (const [at, line] of lines.entries()) pen.fillText(line, rect.left + pad, rect.top + size * (1.05 + at * 1.36))
  pen.restore()
}

function wrapped(text: string, room: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && measure(`${last} ${word}`) <= room) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
