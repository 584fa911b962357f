// Buttons: with words, or an icon with its words in a tip. Busy while what they do goes on; blocked with the reason said.
import { Toolbar } from '@base-ui/react/toolbar'
import { Tooltip } from '@base-ui/react/tooltip'
import { useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import type { IconOf } from '#renderer/ui/icon.ts'
import { useNotices } from '#renderer/ui/notices.tsx'

interface ButtonProps {
  readonly children: ReactNode
  readonly onPress: () => void | Promise<void>
  readonly icon?: IconOf
  readonly look?: 'plain' | 'main' | 'bare'
  readonly large?: boolean
  readonly hotkey?: string
  /** Why it cannot be used now, in words; null when it can. */
  readonly why?: string | null
  readonly label?: string
  readonly buttonRef?: RefObject<HTMLButtonElement | null>
}

export function Button({
  children,
  onPress,
  icon: Icon,
  look = 'plain',
  large = false,
  hotkey,
  why = null,
  label,
  buttonRef,
}: ButtonProps): ReactNode {
  const { isBusy, press } = usePress(onPress, why)
  const button = (
    <button
      type="button"
      ref={buttonRef ?? null}
      className={`button button--${look}${large ? ' button--large' : ''}`}
      aria-disabled={why !== null || undefined}
      aria-busy={isBusy || undefined}
      aria-label={label}
      aria-keyshortcuts={hotkey}
      onClick={press}
    >
      {isBusy ? <span className="button__busy" /> : Icon !== undefined && <Icon className="icon" aria-hidden />}
      {children}
      {hotkey !== undefined && <kbd aria-hidden>{hotkey}</kbd>}
    </button>
  )
  return why === null ? button : <Tip words={why}>{button}</Tip>
}

interface IconButtonProps {
  readonly label: string
  readonly icon: IconOf
  readonly onPress: () => void | Promise<void>
  readonly why?: string | null
  readonly isPressed?: boolean
  readonly hotkey?: string
  readonly tool?: boolean
  /** One of a toolbar, inside a `Toolbar.Root`: Tab stops there once, the arrow keys go on. */
  readonly inBar?: boolean
}

export function IconButton({
  label,
  icon: Icon,
  onPress,
  why = null,
  isPressed,
  hotkey,
  tool = false,
  inBar = false,
}: IconButtonProps): ReactNode {
  const { isBusy, press } = usePress(onPress, why)
  const of = {
    className: `icon-button${tool ? ' icon-button--tool' : ''}`,
    'aria-label': label,
    'aria-pressed': isPressed,
    'aria-disabled': why !== null || undefined,
    'aria-busy': isBusy || undefined,
    onClick: press,
    children: isBusy ? <span className="button__busy" /> : <Icon className="icon" aria-hidden />,
  }
  return (
    <Tip words={why ?? label} {...(hotkey === undefined ? {} : { hotkey })}>
      {inBar ? <Toolbar.Button {...of} /> : <button type="button" {...of} />}
    </Tip>
  )
}

/** Words on hover and focus. The child must have its own name: a tip is not read out everywhere. */
export function Tip({
  words,
  hotkey,
  children,
}: {
  readonly words: string
  readonly hotkey?: string
  readonly children: React.ReactElement
}): ReactNode {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={children} />
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="tip-place">
          <Tooltip.Popup className="tip">
            {words}
            {hotkey !== undefined && <kbd>{hotkey}</kbd>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

/** One press at a time; what goes wrong is said in a notice. */
function usePress(
  onPress: () => void | Promise<void>,
  why: string | null,
): { readonly isBusy: boolean; readonly press: () => void } {
  const notices = useNotices()
  const [isBusy, setBusy] = useState(false)
  const press = (): void => {
    if (why !== null) return notices.say(why)
    if (isBusy) return
    const done = onPress()
    if (done === undefined) return
    setBusy(true)
    done.catch((thrown: unknown) => notices.failed(thrown)).finally(() => setBusy(false))
  }
  return { isBusy, press }
}
