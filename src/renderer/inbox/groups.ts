// Which findings stand where in the inbox, as rows of one list: headings and findings in the order they are shown. Pure.
import type { Inbox, InboxRow } from '#shared/protocol/shapes.ts'

export type View = 'open' | 'snoozed' | 'done'

export type ListRow =
  | { readonly is: 'heading'; readonly name: string; readonly count: number; readonly note: string }
  | { readonly is: 'finding'; readonly row: InboxRow }

interface Section {
  readonly name: string
  readonly note: string
  readonly rows: readonly InboxRow[]
}

const isOpen = (row: InboxRow): boolean => ['new', 'seen', 'regressed', 'crash_log'].includes(row.status)

export function viewOf(row: InboxRow): View {
  if (row.status === 'snoozed') return 'snoozed'
  return isOpen(row) ? 'open' : 'done'
}

/** The hub sends the rows worst first with the fresh ones before all others, and says how many those are. */
export function sectionsOf(inbox: Inbox, view: View): readonly Section[] {
  const { rows, counts } = inbox
  const fresh = new Set(rows.slice(0, counts.fresh))
  const withStatus = (status: InboxRow['status']): readonly InboxRow[] => rows.filter(row => row.status === status)
  const sections: Record<View, readonly Section[]> = {
    open: [
      { name: 'New', note: 'worst first', rows: [...fresh] },
      { name: 'Still open', note: '', rows: rows.filter(row => row.shown && isOpen(row) && !fresh.has(row)) },
      {
        name: 'Also confirmed',
        note: 'beyond what a morning shows',
        rows: rows.filter(row => !row.shown && isOpen(row)),
      },
    ],
    snoozed: [{ name: 'Snoozed', note: 'they come back by themselves', rows: withStatus('snoozed') }],
    done: [
      { name: 'Accepted', note: '', rows: withStatus('accepted') },
      { name: 'Duplicates', note: '', rows: withStatus('duplicate') },
      { name: 'Declined', note: 'never shown again', rows: withStatus('declined') },
      { name: 'Gone', note: 'not seen any more', rows: withStatus('gone') },
    ],
  }
  return sections[view].filter(section => section.rows.length > 0)
}

export function listOf(sections: readonly Section[]): readonly ListRow[] {
  return sections.flatMap(({ name, note, rows }) => [
    { is: 'heading', name, note, count: rows.length } as const,
    ...rows.map(row => ({ is: 'finding', row }) as const),
  ])
}

export const findingsOf = (list: readonly ListRow[]): readonly InboxRow[] =>
  list.flatMap(line => (line.is === 'finding' ? [line.row] : []))

/** The one to show after `id` left the list: the one after it, else the one before, else none. */
export function neighbourOf(rows: readonly InboxRow[], id: string): string | null {
  const at = rows.findIndex(row => row.id === id)
  return (rows[at + 1] ?? rows[at - 1])?.id ?? null
}

export function countsOf(inbox: Inbox): Readonly<Record<View, number>> {
  const done = inbox.rows.filter(row => viewOf(row) === 'done').length
  return { open: inbox.counts.open + inbox.counts.also_confirmed, snoozed: inbox.counts.snoozed, done }
}
