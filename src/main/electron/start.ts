// Wires the shell: one instance, the page's own scheme, the hub's process, the window, its menu, what it may ask, and quitting.
// Decisions are in the files it imports; here is only who hears of what.
import { join } from 'node:path'
import { app, BrowserWindow, crashReporter, dialog, ipcMain, Menu, powerMonitor, protocol, session } from 'electron'
import { refusalOf } from '#shared/base/refusal.ts'
import { pageScheme, portChannel } from '#shared/protocol/shell.ts'
import type { PortMessage } from '#shared/protocol/shell.ts'
import { homeFolder } from '#main/sys/paths.ts'
import { holdDrags } from '#main/electron/drag-out.ts'
import { guardContents, guardSession } from '#main/electron/guards.ts'
import type { Busy } from '#main/electron/heard.ts'
import { HubProcess } from '#main/electron/hub-process.ts'
import { intentAmong, intentOf, linkScheme } from '#main/electron/intent.ts'
import { Listening } from '#main/electron/listening.ts'
import { menuTemplate } from '#main/electron/menu-template.ts'
import { askButtons, askWords, quitNow } from '#main/electron/quitting.ts'
import { buildsAmong, OpenedFiles } from '#main/electron/opened-files.ts'
import { servePage } from '#main/electron/serve-page.ts'
import { followTheme } from '#main/electron/theme.ts'
import { isDeveloping, isFromPage, MainWindow } from '#main/electron/window.ts'

/** `out`: the folder of what electron-vite built. */
export function startShell(out: string, argv: readonly string[], platform: NodeJS.Platform): void {
  app.enableSandbox()
  app.setName('Nocturne')
  // One instance for each home, and nothing of the browser's beside what is ours.
  app.setPath('userData', join(homeFolder(), 'window'))
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return
  }
  crashReporter.start({ uploadToServer: false })
  protocol.registerSchemesAsPrivileged([
    {
      scheme: pageScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true, stream: true },
    },
  ])
  // Unpackaged it would be Electron's own program that is registered.
  if (!isDeveloping()) app.setAsDefaultProtocolClient(linkScheme)
  guardContents()

  const hub = new HubProcess(join(out, 'main', 'hub.js'), note, () => window.tellGone())
  const window = new MainWindow(join(out, 'preload', 'index.cjs'), note)
  const listening = new Listening({
    hub,
    note,
    isInFront: () => window.isInFront,
    ask: ask => window.ask(ask),
  })
  let first = intentAmong(argv)
  const opened = new OpenedFiles(ask => window.ask(ask))
  opened.add(buildsAmong(argv))
  window.onFullScreen = isFull => listening.fullScreen(isFull)

  app.on('second-instance', (_, words) => {
    const intent = intentAmong(words)
    if (intent === null) window.show()
    else window.ask(intent)
    opened.add(buildsAmong(words))
  })
  app.on('open-file', (event, path) => {
    event.preventDefault()
    opened.add([path])
  })
  // On a Mac a link may come before the app is ready.
  app.on('open-url', (event, link) => {
    event.preventDefault()
    const intent = intentOf(link)
    if (!app.isReady()) first = intent ?? first
    else if (intent === null) window.show()
    else window.ask(intent)
  })
  app.on('activate', () => window.show())
  app.on('window-all-closed', () => {
    if (platform !== 'darwin') app.quit()
  })
  app.on('child-process-gone', (_, { type, reason, name }) => note(`A process ended: ${name ?? type}, ${reason}.`))
  followTheme(join(homeFolder(), 'window'), note)
  holdDrags({
    isClip: file => listening.isClip(file),
    folder: join(homeFolder(), 'window', 'dragged'),
    note,
  })
  holdPorts(hub)
  holdQuit(hub, listening)

  app
    .whenReady()
    .then(() => {
      guardSession(session.defaultSession)
      protocol.handle(pageScheme, request =>
        servePage(request, {
          folder: join(out, 'renderer'),
          made: listening,
        }),
      )
      Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(platform, isDeveloping(), ask => window.ask(ask))))
      hub.start()
      if (first === null) window.show()
      else window.ask(first)
      opened.ready()
    })
    .catch((thrown: unknown) => {
      note(refusalOf(thrown).words)
      app.exit(1)
    })
}

/** Each port the page asks for, to the hub; then we are out of the path. */
function holdPorts(hub: HubProcess): void {
  ipcMain.on(portChannel, (event, number: unknown) => {
    const frame = event.senderFrame
    if (!isFromPage(frame) || frame === null || typeof number !== 'number' || !Number.isSafeInteger(number)) return
    const answer = (refused: PortMessage['refused'], ports: Electron.MessagePortMain[]): void => {
      // The page may be gone by now.
      if (frame.isDestroyed()) for (const port of ports) port.close()
      else frame.postMessage(portChannel, { nocturne: 'port', number, refused } satisfies PortMessage, ports)
    }
    hub.openPort().then(
      port => answer(null, [port]),
      (thrown: unknown) => answer(refusalOf(thrown).toData(), []),
    )
  })
}

function holdQuit(hub: HubProcess, listening: Listening): void {
  let isSure = false
  let isClosing = false
  let isAsking = false
  const isClosed = (): boolean => hub.state.value.is === 'closed'
  app.on('before-quit', event => {
    const { value } = hub.state
    const busy = value.is === 'ready' && !value.shared ? listening.busy : null
    const then = quitNow({ isClosed: isClosed(), isClosing: isClosing || isAsking, busy, isSure })
    if (then === 'go') return
    event.preventDefault()
    if (then === 'ask' && busy !== null) {
      isAsking = true
      void ask(busy).then(isYes => {
        isAsking = false
        isSure = isYes
        if (isYes) app.quit()
      })
    } else if (then === 'close-hub') {
      isClosing = true
      void hub.close().then(() => app.quit())
    }
  })
  powerMonitor.on('resume', () => hub.woke())
  powerMonitor.on('shutdown', () => {
    isSure = true
    app.quit()
  })
}

async function ask(busy: Busy): Promise<boolean> {
  const options: Electron.MessageBoxOptions = {
    type: 'question',
    ...askWords[busy],
    buttons: [...askButtons],
    defaultId: 1,
    cancelId: 1,
  }
  const [window] = BrowserWindow.getAllWindows()
  const { response } = await (window === undefined
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options))
  return response === 0
}

/** For the person's terminal, or the log of the system. */
function note(words: string): void {
  if (words !== '') process.stderr.write(`${words}\n`)
}
