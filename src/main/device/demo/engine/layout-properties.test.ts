// What holds for every layout, whatever the view: nothing negative, children inside their parents.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { containsRect, heightOf, widthOf } from '#shared/domain/geometry.ts'
import { node, phoneView, screenView } from '../../../../../test/builders/phone-views.ts'
import { layoutPhone } from '#main/device/demo/engine/layout.ts'
import type { NodeKind, PhoneView, ViewNode } from '#main/device/demo/engine/view.ts'

const leaf = fc
  .record({
    kind: fc.constantFrom<NodeKind>(
      'text',
      'button',
      'icon',
      'image',
      'toggle',
      'check',
      'radio',
      'progress',
      'video',
      'web',
      'space',
      'divider',
      'field',
      'slider',
      'map',
    ),
    text: fc.string({ maxLength: 60 }),
    size: fc.option(fc.integer({ min: 0, max: 400 })),
    lines: fc.option(fc.integer({ min: 1, max: 3 })),
    fixed: fc.boolean(),
    spinner: fc.boolean(),
    clickable: fc.boolean(),
    value: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    align: fc.option(fc.constantFrom('start' as const, 'center' as const, 'end' as const)),
    background: fc.option(fc.constant('#223344')),
  })
  .map(({ kind, ...rest }) => node(kind, rest))

const row = fc
  .record({ text: fc.string({ maxLength: 40 }), detail: fc.string({ maxLength: 20 }) })
  .map(rest => node('list_row', { ...rest, clickable: true }))

const tree = fc.letrec<{ node: ViewNode }>(tie => ({
  node: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(row, { maxLength: 6 }).map(children => node('list', { children })),
    fc
      .record({
        kind: fc.constantFrom<NodeKind>('row', 'column', 'card', 'scroll'),
        children: fc.array(tie('node'), { maxLength: 4 }),
        fixed: fc.boolean(),
        size: fc.option(fc.integer({ min: 0, max: 300 })),
      })
      .map(({ kind, ...rest }) => node(kind, rest)),
  ),
})).node

const view: fc.Arbitrary<PhoneView> = fc
  .record({
    body: fc.array(tree, { maxLength: 6 }),
    fontScale: fc.constantFrom(0.85, 1, 1.3, 2),
    rtl: fc.boolean(),
    wide: fc.boolean(),
    offset: fc.integer({ min: -10, max: 900 }),
    keyboard: fc.boolean(),
  })
  .map(({ body, fontScale, rtl, wide, offset, keyboard }) =>
    phoneView({
      ...(wide ? { width: 2400, height: 1080 } : {}),
      fontScale,
      rtl,
      keyboard,
      screen: screenView({ body, scroll: { body: offset } }),
    }),
  )

it('keeps every element inside its parent and on the screen, with a size', () => {
  fc.assert(
    fc.property(view, shown => {
      const { nodes } = layoutPhone(shown).tree
      const screen = { left: 0, top: 0, right: shown.width, bottom: shown.height }
      for (const one of nodes) {
        expect(widthOf(one.bounds)).toBeGreaterThan(0)
        expect(heightOf(one.bounds)).toBeGreaterThan(0)
        const parent = one.parent === null ? screen : (nodes[one.parent]?.bounds ?? screen)
        expect(containsRect(parent, one.bounds) ? null : [one, parent]).toBeNull()
        for (const edge of [one.bounds.left, one.bounds.top, one.bounds.right, one.bounds.bottom])
          expect(Number.isInteger(edge)).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})

it('answers every tap, and what it names is there', () => {
  fc.assert(
    fc.property(view, fc.integer({ min: 0, max: 2399 }), fc.integer({ min: 0, max: 2399 }), (shown, x, y) => {
      const laid = layoutPhone(shown)
      const hit = laid.hit(x % shown.width, y % shown.height)
      if (hit.on !== 'node') return
      const place = laid.visibleOf(hit.key)
      expect(place).not.toBeNull()
      expect(hit.along).toBeGreaterThanOrEqual(0)
      expect(hit.along).toBeLessThanOrEqual(1)
    }),
    { numRuns: 300 },
  )
})

it('gives the same layout for the same view', () => {
  fc.assert(
    fc.property(view, shown => {
      expect(layoutPhone(shown).tree).toEqual(layoutPhone(shown).tree)
    }),
    { numRuns: 50 },
  )
})
