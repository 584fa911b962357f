// The encoder helper, as it is built here, through its client: what goes in comes out, whatever dies. Where no encoder
// can be built, what says so is tested instead.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { codecString, isKey, splitNals, spsOf } from '#shared/domain/h264.ts'
import type { EncoderName } from '#shared/domain/video.ts'
import { aboutEncoder, openEncoder } from '#main/sys/encoder.ts'
import type { CodedUnit, Encoder, PictureSize } from '#main/sys/encoder.ts'
import { keptEncoder } from '#main/sys/kept-encoder.ts'
import { findTool } from '#main/sys/tools.ts'

const source = join(import.meta.dirname, '..', 'native', 'h264')
const run = (program: string, args: readonly string[]): { ok: boolean; text: string } => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return { ok: status === 0, text: `${stdout ?? ''}${stderr ?? ''}` }
}
const found = run('make', ['-s', '-C', source, 'what'])
const backends = found.ok ? found.text.trim().split(/\s+/).filter(Boolean) : []
const folder = mkdtempSync(join(tmpdir(), 'nocturne encoder '))
const forever = new AbortController().signal

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Bars that move with the step, so that pictures differ. */
function picture({ width, height, format }: PictureSize, step: number): Uint8Array {
  const bytes = format === 'rgb888' ? 3 : 4
  const pixels = new Uint8Array(width * height * bytes)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      pixels.fill((x + y * 2 + step * 16) & 255, (y * width + x) * bytes, (y * width + x + 1) * bytes)
  return pixels
}

const stamp = (sequence: number): { sequence: number; atUs: number; generation: number } => ({
  sequence,
  atUs: sequence * 16_667 + 2 ** 40,
  generation: 7,
})

const small: PictureSize = { width: 160, height: 96, outWidth: 160, outHeight: 96, format: 'rgb888' }

/** Its units, one after another. */
function unitsOf(encoder: Encoder): () => Promise<CodedUnit> {
  const come: CodedUnit[] = []
  const waiting: ((unit: CodedUnit) => void)[] = []
  encoder.onUnit(unit => {
    const next = waiting.shift()
    if (next === undefined) come.push(unit)
    else next(unit)
  })
  return () => {
    const unit = come.shift()
    return unit === undefined ? new Promise(resolve => waiting.push(resolve)) : Promise.resolve(unit)
  }
}

async function opened(
  size: PictureSize,
  backend?: EncoderName,
): Promise<{ encoder: Encoder; next: () => Promise<CodedUnit> }> {
  const encoder = await openEncoder({ ...size, ...(backend === undefined ? {} : { backend }) }, forever)
  onTestFinished(() => encoder[Symbol.asyncDispose]())
  return { encoder, next: unitsOf(encoder) }
}

function withProgram(path: string): void {
  const before = process.env['NOCTURNE_H264']
  process.env['NOCTURNE_H264'] = path
  onTestFinished(() => {
    if (before === undefined) delete process.env['NOCTURNE_H264']
    else process.env['NOCTURNE_H264'] = before
  })
}

