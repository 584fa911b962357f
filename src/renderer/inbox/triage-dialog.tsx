// What a decision needs to know: of which finding this is a duplicate, why it is declined, until when it is put off.
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { FindingId } from '#shared/domain/ids.ts'
import type { InboxRow } from '#shared/protocol/shapes.ts'
import type { Decision } from '#renderer/inbox/use-triage.ts'
import { matching } from '#renderer/shell/matching.ts'
import { Button } from '#renderer/ui/button.tsx'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { Severity } from '#renderer/ui/marks.tsx'
import { momentWords, statusWords } from '#renderer/ui/words.ts'

export interface Asking {
  readonly is: 'duplicate' | 'decline' | 'snooze'
  readonly row: InboxRow
}
interface DialogProps {
  readonly row: InboxRow
  readonly rows: readonly InboxRow[]
  readonly onClose: () => void
  readonly onDecide: (row: InboxRow, decision: Decision) => void
}

export function TriageDialog({ asking, ...props }: Omit<DialogProps, 'row'> & { readonly asking: Asking }): ReactNode {
  switch (asking.is) {
    case 'decline':
      return <Decline {...props} row={asking.row} />
    case 'duplicate':
      return <Duplicate {...props} row={asking.row} />
    case 'snooze':
      return <Snooze {...props} row={asking.row} />
  }
}

/** What the three have in common: the finding named, a way out, and the decision once it is whole. */
function DecisionDialog(props: {
  readonly title: string
  readonly row: InboxRow
  readonly verb: string
  /** What is missing for the decision; null when nothing is. */
  readonly why: string | null
  readonly onClose: () => void
  readonly onDecide: () => void
  readonly children: ReactNode
}): ReactNode {
  const { title, row, verb, why, onClose, onDecide, children } = props
  return (
    <Dialog
      title={title}
      words={row.title}
      onClose={onClose}
      onSubmit={onDecide}
      end={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="main" onPress={onDecide} why={why}>
            {verb}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

const reasons = ['It is meant to be so', 'It does not matter here', 'It is about our test data', 'It is not true']

function Decline({ row, onClose, onDecide }: DialogProps): ReactNode {
  const [chosen, setChosen] = useState<string | null>(null)
  const [text, setText] = useState('')
  const reason = [chosen ?? '', text.trim()].filter(words => words !== '').join(': ')
  const decide = (): void => {
    if (reason === '') return
    onClose()
    onDecide(row, { do: 'decline', reason })
  }
  return (
    <DecisionDialog
      title="Decline this finding"
      row={row}
      verb="Decline"
      why={reason === '' ? 'Choose or write a reason first.' : null}
      onClose={onClose}
      onDecide={decide}
    >
      <div className="fields">
        <fieldset className="field">
          <legend className="field__label">Why</legend>
          <div className="choices choices--one">
            {reasons.map((one, index) => (
              <label key={one} className="choice">
                <input
                  type="radio"
                  name="reason"
                  autoFocus={index === 0}
                  checked={chosen === one}
                  onChange={() => setChosen(one)}
                />
                {one}
              </label>
            ))}
          </div>
        </fieldset>
        <label className="field">
          <span className="field__label">In your words</span>
          <input
            className="field__input"
            value={text}
            maxLength={1900}
            onChange={event => setText(event.target.value)}
          />
          <span className="field__note">
            It stays away in later nights and builds. You can bring it back from Done.
          </span>
        </label>
      </div>
    </DecisionDialog>
  )
}

const shownMax = 50

function Duplicate({ row, rows, onClose, onDecide }: DialogProps): ReactNode {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<FindingId | null>(null)
  const others = useMemo(
    () =>
      rows
        .filter(one => one.id !== row.id && one.app === row.app && one.status !== 'duplicate')
        .map(one => ({ id: one.id, words: one.title, note: `${one.label} ${one.screen}`, row: one })),
    [rows, row],
  )
  const found = matching(others, text).slice(0, shownMax)
  const picked = others.find(one => one.id === chosen)
  const decide = (): void => {
    if (picked === undefined) return
    onClose()
    onDecide(row, { do: 'duplicate', of: picked.id, title: picked.words })
  }
  return (
    <DecisionDialog
      title="The same as which finding?"
      row={row}
      verb="It is a duplicate"
      why={picked === undefined ? 'Choose the finding it is the same as.' : null}
      onClose={onClose}
      onDecide={decide}
    >
      <div className="fields">
        <label className="field">
          <span className="field__label">Search</span>
          <input className="field__input" autoFocus value={text} onChange={event => setText(event.target.value)} />
        </label>
        <fieldset className="field">
          <legend className="unseen">Findings of the same app</legend>
          <div className="choices choices--one">
            {found.map(one => (
              <label key={one.id} className="choice choice--finding">
                <input type="radio" name="same" checked={chosen === one.id} onChange={() => setChosen(one.id)} />
                <Severity of={one.row.severity} />
                <span>
                  {one.words}
                  <span className="menu__note">
                    {one.row.label}, {one.row.screen}, {statusWords[one.row.status].toLowerCase()}
                  </span>
                </span>
              </label>
            ))}
            {found.length === 0 && (
              <p className="quiet">
                {others.length === 0 ? 'There is no other finding of this app.' : 'No finding is called that.'}
              </p>
            )}
          </div>
        </fieldset>
      </div>
    </DecisionDialog>
  )
}

interface Until {
  readonly words: string
  readonly at: Date
}

export function untils(now: Date): readonly Until[] {
  const morning = (days: number): Date => {
    const at = new Date(now)
    at.setDate(at.getDate() + days)
    at.setHours(8, 0, 0, 0)
    return at
  }
  return [
    { words: 'Tomorrow morning', at: morning(1) },
    { words: 'In three days', at: morning(3) },
    { words: 'In a week', at: morning(7) },
    { words: 'In a month', at: morning(30) },
  ]
}

function Snooze({ row, onClose, onDecide }: DialogProps): ReactNode {
  const [offered] = useState(() => untils(new Date()))
  const [chosen, setChosen] = useState(0)
  const [day, setDay] = useState('')
  const until = chosen < 0 ? (day === '' ? null : new Date(`${day}T08:00`)) : (offered[chosen]?.at ?? null)
  const isPast = until !== null && until.getTime() <= Date.now()
  const why = until === null ? 'Choose a day.' : isPast ? 'That day has passed.' : null
  const decide = (): void => {
    if (until === null || isPast) return
    onClose()
    onDecide(row, { do: 'snooze', until: until.toISOString() })
  }
  return (
    <DecisionDialog
      title="Put it off until when?"
      row={row}
      verb="Snooze"
      why={why}
      onClose={onClose}
      onDecide={decide}
    >
      <fieldset className="field">
        <legend className="unseen">Until</legend>
        <div className="choices choices--one">
          {offered.map((one, index) => (
            <label key={one.words} className="choice">
              <input
                type="radio"
                name="until"
                autoFocus={index === 0}
                checked={chosen === index}
                onChange={() => setChosen(index)}
              />
              {one.words} <span className="quiet">{momentWords(one.at.toISOString())}</span>
            </label>
          ))}
          <label className="choice">
            <input type="radio" name="until" checked={chosen < 0} onChange={() => setChosen(-1)} />
            On the day
            <input
              className="field__input choice__day"
              type="date"
              aria-label="The day"
              value={day}
              onChange={event => {
                setDay(event.target.value)
                setChosen(-1)
              }}
            />
          </label>
        </div>
      </fieldset>
    </DecisionDialog>
  )
}
