// The hub's process under the shell: started with what it may know, started again when it ends, given up in words, closed before
// the app goes; what the shell hears of it keeps the machine awake and is said aloud.
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Given } from '#shared/protocol/contract.ts'
import { secretOf } from '#main/sys/secrets.ts'
import { devices } from '../e2e/made-up-devices.ts'
import { openShell, out, page, ScriptedHub, settled, soon } from './open-shell.ts'

type Night = Given<'nights'>['nights'][number]
const night: Night = {
  id: 'N1' as Night['id'],
  app: 'app.plants',
  app_label: 'Plants',
  build: '1',
  devices: [],
  started: '2026-11-30T22:00:00.000Z',
  ended: null,
  ended_by: null,
  steps: 120,
  screens: 14,
  new_screens: 2,
  not_reproduced: 0,
  seed: 1,
  findings: 2,
  running: true,
}

const [first] = devices()
if (first === undefined) throw new Error('there is no made-up device')
const tile = { ...first, state: 'live', control: null, busy: null } as const

afterEach(() => {
  vi.useRealTimers()
})

describe('the hub’s process', () => {
  it('is a utility process of its own, told what a job may name and nothing that steers it', async () => {
    vi.stubEnv('PLANTS_PASSWORD', 'fern')
    vi.stubEnv('NODE_OPTIONS', '--inspect')
    vi.stubEnv('ELECTRON_RUN_AS_NODE', '1')
    using shell = await openShell({ onFork: new ScriptedHub().run })
    const [child] = shell.world.children
    expect(child?.entry).toBe(join(out, 'main', 'hub.js'))
    expect(child?.options).toMatchObject({ serviceName: 'Nocturne device server', stdio: 'pipe' })
    const env = child?.options.env ?? {}
    expect(env).toMatchObject({ NOCTURNE_HOME: shell.home })
    const places = { env: { ...env }, platform: 'linux', security: 'security' } as const
    expect(await secretOf('env:PLANTS_PASSWORD', places, new AbortController().signal)).toBe('fern')
    expect(Object.keys(env).filter(name => /^(NODE|ELECTRON)_/u.test(name))).toEqual([])
  })

  it('is started again when it ends, and the page gets a port to the new one', async () => {
    const hub = new ScriptedHub()
    using shell = await openShell({ onFork: hub.run })
    const client = await shell.pageClient()
    expect(await client.call('hub.window', {})).toEqual({ url: null })
    hub.child?.exit(1)
    // Asked while it is away: the answer waits for the next one.
    await settled()
    expect(shell.window().webContents.sent).toEqual([{ channel: 'nocturne:port', message: { nocturne: 'gone' } }])
    const next = await shell.pageClient()
    expect(shell.world.children).toHaveLength(2)
    expect(await next.call('hub.window', {})).toEqual({ url: null })
  })

  it('that ends each time is given up in words, which the page gets; asking again starts it once more', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let works = false
    const hub = new ScriptedHub()
    const opening = openShell({ onFork: child => (works ? hub.run(child) : child.exit(1)) })
    await vi.advanceTimersByTimeAsync(60_000)
    using shell = await opening
    for (let time = 0; time < 10; time += 1) await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    expect(shell.world.children).toHaveLength(6)
    works = true
    const client = await shell.pageClient()
    expect(await client.call('hub.window', {})).toEqual({ url: null })
    expect(shell.world.children).toHaveLength(7)
  })

  it('that cannot open its home says why, and the page is told', async () => {
    const error = { code: 'failed', words: 'The home cannot be written.', where: null, hint: null } as const
    using shell = await openShell({
      onFork: child => {
        child.parent.on('message', () => child.parent.postMessage({ is: 'refused', error }))
        child.parent.postMessage({ is: 'refused', error })
      },
    })
    const frame = new shell.electron.WebFrameMain(page)
    shell.electron.ipcMain.emit('nocturne:port', { senderFrame: frame }, 1)
    await settled()
    expect(frame.posted).toMatchObject([{ message: { number: 1, refused: error } }])
  })

  it('that refuses each time it is asked again leaves no port open', async () => {
    const error = { code: 'failed', words: 'The home cannot be written.', where: null, hint: null } as const
    let [given, open] = [0, 0]
    using shell = await openShell({
      onFork: child => {
        child.parent.on('message', ({ ports }) => {
          for (const port of ports) {
            given += 1
            open += 1
            port.on('close', () => (open -= 1))
          }
          child.parent.postMessage({ is: 'refused', error })
        })
        child.parent.postMessage({ is: 'refused', error })
      },
    })
    for (const number of [1, 2, 3]) {
      const frame = new shell.electron.WebFrameMain(page)
      shell.electron.ipcMain.emit('nocturne:port', { senderFrame: frame }, number)
      await settled()
      expect(frame.posted).toMatchObject([{ message: { number, refused: error }, ports: [] }])
    }
    expect([given, open]).toEqual([3, 0])
  })

  it('is told when the computer is awake again, and not while it is away', async () => {
    const hub = new ScriptedHub()
    using shell = await openShell({ onFork: hub.run })
    shell.electron.powerMonitor.emit('resume')
    await settled()
    expect(hub.child?.said.filter(said => (said as { readonly is: string }).is === 'woke')).toHaveLength(1)
    hub.child?.exit(1)
    await settled()
    shell.electron.powerMonitor.emit('resume')
    expect(shell.world.children).toHaveLength(1)
  })

  it('puts everything back before the app goes', async () => {
    const hub = new ScriptedHub()
    using shell = await openShell({ onFork: hub.run })
    shell.window().close()
    await settled()
    expect(hub.child?.said.at(-1)).toEqual({ is: 'close' })
    expect(shell.world.calls.at(-1)).toBe('gone')
    expect(shell.world.children).toHaveLength(1)
  })

  it('that hangs while it closes is ended after its time', async () => {
    const hub = new ScriptedHub()
    hub.closes = false
    using shell = await openShell({ onFork: hub.run })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    shell.electron.app.quit()
    await vi.advanceTimersByTimeAsync(29_000)
    expect(shell.world.calls).not.toContain('gone')
    await vi.advanceTimersByTimeAsync(2000)
    expect(shell.world.calls).toContain('utilityProcess.kill')
    expect(shell.world.calls.at(-1)).toBe('gone')
  })

  it('with a night is asked about once: no keeps it, yes closes it', async () => {
    const hub = new ScriptedHub()
    using shell = await openShell({ onFork: hub.run })
    hub.nights.set({ nights: [night] })
    await soon(() => expect(shell.world.awake.size).toBe(1))
    shell.electron.app.quit()
    await settled()
    expect(shell.world.boxes).toMatchObject([{ message: 'A night is running. Quit all the same?' }])
    expect(shell.world.calls).not.toContain('gone')
    expect(hub.child?.said).not.toContainEqual({ is: 'close' })
    shell.world.answer = 0
    shell.electron.app.quit()
    await soon(() => expect(shell.world.calls.at(-1)).toBe('gone'))
    expect(shell.world.boxes).toHaveLength(2)
  })

  it('does not ask when the machine is shut down, nor about a night of another program', async () => {
    const hub = new ScriptedHub()
    using shell = await openShell({ onFork: hub.run })
    hub.nights.set({ nights: [night] })
    await soon(() => expect(shell.world.awake.size).toBe(1))
    shell.electron.powerMonitor.emit('shutdown')
    await soon(() => expect(shell.world.calls.at(-1)).toBe('gone'))
    expect(shell.world.boxes).toEqual([])

    const other = new ScriptedHub(true)
    using shared = await openShell({ onFork: other.run })
    other.nights.set({ nights: [night] })
    await soon(() => expect(shared.world.awake.size).toBe(1))
    shared.electron.app.quit()
    await soon(() => expect(shared.world.calls.at(-1)).toBe('gone'))
    expect(shared.world.boxes).toEqual([])
  })
})

