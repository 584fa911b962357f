// The bar beside a device: at most nine controls, and More. What one device lacks is not drawn; on the wall it stays, greyed,
// and says why. A press takes control, except for a screenshot. Tab stops at it once; arrow keys, Home and End go along it.
import {
  AArrowDown,
  AArrowUp,
  ALargeSmall,
  ArrowLeft,
  BookOpen,
  Camera,
  Ellipsis,
  House,
  Moon,
  RotateCcw,
  RotateCw,
  Square,
  Sun,
} from 'lucide-react'
import { Popover } from '@base-ui/react/popover'
import { Toolbar as Bar } from '@base-ui/react/toolbar'
import { useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { commandOf, fontScales, postureWords } from '#shared/domain/commands.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import type { BarLayout } from '#renderer/stage/arrange.ts'
import { appearanceWords, moreLines, otherMaker } from '#renderer/stage/more-menu.tsx'
import { useShown } from '#renderer/stage/shown.ts'
import { useCommands } from '#renderer/stage/use-commands.ts'
import type { Commands } from '#renderer/stage/use-commands.ts'
import { Button, IconButton } from '#renderer/ui/button.tsx'
import type { IconOf } from '#renderer/ui/icon.ts'
import { Menu } from '#renderer/ui/menu.tsx'
import type { MenuLine } from '#renderer/ui/menu.tsx'
import { useNotices } from '#renderer/ui/notices.tsx'
import { read, write } from '#renderer/ui/theme.ts'
import { useMedia } from '#renderer/ui/use-media.ts'

interface Tool {
  readonly id: string
  readonly icon: IconOf
  readonly words: string
  readonly isPressed?: boolean
}

function toolsOf(device: DeviceTile): readonly (readonly Tool[])[] {
  const isDark = device.settings?.dark.value ?? false
  const maker = isDark ? otherMaker(device.settings?.dark) : null
  const darkMaker = maker === null ? '' : `, ${maker}`
  const isTouch = device.caps.surface === 'touch'
  return [
    [
      { id: 'home', icon: House, words: 'Home' },
      { id: 'back', icon: ArrowLeft, words: 'Back' },
      ...(isTouch ? [{ id: 'recents', icon: Square, words: 'Recent apps' }] : []),
    ],
    isTouch
      ? [
          { id: 'turn-left', icon: RotateCcw, words: 'Rotate left' },
          { id: 'turn-right', icon: RotateCw, words: 'Rotate right' },
          ...(device.kind === 'foldable' ? [{ id: 'fold-open', icon: BookOpen, words: 'Fold' }] : []),
        ]
      : [],
    isTouch
      ? [
          { id: 'appearance', icon: isDark ? Moon : Sun, words: `Dark appearance${darkMaker}`, isPressed: isDark },
          { id: 'text-larger', icon: ALargeSmall, words: 'Text size' },
        ]
      : [],
    [{ id: 'screenshot', icon: Camera, words: 'Screenshot' }],
  ]
}

const onRowIds = new Set(['home', 'back', 'recents', 'turn-right', 'fold-open'])

/** What the bar would hold beside the frame; the tile measures with it. */
export function toolCount(device: DeviceTile, commands: Commands, isOne: boolean): number {
  return drawnTools(device, commands, isOne).flat().length + 1
}

function drawnTools(device: DeviceTile, commands: Commands, isOne: boolean): readonly (readonly Tool[])[] {
  return toolsOf(device)
    .map(group => group.filter(tool => !isOne || commands.has(commandOf(tool.id)).yes))
    .filter(group => group.length > 0)
}

export function Toolbar(props: {
  readonly device: DeviceTile
  readonly layout: BarLayout
  /** The only device in view. */
  readonly isOne: boolean
}): ReactNode {
  const { device, layout, isOne } = props
  const commands = useCommands(device)
  const shown = useShown(device.id)
  const isRow = layout === 'row'
  const all = drawnTools(device, commands, isOne)
  const groups = isRow ? [all.flat().filter(tool => onRowIds.has(tool.id))] : all
  const rest = isRow ? all.flat().filter(tool => !onRowIds.has(tool.id)) : []
  return (
    <Bar.Root
      className={`bar bar--${layout}`}
      aria-label={`Controls of ${device.name}`}
      orientation={isRow ? 'horizontal' : 'vertical'}
      onKeyDownCapture={event => goAlong(event, isRow)}
    >
      {groups.map((group, index) => (
        <div key={index} className="bar__group">
          {group.map(tool => (
            <ToolButton key={tool.id} tool={tool} device={device} commands={commands} isRow={isRow} />
          ))}
          {index === groups.length - 1 && (
            <Menu
              side={isRow ? 'top' : 'right'}
              button={
                <Bar.Button
                  className="icon-button icon-button--tool"
                  aria-label={`More for ${device.name}`}
                  data-more={device.id}
                >
                  <Ellipsis className="icon" aria-hidden />
                </Bar.Button>
              }
              lines={moreLines(
                device,
                commands,
                shown,
                isOne,
                rest.flatMap(tool => restLines(tool, device, commands)),
              )}
            />
          )}
        </div>
      ))}
    </Bar.Root>
  )
}

/**
 * Along a bar by the arrow keys of its direction, Home and End: taken before a button that opens a menu hears them, which would
 * open at an arrow key. What hangs on the bar, open, has its own keys.
 */
function goAlong(event: KeyboardEvent<HTMLDivElement>, isRow: boolean): void {
  const hasModifier = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey
  const { target, currentTarget: bar } = event
  if (hasModifier || !(target instanceof Element) || !bar.contains(target)) return
  const buttons = [...bar.querySelectorAll('button')]
  const now = buttons.findIndex(button => button === target)
  const next = nextPlace(event.key, now, buttons.length, isRow)
  if (now === -1 || next === null) return
  event.preventDefault()
  event.stopPropagation()
  buttons[next]?.focus()
}

function nextPlace(key: string, now: number, count: number, isRow: boolean): number | null {
  switch (key) {
    case isRow ? 'ArrowRight' : 'ArrowDown':
      return (now + 1) % count
    case isRow ? 'ArrowLeft' : 'ArrowUp':
      return (now + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** Tools that have no room on a row, as lines of the menu. */
function restLines(tool: Tool, device: DeviceTile, commands: Commands): readonly MenuLine[] {
  const line = (id: string, words: string): MenuLine => {
    const can = commands.can(commandOf(id))
    return {
      is: 'item',
      words,
      icon: tool.icon,
      why: can.yes ? null : can.why,
      onPress: () => commands.run(commandOf(id)),
    }
  }
  if (tool.id === 'appearance') return [line(tool.id, appearanceWords(device))]
  if (tool.id !== 'text-larger') return [line(tool.id, tool.words)]
  const can = commands.can(commandOf(tool.id))
  return [
    {
      is: 'more',
      words: 'Text size',
      icon: tool.icon,
      now: scaleWords(device),
      why: can.yes ? null : can.why,
      lines: [line('text-larger', 'Larger'), line('text-smaller', 'Smaller'), line('text-default', 'Default')],
    },
  ]
}

function ToolButton(props: {
  readonly tool: Tool
  readonly device: DeviceTile
  readonly commands: Commands
  readonly isRow: boolean
}): ReactNode {
  const { tool, device, commands, isRow } = props
  const command = commandOf(tool.id)
  const can = commands.can(command)
  if (can.yes && tool.id === 'fold-open')
    return (
      <Menu
        side={isRow ? 'top' : 'right'}
        button={
          <PopButton tool={tool} words={`Fold, now ${postureWords[device.posture?.value ?? 'open'].toLowerCase()}`} />
        }
        lines={(['closed', 'half-open', 'open'] as const).map(posture => ({
          is: 'item',
          words: postureWords[posture],
          isChosen: device.posture?.value === posture,
          onPress: () => commands.run(commandOf(`fold-${posture}`)),
        }))}
      />
    )
  if (can.yes && tool.id === 'text-larger') return <TextSize tool={tool} device={device} commands={commands} />
  return (
    <IconButton
      tool
      inBar
      label={tool.words}
      icon={tool.icon}
      why={can.yes ? null : can.why}
      {...(tool.isPressed === undefined ? {} : { isPressed: tool.isPressed })}
      onPress={() => commands.run(command)}
    />
  )
}

function PopButton({ tool, words, ...rest }: { readonly tool: Tool; readonly words: string }): ReactNode {
  const Icon = tool.icon
  return (
    <Bar.Button className="icon-button icon-button--tool" aria-label={words} {...rest}>
      <Icon className="icon" aria-hidden />
    </Bar.Button>
  )
}

const scaleWords = (device: DeviceTile): string => (device.settings?.fontScale.value ?? 1).toFixed(2).replace(/0$/u, '')

function TextSize({
  tool,
  device,
  commands,
}: {
  readonly tool: Tool
  readonly device: DeviceTile
  readonly commands: Commands
}): ReactNode {
  const now = device.settings?.fontScale.value ?? 1
  const words = scaleWords(device)
  const maker = otherMaker(device.settings?.fontScale)
  const step = (id: string, label: string, icon: IconOf, isEnd: boolean): ReactNode => (
    <IconButton
      label={label}
      icon={icon}
      why={isEnd ? `It is ${words} already, the ${label.toLowerCase()} one there is.` : null}
      onPress={() => commands.run(commandOf(id))}
    />
  )
  return (
    <Popover.Root>
      <Popover.Trigger render={<PopButton tool={tool} words={`Text size, now ${words}`} />} />
      <Popover.Portal>
        <Popover.Positioner side="right" align="center" sideOffset={6} collisionPadding={8} className="menu-place">
          <Popover.Popup className="menu text-size" aria-label={`Text size of ${device.name}`}>
            {step('text-smaller', 'Smaller', AArrowDown, now <= fontScales[0])}
            <span className="text-size__now" role="status">
              <b>{words}</b>
              <span className="quiet">{maker === null ? 'default is 1.0' : `${maker}, default is 1.0`}</span>
            </span>
            {step('text-larger', 'Larger', AArrowUp, now >= (fontScales.at(-1) ?? 2))}
            <Button
              look="bare"
              why={now === 1 ? 'It is the default.' : null}
              onPress={() => commands.run(commandOf('text-default'))}
            >
              Default
            </Button>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

const toldName = 'nocturne-told-of-control'

/** On a touch screen, where nothing hovers: said once, the first time. */
export function ControlHint({ device }: { readonly device: DeviceTile }): ReactNode {
  const isTouch = useMedia('(hover: none)')
  const notices = useNotices()
  const [isTold, setTold] = useState(() => read(toldName) !== null)
  if (!isTouch || isTold || device.control === null || device.control.yours || device.control.kind === 'person')
    return null
  const who = device.control.kind === 'night' ? 'the night' : 'the agent'
  return (
    <p className="bar-hint quiet">
      Using a control takes control from {who}.{' '}
      <Button
        look="bare"
        onPress={() => {
          write(toldName, 'yes')
          setTold(true)
          notices.say('Not shown again')
        }}
      >
        Understood
      </Button>
    </p>
  )
}
