// The one file that names platforms. Each is loaded on first need: a night on the demo phone never loads adb.
import { Refusal } from '#shared/base/refusal.ts'
import { openDevice } from '#main/device/open-device.ts'
import { Fleet } from '#main/device/fleet.ts'
import type { AvdRoom } from '#main/device/android/avd/room.ts'
import { readTextNow } from '#main/sys/files-now.ts'
import { homeFolder } from '#main/sys/paths.ts'
import type { Platforms } from '#main/hub/platforms.ts'

export function compose(home: string = homeFolder()): Platforms {
  let fleet: Promise<Fleet> | null = null
  let room: Promise<AvdRoom> | null = null
  const emulators = (): Promise<AvdRoom> => (room ??= avdRoom(home))
  return {
    fleet: () => (fleet ??= emulators().then(startFleet)),
    emulators,
    pairing: async () => {
      const [{ Pairing }, { androidOptionsOf }] = await Promise.all([
        import('#main/device/android/pairing.ts'),
        import('#main/device/android/platform.ts'),
      ])
      return new Pairing(androidOptionsOf(process.env).port)
    },
    isUnfinished: async () => {
      const { notesOf } = await import('#main/device/android/avd/note.ts')
      return (await notesOf(home).unfinished()).length > 0
    },
    openFleet: () => fleet,
    virtualPhone: async (options, signal) => {
      const { openDemoDriver } = await import('#main/device/demo/driver.ts')
      return openDevice(
        await openDemoDriver({ seed: options.seed, nuisance: options.nuisance, clock: 'virtual' }),
        signal,
      )
    },
    readDrop: async (paths, signal) => {
      const [{ readDropped }, { readDemoApp }] = await Promise.all([
        import('#main/device/android/drop/read.ts'),
        import('#main/device/demo/drop.ts'),
      ])
      return readDropped(paths, { readDemo: readDemoApp }, signal)
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

async function avdRoom(home: string): Promise<AvdRoom> {
  const [{ AvdRoom: Room }, { androidOptionsOf }] = await Promise.all([
    import('#main/device/android/avd/room.ts'),
    import('#main/device/android/platform.ts'),
  ])
  const { port, places } = androidOptionsOf(process.env)
  return new Room({ adbPort: port, places, home, env: process.env })
}

async function startFleet(room: AvdRoom): Promise<Fleet> {
  const [{ demoPlatform }, { androidPlatform, androidOptionsOf }] = await Promise.all([
    import('#main/device/demo/platform.ts'),
    import('#main/device/android/platform.ts'),
  ])
  const fleet = new Fleet([
    demoPlatform({ scale: speedOf(process.env) }),
    room.around(androidPlatform(androidOptionsOf(process.env))),
  ])
  await fleet.start()
  return fleet
}
