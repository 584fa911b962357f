// Who may import whom: one table, everything not named is refused. Why: docs/adr/0001-one-fence.md.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const src = join(root, 'src')

interface Room {
  /** Folder below src; the longest that fits a file is its room. */
  readonly at: string
  /** What of ours it may import: rooms (with all below them) or single files. */
  readonly ours: readonly string[]
  readonly node: 'all' | readonly string[]
  readonly packages: readonly string[]
}

const engine = 'main/device/demo/engine'
const rooms: readonly Room[] = [
  { at: 'shared/base', ours: ['shared/base'], node: [], packages: ['zod'] },
  { at: 'shared/domain', ours: ['shared/base', 'shared/domain'], node: [], packages: ['zod'] },
  { at: 'shared/protocol', ours: ['shared'], node: [], packages: ['zod'] },
  { at: 'main/sys', ours: ['shared', 'main/sys'], node: 'all', packages: ['ws', 'sharp', 'zod', 'node-pty'] },
  { at: 'main/device', ours: ['shared', 'main/sys', 'main/device'], node: [], packages: ['zod'] },
  {
    at: 'main/device/demo',
    ours: ['shared', 'main/sys', 'main/device/driver.ts', 'main/device/demo'],
    node: ['node:path', 'node:url', 'node:crypto'],
    packages: ['zod', 'yaml', 'jsep', '@napi-rs/canvas'],
  },
  {
    at: 'main/device/android',
    ours: ['shared', 'main/sys', 'main/device/driver.ts', 'main/device/android'],
    node: ['node:path'],
    packages: [
      'zod',
      '@yume-chan/adb',
      '@yume-chan/adb-server-node-tcp',
      '@yume-chan/stream-extra',
      '@grpc/grpc-js',
      'protobufjs',
    ],
  },
  { at: 'main/device/android/parse', ours: ['shared', 'main/device/android/parse'], node: [], packages: ['zod'] },
  {
    at: 'main/explore',
    ours: ['shared', 'main/sys', 'main/device/device.ts', 'main/explore'],
    node: ['node:path', 'node:crypto'],
    packages: ['zod', 'yaml'],
  },
  {
    at: 'main/record',
    ours: ['shared', 'main/sys', 'main/device/device.ts', 'main/record'],
    node: ['node:path'],
    packages: ['zod'],
  },
  {
    at: 'main/store',
    ours: ['shared', 'main/sys', 'main/store'],
    node: ['node:path', 'node:sqlite'],
    packages: ['zod'],
  },
  {
    at: 'main/bench',
    ours: ['shared', 'main/sys', 'main/store', 'main/bench'],
    node: ['node:path', 'node:util'],
    packages: ['zod', 'yaml'],
  },
  // The process a bench night runs in. It is wired like a hub; the rest of the bench never sees a device.
  { at: 'main/bench/night', ours: ['shared', 'main'], node: ['node:path'], packages: [] },
  {
    at: 'main/hub',
    ours: [
      'shared',
      'main/sys',
      'main/device/device.ts',
      'main/device/fleet.ts',
      'main/device/open-device.ts',
      'main/explore',
      'main/record',
      'main/store',
      'main/hub',
    ],
    node: ['node:path', 'node:process', 'node:crypto', 'node:url'],
    packages: ['zod', 'yaml'],
  },
  { at: 'main/hub/compose.ts', ours: ['shared', 'main'], node: ['node:path', 'node:process'], packages: [] },
  { at: 'main/hub/entries', ours: ['shared', 'main/sys', 'main/hub'], node: 'all', packages: ['ws'] },
  {
    at: 'main/cli',
    ours: ['shared', 'main/sys', 'main/cli', 'main/hub/entries'],
    node: ['node:path', 'node:process', 'node:util', 'node:url', 'node:readline', 'node:os'],
    packages: ['zod'],
  },
  { at: 'main/mcp', ours: ['shared', 'main/sys', 'main/mcp'], node: ['node:path', 'node:process'], packages: ['zod'] },
  {
    at: 'main/electron',
    ours: [
      'shared',
      'main/electron',
      'main/sys/environment.ts',
      'main/sys/files.ts',
      // The colour of the first window is needed before anything can be waited for.
      'main/sys/files-now.ts',
      'main/sys/paths.ts',
    ],
    node: ['node:path'],
    packages: ['electron'],
  },
  { at: 'preload', ours: ['shared/protocol/shell.ts'], node: [], packages: ['electron'] },
  {
    at: 'renderer',
    ours: ['shared', 'renderer'],
    node: [],
    packages: [
      'react',
      'react-dom',
      '@base-ui/react',
      '@tanstack/react-virtual',
      'lucide-react',
      'zod',
      'qr',
      '@xterm/xterm',
      '@xterm/addon-fit',
    ],
  },
]

