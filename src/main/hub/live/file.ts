// Pictures, logs and clips by their address in the window, for the HTTP entry and for a window without one. Always in pieces:
// a recording may be larger than memory.
import { Refusal } from '#shared/base/refusal.ts'
import type { Handlers } from '#shared/protocol/host.ts'
import { madeTypeOf } from '#shared/protocol/page.ts'
import { openFile, pathIs } from '#main/sys/file-bytes.ts'
import { sizeOf } from '#main/sys/files.ts'
import type { Hub } from '#main/hub/hub.ts'

export interface MadeFile {
  readonly type: string
  readonly length: number
  /** Read as they are taken; once. */
  readonly pieces: AsyncIterable<Uint8Array>
  /** How long the page may keep it. */
  readonly keepS: number
}

const pieceBytes = 256 * 1024

/** `path` is decoded, as in `/artifact/night/7/after.png`. */
export async function madeFile(hub: Hub, path: string): Promise<MadeFile> {
  const [, id = '', generation = ''] = /^\/still\/([^/]+)\/(\d+)\.jpg$/u.exec(path) ?? []
  if (id !== '') {
    const bytes = hub.stills.file(id, Number(generation))
    if (bytes === null) throw new Refusal('failed', 'This picture is gone; a newer one is on its way.')
    return { type: 'image/jpeg', length: bytes.length, pieces: piecesOf(bytes), keepS: 60 }
  }
  if (!path.startsWith('/artifact/')) throw new Refusal('failed', 'There is nothing here.', { where: 'path' })
  const { artifacts } = hub.home.store
  const relative = path.slice('/artifact/'.length)
  const file = artifacts.path(relative)
  await artifacts.ready(relative)
  const length = (await pathIs(file)) === 'file' ? await sizeOf(file) : null
  if (length === null) throw new Refusal('failed', 'There is nothing here.', { where: 'path' })
  return { type: madeTypeOf(file), length, pieces: piecesIn(file, length), keepS: 3600 }
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

/** No more than was announced: a recording under way grows meanwhile. */
async function* piecesIn(path: string, length: number): AsyncGenerator<Uint8Array, void, undefined> {
  await using file = await openFile(path)
  for (let at = 0; at < length; at += pieceBytes) yield await file.read(at, Math.min(pieceBytes, length - at))
}

export function fileHandlers(hub: Hub): Pick<Handlers, 'hub.file'> {
  return {
    'hub.file': async ({ path }, sink, { signal }) => {
      const { pieces } = await madeFile(hub, decodeURIComponent(path))
      let sequence = 0
      for await (const bytes of pieces) {
        await sink.ready(signal)
        sequence += 1
        sink.send({ flags: 0, sequence, generation: 0, atUs: 0, bytes })
      }
    },
  }
}
