// A menu behind a button, or by the right mouse button: items with an icon, a note, a tick for the chosen one; further menus
// inside; blocked ones say why.
import { ContextMenu as BaseContext } from '@base-ui/react/context-menu'
import { Menu as Base } from '@base-ui/react/menu'
import { Check, ChevronRight } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import type { IconOf } from '#renderer/ui/icon.ts'
import { useNotices } from '#renderer/ui/notices.tsx'

interface Lead {
  readonly words: string
  readonly icon?: IconOf
  readonly why?: string | null
}

export type MenuLine =
  | { readonly is: 'line' }
  | { readonly is: 'label'; readonly words: string }
  | (Lead & {
      readonly is: 'item'
      readonly note?: string
      readonly isChosen?: boolean
      readonly onPress: () => void | Promise<void>
    })
  /** `now`: what is chosen inside, in a word. */
  | (Lead & { readonly is: 'more'; readonly now?: string; readonly lines: readonly MenuLine[] })

export function Menu({
  button,
  lines,
  side = 'bottom',
}: {
  readonly button: ReactElement
  readonly lines: readonly MenuLine[]
  readonly side?: 'bottom' | 'right' | 'top'
}): ReactNode {
  return (
    <Base.Root>
      <Base.Trigger render={button} />
      <Base.Portal>
        <Base.Positioner
          side={side}
          align={side === 'right' ? 'start' : 'end'}
          sideOffset={6}
          collisionPadding={8}
          className="menu-place"
        >
          <Base.Popup className="menu">
            <Lines lines={lines} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** The same by the right mouse button, a long press or the menu key on what is inside. */
export function ContextMenu({
  of,
  lines,
}: {
  readonly of: ReactElement
  readonly lines: readonly MenuLine[]
}): ReactNode {
  return (
    <BaseContext.Root>
      <BaseContext.Trigger render={of} />
      <Base.Portal>
        <Base.Positioner collisionPadding={8} className="menu-place">
          <Base.Popup className="menu">
            <Lines lines={lines} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </BaseContext.Root>
  )
}

function Lines({ lines }: { readonly lines: readonly MenuLine[] }): ReactNode {
  const notices = useNotices()
  return lines.map((line, index) => {
    switch (line.is) {
      case 'line':
        return <Base.Separator key={index} className="menu__line" />
      case 'label':
        return (
          <div key={index} className="menu__label">
            {line.words}
          </div>
        )
      case 'item':
        return <Item key={index} line={line} onFailed={notices.failed} />
      case 'more':
        return <More key={index} line={line} />
    }
  })
}

function More({ line }: { readonly line: MenuLine & { is: 'more' } }): ReactNode {
  const Icon = line.icon
  const why = line.why ?? null
  return (
    <Base.SubmenuRoot disabled={why !== null}>
      <Base.SubmenuTrigger className="menu__item" label={line.words}>
        {Icon !== undefined && <Icon className="icon" aria-hidden />}
        <span className="menu__words">
          {line.words}
          {why !== null && <span className="menu__note">{why}</span>}
        </span>
        {line.now !== undefined && why === null && <span className="menu__now">{line.now}</span>}
        <ChevronRight className="icon" aria-hidden />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner sideOffset={2} alignOffset={-6} collisionPadding={8} className="menu-place">
          <Base.Popup className="menu">
            <Lines lines={line.lines} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  )
}

function Item({
  line,
  onFailed,
}: {
  readonly line: MenuLine & { is: 'item' }
  readonly onFailed: (thrown: unknown) => void
}): ReactNode {
  const Icon = line.icon
  const why = line.why ?? null
  return (
    <Base.Item
      className="menu__item"
      disabled={why !== null}
      label={line.words}
      onClick={() => {
        Promise.resolve(line.onPress()).catch(onFailed)
      }}
    >
      {Icon !== undefined && <Icon className="icon" aria-hidden />}
      <span className="menu__words">
        {line.words}
        {line.isChosen === true && <span className="unseen"> (chosen)</span>}
        {(why ?? line.note) !== undefined && <span className="menu__note">{why ?? line.note}</span>}
      </span>
      {line.isChosen === true && <Check className="icon" aria-hidden />}
    </Base.Item>
  )
}
