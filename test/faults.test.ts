// Fifty inputs with ten faults, and a drag through turns: the short form of `npm run check:faults`.
import { expect, it } from 'vitest'
import { faultRun, turnRun } from './fault-run.ts'

it('reports no input landed that did not, whatever breaks, and leaves no finger down', async () => {
  const report = await faultRun({ inputs: 50, faults: 10, seed: 1 })
  expect(report.missed).toEqual([])
  expect(Object.values(report.faults).reduce((sum, count) => sum + count, 0)).toBe(10)
  expect(report.landed).toBeGreaterThanOrEqual(40)
})

it('lands no touch in the wrong place while the device is turned under a drag, and leaves none down', async () => {
  const report = await turnRun({ turns: 10, everyMs: 500 })
  expect(report.missed).toEqual([])
  expect(report.presses).toBeGreaterThanOrEqual(5)
  expect(report.moves).toBeGreaterThanOrEqual(20)
})
