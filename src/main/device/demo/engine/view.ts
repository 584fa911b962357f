// What the demo phone shows now, as values: made by the engine (runtime), laid out and drawn by layout and draw.
// Texts are resolved, expressions evaluated, `when` applied. Lengths are dp and sp, as in the app file.

export type NodeKind =
  | 'text'
  | 'button'
  | 'icon'
  | 'image'
  | 'toggle'
  | 'check'
  | 'radio'
  | 'progress'
  | 'video'
  | 'web'
  | 'space'
  | 'divider'
  | 'field'
  | 'slider'
  | 'list'
  | 'list_row'
  | 'map'
  | 'row'
  | 'column'
  | 'card'
  | 'scroll'

export interface ViewNode {
  readonly kind: NodeKind
  /** Handle a hit test answers with; unique within one view. */
  readonly key: string
  /** Short id (`save`), '' without one; the tree shows `package:id/save`. */
  readonly id: string
  /** The words shown; a list row's main text; a field's value. */
  readonly text: string
  /** A list row's second line; '' for none. */
  readonly detail: string
  /** Accessible name; null when the file gives none. */
  readonly label: string | null
  readonly hint: string
  readonly enabled: boolean
  readonly clickable: boolean
  readonly longClickable: boolean
  /** null: not a checkable. */
  readonly checked: boolean | null
  readonly selected: boolean
  readonly focused: boolean
  readonly password: boolean
  /** Drawn shape by name (`icon`, a row's icon, a tab's icon); null for none. */
  readonly icon: string | null
  /** Seed of a drawn picture (`image`, a row's image); null for none. */
  readonly image: string | null
  /** 0..1 of a slider or bar; null for one that moves by itself. */
  readonly value: number | null
  readonly spinner: boolean
  /** sp of text, dp of a box's height (a space's width too); null for the kind's own. */
  readonly size: number | null
  readonly color: string | null
  readonly background: string | null
  readonly align: 'start' | 'center' | 'end' | null
  readonly lines: number | null
  readonly fixed: boolean
  readonly at: { readonly x: number; readonly y: number; readonly w: number; readonly h: number } | null
  readonly cover: boolean
  readonly animate: boolean
  readonly children: readonly ViewNode[]
}

/** One window of an app (or of the launcher, settings, browser: they are apps of their own packages). */
export interface ScreenView {
  readonly package: string
  readonly activity: string
  readonly title: string
  /** An up arrow in the bar. */
  readonly up: boolean
  readonly bar: boolean
  readonly actions: readonly ViewNode[]
  readonly body: readonly ViewNode[]
  readonly tabs: { readonly items: readonly ViewNode[] } | null
  readonly fab: ViewNode | null
  /** dp scrolled, by key of the scroll node; 'body' is the screen's own. */
  readonly scroll: Readonly<Record<string, number>>
  readonly theme: { readonly primary: string; readonly darkPrimary: string | null }
}

export interface OverlayView {
  /** permission, anr and crash are windows of the system's packages and hide the app from the tree, as a dialog does. */
  readonly kind: 'dialog' | 'sheet' | 'menu' | 'permission' | 'anr' | 'crash'
  readonly package: string
  readonly title: string
  readonly text: string
  /** Kind button; `key`, `id`, `text` are set. */
  readonly buttons: readonly ViewNode[]
}

export interface PhoneView {
  /** Device pixels, present orientation. */
  readonly width: number
  readonly height: number
  readonly densityDpi: number
  /** `dpad`: a television, without the phone's own bars. Absent: touch. */
  readonly surface?: 'touch' | 'dpad'
  readonly fontScale: number
  readonly dark: boolean
  readonly rtl: boolean
  /** Status bar's clock, "09:00". */
  readonly time: string
  readonly offline: boolean
  /** Drawn instead of everything of the app: label and colour; the tree is empty. */
  readonly splash: { readonly label: string; readonly color: string } | null
  /** One flat colour, empty tree. */
  readonly blank: string | null
  readonly screen: ScreenView | null
  /** Bottom first; the last one is the active window. */
  readonly overlays: readonly OverlayView[]
  readonly keyboard: boolean
  /** Drawn, not in the tree. */
  readonly toast: string | null
  /** Drawn and in the tree. */
  readonly snackbar: { readonly text: string; readonly action: ViewNode | null } | null
  /** Rises with what moves by itself (spinner, video, animate); equal values draw equal pictures. */
  readonly phase: number
  /** The screenshot is black; the tree stays. */
  readonly secure: boolean
}

export type Hit =
  | {
      readonly on: 'node'
      readonly key: string
      /** 0..1 along the node, for sliders (reading direction). */ readonly along: number
    }
  /** A key of the drawn keyboard: it takes the tap. */
  | { readonly on: 'keyboard' }
  /** Outside an overlay: closes a sheet or menu, does nothing to a dialog. */
  | { readonly on: 'outside' }
  | { readonly on: 'nav'; readonly button: 'back' | 'home' | 'recents' }
  | { readonly on: 'up' }
  | { readonly on: 'snackbar_action' }
  | { readonly on: 'nothing' }
