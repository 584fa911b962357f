// A command line on a device, under its stage. What the device prints is drawn as text by the terminal, never taken as part
// of the page; closing the panel ends it.
import { RotateCcw, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { refusalOf } from '#shared/base/refusal.ts'
import type { RefusalData } from '#shared/base/refusal.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import type { HubLink } from '#renderer/connect.ts'
import { openTerminal } from '#renderer/stage/terminal.ts'
import type { OpenTerminal } from '#renderer/stage/terminal.ts'
import { Button, IconButton } from '#renderer/ui/button.tsx'
import { useHub } from '#renderer/use-hub.ts'

type How = { readonly is: 'open' } | { readonly is: 'ended' } | { readonly is: 'failed'; readonly why: RefusalData }

export function TerminalPanel({
  device,
  onClose,
}: {
  readonly device: DeviceTile
  readonly onClose: () => void
}): ReactNode {
  const hub = useHub()
  const place = useRef<HTMLDivElement>(null)
  const [how, setHow] = useState<How>({ is: 'open' })
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    const { current } = place
    if (current === null) return
    const stop = new AbortController()
    setHow({ is: 'open' })
    run(hub, device, current, stop.signal).then(
      () => setHow({ is: 'ended' }),
      (thrown: unknown) => {
        if (!stop.signal.aborted) setHow({ is: 'failed', why: refusalOf(thrown).toData() })
      },
    )
    return () => stop.abort(new Error('the panel was closed'))
    // The same device in another state is the same terminal.
  }, [hub, device.id, asked])
  return (
    <section className="terminal panel panel--lined" aria-label={`Terminal on ${device.name}`}>
      <div className="panel__head">
        <h3>Terminal</h3>
        <span className="terminal__how quiet" role="status">
          {how.is === 'open' ? '' : how.is === 'ended' ? 'It has ended.' : how.why.words}
          {how.is === 'failed' && how.why.hint !== null && ` ${how.why.hint}`}
        </span>
        {how.is !== 'open' && (
          <Button icon={RotateCcw} onPress={() => setAsked(count => count + 1)}>
            Open another
          </Button>
        )}
        <IconButton label="Close the terminal" icon={X} onPress={onClose} />
      </div>
      <div className="terminal__place" ref={place} />
    </section>
  )
}

/** Until it ended or the signal aborts. The terminal itself is loaded when the first one opens. */
async function run(hub: HubLink, device: DeviceTile, place: HTMLElement, signal: AbortSignal): Promise<void> {
  const key = crypto.randomUUID()
  const terminal: OpenTerminal = await openTerminal(place, `Terminal on ${device.name}`, {
    onText: text => void hub.call('terminal.write', { key, text }, signal).catch(() => undefined),
    onSize: (columns, rows) => void hub.call('terminal.resize', { key, columns, rows }, signal).catch(() => undefined),
  })
  try {
    signal.throwIfAborted()
    const { columns, rows } = terminal.size()
    await hub.stream(
      'device.terminal',
      { device: device.id, key, columns, rows },
      ({ bytes }) => terminal.print(bytes),
      signal,
    )
    terminal.freeze()
    // What it printed stays to be read until the panel is closed.
    signal.addEventListener('abort', () => terminal.close(), { once: true })
    if (signal.aborted) terminal.close()
  } catch (thrown) {
    terminal.close()
    throw thrown
  }
}
