// Commands of one device for its bar, menus and covers: whether each can be done now, and doing it.
import { useMemo } from 'react'
import { canNow, hasCommand } from '#shared/domain/commands.ts'
import type { DeviceCommand } from '#shared/domain/commands.ts'
import type { Can } from '#shared/domain/device.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { runCommand } from '#renderer/stage/run-command.ts'
import { useNotices } from '#renderer/ui/notices.tsx'
import { useHub } from '#renderer/use-hub.ts'

export interface Commands {
  readonly has: (command: DeviceCommand) => Can
  readonly can: (command: DeviceCommand) => Can
  readonly run: (command: DeviceCommand) => Promise<void>
}

export function useCommands(device: DeviceTile): Commands {
  const hub = useHub()
  const notices = useNotices()
  return useMemo(
    () => ({
      has: command => hasCommand(device, command),
      can: command => canNow(device, command),
      run: command => runCommand({ hub, notices }, device, command),
    }),
    [hub, notices, device],
  )
}
