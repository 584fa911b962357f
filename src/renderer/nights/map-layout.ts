// Where each screen of a map is drawn: a tree from the first screen, by the way that needs the fewest steps. Pure.
export interface MapScreen {
  readonly id: string
}
export interface MapEdge {
  readonly from: string
  readonly to: string
}
export interface Placed<S> {
  readonly screen: S
  /** Steps from the first screen. */
  readonly depth: number
  /** Row in reading order; a parent stands in the middle of its children. */
  readonly row: number
  readonly parent: string | null
}
export interface Layout<S> {
  readonly nodes: readonly Placed<S>[]
  readonly depths: number
  readonly rows: number
}

/** Screens nothing leads to (their way was not kept) begin a tree of their own under the first. */
export function layoutOf<S extends MapScreen>(screens: readonly S[], edges: readonly MapEdge[]): Layout<S> {
  const parents = new Map<string, string | null>()
  const order: string[] = []
  const known = new Set(screens.map(screen => screen.id))
  for (const root of screens) {
    if (parents.has(root.id)) continue
    parents.set(root.id, null)
    const queue = [root.id]
    for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
      order.push(at)
      for (const edge of edges) {
        if (edge.from !== at || parents.has(edge.to) || !known.has(edge.to)) continue
        parents.set(edge.to, at)
        queue.push(edge.to)
      }
    }
  }
  const children = new Map<string, string[]>()
  for (const id of order) {
    const parent = parents.get(id) ?? null
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), id])
  }
  const places = new Map<string, { depth: number; row: number }>()
  let rows = 0
  let depths = 0
  // A chain may be as long as the map: walked with a stack of our own.
  const place = (root: string): void => {
    const stack: { readonly id: string; readonly depth: number; isOpen: boolean }[] = [
      { id: root, depth: 0, isOpen: false },
    ]
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const { id, depth } = top
      const below = children.get(id) ?? []
      if (!top.isOpen && below.length > 0) {
        top.isOpen = true
        for (const child of below.toReversed()) stack.push({ id: child, depth: depth + 1, isOpen: false })
        continue
      }
      stack.pop()
      depths = Math.max(depths, depth + 1)
      const own = below.map(child => places.get(child)?.row ?? 0)
      places.set(id, { depth, row: own.length === 0 ? rows++ : ((own[0] ?? 0) + (own.at(-1) ?? 0)) / 2 })
    }
  }
  for (const screen of screens) if (parents.get(screen.id) === null) place(screen.id)
  const nodes = screens.flatMap(screen => {
    const at = places.get(screen.id)
    return at === undefined ? [] : [{ screen, ...at, parent: parents.get(screen.id) ?? null }]
  })
  return { nodes, depths, rows }
}
