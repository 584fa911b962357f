// An upload of a browser's window that nobody waits for any more.
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { takeUpload } from '#main/hub/entries/upload.ts'
import type { Hub } from '#main/hub/hub.ts'

it('is forgotten when the window goes away before it hears where the file lies', async () => {
  const [written, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const forgotten: (readonly string[])[] = []
  const hub = {
    ended: new AbortController().signal,
    uploads: {
      take: async (_name: string, source: AsyncIterable<Uint8Array>) => {
        for await (const piece of source) if (piece.length === 0) throw new Error('nothing came')
        written.resolve()
        await letGo.promise
        return '/dropped/a.png'
      },
      forget: async (paths: readonly string[]) => void forgotten.push(paths),
    },
  } as unknown as Hub
  const gone = Promise.withResolvers<void>()
  const server = createServer((asked, response) => {
    response.once('close', () => gone.resolve())
    void takeUpload(hub, 'a.png', asked, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const asked = request({ host: '127.0.0.1', port, method: 'POST', path: '/' })
  asked.on('error', () => undefined)
  asked.end('bytes')
  await written.promise
  asked.destroy()
  await gone.promise
  letGo.resolve()
  await expect.poll(() => forgotten).toEqual([['/dropped/a.png']])
  server.close()
})
