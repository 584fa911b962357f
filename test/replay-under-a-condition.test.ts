// A filed finding that only a comparison tells, replayed on demand: in a process that has never seen the screen without the condition.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runDemoNight } from '#main/bench/night/demo-night.ts'
import { openDemoDriver } from '#main/device/demo/driver.ts'
import { openDevice } from '#main/device/open-device.ts'
import { FindingReplay } from '#main/explore/replay-finding.ts'
import { Store } from '#main/store/store.ts'

const file = join(import.meta.dirname, '../resources/demo/notes.app.yaml')
const never = new AbortController().signal

describe('A finding of dark mode', () => {
  it('is found beside the light screen, and reproduces when it is replayed by itself', async () => {
    using book = new Store(mkdtempSync(join(tmpdir(), 'nocturne-dark-')))
    await using device = await openDevice(await openDemoDriver({ seed: 1, nuisance: true, clock: 'virtual' }), never)
    const plant = ['dark-help-topic']
    const night = { file, plant, seed: 1, steps: 100, policy: 'explorer', conditions: ['dark'] } as const
    const { findings } = await runDemoNight({ ...night, device, book, pictures: null }, never)
    expect(findings.map(({ confirmed }) => confirmed.candidate.check)).toEqual(['dark'])
    const [found] = findings
    if (found === undefined) return
    const { candidate, fingerprint, path } = found.confirmed
    const app = 'dev.example.jotter'
    await using replay = await FindingReplay.begin(
      {
        device,
        app,
        build: { path: file, plant },
        finding: { candidate, fingerprint, path, condition: 'dark' },
        map: book.loadMap(app),
        book,
        setUp: null,
      },
      never,
    )
    expect(await replay.attempt(2, never)).toMatchObject({ reproduced: 2 })
  })
})
