// Terminals over the protocol, with a real program on a real terminal where the machine can make one.
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { connect } from '#shared/protocol/client.ts'
import type { Client } from '#shared/protocol/client.ts'
import type { Handlers } from '#shared/protocol/host.ts'
import { host } from '#shared/protocol/host.ts'
import { pair } from '#shared/protocol/link.ts'
import { openPty } from '#main/sys/pty.ts'
import type { Pty } from '#main/sys/pty.ts'
import type { Device } from '#main/device/device.ts'
import { terminalHandlers } from '#main/hub/live/terminal.ts'

const decoder = new TextDecoder()
const size = { columns: 80, rows: 24 }

/** A hub with one device, whose command line is a shell of this computer; a window or another program at its other end. */
async function hubWith(argv: readonly [string, ...string[]] | null, isWindow = true) {
  const opened: Pty[] = []
  const device = { model: { name: 'Phone' }, shell: argv === null ? null : { argv } } as unknown as Device
  const handlers = terminalHandlers({ device: async () => device }, async (line, of, signal) => {
    const pty = await openPty(line, of, signal)
    opened.push(pty)
    return pty
  })
  const [ours, theirs] = pair()
  const hosted = host(theirs, handlers as unknown as Handlers, { admit: null, isWindow })
  const client = await connect(ours)
  return { client, opened, close: async () => (client.close(), hosted) }
}

function show(client: Client, key: string) {
  const stop = new AbortController()
  let text = ''
  const ended = client.stream(
    'device.terminal',
    { device: 'phone', key, ...size },
    ({ bytes }) => void (text += decoder.decode(bytes, { stream: true })),
    stop.signal,
  )
  return { ended, stop: () => stop.abort(), text: () => text }
}

const shell = ['/bin/sh', '-i'] as const

describe('a terminal', () => {
  it('prints what the program prints, takes what is typed, follows its size and ends with the program', async () => {
    const { client, close } = await hubWith(shell)
    const terminal = show(client, 'one')
    await expect.poll(terminal.text).toMatch(/[#$] /u)
    await client.call('terminal.resize', { key: 'one', columns: 101, rows: 33 })
    await client.call('terminal.write', { key: 'one', text: 'stty size; echo $((40 + 2)) ä\n' })
    await expect.poll(terminal.text).toMatch(/33 101[\s\S]*42 ä/u)
    await client.call('terminal.write', { key: 'one', text: 'exit\n' })
    await terminal.ended
    await expect(client.call('terminal.write', { key: 'one', text: 'x' })).rejects.toThrow('This terminal has ended.')
    await close()
  })

  it('is ended when the window closes', async () => {
    const { client, opened, close } = await hubWith(shell)
    const terminal = show(client, 'one')
    terminal.ended.catch(() => undefined)
    await expect.poll(() => opened.length).toBe(1)
    await close()
    await expect(Promise.race([opened[0]?.ended, wait(30_000, 'it goes on', { ref: false })])).resolves.not.toBe(
      'it goes on',
    )
  })

  it('lets a program that prints without end wait for a window that does not read', async () => {
    const { client, opened, close } = await hubWith(['/bin/sh', '-c', 'yes'])
    const stop = new AbortController()
    const first = Promise.withResolvers<void>()
    const never = new Promise<void>(() => {})
    const reading = client.stream(
      'device.terminal',
      { device: 'phone', key: 'one', ...size },
      () => (first.resolve(), never),
      stop.signal,
    )
    await first.promise
    await wait(500)
    const before = process.memoryUsage.rss()
    await wait(1500)
    expect(process.memoryUsage.rss() - before).toBeLessThan(60 * 1024 * 1024)
    stop.abort()
    await reading
    await close()
    await opened[0]?.ended
  })

  it('opens for nobody but the window', async () => {
    const { client, opened, close } = await hubWith(shell, false)
    await expect(show(client, 'one').ended).rejects.toThrow('A terminal opens only in the window of Nocturne.')
    expect(opened).toEqual([])
    await close()
  })

  it('says so where the device has no command line, or its program is missing', async () => {
    const none = await hubWith(null)
    await expect(show(none.client, 'one').ended).rejects.toThrow('Phone has no command line.')
    await none.close()
    const missing = await hubWith(['adb', 'shell'])
    await expect(show(missing.client, 'one').ended).rejects.toThrow('adb is not installed')
    await missing.close()
  })

  it('takes what is typed and its size while it is still opened, and its name is taken from then on', async () => {
    const opening = Promise.withResolvers<void>()
    const said: string[] = []
    const ended = Promise.withResolvers<number>()
    const pty = {
      pid: 1,
      ended: ended.promise,
      onOutput: () => undefined,
      write: (text: string) => said.push(text),
      resize: (columns: number, rows: number) => said.push(`${columns} × ${rows}`),
      hold: () => undefined,
      goOn: () => undefined,
      stop: () => ended.resolve(0),
    } as unknown as Pty
    const device = { model: { name: 'Phone' }, shell: { argv: ['sh'] } } as unknown as Device
    const handlers = terminalHandlers({ device: async () => device }, async () => {
      await opening.promise
      return pty
    })
    const [ours, theirs] = pair()
    const hosted = host(theirs, handlers as unknown as Handlers, { admit: null, isWindow: true })
    const client = await connect(ours)
    const terminal = show(client, 'one')
    const again = show(client, 'one').ended.then(
      () => 'opened',
      (thrown: unknown) => String(thrown),
    )
    const typed = Promise.all([
      client.call('terminal.write', { key: 'one', text: 'ls' }),
      client.call('terminal.resize', { key: 'one', columns: 90, rows: 30 }),
      client.call('terminal.write', { key: 'one', text: '\n' }),
    ])
    await expect(again).resolves.toContain('A terminal of this name is open.')
    opening.resolve()
    await typed
    expect(said).toEqual(['ls', '90 × 30', '\n'])
    ended.resolve(0)
    await terminal.ended
    client.close()
    await hosted
  })

  it('belongs to its connection: another window of the same hub writes nothing into it', async () => {
    const one = await hubWith(shell)
    const terminal = show(one.client, 'one')
    terminal.ended.catch(() => undefined)
    await expect.poll(() => one.opened.length).toBe(1)
    const again = show(one.client, 'one')
    await expect(again.ended).rejects.toThrow('A terminal of this name is open.')
    await one.close()
  })
})
