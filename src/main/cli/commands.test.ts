// The smaller commands as a person types them: what they print as JSON, and what their exit status says.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  checkedShape,
  findingsShape,
  flowRunShape,
  nightDocumentShape,
  observedShape,
  replayedShape,
} from '#shared/protocol/shapes.ts'
import { pixelsOfPng, sizeOfImage } from '#main/sys/images.ts'
import { rootFolder } from '#main/sys/paths.ts'
import { documentOf, nocturne, ownFolder, refusalOf } from '../../../test/builders/nocturne.ts'

const folder = ownFolder()
const { home } = folder
const file = folder.write

describe('devices check', () => {
  it('prints each check of the driver contract with its time, and exits 0 when all hold', async () => {
    const ran = await nocturne(['devices', 'check', 'demo-phone', '--json'], home)
    expect(ran.code).toBe(0)
    const { id, checks } = documentOf(checkedShape, ran)
    expect(id).toBe('demo-phone')
    expect(checks.length).toBeGreaterThan(5)
    for (const check of checks) expect(check).toMatchObject({ ok: true, words: expect.stringMatching(/./u) })
    const plain = await nocturne(['devices', 'check', 'demo-phone'], home)
    expect(plain.out).toMatch(/^ok\s+observe\s+\d+ ms\s+1080×2400/mu)
    expect((await nocturne(['devices', 'check', 'nobody', '--json'], home)).code).toBe(2)
  })
})

describe('observe', () => {
  it('prints what one look holds, the tree only when asked', async () => {
    const bare = documentOf(observedShape, await nocturne(['observe', 'demo-phone', '--json'], home))
    expect(bare).toMatchObject({ tree: null, tree_missing: null, picture: null })
    const picture = join(folder.path, 'now.png')
    const whole = documentOf(
      observedShape,
      await nocturne(['observe', 'demo-phone', '--tree', '--picture', picture, '--json'], home),
    )
    expect(whole.tree?.length).toBeGreaterThan(1)
    expect(whole.picture).toBe(picture)
  })
})

describe('screenshot', () => {
  const shot = async (...args: readonly string[]): Promise<Awaited<ReturnType<typeof nocturne>>> =>
    nocturne(['screenshot', 'demo-phone', ...args, '--json'], home)

  it('writes every pixel of the screen, and over no file that is there unless it is told to', async () => {
    const path = join(folder.path, 'screen.png')
    expect(JSON.parse((await shot(path)).out)).toEqual({ id: 'demo-phone', file: path })
    expect(await sizeOfImage(path)).toEqual({ width: 1080, height: 2400 })
    const kept = file('kept.png', 'mine')
    for (const args of [[kept], ['-o', kept]]) {
      const refused = await shot(...args)
      expect(refused.code).toBe(2)
      expect(refusalOf(refused)).toMatchObject({ words: 'There is a file of this name already.', where: kept })
    }
    expect(readFileSync(kept, 'utf8')).toBe('mine')
    expect((await shot('-o', kept, '--force')).code).toBe(0)
    expect((await sizeOfImage(kept)).width).toBe(1080)
  })

  it('draws the device round it when it is asked to', async () => {
    const path = join(folder.path, 'framed.png')
    expect((await shot(path, '--frame')).code).toBe(0)
    const { width, height } = await sizeOfImage(path)
    expect(width).toBeGreaterThan(1080)
    expect(height).toBeGreaterThan(2400)
    // The corner is nobody's, the edge is the body, the middle is the screen.
    const pixels = await pixelsOfPng(readFileSync(path), 1)
    const at = (x: number, y: number): readonly number[] => [
      ...pixels.data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
    ]
    expect(at(0, 0)[3]).toBe(0)
    const body = at(Math.round((width - 1080) / 2) - 4, Math.round(height / 2))
    expect(body).toEqual([8, 9, 11, 255])
    expect(at(Math.round(width / 2), Math.round(height / 2))[3]).toBe(255)
  })
})

describe('explain', () => {
  const read = async (
    name: string,
    text: string,
    ...more: readonly string[]
  ): Promise<{ code: number | null; document: unknown }> => {
    const { code, out } = await nocturne(['explain', file(name, text), ...more], home)
    return { code, document: JSON.parse(out) }
  }

  it('prints what a parser read, and a refusal with exit 1', async () => {
    expect(await read('ime.txt', '  mInputShown=true\n', '--as', 'dumpsys-input-method')).toEqual({
      code: 0,
      document: { shown: true },
    })
    expect(await read('flow.yaml', 'appId: a.b\n---\n- back\n')).toMatchObject({
      code: 0,
      document: { commands: expect.any(Array) },
    })
    expect(await read('bad.yaml', 'appId: a.b\n---\n- backk\n')).toMatchObject({
      code: 1,
      document: { errors: [{ line: 3, words: expect.stringMatching(/./u) }] },
    })
    const refused = await read('tree.xml', 'no tree at all', '--as', 'uiautomator')
    expect(refused).toMatchObject({
      code: 1,
      document: { refused: { code: expect.any(String), words: expect.any(String) } },
    })
    expect(refused.document).toHaveProperty('refused.line')
    const unknown = await nocturne(['explain', file('odd.txt', 'x'), '--as', 'nothing-known', '--json'], home)
    expect(unknown.code).toBe(2)
    expect(JSON.parse(unknown.out)).toMatchObject({
      error: { code: 'bad-value', hint: expect.stringContaining('uiautomator') },
    })
  })
})

