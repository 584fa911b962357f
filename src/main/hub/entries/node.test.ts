// Where a hub is found: the socket of a home whose path is too long for one.
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '#main/sys/files.ts'
import { socketPath } from '#main/sys/paths.ts'
import { openHub, reachHub } from '#main/hub/entries/node.ts'

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
