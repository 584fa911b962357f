// A short night by the command a person types, over the real adb server: step by step the same as on the demo phone. The
// whole one is check-adb-night.ts.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findingLine, runBothNights, stepLine } from './adb-night.ts'

const folder = await mkdtemp(join(tmpdir(), 'nocturne-adb-night-'))
/** Of a machine that does much else; alone it takes less than a minute. */
const mostMs = 400_000

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a night over adb', () => {
  it(
    'does, sees and finds what the same night on the demo phone does, sees and finds',
    async () => {
      const { demo, adb } = await runBothNights({ app: 'notes', steps: 25, seed: 7, scale: 200, folder })
      expect(adb.steps.map(stepLine)).toEqual(demo.steps.map(stepLine))
      expect(adb.steps.map(step => step.picture)).toEqual(demo.steps.map(step => step.picture))
      expect(adb.findings.map(findingLine)).toEqual(demo.findings.map(findingLine))
      expect(demo.findings.length).toBeGreaterThan(0)
    },
    mostMs,
  )
})
