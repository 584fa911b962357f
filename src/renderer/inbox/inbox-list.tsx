// The list of findings, by what is new, still open, put off or done. One row takes the Tab; arrows, J and K walk on.
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Inbox, InboxRow } from '#shared/protocol/shapes.ts'
import type { ListRow, View } from '#renderer/inbox/groups.ts'
import { findingsOf } from '#renderer/inbox/groups.ts'
import { DroppedLines } from '#renderer/nights/dropped-list.tsx'
import { go, hrefOf } from '#renderer/route.ts'
import { Button } from '#renderer/ui/button.tsx'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { LongList } from '#renderer/ui/long-list.tsx'
import { Severity } from '#renderer/ui/marks.tsx'
import { counted, grouped, reproducedWords, statusWords, whenWords } from '#renderer/ui/words.ts'

interface ListProps {
  readonly inbox: Inbox
  readonly list: readonly ListRow[]
  readonly view: View
  readonly counts: Readonly<Record<View, number>>
  readonly chosen: string | null
  readonly onView: (view: View) => void
}

const views: readonly (readonly [View, string])[] = [
  ['open', 'Open'],
  ['snoozed', 'Snoozed'],
  ['done', 'Done'],
]

export function InboxList({ inbox, list, view, counts, chosen, onView }: ListProps): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const rows = findingsOf(list)
  const tabStop = chosen ?? rows[0]?.id ?? null
  // When the row that had the focus moved on, the focus goes with it.
  useEffect(() => {
    const focused = document.activeElement
    if (
      chosen === null ||
      !(focused instanceof HTMLElement) ||
      !place.current?.contains(focused) ||
      focused.dataset['id'] === undefined
    )
      return
    const timer = setTimeout(
      () => place.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(chosen)}"]`)?.focus(),
      0,
    )
    return () => clearTimeout(timer)
  }, [chosen])
  const onKey = (event: React.KeyboardEvent): void => {
    const at = rows.findIndex(row => row.id === tabStop)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
    const row = to === undefined ? undefined : rows[to]
    if (row === undefined) return
    event.preventDefault()
    go('inbox', row.id, 'replace')
  }
  return (
    <section className="inbox__list" aria-label="Findings">
      <div className="inbox__views">
        <span className="segments" role="group" aria-label="Which findings">
          {views.map(([one, words]) => (
            <button key={one} type="button" aria-pressed={one === view} onClick={() => onView(one)}>
              {words} <span className="quiet">{grouped(counts[one])}</span>
            </button>
          ))}
        </span>
      </div>
      <div ref={place} className="inbox__rows" onKeyDown={onKey}>
        {list.length === 0 ? (
          <p className="inbox__nothing quiet">Nothing here.</p>
        ) : (
          <LongList
            items={list}
            keyOf={line => (line.is === 'heading' ? `heading ${line.name}` : line.row.id)}
            label="Findings"
            estimatePx={88}
            shownKey={chosen}
            render={line =>
              line.is === 'heading' ? (
                <Heading line={line} />
              ) : (
                <Item row={line.row} isChosen={line.row.id === chosen} isTabStop={line.row.id === tabStop} />
              )
            }
          />
        )}
      </div>
      {view === 'open' && <Dropped inbox={inbox} />}
    </section>
  )
}

function Heading({ line }: { readonly line: ListRow & { is: 'heading' } }): ReactNode {
  return (
    <div className="inbox__heading">
      <h2>{line.name}</h2>
      <span className="quiet">{line.note === '' ? grouped(line.count) : line.note}</span>
    </div>
  )
}

function Item({
  row,
  isChosen,
  isTabStop,
}: {
  readonly row: InboxRow
  readonly isChosen: boolean
  readonly isTabStop: boolean
}): ReactNode {
  const extra = row.status === 'regressed' || row.status === 'crash_log' ? statusWords[row.status] : null
  return (
    <a
      className="item"
      href={hrefOf('inbox', row.id)}
      data-id={row.id}
      tabIndex={isTabStop ? 0 : -1}
      aria-current={isChosen ? 'true' : undefined}
      onClick={event => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        // A narrow window goes to the page, and back leads to the list.
        if (matchMedia('(max-width: 899.9px)').matches) return
        event.preventDefault()
        go('inbox', row.id, 'replace')
      }}
    >
      <span className="item__mark">
        <Severity of={row.severity} />
      </span>
      <span className={`item__label tone--${row.severity}`}>
        {row.label}
        <span className="unseen">, {row.severity}</span>
        {extra !== null && <span className="item__status">{extra}</span>}
      </span>
      <time className="item__when quiet" dateTime={row.last_seen}>
        {row.until === null ? whenWords(row.last_seen) : `until ${whenWords(row.until)}`}
      </time>
      <span className="item__title">{row.title}</span>
      <span className="item__facts quiet">
        {[row.screen, reproducedWords(row.reproduced), row.seen].filter(words => words !== '').join(' · ')}
      </span>
    </a>
  )
}

function Dropped({ inbox }: { readonly inbox: Inbox }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const last = inbox.last_night
  if (last === null || last.dropped.length === 0) return null
  return (
    <div className="inbox__foot quiet">
      {counted(last.dropped.length, 'candidate')} of the last night did not show again, or{' '}
      {last.dropped.length === 1 ? 'was' : 'were'} not tried again.{' '}
      <button type="button" className="link" onClick={() => setOpen(true)}>
        See {last.dropped.length === 1 ? 'it' : 'them'}
      </button>
      {isOpen && (
        <Dialog
          title="Looked wrong, but is not filed"
          words="Each says what trying again from a fresh start showed, or why it was not tried."
          onClose={() => setOpen(false)}
          end={<Button onPress={() => setOpen(false)}>Close</Button>}
        >
          <DroppedLines dropped={last.dropped} />
        </Dialog>
      )}
    </div>
  )
}
