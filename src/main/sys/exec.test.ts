// The only spawn: exit codes as answers, words for what goes wrong, whole groups ended, no secrets handed on.
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cleanedEnvironment, ownEnvironment } from '#main/sys/environment.ts'
import { exec, start } from '#main/sys/exec.ts'
import { inside, temporaryFolder, writeWhole } from '#main/sys/files.ts'
import { homeFolder, socketPath } from '#main/sys/paths.ts'

const never = new AbortController().signal
const node = (script: string): readonly [string, readonly string[]] => [process.execPath, ['-e', script]]
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !/\) Z/u.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

describe('exec', () => {
  it('answers exit code and output, and takes input', async () => {
    const { code, stdout, stderr } = await exec(
      ...node('process.stdin.pipe(process.stdout); console.error("e"); process.exitCode = 3'),
      { stdin: 'hello' },
      never,
    )
    expect({ code, out: new TextDecoder().decode(stdout), stderr }).toEqual({ code: 3, out: 'hello', stderr: 'e\n' })
  })

  it('hands arguments on as they are, never to a shell', async () => {
    const { stdout } = await exec(
      process.execPath,
      ['-e', 'console.log(process.argv[1])', '$(touch x); "quoted" *'],
      {},
      never,
    )
    expect(new TextDecoder().decode(stdout)).toBe('$(touch x); "quoted" *\n')
  })

  it('says in words that a program is missing', async () => {
    await expect(exec('no-such-program', [], {}, never)).rejects.toMatchObject({
      code: 'failed',
      words: expect.stringContaining('not installed'),
    })
  })

  it('refuses what prints too much or takes too long', async () => {
    await expect(
      exec(...node('for (;;) process.stdout.write("x".repeat(10000))'), { outputBytesMax: 100_000 }, never),
    ).rejects.toThrow('more than 100000 bytes')
    await expect(exec(...node('setInterval(() => {}, 1000)'), { deadlineMs: 300 }, never)).rejects.toThrow(
      'did not end',
    )
  })

  it('ends the whole group when it is stopped', async () => {
    if (process.platform !== 'linux') return
    const file = join(mkdtempSync(join(tmpdir(), 'nocturne-')), 'pid')
    const stop = new AbortController()
    const script = `const c = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']); require('fs').writeFileSync(${JSON.stringify(file)}, String(c.pid)); setInterval(() => {}, 1000)`
    const ran = exec(...node(script), {}, stop.signal).catch((thrown: unknown) => thrown)
    await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8') !== '').toBe(true)
    const pid = Number(readFileSync(file, 'utf8'))
    expect(isAlive(pid)).toBe(true)
    stop.abort(new Error('enough'))
    expect(await ran).toMatchObject({ message: 'enough' })
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  it('hands no key on to a child', () => {
    expect(
      cleanedEnvironment({
        PATH: '/bin',
        HOME: '/h',
        LC_ALL: 'C',
        ANTHROPIC_API_KEY: 'k',
        AWS_SECRET: 's',
        NOCTURNE_HOME: '/n',
        NOCTURNE_PLANTS_PASSWORD: 'n',
        PLANTS_PASSWORD: 'p',
      }),
    ).toEqual({ PATH: '/bin', HOME: '/h', LC_ALL: 'C' })
  })

  it('hands none on to a child that really runs, whatever its name begins with', async () => {
    Object.assign(process.env, { PLANTS_PASSWORD: 'fern-1', NOCTURNE_PASSWORD: 'fern-2', NOCTURNE_HOME: '/fern-3' })
    try {
      const { stdout } = await exec(...node('console.log(JSON.stringify(process.env))'), {}, never)
      expect(new TextDecoder().decode(stdout)).not.toContain('fern')
    } finally {
      for (const name of ['PLANTS_PASSWORD', 'NOCTURNE_PASSWORD', 'NOCTURNE_HOME']) delete process.env[name]
    }
  })

  it('tells Nocturne itself all that a job may name, and nothing that steers a program', () => {
    const told = { PATH: '/bin', PLANTS_PASSWORD: 'p', NOCTURNE_HOME: '/n', NODE_OPTIONS: '--inspect' }
    const { NODE_OPTIONS: _steers, ...rest } = told
    expect(ownEnvironment({ ...told, ELECTRON_RUN_AS_NODE: '1', GONE: undefined })).toEqual(rest)
  })

  it('keeps a running program until it is stopped', async () => {
    const running = await start(...node('console.log("up"); setInterval(() => {}, 1000)'), {}, never)
    await new Promise<void>(resolve => running.onOutput(() => resolve()))
    running.stop()
    expect(await running.ended).toBeNull()
  })
})

describe('files and places', () => {
  it('let nothing out of a folder', () => {
    expect(inside('/a/b', 'c/d')).toBe('/a/b/c/d')
    for (const path of ['../c', '/etc/passwd', 'c/../../b2', '..'])
      expect(() => inside('/a/b', path)).toThrow('out of its folder')
  })

  it('are written whole, folder and all', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'deep', 'er', 'file.txt')
    await writeWhole(file, 'one')
    await writeWhole(file, 'two')
    expect(readFileSync(file, 'utf8')).toBe('two')
  })

  it('are where each system keeps such data, unless told', () => {
    expect(homeFolder({ NOCTURNE_HOME: '/x' }, 'linux')).toBe('/x')
    expect(homeFolder({ XDG_DATA_HOME: '/d' }, 'linux')).toBe('/d/nocturne')
    expect(homeFolder({}, 'darwin')).toMatch(/Library\/Application Support\/Nocturne$/u)
  })

  it('give a long home a socket with a short name', () => {
    expect(socketPath('/short')).toBe('/short/hub.sock')
    expect(Buffer.byteLength(socketPath(`/${'long/'.repeat(40)}`))).toBeLessThan(100)
  })
})
