// `nocturne record` on the demo phone, as a person meets it: a clip until Ctrl-C, one that goes on while others have control,
// and one that is whole after the device server was killed.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
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
  const recording = begin(['record', 'demo-phone', '--seconds', '600', '-o', file, '--json'], folder.home)
  await recording.said('Recording to')
  const began = performance.now()
  expect((await nocturne(['control', 'demo-phone', 'dark', 'on'], folder.home)).code).toBe(0)
  // What the control changed is drawn and encoded a moment after its answer.
  await new Promise(resolve => setTimeout(resolve, 1500))
  const lastedS = (performance.now() - began) / 1000
  recording.child.kill('SIGINT')
  const ran = await recording.ended
  expect(ran.code).toBe(0)
  const { files, notes } = documentOf(recorded, ran)
  expect([files.map(one => one.file), notes]).toEqual([[file], []])
  const { seconds, pictures, width } = probe(file)
  expect(Math.abs(seconds - lastedS)).toBeLessThan(3)
  expect(pictures).toBeGreaterThan(1)
  expect(width).toBe(1080)
  expect(complaints(file)).toBe('')
}, 120_000)

it('leaves a clip that plays up to a second before the device server was killed', async () => {
  const file = join(folder.path, 'killed.mp4')
  const recording = begin(['record', 'demo-phone', '-o', file], folder.home)
  await recording.said('Recording to')
  const began = performance.now()
  await nocturne(['control', 'demo-phone', 'dark', 'on'], folder.home)
  await new Promise(resolve => setTimeout(resolve, 2500))
  const lastedS = (performance.now() - began) / 1000
  recording.child.kill('SIGKILL')
  await recording.ended
  const { seconds, pictures } = probe(file)
  expect(pictures).toBeGreaterThan(1)
  expect(seconds).toBeGreaterThan(lastedS - 1)
  expect(complaints(file)).toBe('')
}, 120_000)

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
}, 120_000)
