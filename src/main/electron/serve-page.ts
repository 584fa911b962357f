// Answers `app://nocturne/…` as scheme.ts decides: parts of the built window from its folder, what was made from the hub.
import { answerOf } from '#shared/protocol/range.ts'
import { inside, readBytes, sizeOf } from '#main/sys/files.ts'
import { answerTo, no } from '#main/electron/scheme.ts'
import type { Answer } from '#main/electron/scheme.ts'

export interface Sources {
  /** Of the built window. */
  readonly folder: string
  readonly made: Made
}

/** What a night or a device made, by its path in the address. */
export interface Made {
  lengthOf(path: string, signal: AbortSignal): Promise<number>
  read(
    path: string,
    part: { readonly from: number; readonly bytes: number },
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>
}

export async function servePage(request: Request, sources: Sources): Promise<Response> {
  const answer = answerTo(request.method, request.url)
  try {
    return await respond(answer, request, sources)
  } catch {
    // Gone, not there, or outside the folder: all the same to the page.
    return said(no(404, 'There is nothing here.'))
  }
}

async function respond(answer: Answer, request: Request, { folder, made }: Sources): Promise<Response> {
  switch (answer.is) {
    case 'no':
      return said(answer)
    case 'words':
      return new Response(answer.page, { headers: answer.headers })
    case 'made':
      return madeOf(answer, request, made)
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

/** A clip is asked for in parts: its player seeks in it. */
async function madeOf(
  { path, headers }: Answer & { readonly is: 'made' },
  { method, headers: asked, signal }: Request,
  made: Made,
): Promise<Response> {
  const length = await made.lengthOf(path, signal)
  const range = method === 'GET' ? asked.get('Range') : null
  const part = answerOf({ range, isConditional: asked.has('If-Range') }, length)
  const body = method === 'HEAD' || part.bytes === 0 ? null : await made.read(path, part, signal)
  return new Response(body, { status: part.status, headers: { ...headers, ...part.headers } })
}

const said = ({ status, words, headers }: ReturnType<typeof no>): Response =>
  new Response(`${words}\n`, { status, headers })
