// Reading: what has no end, or is no file, is refused before it is waited for.
import { execFileSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { refusalOf } from '#shared/base/refusal.ts'
import { pathIs } from '#main/sys/file-bytes.ts'
import {
  changedMs,
  copy,
  exists,
  fileRefusal,
  folderRefusal,
  inside,
  makeFolder,
  moveOver,
  namesIn,
  readBytes,
  readText,
  remove,
  sizeOf,
  writeWhole,
} from '#main/sys/files.ts'
import { makeFolderNow, readTextNow, writeWholeNow } from '#main/sys/files-now.ts'
import { growingFile } from '#main/sys/growing-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'nocturne-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('reading a file', () => {
  it('refuses a device and a pipe at once', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    for (const path of ['/dev/zero', pipe]) {
      await expect(readText(path)).rejects.toThrow('a device, a pipe or a socket')
      expect(() => readTextNow(path)).toThrow('a device, a pipe or a socket')
    }
  })

  it('refuses what is larger than it takes, and a folder', async () => {
    const file = join(folder, 'a.txt')
    writeFileSync(file, 'abc')
    await expect(readText(file, 2)).rejects.toThrow('3 bytes; at most 2')
    expect(await readText(file, 3)).toBe('abc')
    await expect(readText(folder)).rejects.toThrow('a folder')
    expect(() => readTextNow(folder)).toThrow('a folder')
  })

  it('refuses a name no file can have, in words without the place of the home', () => {
    expect(() => inside(folder, 'a\0b')).toThrow('The path holds a character no file name can have.')
  })
})

describe('a path no file can have', () => {
  const long = 'n'.repeat(300)
  let loops = 0
  const loop = (): string => {
    const name = `loop${++loops}`
    symlinkSync(name, join(folder, name))
    return join(folder, name)
  }
  const plain = join(folder, 'plain')
  writeFileSync(plain, 'x')
  const paths: readonly (readonly [string, () => string])[] = [
    ['a name of 300 letters', () => join(folder, long)],
    ['a path of 10 000 letters', () => join(folder, ...Array.from({ length: 50 }, () => 'n'.repeat(200)))],
    ['a link to itself', loop],
    ['below a link to itself', () => join(loop(), 'a')],
    ['a NUL in it', () => `${folder}/a\0b`],
    ['below a file', () => join(plain, 'a')],
    ['an unpaired half of a letter', () => join(folder, '\ud800', '\udc00')],
  ]
  const doings: readonly (readonly [string, (path: string) => unknown])[] = [
    ['readText', readText],
    ['readBytes', readBytes],
    ['readTextNow', readTextNow],
    ['exists', exists],
    ['sizeOf', sizeOf],
    ['changedMs', changedMs],
    ['pathIs', pathIs],
    ['namesIn', namesIn],
    ['remove', remove],
    ['writeWhole', path => writeWhole(path, 'x')],
    ['writeWholeNow', path => writeWholeNow(path, 'x')],
    ['copy', path => copy(plain, path)],
    ['moveOver', path => moveOver(path, path)],
    ['makeFolder', path => makeFolder(path)],
    ['makeFolderNow', makeFolderNow],
    ['growingFile', async path => (await growingFile(path, true))[Symbol.asyncDispose]()],
  ]
  it.each(paths)('is refused in words, whatever is done with it: %s', async (_what, make) => {
    for (const [doing, run] of doings) {
      const path = make()
      const thrown: unknown = await Promise.resolve(path)
        .then(run)
        .then(
          () => null,
          (why: unknown) => why,
        )
      if (thrown === null) continue
      const { words, where, hint } = refusalOf(thrown)
      expect(words, doing).toMatch(/^[A-Z][^\0]+\.$/u)
      expect(words, doing).not.toMatch(raw)
      expect(hint, doing).not.toBeNull()
      expect(where ?? '', doing).not.toContain('\0')
    }
  })

  it('names the fault', async () => {
    await expect(readText(join(folder, long))).rejects.toThrow('longer than a file system takes')
    await expect(exists(loop())).rejects.toThrow('lead round in a circle')
    await expect(writeWhole(`${folder}/a\0b`, '')).rejects.toThrow('holds a character that cannot stand in one')
    await expect(writeWhole(join(plain, 'a'), '')).rejects.toThrow('A part of this path is a file, not a folder.')
    await expect(makeFolder(join(plain, 'a'))).rejects.toThrow(
      'the place cannot be written. A file lies in its place, or above it.',
    )
  })
})