function script(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${text}\n`)
  chmodSync(path, 0o755)
  return path
}

describe('without the helper', () => {
  it('is refused in words that say how to get it', async () => {
    withProgram(join(folder, 'not-there'))
    await expect(openEncoder(small, forever)).rejects.toMatchObject({
      code: 'failed',
      message: 'The encoder has not been built, so pictures come as stills.',
      hint: expect.stringContaining('libyuv'),
    })
    await expect(aboutEncoder(forever)).rejects.toThrow(/has not been built/)
  })

  it('tells a program that is none, one that ends at once and one that says nothing', async () => {
    withProgram(script('talks', "printf 'hello hello hello hello'; sleep 1"))
    await expect(openEncoder(small, forever)).rejects.toThrow(/announced an answer of/)
    await expect(aboutEncoder(forever)).rejects.toThrow()
    withProgram(script('ends', "echo 'h264: no such thing' >&2; exit 2"))
    await expect(openEncoder(small, forever)).rejects.toThrow('The encoder ended by itself (2): no such thing.')
    withProgram(script('silent', 'exec sleep 20'))
    await expect(openEncoder(small, forever)).rejects.toThrow('The encoder did not start in time.')
  })
})

if (backends.length === 0) {
  it('left out: no encoder can be built here', () => {
    process.stdout.write('left out: the encoder (no compiler, no libyuv, or neither x264 nor OpenH264)\n')
    expect(backends).toEqual([])
  })
} else {
  describe('the helper', () => {
    beforeAll(() => {
      const built = run('make', ['-s', '-C', source])
      if (!built.ok) throw new Error(built.text)
    })

    it('holds in its own tests', () => {
      const tested = run('make', ['-s', '-C', source, 'test'])
      expect(tested.text).toMatch(/\d+ checks hold/)
      expect(tested.ok).toBe(true)
    })

    it('says who it is', async () => {
      const about = await aboutEncoder(forever)
      expect(about.backends).toEqual(backends)
      expect(about.backend).toBe(backends[0])
      expect(about.version).not.toBe('')
    })

    it.each(backends as EncoderName[])('%s gives one unit a picture, and a key frame when asked', async backend => {
      const { encoder, next } = await opened(small, backend)
      expect(encoder.about.backend).toBe(backend)
      for (let sequence = 1; sequence <= 20; sequence += 1) {
        if (sequence === 10) encoder.key()
        encoder.encode(picture(small, sequence), stamp(sequence))
        // On a screen that is still at that moment the last picture comes again; on a moving one, none does.
        let unit = await next()
        if (sequence === 10 && unit.again) {
          expect(unit).toMatchObject({ sequence: 9, key: true })
          unit = await next()
        }
        expect(unit).toMatchObject({ ...stamp(sequence), again: false, size: { width: 160, height: 96 } })
        expect(isKey(unit.bytes)).toBe(unit.key)
        if (sequence === 1) expect(unit.key).toBe(true)
        else if (sequence !== 10) expect(unit.key).toBe(false)
      }
      encoder.key()
      const again = await next()
      expect(again).toMatchObject({ sequence: 20, key: true, again: true })
      const sps = spsOf(again.bytes)
      expect(sps).toMatchObject({
        size: { width: 160, height: 96 },
        reorderFrames: 0,
        colour: { matrix: 6, fullRange: false },
      })
      expect(sps === null ? '' : codecString(sps)).toMatch(/^avc1\.42[CE]0[0-9A-F]{2}$/)
      expect(splitNals(again.bytes).map(nal => (nal[0] ?? 0) & 31)).toContain(8)
    })

    it.each(backends as EncoderName[])('%s keeps colours, at full size and made smaller', async backend => {
      const ffmpeg = await findTool('ffmpeg')
      if (ffmpeg === null) {
        process.stdout.write('left out: colours (ffmpeg is not installed)\n')
        return
      }
      const size: PictureSize = { width: 300, height: 201, outWidth: 300, outHeight: 201, format: 'rgba8888' }
      const { encoder, next } = await opened(size, backend)
      const colours = [
        [255, 0, 0],
        [0, 255, 0],
        [0, 0, 255],
      ] as const
      const pixels = new Uint8Array(size.width * size.height * 4)
      for (let i = 0; i < size.width * size.height; i += 1)
        pixels.set([...(colours[Math.floor((i % size.width) / 100)] ?? [0, 0, 0]), 255], i * 4)
      encoder.encode(pixels, stamp(1))
      const whole = await next()
      encoder.resize({ ...size, outWidth: 150, outHeight: 100 })
      const half = await next()
      expect(half).toMatchObject({ again: true, key: true, sequence: 1, size: { width: 150, height: 100 } })
      for (const [unit, width, height] of [
        [whole, 300, 200],
        [half, 150, 100],
      ] as const) {
        const { stdout } = spawnSync(
          ffmpeg,
          ['-v', 'error', '-f', 'h264', '-i', '-', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'],
          { input: unit.bytes },
        )
        expect(stdout.length).toBe(width * height * 3)
        for (const [at, colour] of colours.entries()) {
          const middle = (Math.floor(height / 2) * width + Math.floor(((at + 0.5) * width) / 3)) * 3
          for (const part of [0, 1, 2])
            expect(Math.abs((stdout[middle + part] ?? -99) - (colour[part] ?? 0))).toBeLessThan(8)
        }
      }
    })

    it('drops the picture that waits for a newer one, and never the newest', async () => {
      const size: PictureSize = { ...small, width: 640, height: 480, outWidth: 640, outHeight: 480 }
      const { encoder, next } = await opened(size)
      for (let sequence = 1; sequence <= 30; sequence += 1) encoder.encode(picture(size, sequence), stamp(sequence))
      const sequences: number[] = []
      while (sequences.at(-1) !== 30) sequences.push((await next()).sequence)
      expect(sequences[0]).toBe(1)
      expect(sequences.length).toBeLessThan(30)
      expect(sequences).toEqual([...sequences].sort((a, b) => a - b))
    })

    it('takes another size of the pictures, and refuses what would end it', async () => {
      const { encoder, next } = await opened(small)
      encoder.encode(picture(small, 1), stamp(1))
      await next()
      const turned: PictureSize = { width: 97, height: 161, outWidth: 97, outHeight: 161, format: 'rgba8888' }
      encoder.resize(turned)
      expect(() => encoder.encode(picture(small, 2), stamp(2))).toThrow(/A picture of 46080 bytes was given/)
      encoder.encode(picture(turned, 2), stamp(2))
      expect(await next()).toMatchObject({ sequence: 2, key: true, again: false, size: { width: 96, height: 160 } })
      expect(() => encoder.resize({ ...small, outWidth: 320 })).toThrow(/cannot be encoded at 320x96/)
      expect(() => encoder.resize({ ...small, width: 8 })).toThrow(/cannot be encoded/)
      expect(() => encoder.encode({ shmReady: true }, stamp(3))).toThrow(/none was named/)
    })

    it('reads pictures from a shared file, and ends in words when the file is cut short', async () => {
      const shm = join(folder, 'pictures')
      const size: PictureSize = { ...small, shm }
      writeFileSync(shm, picture(size, 1))
      const { encoder, next } = await opened(size)
      encoder.encode({ shmReady: true }, stamp(1))
      const first = await next()
      writeFileSync(shm, picture(size, 9), { flag: 'r+' })
      encoder.encode({ shmReady: true }, stamp(2))
      const second = await next()
      expect([first.key, second.key]).toEqual([true, false])
      expect(second.bytes.length).toBeGreaterThan(60)
      expect(() => encoder.encode(picture(size, 1), stamp(3))).toThrow(/was to lie in a file/)
      writeFileSync(shm, 'short')
      encoder.encode({ shmReady: true }, stamp(3))
      expect((await encoder.died).words).toBe(
        'The encoder ended by itself (2): the file of the pictures was cut short.',
      )
    })

    it('ends with its signal, and is not said to have died', async () => {
      const life = new AbortController()
      const encoder = await openEncoder(small, life.signal)
      const { pid } = encoder
      let died = false
      void encoder.died.then(() => (died = true))
      life.abort()
      await expect.poll(() => isAlive(pid)).toBe(false)
      expect(died).toBe(false)
    })
  })

  describe('the kept encoder', () => {
    it('is started again without a wait, with a key frame of the last picture; one stall each', async () => {
      const waitsMs: number[] = []
      // Counted, not timed: what a machine takes to start a program is printed by `npm run bench:stream`.
      const pause = async (ms: number): Promise<void> => void waitsMs.push(ms)
      await using encoder = await keptEncoder(small, forever, pause)
      const next = unitsOf(encoder)
      encoder.encode(picture(small, 1), stamp(1))
      await next()
      for (let death = 1; death <= 6; death += 1) {
        const { pid } = encoder
        process.kill(pid ?? 0, 'SIGKILL')
        // The screen is still: nobody gives it another picture.
        expect(await next()).toMatchObject({ ...stamp(1), key: true, again: true })
        expect(encoder.stalls.value).toBe(death)
        expect(encoder.pid).not.toBe(pid)
      }
      expect(waitsMs).toHaveLength(6)
      expect(waitsMs[0]).toBe(0)
      // The fifth within a minute still leaves more than half of the promised second for the start.
      expect(Math.max(...waitsMs)).toBeLessThan(500)
      encoder.encode(picture(small, 2), stamp(2))
      expect(await next()).toMatchObject({ sequence: 2, key: false, again: false })
    })

    it('takes pictures and sizes while it is being started again', async () => {
      await using encoder = await keptEncoder(small, forever)
      const next = unitsOf(encoder)
      encoder.encode(picture(small, 1), stamp(1))
      await next()
      process.kill(encoder.pid ?? 0, 'SIGKILL')
      await expect.poll(() => encoder.stalls.value).toBe(1)
      const larger: PictureSize = { ...small, width: 320, height: 200, outWidth: 320, outHeight: 200 }
      encoder.resize(larger)
      encoder.key()
      encoder.encode(picture(larger, 2), stamp(2))
      let unit = await next()
      while (unit.sequence !== 2) unit = await next()
      expect(unit).toMatchObject({ key: true, again: false, size: { width: 320, height: 200 } })
    })

    it('gives up in words when it dies again and again', async () => {
      const encoder = await keptEncoder({ ...small, shm: grown('dying', small) }, forever)
      onTestFinished(() => encoder[Symbol.asyncDispose]())
      rmSync(join(folder, 'dying'))
      process.kill(encoder.pid ?? 0, 'SIGKILL')
      const why = await encoder.died
      expect(why.words).toMatch(/died 10 times within a minute.*the file of the pictures cannot be opened/)
    })
  })
}

function grown(name: string, size: PictureSize): string {
  const path = join(folder, name)
  writeFileSync(path, picture(size, 1))
  return path
}

function isAlive(pid: number | null): boolean {
  try {
    return pid !== null && process.kill(pid, 0)
  } catch {
    return false
  }
}
