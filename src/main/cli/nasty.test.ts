// Every command with every kind of argument nobody should give: an exit code that is documented, a sentence instead of raw text,
// never a hang, and the device server lives on. Few tries of each; NOCTURNE_FUZZ asks for more.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { devicesShape, errorShape } from '#shared/protocol/shapes.ts'
import { rootFolder } from '#main/sys/paths.ts'
import { commands } from '#main/cli/commands.ts'
import { runCommand } from '#main/cli/run-command.ts'
import type { Terminal } from '#main/cli/terminal.ts'
import { begin, documentOf, nocturne } from '../../../test/builders/nocturne.ts'
import type { Ran, Running } from '../../../test/builders/nocturne.ts'
import { nastyTexts, rawIn } from '../../../test/builders/nasty.ts'

const tries = Number(process.env['NOCTURNE_FUZZ'] ?? 3)
/** What never comes; nothing that is asked here takes long. */
const hangsAfterMs = 120_000

const folder = mkdtempSync(join(tmpdir(), 'nocturne nasty '))
const home = join(folder, 'home')
/** Where a word without a slash is written to. */
const here = join(folder, 'here')
const before = {
  folder: process.cwd(),
  home: process.env['NOCTURNE_HOME'],
  port: process.env['ANDROID_ADB_SERVER_PORT'],
}
let served: Running

const at = (name: string): string => join(folder, name)
const places = [
  'a folder',
  'pipe',
  'to-pipe',
  'loop',
  'loop/a',
  'plain/a',
  'to-nothing',
  'plain',
  'to-plain',
  'empty.apk',
  'none',
]
const nasty = fc.oneof(
  fc.constantFrom(...nastyTexts, ...places.map(at), ...(process.platform === 'linux' ? ['/proc/nocturne/x.png'] : [])),
  fc.string({ unit: 'binary', maxLength: 12 }).filter(text => !text.includes('\0')),
)
/** For what is only read. */
const nastyRead = fc.oneof(nasty, fc.constantFrom('/dev/zero', '/dev/null', '/proc/self/mem', '/dev/tty'))

beforeAll(async () => {
  for (const name of ['here', 'a folder']) mkdirSync(at(name))
  execFileSync('mkfifo', [at('pipe')])
  for (const [name, to] of [
    ['to-pipe', 'pipe'],
    ['loop', 'loop'],
    ['to-nothing', 'nothing'],
    ['to-plain', 'plain'],
  ] as const)
    symlinkSync(to, at(name))
  for (const name of ['plain', 'empty.apk']) writeFileSync(at(name), '')
  writeFileSync(at('job.yaml'), `app: {demo: ${join(rootFolder(), 'resources/demo/notes.app.yaml')}, plant: none}\n`)
  served = begin(['serve', '--json'], home)
  await served.said('"url"')
  process.chdir(here)
  process.env['NOCTURNE_HOME'] = home
  process.env['ANDROID_ADB_SERVER_PORT'] = '1'
})

afterAll(async () => {
  process.chdir(before.folder)
  for (const [name, was] of [
    ['NOCTURNE_HOME', before.home],
    ['ANDROID_ADB_SERVER_PORT', before.port],
  ] as const)
    if (was === undefined) Reflect.deleteProperty(process.env, name)
    else process.env[name] = was
  served.child.kill('SIGINT')
  await served.ended
  rmSync(folder, { recursive: true, force: true })
})

async function ran(args: readonly string[]): Promise<Ran> {
  const said = { out: '', err: '' }
  const stop = new AbortController()
  const terminal: Terminal = {
    interrupted: stop.signal,
    interruptedTwice: stop.signal,
    isLive: false,
    isAttended: false,
    widthColumns: 80,
    out: text => void (said.out += text),
    err: text => void (said.err += text),
    json: document => void (said.out += `${JSON.stringify(document, null, 2)}\n`),
  }
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`it hangs: ${JSON.stringify(args).slice(0, 300)}`)),
    hangsAfterMs,
  )
  try {
    const code = await Promise.race([runCommand(args, terminal), late.promise])
    return { code, ...said }
  } finally {
    clearTimeout(timer)
    stop.abort(new Error('interrupted'))
  }
}

function check(args: readonly string[], { code, out, err }: Ran): void {
  /** What was given may be said again. */
  const ours = (said: string): string =>
    args.reduce((text, arg) => (arg.length > 2 ? text.replaceAll(arg, '') : text), said)
  expect([0, 1, 2]).toContain(code)
  expect(rawIn(ours(err))).toBeNull()
  expect(rawIn(ours(out))).toBeNull()
  // A flow that was refused is told as how it ended.
  if (code !== 2 || (args[0] === 'flow' && err === '')) return
  if (!args.includes('--json')) return expect(err).toMatch(/^nocturne: [^ \n]/mu)
  const { words } = documentOf(errorShape, { code, out, err }).error
  expect(words).toMatch(/\S[.?!)]$/u)
}

