// What stands over a screen that shows no living picture: which state it is in, in words, and the one thing to do about it.
// Never black without words.
import { Power, RotateCcw, Sun } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { commandOf } from '#shared/domain/commands.ts'
import { useCommands } from '#renderer/stage/use-commands.ts'
import { Button } from '#renderer/ui/button.tsx'
import { stateWords } from '#renderer/ui/words.ts'

export type CoverKind = 'none' | 'connecting' | 'words' | 'asleep' | 'off' | 'failed' | 'ghost'

/** `words`: what the picture itself says is wrong. */
export function coverOf(device: DeviceTile, hasPicture: boolean, words: string | null): CoverKind {
  if (device.failed) return 'failed'
  switch (device.state) {
    case 'live':
      return hasPicture ? 'none' : words === null ? 'connecting' : 'words'
    case 'asleep':
      return 'asleep'
    case 'off':
      return 'off'
    case 'lost':
      return 'ghost'
    case 'booting':
    case 'needs-you':
      return 'words'
  }
}

export function Cover(props: {
  readonly device: DeviceTile
  readonly kind: CoverKind
  readonly words: string | null
  readonly hasPicture: boolean
}): ReactNode {
  const { device, kind, words, hasPicture } = props
  const commands = useCommands(device)
  if (kind === 'none') return null
  const act = (id: string, icon: typeof Power, label: string): ReactNode =>
    commands.can(commandOf(id)).yes && (
      <Button icon={icon} label={`${label} ${device.name}`} onPress={() => commands.run(commandOf(id))}>
        {label}
      </Button>
    )
  const title =
    kind === 'connecting' || device.state === 'live' || device.state === 'booting' ? device.name : titleOf(device)
  return (
    <div className={`cover${hasPicture ? ' cover--over' : ''}`}>
      <b>{title}</b>
      <span>{kind === 'connecting' ? 'Connecting' : wordsOf(device, words)}</span>
      {kind === 'ghost' && <NextTry inMs={device.nextTryMs} />}
      {kind === 'asleep' && act('lock', Sun, 'Wake')}
      {kind === 'failed' && (act('reboot', RotateCcw, 'Reboot') || act('boot', Power, 'Start'))}
      {kind === 'off' && act('boot', Power, 'Start')}
    </div>
  )
}

const titleOf = (device: DeviceTile): string => (device.failed ? 'Failed' : stateWords[device.state])

function wordsOf(device: DeviceTile, words: string | null): string {
  if (device.why !== null) return device.why
  if (device.state === 'off') return 'It is switched off.'
  if (device.state === 'booting') return 'Starting'
  return words ?? (device.state === 'asleep' ? 'Its screen is off.' : '')
}

/** Counts down from when the device's state came. */
function NextTry({ inMs }: { readonly inMs: number | null }): ReactNode {
  const [from, setFrom] = useState({ inMs, at: Date.now() })
  const [now, setNow] = useState(from.at)
  if (from.inMs !== inMs) setFrom({ inMs, at: Date.now() })
  useEffect(() => {
    if (inMs === null) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [inMs])
  if (from.inMs === null) return null
  const seconds = Math.ceil((from.inMs - Math.max(0, now - from.at)) / 1000)
  return <span className="cover__next">{seconds > 0 ? `Next try in ${seconds} s` : 'Trying again'}</span>
}
