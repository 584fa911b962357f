// The one file that names platforms. Each is loaded on first need: a night on the demo phone never loads adb.
import { Refusal } from '#shared/base/refusal.ts'
import { openDevice } from '#main/device/open-device.ts'
import { Fleet } from '#main/device/fleet.ts'
import { readTextNow } from '#main/sys/files-now.ts'
import type { Platforms } from '#main/hub/platforms.ts'

export function compose(): Platforms {
  let fleet: Promise<Fleet> | null = null
  return {
    fleet: () => (fleet ??= startFleet()),
    openFleet: () => fleet,
    virtualPhone: async (options, signal) => {
      const { openDemoDriver } = await import('#main/device/demo/driver.ts')
      return openDevice(
        await openDemoDriver({ seed: options.seed, nuisance: options.nuisance, clock: 'virtual' }),
        signal,
      )
    },
    explain: async (text, kind, path) => {
      const { explainAndroid, guessKind } = await import('#main/device/android/parse/explain.ts')
      const asked = kind ?? (/\.ya?ml$/u.test(path) ? 'maestro-flow' : guessKind(text))
      if (asked === null)
        throw new Refusal('bad-value', 'What kind of output this is could not be told from its text.', {
          where: path,
          hint: 'Say it with --as KIND.',
        })
      if (asked === 'maestro-flow') {
        const { explainFlow } = await import('#main/explore/flows/explain.ts')
        return { kind: asked, read: explainFlow(text, readTextNow, path) }
      }
      return { kind: asked, read: explainAndroid(asked, text) }
    },
  }
}

/** How many times as fast as real time the built-in phone runs; 1 unless said. */
function speedOf(env: NodeJS.ProcessEnv): number {
  const speed = Number(env['NOCTURNE_DEMO_SPEED'] ?? '1')
  return Number.isFinite(speed) && speed > 0 ? speed : 1
}

async function startFleet(): Promise<Fleet> {
  const [{ demoPlatform }, { androidPlatform, androidOptionsOf }] = await Promise.all([
    import('#main/device/demo/platform.ts'),
    import('#main/device/android/platform.ts'),
  ])
  const fleet = new Fleet([
    demoPlatform({ scale: speedOf(process.env) }),
    androidPlatform(androidOptionsOf(process.env)),
  ])
  await fleet.start()
  return fleet
}
