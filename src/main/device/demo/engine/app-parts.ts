// What an app process is made of and what it needs of the phone: types only, shared by the process, its input and the phone.
import type { AppEvent } from '#shared/domain/device.ts'
import type { LogBuffers } from '#main/device/demo/engine/log-buffers.ts'
import type { OverlayProgram, Program } from '#main/device/demo/engine/program.ts'
import type { Timers } from '#main/device/demo/engine/timers.ts'
import type { Row } from '#main/device/demo/engine/turn.ts'
import type { Value } from '#main/device/demo/engine/value.ts'

/** What makes a device's screen what it is; a change recreates the app's screens. */
export interface Configuration {
  readonly orientation: 'portrait' | 'landscape'
  /** Which of a foldable's screens; `main` elsewhere. */
  readonly screen: 'main' | 'outer'
  readonly dark: boolean
  readonly fontScale: number
  readonly locale: string
}

/** What of an app outlives its process. */
export interface AppRecord {
  readonly program: Program
  readonly persist: Map<string, Value>
  readonly granted: Set<string>
  launches: number
  /** Stack and saved state of a process that was killed in the background; null when there is nothing to come back to. */
  task: { readonly stack: readonly StackEntry[]; readonly saved: ReadonlyMap<string, Value> } | null
}

export interface StackEntry {
  readonly screen: string
  /** Number of the arrival; a new one each time the screen comes to the front of the stack. */
  visit: number
  readonly scroll: Map<string, number>
  /** Key of the node that has focus. */
  focus: string | null
}

export interface OpenOverlay {
  readonly program: OverlayProgram
  readonly row: Row
}

export interface ProcessHost {
  readonly timers: Timers
  readonly logs: LogBuffers
  readonly network: string
  configuration(of: Program): Configuration
  chance(): number
  toast(words: string): void
  /** Back at the root: the app goes to the background. */
  leave(): void
  ask(permission: string, answer: (granted: boolean) => void): void
  share(words: string | null): void
  openPackage(name: string): void
  copy(words: string): void
  /** The process has died of itself; `event` is what the log tells, null for a plain exit. */
  died(event: AppEvent | null): void
  hung(event: AppEvent): void
  /** A screen was arrived at. */
  arrived(): void
}
