// The shell on a double of electron that fails on every call it does not know: one instance, the window and what it refuses, ports,
// the menu, deep links, crashes and hangs.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { deviceCommands, windowCommands } from '#shared/domain/commands.ts'
import type { WindowAsk } from '#shared/protocol/shell.ts'
import { openShell, out, page, ScriptedHub, settled } from './open-shell.ts'

describe('the shell', () => {
  it('opens one sandboxed window on its own scheme, and nothing of the net', async () => {
    using shell = await openShell({ onFork: new ScriptedHub().run })
    const { world, electron } = shell
    expect(world.calls.indexOf('app.enableSandbox')).toBe(0)
    expect(world.privileges).toMatchObject([{ scheme: 'app', privileges: { standard: true, secure: true } }])
    expect(world.privileges[0]?.privileges).not.toHaveProperty('bypassCSP')
    expect(world.calls).toContain('crashReporter.start {"uploadToServer":false}')
    expect(world.paths.get('userData')).toBe(join(shell.home, 'window'))
    expect(electron.BrowserWindow.open).toHaveLength(1)
    const window = shell.window()
    expect(window.loaded).toEqual([`${page}/`])
    expect(window.options).toMatchObject({ name: 'main', windowStatePersistence: true, show: false })
    expect(window.options.webPreferences).toEqual({
      preload: join(out, 'preload', 'index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      // Else the page would not hear that it is hidden.
      backgroundThrottling: true,
    })
    expect(window.isInFront).toBe(false)
    window.emit('ready-to-show')
    expect(window.isInFront).toBe(true)
  })

  it('is one for each home: a second start shows the first and ends', async () => {
    using second = await openShell({ hasLock: false })
    expect(second.world.calls).toContain('app.quit')
    expect(second.world.children).toHaveLength(0)
    expect(second.electron.BrowserWindow.open).toHaveLength(0)

    using first = await openShell({ onFork: new ScriptedHub().run })
    const window = first.window()
    window.isSmall = true
    first.electron.app.emit('second-instance', {}, ['electron', '.'])
    expect([window.isSmall, window.isInFront]).toEqual([false, true])
    first.electron.app.emit('second-instance', {}, ['electron', '.', 'nocturne://finding/F-7'])
    expect(window.webContents.sent).toEqual([
      { channel: 'nocturne:asked', message: { is: 'show', place: 'inbox', id: 'F-7' } },
    ])
    expect(first.electron.BrowserWindow.open).toHaveLength(1)
  })

  it('shows what a deep link names, also one that came before it was ready', async () => {
    using shell = await openShell({ onFork: new ScriptedHub().run, platform: 'darwin', isReady: false })
    expect(shell.electron.app.fire('open-url', {}, 'nocturne://night/N1').prevented).toBe(true)
    expect(shell.electron.BrowserWindow.open).toHaveLength(0)
    shell.electron.app.ready()
    await settled()
    const { webContents } = shell.window()
    expect(webContents.sent).toMatchObject([{ message: { is: 'show', place: 'nights', id: 'N1' } }])
    shell.window().close()
    shell.electron.app.fire('open-url', {}, 'nocturne://device/demo-phone')
    const again = shell.window().webContents
    expect(again.sent).toEqual([])
    await settled()
    expect(again.sent).toMatchObject([{ message: { is: 'show', place: 'devices', id: 'demo-phone' } }])
    expect(shell.world.calls).toContain('app.setAsDefaultProtocolClient nocturne')
  })

  it('reads builds that are opened with it, as one drop, also those that came before it was ready', async () => {
    using shell = await openShell({ onFork: new ScriptedHub().run, platform: 'darwin', isReady: false })
    const { app } = shell.electron
    expect(app.fire('open-file', {}, '/builds/plants 2.apk').prevented).toBe(true)
    app.fire('open-file', {}, '/builds/植物.apks')
    app.ready()
    const asks = (): readonly unknown[] => shell.window().webContents.sent.map(({ message }) => message)
    await settled()
    await expect.poll(asks).toEqual([{ is: 'open', paths: ['/builds/plants 2.apk', '/builds/植物.apks'] }])
    app.emit('second-instance', {}, ['nocturne', '--flag', '/builds/moss.AAB', 'near.apk', '/etc/passwd', '/x.apk.txt'])
    await expect.poll(() => asks().at(-1)).toEqual({ is: 'open', paths: ['/builds/moss.AAB'] })
    expect(asks()).toHaveLength(2)

    using started = await openShell({ onFork: new ScriptedHub().run, argv: ['electron', '.', '/builds/moss.xapk'] })
    const sent = (): readonly unknown[] => started.window().webContents.sent.map(({ message }) => message)
    await expect.poll(sent).toEqual([{ is: 'open', paths: ['/builds/moss.xapk'] }])
  })

  it('follows the theme chosen in its page alone, and has it at the next start', async () => {
    using shell = await openShell({ onFork: new ScriptedHub().run })
    const { ipcMain, nativeTheme, WebFrameMain } = shell.electron
    const say = (theme: unknown, origin = page): void =>
      ipcMain.emit('nocturne:theme', { senderFrame: new WebFrameMain(origin) }, theme)
    say('dark', 'https://elsewhere.example')
    say('purple')
    expect(nativeTheme.themeSource).toBe('system')
    say('dark')
    expect(nativeTheme.themeSource).toBe('dark')
    const kept = join(shell.home, 'window', 'theme.txt')
    await expect.poll(() => existsSync(kept) && readFileSync(kept, 'utf8')).toBe('dark\n')
    using next = await openShell({ onFork: new ScriptedHub().run, home: shell.home })
    expect(next.electron.nativeTheme.themeSource).toBe('dark')
  })

  it('lets no page leave, open, embed or ask for anything', async () => {
    using shell = await openShell({ onFork: new ScriptedHub().run })
    const { webContents } = shell.window()
    for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect']) {
      expect(webContents.fire(event, { url: 'https://elsewhere.example/' }).prevented).toBe(true)
      expect(webContents.fire(event, { url: `${page}/` }).prevented).toBe(false)
    }
    expect(webContents.fire('will-attach-webview').prevented).toBe(true)
    expect(webContents.openHandler?.({ url: `${page}/` })).toEqual({ action: 'deny' })
    const session = shell.electron.session.defaultSession
    const asked = vi.fn()
    for (const permission of ['media', 'clipboard-read', 'clipboard-sanitized-write'] as const)
      session.mayAsk?.({ getURL: () => `${page}/` } as never, permission, asked, {} as never)
    expect(asked.mock.calls).toEqual([[false], [false], [true]])
    expect(session.mayUse?.(null, 'geolocation', page, {} as never)).toBe(false)
    expect(session.mayHave?.({} as never)).toBe(false)
    session.mayCapture?.({} as never, asked)
    expect(asked).toHaveBeenLastCalledWith(null)
  })

  it('has every command of the one list in its menu, and asks the window to run it', async () => {
    using shell = await openShell({ onFork: new ScriptedHub().run })
    const items = flat(shell.electron.Menu.template)
    const ids = items.flatMap(item => (item.id === undefined ? [] : [item.id]))
    expect(ids.toSorted()).toEqual([...windowCommands, ...deviceCommands].map(command => command.id).toSorted())
    // Elsewhere than on a Mac the page takes its keys itself.
    for (const item of items) if (item.accelerator !== undefined) expect(item.registerAccelerator).toBe(false)
    for (const id of ['search', 'turn-left', 'language-de'])
      items.find(item => item.id === id)?.click?.({} as never, undefined, {} as never)
    expect(shell.window().webContents.sent.map(({ message }) => message)).toEqual([
      { is: 'command', of: 'window', id: 'search' },
      { is: 'command', of: 'device', id: 'turn-left' },
      { is: 'command', of: 'device', id: 'language-de' },
    ] satisfies WindowAsk[])
    const language = items.find(item => item.label === 'Language')
    expect(flat(language === undefined ? [] : [language]).map(item => item.label)).toContain('German')
    const mac = await openShell({ onFork: new ScriptedHub().run, platform: 'darwin' })
    using _mac = mac
    const search = flat(mac.electron.Menu.template).find(item => item.id === 'search')
    expect(search).toMatchObject({ accelerator: 'CommandOrControl+K' })
    expect(search).not.toHaveProperty('registerAccelerator')
    expect(mac.electron.Menu.template[0]?.label).toBe('Nocturne')
  })

  it('loads a window again whose process ended, once; then says so in words', async () => {
    using shell = await openShell({ onFork: new ScriptedHub().run })
    const window = shell.window()
    window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 11 })
    expect(window.loaded).toEqual([`${page}/`, `${page}/`])
    window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 11 })
    expect(window.loaded.at(-1)).toBe(`${page}/failed`)
    const answer = await shell.world.handlers.get('app')?.(new Request(`${page}/failed`))
    expect(await answer?.text()).toContain('Nocturne’s window stopped')
    window.webContents.emit('preload-error', {}, 'index.cjs', new Error('broken'))
    expect(window.loaded).toHaveLength(4)
  })

  it('asks about a window that hangs, and loads it again when told to', async () => {
    using shell = await openShell({ onFork: new ScriptedHub().run })
    const window = shell.window()
    window.emit('unresponsive')
    await settled()
    expect(shell.world.boxes).toMatchObject([{ message: 'The window does not answer.' }])
    expect(shell.world.calls).not.toContain('webContents.forcefullyCrashRenderer')
    window.emit('responsive')
    shell.world.answer = 0
    window.emit('unresponsive')
    await settled()
    expect(shell.world.calls).toContain('webContents.forcefullyCrashRenderer')
    expect(window.loaded).toHaveLength(2)
  })

  it('hands a port to the page and to nobody else', async () => {
    using shell = await openShell({ onFork: new ScriptedHub().run })
    const { WebFrameMain, ipcMain } = shell.electron
    const top = new WebFrameMain(page)
    const ask = async (frame: InstanceType<typeof WebFrameMain> | null, number: unknown): Promise<void> => {
      ipcMain.emit('nocturne:port', { senderFrame: frame }, number)
      await settled()
    }
    const strangers = [
      new WebFrameMain('https://elsewhere.example'),
      new WebFrameMain(page, top),
      new WebFrameMain('null'),
    ]
    for (const frame of strangers) {
      await ask(frame, 1)
      expect(frame.posted).toEqual([])
    }
    await ask(null, 1)
    for (const number of ['1', 1.5, null, {}, Number.NaN]) await ask(top, number)
    expect(top.posted).toEqual([])
    await ask(top, 7)
    expect(top.posted).toMatchObject([
      { channel: 'nocturne:port', message: { nocturne: 'port', number: 7, refused: null } },
    ])
    expect(top.posted[0]?.ports).toHaveLength(1)
    const gone = new WebFrameMain(page)
    gone.isGone = true
    await ask(gone, 8)
    expect(gone.posted).toEqual([])
  })
})

type Item = Electron.MenuItemConstructorOptions

const flat = (items: readonly Item[]): readonly Item[] =>
  items.flatMap(item => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])])
