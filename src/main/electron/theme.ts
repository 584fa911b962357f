// The theme a person chose in the window, for what is not the page's: menus, dialogs, and the colour a new window has before its page.
import { ipcMain, nativeTheme } from 'electron'
import { join } from 'node:path'
import { themeChannel } from '#shared/protocol/shell.ts'
import type { ThemeName } from '#shared/protocol/shell.ts'
import { readTextNow } from '#main/sys/files-now.ts'
import { writeWhole } from '#main/sys/files.ts'
import { isFromPage } from '#main/electron/window.ts'

const names: readonly ThemeName[] = ['system', 'light', 'dark']
const themeOf = (said: unknown): ThemeName | null => names.find(name => name === said) ?? null

/** `folder` keeps it from start to start. */
export function followTheme(folder: string, note: (words: string) => void): void {
  const file = join(folder, 'theme.txt')
  const kept = keptIn(file)
  if (kept !== null) nativeTheme.themeSource = kept
  ipcMain.on(themeChannel, (event, said: unknown) => {
    const theme = themeOf(said)
    if (theme === null || !isFromPage(event.senderFrame) || theme === nativeTheme.themeSource) return
    nativeTheme.themeSource = theme
    writeWhole(file, `${theme}\n`).catch((thrown: unknown) => note(String(thrown)))
  })
}

function keptIn(file: string): ThemeName | null {
  try {
    return themeOf(readTextNow(file).trim())
  } catch {
    // None was chosen yet.
    return null
  }
}
