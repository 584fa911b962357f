// Findings of a night, a line each, with the way to the whole page. Used while a night runs and in its report.
import type { ReactNode } from 'react'
import type { InboxRow } from '#shared/protocol/shapes.ts'
import { hrefOf } from '#renderer/route.ts'
import { Severity } from '#renderer/ui/marks.tsx'
import { reproducedWords } from '#renderer/ui/words.ts'

/** `note` is said after how often it reproduced. */
export type FindingLine = Pick<InboxRow, 'id' | 'label' | 'severity' | 'title' | 'screen' | 'reproduced'> & {
  readonly note: string
}

export function FindingLines({ lines }: { readonly lines: readonly FindingLine[] }): ReactNode {
  return (
    <ul className="so-far">
      {lines.map(({ id, label, severity, title, screen, reproduced, note }) => (
        <li key={id}>
          <a className="so-far__line" href={hrefOf('inbox', id)}>
            <Severity of={severity} />
            <span>
              <span className="so-far__title">{title}</span>
              <span className="quiet">
                {label}, {severity}. {screen}, {reproducedWords(reproduced)}
                {note}
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
