// Nights from the real command line: interrupted once and twice, left to a device server, on several devices.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connect } from '#shared/protocol/client.ts'
import { nightDocumentShape, nightRunShape, nightsShape } from '#shared/protocol/shapes.ts'
import { connectSocket } from '#main/sys/links.ts'
import { rootFolder, socketPath } from '#main/sys/paths.ts'
import { begin, documentOf, nocturne, ownFolder, refusalOf, type Running } from '../../../test/builders/nocturne.ts'
import { until } from '../../../test/builders/until.ts'

const folder = ownFolder()
const { home } = folder
const notes = join(rootFolder(), 'resources', 'demo', 'notes.app.yaml')

const job = (text: string): string => folder.write('job.yaml', text)

/** Resolves once the one night of this home has begun to set its app up. */
async function isSettingUp(home: string): Promise<void> {
  const link = await connectSocket(socketPath(home))
  if (link === null) throw new Error('no hub runs in this home')
  const client = await connect(link)
  const there = new AbortController()
  const [night] = (await client.call('night.list', {})).nights
  if (night === undefined) throw new Error('no night runs')
  await client.watch(
    'night',
    { id: night.id },
    ({ doing }) => void (doing === 'Starting "Explore".' && there.abort()),
    there.signal,
  )
  client.close()
}

describe('Ctrl-C', () => {
  it('once ends the night after the step in hand; what it has is kept and printed', async () => {
    const at = join(folder.path, 'stopped once')
    const running = begin(['night', 'run', job(`app: {demo: ${notes}}\nsteps: 500\n`), '--watch', '--json'], at)
    await running.said('Exploring')
    running.child.kill('SIGINT')
    await running.said('Ending after the step in hand')
    await stoppedAndKept(running, at)
  })

  it('twice ends it at once, though what is in hand would take a day', async () => {
    const at = join(folder.path, 'stopped twice')
    const flow = folder.write(
      'day.yaml',
      'appId: dev.example.jotter\n---\n- extendedWaitUntil: {visible: Never shown, timeout: 86400000}\n',
    )
    const text = `app: {demo: ${notes}}\nsteps: 500\nsetup_flow: ${flow}\n`
    const running = begin(['night', 'run', job(text), '--watch', '--json'], at)
    try {
      await running.said('Starting')
      await isSettingUp(at)
      running.child.kill('SIGINT')
      await running.said('Ending after the step in hand')
      running.child.kill('SIGINT')
      let isOver = false
      void running.ended.then(() => (isOver = true))
      await until(() => isOver, 'the night ended')
      await stoppedAndKept(running, at)
    } finally {
      running.child.kill('SIGKILL')
    }
  })
})

async function stoppedAndKept(running: Running, home: string): Promise<void> {
  const ran = await running.ended
  expect(ran.code).toBe(0)
  const { night } = documentOf(nightDocumentShape, ran)
  expect(night.ended_by).toBe('stopped')
  const kept = documentOf(nightDocumentShape, await nocturne(['night', 'show', night.id, '--json'], home))
  expect(kept.night).toEqual(night)
}

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
