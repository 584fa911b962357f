// Does what Electron's shell asks: a command of its menu, a place of a deep link, builds that were opened with the app. Draws nothing; in a browser it does nothing.
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { commandOf, windowCommands } from '#shared/domain/commands.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { WindowAsk } from '#shared/protocol/shell.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { takePaths } from '#renderer/devices/drop-state.ts'
import { go, useRoute } from '#renderer/route.ts'
import type { Route } from '#renderer/route.ts'
import { runWindow } from '#renderer/shell/commands.tsx'
import { nativeShell, onAsked } from '#renderer/shell/native.ts'
import { useShell } from '#renderer/shell/shell-context.ts'
import { runCommand } from '#renderer/stage/run-command.ts'
import { useNotices } from '#renderer/ui/notices.tsx'
import { useHub, useWatch } from '#renderer/use-hub.ts'

export function AskedByShell(): ReactNode {
  const hub = useHub()
  const shell = useShell()
  const notices = useNotices()
  const route = useRoute()
  const devices = useWatch('devices', {})
  const tiles = devices.is === 'ready' ? devices.value.devices : []
  const act = async (ask: WindowAsk): Promise<void> => {
    if (ask.is === 'show') return go(ask.place, ask.id)
    if (ask.is === 'open') {
      go('devices', null)
      return takePaths(hub, ask.paths)
    }
    if (ask.of === 'window') {
      const command = windowCommands.find(one => one.id === ask.id)
      if (command !== undefined) await runWindow({ hub, notices }, shell, command.id)
      return
    }
    const command = commandOf(ask.id)
    const device = deviceInFront(tiles, route)
    // What opens a panel, or is seen on its frame only, is shown there.
    if (command.does.do === 'open' || command.does.do === 'show') go('devices', device.id)
    await runCommand({ hub, notices }, device, command)
  }
  const newest = useRef(act)
  useEffect(() => {
    newest.current = act
  })
  useEffect(() => {
    const native = nativeShell()
    if (native !== null) onAsked(native, ask => void newest.current(ask).catch(notices.failed))
  }, [notices])
  return null
}

/** The one that is looked at; else the one a person holds; else the only one. */
export function deviceInFront(tiles: readonly DeviceTile[], route: Route | null): DeviceTile {
  const shown = route?.place === 'devices' ? tiles.find(device => device.id === route.id) : undefined
  const held = tiles.filter(device => device.control?.yours === true)
  const on = tiles.filter(device => device.state === 'live' || device.state === 'asleep')
  const found = shown ?? (held.length === 1 ? held[0] : undefined) ?? (on.length === 1 ? on[0] : undefined)
  if (found === undefined)
    throw new Refusal('ambiguous', 'Which device is not clear.', { hint: 'Open one device, then choose it again.' })
  return found
}
