// Reaching an emulator: discovery files, tokens and keys, failures in words that never hold a secret, and coming back.
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { EmulatorLink } from '#main/device/android/emulator/link.ts'
import { runningEmulators, runningPlaces } from '#main/device/android/emulator/running.ts'
import { Secret } from '#main/device/android/parse/discovery.ts'
import { Refusal } from '#shared/base/refusal.ts'
import { emulatorParts, grpcOf, never } from './builders/emulator.ts'
import { until } from './builders/until.ts'
import type { DoubleOptions } from './doubles/emulator/orders.ts'
import { startEmulatorDouble, type EmulatorDouble } from './doubles/emulator/start.ts'

const size = { width: 360, height: 800 }
const panel = { size, fold: null }
const open: AsyncDisposable[] = []
const started = async (options: Partial<DoubleOptions> = {}): Promise<EmulatorDouble> => {
  const double = await startEmulatorDouble({ screen: 'marker', size, ...options })
  open.push(double)
  return double
}
const thrownBy = async (work: () => Promise<unknown>): Promise<unknown> => {
  try {
    await work()
  } catch (thrown) {
    return thrown
  }
  throw new Error('it was not refused')
}

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one[Symbol.asyncDispose]()
})

describe('finding an emulator that runs', () => {
  it('reads the file it left, and passes over those of dead ones and other files', async () => {
    const double = await started()
    const dead = await started()
    await dead.kill()
    await cp(join(dead.folder, `pid_${dead.pid}.ini`), join(double.folder, `pid_${dead.pid}.ini`))
    await writeFile(join(double.folder, 'pid_none.ini'), 'port.serial=5554')
    await writeFile(join(double.folder, `pid_${process.pid}.ini`), 'no port at all')
    const found = await runningEmulators(double.places)
    expect(found.map(({ serial, pid }) => ({ serial, pid }))).toEqual([{ serial: double.serial, pid: double.pid }])
    expect(found[0]?.avdName).toBe('Double Emulator')
  })

  it('looks in every folder an emulator may write to, and the told one alone where one is told', () => {
    const linux = runningPlaces({ HOME: '/someone', XDG_RUNTIME_DIR: '/run/user/7' }, 'linux', 7)
    expect(linux.folders).toEqual(['/run/user/7/avd/running', '/someone/.android/avd/running'])
    const mac = runningPlaces({ HOME: '/person' }, 'darwin', 501)
    expect(mac.folders[0]).toBe('/person/Library/Caches/TemporaryItems/avd/running')
    expect(runningPlaces({ HOME: '/someone', NOCTURNE_EMULATOR_RUNNING: '/only' }, 'linux', 7).folders).toEqual([
      '/only',
    ])
  })

  it('takes a process of a reused number for no emulator', async () => {
    const places = runningPlaces({ HOME: '/nowhere' }, 'linux', 7)
    expect(await places.isEmulator(process.pid)).toBe(false)
  })
})

