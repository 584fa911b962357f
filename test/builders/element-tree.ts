// An element tree in pixels from short specs, every fact of an element at hand. (Observations with pictures, in dp:
// observation.ts.)
import type { Element, ElementTree } from '#shared/domain/element.ts'

/** `at` is [left, top, right, bottom]. */
export type GivenElement = Partial<Omit<Element, 'bounds' | 'index' | 'parent' | 'depth'>> & {
  readonly at?: readonly [number, number, number, number]
  readonly inside?: readonly GivenElement[]
}

export function elementTree(roots: readonly GivenElement[], of: Partial<Element> = {}): ElementTree {
  const nodes: Element[] = []
  const add = (given: GivenElement, parent: number | null, depth: number): void => {
    const { at: [left, top, right, bottom] = [0, 0, 100, 100], inside = [], ...rest } = given
    const index = nodes.length
    nodes.push({
      className: 'android.view.View',
      id: '',
      text: '',
      desc: '',
      hint: '',
      package: 'dev.example.app',
      clickable: false,
      longClickable: false,
      enabled: true,
      focusable: false,
      focused: false,
      checkable: false,
      checked: false,
      selected: false,
      scrollable: false,
      password: false,
      ...of,
      ...rest,
      bounds: { left, top, right, bottom },
      index,
      parent,
      depth,
    })
    for (const child of inside) add(child, index, depth + 1)
  }
  for (const root of roots) add(root, null, 0)
  return { nodes, rotation: 0 }
}
