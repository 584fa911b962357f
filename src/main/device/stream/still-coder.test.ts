// Whole pictures coded by ffmpeg one by one, and a recording of them read back by ffprobe.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { isKey, nalType, nalTypes, ownColour, splitNals, spsOf } from '#shared/domain/h264.ts'
import { temporaryFolder } from '#main/sys/files.ts'
import { stillCoder } from '#main/device/stream/still-coder.ts'

const run = promisify(execFile)
const never = new AbortController().signal
const jpeg = (width: number, height: number, background: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()

it('makes a key frame of each picture, with no odd row or column, in the colours our encoder declares', async () => {
  const code = stillCoder()
  for (const [width, height] of [
    [540, 1200],
    [541, 1201],
  ] as const) {
    const { bytes, size } = await code(await jpeg(width, height, '#336699'), never)
    expect(size).toEqual({ width: 540, height: 1200 })
    expect(isKey(bytes)).toBe(true)
    expect(splitNals(bytes).filter(nal => nalType(nal) === nalTypes.sps).length).toBe(1)
    expect(spsOf(bytes)).toMatchObject({ size, colour: ownColour })
  }
})

it('gives pictures that follow each other different numbers, the same parameters and the colours they had', async () => {
  await using folder = await temporaryFolder()
  const code = stillCoder()
  const colours = ['#cc2222', '#22cc22', '#2222cc', '#cccc22']
  const units: Uint8Array[] = []
  for (const colour of colours) units.push((await code(await jpeg(64, 96, colour), never)).bytes)
  const of = (kind: number): Uint8Array[][] => units.map(unit => splitNals(unit).filter(nal => nalType(nal) === kind))
  for (const kind of [nalTypes.sps, nalTypes.pps])
    expect(new Set(of(kind).map(nals => Buffer.concat(nals).toString('hex'))).size).toBe(1)
  const file = join(folder.path, 'all.h264')
  await writeFile(file, Buffer.concat(units))
  const trace = await run('ffmpeg', ['-i', file, '-c', 'copy', '-bsf:v', 'trace_headers', '-f', 'null', '-'], {
    maxBuffer: 64 * 1024 * 1024,
  })
  const numbers = Array.from(trace.stderr.matchAll(/idr_pic_id\s+\S+ = (\d+)/gu), ([, number]) => Number(number))
  expect(numbers).toHaveLength(colours.length)
  for (const [at, number] of numbers.entries()) if (at > 0) expect(number).not.toBe(numbers[at - 1])
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', '-i', file, '-vf', 'scale=in_color_matrix=bt601', '-pix_fmt', 'rgb24', '-f', 'rawvideo', 'pipe:1'],
    { encoding: 'buffer' },
  )
  const shown = colours.map((_, at) => [...stdout.subarray(at * 64 * 96 * 3).subarray(0, 3)])
  const meant = colours.map(colour => [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16)))
  for (const [at, colour] of shown.entries())
    for (const [part, value] of colour.entries()) expect(Math.abs(value - (meant[at]?.[part] ?? 0))).toBeLessThan(8)
})

it('says in words that ffmpeg is missing, and what it could not read', async () => {
  const missing = stillCoder(() => Promise.resolve(null))
  await expect(missing(await jpeg(16, 16, '#000'), never)).rejects.toMatchObject({
    code: 'unsupported',
    hint: expect.stringContaining('ffmpeg') as string,
  })
  await expect(stillCoder()(Buffer.from('no picture'), never)).rejects.toMatchObject({
    code: 'failed',
    words: expect.stringMatching(/^A picture could not be coded for the recording/u) as string,
  })
})
