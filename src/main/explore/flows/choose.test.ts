// The selector that is written for an element takes that element, whatever else lies on the screen.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { containsPoint } from '#shared/domain/geometry.ts'
import { chooseSelector } from '#main/explore/flows/choose.ts'
import { matchElements } from '#main/explore/flows/selector.ts'
import { elementTree, type GivenElement } from '../../../../test/builders/element-tree.ts'

const size = { width: 1000, height: 2000 }

it('chooses a selector that takes the intended element, or says that it is approximate', () => {
  const texts = fc.constantFrom('', 'Save', 'Save (2)', 'Löschen 🌱', 'a.b*c', 'Line\nbreak', '  x ', '${x}', "it's")
  const box = fc.tuple(
    texts,
    fc.constantFrom('', 'row', 'save[0]', 'a.b', 'x9f3e2a1b0c'),
    fc.boolean(),
    fc.integer({ min: 0, max: 9 }),
    fc.integer({ min: 0, max: 9 }),
  )
  fc.assert(
    fc.property(fc.array(box, { minLength: 1, maxLength: 8 }), fc.nat(7), (boxes, pick) => {
      const given = boxes.map(([text, id, clickable, x, y]): GivenElement => ({
        id: id === '' ? '' : `p:id/${id}`,
        text,
        clickable,
        at: [x * 100, y * 200, x * 100 + 90, y * 200 + 150],
      }))
      const [root, ...inside] = given
      const tree = elementTree([{ ...root, at: [0, 0, 1000, 2000], inside }])
      const element = tree.nodes[pick % tree.nodes.length]
      if (element === undefined) return
      const screen = { size, platform: 'android' } as const
      const chosen = chooseSelector([{ tree, screen, element }], new Set(), { x: 0.5, y: 0.5 })
      if (chosen.approximate) return
      const taken = matchElements(tree, chosen.selector, screen)[0]
      if (taken === undefined) throw new Error('takes nothing')
      expect(
        containsPoint(
          element.bounds,
          (taken.bounds.left + taken.bounds.right) >> 1,
          (taken.bounds.top + taken.bounds.bottom) >> 1,
        ),
      ).toBe(true)
    }),
    { numRuns: 500 },
  )
})
