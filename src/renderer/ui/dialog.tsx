// A dialog with a title, a body and its buttons. Focus goes in, stays, and comes back (Base UI does that).
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'

export function Dialog(props: {
  readonly title: string
  readonly words?: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly end?: ReactNode
  readonly wide?: boolean
  /** What Enter in a field does. */
  readonly onSubmit?: () => void
}): ReactNode {
  const { title, words, onClose, children, end, wide = false, onSubmit } = props
  const body = (
    <>
      <div className="dialog__body">{children}</div>
      {end !== undefined && <div className="dialog__end">{end}</div>}
    </>
  )
  return (
    <Base.Root open onOpenChange={open => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className={`dialog${wide ? ' dialog--wide' : ''}`}>
          <div className="dialog__head">
            <Base.Title className="dialog__title">{title}</Base.Title>
            <Base.Close className="icon-button" aria-label="Close">
              <X className="icon" aria-hidden />
            </Base.Close>
          </div>
          {words !== undefined && <Base.Description className="dialog__words">{words}</Base.Description>}
          {onSubmit === undefined ? (
            body
          ) : (
            <form
              className="dialog__form"
              onSubmit={event => {
                event.preventDefault()
                onSubmit()
              }}
            >
              {body}
            </form>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
