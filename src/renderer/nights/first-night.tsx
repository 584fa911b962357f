// What stands where nothing has run yet: two ways to begin. Used by the Inbox and by Nights.
import { Moon } from 'lucide-react'
import type { ReactNode } from 'react'
import { go } from '#renderer/route.ts'
import { useShell } from '#renderer/shell/shell-context.ts'
import { Button } from '#renderer/ui/button.tsx'
import { Message } from '#renderer/ui/message.tsx'
import { useHub } from '#renderer/use-hub.ts'

export function FirstNight({ title, words }: { readonly title: string; readonly words: string }): ReactNode {
  const hub = useHub()
  const shell = useShell()
  return (
    <Message icon={Moon} title={title} words={words}>
      <Button
        look="main"
        icon={Moon}
        onPress={async () => {
          const { id } = await hub.call('night.start', { job: { from: 'demo', app: null } })
          go('nights', id)
        }}
      >
        Try a demo night
      </Button>
      <Button onPress={shell.startNight}>Start another night…</Button>
    </Message>
  )
}
