// A folder in which a hub's socket may lie: ours, and closed to others.
import { chmod, mkdir, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '#main/sys/files.ts'
import { connectSocket, listenSocket } from '#main/sys/links.ts'
import { makeSocketFolder, ourUserId, refuseForeign } from '#main/sys/socket-folder.ts'

const us = ourUserId() ?? 0
const another = us + 1

describe('the folder of a hub’s socket', () => {
  it('is made for us alone, and taken when it is there and so', async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'nocturne-1')
    await makeSocketFolder(path)
    await makeSocketFolder(path)
    expect((await stat(path)).mode & 0o777).toBe(0o700)
  })

  it('of another user is refused in words, also where only the way to it is another’s', async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'theirs')
    await mkdir(path, { mode: 0o700 })
    for (const asked of [makeSocketFolder(path, another), refuseForeign(path, another)])
      await expect(asked).rejects.toMatchObject({
        words: "Where the socket of Nocturne's device server should lie is a folder of another user.",
        where: path,
        hint: expect.stringContaining('NOCTURNE_HOME'),
      })
    await symlink(path, join(folder.path, 'link'))
    await refuseForeign(join(folder.path, 'link'))
    await expect(refuseForeign(join(folder.path, 'link'), another)).rejects.toThrow('another user')
  })

  it('that others can write in is closed to them by the hub, and refused in words by who would speak to one', async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'open')
    await mkdir(path)
    await chmod(path, 0o777)
    await expect(refuseForeign(path)).rejects.toThrow('Other users can write where the socket')
    await makeSocketFolder(path)
    expect((await stat(path)).mode & 0o777).toBe(0o700)
  })

  it('is looked at before anything is said to who listens there', async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'hub.sock')
    expect(await connectSocket(path, another)).toBeNull()
    let heard = 0
    await using _socket = await listenSocket(path, () => void (heard += 1))
    await expect(connectSocket(path, another)).rejects.toThrow('another user')
    await chmod(folder.path, 0o777)
    await expect(connectSocket(path)).rejects.toThrow('Other users can write')
    expect(heard).toBe(0)
    await chmod(folder.path, 0o700)
    const link = await connectSocket(path)
    expect(link).not.toBeNull()
    link?.close()
  })
})
