// The panel that is open under the stage of one device: its apps, its log or a terminal on it. One at a time.
import type { ReactNode } from 'react'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { AppList } from '#renderer/stage/app-list.tsx'
import { LogViewer } from '#renderer/stage/log-viewer.tsx'
import { openedPart } from '#renderer/stage/run-command.ts'
import { TerminalPanel } from '#renderer/stage/terminal-panel.tsx'
import { useLive } from '#renderer/use-live.ts'

export function Panels({ device }: { readonly device: DeviceTile }): ReactNode {
  const opened = useLive(openedPart)
  if (opened === null || opened.device !== device.id) return null
  const close = (): void => {
    openedPart.set(null)
    // The button that closed it goes with it: the keys go back to where panels are opened.
    document.querySelector<HTMLElement>(`[data-more="${CSS.escape(device.id)}"]`)?.focus()
  }
  switch (opened.part) {
    case 'apps':
      return <AppList key={device.id} device={device} onClose={close} />
    case 'log':
      return <LogViewer key={device.id} device={device} onClose={close} />
    case 'terminal':
      return <TerminalPanel key={device.id} device={device} onClose={close} />
    case 'text':
    case 'link':
    case 'place':
    case 'battery':
    case 'wipe':
    case 'delete':
      // Dialogs over the whole window: device-dialogs.tsx.
      return null
  }
}
