// Answers `app://nocturne/…` as scheme.ts decides: parts of the built window from its folder, what was made from the hub.
import { inside, readBytes, sizeOf } from '#main/sys/files.ts'
import { answerTo, no } from '#main/electron/scheme.ts'
import type { Answer } from '#main/electron/scheme.ts'

export interface Sources {
  /** Of the built window. */
  readonly folder: string
  /** What a night or a device made, by its path in the address. */
  readonly made: (path: string, signal: AbortSignal) => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>
}

export async function servePage(request: Request, sources: Sources): Promise<Response> {
  const answer = answerTo(request.method, request.url)
  try {
    return await respond(answer, sources, request.signal)
  } catch {
    // Gone, not there, or outside the folder: all the same to the page.
    return said(no(404, 'There is nothing here.'))
  }
}

async function respond(answer: Answer, { folder, made }: Sources, signal: AbortSignal): Promise<Response> {
  switch (answer.is) {
    case 'no':
      return said(answer)
    case 'words':
      return new Response(answer.page, { headers: answer.headers })
    case 'made':
      return new Response(await made(answer.path, signal), { headers: answer.headers })
    case 'part': {
      const file = inside(folder, answer.path)
      if ((await sizeOf(file)) !== null) return new Response(await readBytes(file), { headers: answer.headers })
      return said(
        answer.path === 'index.html'
          ? no(503, 'The window has not been built yet. Run: npm run build')
          : no(404, 'There is nothing here.'),
      )
    }
  }
}

const said = ({ status, words, headers }: ReturnType<typeof no>): Response =>
  new Response(`${words}\n`, { status, headers })
