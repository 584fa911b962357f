// The bench as a program, on a whole app that lies in the repository.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { rowShape } from '#main/bench/document.ts'

const root = join(import.meta.dirname, '..')
const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, [join(root, 'src', 'main', 'bench', 'main.ts'), ...args], { encoding: 'utf8', cwd: root })

const documentShape = z.object({
  policy: z.literal('random'),
  steps: z.literal(25),
  seeds: z.literal(1),
  conditions: z.literal('none'),
  wall_s: z.number(),
  apps: z.array(rowShape).length(2),
  totals: z.object({
    detection: z.number(),
    detection_at: z.object({ '300': z.null(), '1000': z.null() }),
    danger: z.object({ pressed: z.literal(0) }),
  }),
})

describe('nocturne bench', () => {
  it('prints one document of the promised shape, progress on stderr', () => {
    const { status, stdout, stderr } = run(
      'resources/demo/notes.app.yaml',
      '--steps',
      '25',
      '--policy',
      'random',
      '--json',
    )
    expect(stderr).toContain('2/2')
    expect(status).toBe(0)
    const document = documentShape.parse(JSON.parse(stdout))
    const [planted, clean] = document.apps
    expect(planted?.error).toBeNull()
    expect(planted?.planted).toBeGreaterThanOrEqual(10)
    expect(planted?.screens.reached).toBeGreaterThan(0)
    expect(clean?.twin).toBe('clean')
    expect(clean?.planted).toBe(0)
  })

  it.each([
    [['nowhere.app.yaml'], 'There is no such file or folder.'],
    [[], 'Which apps?'],
    [['resources/demo', '--policy', 'droid'], '--policy takes explorer, fastbot, random'],
    [['resources/demo', '--steps', 'many'], '--steps takes a whole number'],
    [['resources/demo', '--conditions', 'some'], '--conditions takes none or all'],
    [['src'], 'No demo app file lies in this folder.'],
  ])('refuses %j with words and exit 2', (args, words) => {
    const { status, stdout } = run(...args, '--json')
    expect(status).toBe(2)
    expect(z.object({ error: z.object({ words: z.string() }) }).parse(JSON.parse(stdout)).error.words).toContain(words)
  })
})
