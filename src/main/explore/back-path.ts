// What lies below what: reads the path of screens since the app was launched. Pure; used by the examiner.
import type { ScreenId } from '#shared/domain/ids.ts'
import type { Hop } from '#main/explore/oracle.ts'

/**
 * The form that Back led to was itself what the screen before had been opened from: then it lies below by right.
 * Only what is told of a form's own button counts; a stack of screens rebuilt by the app looks like much else.
 */
export function liesBelow(path: readonly Hop[], form: ScreenId): boolean {
  const before = (at: number): number => {
    let start = at
    while (start > 0 && path[start - 1]?.screen === path[at]?.screen) start -= 1
    return start - 1
  }
  const saved = before(path.length - 1)
  const formVisit = before(saved)
  const opener = before(formVisit)
  const entry = path[opener + 1]?.action ?? null
  if (entry !== null && 'target' in entry && /navigate up/i.test(entry.target.label)) return true
  const below = before(opener)
  return path[below]?.screen === form
}
