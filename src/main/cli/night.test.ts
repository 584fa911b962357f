// Nights from the real command line: interrupted once and twice, left to a device server, on several devices.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { nightDocumentShape, nightRunShape, nightsShape } from '#shared/protocol/shapes.ts'
import { rootFolder } from '#main/sys/paths.ts'
import { quickest } from '../../../test/builders/until.ts'
import { begin, documentOf, nocturne, ownFolder, refusalOf } from '../../../test/builders/nocturne.ts'

const folder = ownFolder()
const { home } = folder
const notes = join(rootFolder(), 'resources', 'demo', 'notes.app.yaml')

const job = (text: string): string => folder.write('job.yaml', text)

describe('Ctrl-C', () => {
  it('once ends the night after the step in hand, twice at once; what it has is kept and printed', async () => {
    let runs = 0
    /** How long after the second Ctrl-C, or after what the first one made it say, it ended. */
    const stoppedMs = async (times: 1 | 2): Promise<number> => {
      runs += 1
      const at = join(folder.path, `stopped-${runs}`)
      // In real time a step takes seconds: the second Ctrl-C does not wait for it.
      const running = begin(['night', 'run', job(`app: {demo: ${notes}}\nsteps: 500\n`), '--watch', '--json'], at)
      await running.said('Exploring')
      running.child.kill('SIGINT')
      await running.said('Ending after the step in hand')
      const began = performance.now()
      if (times === 2) running.child.kill('SIGINT')
      const ran = await running.ended
      const endedMs = performance.now() - began
      expect(ran.code).toBe(0)
      const { night } = documentOf(nightDocumentShape, ran)
      expect(night.ended_by).toBe('stopped')
      const kept = documentOf(nightDocumentShape, await nocturne(['night', 'show', night.id, '--json'], at))
      expect(kept.night).toEqual(night)
      return endedMs
    }
    await stoppedMs(1)
    expect(await quickest(2500, () => stoppedMs(2))).toBeLessThan(2500)
  })
})

describe('a job with several devices', () => {
  it('runs a night on each and prints them all', async () => {
    const path = job(`app: {demo: ${notes}, plant: none}\nsteps: 3\ndevices: [demo-phone, demo-phone]\n`)
    expect(documentOf(nightRunShape, await nocturne(['night', 'run', path, '--json'], home)).others).toBeUndefined()
    const two = job(`app: {demo: ${notes}, plant: none}\nsteps: 3\ndevices: [demo-phone, nobody]\n`)
    const ran = await nocturne(['night', 'run', two, '--json'], home)
    expect(ran.code).toBe(2)
    expect(refusalOf(ran).words).toContain('no device "nobody"')
    expect(documentOf(nightsShape, await nocturne(['night', 'list', '--json'], home)).nights).toHaveLength(1)
    const few = job(`app: {demo: ${notes}, plant: none}\nsteps: 3\ndevices: {platform: demo, count: 3}\n`)
    expect(refusalOf(await nocturne(['night', 'run', few, '--json'], home)).words).toContain(
      'wants 3 devices of demo; 2 can be used',
    )
  })
})

describe('a night left to a running device server', () => {
  it('is answered at once and goes on; without a server that is refused', async () => {
    const path = job(`app: {demo: ${notes}, plant: none}\nsteps: 4000\n`)
    const alone = await nocturne(['night', 'run', path, '--detach', '--json'], home)
    expect(alone.code).toBe(2)
    expect(refusalOf(alone)).toMatchObject({ where: '--detach', hint: expect.stringContaining('nocturne serve') })

    const server = begin(['serve', '--json'], home)
    await server.said('"url"')
    const detached = documentOf(nightRunShape, await nocturne(['night', 'run', path, '--detach', '--json'], home))
    expect(detached).toMatchObject({ night: { ended: null }, inbox: expect.stringMatching(/^http:/u) })
    const { id } = detached.night
    const listed = documentOf(nightsShape, await nocturne(['night', 'list', '--json'], home))
    expect(listed.nights[0]).toMatchObject({ id, running: true })
    expect((await nocturne(['night', 'stop', id, '--now'], home)).code).toBe(0)
    server.child.kill('SIGINT')
    expect((await server.ended).code).toBe(0)
    const after = documentOf(nightDocumentShape, await nocturne(['night', 'show', id, '--json'], home))
    expect(after.night).toMatchObject({ ended_by: 'stopped' })
  })
})
