// Deciding about a finding and taking it back. Each decision is said with its undo; the undo goes back to the finding.
import { useCallback, useRef } from 'react'
import type { FindingId } from '#shared/domain/ids.ts'
import type { InboxRow } from '#shared/protocol/shapes.ts'
import { go } from '#renderer/route.ts'
import { useNotices } from '#renderer/ui/notices.tsx'
import { momentWords } from '#renderer/ui/words.ts'
import { useHub } from '#renderer/use-hub.ts'

export type Decision =
  | { readonly do: 'accept' | 'restore' }
  | { readonly do: 'duplicate'; readonly of: FindingId; readonly title: string }
  | { readonly do: 'decline'; readonly reason: string }
  | { readonly do: 'snooze'; readonly until: string }

export function useTriage(onLeft: (row: InboxRow) => void): {
  readonly decide: (row: InboxRow, decision: Decision) => void
  /** After the notice with its undo has gone. */
  readonly undoLast: (rows: readonly InboxRow[]) => void
} {
  const hub = useHub()
  const notices = useNotices()
  const decided = useRef<FindingId[]>([])
  const undo = useCallback(
    async (id: FindingId) => {
      decided.current = decided.current.filter(one => one !== id)
      await hub.call('findings.triage', { id, do: 'undo' })
      go('inbox', id, 'replace')
      notices.say('Taken back')
    },
    [hub, notices],
  )
  const decide = (row: InboxRow, decision: Decision): void => {
    const { title: _title, ...asked } = { title: '', ...decision }
    hub.call('findings.triage', { id: row.id, ...asked }).then(() => {
      decided.current.push(row.id)
      if (decision.do !== 'restore') onLeft(row)
      notices.done(doneWords(row, decision), { undo: () => undo(row.id) })
    }, notices.failed)
  }
  return {
    decide,
    undoLast: rows => {
      const id = decided.current.at(-1)
      if (id === undefined || !rows.some(row => row.id === id)) return notices.say('There is nothing to take back')
      undo(id).catch(notices.failed)
    },
  }
}

function doneWords(row: InboxRow, decision: Decision): string {
  const name = `“${row.title.length > 60 ? `${row.title.slice(0, 59)}…` : row.title}”`
  switch (decision.do) {
    case 'accept':
      return `Accepted ${name}`
    case 'restore':
      return `Brought back ${name}`
    case 'duplicate':
      return `${name} is a duplicate of “${decision.title}”`
    case 'decline':
      return `Declined ${name}`
    case 'snooze':
      return `Put off ${name} until ${momentWords(decision.until)}`
  }
}
