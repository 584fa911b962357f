// One night of the bench, in a process of its own: a demo phone in virtual time, a store in a home of its own, the policy that
// is measured. It knows which bugs to plant by name, and nothing else of them. `node worker.ts ORDER.json`.
import { Refusal, refusalOf } from '#shared/base/refusal.ts'
import { parse } from '#shared/base/parse.ts'
import { openDemoDriver } from '#main/device/demo/driver.ts'
import { openDevice } from '#main/device/open-device.ts'
import { Store } from '#main/store/store.ts'
import { monotonicMs } from '#main/sys/clock.ts'
import { makeFolder, readText, writeWhole } from '#main/sys/files.ts'
import { runDemoNight } from '#main/bench/night/demo-night.ts'
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
  const driver = await openDemoDriver({ seed, nuisance: true, clock: 'virtual', truthFile })
  await using device = await openDevice(driver, signal)
  const night = await runDemoNight(
    { file, plant, seed, steps, policy, conditions, device, book: store, pictures: null },
    signal,
  )
  const { endedBy, replays, replaySteps } = night
  return { ...figures(), error: null, endedBy, steps: night.steps, replays, replaySteps }
}

function figures(): Pick<RunOutcome, 'cpuMs' | 'wallMs' | 'memoryMb'> {
  const { user, system } = process.cpuUsage()
  return {
    cpuMs: Math.round((user + system) / 1000),
    wallMs: Math.round(monotonicMs() - began),
    memoryMb: Math.round(process.memoryUsage.rss() / 1_048_576),
  }
}
