// The window's beginning: theme before the first paint, one link to the hub, one tree of components.
import { config } from 'zod'
import { createRoot } from 'react-dom/client'
import '#renderer/ui/tokens.css'
import '#renderer/ui/base.css'
import '#renderer/ui/parts.css'
import '#renderer/shell/shell.css'
import '#renderer/stage/stage.css'
import '#renderer/stage/input.css'
import '#renderer/stage/record.css'
import '#renderer/stage/panels.css'
import '#renderer/stage/pair.css'
import '#renderer/devices/drop.css'
import '#renderer/nights/nights.css'
import '#renderer/inbox/inbox.css'
import { App } from '#renderer/app.tsx'
import { HubLink } from '#renderer/connect.ts'
import { nativeShell } from '#renderer/shell/native.ts'
import { HubContext } from '#renderer/use-hub.ts'
import { WindowPass } from '#renderer/window-pass.ts'
import { applyTheme, keptTheme } from '#renderer/ui/theme.ts'

// The page's policy allows no code made from text, which zod would else try.
config({ jitless: true })
applyTheme(keptTheme())

const place = document.getElementById('window')
if (place === null) throw new Error('the page has no place for the window')
const hub =
  nativeShell() === null
    ? new HubLink({ is: 'socket', url: `ws://${location.host}/link`, key: null }, new WindowPass())
    : new HubLink({ is: 'ports' })
hub.start()
createRoot(place).render(
  <HubContext value={hub}>
    <App />
  </HubContext>,
)