describe('flow run, and what a finding gives', () => {
  it('exits 0 passed, 1 reproduced or drifted, 2 refused', async () => {
    const notes = join(rootFolder(), 'resources', 'demo', 'notes.app.yaml')
    const job = file('job.yaml', `app: {demo: ${notes}, plant: all}\nsteps: 120\nseed: 7\n`)
    const { findings } = documentOf(nightDocumentShape, await nocturne(['night', 'run', job, '--json'], home))
    const found =
      findings.find(
        finding =>
          finding.flow_result === 'reproduced' && finding.asserts === 'maestro' && finding.reproduced === '2/2',
      ) ?? findings.find(finding => finding.flow_result === 'reproduced')
    expect(found).toBeDefined()
    const id = found?.id ?? ''

    const play = async (path: string): Promise<{ code: number | null; result: string; line: number | null }> => {
      const ran = await nocturne(['flow', 'run', path, '--device', 'demo-phone', '--json'], home, {
        NOCTURNE_DEMO_SPEED: '8',
      })
      const { result, line } = documentOf(flowRunShape, ran)
      return { code: ran.code, result, line }
    }
    const app = 'dev.example.jotter'
    expect(await play(file('ok.yaml', `appId: ${app}\n---\n- launchApp:\n    clearState: true\n`))).toMatchObject({
      code: 0,
      result: 'passed',
    })
    expect(
      await play(
        file('off.yaml', `appId: ${app}\n---\n- launchApp:\n    clearState: true\n- tapOn: Nothing of this name\n`),
      ),
    ).toMatchObject({ code: 1, result: 'drifted', line: 5 })
    expect(await play(file('no.yaml', `appId: ${app}\n---\n- launchApp\n- runScript: x.js\n`))).toMatchObject({
      code: 2,
      result: 'refused',
      line: 4,
    })
    const again = join(folder.path, 'again.yaml')
    expect((await nocturne(['findings', 'flow', id, '--out', again], home)).code).toBe(0)
    expect(await play(again)).toMatchObject({ code: 1, result: 'reproduced' })

    const printed = await nocturne(['findings', 'flow', id], home)
    expect(printed.out).toContain('appId:')
    const replayed = await nocturne(['finding', 'replay', id, '--json'], home)
    expect(replayed.code).toBe(documentOf(replayedShape, replayed).reproduced.startsWith('0/') ? 1 : 0)
    expect(documentOf(findingsShape, await nocturne(['findings', '--all', '--json'], home)).findings).toHaveLength(
      findings.length,
    )
    for (const args of [
      ['findings', 'flow', 'f-none'],
      ['finding', 'replay', 'f-none'],
      ['flow', 'run', again],
      ['flow', 'run', again, '--device', 'nobody'],
    ]) {
      const ran = await nocturne([...args, '--json'], home)
      expect(ran.code).toBe(2)
      expect(refusalOf(ran).words).not.toBe('')
    }
  })
})

describe('doctor', () => {
  it('exits 0 when nothing needed is missing, and says what each thing is', async () => {
    const ran = await nocturne(['doctor', '--json'], home)
    expect(ran.code).toBe(0)
    const { checks } = documentOf(
      z
        .object({
          checks: z.array(
            z.object({ what: z.string(), ok: z.boolean(), found: z.string(), do: z.string().nullable() }).strict(),
          ),
        })
        .strict(),
      ran,
    )
    for (const check of checks) expect(check.ok || check.do !== null).toBe(true)
  })

  it('exits 1 when the home is damaged, with what to do', async () => {
    const damaged = join(folder.path, 'damaged')
    await nocturne(['findings'], damaged)
    writeFileSync(join(damaged, 'nocturne.sqlite'), 'no database at all, but long enough to be read as one '.repeat(40))
    const ran = await nocturne(['doctor'], damaged)
    expect(ran.code).toBe(1)
    expect(ran.out).toMatch(/NEEDED\s+Home: .*damaged\.\n\s+Move the file away/u)
  })
})
