// The finding in front: what can be decided about it on top, its page under it. At a phone's width the decisions are at
// the thumb.
import { ChevronDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { InboxRow } from '#shared/protocol/shapes.ts'
import { FindingPage } from '#renderer/inbox/finding-page.tsx'
import { viewOf } from '#renderer/inbox/groups.ts'
import type { Act } from '#renderer/inbox/inbox-place.tsx'
import { Button, IconButton } from '#renderer/ui/button.tsx'
import { Bones, Failed } from '#renderer/ui/message.tsx'
import { useAnswer } from '#renderer/use-hub.ts'

export function FindingPane(props: {
  readonly row: InboxRow
  readonly place: { readonly at: number; readonly of: number }
  readonly onAct: (act: Act) => void
  readonly onMove: (by: 1 | -1) => void
  readonly onKeys: () => void
}): ReactNode {
  const { row, place, onAct, onMove, onKeys } = props
  const page = useAnswer('findings.page', { id: row.id }, `${row.status} ${row.last_seen} ${row.reproduced}`)
  const isDone = viewOf(row) === 'done'
  return (
    <article className="finding" aria-label={row.title}>
      <div className="finding__acts" role="group" aria-label="Decide">
        {isDone ? (
          <Button look="main" onPress={() => onAct('restore')}>
            Bring back
          </Button>
        ) : (
          <>
            <Button look="main" hotkey="1" onPress={() => onAct('accept')}>
              Accept
            </Button>
            <Button hotkey="2" onPress={() => onAct('duplicate')}>
              Duplicate
            </Button>
            <Button hotkey="3" onPress={() => onAct('decline')}>
              Decline
            </Button>
            {row.status === 'snoozed' ? (
              <Button onPress={() => onAct('restore')}>Bring back now</Button>
            ) : (
              <Button hotkey="H" onPress={() => onAct('snooze')}>
                Snooze
              </Button>
            )}
          </>
        )}
        <span className="finding__walk">
          {place.at > 0 && (
            <span className="quiet">
              {place.at} of {place.of}
            </span>
          )}
          <IconButton label="Previous finding" hotkey="K" icon={ChevronUp} onPress={() => onMove(-1)} />
          <IconButton label="Next finding" hotkey="J" icon={ChevronDown} onPress={() => onMove(1)} />
          <Button look="bare" onPress={onKeys} label="Keys">
            <kbd aria-hidden>?</kbd>
            <span className="finding__keys">Keys</span>
          </Button>
        </span>
      </div>
      <div className="finding__page" tabIndex={-1}>
        {page.is === 'loading' && (
          <>
            <h2 className="finding__title">{row.title}</h2>
            <Bones rows={8} />
          </>
        )}
        {page.is === 'failed' && <Failed what="This finding could not be opened" why={page.why} again={page.again} />}
        {page.is === 'ready' && <FindingPage page={page.value} row={row} />}
      </div>
    </article>
  )
}
