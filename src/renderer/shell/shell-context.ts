// What any view may ask of the window around it.
import { createContext, use } from 'react'

export interface Shell {
  readonly openPalette: () => void
  readonly openSettings: () => void
  readonly startNight: () => void
}

export const ShellContext = createContext<Shell | null>(null)

export function useShell(): Shell {
  const shell = use(ShellContext)
  if (shell === null) throw new Error('there is no window around this view')
  return shell
}
