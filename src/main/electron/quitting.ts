// Whether Nocturne may quit now: a night or a recording is asked about once, and the hub puts settings back before the app goes. Pure.

import type { Busy } from '#main/electron/heard.ts'

export interface Standing {
  /** The hub has ended, or there is none. */
  readonly isClosed: boolean
  readonly isClosing: boolean
  /** Of a hub of our own: what another program does goes on without us. */
  readonly busy: Busy | null
  /** A person said yes, or the machine is being shut down. */
  readonly isSure: boolean
}

export type Quit = 'go' | 'wait' | 'ask' | 'close-hub'

export function quitNow({ isClosed, isClosing, busy, isSure }: Standing): Quit {
  if (isClosed) return 'go'
  if (isClosing) return 'wait'
  return busy !== null && !isSure ? 'ask' : 'close-hub'
}

export const askWords: Readonly<Record<Busy, { readonly message: string; readonly detail: string }>> = {
  night: {
    message: 'A night is running. Quit all the same?',
    detail: 'It ends here. What it has confirmed is kept, and the settings of its devices are put back first.',
  },
  recording: { message: 'A recording is running. Quit all the same?', detail: 'It ends here, and its file is kept.' },
}
export const askButtons = ['Quit', 'Keep it running'] as const
