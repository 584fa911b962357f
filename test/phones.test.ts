// A phone through every state adb has for it, over a real adb server and one in front of it that lists what it is told: one
// tile, words, and what was open goes on. And pairing.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Pairing, type QrOffer } from '#main/device/android/pairing.ts'
import { androidPlatform } from '#main/device/android/platform.ts'
import { Fleet } from '#main/device/fleet.ts'
import type { DeviceRow } from '#shared/domain/device.ts'
import { startPassingServer, type PassingServer } from './doubles/adb/passing-server.ts'
import { startAdbDouble, startAdbServer, type AdbDouble, type AdbServer } from './doubles/adb/start.ts'

const never = new AbortController().signal
const service = 'adb-PHONE77-Xy12zZ._adb-tls-connect._tcp'
let server: AdbServer
let phone: AdbDouble
let front: PassingServer

beforeAll(async () => {
  server = await startAdbServer()
  // Its clock stands, as a minute that passes would change its picture.
  phone = await startAdbDouble({ scale: 20, clock: 'stands' })
  await server.connect(phone)
})
afterAll(async () => {
  await phone[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})
beforeEach(async () => {
  front = await startPassingServer(server.port)
})
afterEach(() => front[Symbol.asyncDispose]())

const fleetOf = async (betweenMs: readonly number[] = [60_000]): Promise<Fleet> => {
  const fleet = new Fleet([
    androidPlatform({ port: front.port, timeScale: 20, reconnect: { betweenMs, forMs: 600_000 } }),
  ])
  await fleet.start()
  return fleet
}
const listed = (serial: string, state = 'device'): { serial: string; real: string; state: string } => ({
  serial,
  real: phone.serial,
  state,
})
async function until(fleet: Fleet, is: (rows: readonly DeviceRow[]) => boolean): Promise<readonly DeviceRow[]> {
  await expect.poll(() => is(fleet.rows.value) || fleet.rows.value.map(row => [row.model.id, row.why])).toBe(true)
  return fleet.rows.value
}

describe('a phone that comes and goes', () => {
  it('is one tile through device, offline, offline, authorizing, offline, device, in words, and what was open goes on', async () => {
    front.list([listed(service)])
    await using fleet = await fleetOf()
    const [first] = await until(fleet, rows => rows.length === 1)
    expect(first?.model.id).toBe('PHONE77')
    const device = await fleet.device('PHONE77')
    const before = await device.still(never)
    const generation = device.state.value.generation
    const trace = [
      ['offline', /does not answer over the network/],
      ['offline', /does not answer over the network/],
      ['authorizing', /asked to allow this computer/],
      ['offline', /does not answer over the network/],
    ] as const
    for (const [state, words] of trace) {
      front.list([listed(service, state)])
      const [row, ...others] = await until(fleet, ([one]) => words.test(one?.why ?? ''))
      expect(others).toEqual([])
      expect(row).toMatchObject({ model: { id: 'PHONE77' }, state: { power: { is: 'lost' } } })
      await expect(fleet.device('PHONE77')).rejects.toMatchObject({ code: 'not-booted' })
    }
    expect(fleet.rows.value[0]?.state.power).toMatchObject({ is: 'lost', nextTryMs: expect.any(Number) as number })
    front.list([listed(service)])
    await until(fleet, ([row]) => row?.why === null)
    expect(await fleet.device('PHONE77')).toBe(device)
    expect(device.state.value.power.is).toBe('on')
    expect(device.state.value.generation).toBeGreaterThan(generation)
    expect((await device.still(never)).id).toBe(before.id)
  })

  it('stays when its cable is pulled, with what to do, and goes on when it is plugged in', async () => {
    front.list([listed('PHONE77')])
    await using fleet = await fleetOf()
    await until(fleet, rows => rows.length === 1)
    const device = await fleet.device('PHONE77')
    front.list([])
    const [gone] = await until(fleet, ([row]) => row?.why !== null)
    expect(gone).toMatchObject({
      why: expect.stringMatching(/Plug it in again/) as string,
      state: { power: { is: 'lost', nextTryMs: null } },
    })
    front.list([listed('PHONE77')])
    await until(fleet, ([row]) => row?.why === null)
    expect(await fleet.device('PHONE77')).toBe(device)
  })

  it('leaves nothing behind that was never let in', async () => {
    front.list([listed('PHONE77', 'unauthorized')])
    await using fleet = await fleetOf()
    await until(fleet, ([row]) => /Allow USB debugging/.test(row?.why ?? ''))
    front.list([])
    await until(fleet, ([row]) => row === undefined || row.state.power.is === 'lost')
  })

  it('is asked for again where it is on the network, until it is there', async () => {
    const address = '127.0.0.1:40123'
    front.list([listed(address)])
    await using fleet = await fleetOf([30, 60])
    await until(fleet, ([row]) => row?.why === null)
    front.answers = asked => {
      if (asked !== `host:connect:${address}`) return null
      if (front.asked.filter(one => one === asked).length < 2)
        return `failed to connect to '${address}': Connection refused`
      front.list([listed(address)])
      return `connected to ${address}`
    }
    front.list([])
    await until(fleet, ([row]) => row?.why !== null)
    await until(fleet, ([row]) => row?.why === null)
    expect(front.asked.filter(asked => asked === `host:connect:${address}`)).toHaveLength(2)
  })
})

describe('a phone that nobody has opened', () => {
  it('is told of as it is once it is open: by its own name, with its version, and so are refusals of it', async () => {
    await using pixel = await startAdbDouble({ model: 'Pixel_8', apiLevel: 35, clock: 'stands' })
    await server.connect(pixel)
    const row = (state = 'device'): void => front.list([{ serial: 'PHONE88', real: pixel.serial, state }])
    row()
    await using fleet = await fleetOf()
    const [before] = fleet.rows.value
    expect(before?.model).toMatchObject({ name: 'Pixel 8', runtime: 'Android 15 (API 35)', apiLevel: 35 })
    const device = await fleet.device('PHONE88')
    expect(device.model).toMatchObject({ name: before?.model.name, runtime: before?.model.runtime })
    await expect(fleet.order('PHONE88', 'wipe')).rejects.toMatchObject({
      words: expect.stringMatching(/^Pixel 8 is not/) as string,
    })
    row('offline')
    await until(fleet, ([one]) => one?.why !== null)
    await expect(fleet.device('PHONE88')).rejects.toMatchObject({
      words: expect.stringMatching(/^Pixel 8 cannot be used/) as string,
    })
  })
})

describe('a phone that is asked for in vain', () => {
  it('is given up after a while, with what a person can do', async () => {
    front.list([listed(service)])
    await using fleet = new Fleet([
      androidPlatform({ port: front.port, timeScale: 20, reconnect: { betweenMs: [20], forMs: 30 } }),
    ])
    await fleet.start()
    await until(fleet, ([row]) => row?.why === null)
    front.answers = asked => (asked.startsWith('host:connect:') ? 'failed to connect' : null)
    front.list([])
    const [row] = await until(fleet, ([one]) => /has stopped asking/.test(one?.why ?? ''))
    expect(row?.state.power).toMatchObject({ is: 'lost', nextTryMs: null })
    front.list([listed(service)])
    await until(fleet, ([one]) => one?.why === null)
  })
})

describe('a phone on a cable and on the network', () => {
  it('is one device that says so, however its address is known, and goes on over the one when the other ends', async () => {
    const { serialno } = phone.handset
    front.list([listed(serialno)])
    await using fleet = await fleetOf()
    await until(fleet, rows => rows.length === 1)
    const device = await fleet.device(serialno)
    front.list([listed(serialno), listed('127.0.0.1:40123'), listed(`adb-${serialno}-Xy12zZ._adb-tls-connect._tcp`)])
    const rows = await until(fleet, ([row]) => row?.by != null)
    expect(rows.map(row => [row.model.id, row.by])).toEqual([[serialno, 'by USB and Wi-Fi']])
    front.list([listed('127.0.0.1:40123')])
    await until(fleet, ([row]) => row?.by === null)
    expect(fleet.rows.value.map(row => [row.model.id, row.why])).toEqual([[serialno, null]])
    expect(await fleet.device(serialno)).toBe(device)
    expect((await device.still(never)).id).toMatch(/./)
  })
})

describe('pairing', () => {
  const times = { pollMs: 20, connectWithinMs: 60_000 }
  const guid = 'adb-PHONE77-Xy12zZ'

  it('by six digits pairs, connects and says so', async () => {
    front.answers = asked => {
      if (asked === 'host:pair:123456:192.168.1.20:37123')
        return `Successfully paired to 192.168.1.20:37123 [guid=${guid}]`
      if (asked === 'host:mdns:services') return `${guid}\t_adb-tls-connect._tcp\t192.168.1.20:40123\n`
      return asked === 'host:connect:192.168.1.20:40123' ? 'connected to 192.168.1.20:40123' : null
    }
    const pairing = new Pairing(front.port, times)
    expect(await pairing.pair('192.168.1.20:37123', '123456', never)).toBe('Paired and connected.')
    expect(await pairing.connect('192.168.1.20:40123', never)).toMatch(/Connected/)
  })

  it('says in words what went wrong', async () => {
    const pairing = new Pairing(front.port, times)
    front.answers = asked =>
      asked.startsWith('host:pair:') ? 'Failed: Wrong password or connection was dropped.' : null
    await expect(pairing.pair('1.2.3.4:5', '000000', never)).rejects.toMatchObject({
      words: expect.stringMatching(/did not take this code/) as string,
      hint: expect.stringMatching(/again/) as string,
    })
    front.answers = asked => (asked.startsWith('host:pair:') ? 'FAILunknown host service' : null)
    await expect(pairing.pair('1.2.3.4:5', '000000', never)).rejects.toMatchObject({
      words: expect.stringMatching(/too old to pair/) as string,
    })
    await expect(pairing.pair('1.2.3.4', '000000', never)).rejects.toMatchObject({ code: 'bad-value' })
    await expect(pairing.pair('1.2.3.4:5', '12', never)).rejects.toMatchObject({ code: 'bad-value' })
    await expect(new Pairing(1, times).pair('1.2.3.4:5', '000000', never)).rejects.toMatchObject({
      words: expect.stringMatching(/No adb server/) as string,
    })
  })

  it('by a QR code waits for the phone that scanned it, with the password only that code carries', async () => {
    const offers: QrOffer[] = []
    front.answers = asked => {
      const code = /S:([^;]+);P:([^;]+);;/.exec(offers[0]?.text ?? '')
      if (asked === 'host:mdns:check') return 'mdns daemon version [10970003]'
      if (asked === 'host:mdns:services')
        return code === null
          ? ''
          : `other\t_adb-tls-pairing._tcp\t1.2.3.4:5\n${code[1]}\t_adb-tls-pairing._tcp\t1.2.3.4:6\n`
      if (asked === `host:pair:${code?.[2]}:1.2.3.4:6`) {
        front.list([listed(`${guid}._adb-tls-connect._tcp`)])
        return `Successfully paired to 1.2.3.4:6 [guid=${guid}]`
      }
      return null
    }
    await new Pairing(front.port, times).offer(offer => offers.push(offer), never)
    expect(offers[0]?.text).toMatch(/^WIFI:T:ADB;S:nocturne-\w{8};P:\w{12};;$/)
    expect(offers.map(({ is }) => is)).toEqual(['waiting', 'pairing', 'pairing', 'paired'])
    expect(offers.at(-1)?.words).toBe('Paired and connected.')
  })

  it('by a QR code says what to do where the server does not search', async () => {
    const offers: QrOffer[] = []
    front.answers = asked => (asked === 'host:mdns:check' ? 'ERROR: mdns discovery disabled' : null)
    await new Pairing(front.port, times).offer(offer => offers.push(offer), never)
    expect(offers).toMatchObject([{ is: 'failed', hint: expect.stringMatching(/six-digit/) as string }])
  })
})
