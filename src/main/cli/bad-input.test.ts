// Every kind of bad input a person can give the command line: what is wrong, where, what to do; exit 2; nothing lost.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { doctorShape, nightDocumentShape, nightsShape } from '#shared/protocol/shapes.ts'
import { rootFolder } from '#main/sys/paths.ts'
import { begin, documentOf, nocturne, ownFolder, refusalOf } from '../../../test/builders/nocturne.ts'

const folder = ownFolder()
const { home } = folder
const notes = join(rootFolder(), 'resources', 'demo', 'notes.app.yaml')

const job = (text: string): string => folder.write('job.yaml', text)

const head = (): string => `app: {demo: ${notes}, plant: none}\n`

describe('a job that cannot run', () => {
  const cases: readonly (readonly [string, () => string, RegExp, RegExp])[] = [
    [
      'a typo in a key',
      () => `${head()}minuts: 3\n`,
      /job\.yaml:2: minuts: is not known here; is "minutes" meant\?/u,
      /job\.yaml:\d+$/u,
    ],
    [
      'a typo inside a card',
      () => `${head()}steps: 3\ncards:\n  - {goal: Look, step: 4}\n`,
      /job\.yaml:4: cards\.0\.step: is not known here; is "steps" meant\?/u,
      /job\.yaml:4$/u,
    ],
    [
      'a typo in the app',
      () => 'app: {id: a.b, biuld: x.apk}\nsteps: 3\n',
      /app\.biuld: is not known here; is "build" meant\?/u,
      /job\.yaml:1$/u,
    ],
    [
      'a card without a goal',
      () => `${head()}steps: 3\ncards:\n  - success: It works\n`,
      /job\.yaml:4: cards\.0: a card needs a goal/u,
      /job\.yaml:4$/u,
    ],
    [
      'a build that is not there',
      () => 'app: {id: dev.example.plants, build: plants-41.apk}\ndevices: [demo-phone]\nsteps: 3\n',
      /job\.yaml:1: app\.build: there is no file plants-41\.apk/u,
      /job\.yaml:1$/u,
    ],
    ['an unknown device', () => `${head()}devices: [pixel-9]\nsteps: 3\n`, /no device "pixel-9"/u, /./u],
    ['no length', head, /say how long: until, minutes or steps \(or --until, --minutes, --steps\)/u, /job\.yaml:1$/u],
    [
      'a condition there is not',
      () => `${head()}steps: 3\nconditions: [foggy]\n`,
      /job\.yaml:3: conditions\.0: "foggy" is not a condition/u,
      /job\.yaml:3$/u,
    ],
    ['no YAML', () => 'app: {demo: [\n', /job\.yaml:\d/u, /job\.yaml:\d+$/u],
  ]
  it.each(cases)('%s', async (name, text, words, where) => {
    const ran = await nocturne(['night', 'run', job(text()), '--json'], home)
    expect(ran.code).toBe(2)
    const refusal = refusalOf(ran)
    expect(refusal.words).toMatch(words)
    if (name !== 'an unknown device') expect(refusal.where).toMatch(where)
    expect(refusal.hint).not.toBeNull()
  })

  it('leaves nothing behind', async () => {
    expect(documentOf(nightsShape, await nocturne(['night', 'list', '--json'], home)).nights).toEqual([])
  })

  it('a demo app with a missing screen, by its line', async () => {
    const broken = readFileSync(notes, 'utf8').split('\n')
    const line = broken.findIndex(one => /\{go: [a-z]/u.test(one))
    broken[line] = (broken[line] ?? '').replace(/\{go: [a-z_]+/u, '{go: nowhere')
    const file = join(folder.path, 'broken.app.yaml')
    writeFileSync(file, broken.join('\n'))
    for (const args of [
      ['night', 'run', job(`app: {demo: ${file}}\nsteps: 3\n`)],
      ['bench', file],
    ]) {
      const ran = await nocturne([...args, '--json'], home)
      expect(ran.code).toBe(2)
      expect(`${ran.out}${ran.err}`).toContain(`broken.app.yaml:${line + 1}`)
      expect(`${ran.out}${ran.err}`).toContain('nowhere')
    }
  })

  it('has its length made up for on the command line', async () => {
    const ran = await nocturne(['night', 'run', job(head()), '--steps', '6', '--seed', '5', '--json'], home)
    expect(ran.code).toBe(0)
    expect(documentOf(nightDocumentShape, ran).night).toMatchObject({ steps: 6, ended_by: 'budget' })
    expect(
      refusalOf(await nocturne(['night', 'run', job(head()), '--until', '25:00', '--json'], home)).words,
    ).toContain('time of day')
    const minutes = await nocturne(['night', 'run', job(`${head()}steps: 100000\n`), '--minutes', '1', '--json'], home)
    expect(documentOf(nightDocumentShape, minutes).night.ended_by).toBe('time')
  })
})

/** A small disk of its own, where this machine lets us make one; `null` with words where it does not. */
function smallDisk(
  name: string,
  size: string,
): { path: string; remount(options: string): void; [Symbol.dispose](): void } | null {
  const path = join(folder.path, name)
  mkdirSync(path)
  const run = (program: string, args: readonly string[]): boolean => spawnSync(program, args).status === 0
  if (
    process.platform !== 'linux' ||
    process.getuid?.() !== 0 ||
    !run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path])
  ) {
    console.log(`left out: no small disk could be mounted for "${name}"`)
    return null
  }
  return {
    path,
    remount: options => {
      if (!run('mount', ['-o', `remount,${options}`, path]))
        throw new Error(`the disk ${path} could not be mounted anew`)
    },
    [Symbol.dispose]: () => void run('umount', [path]),
  }
}

