// The one list of commands as lines with a mark and an act: the search shows them all; Electron's menu runs one by its id.
import {
  AppWindow,
  ArrowLeft,
  Inbox,
  Monitor,
  MonitorSmartphone,
  Moon,
  Play,
  Power,
  RotateCw,
  Search,
  SlidersHorizontal,
  Smartphone,
  Sun,
  SunMoon,
  User,
  Scan,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { canNow, deviceCommands, windowCommands } from '#shared/domain/commands.ts'
import type { DeviceCommand, WindowDo } from '#shared/domain/commands.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { go } from '#renderer/route.ts'
import type { Shell } from '#renderer/shell/shell-context.ts'
import { runCommand } from '#renderer/stage/run-command.ts'
import type { Around } from '#renderer/stage/run-command.ts'
import type { IconOf } from '#renderer/ui/icon.ts'
import { applyTheme } from '#renderer/ui/theme.ts'
import type { Theme } from '#renderer/ui/theme.ts'

export interface CommandLine {
  readonly id: string
  readonly words: string
  readonly note: string
  readonly mark: ReactNode
  readonly act: () => void | Promise<void>
}

const windowIcons: Readonly<Record<WindowDo, IconOf>> = {
  'go-devices': MonitorSmartphone,
  'go-nights': Moon,
  'go-inbox': Inbox,
  search: Search,
  settings: SlidersHorizontal,
  'new-night': Play,
  'theme-system': Monitor,
  'theme-light': Sun,
  'theme-dark': Moon,
}
const groupIcons: Readonly<Record<DeviceCommand['group'], IconOf>> = {
  control: User,
  keys: ArrowLeft,
  turn: RotateCw,
  look: SunMoon,
  put: Smartphone,
  part: AppWindow,
  show: Scan,
  power: Power,
}

/** `search` is where these are listed, so it is left out. */
export function windowLines(around: Around, shell: Shell): readonly CommandLine[] {
  return windowCommands
    .filter(command => command.id !== 'search')
    .map(({ id, words, menu }) => ({
      id,
      words,
      note: menu === 'go' ? 'Place' : 'Action',
      mark: <Mark icon={windowIcons[id]} />,
      act: () => runWindow(around, shell, id),
    }))
}

/** Everything that can be done to these devices now, by name. */
export function deviceLines(around: Around, devices: readonly DeviceTile[]): readonly CommandLine[] {
  return devices.flatMap(device =>
    deviceCommands
      .filter(command => canNow(device, command).yes)
      .map(command => ({
        id: `${device.id} ${command.id}`,
        words: `${device.name}: ${command.words}`,
        note: 'Control',
        mark: <Mark icon={groupIcons[command.group]} />,
        act: async () => {
          // What opens a panel, or is seen on its frame only, is shown there.
          if (command.does.do === 'open' || command.does.do === 'show') go('devices', device.id)
          await runCommand(around, device, command)
        },
      })),
  )
}

function Mark({ icon: Icon }: { readonly icon: IconOf }): ReactNode {
  return <Icon className="icon quiet" aria-hidden />
}

export async function runWindow({ hub }: Around, shell: Shell, id: WindowDo): Promise<void> {
  const theme = async (to: Theme): Promise<void> => {
    applyTheme(to)
    await hub.call('settings.set', { theme: to })
  }
  switch (id) {
    case 'go-devices':
      return go('devices')
    case 'go-nights':
      return go('nights')
    case 'go-inbox':
      return go('inbox')
    case 'search':
      return shell.openPalette()
    case 'settings':
      return shell.openSettings()
    case 'new-night':
      return shell.startNight()
    case 'theme-system':
      return theme('system')
    case 'theme-light':
      return theme('light')
    case 'theme-dark':
      return theme('dark')
  }
}
