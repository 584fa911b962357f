// Candidates that did not hold up: what was thought, and what trying again showed.
import type { ReactNode } from 'react'
import { nightId } from '#shared/domain/ids.ts'
import type { Dropped } from '#shared/protocol/shapes.ts'
import { RefusalNotice } from '#renderer/ui/message.tsx'
import { counted } from '#renderer/ui/words.ts'
import { useAnswer } from '#renderer/use-hub.ts'

export function DroppedList({ id }: { readonly id: string }): ReactNode {
  const dropped = useAnswer('night.dropped', { id: nightId(id) })
  if (dropped.is === 'loading' || (dropped.is === 'ready' && dropped.value.dropped.length === 0)) return null
  return (
    <details className="panel fold">
      <summary>
        <b>{dropped.is === 'ready' ? counted(dropped.value.dropped.length, 'candidate') : 'Candidates'} not filed</b>
        <span className="quiet">They did not show again, or were not tried again</span>
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
            {one.label}, {one.screen}. {sentence(one.words)}
          </span>
        </li>
      ))}
    </ul>
  )
}

const sentence = (words: string): string =>
  `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${words.endsWith('.') ? '' : '.'}`
