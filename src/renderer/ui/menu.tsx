// A menu behind a button: items with an icon, a note, a tick for the chosen one; blocked ones say why.
import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import type { IconOf } from '#renderer/ui/icon.ts'
import { useNotices } from '#renderer/ui/notices.tsx'

export type MenuLine =
  | { readonly is: 'line' }
  | { readonly is: 'label'; readonly words: string }
  | {
      readonly is: 'item'
      readonly words: string
      readonly note?: string
      readonly icon?: IconOf
      readonly isChosen?: boolean
      readonly why?: string | null
      readonly onPress: () => void | Promise<void>
    }

export function Menu({
  button,
  lines,
  side = 'bottom',
}: {
  readonly button: ReactElement
  readonly lines: readonly MenuLine[]
  readonly side?: 'bottom' | 'right'
}): ReactNode {
  const notices = useNotices()
  return (
    <Base.Root>
      <Base.Trigger render={button} />
      <Base.Portal>
        <Base.Positioner side={side} align={side === 'bottom' ? 'end' : 'start'} sideOffset={6} className="menu-place">
          <Base.Popup className="menu">
            {lines.map((line, index) =>
              line.is === 'line' ? (
                <Base.Separator key={index} className="menu__line" />
              ) : line.is === 'label' ? (
                <div key={index} className="menu__label">
                  {line.words}
                </div>
              ) : (
                <Item key={index} line={line} onFailed={notices.failed} />
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
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
