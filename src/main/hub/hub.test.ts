// The hub as its askers see it: nights started, watched and stopped, what is put in order at its start, words and rows.
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deviceId } from '#shared/domain/ids.ts'
import type { Client } from '#shared/protocol/client.ts'
import { connect } from '#shared/protocol/client.ts'
import { pair } from '#shared/protocol/link.ts'
import type { Inbox, NightProgressLine } from '#shared/protocol/shapes.ts'
import { namesIn, temporaryFolder, writeWhole } from '#main/sys/files.ts'
import { rootFolder } from '#main/sys/paths.ts'
import { Store } from '#main/store/store.ts'
import { openHub } from '#main/hub/entries/node.ts'
import type { OpenHub } from '#main/hub/entries/node.ts'
import { durationWords, nightWords } from '#main/hub/inbox.ts'
import { durationMsOf, screenWords } from '#main/hub/night-orders.ts'
import { aNight, confirmed, phone } from '../../../test/builders/night-records.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let home = ''
let open: OpenHub | null = null

beforeEach(async () => {
  folder = await temporaryFolder()
  home = join(folder.path, 'home')
  process.env['ANDROID_ADB_SERVER_PORT'] = '1'
})
async function closeHub(): Promise<void> {
  await open?.[Symbol.asyncDispose]()
  open = null
}
afterEach(async () => {
  await closeHub()
  await folder[Symbol.asyncDispose]()
})

async function client(isWindow = false): Promise<Client> {
  open ??= await openHub(home)
  const [ours, theirs] = pair()
  open.attach(theirs, isWindow)
  return connect(ours)
}

function opened(): OpenHub {
  if (open === null) throw new Error('no hub is open')
  return open
}

async function untilEnded(
  asker: Client,
  id: NightProgressLine['night']['id'],
  onValue: (line: NightProgressLine) => void = () => {},
): Promise<NightProgressLine> {
  const stop = new AbortController()
  let last: NightProgressLine | null = null
  await asker.watch(
    'night',
    { id },
    line => {
      last = line
      onValue(line)
      if (line.phase === 'ended') stop.abort()
    },
    stop.signal,
  )
  if (last === null) throw new Error('nothing was said')
  return last
}

