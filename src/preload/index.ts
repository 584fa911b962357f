// The one object the window gets from its shell: five members, and no channel of Electron's own. Whatever comes of Electron is
// wrapped, so that none of its objects reaches the page.
import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { askedChannel, dragChannel, portChannel, themeChannel } from '#shared/protocol/shell.ts'
import type { GoneMessage, NativeShell, PortMessage, WindowAsk } from '#shared/protocol/shell.ts'

interface Page {
  readonly location: { readonly origin: string }
  postMessage(message: unknown, origin: string, transfer: readonly object[]): void
}
const page = globalThis as unknown as Page
const keptMax = 20
const kept: WindowAsk[] = []
let listener: ((ask: WindowAsk) => void) | null = null

ipcRenderer.on(askedChannel, (_event, ask: WindowAsk) => {
  if (listener !== null) listener(ask)
  else if (kept.length < keptMax) kept.push(ask)
})

// A port cannot go over the bridge: it goes as a message of the page to itself.
ipcRenderer.on(portChannel, (event, message: PortMessage | GoneMessage) => {
  page.postMessage(message, page.location.origin, [...event.ports])
})

const shell: NativeShell = {
  askPort: number => ipcRenderer.send(portChannel, number),
  pathsOf: files => files.map(file => webUtils.getPathForFile(file)),
  useTheme: theme => ipcRenderer.send(themeChannel, theme),
  dragOut: what => ipcRenderer.send(dragChannel, what),
  onAsked: next => {
    listener = next
    for (const ask of kept.splice(0)) next(ask)
  },
}
contextBridge.exposeInMainWorld('nocturne', shell)
