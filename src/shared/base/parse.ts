// The edge: what comes from outside is `unknown` until it has passed here.
import type { z } from 'zod'
import { issueWords } from '#shared/base/issue-words.ts'
import { Refusal } from '#shared/base/refusal.ts'

/** A typed value, or a Refusal(`bad-value`) that names the first field that is wrong. `what` names the thing read. */
export function parse<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const result = schema.safeParse(value, { error: issueWords })
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const path = issue === undefined || issue.path.length === 0 ? '' : issue.path.map(String).join('.')
  const words = issue === undefined ? 'is not valid' : issue.message
  throw new Refusal(
    'bad-value',
    path === ''
      ? `${what.replace(/^(an? |the )/u, article => capital(article))} ${words}.`
      : `"${path}" of ${what} ${words}.`,
    { where: path || what },
  )
}

/** "a message" begins a sentence; the name of a method or a file stays as it is. */
const capital = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
