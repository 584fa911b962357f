// Messages of any size in pieces of any size, and each way a call can end.
import { createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { messageStream } from '#main/sys/message-stream.ts'

let server: Http2Server | null = null
afterEach(() => {
  server?.close()
  server = null
})

async function serving(answer: (stream: ServerHttp2Stream) => void): Promise<number> {
  const made = createServer()
  server = made
  made.on('stream', answer)
  await new Promise<void>(resolve => {
    made.listen(0, '127.0.0.1', resolve)
  })
  const address = made.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const call = (port: number) =>
  ({ host: '127.0.0.1', port, path: '/a/b', headers: {}, request: new Uint8Array(3), messageBytesMax: 1000 }) as const
const never = new AbortController().signal

function framed(bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

function ends(stream: ServerHttp2Stream, body: Buffer, cuts: readonly number[], status: string): void {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': status, 'grpc-message': 'said%20so' }))
  let at = 0
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    stream.write(body.subarray(at, Math.min(cut, body.length)))
    at = Math.max(at, Math.min(cut, body.length))
  }
  stream.end(body.subarray(at))
}

describe('a call that goes on answering', () => {
  it('gives each message whole, however it was cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 6 }),
        fc.array(fc.nat({ max: 1500 }), { maxLength: 5 }),
        async (messages, cuts) => {
          const port = await serving(stream => ends(stream, Buffer.concat(messages.map(framed)), cuts, '0'))
          const seen: number[][] = []
          const status = await messageStream(call(port), bytes => seen.push([...bytes]), never)
          server?.close()
          expect(seen).toEqual(messages.map(message => [...message]))
          expect(status).toEqual({ code: 0, details: 'said so' })
        },
      ),
      { numRuns: 40 },
    )
  })

  it('ends with the status it was given, without a message too', async () => {
    const port = await serving(stream => stream.respond({ ':status': 200, 'grpc-status': '16' }, { endStream: true }))
    expect(await messageStream(call(port), () => undefined, never)).toMatchObject({ code: 16 })
  })

  it('refuses a message that is too large or packed', async () => {
    const large = await serving(stream => ends(stream, framed(new Uint8Array(1001)), [], '0'))
    expect(await messageStream(call(large), () => undefined, never)).toMatchObject({ code: 8 })
    server?.close()
    const packed = await serving(stream => ends(stream, Buffer.from([1, 0, 0, 0, 1, 7]), [], '0'))
    expect(await messageStream(call(packed), () => undefined, never)).toMatchObject({ code: 8 })
  })

  it('says that nobody is there, or that the answer broke off', async () => {
    expect(await messageStream(call(1), () => undefined, never)).toMatchObject({ code: 14 })
    const port = await serving(stream => {
      stream.respond({ ':status': 200 })
      stream.session?.destroy()
    })
    expect(await messageStream(call(port), () => undefined, never)).toMatchObject({ code: 14 })
  })

  it('ends quietly by its signal, and by what the listener throws', async () => {
    const port = await serving(stream => {
      stream.respond({ ':status': 200 })
      stream.write(framed(new Uint8Array(2)))
    })
    const stop = new AbortController()
    expect(await messageStream(call(port), () => stop.abort(), stop.signal)).toBeNull()
    const thrown = messageStream(
      call(port),
      () => {
        throw new Error('not this one')
      },
      never,
    )
    await expect(thrown).rejects.toThrow('not this one')
  })
})
