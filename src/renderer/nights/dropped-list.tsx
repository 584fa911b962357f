// Candidates that did not hold up: what was thought, and what trying again showed.
import type { ReactNode } from 'react'
import { nightId } from '#shared/domain/ids.ts'
import type { Dropped } from '#shared/protocol/shapes.ts'
import { RefusalNotice } from '#renderer/ui/message.tsx'
import { counted } from '#renderer/ui/words.ts'
import { useAnswer } from '#renderer/use-hub.ts'

export function DroppedList({ id, count }: { readonly id: string; readonly count: number }): ReactNode {
  const dropped = useAnswer('night.dropped', count === 0 ? null : { id: nightId(id) })
  if (count === 0) return null
  return (
    <details className="panel fold">
      <summary>
        <b>{counted(count, 'candidate')} did not hold up</b>
        <span className="quiet">Looked wrong once, not when tried again</span>
      </summary>
      {dropped.is === 'failed' && <RefusalNotice why={dropped.why} />}
      {dropped.is === 'ready' && <DroppedLines dropped={dropped.value.dropped} />}
    </details>
  )
}

export function DroppedLines({ dropped }: { readonly dropped: readonly Dropped[] }): ReactNode {
  return (
    <ul className="dropped">
      {dropped.map((one, index) => (
        <li key={index}>
          <b>{one.title}</b>
          <span className="quiet">
            {one.label}, {one.screen}. {one.words}
          </span>
        </li>
      ))}
    </ul>
  )
}
