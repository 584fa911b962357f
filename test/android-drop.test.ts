// Drops on an Android device, through the real adb server and a double of a phone: what is judged before a byte is sent, the
// three ways in, what the device refuses, and devices that vanish in the middle. Nothing is left half done.
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pushName } from '#main/device/android/drop/left-behind.ts'
import { readDropped } from '#main/device/android/drop/read.ts'
import { openAndroid } from '#main/device/android/driver.ts'
import { readDemoApp } from '#main/device/demo/drop.ts'
import { openDevice, type OpenDevice } from '#main/device/open-device.ts'
import { LiveValue } from '#shared/base/live.ts'
import type { Owner, Power } from '#shared/domain/device.ts'
import type { DropChoice, DroppedBuild, InstallOutcome, InstallProgress } from '#shared/domain/drop.ts'
import { apkOf, zipOf, type ApkOptions } from './builders/apk.ts'
import { until } from './builders/until.ts'
import { noFaults } from './doubles/adb/faults.ts'
import {
  startAdbDouble,
  startAdbServer,
  type AdbDouble,
  type AdbDoubleOptions,
  type AdbServer,
} from './doubles/adb/start.ts'

const never = new AbortController().signal
const pkg = 'dev.example.plants'
const person: Owner = { kind: 'person', name: 'you' }
const agent: Owner = { kind: 'agent', name: 'agent' }

const app = (version: number): string => `format: nocturne-demo-app/1
package: ${pkg}
label: Plants
version: {name: "2.${version}", code: ${version}}
start: main
screens:
  main:
    title: Plants
    body:
      - {text: Fern}
`
const build = (version: number, more: ApkOptions = {}): Buffer =>
  apkOf({ package: pkg, versionCode: version, versionName: `2.${version}`, app: app(version), ...more })

let server: AdbServer
let folder: string
let phone: AdbDouble
let device: OpenDevice

const open = async (of: AdbDouble): Promise<OpenDevice> =>
  openDevice(
    await openAndroid(
      { port: server.port, serial: of.serial, timeScale: 1 },
      new LiveValue<Power>({ is: 'on', asleep: false }),
      never,
    ),
    never,
  )

async function withDouble(
  options: AdbDoubleOptions,
  work: (of: AdbDouble, device: OpenDevice) => Promise<void>,
): Promise<void> {
  await using other = await startAdbDouble(options)
  await server.connect(other)
  await using opened = await open(other)
  await work(other, opened)
}

