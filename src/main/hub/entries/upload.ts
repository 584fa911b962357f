// A dropped file's bytes into the hub's private folder, answered with where it is. web.ts has checked the address, the page it
// comes from and its key.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal, refusalOf } from '#shared/base/refusal.ts'
import type { Hub } from '#main/hub/hub.ts'

export async function takeUpload(
  hub: Hub,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const closed = new AbortController()
  response.once('close', () => closed.abort(new Refusal('failed', 'The upload was broken off.')))
  try {
    const path = await hub.uploads.take(
      name,
      request as AsyncIterable<Uint8Array>,
      AbortSignal.any([closed.signal, hub.ended]),
    )
    // Who went away while its last bytes were written never hears of the path, and cannot have it forgotten.
    if (closed.signal.aborted) await hub.uploads.forget([path])
    else answer(response, 200, { path })
  } catch (thrown) {
    request.resume()
    answer(response, 400, { error: refusalOf(thrown).toData() })
  }
}

function answer(response: ServerResponse, status: number, what: unknown): void {
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Connection: 'close' })
  response.end(JSON.stringify(what))
}
