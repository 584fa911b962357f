// What happened in the double of electron, and what a test sets before: kept apart from the module itself, which has the names of
// electron's own exports and nothing else.
import type { UtilityProcess } from './electron.ts'

export interface World {
  platformName: string
  hasLock: boolean
  isPackaged: boolean
  /** What a message box is answered with. */
  answer: number
  readonly calls: string[]
  readonly boxes: { readonly message: string; readonly detail: string; readonly buttons: readonly string[] }[]
  readonly children: UtilityProcess[]
  /** Runs the hub of a child, where a test wants one. */
  onFork: ((child: UtilityProcess) => void) | null
  readonly awake: Set<number>
  readonly notices: { readonly title: string; readonly body: string; click(): void }[]
  readonly handlers: Map<string, (request: Request) => Promise<Response>>
  readonly privileges: { readonly scheme: string; readonly privileges: Record<string, boolean> }[]
  readonly paths: Map<string, string>
  /** What the system was given to carry under the pointer. */
  readonly drags: { readonly file: string; readonly icon: string }[]
}

const fresh = (): World => ({
  platformName: 'linux',
  hasLock: true,
  isPackaged: true,
  answer: 1,
  calls: [],
  boxes: [],
  children: [],
  onFork: null,
  awake: new Set(),
  notices: [],
  handlers: new Map(),
  privileges: [],
  paths: new Map(),
  drags: [],
})

/** One for each test: `reset` empties it in place. */
export const world: World = fresh()

export function resetWorld(): void {
  Object.assign(world, fresh())
}
