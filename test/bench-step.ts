// `npm run bench:step`: what the harness itself costs a step at 1080x2400, without the device and without settling, pictures
// kept; and whether memory stays flat over 10,000 steps. `--reduced` (CI): 1,000 steps. Runs itself again with --expose-gc.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { Picture } from '#shared/domain/picture.ts'
import { demoNightId, runDemoNight } from '#main/bench/night/demo-night.ts'
import type { Driver, Look } from '#main/device/driver.ts'
import { openDemoDriver } from '#main/device/demo/driver.ts'
import { openDevice } from '#main/device/open-device.ts'
import { Store } from '#main/store/store.ts'

const medianMsMost = 35
/** Of the heap after a fifth of the steps, at the end. */
const growthMost = 1.15

/** What this thread itself has computed: the same on a busy machine as on an idle one. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Time spent inside the device: its looks, its drawing, its inputs, its waiting. */
class DeviceTime {
  ms = 0
  cpuMs = 0

  async of<T>(work: () => Promise<T>): Promise<T> {
    const began = performance.now()
    const beganCpu = threadMs()
    try {
      return await work()
    } finally {
      this.ms += performance.now() - began
      this.cpuMs += threadMs() - beganCpu
    }
  }
}

if (globalThis.gc === undefined) {
  const { status } = spawnSync(process.execPath, ['--expose-gc', import.meta.filename, ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  process.exit(status ?? 2)
}
const reduced = process.argv.includes('--reduced') || process.env['NOCTURNE_BENCH'] === 'reduced'
const seed = 1
const steps = reduced ? 1000 : 10_000
const root = join(import.meta.dirname, '..')
const file = join(root, 'resources', 'demo', 'notes.app.yaml')
const home = mkdtempSync(join(tmpdir(), 'nocturne-bench-step-'))
try {
  process.exitCode = (await measure()) ? 0 : 1
} finally {
  rmSync(home, { recursive: true, force: true })
}

async function measure(): Promise<boolean> {
  const { signal } = new AbortController()
  const device = new DeviceTime()
  const real = await openDemoDriver({ seed, nuisance: true, clock: 'virtual', pictureScale: 1 })
  using store = new Store(home)
  await using phone = await openDevice(timed(real, device), signal)
  const costs: number[] = []
  const computed: number[] = []
  const heaps: number[] = []
  let began: { wall: number; cpu: number } | null = null
  const spent = (): { wall: number; cpu: number } => ({
    wall: performance.now() - device.ms,
    cpu: threadMs() - device.cpuMs,
  })
  await runDemoNight(
    {
      file,
      plant: 'none',
      seed,
      steps,
      policy: 'explorer',
      conditions: [],
      device: phone,
      book: store,
      pictures: store.artifacts.keeper(demoNightId(seed)),
      onProgress: progress => {
        const now = spent()
        if (progress.phase === 'exploring' && progress.step > 0) {
          if (began !== null) {
            costs.push(now.wall - began.wall)
            computed.push(now.cpu - began.cpu)
          }
          if (progress.stepsDone % Math.max(1, steps / 10) === 0) {
            globalThis.gc?.()
            heaps.push(process.memoryUsage().heapUsed / 1_048_576)
            process.stderr.write(
              `${progress.stepsDone} of ${steps} steps, heap ${heaps.at(-1)?.toFixed(1)} MB, resident ${Math.round(process.memoryUsage.rss() / 1_048_576)} MB\n`,
            )
          }
          began = spent()
        } else began = null
      },
    },
    signal,
  )
  const at = (values: readonly number[], share: number): number =>
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? NaN
  const early = heaps[1] ?? NaN
  const late = heaps.at(-1) ?? NaN
  const quick = at(costs, 0.5) <= medianMsMost
  const flat = late <= early * growthMost
  const words = (values: readonly number[]): string =>
    `median ${at(values, 0.5).toFixed(1)} ms, p95 ${at(values, 0.95).toFixed(1)} ms`
  process.stdout.write(
    `${quick ? 'held  ' : 'MISSED'} harness time a step: ${words(costs)} (median promised at most ${medianMsMost}), ${costs.length} steps\n`,
  )
  process.stdout.write(`       of that computed on the main thread: ${words(computed)}\n`)
  process.stdout.write(
    `${flat ? 'held  ' : 'MISSED'} memory: heap ${early.toFixed(1)} MB after ${steps / 5} steps, ${late.toFixed(1)} MB after ${steps}\n`,
  )
  process.stdout.write(`       at each tenth: ${heaps.map(heap => heap.toFixed(1)).join(', ')} MB\n`)
  return quick && flat
}

/** The same driver with every call on the clock. */
function timed(driver: Driver, device: DeviceTime): Driver {
  const facet = <T extends object>(part: T): T =>
    new Proxy(part, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => {
          const answer: unknown = Reflect.apply(value, target, given)
          return answer instanceof Promise ? device.of(() => answer as Promise<unknown>) : answer
        }
      },
    })
  const picture = (from: Picture): Picture => ({ id: from.id, pixels: () => device.of(() => from.pixels()) })
  return new Proxy(driver, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      switch (name) {
        case 'screen':
          return {
            look: async (signal: AbortSignal): Promise<Look> => {
              const look = await device.of(() => target.screen.look(signal))
              return { ...look, picture: picture(look.picture) }
            },
            picture: async (signal: AbortSignal) => picture(await device.of(() => target.screen.picture(signal))),
          }
        case 'touch':
        case 'keys':
        case 'text':
        case 'apps':
        case 'logs':
        case 'settings':
        case 'clock':
          return typeof value === 'object' && value !== null ? facet(value) : value
        default:
          return typeof value === 'function' ? value.bind(target) : value
      }
    },
  })
}
