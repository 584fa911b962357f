// Finding an element again: by id, by label among alike, by place, and never another one in its stead.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ElementTree } from '#shared/domain/element.ts'
import { containsPoint } from '#shared/domain/geometry.ts'
import { findTarget, pointIn, targetOf } from '#main/explore/targets.ts'
import { treeOf } from '../../../test/builders/observation.ts'

const at = (top: number): readonly [number, number, number, number] => [0, top, 200, 48]
const nodeOf = (tree: ElementTree, index: number) => {
  const node = tree.nodes[index]
  if (node === undefined) throw new Error('no such node')
  return node
}

describe('findTarget', () => {
  it('finds a unique id though its words have changed', () => {
    const before = treeOf([{ id: 'save', text: 'Save', tap: true, at: at(100) }])
    const after = treeOf([{ id: 'save', text: 'Saved', tap: true, at: at(300) }])
    expect(findTarget(after, targetOf(before, nodeOf(before, 1), null))).toMatchObject({
      by: 'id',
      element: { text: 'Saved' },
    })
  })

  it('finds a row by its label where the list has moved', () => {
    const row = (text: string, top: number) => ({ id: 'row', text, tap: true, at: at(top) })
    const before = treeOf([row('Ann', 100), row('Bea', 150)])
    const after = treeOf([row('Abe', 100), row('Ann', 150), row('Bea', 200)])
    expect(findTarget(after, targetOf(before, nodeOf(before, 2), null))).toMatchObject({
      by: 'label',
      element: { text: 'Bea' },
    })
  })

  it('takes the same place in a list whose words are all others', () => {
    const row = (text: string, top: number) => ({ id: 'row', text, tap: true, at: at(top) })
    const before = treeOf([row('Ann', 100), row('Bea', 150)])
    const after = treeOf([row('Cem', 100), row('Dan', 150)])
    expect(findTarget(after, targetOf(before, nodeOf(before, 2), null))).toMatchObject({
      by: 'place',
      element: { text: 'Dan' },
    })
  })

  it('finds nothing rather than another control when one without an id has gone', () => {
    const before = treeOf([{ text: 'Delete', tap: true, at: at(100) }])
    const after = treeOf([{ text: 'Archive', tap: true, at: at(100) }])
    expect(findTarget(after, targetOf(before, nodeOf(before, 1), null))).toBeNull()
  })

  it('always finds the element it was made from, and touches inside it', () => {
    const name = fc.constantFrom('', 'a', 'b')
    const spec = fc.record({ id: name, text: name, top: fc.integer({ min: 1, max: 700 }) })
    fc.assert(
      fc.property(fc.array(spec, { minLength: 1, maxLength: 12 }), fc.nat(), (specs, pick) => {
        const tree = treeOf(specs.map(({ id, text, top }) => ({ id, text, tap: true, at: at(top) })))
        const element = nodeOf(tree, 1 + (pick % specs.length))
        const found = findTarget(tree, targetOf(tree, element, null))
        expect(found).not.toBeNull()
        if (found === null) return
        expect({ id: found.element.id, text: found.element.text }).toEqual({ id: element.id, text: element.text })
        const point = pointIn(found.element, { x: 1, y: 1 })
        expect(containsPoint(found.element.bounds, point.x, point.y)).toBe(true)
      }),
    )
  })
})
