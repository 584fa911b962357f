// Over each frame: what would happen there with what is dropped, how it goes and how it ended. Pasting files does the same as
// dropping them.
import {
  ArrowLeftRight,
  Ban,
  CircleCheck,
  CircleHelp,
  CircleX,
  Download,
  File as FileIcon,
  FolderDown,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { DropChoice } from '#shared/domain/drop.ts'
import type { DroppedRow, InstallRow } from '#shared/protocol/methods/drop.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import {
  answerOf,
  appsIn,
  filesAnswerOf,
  filesIn,
  pathsOf,
  uploadWords,
  type Answer,
} from '#renderer/devices/drop-answer.ts'
import { dismissSend, sends, stopSend, type Send } from '#renderer/devices/drop-sends.ts'
import { dismiss, dismissed, dropView, install, sendFiles } from '#renderer/devices/drop-state.ts'
import { Button } from '#renderer/ui/button.tsx'
import { Dialog } from '#renderer/ui/dialog.tsx'
import type { IconOf } from '#renderer/ui/icon.ts'
import { useNotices } from '#renderer/ui/notices.tsx'
import { useHub, useWatch } from '#renderer/use-hub.ts'
import { useLive } from '#renderer/use-live.ts'

const doneShownMs = 8000

/** Over one device's frame. */
export function DropOverlay({ device }: { readonly device: DeviceTile }): ReactNode {
  const view = useLive(dropView)
  const seen = useLive(dismissed)
  const installs = useWatch('installs', {})
  const sending = useSending(device)
  const row = installs.is === 'ready' ? installs.value.installs.find(one => one.device === device.id) : undefined
  const unseen = row !== undefined && !seen.has(row.number) ? row : null
  // What has ended makes room for what is dragged now.
  const shown = unseen !== null && (unseen.outcome === null || view.is !== 'dragging') ? unseen : null
  const sent = sending !== null && (sending.is === 'sending' || view.is !== 'dragging') ? sending : null
  const isUnderWay = shown !== null || sent !== null
  const isAwaited = !isUnderWay && (view.is === 'dragging' || view.is === 'reading')
  const rows = view.is === 'read' ? view.builds : []
  // What is under way or has ended there stands in the place of its answer.
  const [apps, files] = [shown === null ? appsIn(rows) : [], sent === null ? filesIn(rows) : []]
  if (!isUnderWay && !isAwaited && apps.length === 0 && files.length === 0) return null
  return (
    <div className="drop" data-drop={device.id}>
      {shown !== null && (
        <Part>
          <Install key={shown.number} device={device} row={shown} />
        </Part>
      )}
      {sent !== null && (
        <Part>
          <Sending device={device} send={sent} />
        </Part>
      )}
      {isAwaited && (
        <Part>
          <Awaited device={device} />
        </Part>
      )}
      {apps.length > 0 && (
        <Part>
          <Judged device={device} answer={answerOf(apps, device.id)} paths={pathsOf(apps)} />
        </Part>
      )}
      {files.length > 0 && (
        <Part>
          <JudgedFiles device={device} files={files} />
        </Part>
      )}
    </div>
  )
}

const Part = ({ children }: { readonly children: ReactNode }): ReactNode => <div className="drop__part">{children}</div>

/** Before anything is known of what is dropped. */
function Awaited({ device }: { readonly device: DeviceTile }): ReactNode {
  const view = useLive(dropView)
  const isOn = isRunning(device)
  if (view.is === 'reading')
    return <Said icon={FileIcon} tone="quiet" words={uploadWords(view.part)} more={view.name} />
  return (
    <Said
      icon={isOn ? Download : Ban}
      tone={isOn ? 'ready' : 'cannot'}
      words={isOn ? 'Drop it here' : 'It is not running'}
      more={device.why ?? device.name}
    />
  )
}

const isRunning = (device: DeviceTile): boolean => device.state === 'live' || device.state === 'asleep'

/** Of this window, else of whoever sends there now. */
function useSending(device: DeviceTile): (Send & { readonly part: number | null; readonly isOurs: boolean }) | null {
  const ours = useLive(sends).get(device.id)
  const watched = useWatch('device.sending', isRunning(device) ? { device: device.id } : null)
  const now = watched.is === 'ready' && !watched.stale ? watched.value : null
  if (ours !== undefined) return { ...ours, part: now?.name === ours.name ? now.part : null, isOurs: true }
  if (now === null) return null
  return {
    is: 'sending',
    name: now.name,
    words: 'Sending into Download',
    more: now.name,
    part: now.part,
    isOurs: false,
  }
}

function Said({
  icon: Icon,
  tone,
  words,
  more,
}: {
  readonly icon: IconOf
  readonly tone: 'ready' | 'choice' | 'cannot' | 'quiet'
  readonly words: string
  readonly more: string
}): ReactNode {
  return (
    <div className={`drop__said drop__said--${tone}`}>
      <Icon className="drop__icon" aria-hidden />
      <b>{words}</b>
      <span>{more}</span>
    </div>
  )
}

const icons = { ready: Download, choice: ArrowLeftRight, cannot: Ban } as const
const choiceWords: Readonly<Record<DropChoice, string>> = {
  'test-only': 'Install the test build',
  replace: 'Replace it',
  'remove-first': 'Remove it and install…',
}

