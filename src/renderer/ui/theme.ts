// Light, dark or as the system: written on the document before the first paint, kept in this browser and in the hub, and told to
// the shell, whose menus and dialogs follow it.
import { nativeShell } from '#renderer/shell/native.ts'

export type Theme = 'system' | 'light' | 'dark'

const key = 'nocturne-theme'

export function keptTheme(): Theme {
  const kept = read(key)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

export function applyTheme(theme: Theme): void {
  write(key, theme)
  if (theme === 'system') document.documentElement.removeAttribute('data-theme')
  else document.documentElement.dataset['theme'] = theme
  nativeShell()?.useTheme(theme)
}

/** A browser that forbids storage still gets a window; it only forgets. */
export function read(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export function write(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    return
  }
}
