// Short words after an action, with an undo where there is one: shown six seconds, longer while looked at, and read out.
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { CircleAlert, X } from 'lucide-react'
import { refusalOf } from '#shared/base/refusal.ts'

export interface Notices {
  /** Read out only. */
  readonly say: (words: string) => void
  readonly done: (words: string, more?: More) => void
  readonly failed: (thrown: unknown) => void
  /** Does the undo that is offered now; false when there is none. */
  readonly undo: () => boolean
}

export interface More {
  readonly undo?: () => Promise<void>
  /** What was made, to be taken along. Let go of when the notice goes. */
  readonly made?: Made
}

export interface Made {
  readonly button: ReactNode
  readonly release: () => void
}

interface Notice {
  readonly id: number
  readonly kind: 'done' | 'failed'
  readonly words: string
  readonly hint: string | null
  readonly undo: (() => Promise<void>) | null
  readonly made: Made | null
}

const shownMs = 6000
/** For what went wrong, and for what can be taken along. */
const longShownMs = 15_000

const NoticesContext = createContext<Notices | null>(null)

export function useNotices(): Notices {
  const notices = use(NoticesContext)
  if (notices === null) throw new Error('there are no notices around this view')
  return notices
}

export function NoticesHome({ children }: { readonly children: ReactNode }): ReactNode {
  const [notice, setNotice] = useState<Notice | null>(null)
  const [said, setSaid] = useState('')
  const undoing = useRef<(() => Promise<void>) | null>(null)
  const next = useRef(1)
  const show = useCallback((kind: Notice['kind'], words: string, hint: string | null, more: More) => {
    const undo = more.undo ?? null
    undoing.current = undo
    setNotice({ id: next.current++, kind, words, hint, undo, made: more.made ?? null })
  }, [])
  const notices = useMemo((): Notices => {
    const failed = (thrown: unknown): void => {
      const why = refusalOf(thrown)
      show('failed', why.words, why.hint, {})
    }
    return {
      say: words => {
        setSaid('')
        setTimeout(() => setSaid(words), 50)
      },
      done: (words, more) => show('done', words, null, more ?? {}),
      failed,
      undo: () => {
        const undo = undoing.current
        if (undo === null) return false
        undoing.current = null
        setNotice(null)
        undo().catch(failed)
        return true
      },
    }
  }, [show])
  const close = useCallback((id: number) => setNotice(now => (now?.id === id ? null : now)), [])
  return (
    <NoticesContext value={notices}>
      {children}
      <p className="unseen" role="status">
        {said}
      </p>
      {notice !== null && (
        <Toast key={notice.id} notice={notice} onUndo={() => notices.undo()} onClose={() => close(notice.id)} />
      )}
    </NoticesContext>
  )
}

function Toast({
  notice,
  onUndo,
  onClose,
}: {
  readonly notice: Notice
  readonly onUndo: () => void
  readonly onClose: () => void
}): ReactNode {
  const [isHeld, setHeld] = useState(false)
  const [isDragged, setDragged] = useState(false)
  const { made } = notice
  const stays = notice.kind === 'failed' || made !== null
  useEffect(() => {
    if (isHeld || isDragged) return
    const timer = setTimeout(onClose, stays ? longShownMs : shownMs)
    return () => clearTimeout(timer)
  }, [isHeld, isDragged, stays, onClose])
  useEffect(() => () => made?.release(), [made])
  return (
    <div
      className={`toast toast--${notice.kind}`}
      role={notice.kind === 'failed' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onDragStart={event => setDragged(!event.defaultPrevented)}
      onDragEnd={() => setDragged(false)}
    >
      {notice.kind === 'failed' && <CircleAlert className="icon" aria-hidden />}
      <span className="toast__words">
        {notice.words}
        {notice.hint !== null && <span className="quiet"> {notice.hint}</span>}
      </span>
      {made?.button}
      {notice.undo !== null && (
        <button type="button" className="button button--bare" onClick={onUndo}>
          Undo <kbd aria-hidden>U</kbd>
        </button>
      )}
      <button type="button" className="icon-button" aria-label="Close this message" onClick={onClose}>
        <X className="icon" aria-hidden />
      </button>
    </div>
  )
}
