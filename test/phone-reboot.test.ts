// A phone that is told to reboot, over a real adb server and one in front of it that lists what it is told: it stays a tile,
// says how far it is, and what was open goes on once Android is up again.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { androidPlatform } from '#main/device/android/platform.ts'
import { usualReboot } from '#main/device/android/reboot.ts'
import { Fleet } from '#main/device/fleet.ts'
import { powerOrders } from '#shared/domain/device.ts'
import { startPassingServer, type PassingServer } from './doubles/adb/passing-server.ts'
import { startAdbDouble, startAdbServer, type AdbDouble, type AdbServer } from './doubles/adb/start.ts'

const never = new AbortController().signal
let server: AdbServer
let phone: AdbDouble
let front: PassingServer

beforeEach(async () => {
  server = await startAdbServer()
  phone = await startAdbDouble({ scale: 20, clock: 'stands' })
  await server.connect(phone)
  front = await startPassingServer(server.port)
  list('PHONE77')
})
afterEach(async () => {
  await front[Symbol.asyncDispose]()
  await phone[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const list = (serial: string): void => front.list([{ serial, real: phone.serial, state: 'device' }])
const rebootsAsked = (): number => phone.handset.lines.filter(line => line === 'reboot:').length

async function fleetOf(withinMs = usualReboot.withinMs): Promise<Fleet> {
  const reboot = { pollMs: 20, withinMs }
  const fleet = new Fleet([androidPlatform({ port: front.port, timeScale: 20, reboot })])
  await fleet.start()
  await expect.poll(() => fleet.rows.value[0]?.why).toBe(null)
  return fleet
}

describe('a phone that is told to reboot', () => {
  it('says each stage in words as a ghost, has rebooted when Android is up, and what was open goes on', async () => {
    await using fleet = await fleetOf()
    const device = await fleet.device('PHONE77')
    expect(fleet.rows.value[0]).toMatchObject({ orders: ['reboot'] })
    const said: string[] = []
    fleet.rows.subscribe(([row]) => {
      if (row?.why != null && said.at(-1) !== row.why) said.push(row.why)
    })
    let isDone = false
    const done = fleet.order('PHONE77', 'reboot').finally(() => {
      isDone = true
    })
    await expect.poll(rebootsAsked).toBe(1)
    await expect(fleet.order('PHONE77', 'reboot')).rejects.toMatchObject({ code: 'busy' })
    front.list([])
    await expect.poll(() => said.at(-1)).toMatch(/^Rebooting.*connected again/)
    expect(fleet.rows.value).toMatchObject([{ model: { id: 'PHONE77' }, orders: [], state: { power: { is: 'lost' } } }])
    list('PHONE77')
    await expect.poll(() => said.at(-1)).toMatch(/^Rebooting.*Android is starting/)
    // It is listed and answers, and is not up.
    expect(isDone).toBe(false)
    await expect(fleet.device('PHONE77')).rejects.toMatchObject({ code: 'not-booted' })
    phone.handset.faults.starting = null
    expect(await done).toMatch(/^Double Phone has rebooted, in \d+\.\d s\.$/)
    expect(said.filter(words => !words.startsWith('Rebooting'))).toEqual([])
    expect(fleet.rows.value).toMatchObject([{ why: null, orders: ['reboot'], state: { power: { is: 'on' } } }])
    expect(await fleet.device('PHONE77')).toBe(device)
    expect((await device.still(never)).id).toMatch(/./)
    expect(rebootsAsked()).toBe(1)
  })

  it('has rebooted only by another boot than before: a connection that broke is none', async () => {
    await using fleet = await fleetOf(5000)
    phone.handset.faults.noReboot = ''
    const done = fleet.order('PHONE77', 'reboot')
    done.catch(() => undefined)
    await expect.poll(() => fleet.rows.value[0]?.why).toMatch(/shutting down/)
    front.list([])
    await expect.poll(() => fleet.rows.value[0]?.why).toMatch(/connected again/)
    list('PHONE77')
    await expect(done).rejects.toMatchObject({ code: 'outcome-unknown' })
    expect(fleet.rows.value).toMatchObject([{ why: null, orders: ['reboot'] }])
  })

  it('that does not come back in time is said to be unknown, with what to do, and stays a ghost', async () => {
    await using fleet = await fleetOf(5000)
    const done = fleet.order('PHONE77', 'reboot')
    done.catch(() => undefined)
    await expect.poll(rebootsAsked).toBe(1)
    front.list([])
    await expect(done).rejects.toMatchObject({
      code: 'outcome-unknown',
      words: expect.stringMatching(/was told to reboot and is not back/) as string,
      hint: expect.stringMatching(/wireless debugging/) as string,
    })
    expect(fleet.rows.value).toMatchObject([
      { why: expect.stringMatching(/no longer connected/) as string, state: { power: { is: 'lost' } } },
    ])
  })

  it('that refuses says why in its own words, and can be used as before', async () => {
    await using fleet = await fleetOf()
    phone.handset.faults.noReboot = 'reboot (reboot,) failed\n'
    await expect(fleet.order('PHONE77', 'reboot')).rejects.toMatchObject({
      code: 'failed',
      words: expect.stringMatching(/does not reboot.*reboot \(reboot,\) failed/) as string,
    })
    expect(fleet.rows.value).toMatchObject([{ why: null, orders: ['reboot'], state: { power: { is: 'on' } } }])
  })

  it('is told nothing else about its power, and nothing while it is away', async () => {
    await using fleet = await fleetOf()
    for (const order of powerOrders.filter(one => one !== 'reboot'))
      await expect(fleet.order('PHONE77', order)).rejects.toMatchObject({ code: 'unsupported' })
    front.list([])
    await expect.poll(() => fleet.rows.value[0]?.why).toMatch(/no longer connected/)
    expect(fleet.rows.value).toMatchObject([{ orders: [] }])
    await expect(fleet.order('PHONE77', 'reboot')).rejects.toMatchObject({ code: 'not-booted' })
    expect(rebootsAsked()).toBe(0)
  })
})

describe('an emulator that was started elsewhere', () => {
  it('is rebooted as a phone is, and told nothing else, with where that can be done', async () => {
    list('emulator-5580')
    await using fleet = await fleetOf()
    expect(fleet.rows.value).toMatchObject([{ model: { id: 'emulator-5580' }, orders: ['reboot'] }])
    await expect(fleet.order('emulator-5580', 'shut-down')).rejects.toMatchObject({
      code: 'unsupported',
      hint: expect.stringMatching(/where it was started/) as string,
    })
    const done = fleet.order('emulator-5580', 'reboot')
    await expect.poll(rebootsAsked).toBe(1)
    front.list([])
    await expect.poll(() => fleet.rows.value[0]?.why).toMatch(/connected again/)
    list('emulator-5580')
    await expect.poll(() => fleet.rows.value[0]?.why).toMatch(/Android is starting/)
    phone.handset.faults.starting = null
    expect(await done).toMatch(/^Double Phone has rebooted/)
    expect(fleet.rows.value).toMatchObject([{ why: null, orders: ['reboot'] }])
  })
})
