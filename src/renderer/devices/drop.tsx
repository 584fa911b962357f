// Dropping builds: the banner that says what was dropped, and over each frame what would happen there, how its install goes
// and how it ended. Pasting files does the same as dropping them.
import { ArrowLeftRight, Ban, CircleCheck, CircleHelp, CircleX, Download, File as FileIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { DropChoice } from '#shared/domain/drop.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import type { InstallRow } from '#shared/protocol/methods/drop.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import type { HubLink } from '#renderer/connect.ts'
import {
  answerOf,
  close,
  dismiss,
  dismissed,
  dropView,
  install,
  pathsOf,
  type Answer,
} from '#renderer/devices/drop-state.ts'
import { useDrags, useSeenInstalls } from '#renderer/devices/use-drops.ts'
import { Button } from '#renderer/ui/button.tsx'
import { Dialog } from '#renderer/ui/dialog.tsx'
import type { IconOf } from '#renderer/ui/icon.ts'
import { useNotices } from '#renderer/ui/notices.tsx'
import { useHub, useWatch } from '#renderer/use-hub.ts'
import { useLive } from '#renderer/use-live.ts'

const installedShownMs = 8000

/** Above the place in front. Also takes the window's drags and pastes. */
export function DropBanner(): ReactNode {
  const hub = useHub()
  const view = useLive(dropView)
  useDrags(hub)
  useSeenInstalls()
  if (view.is === 'nothing') return null
  return (
    <section className="drop-banner" aria-label="Dropped files" role="status">
      <FileIcon className="icon" aria-hidden />
      <BannerWords />
      {view.is === 'read' && <InstallOnAll hub={hub} />}
      <Button hotkey="Esc" onPress={() => close(hub)}>
        {view.is === 'read' ? 'Done' : 'Cancel'}
      </Button>
    </section>
  )
}

function BannerWords(): ReactNode {
  const view = useLive(dropView)
  switch (view.is) {
    case 'nothing':
      return null
    case 'dragging':
      return (
        <Words>
          <b>Drop it on a device</b> to install it there, or up here to see what every device would make of it.
        </Words>
      )
    case 'reading':
      return (
        <Words>
          <b>{view.name}</b> {view.words}
        </Words>
      )
    case 'failed':
      return (
        <Words isBad>
          <b>{view.why.words}</b> {view.why.hint}
        </Words>
      )
    case 'read':
      return (
        <div className="drop-banner__list">
          {view.builds.map(build => (
            <Words key={build.paths.join()} isBad={!build.readable}>
              <b>{build.name}</b> {build.words} {build.hint}
            </Words>
          ))}
        </div>
      )
  }
}

function Words({ isBad = false, children }: { readonly isBad?: boolean; readonly children: ReactNode }): ReactNode {
  return <span className={`drop-banner__words${isBad ? ' drop-banner__words--bad' : ''}`}>{children}</span>
}

function InstallOnAll({ hub }: { readonly hub: HubLink }): ReactNode {
  const view = useLive(dropView)
  const devices = useWatch('devices', {})
  const tiles = devices.is === 'ready' ? devices.value.devices : []
  if (view.is !== 'read') return null
  const ready = tiles.filter(device => answerOf(view.builds, device.id).is === 'ready')
  if (ready.length < 2) return null
  const all = async (): Promise<void> => {
    const ended = await Promise.allSettled(ready.map(device => install(hub, device.id, pathsOf(view.builds), null)))
    const failed = ended.find(one => one.status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }
  return <Button onPress={all}>{`Install on all ${ready.length} that can take it`}</Button>
}

/** Over one device's frame. */
export function DropOverlay({ device }: { readonly device: DeviceTile }): ReactNode {
  const view = useLive(dropView)
  const seen = useLive(dismissed)
  const installs = useWatch('installs', {})
  const row = installs.is === 'ready' ? installs.value.installs.find(one => one.device === device.id) : undefined
  const shown = row !== undefined && !seen.has(row.number) ? row : null
  if (shown !== null && (shown.outcome === null || view.is !== 'dragging'))
    return (
      <Over device={device.id}>
        <Install key={shown.number} device={device} row={shown} />
      </Over>
    )
  switch (view.is) {
    case 'nothing':
    case 'failed':
      return null
    case 'dragging':
      return (
        <Over device={device.id}>
          <Said
            icon={device.state === 'live' || device.state === 'asleep' ? Download : Ban}
            tone={device.state === 'live' || device.state === 'asleep' ? 'ready' : 'cannot'}
            words={device.state === 'live' || device.state === 'asleep' ? 'Drop it here' : 'It is not running'}
            more={device.why ?? device.name}
          />
        </Over>
      )
    case 'reading':
      return (
        <Over device={device.id}>
          <Said icon={FileIcon} tone="quiet" words={view.words} more={view.name} />
        </Over>
      )
    case 'read':
      return (
        <Over device={device.id}>
          <Judged device={device} answer={answerOf(view.builds, device.id)} paths={pathsOf(view.builds)} />
        </Over>
      )
  }
}

function Over({ device, children }: { readonly device: DeviceId; readonly children: ReactNode }): ReactNode {
  return (
    <div className="drop" data-drop={device}>
      {children}
    </div>
  )
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
    const timer = setTimeout(() => dismiss(row.number), installedShownMs)
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