/** Only these may import the demo engine besides the demo platform itself: no oracle can read what was planted. */
const engineGuests = ['main/cli/fake-roku', 'test/doubles']

const isWithin = (path: string, room: string): boolean => path === room || path.startsWith(`${room}/`)

function roomOf(file: string): Room | undefined {
  return rooms.filter(room => isWithin(file, room.at)).sort((a, b) => b.at.length - a.at.length)[0]
}

/** Every specifier a file imports or re-exports, dynamic imports of literals included. */
function importsOf(file: string, text: string): { specifiers: string[]; opaque: number } {
  const { module } = parseSync(file, text)
  const specifiers = [
    ...module.staticImports.map(found => found.moduleRequest.value),
    ...module.staticExports.flatMap(found => found.entries.flatMap(entry => entry.moduleRequest?.value ?? [])),
  ]
  let opaque = 0
  for (const found of module.dynamicImports) {
    const literal = /^['"]([^'"]+)['"]$/.exec(text.slice(found.moduleRequest.start, found.moduleRequest.end))
    if (literal?.[1] === undefined) opaque += 1
    else specifiers.push(literal[1])
  }
  return { specifiers: [...new Set(specifiers)], opaque }
}

/** The refusals of one file, in words. */
function refusals(file: string, text: string): string[] {
  const room = roomOf(file)
  if (room === undefined) return [`${file} lies in no room of the table`]
  const { specifiers, opaque } = importsOf(file, text)
  const words = specifiers.flatMap(specifier => {
    const why = whyRefused(file, room, specifier)
    return why === null ? [] : [`${file} imports ${specifier}: ${why}`]
  })
  return opaque === 0 ? words : [...words, `${file} imports what only the running program knows`]
}

function whyRefused(file: string, room: Room, specifier: string): string | null {
  if (specifier.startsWith('.')) return 'ours are written with #, from the top'
  if (specifier.startsWith('#')) {
    const path = specifier.slice(1)
    if (!/\.(tsx?|css|module\.css)$/.test(path)) return 'the extension is missing'
    if (
      isWithin(path, engine) &&
      !isWithin(file, 'main/device/demo') &&
      !engineGuests.some(guest => isWithin(file, guest))
    )
      return 'the demo engine is closed to all but the demo platform'
    return room.ours.some(allowed => isWithin(path, allowed)) || file === path ? null : `${room.at} may not know it`
  }
  if (specifier.startsWith('node:'))
    return room.node === 'all' || room.node.includes(specifier) ? null : `${room.at} may not use it`
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
  return room.packages.includes(name) ? null : `the package is not listed for ${room.at}`
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      entry =>
        entry.isFile() &&
        /\.tsx?$/.test(entry.name) &&
        !/\.test\.tsx?$/.test(entry.name) &&
        !entry.name.endsWith('.d.ts'),
    )
    .map(entry => relative(src, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}

describe('the fence', () => {
  it('holds for every file of src', () => {
    const found = filesBelow(src).flatMap(file => refusals(file, readFileSync(join(src, file), 'utf8')))
    expect(found).toEqual([])
  })

  it.each([
    ['shared/domain/bad.ts', `import { x } from '#main/sys/files.ts'`],
    ['shared/base/bad.ts', `import fs from 'node:fs'`],
    ['main/device/android/parse/bad.ts', `import { run } from '#main/sys/exec.ts'`],
    ['main/explore/bad.ts', `const demo = await import('#main/device/demo/driver.ts')`],
    ['main/explore/oracles/bad.ts', `import type { App } from '#main/device/demo/engine/format.ts'`],
    ['main/store/bad.ts', `import { night } from '#main/explore/night.ts'`],
    ['main/hub/handlers.ts', `import { driver } from '#main/device/android/driver.ts'`],
    ['renderer/bad.tsx', `export { run } from '#main/sys/exec.ts'`],
    ['main/cli/bad.ts', `import { app } from 'electron'`],
    ['main/electron/bad.ts', `import { Hub } from '#main/hub/hub.ts'`],
    ['preload/bad.ts', `import { parse } from '#shared/base/parse.ts'`],
    ['main/device/bad.ts', `import { x } from './driver.ts'`],
    ['main/sys/bad.ts', `const name = 'x'; await import(name)`],
  ])('refuses in %s: %s', (file, text) => {
    expect(refusals(file, text)).not.toEqual([])
  })

  it('lets only sys/exec.ts start programs', () => {
    const starters = filesBelow(src).filter(file =>
      /['"]node:child_process['"]/.test(readFileSync(join(src, file), 'utf8')),
    )
    expect(starters.filter(file => file !== 'main/sys/exec.ts')).toEqual([])
  })
})
