// The Inbox place: the list, the finding in front, and the keys that decide. On a narrow window one of the two at a time.
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Inbox, InboxRow } from '#shared/protocol/shapes.ts'
import { EmptyInbox } from '#renderer/inbox/empty-inbox.tsx'
import { FindingPane } from '#renderer/inbox/finding-pane.tsx'
import { countsOf, findingsOf, listOf, neighbourOf, sectionsOf, viewOf } from '#renderer/inbox/groups.ts'
import type { View } from '#renderer/inbox/groups.ts'
import { InboxList } from '#renderer/inbox/inbox-list.tsx'
import { KeysSheet } from '#renderer/inbox/keys-sheet.tsx'
import { useTriage } from '#renderer/inbox/use-triage.ts'
import { TriageDialog } from '#renderer/inbox/triage-dialog.tsx'
import type { Asking } from '#renderer/inbox/triage-dialog.tsx'
import { go } from '#renderer/route.ts'
import { Place } from '#renderer/shell/place.tsx'
import { Bones, Failed, Message } from '#renderer/ui/message.tsx'
import { useKeys } from '#renderer/ui/keys.ts'
import { useNotices } from '#renderer/ui/notices.tsx'
import { useMedia } from '#renderer/ui/use-media.ts'
import { longDayWords } from '#renderer/ui/words.ts'
import { useWatch } from '#renderer/use-hub.ts'

export function InboxPlace({ id }: { readonly id: string | null }): ReactNode {
  const inbox = useWatch('inbox', {})
  if (inbox.is === 'loading')
    return (
      <Place title="Inbox" split>
        <div className="inbox">
          <div className="inbox__list inbox__waiting">
            <Bones rows={12} />
          </div>
          <div className="inbox__waiting inbox__waiting--page">
            <Bones rows={6} />
          </div>
        </div>
      </Place>
    )
  if (inbox.is === 'failed')
    return (
      <Place title="Inbox">
        <Failed what="The inbox could not be opened" why={inbox.why} again={inbox.again} />
      </Place>
    )
  return <Triaging inbox={inbox.value} id={id} />
}

function Triaging({ inbox, id }: { readonly inbox: Inbox; readonly id: string | null }): ReactNode {
  const isWide = useMedia('(min-width: 900px)')
  const asked = id === null ? undefined : inbox.rows.find(row => row.id === id)
  const [wanted, setWanted] = useState<View>('open')
  const [hasChosenEmpty, setChosenEmpty] = useState(false)
  const view = asked === undefined ? wanted : viewOf(asked)
  const list = listOf(sectionsOf(inbox, view))
  const rows = findingsOf(list)
  const row = asked ?? (isWide && id === null ? rows[0] : undefined)
  const isQuiet = rows.length === 0 && view === 'open' && id === null && !hasChosenEmpty
  const choose = (next: View): void => {
    setWanted(next)
    setChosenEmpty(true)
    go('inbox', null, 'replace')
  }
  const actions = useInboxKeys(inbox, rows, row, isWide)
  const note = noteOf(inbox)
  const showsList = isWide || (row === undefined && id === null)
  return (
    <Place
      title="Inbox"
      note={note}
      split
      {...(showsList ? {} : { inside: { place: 'inbox', name: 'Inbox' } as const, title: row?.title ?? 'Finding' })}
    >
      {isQuiet ? (
        <EmptyInbox inbox={inbox} onView={choose} />
      ) : (
        <div className="inbox">
          {showsList && (
            <InboxList
              inbox={inbox}
              list={list}
              view={view}
              counts={countsOf(inbox)}
              chosen={row?.id ?? null}
              onView={choose}
            />
          )}
          {row === undefined && (isWide || id !== null) && (
            <div className="inbox__none">
              {id === null ? (
                <Message title="Nothing here" words={emptyWords[view]} />
              ) : (
                <Message
                  title="There is no such finding"
                  words="It may be of another home, or its address was mistyped."
                />
              )}
            </div>
          )}
          {row !== undefined && (
            <FindingPane
              key={row.id}
              row={row}
              place={{ at: rows.findIndex(one => one.id === row.id) + 1, of: rows.length }}
              onAct={actions.act}
              onMove={actions.move}
              onKeys={() => actions.ask({ is: 'keys' })}
            />
          )}
        </div>
      )}
      {actions.asking?.is === 'keys' && <KeysSheet onClose={() => actions.ask(null)} />}
      {actions.asking !== null && actions.asking.is !== 'keys' && (
        <TriageDialog
          asking={actions.asking}
          rows={inbox.rows}
          onClose={() => actions.ask(null)}
          onDecide={actions.decide}
        />
      )}
    </Place>
  )
}

const emptyWords: Readonly<Record<View, string>> = {
  open: 'Nothing is open. What you accepted, declined or put off is under the other headings.',
  snoozed: 'Nothing is put off. A snoozed finding comes back by itself when its time is up.',
  done: 'Nothing was decided yet.',
}

function noteOf(inbox: Inbox): string {
  const { fresh } = inbox.counts
  const words = fresh === 0 ? 'nothing new' : `${fresh} new`
  return inbox.last_night === null
    ? words
    : `${words}, from the night of ${longDayWords(inbox.last_night.night.started)}`
}

export type Act = 'accept' | 'duplicate' | 'decline' | 'snooze' | 'restore'

function useInboxKeys(
  inbox: Inbox,
  rows: readonly InboxRow[],
  row: InboxRow | undefined,
  isWide: boolean,
): {
  readonly asking: Asking | { readonly is: 'keys' } | null
  readonly ask: (asking: Asking | { readonly is: 'keys' } | null) => void
  readonly act: (act: Act) => void
  decide: ReturnType<typeof useTriage>['decide']
  readonly move: (by: 1 | -1) => void
} {
  const notices = useNotices()
  const [asking, ask] = useState<Asking | { readonly is: 'keys' } | null>(null)
  const triage = useTriage((left: InboxRow) => {
    // On to the next one; a narrow window goes back to its list when nothing follows.
    const next = neighbourOf(rows, left.id)
    if (next !== null) go('inbox', next, 'replace')
    else go('inbox', null, isWide ? 'replace' : 'push')
  })
  const act = (what: Act): void => {
    if (row === undefined) return
    if (what === 'accept' || what === 'restore') triage.decide(row, { do: what })
    else ask({ is: what, row })
  }
  const move = (by: 1 | -1): void => {
    const at = rows.findIndex(one => one.id === row?.id)
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))]
    if (next !== undefined) go('inbox', next.id, 'replace')
  }
  const canDecide = row !== undefined && viewOf(row) !== 'done'
  const decideKey = (what: Act) => (): boolean => {
    if (canDecide) act(what)
    return canDecide
  }
  useKeys({
    '1': decideKey('accept'),
    '2': decideKey('duplicate'),
    '3': decideKey('decline'),
    h: decideKey('snooze'),
    u: () => {
      if (notices.undo()) return
      triage.undoLast(inbox.rows)
    },
    j: () => move(1),
    k: () => move(-1),
    '?': () => ask({ is: 'keys' }),
  })
  return { asking, ask, act, decide: triage.decide, move }
}