function Judged(props: {
  readonly device: DeviceTile
  readonly answer: Answer
  readonly paths: readonly string[]
}): ReactNode {
  const { device, answer, paths } = props
  return (
    <>
      <Said icon={icons[answer.is]} tone={answer.is} words={answer.words} more={answer.more} />
      {answer.is === 'ready' && <InstallButton device={device} paths={paths} choice={null} words="Install" />}
      {answer.is === 'choice' && (
        <InstallButton device={device} paths={paths} choice={answer.choice} words={choiceWords[answer.choice]} />
      )}
    </>
  )
}

function JudgedFiles({
  device,
  files,
}: {
  readonly device: DeviceTile
  readonly files: readonly DroppedRow[]
}): ReactNode {
  const hub = useHub()
  const answer = filesAnswerOf(files, device.id)
  return (
    <>
      <Said icon={answer.is === 'ready' ? FolderDown : Ban} tone={answer.is} words={answer.words} more={answer.more} />
      {answer.is === 'ready' && (
        <Button
          look="main"
          label={`Send to the Download folder of ${device.name}`}
          onPress={() => sendFiles(hub, device.id, files)}
        >
          Send
        </Button>
      )}
    </>
  )
}

/** Removing an app with its data is asked about once more. */
function InstallButton(props: {
  readonly device: DeviceTile
  readonly paths: readonly string[]
  readonly choice: DropChoice | null
  readonly words: string
}): ReactNode {
  const { device, paths, choice, words } = props
  const hub = useHub()
  const notices = useNotices()
  const [isAsking, setAsking] = useState(false)
  const start = async (): Promise<void> => {
    await install(hub, device.id, paths, choice)
  }
  return (
    <>
      <Button
        look={choice === null ? 'main' : 'plain'}
        label={`${words.replace('…', '')} on ${device.name}`}
        onPress={choice === 'remove-first' ? () => setAsking(true) : start}
      >
        {words}
      </Button>
      {isAsking && (
        <Dialog
          title="Remove the installed app first?"
          words={`Its data on ${device.name} goes with it and cannot be brought back.`}
          onClose={() => setAsking(false)}
          end={
            <>
              <Button onPress={() => setAsking(false)}>Keep it</Button>
              <Button
                look="main"
                onPress={() => {
                  setAsking(false)
                  start().catch(notices.failed)
                }}
              >
                Remove and install
              </Button>
            </>
          }
        >
          <p>Nothing is removed when the file cannot be installed on this device in the first place.</p>
        </Dialog>
      )}
    </>
  )
}

function Install({ device, row }: { readonly device: DeviceTile; readonly row: InstallRow }): ReactNode {
  const isDone = row.outcome === 'installed'
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => dismiss(row.number), doneShownMs)
    return () => clearTimeout(timer)
  }, [isDone, row.number])
  if (row.outcome === null)
    return (
      <>
        <Said icon={Download} tone="quiet" words={row.words} more={row.name} />
        <progress
          className="drop__bar"
          aria-label={`${row.name} on ${device.name}`}
          {...(row.part === null ? {} : { value: row.part, max: 1 })}
        />
      </>
    )
  return (
    <>
      <div role={isDone ? 'status' : 'alert'}>
        <Said
          icon={isDone ? CircleCheck : row.outcome === 'unknown' ? CircleHelp : CircleX}
          tone={isDone ? 'ready' : row.outcome === 'unknown' ? 'choice' : 'cannot'}
          words={row.words}
          more={row.hint ?? row.name}
        />
      </div>
      {row.raw !== null && (
        <details className="drop__raw">
          <summary>What the device said</summary>
          <pre>{row.raw}</pre>
        </details>
      )}
      <div className="drop__acts">
        {row.offers !== null && (
          <InstallButton device={device} paths={row.paths} choice={row.offers} words={choiceWords[row.offers]} />
        )}
        <Button label={`Close what became of ${row.name}`} onPress={() => dismiss(row.number)}>
          Close
        </Button>
      </div>
    </>
  )
}

function Sending(props: {
  readonly device: DeviceTile
  readonly send: NonNullable<ReturnType<typeof useSending>>
}): ReactNode {
  const { device, send } = props
  const isDone = send.is === 'sent'
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => dismissSend(device.id), doneShownMs)
    return () => clearTimeout(timer)
  }, [isDone, device.id])
  if (send.is === 'sending')
    return (
      <>
        <Said icon={FolderDown} tone="quiet" words={send.words} more={send.more} />
        <progress
          className="drop__bar"
          aria-label={`${send.name} into Download on ${device.name}`}
          {...(send.part === null ? {} : { value: send.part, max: 1 })}
        />
        {send.isOurs && (
          <Button label={`Stop sending to ${device.name}`} onPress={() => stopSend(device.id)}>
            Stop
          </Button>
        )}
      </>
    )
  return (
    <>
      <div role={isDone ? 'status' : 'alert'}>
        <Said
          icon={isDone ? CircleCheck : CircleX}
          tone={isDone ? 'ready' : 'cannot'}
          words={send.words}
          more={send.more}
        />
      </div>
      <Button label={`Close what was sent to ${device.name}`} onPress={() => dismissSend(device.id)}>
        Close
      </Button>
    </>
  )
}
