// The screen map of one app: its screens, what there is to try on each, and what leads where. Grows from night to night.
// The mission places every look on it; the planner reads its edges; the store keeps its rows. Holds no pictures and no device.
import { z } from 'zod'
import { screenId, type ScreenId } from '#shared/domain/ids.ts'
import type { MapRow } from '#shared/domain/book.ts'
import type { Action } from '#shared/domain/night.ts'
import { parse } from '#shared/base/parse.ts'
import { overlap, sameScreen, type Identity } from '#main/explore/screen-identity.ts'

/** 0: worth trying first; 1: when that is done nearby; 2: in other states of the screen. */
export type Level = 0 | 1 | 2

/** One thing to try on a screen: a cluster with a gesture, a form row, a probe. */
export interface Try {
  readonly key: string
  readonly level: Level
  /** In all nights; and in this one. */
  ever: number
  tonight: number
  /** Times it was looked for on its screen in this mission and was not there. */
  missed: number
  /** Times it changed something. */
  changed: number
}

export interface ScreenRecord {
  readonly id: ScreenId
  name: string
  /** How the screen has looked: at the top, scrolled, turned. A look that matches one is this screen. */
  readonly looks: Identity[]
  readonly variants: string[]
  readonly tries: Map<string, Try>
  visits: number
  visitsTonight: number
  /** Met for the first time in this night. */
  readonly isNew: boolean
  /** A dialog, sheet or menu over another screen. */
  dialog: boolean
}

export interface Edge {
  readonly from: ScreenId
  readonly key: string
  readonly to: ScreenId
  hits: number
  /** Times the same key led elsewhere or nowhere. */
  misses: number
  /** How it was done last: what a plan or a replay does again. */
  action: Action
  /** The form row that got through; '' for none. And what was typed for it, in order, when it was done last. */
  row: string
  fills: readonly Action[]
}

export interface Place {
  readonly screen: ScreenRecord
  readonly newScreen: boolean
  readonly variant: number
  readonly newVariant: boolean
}

/** Looked for in vain so often, a thing to try is left alone; each mission forgives one. */
export const missesMost = 2
const looksKept = 6
const variantsKept = 64

export class ScreenMap {
  readonly app: string
  readonly screens = new Map<ScreenId, ScreenRecord>()
  readonly edges = new Map<string, Edge>()
  readonly #outOf = new Map<ScreenId, Edge[]>()
  readonly #dirty = new Set<string>()
  #next = 1

  constructor(app: string) {
    this.app = app
  }

  /** Rows of earlier nights; what they hold counts as tried before, not tonight. */
  static from(app: string, rows: readonly MapRow[]): ScreenMap {
    const map = new ScreenMap(app)
    for (const row of rows) {
      const value: unknown = JSON.parse(row.json)
      if (row.key.startsWith('screen:')) map.#addScreen(parse(screenShape, value, `screen map of ${app}`))
      else if (row.key.startsWith('edge:')) map.#addEdge(parse(edgeShape, value, `screen map of ${app}`))
    }
    return map
  }

  /**
   * Which screen this is, made new when none matches. `likely` is the screen it should be when only scrolled, turned or
   * covered by a keyboard: then a look that shares its title or enough of it becomes another look of that screen.
   */
  place(identity: Identity, likely: ScreenRecord | null, dialog: boolean, otherLanguage = false): Place {
    let record = this.#match(identity, otherLanguage)
    if (record === null && likely !== null && likely.dialog === dialog && this.#continues(identity, likely)) {
      record = likely
      if (record.looks.length < looksKept) record.looks.push({ ...identity, variant: '' })
    }
    const newScreen = record === null
    record ??= this.#meet(identity, dialog)
    record.visitsTonight += 1
    record.visits += 1
    this.#dirty.add(`screen:${record.id}`)
    let variant = record.variants.indexOf(identity.variant)
    const newVariant = variant < 0
    if (newVariant) {
      if (record.variants.length < variantsKept) {
        record.variants.push(identity.variant)
        variant = record.variants.length - 1
      } else variant = variantsKept
    }
    return { screen: record, newScreen, variant, newVariant: newVariant && variant < variantsKept }
  }

  /** Notes a thing to try, when it is not known yet. */
  offer(screen: ScreenRecord, key: string, level: Level): Try {
    const known = screen.tries.get(key)
    if (known !== undefined) return known
    const made: Try = { key, level, ever: 0, tonight: 0, missed: 0, changed: 0 }
    screen.tries.set(key, made)
    this.#dirty.add(`screen:${screen.id}`)
    return made
  }

  tried(screen: ScreenRecord, key: string, changed: boolean): void {
    const entry = this.offer(screen, key, 0)
    entry.ever += 1
    entry.tonight += 1
    if (changed) entry.changed += 1
    this.#dirty.add(`screen:${screen.id}`)
  }

  /** What doing `key` on `from` came to. Every other edge of the same key is a miss. */
  went(
    from: ScreenRecord,
    key: string,
    to: ScreenRecord,
    action: Action,
    row: string,
    fills: readonly Action[] = [],
  ): void {
    const name = `edge:${from.id}|${key}|${to.id}`
    const known = this.edges.get(name)
    if (known === undefined) {
      const edge: Edge = { from: from.id, key, to: to.id, hits: 1, misses: 0, action, row, fills }
      this.edges.set(name, edge)
      const list = this.#outOf.get(from.id) ?? []
      list.push(edge)
      this.#outOf.set(from.id, list)
    } else {
      known.hits += 1
      known.action = action
      if (row !== '' || fills.length > 0) {
        known.row = row
        known.fills = fills
      }
    }
    this.#dirty.add(name)
    for (const other of this.edgesFrom(from.id))
      if (other.key === key && other.to !== to.id) {
        other.misses += 1
        this.#dirty.add(`edge:${other.from}|${other.key}|${other.to}`)
      }
  }

