// The link over a port: Node's own ports stand for Electron's and a page's.
import { MessageChannel } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Link } from '#shared/protocol/link.ts'
import { portLink } from '#shared/protocol/port-link.ts'

const ports: MessagePort[] = []
/** `isMute`: a port that does not tell that its other end was closed, as a page's in a browser. */
function linkOver(port: MessagePort, isMute = false): Link {
  ports.push(port)
  return portLink({
    post: message => port.postMessage(message),
    onMessage: listener => port.on('message', listener),
    onClose: listener => isMute || port.on('close', listener),
    start: () => port.start(),
    close: () => port.close(),
  })
}
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

describe('a link over a port', () => {
  it('carries text and bytes in order, also what came before anybody listened', async () => {
    const { port1, port2 } = new MessageChannel()
    const [a, b] = [linkOver(port1), linkOver(port2)]
    a.send('one')
    a.send(new Uint8Array([1, 2]))
    await new Promise(resolve => setTimeout(resolve, 20))
    const heard: unknown[] = []
    b.onMessage(message => heard.push(message))
    a.send('two')
    await expect.poll(() => heard).toEqual(['one', new Uint8Array([1, 2]), 'two'])
  })

  it('carries a view of a large buffer as its own bytes, not the buffer', async () => {
    const { port1, port2 } = new MessageChannel()
    const [a, b] = [linkOver(port1), linkOver(port2)]
    a.send(Buffer.alloc(1_000_000).subarray(10, 14))
    const came = await new Promise<string | Uint8Array>(resolve => b.onMessage(resolve))
    expect((came as Uint8Array).buffer.byteLength).toBe(4)
  })

  it('closes at both ends, after what was sent, also where the port does not tell', async () => {
    for (const isMute of [false, true]) {
      const { port1, port2 } = new MessageChannel()
      const [a, b] = [linkOver(port1), linkOver(port2, isMute)]
      const heard = vi.fn()
      b.onMessage(heard)
      a.send('last')
      a.close()
      a.send('after')
      await expect.poll(() => b.closed.aborted).toBe(true)
      expect(a.closed.aborted).toBe(true)
      expect(heard.mock.calls).toEqual([['last']])
    }
  })

  it('ends with who says something else than our protocol', async () => {
    const { port1, port2 } = new MessageChannel()
    const a = linkOver(port1)
    ports.push(port2)
    port2.postMessage({ is: 'an object' })
    await expect.poll(() => a.closed.aborted).toBe(true)
  })
})
