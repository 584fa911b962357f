// The real command line as a person types it: spawned, with a home of its own. Documents, words, exit codes.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { doctorShape, findingsShape, findingShape, nightDocumentShape, replayedShape } from '#shared/protocol/shapes.ts'
import {
  begin,
  documentOf,
  nocturne as runIn,
  ownFolder,
  refusalOf,
  type Ran,
} from '../../../test/builders/nocturne.ts'

const folder = ownFolder()
const { home } = folder

const nocturne = (args: readonly string[], inHome: string = home): Promise<Ran> => runIn(args, inHome)

describe('a demo night', () => {
  it('ends with confirmed findings whose flows played, and keeps them for the next command', async () => {
    const trace = join(folder.path, 'trace.jsonl')
    const ran = await nocturne(['demo', '--seed', '7', '--json', '--trace', trace])
    expect(ran.err).toContain('Exploring')
    expect(ran.code).toBe(0)
    const { night, findings, inbox } = documentOf(nightDocumentShape, ran)
    expect(night).toMatchObject({ ended_by: 'budget', devices: ['demo-phone'] })
    expect(inbox).toBeNull()
    const shown = findings.filter(finding => finding.shown)
    expect(shown.length).toBeGreaterThanOrEqual(5)
    expect(new Set(shown.map(finding => finding.check)).size).toBeGreaterThanOrEqual(4)
    for (const path of shown.flatMap(finding => [
      ...finding.pictures,
      ...(finding.flow === null ? [] : [finding.flow]),
    ]))
      expect(existsSync(path)).toBe(true)
    expect(
      readFileSync(trace, 'utf8')
        .trim()
        .split('\n')
        .map(line => z.object({ n: z.number() }).parse(JSON.parse(line)).n),
    ).toHaveLength(night.steps)

    const listed = documentOf(findingsShape, await nocturne(['findings', '--json']))
    expect(listed.findings.map(finding => finding.id)).toEqual(shown.map(finding => finding.id))
    const [first] = shown
    const id = first?.id ?? ''
    expect(documentOf(findingShape, await nocturne(['findings', 'show', id, '--json']))).toEqual(first)
    const flow = await nocturne(['findings', 'flow', id, '--out', join(folder.path, 'a.yaml'), '--json'])
    expect(JSON.parse(flow.out)).toEqual({ file: join(folder.path, 'a.yaml') })
    expect(readFileSync(join(folder.path, 'a.yaml'), 'utf8')).toContain('appId')
    const replayed = await nocturne(['finding', 'replay', id, '--json'])
    expect(documentOf(replayedShape, replayed).reproduced).toMatch(/^[12]\/2$/u)
    expect(replayed.code).toBe(0)
    expect((await nocturne(['findings', 'decline', id])).code).toBe(2)
    const declined = documentOf(
      findingShape,
      await nocturne(['findings', 'decline', id, '--reason', 'as designed', '--json']),
    )
    expect(declined).toMatchObject({ status: 'declined', shown: false })
    expect(documentOf(findingShape, await nocturne(['findings', 'undo', id, '--json'])).status).toBe('new')
    const shownNight = documentOf(nightDocumentShape, await nocturne(['night', 'show', night.id, '--json']))
    expect(shownNight.findings).toHaveLength(findings.length)
    expect((await nocturne(['night', 'list'])).out).toContain(night.id)
  })

  it('ends after the step in hand at the first Ctrl-C and keeps what it has', async () => {
    const running = begin(['demo', '--seed', '3', '--json'], join(folder.path, 'stopped'))
    await running.said('Exploring')
    running.child.kill('SIGINT')
    const ran = await running.ended
    expect(ran.code).toBe(0)
    expect(documentOf(nightDocumentShape, ran).night.ended_by).toBe('stopped')
  })
})

