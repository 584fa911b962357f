// Files by their address: whole and in pieces, and nothing outside of what was made.
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connect } from '#shared/protocol/client.ts'
import { host } from '#shared/protocol/host.ts'
import type { Handlers } from '#shared/protocol/host.ts'
import { pair } from '#shared/protocol/link.ts'
import { inside, temporaryFolder } from '#main/sys/files.ts'
import type { Hub } from '#main/hub/hub.ts'
import { fileHandlers, madeFile } from '#main/hub/live/file.ts'

const large = Uint8Array.from({ length: 700_001 }, (_, at) => at % 251)
const hub = {
  stills: { file: (id: string, generation: number) => (id === 'p:8' && generation === 3 ? large : null) },
} as unknown as Hub

describe('a file of the home', () => {
  it('comes in pieces, in order, however large it is', async () => {
    const [ours, theirs] = pair()
    void host(theirs, fileHandlers(hub) as unknown as Handlers, { admit: null })
    const client = await connect(ours)
    const pieces: Uint8Array[] = []
    const { signal } = new AbortController()
    await client.stream('hub.file', { path: '/still/p%3A8/3.jpg' }, ({ bytes }) => void pieces.push(bytes), signal)
    expect(pieces.length).toBe(3)
    expect(Buffer.concat(pieces).equals(large)).toBe(true)
    await expect(client.stream('hub.file', { path: '/still/p8/4.jpg' }, () => {}, signal)).rejects.toThrow(
      'This picture is gone',
    )
    client.close()
  })

  it('comes in the part that is asked for, and says how long it is', async () => {
    const [ours, theirs] = pair()
    void host(theirs, fileHandlers(hub) as unknown as Handlers, { admit: null })
    const client = await connect(ours)
    const { signal } = new AbortController()
    const path = '/still/p%3A8/3.jpg'
    const partOf = async (from: number, bytes: number | null): Promise<Buffer> => {
      const pieces: Uint8Array[] = []
      await client.stream('hub.file', { path, from, bytes }, piece => void pieces.push(piece.bytes), signal)
      return Buffer.concat(pieces)
    }
    expect(await client.call('hub.fileAbout', { path })).toEqual({ bytes: large.length })
    expect((await partOf(600_000, 7)).equals(large.subarray(600_000, 600_007))).toBe(true)
    expect((await partOf(300_000, null)).equals(large.subarray(300_000))).toBe(true)
    expect((await partOf(large.length, null)).length).toBe(0)
    for (const [from, bytes] of [[large.length + 1, 1] as const, [0, large.length + 1] as const])
      await expect(partOf(from, bytes)).rejects.toThrow('It ends at 700001 bytes.')
    await expect(client.call('hub.fileAbout', { path: '/still/p8/4.jpg' })).rejects.toThrow('This picture is gone')
    client.close()
  })

  it('is read as it is sent: a recording larger than memory is no trouble', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'night.mp4')
    await writeFile(file, large)
    // Holes take no room on the disk.
    const bytes = 3 * 1024 ** 3
    await truncate(file, bytes)
    const artifacts = { path: (relative: string) => inside(folder.path, relative), ready: async () => undefined }
    const made = await madeFile({ home: { store: { artifacts } } } as unknown as Hub, '/artifact/night.mp4')
    expect([made.type, made.length]).toEqual(['video/mp4', bytes])
    const got: Uint8Array[] = []
    for await (const piece of made.pieces(0, made.length)) {
      expect(piece.length).toBeLessThanOrEqual(256 * 1024)
      got.push(piece)
      if (got.reduce((sum, one) => sum + one.length, 0) >= large.length) break
    }
    expect(Buffer.concat(got).subarray(0, large.length).equals(large)).toBe(true)
  })

  it('is nothing that has another address', async () => {
    for (const path of ['/', '/etc/passwd', 'artifact/x.png', '/still/p8/x.jpg'])
      await expect(madeFile(hub, path)).rejects.toThrow('There is nothing here.')
  })
})