describe('a night through the hub', () => {
  it('is watched step by step, lands in the list and in the inbox', async () => {
    const asker = await client()
    const { id } = await asker.call('night.start', { job: { from: 'demo' }, options: { steps: 40, seed: 7 } })
    const seen: NightProgressLine[] = []
    const ended = await untilEnded(asker, id, line => seen.push(line))
    expect(ended.night).toMatchObject({ id, steps: 40, ended_by: 'budget', running: false })
    const exploring = seen.findLast(line => line.phase === 'exploring' && line.now !== null)
    expect(exploring?.mission).toMatchObject({ card: 'Explore', device: 'demo-phone', device_name: 'Demo phone' })
    expect(exploring?.last.length).toBeLessThanOrEqual(12)
    expect(exploring?.now?.picture).toMatch(/^\/artifact\/nights\//u)
    const { steps, total } = await asker.call('night.steps', { id, from: 30, limit: 5 })
    expect(total).toBe(40)
    expect(steps.map(step => step.n)).toEqual([31, 32, 33, 34, 35])
    const touched = (await asker.call('night.steps', { id })).steps.filter(step => step.touch !== null)
    expect(touched.length).toBeGreaterThan(5)
    for (const { touch } of touched) expect(touch?.x).toBeLessThanOrEqual(1)
    const map = await asker.call('map.show', { app: ended.night.app })
    expect(map.screens.length).toBeGreaterThan(3)
    expect(map.edges.length).toBeGreaterThan(2)
    const stop = new AbortController()
    const inboxes: Inbox[] = []
    await asker.watch(
      'inbox',
      {},
      value => {
        inboxes.push(value)
        stop.abort()
      },
      stop.signal,
    )
    expect(inboxes[0]?.last_night?.words).toMatch(/on 1 device, 40 steps/u)
    expect((await asker.call('night.list', {})).nights).toMatchObject([{ id, running: false }])
  })

  it('ends after the step in hand when stopped, and at once when told so', async () => {
    const asker = await client()
    for (const now of [false, true]) {
      const { id } = await asker.call('night.start', { job: { from: 'demo' }, options: { steps: 5000, seed: 1 } })
      let asked = false
      const ended = await untilEnded(asker, id, line => {
        if (line.night.steps < 5 || asked) return
        asked = true
        void asker.call('night.stop', { id, now })
      })
      expect(ended.night.ended_by).toBe('stopped')
      await expect
        .poll(() => asker.call('night.stop', { id, now }).catch((refusal: unknown) => String(refusal)))
        .toContain('has ended already')
    }
  })

  it('says its screens in the list and of itself while it runs', async () => {
    const asker = await client()
    const { id } = await asker.call('night.start', { job: { from: 'demo' }, options: { steps: 5000, seed: 1 } })
    let asked: Promise<readonly number[]> | null = null
    await untilEnded(asker, id, line => {
      if (line.night.steps < 8 || asked !== null) return
      asked = Promise.all([asker.call('night.list', {}), asker.call('night.show', { id })]).then(
        async ([{ nights }, { night }]) => {
          await asker.call('night.stop', { id, now: true })
          return [nights[0]?.screens ?? 0, nights[0]?.new_screens ?? 0, night.screens]
        },
      )
    })
    for (const screens of (await (asked as Promise<readonly number[]> | null)) ?? [0])
      expect(screens).toBeGreaterThan(1)
  })

  it('takes a job as text, its paths from the folder it names, and refuses one with mistakes', async () => {
    const asker = await client()
    const text = 'app: {demo: resources/demo/notes.app.yaml, plant: none}\nsteps: 8\nseed: 3\n'
    const { id } = await asker.call('night.start', { job: { from: 'text', text, folder: rootFolder() } })
    expect((await untilEnded(asker, id)).night).toMatchObject({ steps: 8, seed: 3 })
    await expect(
      asker.call('night.start', { job: { from: 'text', text: `${text}wrong: 1\n`, folder: rootFolder() } }),
    ).rejects.toMatchObject({ code: 'bad-value', where: 'job:4' })
    await expect(
      asker.call('night.start', { job: { from: 'text', text: 'app: {id: a.b}\ndevices: [nobody]\nsteps: 5\n' } }),
    ).rejects.toMatchObject({ code: 'unknown-device' })
  })

  it('of a job that does not say how many findings it shows, shows as many as is set', async () => {
    const asker = await client()
    await asker.call('settings.set', { findings_per_night: 1 })
    const text = 'app: {demo: resources/demo/notes.app.yaml, plant: all}\nsteps: 60\nseed: 3\n'
    const { id } = await asker.call('night.start', { job: { from: 'text', text, folder: rootFolder() } })
    await untilEnded(asker, id)
    const { findings } = await asker.call('findings.list', { all: true })
    expect(findings.length).toBeGreaterThan(1)
    expect(findings.filter(finding => finding.shown).length).toBe(1)
  })

  it('is ended as stopped when the hub closes under it, with every setting put back', async () => {
    const asker = await client()
    const text =
      'app: {demo: resources/demo/notes.app.yaml}\nsteps: 5000\nconditions: [dark]\ncards:\n  - {goal: Look around, steps: 6}\n'
    const { id } = await asker.call('night.start', { job: { from: 'text', text, folder: rootFolder() } })
    await untilEnded(asker, id, line => {
      if (line.mission?.condition === 'dark') void opened()[Symbol.asyncDispose]()
    }).catch(() => undefined)
    await closeHub()
    using store = new Store(home)
    expect(store.night(id).ended).not.toBeNull()
    expect(store.unsettledSettings(null)).toEqual([])
  })
})

describe('the start of a hub', () => {
  it('removes drafts of a hub that was killed while it wrote, and nothing else', async () => {
    const findings = join(home, 'artifacts', 'findings')
    await writeWhole(join(findings, 'flow.yaml'), 'appId: a.b')
    await writeWhole(join(findings, 'flow.yaml.4711.part'), 'app')
    await client()
    expect(await namesIn(findings)).toEqual(['flow.yaml'])
  })

  it('puts back the settings a dead night left, ends it as stopped and keeps its findings', async () => {
    await client()
    await closeHub()
    {
      using store = new Store(home)
      const night = aNight('n-dead')
      store.beginNight(night)
      store.file(night.id, 1, night.app, night.build, confirmed('aa'), true)
      store.journalSetting({
        night: night.id,
        device: phone,
        to: { set: 'dark', to: true },
        before: { set: 'dark', to: false },
      })
      store.journalSetting({
        night: night.id,
        device: deviceId('gone'),
        to: { set: 'dark', to: true },
        before: { set: 'dark', to: false },
      })
    }
    const asker = await client()
    const { hub } = opened()
    expect(hub.repairs.value.join('\n')).toMatch(
      /n-dead was broken off[^]*dark was put back to false[^]*gone could not be put back yet/u,
    )
    expect(hub.home.store.unsettledSettings(null).map(entry => entry.device)).toEqual(['gone'])
    expect((await asker.call('night.list', {})).nights).toMatchObject([
      { id: 'n-dead', ended_by: 'stopped', findings: 1 },
    ])
    expect((await asker.call('findings.list', {})).findings).toHaveLength(1)
  })
})

describe('control of a device', () => {
  it('is one connection’s at a time; the other’s input is refused, reads go on', async () => {
    const [mine, other] = [await client(), await client(true)]
    await mine.call('device.takeControl', { device: phone })
    await other.call('device.takeControl', { device: phone })
    await expect(
      mine.call('device.input', { device: phone, input: { kind: 'key', key: 'Home' } }),
    ).rejects.toMatchObject({ code: 'person-has-control' })
    expect(await other.call('device.input', { device: phone, input: { kind: 'key', key: 'Home' } })).toMatchObject({
      sent: true,
    })
    expect((await mine.call('devices.observe', { device: phone, tree: false })).foreground.package).not.toBe('')
    await other.call('device.handBack', { device: phone })
    await expect(
      other.call('device.input', { device: phone, input: { kind: 'key', key: 'Home' } }),
    ).rejects.toMatchObject({ code: 'superseded' })
  })

  it('is needed for no setting: an action takes it for its length', async () => {
    const asker = await client()
    await asker.call('device.control', { device: phone, control: { set: 'dark', to: true } })
    const stop = new AbortController()
    let dark: boolean | undefined
    await asker.watch(
      'devices',
      {},
      ({ devices }) => {
        const tile = devices.find(one => one.id === phone)
        dark = tile?.settings?.dark.value
        if (tile?.control === null) stop.abort()
      },
      stop.signal,
    )
    expect(dark).toBe(true)
  })

  it('passes the driver contract when checked', async () => {
    const asker = await client()
    const { checks } = await asker.call('devices.check', { device: phone })
    expect(checks.filter(check => !check.ok)).toEqual([])
    expect(checks.length).toBeGreaterThan(5)
  })
})

describe('words and figures', () => {
  it('says how long and how much as people do', () => {
    expect([4000, 5 * 60_000, 100 * 60_000, 8 * 3_600_000].map(durationWords)).toEqual([
      '4 s',
      '5 min',
      '1 h 40 min',
      '8 h',
    ])
    const line = {
      ...aNight('n-1'),
      app_label: 'Lists',
      findings: 0,
      running: false,
      devices: [phone, deviceId('b')],
      steps: 1842,
      screens: 46,
      not_reproduced: 2,
      started: '2026-11-30T23:00:00Z',
      ended: '2026-12-01T07:00:00Z',
    }
    expect(nightWords(line)).toBe(
      '8 h on 2 devices, 1 842 steps, 46 screens, nothing that held up. 2 candidates did not reproduce.',
    )
  })

  it('ends at the next such time of day', () => {
    const limit = { steps: null, minutes: null, until: '07:00' }
    const at = (hours: number): number => new Date(2026, 11, 1, hours, 0, 0).getTime()
    expect(durationMsOf({ limit } as never, at(23))).toBe(8 * 3_600_000)
    expect(durationMsOf({ limit } as never, at(6))).toBe(3_600_000)
    expect(durationMsOf({ limit: { ...limit, until: null, minutes: 2 } } as never, at(6))).toBe(120_000)
  })

  it('makes screen words of changed files', () => {
    expect(screenWords(['app/PlantDetailScreen.kt', 'ui/add-plant.tsx', 'README.md', ''])).toEqual([
      'plant',
      'detail',
      'add',
      'readme',
    ])
  })
})
