// What a view says when it has nothing to show: empty, failed, waiting. And the small notices inside a view.
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { CircleAlert, CircleCheck, Info, RefreshCw } from 'lucide-react'
import { placeOf } from '#shared/base/refusal.ts'
import type { RefusalData } from '#shared/base/refusal.ts'
import { Button } from '#renderer/ui/button.tsx'
import type { IconOf } from '#renderer/ui/icon.ts'

export function Message(props: {
  readonly title: string
  readonly words?: string
  readonly icon?: IconOf
  readonly kind?: 'plain' | 'failed'
  readonly children?: ReactNode
}): ReactNode {
  const { title, words, icon: Icon, kind = 'plain', children } = props
  return (
    <div className={`message message--${kind}`} role={kind === 'failed' ? 'alert' : undefined}>
      {Icon !== undefined && <Icon className="icon" aria-hidden />}
      <h2 className="message__title">{title}</h2>
      {words !== undefined && <p className="message__words">{words}</p>}
      {children !== undefined && <div className="message__acts">{children}</div>}
    </div>
  )
}

/** What, why, what to do, try again. */
export function Failed({
  what,
  why,
  again,
}: {
  readonly what: string
  readonly why: RefusalData
  readonly again: () => void
}): ReactNode {
  return (
    <Message
      kind="failed"
      icon={CircleAlert}
      title={what}
      words={[why.words, why.hint].filter(words => words !== null).join(' ')}
    >
      <Button icon={RefreshCw} onPress={again}>
        Try again
      </Button>
    </Message>
  )
}

export function RefusalNotice({ why }: { readonly why: RefusalData }): ReactNode {
  const notice = useRef<HTMLDivElement>(null)
  const place = placeOf(why)
  useEffect(() => {
    // Newer browsers answer with a promise, which is no clean-up.
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [why])
  return (
    <div ref={notice} className="notice notice--failed" role="alert">
      <CircleAlert className="icon" aria-hidden />
      <div className="notice__words">
        <b>{why.words}</b>
        {place !== null && <div>Where: {place}</div>}
        {why.hint !== null && <div className="notice__hint">{why.hint}</div>}
      </div>
    </div>
  )
}

export function Note({
  kind = 'plain',
  children,
}: {
  readonly kind?: 'plain' | 'good' | 'failed'
  readonly children: ReactNode
}): ReactNode {
  const Icon = kind === 'good' ? CircleCheck : kind === 'failed' ? CircleAlert : Info
  return (
    <div className={`notice notice--${kind}`}>
      <Icon className="icon" aria-hidden />
      <div className="notice__words">{children}</div>
    </div>
  )
}

/** The shape of what comes; not seen under 300 ms. */
export function Bones({ rows = 5, tiles = false }: { readonly rows?: number; readonly tiles?: boolean }): ReactNode {
  return (
    <div className={`bones${tiles ? ' bones--tiles' : ''}`} role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} className="bone" />
      ))}
    </div>
  )
}
