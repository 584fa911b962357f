// The window as a whole: the side bar, the place in front, search, settings, and what is said when the hub is away.
import { Tooltip } from '@base-ui/react/tooltip'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { windowCommands } from '#shared/domain/commands.ts'
import type { WindowDo } from '#shared/domain/commands.ts'
import { DropBanner } from '#renderer/devices/drop-banner.tsx'
import { InboxPlace } from '#renderer/inbox/inbox-place.tsx'
import { NightsPlace } from '#renderer/nights/nights-place.tsx'
import { StartNight } from '#renderer/nights/start-night.tsx'
import { go, useRoute } from '#renderer/route.ts'
import type { PlaceName } from '#renderer/route.ts'
import { Settings } from '#renderer/settings/settings.tsx'
import { AskedByShell } from '#renderer/shell/asked.tsx'
import { Broken } from '#renderer/shell/broken.tsx'
import { Offline } from '#renderer/shell/offline.tsx'
import { Palette } from '#renderer/shell/palette.tsx'
import { runWindow } from '#renderer/shell/commands.tsx'
import { ShellContext } from '#renderer/shell/shell-context.ts'
import type { Shell } from '#renderer/shell/shell-context.ts'
import { SideBar } from '#renderer/shell/side-bar.tsx'
import { Bones } from '#renderer/ui/message.tsx'
import { NoticesHome, useNotices } from '#renderer/ui/notices.tsx'
import { DeviceNews } from '#renderer/stage/announce.tsx'
import { DeviceDialogs } from '#renderer/stage/device-dialogs.tsx'
import { DevicesPlace } from '#renderer/stage/stage.tsx'
import { useHub, useLinkState, useWatch } from '#renderer/use-hub.ts'

export function App(): ReactNode {
  return (
    <Tooltip.Provider delay={400}>
      <NoticesHome>
        <Window />
      </NoticesHome>
    </Tooltip.Provider>
  )
}

type Open = 'nothing' | 'palette' | 'settings' | 'night'

function Window(): ReactNode {
  const route = useChosenRoute()
  const [open, setOpen] = useState<Open>('nothing')
  const link = useLinkState()
  const hub = useHub()
  const notices = useNotices()
  const shell: Shell = {
    openPalette: () => setOpen('palette'),
    openSettings: () => setOpen('settings'),
    startNight: () => setOpen('night'),
  }
  useWindowKeys(id => {
    if (id === 'search' && open === 'palette') setOpen('nothing')
    else void runWindow({ hub, notices }, shell, id).catch(notices.failed)
  })
  const close = (): void => setOpen('nothing')
  if (link.is === 'refused') return <Offline />
  return (
    <ShellContext value={shell}>
      <a className="unseen skip button" href="#main" onClick={skip}>
        Skip to the content
      </a>
      <div className={`window${link.is === 'offline' ? ' is-offline' : ''}`}>
        <SideBar here={route} />
        <div className="stage">
          <Offline />
          <DropBanner />
          {route === null ? (
            <main className="place__body">
              <Bones />
            </main>
          ) : (
            <Broken key={route.place}>
              <PlaceOf place={route.place} id={route.id} />
            </Broken>
          )}
        </div>
      </div>
      <DeviceNews />
      <DeviceDialogs />
      <AskedByShell />
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'settings' && <Settings onClose={close} />}
      {open === 'night' && <StartNight onClose={close} />}
    </ShellContext>
  )
}

function PlaceOf({ place, id }: { readonly place: PlaceName; readonly id: string | null }): ReactNode {
  switch (place) {
    case 'devices':
      return <DevicesPlace id={id} />
    case 'nights':
      return <NightsPlace id={id} />
    case 'inbox':
      return <InboxPlace id={id} />
  }
}

/** The address says where; one that says nothing opens the inbox when something waits there, else the devices. */
function useChosenRoute(): ReturnType<typeof useRoute> {
  const route = useRoute()
  const inbox = useWatch('inbox', {})
  const waits = inbox.is === 'ready' ? inbox.value.counts.fresh > 0 : null
  useEffect(() => {
    if (route === null && (waits !== null || inbox.is === 'failed'))
      go(waits === true ? 'inbox' : 'devices', null, 'replace')
  }, [route, waits, inbox.is])
  return route
}

/** The shortcuts of the one list of commands, here as in Electron: there the menu only shows them. */
function useWindowKeys(run: (id: WindowDo) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
      const keys = `CommandOrControl+${event.key.toUpperCase()}`
      const command = windowCommands.find(one => one.keys === keys)
      if (command === undefined) return
      run(command.id)
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}

function skip(event: React.MouseEvent): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
