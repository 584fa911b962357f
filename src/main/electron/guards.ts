// Refusals that hold for every page this app ever has: where it may go, what it may open, what it may ask of the browser.
import { app } from 'electron'
import type { Session, WebContents } from 'electron'
import { mayGo, mayUse } from '#main/electron/permissions.ts'

export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((contents, permission, answer) => answer(mayUse(permission, contents.getURL())))
  session.setPermissionCheckHandler((_, permission, origin) => mayUse(permission, origin))
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_, answer) => answer(null))
}

export function guardContents(): void {
  app.on('web-contents-created', (_, contents) => guard(contents))
}

function guard(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-attach-webview', event => event.preventDefault())
  contents.on('will-navigate', event => {
    if (!mayGo(event.url)) event.preventDefault()
  })
  contents.on('will-frame-navigate', event => {
    if (!mayGo(event.url)) event.preventDefault()
  })
  contents.on('will-redirect', event => {
    if (!mayGo(event.url)) event.preventDefault()
  })
}
