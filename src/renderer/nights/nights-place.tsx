// The Nights place: starting one, the running ones as they go, the earlier ones; or the report of one night.
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { FirstNight } from '#renderer/nights/first-night.tsx'
import { NightReport } from '#renderer/nights/night-report.tsx'
import { NightTable } from '#renderer/nights/night-table.tsx'
import { RunningNight } from '#renderer/nights/running-night.tsx'
import { Place } from '#renderer/shell/place.tsx'
import { useShell } from '#renderer/shell/shell-context.ts'
import { Button } from '#renderer/ui/button.tsx'
import { Bones, Failed } from '#renderer/ui/message.tsx'
import { counted } from '#renderer/ui/words.ts'
import { useWatch } from '#renderer/use-hub.ts'

export function NightsPlace({ id }: { readonly id: string | null }): ReactNode {
  const shell = useShell()
  const nights = useWatch('nights', {})
  if (id !== null) return <NightReport key={id} id={id} />
  const all = nights.is === 'ready' ? nights.value.nights : []
  const running = all.filter(night => night.running)
  const earlier = all.filter(night => !night.running)
  const note =
    running.length > 0
      ? `${running.length} running`
      : nights.is === 'ready' && all.length > 0
        ? counted(all.length, 'night')
        : undefined
  return (
    <Place
      title="Nights"
      {...(note === undefined ? {} : { note })}
      actions={
        <Button icon={Plus} onPress={shell.startNight}>
          New night
        </Button>
      }
    >
      <div className="nights">
        {nights.is === 'loading' && <Bones rows={6} />}
        {nights.is === 'failed' && (
          <Failed what="The nights could not be listed" why={nights.why} again={nights.again} />
        )}
        {nights.is === 'ready' && all.length === 0 && (
          <FirstNight
            title="No night yet"
            words="A night explores an app on a device, tries again what looks wrong, and leaves a short true list in the Inbox. The demo needs nothing but this window."
          />
        )}
        {running.map(night => (
          <RunningNight key={night.id} id={night.id} />
        ))}
        {earlier.length > 0 && <NightTable nights={earlier} />}
      </div>
    </Place>
  )
}
