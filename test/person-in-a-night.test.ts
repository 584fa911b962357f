// A person takes the phone in the middle of a night: the mission waits in place, looks again when it is handed back and
// goes on; what the person did is in the record as theirs. End to end over the hub, on a phone whose clock runs faster.
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sleep } from '#shared/base/abort.ts'
import type { NightId } from '#shared/domain/ids.ts'
import type { Client } from '#shared/protocol/client.ts'
import { connect } from '#shared/protocol/client.ts'
import { pair } from '#shared/protocol/link.ts'
import type { NightProgressLine } from '#shared/protocol/shapes.ts'
import { temporaryFolder } from '#main/sys/files.ts'
import { rootFolder } from '#main/sys/paths.ts'
import { demoPlatform } from '#main/device/demo/platform.ts'
import { Fleet } from '#main/device/fleet.ts'
import { compose } from '#main/hub/compose.ts'
import { openHub } from '#main/hub/entries/node.ts'
import type { OpenHub } from '#main/hub/entries/node.ts'
import { phone } from './builders/night-records.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let open: OpenHub
let asker: Client

beforeEach(async () => {
  folder = await temporaryFolder()
  process.env['ANDROID_ADB_SERVER_PORT'] = '1'
  const fleet = new Fleet([demoPlatform({ clock: 'real', scale: 8 })])
  await fleet.start()
  const platforms = { ...compose(), fleet: () => Promise.resolve(fleet), openFleet: () => Promise.resolve(fleet) }
  open = await openHub(join(folder.path, 'home'), platforms)
  asker = await person()
})
afterEach(async () => {
  await open[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

function person(): Promise<Client> {
  const [ours, theirs] = pair()
  open.attach(theirs, true)
  return connect(ours)
}

const textOf = (steps: number): string =>
  `app: {demo: resources/demo/notes.app.yaml, plant: none}\nsteps: ${steps}\nseed: 4\n`
const options = { watch: true }

const started = async (more = '', steps = 5): Promise<NightId> => {
  const job = { from: 'text', text: textOf(steps) + more, folder: rootFolder() } as const
  return (await asker.call('night.start', { job, options })).id
}

/** Waits for a moment of the night. */
async function until(id: NightId, when: (line: NightProgressLine) => boolean): Promise<NightProgressLine> {
  const stop = new AbortController()
  let found: NightProgressLine | null = null
  await asker.watch(
    'night',
    { id },
    line => {
      if (found !== null || !when(line)) return
      found = line
      stop.abort()
    },
    stop.signal,
  )
  if (found === null) throw new Error('that moment never came')
  return found
}

describe('a person in the middle of a night', () => {
  it('is waited for, and what they did is in the record as theirs', async () => {
    const id = await started()
    await until(id, line => line.phase === 'exploring' && line.night.steps >= 2)
    await asker.call('device.takeControl', { device: phone })
    await until(id, line => line.doing.startsWith('Waiting: a person has control'))
    const { generation } = await asker.call('devices.observe', { device: phone, tree: false })
    await asker.call('device.input', { device: phone, input: { kind: 'tap', at: { x: 540, y: 700, generation } } })
    await asker.call('device.input', { device: phone, input: { kind: 'text', text: 'my secret' } })
    await asker.call('device.input', { device: phone, input: { kind: 'key', key: 'Home' } })
    const before = (await asker.call('night.show', { id })).night.steps
    await sleep(1000)
    expect((await asker.call('night.show', { id })).night.steps).toBe(before)
    await asker.call('device.handBack', { device: phone })

    const ended = await until(id, line => line.phase === 'ended')
    expect(ended.night).toMatchObject({ ended_by: 'budget', steps: 5 })
    const { steps, total } = await asker.call('night.steps', { id })
    const theirs = steps.filter(step => step.by === 'person')
    expect(theirs.map(step => step.words)).toEqual([
      'Tap at 540, 700',
      'Type 9 characters',
      'Press the Home key',
      expect.stringMatching(/^a person had control for \d+ s$/u),
    ])
    expect(total).toBe(5 + theirs.length)
    expect(steps.map(step => step.step)).toEqual(steps.map((_, index) => index + 1))
    // The app was left by the person; the mission brought it back and went on in it.
    expect(steps.at(-1)).toMatchObject({ by: 'night', screen: expect.any(String) })
    expect(JSON.stringify(steps)).not.toContain('my secret')
    expect((await asker.call('night.show', { id })).night.missions).toMatchObject([{ steps: 5, ended_by: 'budget' }])
  })

  it('may come while the app is being started, and the mission is begun again', async () => {
    const id = await started('conditions: [dark]\ncards:\n  - {goal: Look around, steps: 2}\n')
    await until(id, line => line.mission !== null)
    await asker.call('device.takeControl', { device: phone })
    await sleep(300)
    await asker.call('device.handBack', { device: phone })
    await until(id, line => line.mission?.condition === 'dark')
    await asker.call('device.takeControl', { device: phone })
    await sleep(300)
    await asker.call('device.handBack', { device: phone })
    await until(id, line => line.phase === 'ended')
    expect((await asker.call('night.show', { id })).night).toMatchObject({
      ended_by: 'answer',
      missions: [
        { condition: null, steps: 2, ended_by: 'budget' },
        { condition: 'dark', steps: 2, ended_by: 'budget' },
      ],
    })
    expect(open.hub.home.store.unsettledSettings(null)).toEqual([])
  })

  it('does not keep a night from being stopped', async () => {
    const id = await started('', 500)
    await until(id, line => line.night.steps >= 1)
    await asker.call('device.takeControl', { device: phone })
    await until(id, line => line.doing.startsWith('Waiting'))
    await asker.call('night.stop', { id })
    expect((await until(id, line => line.phase === 'ended')).night.ended_by).toBe('stopped')
  })

  it('who still has the phone when the night is stopped gets its settings back right after the hand-back', async () => {
    const id = await started('conditions: [dark]\ncards:\n  - {goal: Look around, steps: 8}\n', 500)
    const store = open.hub.home.store
    await until(id, line => line.mission?.condition === 'dark' && line.phase === 'exploring')
    await asker.call('device.takeControl', { device: phone })
    await until(id, line => line.doing.startsWith('Waiting'))
    await asker.call('night.stop', { id })
    await until(id, line => line.phase === 'ended')
    // A person who has the phone keeps it as it is; no other night may begin on what is not put back.
    expect(store.unsettledSettings(null).map(entry => entry.to.set)).toContain('dark')
    await expect(started()).rejects.toMatchObject({ code: 'busy', words: expect.stringContaining('not put back yet') })
    await asker.call('device.handBack', { device: phone })
    await expect.poll(() => store.unsettledSettings(null)).toEqual([])
    const device = await open.hub.device(phone)
    expect(device.state.value.settings?.dark.value).toBe(false)
    await expect.poll(() => device.state.value.control).toBeNull()
    expect(await started()).toMatch(/^n-/u)
  })
})