async function file(name: string, bytes: Uint8Array | string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

async function read(path: string): Promise<DroppedBuild> {
  const [dropped] = await readDropped([path], { readDemo: readDemoApp }, never)
  if (dropped?.is !== 'build') throw new Error(dropped?.why.words)
  return dropped.build
}

async function drop(
  path: string,
  {
    on = device,
    choice = null,
    owner = person,
    holds = false,
  }: { on?: OpenDevice; choice?: DropChoice | null; owner?: Owner; holds?: boolean } = {},
): Promise<{ outcome: InstallOutcome; progress: readonly InstallProgress[] }> {
  const progress: InstallProgress[] = []
  const outcome = await on.installDropped(
    await read(path),
    choice,
    { owner, holds },
    one => void progress.push(one),
    never,
  )
  return { outcome, progress }
}

/** With this script in the place of the adb program; null: with none at all, so that builds go through our own link. */
async function withAdb(script: string | null, work: () => Promise<void>): Promise<void> {
  const bin = await mkdtemp(join(folder, 'programs-'))
  if (script !== null) await writeFile(join(bin, 'adb'), script, { mode: 0o755 })
  const before = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' }
  Object.assign(process.env, { PATH: script === null ? bin : `${bin}:${before.PATH}`, HOME: bin })
  try {
    await work()
  } finally {
    Object.assign(process.env, before)
  }
}

const installedCode = (of = phone): number | undefined =>
  of.handset.phone.packages().find(one => one.package === pkg)?.versionCode
const ours = async (): Promise<readonly string[]> =>
  (await readdir(tmpdir())).filter(name => /^nocturne-\w{6}$/.test(name))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drop of a test '))
  // Other tests have folders of the product's there at the same time.
  process.env['TMPDIR'] = await mkdtemp(join(tmpdir(), 'nocturne-drop-'))
  server = await startAdbServer()
  phone = await startAdbDouble()
  await server.connect(phone)
  device = await open(phone)
})
afterEach(() => {
  Object.assign(phone.handset.faults, noFaults())
  if (installedCode() !== undefined) phone.handset.phone.uninstall(pkg)
  phone.handset.installs.signers.clear()
})
afterAll(async () => {
  await device[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await phone[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
  await rm(tmpdir(), { recursive: true })
})

describe('a dropped APK', () => {
  it.each(['plants.apk', '植物 42.apk', `it's "here" $HOME.apk`, '🌱.apk', '-rf.apk', 'PLANTS'])(
    'called %s is installed, and nothing of ours is left',
    async name => {
      const before = await ours()
      const { outcome } = await drop(await file(name, build(42)))
      expect(outcome).toMatchObject({
        is: 'installed',
        app: { package: pkg, versionCode: 42 },
        words: 'Installed, streamed.',
      })
      expect(installedCode()).toBe(42)
      expect(phone.handset.lines).toContain('sync')
      expect(await ours()).toEqual(before)
    },
  )

  it('replaces one of the same signer, and says so before', async () => {
    await drop(await file('41.apk', build(41)))
    const verdict = await device.judge(
      await read(await file('42.apk', build(42))),
      { owner: person, holds: false },
      never,
    )
    expect(verdict).toEqual({
      is: 'ready',
      words: 'Installs',
      more: 'Replaces 2.41 (41) and keeps its data.',
      replaces: true,
    })
  })

  it.each<[string, ApkOptions, DropChoice, RegExp]>([
    ['is older', { versionCode: 40 }, 'remove-first', /Newer version is installed/],
    ['is signed with another key', { signer: 2 }, 'remove-first', /another key/],
    ['is test-only', { testOnly: true }, 'test-only', /Test-only/],
  ])('that %s is sent only when a person chose it', async (_, more, choice, words) => {
    await drop(await file('41.apk', build(41)))
    const version = more.versionCode ?? 42
    const path = await file('other.apk', build(version, more))
    const sent = phone.handset.lines.length
    await expect(drop(path)).rejects.toMatchObject({ words: expect.stringMatching(words) as string })
    expect(phone.handset.lines.slice(sent).some(line => /install|uninstall/.test(line))).toBe(false)
    expect(installedCode()).toBe(41)
    expect((await drop(path, { choice })).outcome).toMatchObject({ is: 'installed' })
    expect(installedCode()).toBe(version)
    const removed = phone.handset.lines.slice(sent).some(line => line.startsWith('pm uninstall'))
    expect(removed).toBe(choice === 'remove-first')
  })

  it.each<[string, AdbDoubleOptions, ApkOptions, RegExp]>([
    [
      'newer Android',
      { apiLevel: 29 },
      { minSdk: 33 },
      /Needs Android 13 \(API 33\): this one has Android 10 \(API 29\)/,
    ],
    ['another processor', {}, { abis: ['arm64-v8a'] }, /Needs arm64: this one is x86_64/],
    ['an old Android', { apiLevel: 35 }, { targetSdk: 22 }, /too old for this device/],
  ])('for %s is never sent', (_, options, more, words) =>
    withDouble(options, async (of, on) => {
      await expect(drop(await file('no.apk', build(42, more)), { on })).rejects.toMatchObject({
        code: 'unsupported',
        words: expect.stringMatching(words) as string,
      })
      expect(of.handset.lines.some(line => line.includes('install'))).toBe(false)
    }),
  )

  it('is refused in words where the device does, with its own words and without another try', async () => {
    const path = await file('42.apk', build(42))
    phone.handset.faults.install = 'INSTALL_FAILED_INSUFFICIENT_STORAGE: Failed to allocate [x]'
    const sent = phone.handset.lines.length
    const { outcome } = await drop(path)
    expect(outcome).toMatchObject({
      is: 'refused',
      code: 'INSTALL_FAILED_INSUFFICIENT_STORAGE',
      words: 'There is not enough free space on the device. The device says: Failed to allocate [x]',
      hint: 'Free some space on the device.',
      raw: expect.stringContaining('Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE') as string,
      offers: null,
    })
    expect(phone.handset.lines.slice(sent).filter(line => /\binstall\b/.test(line))).toHaveLength(1)
  })

  it('that fails after the old one was removed says that it is gone', async () => {
    await drop(await file('41.apk', build(41)))
    phone.handset.faults.install = 'INSTALL_FAILED_INTERNAL_ERROR'
    const { outcome } = await drop(await file('40.apk', build(40)), { choice: 'remove-first' })
    expect(outcome).toMatchObject({ is: 'refused', words: expect.stringMatching(/had been removed already/) as string })
  })
})

describe('the ways in', () => {
  it('are a session where the device takes no streams, with what it has so far', async () => {
    phone.handset.faults.noStreaming = true
    const { outcome, progress } = await drop(
      await file('42.apk', build(42, { entries: [{ name: 'big', bytes: Buffer.alloc(300_000, 7), stored: true }] })),
    )
    expect(outcome).toMatchObject({
      is: 'installed',
      words: 'Installed, sent in a session. It takes no streamed installs.',
    })
    const parts = progress.flatMap(one => (one.part === null ? [] : [one.part]))
    expect(parts.length).toBeGreaterThan(3)
    expect(parts).toEqual(parts.toSorted((a, b) => a - b))
    expect(parts.at(-1)).toBe(1)
    expect(phone.handset.installs.sessions.size).toBe(0)
  })

  it('are a pushed file where it knows no sessions either, and the file is removed', async () => {
    Object.assign(phone.handset.faults, { noStreaming: true, noSessions: true })
    const { outcome } = await drop(await file('植物.apk', build(42)))
    expect(outcome).toMatchObject({ is: 'installed', words: expect.stringContaining('sent as a file') as string })
    expect([...phone.handset.files.keys()].filter(name => name.includes('nocturne'))).toEqual([])
  })

  it('that a hub pushed and died over are removed when the device is next opened, and nothing else is', async () => {
    await using other = await startAdbDouble({})
    await server.connect(other)
    const at = (name: string): string => `/data/local/tmp/${name}`
    const pushed = (msAgo: number): string => at(pushName(Date.now() - msAgo))
    const [old, young] = [pushed(2 * 3_600_000), pushed(60_000)]
    const others = [young, at('nocturne-scrcpy-90000.jar'), at('mine.apk')]
    for (const path of [old, ...others]) other.handset.files.set(path, Buffer.from('x'))
    await using _opened = await open(other)
    const there = (): readonly string[] => [...other.handset.files.keys()].filter(path => path.startsWith(at('')))
    await expect.poll(there).not.toContain(old)
    expect(there()).toEqual(expect.arrayContaining(others))
  })

  it('are the server’s own where the adb program may not be run, and that is said', async () => {
    const bin = join(folder, 'no run bit')
    await mkdir(bin, { recursive: true })
    await writeFile(join(bin, 'adb'), '#!/bin/sh\n')
    await chmod(join(bin, 'adb'), 0o644)
    const path = process.env['PATH'] ?? ''
    const home = process.env['HOME'] ?? ''
    Object.assign(process.env, { PATH: bin, HOME: folder })
    try {
      const { outcome } = await drop(await file('42.apk', build(42)))
      expect(outcome).toMatchObject({
        is: 'installed',
        words: expect.stringMatching(/may not be run .*chmod \+x/) as string,
      })
    } finally {
      Object.assign(process.env, { PATH: path, HOME: home })
    }
  })

  it('take all parts of an app together, chosen for the device', async () => {
    const splits = [
      { name: 'base.apk', bytes: build(42, { needsSplits: true }), stored: true },
      {
        name: 'split_config.x86_64.apk',
        bytes: apkOf({ package: pkg, split: 'config.x86_64', abis: ['x86_64'] }),
        stored: true,
      },
      {
        name: 'split_config.arm64_v8a.apk',
        bytes: apkOf({ package: pkg, split: 'config.arm64_v8a', abis: ['arm64-v8a'] }),
      },
      { name: 'split_config.en.apk', bytes: apkOf({ package: pkg, split: 'config.en' }) },
      { name: 'split_config.fr.apk', bytes: apkOf({ package: pkg, split: 'config.fr' }) },
    ]
    const path = await file('plants.apkm', zipOf([{ name: 'info.json', bytes: '{"app_name": "Plants"}' }, ...splits]))
    const sent = phone.handset.lines.length
    expect((await drop(path)).outcome).toMatchObject({ is: 'installed' })
    const writes = phone.handset.lines.slice(sent).filter(line => line.includes('install-write'))
    expect(writes).toHaveLength(3)
    const under = join(folder, 'split 植物')
    await mkdir(under)
    for (const one of splits.slice(0, 2)) await writeFile(join(under, one.name), one.bytes)
    phone.handset.phone.uninstall(pkg)
    phone.handset.faults.noStreaming = true
    expect((await drop(under)).outcome).toMatchObject({ is: 'installed' })
    expect(phone.handset.installs.sessions.size).toBe(0)
  })

  it('take the parts of an .xapk, and say what lies beside them and is left out', async () => {
    const manifest = { xapk_version: 2, package_name: pkg, name: 'Plants', version_code: '42' }
    const path = await file(
      'plants 植物.xapk',
      zipOf([
        { name: 'manifest.json', bytes: JSON.stringify(manifest) },
        { name: `${pkg}.apk`, bytes: build(42) },
        { name: 'config.en.apk', bytes: apkOf({ package: pkg, split: 'config.en' }) },
        { name: `Android/obb/${pkg}/main.42.${pkg}.obb`, bytes: 'levels' },
      ]),
    )
    expect(await read(path)).toMatchObject({ notes: ['Its data file (.obb) will not be installed.'] })
    const { outcome } = await drop(path)
    expect(outcome).toMatchObject({ is: 'installed' })
    expect((await device.apps(never)).some(app => app.package === pkg)).toBe(true)
  })

  it('are open to a night’s build that is a set of parts', async () => {
    const path = await file(
      'night.apks',
      zipOf([
        { name: 'toc.pb', bytes: 'x' },
        { name: 'universal.apk', bytes: build(43) },
      ]),
    )
    await using grant = await device.takeControl({ kind: 'night', name: 'a night' }, never)
    expect(await device.install(grant, { path }, never)).toMatchObject({ package: pkg, versionCode: 43 })
  })

  it('work on Android 10 and 15', async () => {
    for (const apiLevel of [29, 35])
      await withDouble({ apiLevel }, async (of, on) => {
        expect((await drop(await file('42.apk', build(42)), { on })).outcome).toMatchObject({ is: 'installed' })
        expect(installedCode(of)).toBe(42)
      })
  })
})

describe('a device that vanishes in the middle', () => {
  it('of a stream is said to have, and nothing is installed', async () => {
    const before = await ours()
    phone.handset.faults.cutInstallAfter = 100
    const { outcome } = await drop(await file('42.apk', build(42)))
    expect(outcome.is).not.toBe('installed')
    expect(outcome.words).toMatch(/went away/)
    expect(installedCode()).toBeUndefined()
    expect(await ours()).toEqual(before)
    await server.connect(phone)
  })

  it('of a session leaves none open, though it was away when it was to be closed', () =>
    withDouble({}, async (of, on) => {
      const path = await file('42.apk', build(42))
      const dropped = await read(path)
      const { sessions } = of.handset.installs
      of.handset.faults.cutInstallAfter = 100
      await withAdb(null, async () => {
        const dropping = drop(path, { on })
        await until(() => sessions.size === 1, 'a session was opened')
        await of.adbd.close()
        const { outcome } = await dropping
        expect(outcome.is).not.toBe('installed')
        expect(outcome).toMatchObject({ words: expect.stringMatching(/went away/) as string })
      })
      expect(installedCode(of)).toBeUndefined()
      await of.adbd.listen()
      await server.connect(of)
      await on.judge(dropped, { owner: person, holds: false }, never)
      expect(sessions.size).toBe(0)
    }))
})

describe('a session', () => {
  it('is closed where a part of it is refused, and the words are the device’s', () =>
    withAdb(null, async () => {
      phone.handset.faults.refuses = 'cmd package install-write'
      const sent = phone.handset.lines.length
      const { outcome } = await drop(await file('42.apk', build(42)))
      expect(outcome.is).toBe('refused')
      expect(phone.handset.lines.slice(sent).some(line => line.includes('install-create'))).toBe(true)
      expect(phone.handset.installs.sessions.size).toBe(0)
    }))
})

describe('an install that is called off', () => {
  it('leaves no session open and installs nothing', () =>
    withAdb(null, async () => {
      const { sessions } = phone.handset.installs
      phone.handset.faults.slowMs = 150
      const dropped = await read(await file('42.apk', build(42)))
      const stop = new AbortController()
      const asker = { owner: person, holds: false }
      const dropping = device.installDropped(dropped, null, asker, () => undefined, stop.signal)
      dropping.catch(() => undefined)
      await until(() => sessions.size === 1, 'a session was opened')
      stop.abort(new Error('called off'))
      await expect(dropping).rejects.toThrow('called off')
      await until(() => sessions.size === 0, 'the session was closed')
      expect(installedCode()).toBeUndefined()
    }))
})

describe('an install that is called off while its session is being opened', () => {
  it('closes it all the same, once the device has said which it is', () =>
    withAdb(null, async () => {
      const { sessions } = phone.handset.installs
      phone.handset.faults.slowMs = 300
      const said = (words: string): boolean => phone.handset.lines.some(line => line.includes(words))
      phone.handset.lines.length = 0
      const dropped = await read(await file('42.apk', build(42)))
      const stop = new AbortController()
      const dropping = device.installDropped(
        dropped,
        null,
        { owner: person, holds: false },
        () => undefined,
        stop.signal,
      )
      dropping.catch(() => undefined)
      await until(() => said('install-create'), 'a session is asked for')
      stop.abort(new Error('called off'))
      await expect(dropping).rejects.toThrow('called off')
      await until(() => said('install-abandon'), 'it is given up')
      await until(() => sessions.size === 0, 'the session was closed')
      expect(installedCode()).toBeUndefined()
    }))
})

describe('a Success', () => {
  it('is believed only when the app is found on the device', async () => {
    const { handset } = phone
    const install = handset.install.bind(handset)
    handset.install = () => 'Success\n'
    try {
      const { outcome } = await drop(await file('42.apk', build(42)))
      expect(outcome).toMatchObject({ is: 'unknown', words: expect.stringMatching(/cannot be found/) as string })
    } finally {
      handset.install = install
    }
  })
})

describe('an adb program of another version than the server', () => {
  it('is not asked to install, as that would end the server', async () => {
    const told = join(folder, 'told the other adb')
    await withAdb(`#!/bin/sh\necho "$@" >> '${told}'\necho 'Android Debug Bridge version 1.0.39'\n`, async () => {
      const dropping = drop(await file('42.apk', build(42)))
      await expect(dropping).rejects.toMatchObject({
        code: 'failed',
        words: expect.stringMatching(/1\.0\.39.* of another version/) as string,
      })
    })
    expect(await readFile(told, 'utf8')).toBe('version\n')
    expect(installedCode()).toBeUndefined()
  })
})

describe('two at once', () => {
  it('are one and a refusal in words', async () => {
    phone.handset.faults.slowMs = 150
    const path = await file('42.apk', build(42))
    const again = await read(path)
    const first = drop(path)
    await until(() => device.ledger.busy.value !== null, 'the first is under way')
    const second = device.installDropped(again, null, { owner: person, holds: false }, () => undefined, never)
    await expect(second).rejects.toMatchObject({
      code: 'busy',
      words: expect.stringMatching(/installing 42\.apk/) as string,
    })
    expect((await first).outcome).toMatchObject({ is: 'installed' })
  })
})

describe('under a person’s control', () => {
  it('an agent’s new app is installed, one that would replace is refused', async () => {
    await using held = await device.takeControl(person, never)
    const path = await file('42.apk', build(42))
    expect((await drop(path, { owner: agent })).outcome).toMatchObject({ is: 'installed' })
    await expect(drop(path, { owner: agent, choice: 'remove-first' })).rejects.toMatchObject({
      code: 'person-has-control',
    })
    expect(held.lost.aborted).toBe(false)
  })

  it('replaces when the person who holds it drops it', async () => {
    await drop(await file('42.apk', build(42)))
    await using _held = await device.takeControl(person, never)
    expect((await drop(await file('42.apk', build(42)), { holds: true })).outcome).toMatchObject({ is: 'installed' })
  })
})
