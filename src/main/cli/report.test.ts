// A night in plain words for a terminal.
import { expect, it } from 'vitest'
import { nightShape } from '#shared/protocol/shapes.ts'
import type { NightDocument } from '#shared/protocol/shapes.ts'
import { nightReport } from '#main/cli/report.ts'

const night = nightShape.parse({
  id: 'n-20261130-2300-ab12',
  app: 'dev.example.plants',
  build: '2.42 (42)',
  devices: ['avd:Pixel_8'],
  started: '2026-11-30T23:00:00.000Z',
  ended: '2026-12-01T07:00:00.000Z',
  ended_by: 'budget',
  steps: 300,
  screens: 21,
  new_screens: 4,
  not_reproduced: 0,
  missions: [],
})
const report = (more: Partial<NightDocument['night']>): string =>
  nightReport({ night: { ...night, ...more }, findings: [], inbox: null })

it('a night says how many candidates did not reproduce where there were any, and nothing of none', () => {
  expect(report({})).toBe(
    'dev.example.plants 2.42 (42): 300 steps, 21 screens (4 new) on avd:Pixel_8, ended by budget\n\nNothing held up.\n\n',
  )
  expect(report({ not_reproduced: 1 })).toContain('\n1 candidate did not reproduce.\n')
})
