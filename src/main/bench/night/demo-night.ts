// One night on one demo app as every bench runs it: the app installed, a plain job, nothing shown to anybody. Used by the
// bench's worker and by the measuring programs of test/.
import type { NightBook, PictureKeeper } from '#shared/domain/book.ts'
import { nightId } from '#shared/domain/ids.ts'
import type { Condition, Job } from '#shared/domain/night.ts'
import type { NightProgress } from '#shared/domain/progress.ts'
import type { Device } from '#main/device/device.ts'
import { runNight } from '#main/explore/night.ts'
import type { NightOutcome } from '#main/explore/night-order.ts'
import type { PolicyName } from '#main/explore/policies/policies.ts'
import { confirmTools } from '#main/hub/confirming.ts'
import { wallClock } from '#main/sys/clock.ts'

export interface DemoNight {
  readonly file: string
  readonly plant: 'all' | 'none' | readonly string[]
  readonly seed: number
  readonly steps: number
  readonly policy: PolicyName
  readonly conditions: readonly Condition[]
  readonly device: Device
  readonly book: NightBook
  /** Null where nobody will look at them: then none are drawn for keeping. */
  readonly pictures: PictureKeeper | null
  readonly onProgress?: (progress: NightProgress) => void
}

export const demoNightId = (seed: number): ReturnType<typeof nightId> => nightId(`n-bench-${seed}`)

export async function runDemoNight(night: DemoNight, signal: AbortSignal): Promise<NightOutcome> {
  const { device, seed } = night
  const build = { path: night.file, plant: night.plant }
  const app = await install()
  return runNight(
    {
      id: demoNightId(seed),
      job: demoJob(night),
      device,
      app: { package: app.package, label: app.label, version: `${app.versionName} (${app.versionCode})` },
      build,
      previous: null,
      policy: night.policy,
      durationMs: null,
      changedWords: [],
      showAll: true,
      startedAt: wallClock.now(),
    },
    {
      book: night.book,
      pictures: night.pictures,
      confirm: confirmTools(),
      onProgress: night.onProgress ?? (() => {}),
      trace: null,
      now: () => wallClock.now(),
      setup: null,
    },
    signal,
    signal,
  )

  async function install() {
    await using grant = await device.takeControl({ kind: 'night', name: 'bench' }, signal)
    return await device.install(grant, build, signal)
  }
}

/** The plainest job: one app, nothing told, no model. */
export function demoJob({
  file,
  plant,
  seed,
  steps,
  conditions,
  device,
}: Pick<DemoNight, 'file' | 'plant' | 'seed' | 'steps' | 'conditions' | 'device'>): Job {
  return {
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
}
