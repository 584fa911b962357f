// The log of one device under its stage: by app and least level, stopped and let go on, searched and copied.
import { ArrowDown, ArrowUp, Copy, Eraser, Pause, Play, X } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { logLevels } from '#shared/protocol/methods/logs.ts'
import type { LogLevel } from '#shared/protocol/methods/logs.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { foundIn, levelWords, nextFound, piecesOf, textOf } from '#renderer/stage/log-lines.ts'
import type { LogRow } from '#renderer/stage/log-lines.ts'
import { useLog } from '#renderer/stage/use-log.ts'
import { Button, IconButton } from '#renderer/ui/button.tsx'
import { LongList } from '#renderer/ui/long-list.tsx'
import { Failed } from '#renderer/ui/message.tsx'
import { useNotices } from '#renderer/ui/notices.tsx'
import { copyText } from '#renderer/ui/save.ts'
import { useAnswer } from '#renderer/use-hub.ts'

const linePx = 20

export function LogViewer({
  device,
  onClose,
}: {
  readonly device: DeviceTile
  readonly onClose: () => void
}): ReactNode {
  const [app, setApp] = useState<string | null>(null)
  const [least, setLeast] = useState<LogLevel>('I')
  const [find, setFind] = useState('')
  const [foundAt, setFoundAt] = useState<number | null>(null)
  /** What is looked at while the log goes on behind it; null: the newest. */
  const [stopped, setStopped] = useState<readonly LogRow[] | null>(null)
  const log = useLog(device.id, app, least)
  const notices = useNotices()
  const field = useRef<HTMLInputElement>(null)
  const rows = stopped ?? log.kept.rows
  const found = foundIn(rows, find)
  const newer = log.kept.count - (rows.at(-1)?.number ?? log.kept.count)
  const stop = (): void => setStopped(before => before ?? log.kept.rows)
  const goOn = (): void => {
    setStopped(null)
    setFoundAt(null)
  }
  const toFound = (step: 1 | -1): void => {
    stop()
    setFoundAt(nextFound(found, foundAt, step))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      field.current?.select()
      field.current?.focus()
    }
    // Whoever goes up reads something: it must not run away.
    const isOfList = (event.target as HTMLElement).matches('.long-list')
    if (isOfList && ['PageUp', 'Home', 'ArrowUp'].includes(event.key)) stop()
  }
  const shownRow = stopped === null ? rows.at(-1)?.number : foundAt
  return (
    <section className="log-view panel panel--lined" aria-label={`Log of ${device.name}`} onKeyDown={onKeyDown}>
      <div className="panel__head log-view__head">
        <h3>Log</h3>
        <Choice label="App" value={app ?? ''} onChange={value => setApp(value === '' ? null : value)}>
          <AppChoices device={device} app={app} />
        </Choice>
        <Choice label="From" value={least} onChange={value => setLeast(logLevels.find(one => one === value) ?? 'V')}>
          {logLevels.map(level => (
            <option key={level} value={level}>
              {levelWords[level]}
            </option>
          ))}
        </Choice>
        <span className="log-view__find" role="search">
          <input
            ref={field}
            className="field__input"
            type="search"
            placeholder="Find"
            aria-label="Find in the log"
            value={find}
            onChange={event => {
              setFind(event.target.value)
              setFoundAt(null)
            }}
            onKeyDown={event => {
              if (event.key === 'Enter') toFound(event.shiftKey ? -1 : 1)
              if (event.key === 'Escape' && find !== '') {
                event.stopPropagation()
                setFind('')
              }
            }}
          />
          {find !== '' && (
            <span className="quiet log-view__count" role="status">
              {foundWords(found, foundAt)}
            </span>
          )}
          <IconButton
            label="Find the one before"
            icon={ArrowUp}
            onPress={() => toFound(-1)}
            why={whyNoneFound(find, found)}
          />
          <IconButton
            label="Find the next"
            icon={ArrowDown}
            onPress={() => toFound(1)}
            why={whyNoneFound(find, found)}
          />
        </span>
        <div className="panel__end">
          {stopped === null ? (
            <Button look="bare" icon={Pause} onPress={stop}>
              Stop
            </Button>
          ) : (
            <Button look="bare" icon={Play} onPress={goOn}>
              {newer > 0 ? `Go on, ${newer} newer` : 'Go on'}
            </Button>
          )}
          <IconButton
            label="Copy the lines"
            icon={Copy}
            why={rows.length === 0 ? 'There is no line yet.' : null}
            onPress={async () => {
              await copyText(textOf(rows))
              notices.done(rows.length === 1 ? 'One line was copied' : `${rows.length} lines were copied`)
            }}
          />
          <IconButton
            label="Clear the view"
            icon={Eraser}
            onPress={() => {
              goOn()
              log.clear()
            }}
          />
          <IconButton label="Close the log" icon={X} onPress={onClose} />
        </div>
      </div>
      {log.why === null ? (
        <div className="log-view__lines" onWheel={event => event.deltaY < 0 && stop()}>
          {rows.length === 0 && <p className="quiet log-view__none">{noneWords(app, least)}</p>}
          <LongList
            items={rows}
            keyOf={keyOf}
            label={`Lines of the log of ${device.name}`}
            estimatePx={linePx}
            isRead
            shownKey={shownRow == null ? null : String(shownRow)}
            render={row => <Row row={row} find={find} isShown={row.number === foundAt} />}
          />
        </div>
      ) : (
        <Failed what="The log cannot be shown" why={log.why} again={log.again} />
      )}
    </section>
  )
}

