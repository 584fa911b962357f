// Readings that are taken together: one that fails is said to have failed, and takes none of the others with it.
import { wordsOf } from '#shared/base/refusal.ts'

/** What was asked did not answer, and why. */
export interface Unread {
  readonly unread: string
}
export type Reading<T> = T | Unread
type Read<T> = { readonly [Part in keyof T]: Reading<T[Part]> }

export const isUnread = (read: unknown): read is Unread =>
  typeof read === 'object' && read !== null && Object.hasOwn(read, 'unread')

/** Throws where none could be read, or when the signal aborted. */
export async function readTogether<T extends object>(
  asks: { readonly [Part in keyof T]: Promise<T[Part]> },
  signal: AbortSignal,
): Promise<Read<T>> {
  const names = Object.keys(asks)
  const settled = await Promise.allSettled(Object.values<Promise<unknown>>(asks))
  signal.throwIfAborted()
  const failed = settled.filter(one => one.status === 'rejected')
  if (failed[0] !== undefined && failed.length === settled.length) throw failed[0].reason
  const read = settled.map((one, at) => [
    names[at],
    one.status === 'fulfilled' ? one.value : ({ unread: wordsOf(one.reason) } satisfies Unread),
  ])
  return Object.fromEntries(read) as Read<T>
}
