// Where a hub is found: the socket of a home whose path is too long for one, and the window's port from run to run.
import { readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '#main/sys/files.ts'
import { socketPath } from '#main/sys/paths.ts'
import { openHub, reachHub, serveHub } from '#main/hub/entries/node.ts'

const never = new AbortController().signal

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('a home with a long path', () => {
  it('has its socket in the temporary directory, in a folder for its owner alone', async () => {
    await using folder = await temporaryFolder()
    vi.stubEnv('TMPDIR', folder.path)
    vi.stubEnv('ANDROID_ADB_SERVER_PORT', '1')
    const home = join(folder.path, 'long'.repeat(20), 'long'.repeat(20))
    const place = dirname(socketPath(home))
    expect(dirname(place)).toBe(folder.path)
    await using hub = await openHub(home)
    expect((await stat(place)).mode & 0o777).toBe(0o700)
    await using reached = await reachHub({ folder: home }, never)
    expect(reached.shared).toBe(true)
    expect(hub.guests()).toBe(1)
  })
})

describe('the port of the window', () => {
  it('is that of the last run where it is free, and else another', async () => {
    await using folder = await temporaryFolder()
    vi.stubEnv('ANDROID_ADB_SERVER_PORT', '1')
    const portOf = async (): Promise<number> => {
      await using served = await serveHub({ port: 0, folder: folder.path })
      return Number(new URL(served.link()).port)
    }
    const first = await portOf()
    expect(await portOf()).toBe(first)
    const taken = createServer()
    await new Promise<void>(resolve => taken.listen(first, '127.0.0.1', resolve))
    const second = await portOf()
    await new Promise(resolve => taken.close(resolve))
    expect(second).not.toBe(first)
    expect(await portOf()).toBe(second)
    expect((await stat(join(folder.path, 'window.port'))).mode & 0o777).toBe(0o600)
  })

  it('is any where the one that was kept is none', async () => {
    await using folder = await temporaryFolder()
    vi.stubEnv('ANDROID_ADB_SERVER_PORT', '1')
    for (const kept of ['', '80', '99999', '-1', 'a port', '1'.repeat(100)]) {
      await writeFile(join(folder.path, 'window.port'), kept)
      await using served = await serveHub({ port: 0, folder: folder.path })
      expect(await readFile(join(folder.path, 'window.port'), 'utf8')).toBe(new URL(served.link()).port)
    }
  })
})
