// One night of the bench, in a process of its own: a demo phone in virtual time, a store in a home of its own, the policy that
// is measured. It knows which bugs to plant by name, and nothing else of them. `node night-worker.ts ORDER.json`.
import { Refusal, refusalOf } from '#shared/base/refusal.ts'
import { parse } from '#shared/base/parse.ts'
import { nightId } from '#shared/domain/ids.ts'
import type { Job } from '#shared/domain/night.ts'
import { openDemoDriver } from '#main/device/demo/driver.ts'
import { openDevice } from '#main/device/open-device.ts'
import { runNight } from '#main/explore/night.ts'
import { confirmTools } from '#main/hub/confirming.ts'
import { Store } from '#main/store/store.ts'
import { monotonicMs, wallClock } from '#main/sys/clock.ts'
import { makeFolder, readText, writeWhole } from '#main/sys/files.ts'
import { orderShape, type RunOrder, type RunOutcome } from '#main/bench/document.ts'

const [orderFile] = process.argv.slice(2)
if (orderFile === undefined) throw new Refusal('bad-value', 'The order file is missing.')
const order = parse(orderShape, JSON.parse(await readText(orderFile)), orderFile)
const began = monotonicMs()
let outcome: RunOutcome
try {
  outcome = await run(order)
} catch (thrown) {
  const { code, words, where, hint } = refusalOf(thrown)
  if (!(thrown instanceof Refusal) && thrown instanceof Error) process.stderr.write(`${thrown.stack ?? ''}\n`)
  outcome = { ...figures(), error: { code, words, where, hint }, endedBy: null, steps: 0, replays: 0, replaySteps: 0 }
}
await writeWhole(order.outcomeFile, JSON.stringify(outcome))

async function run({ home, file, policy, seed, steps, plant, conditions, truthFile }: RunOrder): Promise<RunOutcome> {
  const { signal } = new AbortController()
  await makeFolder(home, true)
  using store = new Store(home)
  await using device = await openDevice(
    await openDemoDriver({ seed, nuisance: true, clock: 'virtual', truthFile }),
    signal,
  )
  const build = { path: file, plant }
  const app = await install()
  const job: Job = {
    app: { kind: 'demo', file, plant, previous: null },
    devices: [device.model.id],
    limit: { steps, minutes: null, until: null },
    cards: [],
    setupFlow: null,
    credentials: {},
    conditions,
    changed: null,
    model: null,
    leash: { never: [], allow: [] },
    findingsPerNight: 5,
    replayAttempts: 2,
    seed,
  }
  const night = await runNight(
    {
      id: nightId(`n-bench-${seed}`),
      job,
      device,
      app: { package: app.package, label: app.label, version: `${app.versionName} (${app.versionCode})` },
      build,
      previous: null,
      policy,
      durationMs: null,
      changedWords: [],
      showAll: true,
      startedAt: wallClock.now(),
    },
    // Nobody looks at a bench night's pictures, so none are drawn for keeping.
    {
      book: store,
      pictures: null,
      confirm: confirmTools(),
      onProgress: () => {},
      trace: null,
      now: () => wallClock.now(),
      setup: null,
    },
    signal,
    signal,
  )
  return {
    ...figures(),
    error: null,
    endedBy: night.endedBy,
    steps: night.steps,
    replays: night.replays,
    replaySteps: night.replaySteps,
  }

  async function install() {
    await using grant = await device.takeControl({ kind: 'night', name: 'bench' }, signal)
    return await device.install(grant, build, signal)
  }
}

function figures(): Pick<RunOutcome, 'cpuMs' | 'wallMs' | 'memoryMb'> {
  const { user, system } = process.cpuUsage()
  return {
    cpuMs: Math.round((user + system) / 1000),
    wallMs: Math.round(monotonicMs() - began),
    memoryMb: Math.round(process.memoryUsage.rss() / 1_048_576),
  }
}