describe('live devices that fill the screen', () => {
  it('keep the display lit, and no longer than that', async () => {
    const hub = new ScriptedHub()
    using shell = await openShell({ onFork: hub.run })
    const lit = (): number =>
      shell.world.calls.filter(call => call === 'powerSaveBlocker.start prevent-display-sleep').length
    shell.window().emit('enter-full-screen')
    await settled()
    expect([lit(), shell.world.awake.size]).toEqual([0, 0])
    hub.devices.set({ devices: [tile], missing: [] })
    await expect.poll(() => [lit(), shell.world.awake.size]).toEqual([1, 1])
    shell.window().emit('leave-full-screen')
    expect(shell.world.awake.size).toBe(0)
    shell.window().emit('enter-full-screen')
    expect([lit(), shell.world.awake.size]).toEqual([2, 1])
    hub.devices.set({ devices: [{ ...tile, state: 'off' }], missing: [] })
    await expect.poll(() => shell.world.awake.size).toBe(0)
  })
})

describe('a recording', () => {
  it('keeps the machine awake, and is asked about before the app goes', async () => {
    const hub = new ScriptedHub()
    using shell = await openShell({ onFork: hub.run })
    const row = { number: 1, device: 'p8', is: 'recording', ms: 0, bytes: 0, files: [], notes: [], why: null } as const
    hub.recordings.set({ recordings: [row] })
    await soon(() => expect(shell.world.awake.size).toBe(1))
    shell.electron.app.quit()
    await settled()
    expect(shell.world.boxes).toMatchObject([{ message: 'A recording is running. Quit all the same?' }])
    hub.recordings.set({ recordings: [{ ...row, is: 'ended' }] })
    await soon(() => expect(shell.world.awake.size).toBe(0))
  })
})

