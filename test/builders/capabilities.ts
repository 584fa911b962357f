// What a touch phone that can do everything says of itself, for tests in which no capability is the question.
import type { Capabilities } from '#shared/domain/device.ts'

const can = { yes: true } as const

export const canEverything: Capabilities = {
  surface: 'touch',
  keys: ['Home', 'Back', 'Enter', 'Backspace', 'Tab'],
  tree: can,
  foreground: can,
  text: can,
  clearData: can,
  crashLogs: can,
  contacts: can,
  clipboard: can,
  controls: {
    dark: can,
    fontScale: can,
    locale: can,
    network: can,
    orientation: can,
    turn: can,
    posture: can,
    awake: can,
    location: can,
    statusBar: can,
    battery: can,
  },
}
