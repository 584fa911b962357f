// What the fake hub answers to a drop: each device another thing, by what kind it is; an install that ends at once, or is
// refused where the file is called so.
import { LiveValue } from '#shared/base/live.ts'
import type { Given } from '#shared/protocol/contract.ts'
import type { Handlers } from '#shared/protocol/host.ts'
import type { World } from './fake-world.ts'

type Installs = Given<'installs'>
const installsOf = new WeakMap<World, LiveValue<Installs>>()
const live = (world: World): LiveValue<Installs> => {
  const known = installsOf.get(world) ?? new LiveValue<Installs>({ installs: [] })
  installsOf.set(world, known)
  return known
}
const verdicts = [
  { is: 'ready', words: 'Installs', more: 'Replaces 3.1.0 (57) and keeps its data.', replaces: true },
  {
    is: 'choice',
    choice: 'remove-first',
    words: 'Newer version is installed: remove it first?',
    more: 'It has 3.3.0 (61). Its data goes with it.',
  },
  {
    is: 'cannot',
    code: 'unsupported',
    words: 'Needs arm64: this one is x86_64',
    more: 'A build that also holds x86_64 would install here.',
  },
] as const

const goes = {
  is: 'ready',
  words: 'Goes into Download',
  more: 'No file that is there is written over.',
  replaces: false,
} as const
const off = { is: 'cannot', code: 'not-booted', words: 'It is not running', more: 'Start it first.' } as const
const nowhere = {
  is: 'cannot',
  code: 'unsupported',
  words: 'It takes no files',
  more: 'The demo phone has no Download folder.',
} as const

type Row = Given<'drop.read'>['builds'][number]

/** What is called an app is one build of all such; every other file is a row of its own. */
function rowsOf(paths: readonly string[], world: World): readonly Row[] {
  const apps = paths.filter(path => path.endsWith('.apk'))
  const nameOf = (path: string | undefined): string => path?.split('/').at(-1) ?? ''
  const app: Row = {
    what: 'app',
    paths: apps,
    name: nameOf(apps[0]),
    words: 'Larder 3.2.0 (60) for arm64-v8a',
    hint: null,
    readable: true,
    package: 'dev.example.larder',
    version: '3.2.0 (60)',
    bytes: 18_400_000,
    verdicts: world.devices.value.map((device, index) => ({
      device: device.id,
      verdict: verdicts[index % verdicts.length] ?? verdicts[0],
    })),
  }
  const files = paths
    .filter(path => !path.endsWith('.apk'))
    .map(path => ({
      ...app,
      what: 'file' as const,
      paths: [path],
      name: nameOf(path),
      words: 'is no app (1.2 MB); it can go into a Download folder.',
      package: null,
      version: null,
      bytes: 1_200_000,
      verdicts: world.devices.value.map(device => ({
        device: device.id,
        verdict: device.state !== 'live' ? off : device.platform === 'demo' ? nowhere : goes,
      })),
    }))
  return [...(apps.length === 0 ? [] : [app]), ...files]
}

export function dropAnswers(world: World): Pick<Handlers, 'drop.read' | 'drop.install' | 'drop.forget' | 'installs'> {
  let number = 0
  return {
    'drop.read': async ({ paths }) => ({ builds: rowsOf(paths, world) }),
    'drop.install': async ({ device, paths, choice }) => {
      const isRefused = paths.some(path => path.includes('refused'))
      const row = {
        number: (number += 1),
        device,
        name: paths[0]?.split('/').at(-1) ?? '',
        words: isRefused
          ? 'There is not enough free space on the device.'
          : `Installed, streamed${choice === null ? '' : `, ${choice}`}.`,
        hint: isRefused ? 'Free some space on the device.' : null,
        part: null,
        outcome: isRefused ? 'refused' : 'installed',
        code: isRefused ? 'INSTALL_FAILED_INSUFFICIENT_STORAGE' : null,
        raw: isRefused ? 'Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE]' : null,
        offers: null,
        paths: [...paths],
      } as const
      live(world).update(({ installs }) => ({ installs: [...installs.filter(one => one.device !== device), row] }))
      return { installs: [row], installed: [] }
    },
    'drop.forget': async () => ({}),
    installs: async () => live(world),
  }
}
