// xterm in our dress: our colours and type, links that go nowhere, its styles by way of the page's own sheets. Knows no hub.
import '@xterm/xterm/css/xterm.css'
import { withAllowedStyles } from '#renderer/stage/allowed-styles.ts'

export interface TerminalListener {
  onText(text: string): void
  onSize(columns: number, rows: number): void
}

export interface OpenTerminal {
  size(): { readonly columns: number; readonly rows: number }
  /** Resolves when it is drawn: who prints faster than that waits. */
  print(bytes: Uint8Array): Promise<void>
  /** Takes no more typing. */
  freeze(): void
  close(): void
}

const scrollbackLines = 5000
const sizeEveryMs = 100

/** Fills the place, and follows its size. `name` is what its field is called. */
export async function openTerminal(
  place: HTMLElement,
  name: string,
  listener: TerminalListener,
): Promise<OpenTerminal> {
  const [{ Terminal }, { FitAddon }] = await Promise.all([import('@xterm/xterm'), import('@xterm/addon-fit')])
  const dress = getComputedStyle(place)
  const terminal = new Terminal({
    scrollback: scrollbackLines,
    fontFamily: dress.fontFamily,
    fontSize: 13,
    cursorBlink: false,
    theme: {
      background: dress.backgroundColor,
      foreground: dress.color,
      cursor: dress.color,
      cursorAccent: dress.backgroundColor,
      selectionBackground: dress.accentColor === 'auto' ? dress.color : dress.accentColor,
    },
    minimumContrastRatio: 4.5,
    // What a device prints opens nothing here.
    linkHandler: { activate: () => {} },
    allowProposedApi: false,
  })
  const fit = new FitAddon()
  terminal.loadAddon(fit)
  withAllowedStyles(document, () => terminal.open(place))
  fit.fit()
  terminal.textarea?.setAttribute('aria-label', `${name}. Shift+Tab leaves it.`)
  // Tab is the program's; without a way out nobody without a mouse would leave.
  terminal.attachCustomKeyEventHandler(event => !(event.key === 'Tab' && event.shiftKey))
  terminal.focus()
  terminal.onData(text => listener.onText(text))
  terminal.onResize(({ cols, rows }) => listener.onSize(cols, rows))
  let timer: ReturnType<typeof setTimeout> | null = null
  const watch = new ResizeObserver(() => {
    timer ??= setTimeout(() => {
      timer = null
      fit.fit()
    }, sizeEveryMs)
  })
  watch.observe(place)
  return {
    size: () => ({ columns: terminal.cols, rows: terminal.rows }),
    print: bytes => new Promise(resolve => terminal.write(bytes, resolve)),
    freeze: () => {
      terminal.options.disableStdin = true
    },
    close: () => {
      watch.disconnect()
      if (timer !== null) clearTimeout(timer)
      terminal.dispose()
      place.replaceChildren()
    },
  }
}
