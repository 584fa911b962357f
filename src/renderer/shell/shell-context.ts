// What any view may ask of the window around it.
import { createContext, use } from 'react'

export interface Shell {
  openPalette(): void
  openSettings(): void
  startNight(): void
}

export const ShellContext = createContext<Shell | null>(null)

export function useShell(): Shell {
  const shell = use(ShellContext)
  if (shell === null) throw new Error('there is no window around this view')
  return shell
}