  /** A replay went this way without what had been entered on it before. */
  isBare(edge: Edge): void {
    edge.fills = []
    this.#dirty.add(`edge:${edge.from}|${edge.key}|${edge.to}`)
  }

  /** An edge that is only expected (a Back never pressed, a state to see again) has no row. */
  missed(edge: Edge): void {
    const name = `edge:${edge.from}|${edge.key}|${edge.to}`
    edge.misses += 1
    if (this.edges.get(name) === edge) this.#dirty.add(name)
  }

  edgesFrom(id: ScreenId): readonly Edge[] {
    return this.#outOf.get(id) ?? []
  }

  /** A mission begins: what was looked for in vain may be there again. */
  beginMission(): void {
    for (const screen of this.screens.values())
      for (const entry of screen.tries.values()) entry.missed = entry.missed >= missesMost ? entry.missed - 1 : 0
  }

  get screensTonight(): number {
    return [...this.screens.values()].filter(screen => screen.visitsTonight > 0).length
  }

  get newScreens(): number {
    return [...this.screens.values()].filter(screen => screen.isNew).length
  }

  /** The rows changed since the last call, to be written with the step that changed them. */
  takeChanges(): readonly MapRow[] {
    const rows = [...this.#dirty].map(key => this.#row(key))
    this.#dirty.clear()
    return rows
  }

  rows(): readonly MapRow[] {
    return [
      ...[...this.screens.keys()].map(id => this.#row(`screen:${id}`)),
      ...[...this.edges.keys()].map(key => this.#row(key)),
    ]
  }

  #row(key: string): MapRow {
    const screen = key.startsWith('screen:') ? this.screens.get(key.slice(7) as ScreenId) : undefined
    if (screen !== undefined)
      return {
        key,
        json: JSON.stringify({
          id: screen.id,
          name: screen.name,
          looks: screen.looks.map(look => ({ ...look, features: [...look.features] })),
          variants: screen.variants,
          tries: [...screen.tries.values()].map(({ key: of, level, ever, changed }) => ({
            key: of,
            level,
            ever,
            changed,
          })),
          visits: screen.visits,
          dialog: screen.dialog,
        }),
      }
    const edge = this.edges.get(key)
    if (edge === undefined) throw new Error(`the map has no row ${key}`)
    return { key, json: JSON.stringify(edge) }
  }

  #match(identity: Identity, otherLanguage: boolean): ScreenRecord | null {
    let best: ScreenRecord | null = null
    let bestOverlap = 0
    for (const screen of this.screens.values())
      for (const look of screen.looks) {
        if (!sameScreen(look, identity, { labels: !otherLanguage })) continue
        const share = overlap(look, identity)
        if (share > bestOverlap) {
          best = screen
          bestOverlap = share
        }
      }
    return best
  }

  #continues(identity: Identity, likely: ScreenRecord): boolean {
    return likely.looks.some(
      look => (look.title !== '' && look.title === identity.title) || overlap(look, identity) >= 0.3,
    )
  }

  #meet(identity: Identity, dialog: boolean): ScreenRecord {
    const id = screenId(`s${this.#next}`)
    this.#next += 1
    const record: ScreenRecord = {
      id,
      name: identity.title === '' ? `Screen ${id.slice(1)}` : identity.title,
      looks: [{ ...identity, variant: '' }],
      variants: [],
      tries: new Map(),
      visits: 0,
      visitsTonight: 0,
      isNew: true,
      dialog,
    }
    this.screens.set(id, record)
    return record
  }

  #addScreen(shape: z.infer<typeof screenShape>): void {
    const id = screenId(shape.id)
    this.#next = Math.max(this.#next, Number(shape.id.slice(1)) + 1)
    this.screens.set(id, {
      id,
      name: shape.name,
      looks: shape.looks.map(look => ({ ...look, features: new Set(look.features) })),
      variants: shape.variants,
      tries: new Map(shape.tries.map(entry => [entry.key, { ...entry, tonight: 0, missed: 0 }])),
      visits: shape.visits,
      visitsTonight: 0,
      isNew: false,
      dialog: shape.dialog,
    })
  }

  #addEdge(shape: z.infer<typeof edgeShape>): void {
    const edge: Edge = {
      ...shape,
      from: screenId(shape.from),
      to: screenId(shape.to),
      action: shape.action as Action,
      fills: shape.fills as readonly Action[],
    }
    this.edges.set(`edge:${edge.from}|${edge.key}|${edge.to}`, edge)
    const list = this.#outOf.get(edge.from) ?? []
    list.push(edge)
    this.#outOf.set(edge.from, list)
  }
}

const levelShape = z.union([z.literal(0), z.literal(1), z.literal(2)])
const screenShape = z.object({
  id: z.string().regex(/^s\d+$/),
  name: z.string(),
  looks: z.array(
    z.object({
      features: z.array(z.string()),
      variant: z.string(),
      title: z.string(),
      pictureHash: z.string().nullable(),
    }),
  ),
  variants: z.array(z.string()),
  tries: z.array(z.object({ key: z.string(), level: levelShape, ever: z.number(), changed: z.number() })),
  visits: z.number(),
  dialog: z.boolean(),
})
const edgeShape = z.object({
  from: z.string(),
  key: z.string(),
  to: z.string(),
  hits: z.number(),
  misses: z.number(),
  action: z.looseObject({ kind: z.string() }),
  row: z.string(),
  fills: z.array(z.looseObject({ kind: z.string() })),
})
