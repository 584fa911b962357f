// What the window and its shell (Electron) say to each other beside the protocol: five members, four channels. Read by the
// preload, which may hold nothing else: no imports that run.
import type { RefusalData } from '#shared/base/refusal.ts'

/** Electron's channels between preload and main. */
export const portChannel = 'nocturne:port'
export const askedChannel = 'nocturne:asked'
export const themeChannel = 'nocturne:theme'
export const dragChannel = 'nocturne:drag'

/** The page is where the scheme serves it, and nowhere else. */
export const pageScheme = 'app'
export const pageOrigin = 'app://nocturne'

export type ThemeName = 'system' | 'light' | 'dark'
export type PlaceName = 'devices' | 'nights' | 'inbox'

/** What the shell asks of the window: to run a command of the list, to show a place, to read builds as if they were dropped. */
export type WindowAsk =
  | { readonly is: 'command'; readonly of: 'window' | 'device'; readonly id: string }
  | { readonly is: 'show'; readonly place: PlaceName; readonly id: string | null }
  | { readonly is: 'open'; readonly paths: readonly string[] }

/** What is dragged out of the window as a file: a clip, by the path the hub told, or a picture the page has made. */
export type DragOut =
  | { readonly is: 'clip'; readonly file: string }
  | { readonly is: 'picture'; readonly name: string; readonly bytes: Uint8Array }

/** As GoneMessage it comes as a message of the window to itself, with the port to the hub; or with why there is none. */
export interface PortMessage {
  readonly nocturne: 'port'
  /** The number it was asked with. */
  readonly number: number
  readonly refused: RefusalData | null
}

/** The hub's process has ended, and every port to it with it. */
export interface GoneMessage {
  readonly nocturne: 'gone'
}

/** `window.nocturne` in Electron; a browser has none. */
export interface NativeShell {
  /** A new port to the hub, which comes as a PortMessage of this number. */
  askPort(number: number): void
  /** Where dropped files lie on this computer; '' for one that has no place. */
  pathsOf(files: readonly File[]): readonly string[]
  /** The theme a person chose: the shell's own menus and dialogs follow it. */
  useTheme(theme: ThemeName): void
  /** While a drag begins: the system carries the file under the pointer from here on. */
  dragOut(what: DragOut): void
  /** What was asked before somebody listens is kept for it. */
  onAsked(listener: (ask: WindowAsk) => void): void
}
