// Progress lines of a night: each confirmed finding is told once, however often it is confirmed.
import { expect, it } from 'vitest'
import type { NightProgressLine } from '#shared/protocol/shapes.ts'
import { ProgressLine } from '#main/cli/progress.ts'
import type { Terminal } from '#main/cli/terminal.ts'

function told(rounds: readonly (readonly string[])[]): readonly string[] {
  let said = ''
  const terminal = {
    isLive: false,
    widthColumns: 120,
    err: (text: string) => void (said += text),
  } as unknown as Terminal
  const line = new ProgressLine(terminal)
  for (const ids of rounds)
    line.show({
      night: { id: 'n-1', devices: ['demo-phone'], steps: 1, screens: 1, new_screens: 1 },
      phase: 'exploring',
      doing: 'Exploring.',
      fraction: null,
      left_ms: null,
      confirmed: ids.length,
      mission: null,
      refusal: null,
      findings: ids.map(id => ({ id, label: 'Crash', title: `Crash ${id}`, reproduced: '2/2' })),
    } as unknown as NightProgressLine)
  return said.split('\n').filter(text => text.startsWith('Confirmed'))
}

it('tells a finding once, also when it is confirmed again after another', () => {
  expect(told([['f-1'], ['f-2', 'f-1'], ['f-2', 'f-1'], ['f-1', 'f-2', 'f-3']])).toEqual([
    'Confirmed: Crash. Crash f-1 (2/2)',
    'Confirmed: Crash. Crash f-2 (2/2)',
    'Confirmed: Crash. Crash f-3 (2/2)',
  ])
})
