// The one error type for what a person or an agent can meet: a code, a sentence, and where it helps a next step.
// Code branches on codes, never on words. A broken invariant is a plain Error instead.
import { isMistake, systemWordsOf } from '#shared/base/system-words.ts'

/** The closed list. `invalid` is bad input to a command or file; the others are answers of a device or the hub. */
export const refusalCodes = [
  'unsupported',
  'unknown-device',
  'bad-value',
  'not-booted',
  'busy',
  'stale-geometry',
  'ambiguous',
  'outcome-unknown',
  'superseded',
  'person-has-control',
  'failed',
] as const

export type RefusalCode = (typeof refusalCodes)[number]

/** What crosses a link or is printed by `--json`: `where` is `file:line` or a field, `hint` says what to do next. */
export interface RefusalData {
  readonly code: RefusalCode
  readonly words: string
  readonly where: string | null
  readonly hint: string | null
}

export class Refusal extends Error {
  readonly code: RefusalCode
  readonly where: string | null
  readonly hint: string | null

  constructor(
    code: RefusalCode,
    words: string,
    more: { readonly where?: string; readonly hint?: string; readonly cause?: unknown } = {},
  ) {
    super(words, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'Refusal'
    this.code = code
    this.where = more.where ?? null
    this.hint = more.hint ?? null
  }

  get words(): string {
    return this.message
  }

  toData(): RefusalData {
    return { code: this.code, words: this.words, where: this.where, hint: this.hint }
  }

  static fromData(data: RefusalData): Refusal {
    return new Refusal(data.code, data.words, {
      ...(data.where === null ? {} : { where: data.where }),
      ...(data.hint === null ? {} : { hint: data.hint }),
    })
  }
}

/** The words of anything thrown, for a log line or a person. */
export function wordsOf(thrown: unknown): string {
  const first = firstOf(thrown)
  return systemWordsOf(first)?.words ?? (first instanceof Error ? first.message : String(first))
}

/** Any thrown thing as a Refusal: itself, or with words of ours for what the system says, or `failed` with its own words. */
export function refusalOf(thrown: unknown): Refusal {
  const first = firstOf(thrown)
  if (first instanceof Refusal) return first
  const known = systemWordsOf(first)
  if (known !== null)
    return new Refusal(known.asked ? 'bad-value' : 'failed', known.words, {
      ...(first instanceof Error && 'path' in first && typeof first.path === 'string' ? { where: first.path } : {}),
      ...(known.hint === null ? {} : { hint: known.hint }),
      cause: thrown,
    })
  if (first instanceof Error && isMistake(first))
    return new Refusal('failed', `Something in Nocturne went wrong that should not have (${first.message}).`, {
      hint: 'Try again; if it happens again, start Nocturne anew.',
      cause: thrown,
    })
  return new Refusal('failed', first instanceof Error ? first.message : String(first), { cause: thrown })
}

/** What went wrong first, where closing what was open then failed as well (`await using`): the rest comes of it. */
function firstOf(thrown: unknown): unknown {
  // Not every browser has it.
  return 'SuppressedError' in globalThis && thrown instanceof SuppressedError ? firstOf(thrown.suppressed) : thrown
}

/** Where it is, for a person: a file, a line, an option; not the name of a field, which only programs know, nor what the words name already. */
export function placeOf({ where, words }: RefusalData): string | null {
  if (where === null || /^[a-z][A-Za-z_]*$/u.test(where)) return null
  return /^[\w.]+$/u.test(where) && words.includes(`"${where}"`) ? null : where
}
