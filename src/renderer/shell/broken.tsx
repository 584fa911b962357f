// A view that broke says so in its place; the rest of the window goes on. Nothing is hidden: the words are the fault's own.
import { CircleAlert, RefreshCw } from 'lucide-react'
import { Component } from 'react'
import type { ReactNode } from 'react'
import { wordsOf } from '#shared/base/refusal.ts'
import { Button } from '#renderer/ui/button.tsx'
import { Message } from '#renderer/ui/message.tsx'

interface BrokenState {
  readonly words: string | null
}

export class Broken extends Component<{ readonly children: ReactNode }, BrokenState> {
  override state: BrokenState = { words: null }

  static getDerivedStateFromError(thrown: unknown): BrokenState {
    return { words: wordsOf(thrown) }
  }

  override render(): ReactNode {
    const { words } = this.state
    if (words === null) return this.props.children
    return (
      <main id="main" tabIndex={-1} className="place__body">
        <Message
          kind="failed"
          icon={CircleAlert}
          title="This view broke"
          words={`${words}. It is a fault of Nocturne, not of your app; nothing was lost.`}
        >
          <Button icon={RefreshCw} onPress={() => location.reload()}>
            Load the window again
          </Button>
        </Message>
      </main>
    )
  }
}