describe('a night', () => {
  it('keeps the machine awake while it runs, and is told in the morning to who does not look', async () => {
    const hub = new ScriptedHub()
    using shell = await openShell({ onFork: hub.run })
    hub.nights.set({ nights: [night] })
    await soon(() => expect(shell.world.awake.size).toBe(1))
    expect(shell.world.calls).toContain('powerSaveBlocker.start prevent-app-suspension')
    hub.nights.set({ nights: [{ ...night, running: false, ended: '2026-12-01T06:00:00.000Z', ended_by: 'budget' }] })
    await soon(() => expect(shell.world.notices).toHaveLength(1))
    expect(shell.world.awake.size).toBe(0)
    const [notice] = shell.world.notices
    expect(notice).toMatchObject({ title: 'Plants: 2 findings', body: 'The night is over: 120 steps on 14 screens.' })
    notice?.click()
    expect(shell.window().isInFront).toBe(true)
    expect(shell.window().webContents.sent.at(-1)?.message).toEqual({ is: 'show', place: 'nights', id: 'N1' })
  })

  it('is not told to who looks at the window', async () => {
    const hub = new ScriptedHub()
    using shell = await openShell({ onFork: hub.run })
    shell.window().focus()
    hub.nights.set({ nights: [night] })
    await soon(() => expect(shell.world.awake.size).toBe(1))
    hub.nights.set({ nights: [{ ...night, running: false, ended_by: 'budget' }] })
    await soon(() => expect(shell.world.awake.size).toBe(0))
    expect(shell.world.notices).toEqual([])
  })

  it('that died with its hub is told as broken off', async () => {
    const hub = new ScriptedHub()
    using shell = await openShell({ onFork: hub.run })
    hub.nights.set({ nights: [night] })
    await soon(() => expect(shell.world.awake.size).toBe(1))
    hub.child?.exit(1)
    hub.nights.set({ nights: [{ ...night, running: false, ended_by: 'stopped' }] })
    await soon(() => expect(shell.world.notices).toHaveLength(1))
    expect(shell.world.notices[0]?.body).toMatch(/^The night was broken off/u)
    expect(shell.world.awake.size).toBe(0)
  })
})