const raw = /\bE[A-Z]{3,}\b|ERR_|syscall|errno|\[object/u

describe('an error of the system', () => {
  it.each(['EMFILE', 'ENFILE', 'EROFS', 'EISDIR', 'EIO', 'EBUSY', 'EFBIG', 'ENOMEM', 'ESTALE', 'EDQUOT', 'ENXIO'])(
    '%s has words',
    code => {
      const thrown = Object.assign(new Error(`${code}: as the system says it, open 'x'`), { code })
      for (const refusal of [fileRefusal(thrown, 'x', 'read'), folderRefusal(thrown, 'x'), refusalOf(thrown)]) {
        expect(refusal.words).toMatch(/^[A-Z].+\.$/u)
        expect(refusal.words).not.toMatch(raw)
        expect(refusal.hint).not.toBeNull()
      }
    },
  )

  it('that has none is kept in brackets behind ours', () => {
    const thrown = Object.assign(new Error('EXYZ: never heard of'), { code: 'EXYZ' })
    expect(fileRefusal(thrown, 'x', 'read').words).toBe('The file could not be read (EXYZ: never heard of).')
  })
})

describe('a folder where none can be made', () => {
  it('is refused in words at once', async () => {
    if (process.platform !== 'linux') return
    for (const path of ['/proc/nocturne/home', '/proc/nocturne']) {
      await expect(makeFolder(path, true)).rejects.toThrow('The folder could not be made: the place cannot be written.')
      expect(() => makeFolderNow(path)).toThrow('The folder could not be made: the place cannot be written.')
    }
    await expect(writeWhole('/proc/nocturne/a.png', 'x')).rejects.toMatchObject({ where: '/proc/nocturne/a.png' })
    await expect(copy(import.meta.filename, '/proc/nocturne/a.png')).rejects.toMatchObject({ name: 'Refusal' })
  })

  it('is made with all above it, by many at once, and is no fault where it is there', async () => {
    const deep = join(folder, 'm', 'n', 'o', 'p')
    await Promise.all(Array.from({ length: 20 }, () => makeFolder(deep, true)))
    await makeFolder(deep)
    makeFolderNow(join(folder, 'q', 'r', 's'))
    makeFolderNow(join(folder, 'q', 'r', 's'))
    expect(statSync(deep).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'q', 'r', 's')).isDirectory()).toBe(true)
  })
})

describe('writing over what is there', () => {
  const put = (name: string): string => {
    const place = join(folder, name)
    mkdirSync(place)
    return place
  }
  const all: readonly (readonly [string, (path: string) => Promise<unknown>])[] = [
    ['writeWhole', path => writeWhole(path, 'new')],
    ['copy', path => copy(import.meta.filename, path)],
    ['growingFile', async path => (await growingFile(path, true))[Symbol.asyncDispose]()],
  ]

  it.each(all)('never replaces a pipe or a device, by itself or behind a link: %s', async (name, write) => {
    const place = put(`pipes-${name}`)
    const pipe = join(place, 'pipe')
    execFileSync('mkfifo', [pipe])
    symlinkSync(pipe, join(place, 'to-pipe'))
    const before = readdirSync(place)
    for (const path of [pipe, join(place, 'to-pipe')])
      await expect(write(path)).rejects.toThrow('This is a device, a pipe or a socket, not a file.')
    await expect(write(place)).rejects.toThrow('This is a folder, not a file.')
    expect(readdirSync(place)).toEqual(before)
    expect(lstatSync(pipe).isFIFO()).toBe(true)
  })

  it.each(all)('goes through a link to its file, and the link stays: %s', async (name, write) => {
    const place = put(`links-${name}`)
    const file = join(place, 'file')
    writeFileSync(file, 'old')
    symlinkSync('file', join(place, 'link'))
    symlinkSync('link', join(place, 'link-to-link'))
    await write(join(place, 'link-to-link'))
    expect(readFileSync(file, 'utf8')).not.toBe('old')
    expect(lstatSync(join(place, 'link')).isSymbolicLink()).toBe(true)
    expect(lstatSync(join(place, 'link-to-link')).isSymbolicLink()).toBe(true)
    symlinkSync('nothing', join(place, 'nowhere'))
    await expect(write(join(place, 'nowhere'))).rejects.toThrow('This is a link that leads to nothing.')
    expect(readdirSync(place).filter(one => one.endsWith('.part'))).toEqual([])
  })
})
