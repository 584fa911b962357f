// Electron's shell, kept thin: one window that shows the page the hub serves on loopback. It holds no device code.
import { join } from 'node:path'
import { app, BrowserWindow, session } from 'electron'

app.enableSandbox()
const isFirst = app.requestSingleInstanceLock()
if (!isFirst) app.quit()

/** The hub's one-time address, handed over by `./nocturne`; only loopback is shown. */
function addressFrom(words: readonly string[]): URL | null {
  const given = words.find(word => word.startsWith('--hub='))?.slice('--hub='.length)
  if (given === undefined || !URL.canParse(given)) return null
  const address = new URL(given)
  return address.protocol === 'http:' && address.hostname === '127.0.0.1' ? address : null
}

async function open(address: URL): Promise<void> {
  session.defaultSession.setPermissionRequestHandler((_, permission, answer) =>
    answer(permission === 'clipboard-sanitized-write'),
  )
  session.defaultSession.setPermissionCheckHandler((_, permission) => permission === 'clipboard-sanitized-write')
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    minWidth: 360,
    minHeight: 480,
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
    },
  })
  window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
  window.webContents.on('will-navigate', (event, url) => {
    if (new URL(url).origin !== address.origin) event.preventDefault()
  })
  await window.loadURL(address.href)
}

app.on('window-all-closed', () => app.quit())
app
  .whenReady()
  .then(async () => {
    const address = addressFrom(process.argv)
    if (address === null)
      throw new Error('Start Nocturne with ./nocturne: the address of its device server is missing.')
    await open(address)
  })
  .catch((thrown: unknown) => {
    process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`)
    app.exit(1)
  })
