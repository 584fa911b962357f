// Moving by focus (rule 14, TV): which parts can have it, in which lines they stand, and where a key leads from one.
import type { AppView } from '#main/device/demo/engine/screen-view.ts'
import type { ViewNode } from '#main/device/demo/engine/view.ts'

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'

/** Keys of what can have focus, line by line. A row is one line, anything else a line of its own; an open dialog has all. */
export function focusLines(view: AppView): readonly (readonly string[])[] {
  const overlay = view.overlays.at(-1)
  if (overlay !== undefined) return overlay.buttons.map(button => [button.key])
  const lines: string[][] = []
  const line = (nodes: readonly ViewNode[]): void => {
    const keys = nodes.filter(node => node.clickable && node.enabled).map(node => node.key)
    if (keys.length > 0) lines.push(keys)
  }
  const flat = (node: ViewNode): readonly ViewNode[] => [node, ...node.children.flatMap(flat)]
  const body = (node: ViewNode): void => {
    if (node.kind === 'row') line(flat(node))
    else {
      line([node])
      for (const child of node.children) body(child)
    }
  }
  line(view.screen.actions)
  for (const node of view.screen.body) body(node)
  if (view.screen.fab !== null) line([view.screen.fab])
  line(view.screen.tabs?.items ?? [])
  return lines
}

/** Where an arrow leads; the same place where it leads nowhere. `column` is the place in the line that up and down keep. */
export function moved(lines: readonly (readonly string[])[], from: string | null, arrow: Arrow): string | null {
  const at = lines.findIndex(line => from !== null && line.includes(from))
  const line = lines[at]
  if (line === undefined || from === null) return lines[0]?.[0] ?? null
  const column = line.indexOf(from)
  switch (arrow) {
    case 'ArrowLeft':
      return line[column - 1] ?? from
    case 'ArrowRight':
      return line[column + 1] ?? from
    case 'ArrowUp':
    case 'ArrowDown': {
      const next = lines[arrow === 'ArrowUp' ? at - 1 : at + 1]
      return next === undefined ? from : (next[Math.min(column, next.length - 1)] ?? from)
    }
  }
}