describe('being let in', () => {
  it('is let in with the token of the file, on either address family', async () => {
    for (const host of ['127.0.0.1', '[::1]'] as const) {
      const double = await started({ host })
      await using link = await EmulatorLink.open(await grpcOf(double), never)
      expect((await link.call('getStatus', {}, never)).booted).toBe(true)
    }
  })

  it('signs for each call where keys are asked for, and takes its key away again', async () => {
    const double = await started({ auth: 'jwt' })
    const grpc = await grpcOf(double)
    const link = await EmulatorLink.open(grpc, never)
    await link.call('setClipboard', { text: 'a' }, never)
    expect((await link.call('getClipboard', {}, never)).text).toBe('a')
    const ours = async (): Promise<readonly string[]> =>
      (await readdir(grpc.keys?.folder ?? '')).filter(name => name !== 'active.jwk')
    expect(await ours()).toHaveLength(1)
    await link[Symbol.asyncDispose]()
    expect(await ours()).toEqual([])
  })

  it('says so when its token is not taken', async () => {
    const double = await started()
    const grpc = { ...(await grpcOf(double)), token: new Secret('another') }
    const thrown = await thrownBy(() => EmulatorLink.open(grpc, never))
    expect(thrown).toMatchObject({ failure: 'unauthorized', message: 'The emulator does not accept our token.' })
  })

  it('gives up on an emulator that never takes its key', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nocturne-jwks-'))
    await mkdir(join(folder, 'jwks'))
    const keys = { folder: join(folder, 'jwks'), active: join(folder, 'jwks', 'active.jwk') }
    const thrown = await thrownBy(() => EmulatorLink.open({ port: 9, token: null, keys, tls: false }, never))
    expect(thrown).toMatchObject({ message: 'The emulator did not take the key it was shown.' })
    expect(await readdir(keys.folder)).toEqual([])
    await rm(folder, { recursive: true })
  })

  it('names a call this emulator is too old for', async () => {
    const double = await started({ faults: { unknownCalls: ['getGps'] } })
    await using link = await EmulatorLink.open(await grpcOf(double), never)
    const thrown = await thrownBy(() => link.call('getGps', {}, never))
    expect(thrown).toMatchObject({
      code: 'unsupported',
      message: 'This emulator is too old: it does not know getGps.',
    })
  })

  it.each(['token', 'jwt'] as const)('never lets a secret into words, errors or logs (%s)', async auth => {
    const double = await started({ auth, faults: { repeatsHeader: true, unknownCalls: ['getGps'] } })
    const grpc = await grpcOf(double)
    await using link = await EmulatorLink.open(grpc, never)
    const failures = [
      await thrownBy(() => link.call('getGps', {}, never)),
      await thrownBy(() => link.call('setVmState', { state: 1 }, never)),
      await thrownBy(() => link.call('setPosture', { value: 1 }, never)),
      await thrownBy(() => EmulatorLink.open({ ...grpc, token: new Secret('wrong-one') }, never)),
    ]
    for (const failure of failures) {
      expect(failure).toBeInstanceOf(Refusal)
      const told = `${inspect(failure, { depth: 20, showHidden: true })} ${JSON.stringify(failure)} ${JSON.stringify((failure as Refusal).toData())}`
      if (grpc.token !== null) expect(told).not.toContain(grpc.token.reveal())
      expect(told).not.toMatch(/wrong-one|Bearer [A-Za-z0-9]|eyJ/)
    }
    expect(
      `${inspect(grpc, { depth: 9, showHidden: true })} ${JSON.stringify(grpc)} ${String(grpc.token)}`,
    ).not.toContain(grpc.token?.reveal() ?? 'eyJ')
  })
})

describe('a connection that breaks', () => {
  it('is told as lost in words, and goes on by itself with what the new file says', async () => {
    const double = await started()
    const parts = await emulatorParts(double, panel)
    open.push(parts)
    const seen: string[] = []
    parts.power.subscribe(power => seen.push(power.is === 'lost' ? `lost: ${power.why}` : power.is))
    await parts.touch.contacts([{ id: 0, x: 10, y: 10 }], never)
    const back = double.order('restart', { ms: 600_000 })
    await until(() => seen.length > 0, 'it is told as lost')
    expect(seen[0]).toBe('lost: The connection to the emulator broke.')
    const meanwhile = await thrownBy(() => parts.touch.tap(5, 5, never))
    expect(meanwhile).toMatchObject({ failure: 'gone' })
    await back
    await until(() => seen.at(-1) === 'lost: The emulator is starting again.', 'it is starting')
    await double.order('boot', null)
    await until(() => seen.at(-1) === 'on', 'it is reached again')
    await parts.touch.tap(5, 5, never)
    expect((await double.order('state', null)).down).toEqual([])
  })

  it('says that it no longer runs when its process is gone', async () => {
    const double = await started()
    const parts = await emulatorParts(double, panel)
    open.push(parts)
    await double.kill()
    await until(() => {
      const power = parts.power.value
      return power.is === 'lost' && power.why === 'The emulator is no longer running.'
    }, 'its end is told')
  })

  it('does not take one ended stream for a broken connection', async () => {
    const double = await started()
    const parts = await emulatorParts(double, panel)
    open.push(parts)
    await double.order('faults', { unknownCalls: ['streamClipboard'] })
    await thrownBy(() => parts.clipboard.watch(() => undefined, never))
    expect(parts.power.value.is).toBe('on')
    await parts.touch.tap(5, 5, never)
  })
})
