// One place: its header (name, what is going on, its actions, search, theme, settings) and its body.
import { ChevronRight, Contrast, Monitor, Moon, Search, SlidersHorizontal, Sun } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { hrefOf } from '#renderer/route.ts'
import type { PlaceName } from '#renderer/route.ts'
import { useShell } from '#renderer/shell/shell-context.ts'
import { IconButton } from '#renderer/ui/button.tsx'
import { withCommand } from '#renderer/ui/keys.ts'
import { Menu } from '#renderer/ui/menu.tsx'
import { applyTheme, keptTheme } from '#renderer/ui/theme.ts'
import type { Theme } from '#renderer/ui/theme.ts'
import { useHub } from '#renderer/use-hub.ts'

interface PlaceProps {
  readonly title: string
  /** The place this is inside of, for the way back. */
  readonly inside?: { readonly place: PlaceName; readonly name: string }
  readonly note?: string
  readonly actions?: ReactNode
  readonly children: ReactNode
  /** The body scrolls itself in parts. */
  readonly split?: boolean
}

export function Place({ title, inside, note, actions, children, split = false }: PlaceProps): ReactNode {
  const shell = useShell()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Nocturne`
  }, [title])
  // A page inside a place was come to on purpose: its name is read out. The first page of a visit is the browser's own.
  useEffect(() => {
    if (inside !== undefined && hasArrived) heading.current?.focus()
    hasArrived = true
  }, [inside?.place, title])
  return (
    <>
      <header className="top">
        <div className="top__name">
          {inside !== undefined && (
            <>
              <a className="top__back" href={hrefOf(inside.place)}>
                {inside.name}
              </a>
              <ChevronRight className="icon quiet" aria-hidden />
            </>
          )}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {note !== undefined && <span className="top__note quiet">{note}</span>}
          {actions}
        </div>
        <button
          type="button"
          className="find"
          onClick={shell.openPalette}
          aria-label="Search or do…"
          aria-keyshortcuts="Control+K Meta+K"
        >
          <Search className="icon" aria-hidden />
          <span>Search or do…</span>
          <kbd aria-hidden data-words={withCommand('K')} />
        </button>
        <div className="top__end">
          <ThemeMenu />
          <IconButton label="Settings" icon={SlidersHorizontal} onPress={shell.openSettings} />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={`place__body${split ? ' place__body--split' : ''}`}>
        {children}
      </main>
    </>
  )
}

let hasArrived = false

function ThemeMenu(): ReactNode {
  const hub = useHub()
  const [theme, setTheme] = useState(keptTheme)
  const choose = (to: Theme) => async (): Promise<void> => {
    applyTheme(to)
    setTheme(to)
    await hub.call('settings.set', { theme: to })
  }
  return (
    <Menu
      button={
        <button type="button" className="icon-button" aria-label="Theme">
          <Contrast className="icon" aria-hidden />
        </button>
      }
      lines={[
        { is: 'item', words: 'As the system', icon: Monitor, isChosen: theme === 'system', onPress: choose('system') },
        { is: 'item', words: 'Light', icon: Sun, isChosen: theme === 'light', onPress: choose('light') },
        { is: 'item', words: 'Dark', icon: Moon, isChosen: theme === 'dark', onPress: choose('dark') },
      ]}
    />
  )
}
