// A drag of something of ours out of the window as a file: the shell carries it where there is one, else the browser where it can,
// by an address that no other page can open.
import type { DragEvent } from 'react'
import type { DragOut } from '#shared/protocol/shell.ts'
import { nativeShell } from '#renderer/shell/native.ts'

/** Null where there is no shell, or one that carries nothing. */
export function shellDrag(): ((what: DragOut) => void) | null {
  const shell = nativeShell()
  return shell !== null && 'dragOut' in shell ? what => shell.dragOut(what) : null
}

export function dragByShell(event: DragEvent, what: DragOut): void {
  // The browser's own drag would carry the page's element.
  event.preventDefault()
  shellDrag()?.(what)
}

/** `url` is a blob's: what it names stays in this page, whatever page it is dropped on. */
export function dragByBrowser(event: DragEvent, name: string, type: string, url: string): void {
  event.dataTransfer.clearData()
  event.dataTransfer.effectAllowed = 'copy'
  event.dataTransfer.setData('DownloadURL', `${type}:${name}:${url}`)
}
