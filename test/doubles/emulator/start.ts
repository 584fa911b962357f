// Starts the emulator double in a process of its own and speaks with it: orders, questions, its end. For tests and benches.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { RunningPlaces } from '#main/device/android/emulator/running.ts'
import { runningPlaces } from '#main/device/android/emulator/running.ts'
import type { DoubleOptions, DoubleReady, OrderName, Orders } from './orders.ts'

export interface EmulatorDouble extends AsyncDisposable {
  readonly grpcPort: number
  /** As adb and the discovery file name it. */
  readonly serial: string
  readonly pid: number
  /** Of its discovery file: for `NOCTURNE_EMULATOR_RUNNING`. */
  readonly folder: string
  readonly places: RunningPlaces
  order<N extends OrderName>(name: N, ask: Orders[N]['ask']): Promise<Orders[N]['answer']>
  /** Ends it at once; its discovery file stays, as a crash leaves it. */
  kill(): Promise<void>
}

export async function startEmulatorDouble(given: Partial<DoubleOptions> = {}): Promise<EmulatorDouble> {
  const folder = given.folder ?? (await mkdtemp(join(tmpdir(), 'nocturne avd ')))
  const options: DoubleOptions = {
    screen: 'demo',
    size: { width: 1080, height: 2400 },
    densityDpi: 420,
    outer: null,
    auth: 'token',
    host: '127.0.0.1',
    seed: 1,
    scale: 1,
    adbServer: null,
    name: 'Double Emulator',
    apiLevel: 33,
    faults: {},
    ...given,
    folder,
    adbPort: given.adbPort ?? (await freePort()),
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const asked = new Map<number, (answer: never) => void>()
  const first = Promise.withResolvers<DoubleReady>()
  ended.then(() => first.reject(new Error('the emulator double ended before it was ready'))).catch(() => undefined)
  createInterface({ input: child.stdout }).on('line', line => {
    const said = JSON.parse(line) as DoubleReady | { readonly id: number; readonly answer: never }
    if (!('id' in said)) return first.resolve(said)
    asked.get(said.id)?.(said.answer)
    asked.delete(said.id)
  })
  const ready = await first.promise
  let last = 0
  return {
    ...ready,
    folder,
    places: runningPlaces({ NOCTURNE_EMULATOR_RUNNING: folder }),
    order: (order, ask) =>
      new Promise(resolve => {
        last += 1
        asked.set(last, resolve as (answer: never) => void)
        child.stdin.write(`${JSON.stringify({ id: last, order, ask })}\n`)
      }),
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    [Symbol.asyncDispose]: async () => {
      child.stdin.end()
      await ended
      if (given.folder === undefined) await rm(folder, { recursive: true, force: true })
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
