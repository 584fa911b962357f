// The wall: no two tiles over each other, whatever there is and however wide it is.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { standWall } from '#renderer/stage/wall-layout.ts'

describe('a wall', () => {
  it('puts two wide ones beside a tall one', () => {
    expect(standWall(['tall', 'wide', 'wide'], 1160)).toEqual({
      columns: 'minmax(360px, 3fr) minmax(0, 5fr)',
      tiles: [
        { column: 1, row: 1, rows: 2 },
        { column: 2, row: 1, rows: 1 },
        { column: 2, row: 2, rows: 1 },
      ],
    })
  })

  it('is one column where it is narrow', () => {
    expect(standWall(['tall', 'wide'], 480).tiles).toEqual([
      { column: 1, row: 1, rows: 1 },
      { column: 1, row: 2, rows: 1 },
    ])
  })

  it('never puts one tile over another', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('tall' as const, 'wide' as const), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 200, max: 4000 }),
        (shapes, width) => {
          const taken = new Set<string>()
          const wall = standWall(shapes, width)
          expect(wall.tiles).toHaveLength(shapes.length)
          for (const { column, row, rows } of wall.tiles)
            for (let at = row; at < row + rows; at += 1) {
              const cell = `${column} ${at}`
              expect(taken.has(cell)).toBe(false)
              taken.add(cell)
            }
        },
      ),
    )
  })
})
