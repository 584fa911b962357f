// `nocturne record` on the demo phone, as a person meets it: a clip until Ctrl-C, one that goes on while others have control,
// and one that is whole after the device server was killed.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { until } from './builders/until.ts'
import { begin, documentOf, nocturne, ownFolder, refusalOf } from './builders/nocturne.ts'

const folder = ownFolder()

function probe(file: string): { readonly seconds: number; readonly pictures: number; readonly width: number } {
  const args = ['-v', 'error', '-of', 'json', '-show_entries', 'format=duration:stream=width:packet=pts_time', file]
  const read = JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' })) as {
    readonly packets: readonly unknown[]
    readonly streams: readonly { readonly width: number }[]
    readonly format: { readonly duration: string }
  }
  return {
    seconds: Number(read.format.duration),
    pictures: read.packets.length,
    width: read.streams[0]?.width ?? 0,
  }
}

const complaints = (file: string): string =>
  execFileSync('ffmpeg', ['-v', 'error', '-i', file, '-f', 'null', '-'], { encoding: 'utf8' })

const recorded = z.object({
  id: z.string(),
  files: z.array(z.object({ file: z.string(), ms: z.number() })),
  notes: z.array(z.string()),
  error: z.null(),
})

it('records a device until Ctrl-C, at its full size, while another takes control and hands it back', async () => {
  const file = join(folder.path, 'a clip.mp4')
  const begun = performance.now()
  const recording = begin(['record', 'demo-phone', '--seconds', '600', '-o', file, '--json'], folder.home)
  await recording.said('Recording to')
  const said = performance.now()
  expect((await nocturne(['control', 'demo-phone', 'dark', 'on'], folder.home)).code).toBe(0)
  // What the control changed is drawn, encoded and written a moment after its answer.
  await expect.poll(() => probe(file).pictures, { interval: 300 }).toBeGreaterThan(1)
  const lastedS = (performance.now() - said) / 1000
  recording.child.kill('SIGINT')
  const ran = await recording.ended
  const wholeS = (performance.now() - begun) / 1000
  expect(ran.code).toBe(0)
  const { files, notes } = documentOf(recorded, ran)
  expect([files.map(one => one.file), notes]).toEqual([[file], []])
  const { seconds, pictures, width } = probe(file)
  expect(seconds).toBeGreaterThan(lastedS - 0.1)
  expect(seconds).toBeLessThan(wholeS)
  expect(pictures).toBeGreaterThan(1)
  expect(width).toBe(1080)
  expect(complaints(file)).toBe('')
})

it('records the pictures of a device that gives no video, and says so', async () => {
  const file = join(folder.path, 'pictures.mp4')
  const env = { NOCTURNE_H264: join(folder.path, 'none') }
  const recording = begin(['record', 'demo-phone', '--seconds', '600', '-o', file, '--json'], folder.home, env)
  await recording.said('Recording to')
  expect((await nocturne(['control', 'demo-phone', 'dark', 'on'], folder.home)).code).toBe(0)
  await expect.poll(() => probe(file).pictures, { interval: 300 }).toBeGreaterThan(1)
  const { seconds } = probe(file)
  await until(() => probe(file).seconds > seconds + 1, 'its last picture is held')
  recording.child.kill('SIGINT')
  const ran = await recording.ended
  expect(ran.code).toBe(0)
  expect(documentOf(recorded, ran).notes).toEqual([
    'Demo phone gives no video now, so its pictures are recorded, a few a second at most.',
  ])
  expect(probe(file).width).toBe(1080)
  expect(complaints(file)).toBe('')
})

// That it is at most a second of the stream is counted where the stream's clock is the test's own: record/recording.test.ts.
it('leaves a clip that plays, with all that was in its file, when the device server is killed', async () => {
  const file = join(folder.path, 'killed.mp4')
  const recording = begin(['record', 'demo-phone', '-o', file], folder.home)
  await recording.said('Recording to')
  await nocturne(['control', 'demo-phone', 'dark', 'on'], folder.home)
  await until(() => probe(file).pictures > 1, 'the change was written')
  // The screen is still: what is written is that its last picture lasts.
  const { seconds } = probe(file)
  await until(() => probe(file).seconds > seconds + 1, 'a still screen was written too')
  const before = probe(file)
  recording.child.kill('SIGKILL')
  await recording.ended
  const after = probe(file)
  expect(after.seconds).toBeGreaterThanOrEqual(before.seconds)
  expect(after.pictures).toBeGreaterThanOrEqual(before.pictures)
  expect(complaints(file)).toBe('')
})

it('refuses in words what it cannot record', async () => {
  const unknown = await nocturne(['record', 'no-phone', '--seconds', '1', '--json'], folder.home)
  expect([unknown.code, refusalOf(unknown).code]).toEqual([2, 'unknown-device'])
  const alone = await nocturne(['record', 'demo-phone', 'start', '--json'], folder.home)
  expect([alone.code, refusalOf(alone).words]).toEqual([
    2,
    'No device server stays after this command, so nothing would be recorded.',
  ])
  const wrong = await nocturne(['record', 'demo-phone', 'pause', '--json'], folder.home)
  expect(refusalOf(wrong).words).toBe('record takes start or stop, not "pause".')
  expect(existsSync(join(folder.home, 'artifacts', 'recordings'))).toBe(false)
})

it('writes over no file that is there, unless it is told to', async () => {
  const file = folder.write('kept.mp4', 'mine')
  const again = ['record', 'demo-phone', '--seconds', '1', '-o', file]
  const refused = await nocturne([...again, '--json'], folder.home)
  expect([refused.code, refusalOf(refused)]).toMatchObject([
    2,
    { words: 'There is a file of this name already.', where: file, hint: expect.stringContaining('--force') as string },
  ])
  expect(readFileSync(file, 'utf8')).toBe('mine')
  expect((await nocturne([...again, '--force'], folder.home)).code).toBe(0)
  expect(probe(file).width).toBe(1080)
})
