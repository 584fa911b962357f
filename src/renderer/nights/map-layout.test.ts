// The layout of a screen map: every screen once, no two in one place, whatever the edges are.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layoutOf } from '#renderer/nights/map-layout.ts'

const screens = ['s1', 's2', 's3', 's4'].map(id => ({ id }))

describe('the layout of a screen map', () => {
  it('puts a screen as deep as the shortest way to it', () => {
    const edges = [
      { from: 's1', to: 's2' },
      { from: 's2', to: 's3' },
      { from: 's1', to: 's3' },
      { from: 's3', to: 's4' },
    ]
    const { nodes } = layoutOf(screens, edges)
    expect(nodes.map(node => [node.screen.id, node.depth])).toEqual([
      ['s1', 0],
      ['s2', 1],
      ['s3', 1],
      ['s4', 2],
    ])
  })

  it('draws every screen once and no two in one place', () => {
    const edge = fc.record({ from: fc.integer({ min: 0, max: 14 }), to: fc.integer({ min: 0, max: 14 }) })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), fc.array(edge, { maxLength: 40 }), (count, pairs) => {
        const some = Array.from({ length: count }, (_, index) => ({ id: `s${index}` }))
        const { nodes } = layoutOf(
          some,
          pairs.map(({ from, to }) => ({ from: `s${from}`, to: `s${to}` })),
        )
        expect(nodes.map(node => node.screen.id)).toEqual(some.map(screen => screen.id))
        const places = new Set(nodes.map(node => `${node.depth} ${node.row}`))
        expect(places.size).toBe(nodes.length)
      }),
    )
  })
})
