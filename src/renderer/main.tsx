// The window's beginning: theme before the first paint, one link to the hub, one tree of components.
import { config } from 'zod'
import { createRoot } from 'react-dom/client'
import '#renderer/ui/tokens.css'
import '#renderer/ui/base.css'
import '#renderer/ui/parts.css'
import '#renderer/shell/shell.css'
import '#renderer/devices/devices.css'
import '#renderer/nights/nights.css'
import '#renderer/inbox/inbox.css'
import { App } from '#renderer/app.tsx'
import { HubLink } from '#renderer/connect.ts'
import { HubContext } from '#renderer/use-hub.ts'
import { applyTheme, keptTheme } from '#renderer/ui/theme.ts'

// The page's policy allows no code made from text, which zod would else try.
config({ jitless: true })
applyTheme(keptTheme())

const place = document.getElementById('window')
if (place === null) throw new Error('the page has no place for the window')
const hub = new HubLink(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/link`)
hub.start()
createRoot(place).render(
  <HubContext value={hub}>
    <App />
  </HubContext>,
)