/** `·` is whatever, `¤` whatever to be read, `@` a place of ours; several templates of one command stand beside each other. */
const lines: readonly string[] = [
  '·',
  '· ·',
  'open ·',
  'demo ·',
  'demo --seed ·',
  'demo --minutes ·',
  'night ·',
  'night list ·',
  'night show ·',
  'night stop ·',
  'night stop · --now',
  'night run ¤ --steps 1',
  'night run @job.yaml --steps ·',
  'night run @job.yaml --minutes ·',
  'night run @job.yaml --until ·',
  'night run @job.yaml --seed · --steps 0',
  'night run @job.yaml --model · --steps 0',
  'night run @job.yaml --fail-on · --steps 0',
  'night run @job.yaml --steps 1 --trace ·',
  'night run @job.yaml --steps 1 --map ·',
  'findings ·',
  'findings show ·',
  'findings flow · --out ·',
  'findings accept ·',
  'findings duplicate · --of ·',
  'findings decline · --reason ·',
  'findings snooze · --until ·',
  'findings restore ·',
  'findings undo ·',
  'finding replay ·',
  'finding ·',
  'flow run ¤ --device demo-phone',
  'flow run @plain --device ·',
  'flow ·',
  'devices ·',
  'devices check ·',
  'devices pair · ·',
  'devices connect ·',
  'observe ·',
  'observe demo-phone --picture ·',
  'screenshot · shot.png',
  'screenshot demo-phone ·',
  'screenshot demo-phone · --force',
  'screenshot demo-phone · --force --frame',
  'screenshot demo-phone -o ·',
  'record · stop',
  'record demo-phone · --seconds 0.1',
  'record demo-phone --seconds · -o @a.mp4',
  'record demo-phone --seconds 0.1 -o ·',
  'record demo-phone --seconds 0.1 -o · --force',
  'control ·',
  'control · back',
  'control demo-phone ·',
  'control demo-phone · ·',
  'control demo-phone dark ·',
  'control demo-phone font ·',
  'control demo-phone locale ·',
  'control demo-phone network ·',
  'control demo-phone orientation ·',
  'control demo-phone turn ·',
  'control demo-phone posture ·',
  'control demo-phone awake ·',
  'control demo-phone status-bar ·',
  'control demo-phone battery ·',
  'control demo-phone battery · charging',
  'control demo-phone location · ·',
  'control demo-phone tap · ·',
  'control demo-phone text ·',
  'control demo-phone key ·',
  'control demo-phone app · ·',
  'control demo-phone app launch ·',
  'control demo-phone app stop ·',
  'control demo-phone app clear ·',
  'control demo-phone app uninstall ·',
  'control demo-phone app grant · ·',
  'control demo-phone app revoke dev.example.notes ·',
  'control demo-phone link ·',
  'control demo-phone send ¤',
  'boot ·',
  'boot · --wipe',
  'shutdown ·',
  'install · @empty.apk',
  'install demo-phone ¤',
  'explain ¤',
  'explain @plain --as ·',
  'doctor ·',
  'serve ·',
  'serve --port ·',
]

describe('a nasty argument', () => {
  it.each(lines)('nocturne %s', async line => {
    const holes = line.split(' ').map(word => {
      if (word === '·') return nasty
      if (word === '¤') return nastyRead
      return fc.constant(word.startsWith('@') ? at(word.slice(1)) : word)
    })
    const tail = fc.constantFrom<readonly string[]>([], ['--json'])
    await fc.assert(
      fc.asyncProperty(fc.tuple(...holes), tail, async (words, more) => {
        const args = [...words, ...more]
        check(args, await ran(args))
      }),
      { numRuns: tries, endOnFailure: true },
    )
  })

  it('is given to every command', () => {
    const given = new Set(lines.map(line => line.split(' ')[0]))
    // Programs of their own: tried below, and by test/run.ts.
    expect(Object.keys(commands).filter(name => !given.has(name))).toEqual(['bench', 'test'])
  })

  it.each([at('a folder'), at('pipe'), at('loop'), at('plain'), at('plain/a'), '', 'n'.repeat(300)])(
    'nocturne bench %j',
    async path => {
      const args = ['bench', path]
      const { code, out, err } = await nocturne(args, home)
      expect(code).toBe(2)
      expect(rawIn(`${out}${err}`.replaceAll(path === '' ? '\0' : path, ''))).toBeNull()
    },
  )

  const homes: readonly string[] = [
    ...(process.platform === 'linux' ? ['/proc/nocturne/home', '/dev/null', '/dev/null/home'] : []),
    ...['loop', 'loop/home', 'plain', 'plain/home', 'pipe', 'to-nothing/home', 'n'.repeat(300)].map(at),
    at(`${'n'.repeat(200)}/`.repeat(30)),
  ]
  it.each(homes)('NOCTURNE_HOME=%s', async place => {
    const { code, out, err } = await nocturne(['devices', '--json'], place)
    expect(code).toBe(2)
    const { words, hint } = documentOf(errorShape, { code, out, err }).error
    expect(rawIn(words)).toBeNull()
    expect(words).toMatch(/\.$/u)
    expect(hint).not.toBeNull()
    expect((await nocturne(['doctor'], place)).code).toBe(1)
  })

  it('a home with a folder where its socket, its store or its lock has to be', async () => {
    for (const name of ['hub.sock', 'nocturne.sqlite', 'hub.lock', 'artifacts', 'window.key', 'dropped']) {
      const place = at(`home with ${name}`)
      mkdirSync(join(place, name, 'something'), { recursive: true })
      const { code, out, err } = await nocturne(['devices', '--json'], place)
      if (code === 0) continue
      expect(rawIn(documentOf(errorShape, { code, out, err }).error.words)).toBeNull()
    }
  })

  it('leaves the device server as it was', async () => {
    expect(served.child.exitCode).toBeNull()
    const { devices } = documentOf(devicesShape.pick({ devices: true }), await ran(['devices', '--json']))
    expect(devices.map(one => one.id)).toContain('demo-phone')
    expect((await ran(['screenshot', 'demo-phone', at('after.png')])).code).toBe(0)
  })
})
