// `npm run bench:second-night`: does a second night on the same map reach screens the first did not, and sooner than a night
// that starts without a map? Clean twins, nuisances on, virtual time; screens by the truth log. `--reduced`: two apps, one seed.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { runDemoNight } from '#main/bench/night/demo-night.ts'
import { readTruth } from '#main/bench/truth.ts'
import { openDemoDriver } from '#main/device/demo/driver.ts'
import { openDevice } from '#main/device/open-device.ts'
import { Store } from '#main/store/store.ts'

const stepsANight = 120
const reduced = process.argv.includes('--reduced')
const folder = join(import.meta.dirname, '..', 'resources', 'demo')
const files = readdirSync(folder)
  .filter(name => name.endsWith('.app.yaml'))
  .sort()
  .slice(0, reduced ? 2 : undefined)
const seeds = reduced ? [1] : [1, 2, 3]
const never = new AbortController().signal

/** Screen id → the step at which it was first seen. */
type Reached = ReadonlyMap<string, number>

const home = mkdtempSync(join(tmpdir(), 'nocturne-second-night-'))
try {
  process.exitCode = (await compare()) ? 0 : 1
} finally {
  rmSync(home, { recursive: true, force: true })
}

async function compare(): Promise<boolean> {
  const sums = { mapped: 0, fresh: 0, mappedSteps: [] as number[], freshSteps: [] as number[] }
  for (const file of files) {
    for (const seed of seeds) {
      const name = `${file}-${seed}`
      const first = await night(file, seed, join(home, name))
      const second = await night(file, seed + 100, join(home, name))
      const fresh = await night(file, seed + 100, join(home, `${name}-fresh`))
      const isNew = (reached: Reached): [string, number][] => [...reached].filter(([screen]) => !first.has(screen))
      const [mapped, without] = [isNew(second), isNew(fresh)]
      sums.mapped += mapped.length
      sums.fresh += without.length
      sums.mappedSteps.push(...mapped.map(([, step]) => step))
      sums.freshSteps.push(...without.map(([, step]) => step))
      process.stdout.write(
        `${file} seed ${seed}: first night ${first.size} screens; not seen before: ${mapped.length} with the map (first at step ${earliest(mapped)}), ${without.length} without (first at step ${earliest(without)})\n`,
      )
    }
  }
  const [mapped, fresh] = [median(sums.mappedSteps), median(sums.freshSteps)]
  process.stdout.write(
    `screens the first night of ${stepsANight} steps had not reached: ${sums.mapped} by a second night with its map (median step ${mapped}), ${sums.fresh} by a fresh one (median step ${fresh})\n`,
  )
  return sums.mapped > sums.fresh || (sums.mapped === sums.fresh && mapped < fresh)
}

async function night(name: string, seed: number, nightHome: string): Promise<Reached> {
  const file = join(folder, name)
  const truthFile = join(home, `truth-${name}-${seed}-${nightHome.length}.jsonl`)
  const steps: number[] = []
  {
    using store = new Store(nightHome)
    await using device = await openDevice(
      await openDemoDriver({ seed, nuisance: true, clock: 'virtual', truthFile }),
      never,
    )
    const record = store.step.bind(store)
    store.step = (...given) => {
      steps.push(given[2].observation)
      record(...given)
    }
    await runDemoNight(
      {
        file,
        plant: 'none',
        seed,
        steps: stepsANight,
        policy: 'explorer',
        conditions: [],
        device,
        book: store,
        pictures: null,
      },
      never,
    )
  }
  return reachedBy(truthFile, steps)
}

function reachedBy(truthFile: string, steps: readonly number[]): Reached {
  const truth = readTruth(readFileSync(truthFile, 'utf8'), truthFile)
  rmSync(truthFile)
  const reached = new Map<string, number>()
  for (const [index, observation] of steps.entries()) {
    const screen = truth.get(observation)?.screen ?? null
    if (screen !== null && !reached.has(screen)) reached.set(screen, index + 1)
  }
  return reached
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function earliest(screens: readonly (readonly [string, number])[]): string {
  return screens.length === 0 ? '-' : String(Math.min(...screens.map(([, step]) => step)))
}
