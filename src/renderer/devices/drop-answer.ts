// One device's answers to what was dropped: the weightiest of the verdicts on its apps, and whether its Download folder takes
// the files that are none. And what is read out of a drop while it goes on. Pure.
import { refusalOf } from '#shared/base/refusal.ts'
import type { RefusalData } from '#shared/base/refusal.ts'
import type { DropChoice } from '#shared/domain/drop.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import type { DroppedRow } from '#shared/protocol/methods/drop.ts'

export type DropView =
  | { readonly is: 'nothing' }
  | { readonly is: 'dragging' }
  /** `part`: how much was uploaded, 0 to 1; null while it is read. */
  | { readonly is: 'reading'; readonly name: string; readonly part: number | null }
  /** `why`: what went wrong with a part of it that was begun at once. */
  | { readonly is: 'read'; readonly builds: readonly DroppedRow[]; readonly why: RefusalData | null }
  | { readonly is: 'failed'; readonly why: RefusalData }

export const appsIn = (rows: readonly DroppedRow[]): readonly DroppedRow[] => rows.filter(row => row.what === 'app')
export const filesIn = (rows: readonly DroppedRow[]): readonly DroppedRow[] => rows.filter(row => row.what === 'file')
export const pathsOf = (rows: readonly DroppedRow[]): readonly string[] => rows.flatMap(row => row.paths)

export type Answer =
  | { readonly is: 'ready'; readonly words: string; readonly more: string }
  | { readonly is: 'choice'; readonly choice: DropChoice; readonly words: string; readonly more: string }
  | { readonly is: 'cannot'; readonly words: string; readonly more: string }

const notAsked = { is: 'cannot', words: 'It was not asked', more: 'It came after the drop. Drop it again.' } as const

/** To the apps: the weightiest of the verdicts. */
export function answerOf(builds: readonly DroppedRow[], device: DeviceId): Answer {
  const readable = builds.filter(build => build.readable)
  const [unreadable] = builds.filter(build => !build.readable)
  const told = readable.flatMap(build => {
    const verdict = build.verdicts.find(one => one.device === device)?.verdict
    return verdict === undefined ? [] : [{ build, verdict }]
  })
  const named = (build: DroppedRow, words: string): string => (builds.length > 1 ? `${build.name}: ${words}` : words)
  const cannot = told.find(one => one.verdict.is === 'cannot')
  if (cannot !== undefined)
    return { is: 'cannot', words: named(cannot.build, cannot.verdict.words), more: cannot.verdict.more }
  if (unreadable !== undefined)
    return { is: 'cannot', words: named(unreadable, unreadable.words), more: unreadable.hint ?? '' }
  if (told.length === 0) return notAsked
  const choices = told.flatMap(({ build, verdict }) => (verdict.is === 'choice' ? [{ build, verdict }] : []))
  const first = choices.find(one => one.verdict.choice === 'remove-first') ?? choices[0]
  if (first !== undefined)
    return {
      is: 'choice',
      choice: first.verdict.choice,
      words: named(first.build, first.verdict.words),
      more: first.verdict.more,
    }
  const [one] = told
  return {
    is: 'ready',
    words: told.length > 1 ? `Installs ${told.length} apps` : (one?.verdict.words ?? ''),
    more: told.length > 1 ? told.map(({ build }) => build.words).join(', ') : (one?.verdict.more ?? ''),
  }
}

/** To the files that are no apps: those that can be read go, and what is wrong with the others is said. */
export function filesAnswerOf(files: readonly DroppedRow[], device: DeviceId): Answer {
  const [first] = files.filter(file => file.readable)
  const [bad] = files.filter(file => !file.readable)
  if (first === undefined)
    return { is: 'cannot', words: bad === undefined ? '' : `${bad.name}: ${bad.words}`, more: bad?.hint ?? '' }
  // Of the folder, whichever file it is.
  const verdict = first.verdicts.find(one => one.device === device)?.verdict
  if (verdict === undefined) return notAsked
  if (verdict.is !== 'ready') return { is: 'cannot', words: verdict.words, more: verdict.more }
  const going = files.filter(file => file.readable).length
  const of = bad === undefined ? String(going) : `${going} of ${files.length}`
  return {
    is: 'ready',
    words: files.length === 1 ? verdict.words : `${of} files go into Download`,
    more: bad === undefined ? verdict.more : `${bad.name}: ${bad.words}`,
  }
}

export const uploadWords = (part: number | null): string =>
  part === null ? 'Reading' : `Uploading, ${Math.round(part * 100)}%`

/** For who hears the window: the beginning, each quarter and the end; the same words again are not read out again. */
export function heardOf(view: DropView): string {
  switch (view.is) {
    case 'nothing':
      return ''
    case 'dragging':
      return 'Drop it on a device.'
    case 'reading': {
      if (view.part === null) return `Reading ${view.name}.`
      const quarter = Math.floor(view.part * 4) * 25
      return quarter === 0 ? `Uploading ${view.name}.` : `${view.name}: ${quarter}%.`
    }
    case 'failed':
      return `${view.why.words} ${view.why.hint ?? ''}`.trim()
    case 'read': {
      const why = view.why === null ? [] : [view.why.words]
      return [...why, ...view.builds.map(row => `${row.name} ${row.words} ${row.hint ?? ''}`.trim())].join(' ')
    }
  }
}

/** A row for what the window itself could not take. */
export const leftOut = (name: string, words: string, hint: string): DroppedRow => ({
  what: 'file',
  paths: [name],
  name,
  words,
  hint,
  readable: false,
  package: null,
  version: null,
  bytes: null,
  verdicts: [],
})

export const whyOf = (thrown: unknown): RefusalData => refusalOf(thrown).toData()
