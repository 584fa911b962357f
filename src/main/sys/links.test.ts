// The protocol end to end over each carrier: memory, unix socket, WebSocket. Answers, refusals, cancels, values, frames
// with credits, versions, tokens, closing.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { Socket } from 'node:net'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { LiveValue } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import { Scope } from '#shared/base/scope.ts'
import { deviceId } from '#shared/domain/ids.ts'
import { connect } from '#shared/protocol/client.ts'
import type { Given } from '#shared/protocol/contract.ts'
import type { Frame } from '#shared/protocol/envelope.ts'
import { readFrame, writeFrame } from '#shared/protocol/envelope.ts'
import { host } from '#shared/protocol/host.ts'
import type { Asking, Handlers, HostOptions } from '#shared/protocol/host.ts'
import type { Link } from '#shared/protocol/link.ts'
import { pair } from '#shared/protocol/link.ts'
import { makeFolder, temporaryFolder } from '#main/sys/files.ts'
import { connectSocket, connectWebSocket, listenSocket, socketLink, webSocketLink } from '#main/sys/links.ts'

type Carrier = (scope: Scope, onHost: (link: Link) => void) => Promise<Link>

const carriers: Readonly<Record<string, Carrier>> = {
  memory: async (_scope, onHost) => {
    const [ours, theirs] = pair()
    onHost(theirs)
    return ours
  },
  'a unix socket': async (scope, onHost) => {
    const folder = scope.use(await temporaryFolder())
    const path = join(folder.path, 'hub.sock')
    scope.use(await listenSocket(path, onHost))
    const link = await connectSocket(path)
    if (link === null) throw new Error('nobody listens')
    return link
  },
  'a WebSocket': async (scope, onHost) => {
    const server = createServer()
    const sockets = new WebSocketServer({ server })
    sockets.on('connection', ws => onHost(webSocketLink(ws)))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    scope.onClose(() => {
      for (const ws of sockets.clients) ws.terminate()
      server.close()
    })
    return connectWebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`, 'http://127.0.0.1')
  },
}

const device = deviceId('demo-phone')
const night = {
  id: 'n-1',
  app: 'a',
  app_label: 'A',
  build: '1',
  devices: [],
  started: '',
  ended: null,
  ended_by: null,
  steps: 0,
  screens: 0,
  new_screens: 0,
  not_reproduced: 0,
  seed: 1,
  findings: 0,
  running: true,
}
const nightsOf = (steps: number): Given<'nights'> => ({ nights: [{ ...night, steps }] })
const later = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** Handlers of which a test gives the ones it calls. */
function only(some: Partial<Handlers>): Handlers {
  return some as Handlers
}

const scopes: Scope[] = []
afterEach(async () => {
  for (const scope of scopes.splice(0)) await scope.close()
})

describe.each(Object.entries(carriers))('the protocol over %s', (_name, carrier) => {
  async function joined(
    some: Partial<Handlers>,
    options: HostOptions = { admit: null },
  ): Promise<{ link: Link; hosted: Promise<void>[] }> {
    const scope = new Scope()
    scopes.push(scope)
    const hosted: Promise<void>[] = []
    const link = await carrier(scope, theirs => void hosted.push(host(theirs, only(some), options)))
    scope.onClose(() => link.close())
    return { link, hosted }
  }

  it('answers a call with its typed result, defaults filled in', async () => {
    const seen: unknown[] = []
    const { link } = await joined({
      'findings.list': async params => {
        seen.push(params)
        return { findings: [] }
      },
    })
    const client = await connect(link)
    expect(await client.call('findings.list', {})).toEqual({ findings: [] })
    expect(seen).toEqual([{ all: false }])
  })

  it('carries a Refusal as data and makes the same Refusal of it', async () => {
    const { link } = await joined({
      doctor: async () => {
        throw new Refusal('not-booted', 'It is off.', { where: 'demo-phone', hint: 'Boot it.' })
      },
    })
    const client = await connect(link)
    await expect(client.call('doctor', {})).rejects.toMatchObject({
      code: 'not-booted',
      words: 'It is off.',
      where: 'demo-phone',
      hint: 'Boot it.',
    })
  })

  it('refuses params that are not what the contract says, before the handler', async () => {
    const { link } = await joined({})
    const client = await connect(link)
    await expect(client.call('night.steps', { id: 'n-1', from: -1 })).rejects.toMatchObject({
      code: 'bad-value',
      words: expect.stringContaining('from'),
    })
    await expect(client.call('devices.observe', { device: '' })).rejects.toMatchObject({ code: 'bad-value' })
  })

  it('aborts the handler when the asker cancels', async () => {
    const begun = Promise.withResolvers<void>()
    const aborted = Promise.withResolvers<void>()
    const { link } = await joined({
      doctor: (_params, { signal }) =>
        new Promise((_resolve, reject) => {
          begun.resolve()
          signal.addEventListener('abort', () => {
            aborted.resolve()
            reject(new Refusal('failed', 'stopped'))
          })
        }),
    })
    const client = await connect(link)
    const stop = new AbortController()
    const asked = client.call('doctor', {}, stop.signal)
    await begun.promise
    stop.abort(new Error('enough'))
    await expect(asked).rejects.toThrow('enough')
    await aborted.promise
  })

  it('aborts all a link started and closes its session when the link closes', async () => {
    const events: string[] = []
    const begun = Promise.withResolvers<void>()
    const { link, hosted } = await joined({
      doctor: (_params, { signal, session }: Asking) => {
        session.scope.onClose(() => void events.push('session closed'))
        begun.resolve()
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => {
            events.push('aborted')
            reject(new Refusal('failed', 'stopped'))
          }),
        )
      },
    })
    const client = await connect(link)
    const asked = client.call('doctor', {}).catch((thrown: unknown) => thrown)
    await begun.promise
    client.close()
    await Promise.all(hosted)
    expect(events).toEqual(['aborted', 'session closed'])
    expect(await asked).toMatchObject({ code: 'failed' })
    await expect(client.call('doctor', {})).rejects.toMatchObject({ code: 'failed' })
  })

  it('watches a value and its changes, the newest wins, and lets go at the end', async () => {
    const live = new LiveValue<Given<'nights'>>(nightsOf(0))
    let held = 0
    const { link } = await joined({
      nights: async (_params, { signal }) => {
        held += 1
        signal.addEventListener('abort', () => (held -= 1))
        return live
      },
    })
    const client = await connect(link)
    const stop = new AbortController()
    const seen: number[] = []
    const watched = client.watch('nights', {}, value => seen.push(value.nights[0]?.steps ?? -1), stop.signal)
    await expect.poll(() => seen).toEqual([0])
    for (let steps = 1; steps <= 500; steps += 1) live.set(nightsOf(steps))
    await expect.poll(() => seen.at(-1)).toBe(500)
    expect(seen.length).toBeLessThan(10)
    stop.abort()
    await watched
    await expect.poll(() => held).toBe(0)
  })

  it('sends no frame without credit, and one for each that was drawn', async () => {
    let sent = 0
    const { link } = await joined({
      'device.stills': async (_params, sink, { signal }) => {
        for (let generation = 1; !signal.aborted; generation += 1) {
          await sink.ready(signal)
          sent += 1
          sink.send({ flags: 1, generation, atUs: 5, sequence: generation, bytes: new Uint8Array([1, 2, generation]) })
        }
      },
    })
    const client = await connect(link)
    const stop = new AbortController()
    const frames: Frame[] = []
    const draw: (() => void)[] = []
    const streamed = client.stream(
      'device.stills',
      { device },
      frame => {
        frames.push(frame)
        return new Promise<void>(resolve => draw.push(resolve))
      },
      stop.signal,
    )
    await expect.poll(() => frames.length).toBe(3)
    await later(50)
    expect(sent).toBe(3)
    draw.shift()?.()
    await expect.poll(() => frames.length).toBe(4)
    expect(frames[3]).toMatchObject({ generation: 4, flags: 1, atUs: 5 })
    expect([...(frames[3]?.bytes ?? [])]).toEqual([1, 2, 4])
    stop.abort()
    await streamed
  })

  it('takes nobody of another version', async () => {
    const { link } = await joined({})
    await expect(connect(link, null, 999)).rejects.toMatchObject({
      code: 'failed',
      words: expect.stringContaining('version'),
    })
  })

  it('takes nobody without the token', async () => {
    const admit = (token: string | null): void => {
      if (token !== 'right') throw new Refusal('failed', 'Not you.')
    }
    const wrong = await joined({}, { admit })
    await expect(connect(wrong.link, 'wrong')).rejects.toMatchObject({ words: 'Not you.' })
    const right = await joined({ 'hub.window': async () => ({ url: null }) }, { admit })
    expect(await (await connect(right.link, 'right')).call('hub.window', {})).toEqual({ url: null })
  })

  it('closes on a message that is none', async () => {
    const { link } = await joined({})
    link.send('{"t":"call","id":1}')
    await expect.poll(() => link.closed.aborted).toBe(true)
  })
})

describe('frames', () => {
  it('come back as they were', () => {
    const frame: Frame = {
      flags: 3,
      generation: 77,
      atUs: 12_345_678_901,
      sequence: 9,
      bytes: new Uint8Array([9, 8, 7]),
    }
    expect(readFrame(writeFrame(70_000, frame))).toEqual({ stream: 70_000, frame })
  })

  it('shorter than a header are refused', () => {
    expect(() => readFrame(new Uint8Array(3))).toThrow(Refusal)
  })
})

/** A socket that hears what a test writes into it. */
function heard(): { readonly socket: PassThrough; readonly messages: (string | Uint8Array)[] } {
  const socket = Object.assign(new PassThrough(), { setNoDelay: () => undefined })
  const messages: (string | Uint8Array)[] = []
  socketLink(socket as unknown as Socket).onMessage(message => void messages.push(message))
  return { socket, messages }
}

function framed(message: string | Uint8Array): Buffer {
  const body = typeof message === 'string' ? Buffer.from(message, 'utf8') : Buffer.from(message)
  const head = Buffer.alloc(5)
  head.writeUInt32BE(body.length + 1, 0)
  head[4] = typeof message === 'string' ? 0 : 1
  return Buffer.concat([head, body])
}

describe('messages over a unix socket', () => {
  it('come whole and in order, however they are cut', () => {
    const message = fc.oneof(fc.string({ maxLength: 40 }), fc.uint8Array({ maxLength: 40 }))
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), fc.array(fc.integer({ min: 1, max: 17 })), (sent, cuts) => {
        const { socket, messages } = heard()
        let rest = Buffer.concat(sent.map(framed))
        for (const cut of cuts) {
          socket.emit('data', rest.subarray(0, cut))
          rest = rest.subarray(cut)
        }
        socket.emit('data', rest)
        expect(messages).toEqual(sent)
      }),
    )
  })

  it('are put together once, not again with each piece', () => {
    const { socket, messages } = heard()
    const concat = vi.spyOn(Buffer, 'concat')
    try {
      const whole = Buffer.alloc(4 * 1024 * 1024, 97)
      whole.writeUInt32BE(whole.length - 4, 0)
      whole[4] = 0
      for (let at = 0; at < whole.length; at += 1024) socket.emit('data', whole.subarray(at, at + 1024))
      expect(messages).toHaveLength(1)
      expect(concat.mock.calls.length).toBeLessThan(4)
    } finally {
      concat.mockRestore()
    }
  })

  it('cannot be listened for where a folder lies: words, and the folder stays', async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'hub.sock')
    await makeFolder(join(path, 'something'))
    await expect(listenSocket(path, () => undefined)).rejects.toMatchObject({
      name: 'Refusal',
      message: 'A folder lies where the socket of the hub has to be.',
      where: path,
    })
  })
})
