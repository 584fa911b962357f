// Search or do: everything by name. Places, findings, devices, nights and actions in one list, walked with the arrows.
import { Dialog } from '@base-ui/react/dialog'
import { Moon, Search } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { go } from '#renderer/route.ts'
import { deviceLines, windowLines } from '#renderer/shell/commands.tsx'
import type { CommandLine } from '#renderer/shell/commands.tsx'
import { matching } from '#renderer/shell/matching.ts'
import { useShell } from '#renderer/shell/shell-context.ts'
import { asKnown } from '#renderer/stage/as-known.ts'
import { KindIcon, Severity } from '#renderer/ui/marks.tsx'
import { useNotices } from '#renderer/ui/notices.tsx'
import { nightTitle, stateWords, statusWords, whenWords } from '#renderer/ui/words.ts'
import { useHub, useWatch } from '#renderer/use-hub.ts'

const shownMax = 60

export function Palette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const notices = useNotices()
  const lines = useLines()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const listId = useId()
  const found = useMemo(() => matching(lines, text).slice(0, shownMax), [lines, text])
  const at = Math.min(chosen, Math.max(0, found.length - 1))
  const act = (line: CommandLine | undefined): void => {
    if (line === undefined) return
    onClose()
    Promise.resolve(line.act()).catch(notices.failed)
  }
  const onKey = (event: React.KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      const next = (at + step + found.length) % Math.max(1, found.length)
      setChosen(next)
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') act(found[at])
    else return
    event.preventDefault()
  }
  return (
    <Dialog.Root open onOpenChange={open => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog palette" aria-label="Search or do">
          <div className="palette__field">
            <Search className="icon" aria-hidden />
            <input
              role="combobox"
              aria-label="Search or do"
              aria-expanded="true"
              aria-controls={listId}
              aria-activedescendant={found.length === 0 ? undefined : `${listId}-${at}`}
              aria-autocomplete="list"
              placeholder="A place, a finding, a device, an action"
              value={text}
              onChange={event => {
                setText(event.target.value)
                setChosen(0)
              }}
              onKeyDown={onKey}
            />
            <kbd aria-hidden>Esc</kbd>
          </div>
          <ul className="palette__list" id={listId} role="listbox" aria-label="What was found">
            {found.map((line, index) => (
              <li
                key={line.id}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === at}
                className="palette__line"
                onPointerMove={() => setChosen(index)}
                onClick={() => act(line)}
              >
                {line.mark}
                <span className="palette__words">{line.words}</span>
                <span className="palette__note quiet">{line.note}</span>
              </li>
            ))}
          </ul>
          <p className={found.length === 0 ? 'palette__none quiet' : 'unseen'} role="status">
            {found.length === 0 ? `Nothing is called “${text}”.` : `${found.length} found`}
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function useLines(): readonly CommandLine[] {
  const hub = useHub()
  const shell = useShell()
  const notices = useNotices()
  const devices = useWatch('devices', {})
  const nights = useWatch('nights', {})
  const inbox = useWatch('inbox', {})
  return useMemo(() => {
    const around = { hub, notices }
    const tiles = devices.is === 'ready' ? devices.value.devices.map(device => asKnown(device, devices.stale)) : []
    const places = tiles.map(device => ({
      id: `d-${device.id}`,
      words: device.name,
      note: `Device, ${stateWords[device.state].toLowerCase()}`,
      mark: <KindIcon kind={device.kind} />,
      act: () => go('devices', device.id),
    }))
    const nightLines = (nights.is === 'ready' ? nights.value.nights : []).map(night => ({
      id: `n-${night.id}`,
      words: nightTitle(night),
      note: `Night of ${whenWords(night.started)}`,
      mark: <Moon className="icon quiet" aria-hidden />,
      act: () => go('nights', night.id),
    }))
    const findingLines = (inbox.is === 'ready' ? inbox.value.rows : []).map(row => ({
      id: `f-${row.id}`,
      words: row.title,
      note: `${row.label}, ${statusWords[row.status].toLowerCase()}`,
      mark: <Severity of={row.severity} />,
      act: () => go('inbox', row.id),
    }))
    return [
      ...windowLines(around, shell),
      ...places,
      ...deviceLines(around, tiles),
      ...nightLines.slice(0, 50),
      ...findingLines,
    ]
  }, [hub, shell, notices, devices, nights, inbox])
}
