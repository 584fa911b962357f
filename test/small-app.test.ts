// A small app with the two faults no demo app has: forms that take what they should refuse, and a layout broken by a turn.
// The bench as a program finds and confirms them, and nothing on the clean twin.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { rowShape } from '#main/bench/document.ts'

const root = join(import.meta.dirname, '..')

it('finds a form that takes a wrong address, one that takes nothing, and a control under another once turned; none in the clean app', () => {
  const bench = join(root, 'src', 'main', 'bench', 'main.ts')
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [bench, 'test/small/shelf.app.yaml', '--steps', '250', '--json', '--why'],
    { encoding: 'utf8', cwd: root },
  )
  const { apps } = z.object({ apps: z.array(rowShape) }).parse(JSON.parse(stdout))
  const [planted, clean] = ['planted', 'clean'].map(twin => apps.find(row => row.twin === twin))
  expect(planted?.found.toSorted(), stderr).toEqual(['licence-lies-over', 'takes-any-mail', 'takes-no-title'])
  expect(planted?.flows).toEqual({
    'licence-lies-over': 'reproduced',
    'takes-any-mail': 'reproduced',
    'takes-no-title': 'reproduced',
  })
  expect([...(planted?.false ?? []), ...(clean?.false ?? [])]).toEqual([])
})