const keyOf = (row: LogRow): string => String(row.number)

const Row = memo(function Row({
  row,
  find,
  isShown,
}: {
  readonly row: LogRow
  readonly find: string
  readonly isShown: boolean
}): ReactNode {
  if (row.is === 'gap') return <div className="log-row log-row--gap">{row.text}</div>
  return (
    <div className={`log-row log-row--${row.level}${isShown ? ' is-found' : ''}`}>
      <span className="log-row__at">{row.at.slice(row.at.indexOf(' ') + 1)}</span>
      <span className="log-row__level" aria-hidden>
        {row.level}
      </span>
      <span className="unseen">{levelWords[row.level]}</span>
      <span className="log-row__tag">{row.tag}</span>
      <span className="log-row__text">
        {piecesOf(row.text, find).map((piece, at) => (piece.isFound ? <mark key={at}>{piece.text}</mark> : piece.text))}
      </span>
    </div>
  )
})

function Choice(props: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly children: ReactNode
}): ReactNode {
  return (
    <label className="log-view__choice">
      <span className="quiet">{props.label}</span>
      <select className="field__input" value={props.value} onChange={event => props.onChange(event.target.value)}>
        {props.children}
      </select>
    </label>
  )
}

function AppChoices({ device, app }: { readonly device: DeviceTile; readonly app: string | null }): ReactNode {
  const apps = useAnswer('device.apps', { device: device.id })
  const known = apps.is === 'ready' ? apps.value.apps : []
  const isGone = app !== null && !known.some(one => one.package === app)
  return (
    <>
      <option value="">Everything</option>
      {isGone && <option value={app}>{app}</option>}
      {known.map(one => (
        <option key={one.package} value={one.package}>
          {one.label}
        </option>
      ))}
    </>
  )
}

const whyNoneFound = (find: string, found: readonly number[]): string | null => {
  if (find === '') return 'There is nothing to find yet.'
  return found.length === 0 ? 'It is in none of the lines.' : null
}

function foundWords(found: readonly number[], at: number | null): string {
  if (found.length === 0) return 'in no line'
  const place = at === null ? -1 : found.indexOf(at)
  return place < 0 ? `in ${found.length}` : `${place + 1} of ${found.length}`
}

const noneWords = (app: string | null, least: LogLevel): string =>
  app === null
    ? `Nothing of level ${levelWords[least].toLowerCase()} or above was written yet.`
    : 'The app has written nothing yet. It is followed from its next start on as well.'
