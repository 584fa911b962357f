// What is said while the hub cannot be reached, and when it does not take this page at all.
import { CircleAlert, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '#renderer/ui/button.tsx'
import { Message } from '#renderer/ui/message.tsx'
import { useHub, useLinkState } from '#renderer/use-hub.ts'

/** About six seconds: started again at its place it would be back. */
const movedAfterTries = 4
const movedWords =
  'It may have been started again at another address: ./nocturne open starts it, or opens a window where it is now.'

export function Offline(): ReactNode {
  const hub = useHub()
  const state = useLinkState()
  switch (state.is) {
    case 'online':
    case 'connecting':
      return null
    case 'refused':
      return (
        <main className="alone">
          <Message
            kind="failed"
            icon={CircleAlert}
            title="This window may not come in"
            words={[state.why.words, state.why.hint ?? ''].join(' ')}
          >
            <Button icon={RefreshCw} onPress={() => location.reload()}>
              Load the page again
            </Button>
          </Message>
        </main>
      )
    case 'offline':
      return (
        <div className="away" role="alert">
          <CircleAlert className="icon" aria-hidden />
          <span>
            Nocturne’s device server stopped; trying it again.
            {state.tries >= movedAfterTries && hub.place.is === 'socket' && ` ${movedWords}`}
          </span>
          <Countdown untilMs={state.nextTryMs} />
          <Button onPress={() => hub.tryNow()}>Try now</Button>
        </div>
      )
  }
}

/** Not part of what is read out: it would be said every second. */
function Countdown({ untilMs }: { readonly untilMs: number }): ReactNode {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, Math.ceil((untilMs - now) / 1000))
  return (
    <span className="quiet" aria-hidden>
      {left === 0 ? 'Now' : `In ${left} s`}
    </span>
  )
}
