// Pictures, logs and clips by their address in the window: whole for the HTTP entry, in pieces for a window without one.
import { Refusal } from '#shared/base/refusal.ts'
import type { Handlers } from '#shared/protocol/host.ts'
import { madeTypeOf } from '#shared/protocol/page.ts'
import { readBytes, sizeOf } from '#main/sys/files.ts'
import type { Hub } from '#main/hub/hub.ts'

export interface MadeFile {
  readonly type: string
  readonly bytes: Uint8Array
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
    return { type: 'image/jpeg', bytes, keepS: 60 }
  }
  if (!path.startsWith('/artifact/')) throw new Refusal('failed', 'There is nothing here.', { where: 'path' })
  const { artifacts } = hub.home.store
  const relative = path.slice('/artifact/'.length)
  const file = artifacts.path(relative)
  await artifacts.ready(relative)
  if ((await sizeOf(file)) === null) throw new Refusal('failed', 'There is nothing here.', { where: 'path' })
  return { type: madeTypeOf(file), bytes: await readBytes(file), keepS: 3600 }
}

export function fileHandlers(hub: Hub): Pick<Handlers, 'hub.file'> {
  return {
    'hub.file': async ({ path }, sink, { signal }) => {
      const { bytes } = await madeFile(hub, decodeURIComponent(path))
      for (let at = 0, sequence = 1; at < bytes.length; at += pieceBytes, sequence += 1) {
        await sink.ready(signal)
        sink.send({ flags: 0, sequence, generation: 0, atUs: 0, bytes: bytes.subarray(at, at + pieceBytes) })
      }
    },
  }
}
