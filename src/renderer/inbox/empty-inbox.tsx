// An inbox with nothing open: it says what was done, and what can be looked at instead.
import type { ReactNode } from 'react'
import type { Inbox } from '#shared/protocol/shapes.ts'
import type { View } from '#renderer/inbox/groups.ts'
import { countsOf } from '#renderer/inbox/groups.ts'
import { DroppedLines } from '#renderer/nights/dropped-list.tsx'
import { FirstNight } from '#renderer/nights/first-night.tsx'
import { ScreenMap } from '#renderer/nights/screen-map.tsx'
import { go } from '#renderer/route.ts'
import { Button } from '#renderer/ui/button.tsx'
import { counted, nightTitle } from '#renderer/ui/words.ts'

export function EmptyInbox({
  inbox,
  onView,
}: {
  readonly inbox: Inbox
  readonly onView: (view: View) => void
}): ReactNode {
  const last = inbox.last_night
  const counts = countsOf(inbox)
  if (last === null) return <NeverYet />
  return (
    <div className="quiet-morning">
      <div className="nights">
        <section className="report__lead" aria-label="In short">
          <h2 className="report__words">
            {counts.done > 0 && last.night.findings > 0 ? 'All decided' : 'A quiet night'}
          </h2>
          <p className="message__words">
            {nightTitle(last.night)}: {last.words}
          </p>
          <div className="message__acts">
            <Button look="main" onPress={() => go('nights', last.night.id)}>
              Open the night’s report
            </Button>
            {counts.snoozed > 0 && (
              <Button onPress={() => onView('snoozed')}>{`${counted(counts.snoozed, 'finding')} put off`}</Button>
            )}
            {counts.done > 0 && (
              <Button onPress={() => onView('done')}>{`${counted(counts.done, 'finding')} done`}</Button>
            )}
          </div>
        </section>
        <ScreenMap app={last.night.app} />
        {last.dropped.length > 0 && (
          <section className="panel" aria-label="Not filed">
            <div className="panel__head">
              <h2 className="panel__title">Looked wrong, but is not filed</h2>
              <span className="quiet">{counted(last.dropped.length, 'candidate')}</span>
            </div>
            <DroppedLines dropped={last.dropped} />
          </section>
        )}
      </div>
    </div>
  )
}

function NeverYet(): ReactNode {
  return (
    <div className="quiet-morning">
      <FirstNight
        title="Nothing has run yet"
        words="Findings come from nights. Each one here was tried again and held up before you see it."
      />
    </div>
  )
}
