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
  /** Read as they are taken. */
  readonly pieces: (from: number, bytes: number) => AsyncIterable<Uint8Array>
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
    return { type: 'image/jpeg', length: bytes.length, pieces: (from, most) => piecesOf(bytes, from, most), keepS: 60 }
  }
  if (!path.startsWith('/artifact/')) throw new Refusal('failed', 'There is nothing here.', { where: 'path' })
  const { artifacts } = hub.home.store
  const relative = path.slice('/artifact/'.length)
  const file = artifacts.path(relative)
  await artifacts.ready(relative)
  const length = (await pathIs(file)) === 'file' ? await sizeOf(file) : null
  if (length === null) throw new Refusal('failed', 'There is nothing here.', { where: 'path' })
  return { type: madeTypeOf(file), length, pieces: (from, bytes) => piecesIn(file, from, bytes), keepS: 3600 }
}

async function* piecesOf(all: Uint8Array, from: number, bytes: number): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = from; at < from + bytes; at += pieceBytes)
    yield all.subarray(at, Math.min(at + pieceBytes, from + bytes))
}

/** No more than was announced: a recording under way grows meanwhile. */
async function* piecesIn(path: string, from: number, bytes: number): AsyncGenerator<Uint8Array, void, undefined> {
  if (bytes === 0) return
  await using file = await openFile(path)
  for (let at = from; at < from + bytes; at += pieceBytes)
    yield await file.read(at, Math.min(pieceBytes, from + bytes - at))
}

export function fileHandlers(hub: Hub): Pick<Handlers, 'hub.file' | 'hub.fileAbout'> {
  return {
    'hub.fileAbout': async ({ path }) => ({ bytes: (await madeFile(hub, decodeURIComponent(path))).length }),
    'hub.file': async ({ path, from, bytes: asked }, sink, { signal }) => {
      const { length, pieces } = await madeFile(hub, decodeURIComponent(path))
      const most = asked ?? Math.max(0, length - from)
      if (from + most > length) throw new Refusal('bad-value', `It ends at ${length} bytes.`, { where: 'from' })
      let sequence = 0
      for await (const bytes of pieces(from, most)) {
        await sink.ready(signal)
        sequence += 1
        sink.send({ flags: 0, sequence, generation: 0, atUs: 0, bytes })
      }
    },
  }
}