describe('a home that cannot be used', () => {
  it('a full disk ends the night in words, and what it had is there once there is room', async () => {
    using disk = smallDisk('small', '2m')
    if (disk === null) return
    const at = join(disk.path, 'home')
    const ran = await nocturne(['demo', '--json'], at)
    expect(ran.code).toBe(2)
    expect(refusalOf(ran)).toMatchObject({
      words: 'The disk is full.',
      hint: expect.stringContaining('nothing kept so far is lost'),
    })
    disk.remount('size=64m')
    const { nights } = documentOf(nightsShape, await nocturne(['night', 'list', '--json'], at))
    expect(nights).toHaveLength(1)
    expect(nights[0]?.steps).toBeGreaterThan(5)
    expect(nights[0]?.ended).not.toBeNull()
    const shown = await nocturne(['night', 'show', nights[0]?.id ?? '', '--json'], at)
    expect(documentOf(nightDocumentShape, shown).night.missions.length).toBeGreaterThan(0)
    expect((await nocturne(['doctor'], at)).out).toMatch(/ok\s+Home/u)
    expect(
      documentOf(nightDocumentShape, await nocturne(['night', 'run', job(`${head()}steps: 5\n`), '--json'], at)).night
        .steps,
    ).toBe(5)
  })

  it('a disk that is full from the start', async () => {
    using disk = smallDisk('full', '64k')
    if (disk === null) return
    const ran = await nocturne(['findings', '--json'], join(disk.path, 'home'))
    expect(ran.code).toBe(2)
    expect(refusalOf(ran).words).toBe('The disk is full.')
  })

  it('a read-only home', async () => {
    using disk = smallDisk('closed', '16m')
    if (disk === null) {
      const closed = join(folder.path, 'closed-by-mode')
      mkdirSync(closed)
      chmodSync(closed, 0o500)
      if (process.getuid?.() === 0) return
      const ran = await nocturne(['demo', '--json'], join(closed, 'home'))
      expect(ran.code).toBe(2)
      expect(refusalOf(ran).words).toContain('cannot be written')
      return
    }
    const at = join(disk.path, 'home')
    await nocturne(['night', 'run', job(`${head()}steps: 4\n`), '--json'], at)
    disk.remount('ro')
    for (const args of [['demo'], ['night', 'list'], ['findings'], ['serve']]) {
      const ran = await nocturne([...args, '--json'], at)
      expect(ran.code).toBe(2)
      expect(refusalOf(ran)).toMatchObject({
        words: expect.stringMatching(/read-only/u),
        hint: expect.stringContaining('NOCTURNE_HOME'),
      })
    }
    const doctor = await nocturne(['doctor', '--json'], at)
    expect(doctor.code).toBe(1)
    const { checks } = documentOf(
      z.object({ checks: z.array(doctorShape.shape.checks.unwrap().element.omit({ optional: true })) }),
      doctor,
    )
    expect(checks.find(check => check.what === 'Home')).toMatchObject({
      ok: false,
      found: expect.stringContaining('read-only'),
    })
    disk.remount('rw')
    expect(documentOf(nightsShape, await nocturne(['night', 'list', '--json'], at)).nights).toMatchObject([
      { steps: 4 },
    ])
  })

  it('a second hub on the same home, by the first one’s process', async () => {
    const first = begin(['serve', '--json'], home)
    await first.said('"url"')
    const second = await nocturne(['serve', '--json'], home)
    expect(second.code).toBe(2)
    expect(refusalOf(second)).toMatchObject({
      code: 'busy',
      words: expect.stringContaining(`process ${first.child.pid}`),
      where: home,
      hint: expect.stringContaining('NOCTURNE_HOME'),
    })
    first.child.kill('SIGINT')
    expect((await first.ended).code).toBe(0)
  })

  it('a port in use', async () => {
    const taken = createServer()
    await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as AddressInfo
    const ran = await nocturne(['serve', '--port', String(port), '--json'], home)
    taken.close()
    expect(ran.code).toBe(2)
    expect(refusalOf(ran)).toMatchObject({
      words: `Port ${port} is in use by another program.`,
      where: '--port',
      hint: expect.stringContaining('another port'),
    })
    // The home is free again: the refusal let go of its lock.
    expect((await nocturne(['findings'], home)).code).toBe(0)
  })
})
