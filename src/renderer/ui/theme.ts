// Light, dark or as the system: written on the document before the first paint, kept in this browser and in the hub.
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
