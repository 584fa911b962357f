// The menu, made from the one list of commands: what the toolbar, the shortcuts and the search know stands here too, under the same
// words. Pure; electron's own items are roles.
import type { MenuItemConstructorOptions } from 'electron'
import { deviceCommands, windowCommands } from '#shared/domain/commands.ts'
import type { DeviceCommand, WindowCommand } from '#shared/domain/commands.ts'
import type { WindowAsk } from '#shared/protocol/shell.ts'

type Item = MenuItemConstructorOptions
type Ask = (ask: WindowAsk) => void

const line: Item = { type: 'separator' }

export function menuTemplate(platform: NodeJS.Platform, isDeveloping: boolean, ask: Ask): Item[] {
  const isMac = platform === 'darwin'
  const of = (menu: WindowCommand['menu']): Item[] =>
    windowCommands.filter(command => command.menu === menu).map(command => windowItem(command, isMac, ask))
  const app: Item = {
    label: 'Nocturne',
    submenu: [
      { role: 'about' },
      line,
      ...of('app'),
      line,
      { role: 'services' },
      line,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      line,
      { role: 'quit' },
    ],
  }
  return [
    ...(isMac ? [app] : []),
    {
      label: 'File',
      submenu: [...of('file'), line, ...(isMac ? [] : [...of('app'), line]), { role: isMac ? 'close' : 'quit' }],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        ...of('view'),
        line,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        ...(isDeveloping ? [line, { role: 'reload' } as const, { role: 'toggleDevTools' } as const] : []),
      ],
    },
    { label: 'Go', submenu: of('go') },
    { label: 'Device', submenu: deviceItems(ask) },
    { role: 'windowMenu' },
  ]
}

function windowItem({ id, words, keys }: WindowCommand, isMac: boolean, ask: Ask): Item {
  return {
    id,
    label: words,
    click: () => ask({ is: 'command', of: 'window', id }),
    // Elsewhere than on a Mac the page takes the key itself, as it does in a browser: here it is only shown.
    ...(keys === null ? {} : { accelerator: keys, ...(isMac ? {} : { registerAccelerator: false }) }),
  }
}

/** A line between groups; "Language: German" and "Language: French" stand in a menu of their own, "Language". */
function deviceItems(ask: Ask): Item[] {
  const items: Item[] = []
  const families = new Map<string, Item[]>()
  let group: DeviceCommand['group'] | null = null
  for (const command of deviceCommands) {
    const [family, rest] = command.words.split(': ', 2)
    const item = (label: string): Item => ({
      id: command.id,
      label,
      click: () => ask({ is: 'command', of: 'device', id: command.id }),
    })
    const known = family === undefined || rest === undefined ? undefined : families.get(family)
    if (known !== undefined && rest !== undefined) {
      known.push(item(capital(rest)))
      continue
    }
    if (group !== null && group !== command.group) items.push(line)
    group = command.group
    if (family === undefined || rest === undefined || !isFamily(family)) items.push(item(command.words))
    else {
      const submenu = [item(capital(rest))]
      families.set(family, submenu)
      items.push({ label: family, submenu })
    }
  }
  return items
}

const isFamily = (name: string): boolean =>
  deviceCommands.filter(command => command.words.startsWith(`${name}: `)).length > 1

const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)