describe('words for what is wrong, and exit 2', () => {
  const cases: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['an unknown command', ['nigth'], /no command "nigth"/u],
    ['an unknown option', ['demo', '--sede', '7'], /no option --sede/u],
    ['a fraction', ['demo', '--seed', '1.5'], /--seed takes a whole number/u],
    ['a number out of range', ['demo', '--minutes', 'soon'], /--minutes takes a number/u],
    ['a missing word', ['findings', 'show'], /id of the finding is missing/u],
    ['an unknown finding', ['findings', 'show', 'f-none'], /no finding "f-none"/u],
    ['an unknown night', ['night', 'show', 'n-none'], /no night "n-none"/u],
    ['an unknown device', ['observe', 'nobody'], /no device "nobody"/u],
    ['a job that is not there', ['night', 'run', 'none.yaml'], /no such file/u],
    ['a file that is not there', ['explain', 'none.txt'], /no such file/u],
  ]
  it.each(cases)('%s', async (_name, args, words) => {
    const ran = await nocturne([...args, '--json'])
    expect(ran.code).toBe(2)
    expect(refusalOf(ran).words).toMatch(words)
    const plain = await nocturne(args)
    expect(plain).toMatchObject({ code: 2, out: '' })
    expect(plain.err).toMatch(words)
  })

  it('names the line of every error of a job before anything starts', async () => {
    const job = join(folder.path, 'job.yaml')
    writeFileSync(job, 'app: {demo: none.app.yaml}\nminuts: 3\ncards:\n  - success: it works\n')
    const { words, where } = refusalOf(await nocturne(['night', 'run', job, '--json']))
    expect(where).toMatch(/job\.yaml:\d+$/u)
    expect(words).toContain('minuts')
    expect(
      documentOf(
        z.object({ nights: z.array(z.unknown()) }),
        await nocturne(['night', 'list', '--json'], join(folder.path, 'fresh')),
      ).nights,
    ).toEqual([])
  })

  it('a home that cannot be written', async () => {
    const file = join(folder.path, 'a-file')
    writeFileSync(file, '')
    expect(refusalOf(await nocturne(['devices', '--json'], join(file, 'home'))).words).toMatch(/cannot be written/u)
    if (process.getuid?.() === 0) return
    const closed = join(folder.path, 'closed')
    mkdirSync(closed)
    chmodSync(closed, 0o500)
    expect(refusalOf(await nocturne(['devices', '--json'], join(closed, 'home'))).words).toMatch(/cannot be written/u)
  })

  it('a damaged store', async () => {
    const bad = join(folder.path, 'damaged')
    mkdirSync(bad)
    writeFileSync(join(bad, 'nocturne.sqlite'), 'no database at all, but long enough to be read as one '.repeat(40))
    const ran = await nocturne(['findings', '--json'], bad)
    expect(ran.code).toBe(2)
    expect(refusalOf(ran).words).toContain('damaged')
  })

  it('a port in use', async () => {
    const taken = createServer()
    await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as AddressInfo
    const ran = await nocturne(['serve', '--port', String(port), '--json'])
    taken.close()
    expect(ran.code).toBe(2)
    expect(refusalOf(ran).words).toContain(`Port ${port} is in use`)
  })
})

describe('one hub per home', () => {
  it('lets other commands use the running one, and refuses a second one', async () => {
    const served = begin(['serve', '--json'], home)
    const url = await new Promise<string>(resolve =>
      served.child.stdout.once('data', chunk =>
        resolve(z.object({ url: z.string() }).parse(JSON.parse(String(chunk))).url),
      ),
    )
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?code=/u)
    const second = await nocturne(['serve', '--json'])
    expect(second.code).toBe(2)
    expect(refusalOf(second)).toMatchObject({
      code: 'busy',
      words: expect.stringContaining('running on this home already'),
    })
    const doctor = await nocturne(['doctor', '--json'])
    expect(doctor.code).toBe(0)
    expect(
      documentOf(
        doctorShape.omit({ checks: true }).extend({
          checks: z.array(
            z.object({ what: z.string(), ok: z.boolean(), found: z.string(), do: z.string().nullable() }),
          ),
        }),
        doctor,
      ).checks.map(check => check.what),
    ).toContain('adb')
    served.child.kill('SIGINT')
    expect((await served.ended).code).toBe(0)
    expect(existsSync(join(home, 'hub.lock'))).toBe(false)
  })

  it('takes over the home of one that was killed', async () => {
    const served = begin(['serve', '--json'], home)
    await new Promise(resolve => served.child.stdout.once('data', resolve))
    served.child.kill('SIGKILL')
    await served.ended
    expect(existsSync(join(home, 'hub.lock'))).toBe(true)
    expect((await nocturne(['devices'])).code).toBe(0)
  })
})

describe('help', () => {
  it('lists the commands, and each says how it is used', async () => {
    const { out, code } = await nocturne(['--help'])
    expect(code).toBe(0)
    for (const name of [
      'demo',
      'night',
      'findings',
      'finding',
      'flow',
      'devices',
      'observe',
      'explain',
      'doctor',
      'bench',
      'serve',
      'test',
    ])
      expect(out).toContain(`  ${name} `)
    expect((await nocturne(['night', '--help'])).out).toContain('night run JOB.yaml')
  })
})
