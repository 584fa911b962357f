// The edge: what comes from outside is `unknown` until it has passed here.
import type { z } from 'zod'
import { Refusal } from '#shared/base/refusal.ts'

/** A typed value, or a Refusal(`bad-value`) that names the first field that is wrong. `what` names the thing read. */
export function parse<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const path = issue === undefined || issue.path.length === 0 ? '' : issue.path.map(String).join('.')
  const words = issue === undefined ? 'is not valid' : issue.message
  throw new Refusal('bad-value', path === '' ? `${what}: ${words}` : `${what}: ${path}: ${words}`, {
    where: path || what,
  })
}
