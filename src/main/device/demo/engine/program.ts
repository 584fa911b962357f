// A demo app ready to run: what the file says, checked and with every expression compiled. Made by compile-app.ts from a
// (planted) file, run by app-process.ts, shown by screen-view.ts. `bug` says which planted bug a part belongs to.
import type { Check } from '#shared/domain/check.ts'
import type { NodeKind } from '#main/device/demo/engine/view.ts'
import type { Compiled, Names } from '#main/device/demo/engine/expression.ts'
import type { CompiledText, Strings } from '#main/device/demo/engine/text.ts'

export interface Program {
  readonly package: string
  readonly label: string
  readonly versionName: string
  readonly versionCode: number
  readonly surface: 'touch' | 'dpad'
  readonly permissions: readonly string[]
  readonly orientation: 'any' | 'portrait' | 'landscape'
  readonly secure: ReadonlySet<string>
  readonly danger: ReadonlySet<string>
  readonly locales: readonly string[]
  readonly strings: Strings
  readonly names: Names
  /** In the order of the file; each may read those before it. */
  readonly state: readonly (readonly [string, Compiled])[]
  readonly persist: ReadonlySet<string>
  readonly saved: ReadonlySet<string>
  readonly start: string
  readonly splashMs: number
  readonly primary: string
  readonly darkPrimary: string | null
  readonly screens: ReadonlyMap<string, ScreenProgram>
}

export const screenEvents = ['enter', 'leave', 'back', 'rotate', 'background', 'resume', 'key', 'tick'] as const
export type ScreenEvent = (typeof screenEvents)[number]

export interface ScreenProgram {
  readonly id: string
  readonly title: CompiledText
  readonly body: readonly NodeProgram[]
  readonly tabs: TabsProgram | null
  readonly fab: NodeProgram | null
  readonly actions: readonly NodeProgram[]
  readonly on: Readonly<Partial<Record<ScreenEvent, EffectList>>>
  /** Bugs that show wherever this screen does. */
  readonly bugs: readonly string[]
}

export interface TabsProgram {
  readonly selected: CompiledText
  readonly items: readonly TabProgram[]
}

export interface TabProgram {
  readonly key: string
  readonly id: string
  readonly label: CompiledText
  readonly icon: CompiledText | null
  readonly tap: EffectList | null
  readonly bugs: readonly string[]
}

export interface NodeProgram {
  readonly kind: NodeKind
  readonly key: string
  readonly id: string
  readonly words: CompiledText | null
  readonly label: CompiledText | null
  readonly hint: CompiledText | null
  readonly when: Compiled | null
  readonly enabled: Compiled | null
  readonly busy: Compiled | null
  readonly tap: EffectList | null
  readonly long: EffectList | null
  readonly size: Compiled | null
  readonly lines: Compiled | null
  readonly color: CompiledText | null
  readonly background: CompiledText | null
  readonly align: CompiledText | null
  readonly icon: CompiledText | null
  readonly image: CompiledText | null
  readonly fixed: Compiled | null
  readonly cover: Compiled | null
  readonly animate: Compiled | null
  readonly at: {
    readonly x: Compiled
    readonly y: Compiled
    readonly w: Compiled | null
    readonly h: Compiled | null
  } | null
  readonly bind: string | null
  readonly fieldKind: FieldKind
  /** A radio's or a bar's. */
  readonly value: Compiled | null
  readonly spinner: boolean
  readonly range: { readonly min: Compiled; readonly max: Compiled; readonly step: Compiled } | null
  readonly list: ListProgram | null
  readonly children: readonly NodeProgram[]
  readonly bugs: readonly string[]
}

export const fieldKinds = ['text', 'email', 'number', 'phone', 'url', 'password', 'date', 'search'] as const
export type FieldKind = (typeof fieldKinds)[number]

export interface ListProgram {
  readonly of: Compiled
  readonly empty: CompiledText | null
  readonly row: {
    readonly id: string
    readonly text: CompiledText | null
    readonly detail: CompiledText | null
    readonly label: CompiledText | null
    readonly icon: CompiledText | null
    readonly image: CompiledText | null
    readonly lines: Compiled | null
    readonly when: Compiled | null
    readonly enabled: Compiled | null
    readonly bugs: readonly string[]
  }
}

/** `bugs`: planted by replacing the whole list, so reached when it runs, also when it is empty. */
export interface EffectList {
  readonly effects: readonly Effect[]
  readonly bugs: readonly string[]
}

export type OverlayKind = 'dialog' | 'sheet' | 'menu'

export interface OverlayProgram {
  readonly kind: OverlayKind
  readonly title: CompiledText | null
  readonly text: CompiledText | null
  readonly buttons: readonly {
    readonly id: string
    readonly label: CompiledText
    readonly tap: EffectList | null
    readonly bugs: readonly string[]
  }[]
}

export interface Throwable {
  readonly type: string
  readonly message: CompiledText | null
  readonly frames: readonly string[]
  readonly cause: Throwable | null
}

export type Effect = { readonly bug: string | null } & (
  | { readonly do: 'go' | 'replace' | 'root'; readonly screen: string }
  | { readonly do: 'back' }
  | { readonly do: 'set'; readonly values: readonly (readonly [string, Compiled])[] }
  | { readonly do: 'add'; readonly to: string; readonly value: Compiled }
  | { readonly do: 'remove_at'; readonly from: string; readonly index: Compiled }
  | { readonly do: 'set_at'; readonly of: string; readonly index: Compiled; readonly value: Compiled }
  | { readonly do: 'toast'; readonly words: CompiledText }
  | {
      readonly do: 'snackbar'
      readonly words: CompiledText
      readonly action: CompiledText | null
      readonly tap: EffectList | null
    }
  | { readonly do: 'overlay'; readonly overlay: OverlayProgram }
  | { readonly do: 'wait'; readonly ms: Compiled }
  | { readonly do: 'busy'; readonly ms: Compiled }
  | { readonly do: 'request'; readonly ms: Compiled; readonly ok: EffectList | null; readonly fail: EffectList | null }
  | { readonly do: 'later'; readonly ms: Compiled; readonly list: EffectList }
  | {
      readonly do: 'ask'
      readonly permission: string
      readonly granted: EffectList | null
      readonly denied: EffectList | null
    }
  | { readonly do: 'share'; readonly words: CompiledText | null }
  | { readonly do: 'open'; readonly package: string }
  | { readonly do: 'copy'; readonly words: CompiledText }
  | { readonly do: 'hide_keyboard' }
  | { readonly do: 'scroll_to'; readonly id: string }
  | { readonly do: 'log'; readonly words: CompiledText }
  | { readonly do: 'crash'; readonly throwable: Throwable }
  | { readonly do: 'native_crash'; readonly signal: string }
  | { readonly do: 'anr' | 'freeze' | 'blank' | 'exit' }
  | { readonly do: 'if'; readonly test: Compiled; readonly yes: EffectList | null; readonly no: EffectList | null }
  | { readonly do: 'chance'; readonly of: Compiled; readonly yes: EffectList | null; readonly no: EffectList | null }
)

/** A bug as the file describes it; the plant itself is applied by plant.ts. */
export interface Bug {
  readonly id: string
  readonly check: Check
  readonly screen: string
  readonly element: string | null
  readonly signature: string | null
  readonly reproducible: number
  readonly shortest: number
  readonly condition: string | null
}

/** A build that can be installed. */
export interface PlantedApp {
  readonly program: Program
  /** Bugs in this build, in the order of the file. */
  readonly planted: readonly Bug[]
}
