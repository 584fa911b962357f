// One job on two phones over the hub: each has a night of its own, both are answered, printed and stopped.
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '#shared/protocol/client.ts'
import { connect } from '#shared/protocol/client.ts'
import { pair } from '#shared/protocol/link.ts'
import type { NightId } from '#shared/domain/ids.ts'
import { temporaryFolder } from '#main/sys/files.ts'
import { rootFolder } from '#main/sys/paths.ts'
import { runNight } from '#main/cli/run-night.ts'
import { runReport } from '#main/cli/report.ts'
import type { Terminal } from '#main/cli/terminal.ts'
import { demoCapabilities, demoModel, openDemoDriver } from '#main/device/demo/driver.ts'
import { Fleet } from '#main/device/fleet.ts'
import { compose } from '#main/hub/compose.ts'
import { openHub } from '#main/hub/entries/node.ts'
import type { OpenHub } from '#main/hub/entries/node.ts'

const phones = ['upstairs', 'downstairs'].map(id => ({ id, name: `Phone ${id}` }))

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let open: OpenHub
let asker: Client

beforeEach(async () => {
  folder = await temporaryFolder()
  const fleet = new Fleet([
    {
      platform: 'demo',
      watch: async onChange =>
        onChange(
          phones.map(phone => ({
            model: demoModel(phone),
            can: demoCapabilities,
            power: { is: 'on', asleep: false },
            why: null,
            operate: null,
            open: () => openDemoDriver({ seed: 1, clock: 'virtual', ...phone }),
          })),
        ),
    },
  ])
  await fleet.start()
  const platforms = { ...compose(), fleet: () => Promise.resolve(fleet), openFleet: () => Promise.resolve(fleet) }
  open = await openHub(join(folder.path, 'home'), platforms)
  const [ours, theirs] = pair()
  open.attach(theirs)
  asker = await connect(ours)
})
afterEach(async () => {
  await open[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

const jobOf = (more: string): { from: 'text'; text: string; folder: string } => ({
  from: 'text',
  text: `app: {demo: resources/demo/notes.app.yaml, plant: none}\n${more}`,
  folder: rootFolder(),
})

function quietTerminal(): Terminal & { readonly said: string[]; interrupt(): void } {
  const said: string[] = []
  const first = new AbortController()
  return {
    said,
    interrupt: () => first.abort(new Error('interrupted')),
    interrupted: first.signal,
    interruptedTwice: new AbortController().signal,
    isLive: false,
    isAttended: false,
    widthColumns: 80,
    out: text => void said.push(text),
    err: text => void said.push(text),
    json: document => void said.push(JSON.stringify(document)),
  }
}

describe('a job that names two devices', () => {
  it('runs a night on each at once, says which phone is meant, and prints both', async () => {
    const terminal = quietTerminal()
    const run = await runNight(asker, { job: jobOf('devices: [upstairs, downstairs]\nsteps: 6\n') }, terminal)
    expect(run.night).toMatchObject({ devices: ['upstairs'], steps: 6 })
    expect(run.others).toMatchObject([{ night: { devices: ['downstairs'], steps: 6 } }])
    expect(terminal.said.join('')).toMatch(/^Phone upstairs: /mu)
    expect(terminal.said.join('')).toMatch(/^Phone downstairs: /mu)
    expect(runReport(run).match(/on (upstairs|downstairs), ended by budget/gu)).toHaveLength(2)
  })

  it('ends them all at one Ctrl-C', async () => {
    const terminal = quietTerminal()
    const running = runNight(asker, { job: jobOf('devices: {platform: demo, count: 2}\nsteps: 5000\n') }, terminal)
    await expect.poll(() => open.hub.nights.running.value.size).toBe(2)
    terminal.interrupt()
    const run = await running
    expect([run, ...(run.others ?? [])].map(one => one.night.ended_by)).toEqual(['stopped', 'stopped'])
  })

  it('starts on none when one of them cannot', async () => {
    const asked = asker.call('night.start', { job: jobOf('devices: [upstairs, downstairs]\nsteps: 4000\n') })
    const { ids } = await asked
    await expect(
      asker.call('night.start', { job: jobOf('devices: [upstairs, nobody]\nsteps: 5\n') }),
    ).rejects.toMatchObject({ code: 'unknown-device' })
    await expect(asker.call('night.start', { job: jobOf('devices: [downstairs]\nsteps: 5\n') })).rejects.toMatchObject({
      code: 'busy',
    })
    expect(open.hub.nights.running.value.size).toBe(2)
    for (const id of ids satisfies readonly NightId[]) await asker.call('night.stop', { id, now: true })
  })
})
