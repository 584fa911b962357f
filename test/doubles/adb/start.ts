// Starts the adb double, and a real adb server of its own (own port, own keys) that connects to it. For tests only.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Adbd, featuresOf } from './adbd.ts'
import type { Faults } from './faults.ts'
import { Handset, type HandsetOptions } from './handset.ts'

export interface AdbDouble extends AsyncDisposable {
  readonly port: number
  /** As the adb server names it. */
  readonly serial: string
  readonly handset: Handset
  readonly adbd: Adbd
}

export interface AdbDoubleOptions {
  readonly seed?: number
  readonly nuisance?: boolean
  readonly scale?: number
  readonly clock?: 'runs' | 'stands'
  readonly tv?: boolean
  readonly apiLevel?: number
  readonly abis?: readonly string[]
  readonly features?: readonly string[]
  readonly emulator?: boolean
  readonly model?: string
  readonly size?: HandsetOptions['size']
  readonly fold?: HandsetOptions['fold']
  readonly faults?: Partial<Faults>
}

export async function startAdbDouble(options: AdbDoubleOptions = {}): Promise<AdbDouble> {
  const handset = new Handset({
    seed: options.seed ?? 1,
    nuisance: options.nuisance ?? false,
    scale: options.scale ?? 1,
    clock: options.clock ?? 'runs',
    tv: options.tv ?? false,
    apiLevel: options.apiLevel ?? 33,
    ...(options.abis === undefined ? {} : { abis: options.abis }),
    ...(options.emulator === undefined ? {} : { emulator: options.emulator }),
    ...(options.model === undefined ? {} : { model: options.model }),
    ...(options.size === undefined ? {} : { size: options.size }),
    ...(options.fold === undefined ? {} : { fold: options.fold }),
  })
  Object.assign(handset.faults, options.faults)
  const adbd = new Adbd(handset, { features: options.features ?? featuresOf(handset.options.apiLevel) })
  await adbd.listen()
  const { port } = adbd
  return { port, serial: `127.0.0.1:${port}`, handset, adbd, [Symbol.asyncDispose]: () => adbd.close() }
}

const run = promisify(execFile)

export interface AdbServer extends AsyncDisposable {
  readonly port: number
  /** What a program needs in its environment to use this server. */
  readonly env: Readonly<Record<string, string>>
  /** Runs the adb program against it. */
  adb(...args: readonly string[]): Promise<string>
  /** Connects to a double; answers when its state is `device` (or another one that is asked for). */
  connect(double: AdbDouble, state?: string): Promise<void>
}

export async function startAdbServer(): Promise<AdbServer> {
  const home = await mkdtemp(join(tmpdir(), 'nocturne adb '))
  const port = await freePort()
  const env = {
    ANDROID_ADB_SERVER_PORT: String(port),
    HOME: home,
    ADB_MDNS: '0',
    // It looks for no emulators by itself: it would find those of other tests.
    ADB_LOCAL_TRANSPORT_MAX_PORT: '5553',
  }
  const adb = async (...args: readonly string[]): Promise<string> => {
    const { stdout, stderr } = await run('adb', ['-P', String(port), ...args], { env: { ...process.env, ...env } })
    return `${stdout}${stderr}`
  }
  await adb('start-server')
  return {
    port,
    env,
    adb,
    connect: async (double, state = 'device') => {
      // Where the device lets nobody in, `connect` says so and the server goes on trying.
      await adb('connect', double.serial)
      for (let tries = 0; tries < 600; tries += 1) {
        if ((await adb('devices')).split('\n').some(line => line.trim() === `${double.serial}\t${state}`)) return
        await new Promise(resolve => setTimeout(resolve, 50))
      }
      throw new Error(`the adb server never saw ${double.serial} as ${state}: ${await adb('devices')}`)
    },
    [Symbol.asyncDispose]: async () => {
      await adb('kill-server')
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise<void>(resolve => {
    server.close(() => resolve())
  })
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  return address.port
}
