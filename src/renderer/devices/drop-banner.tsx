// The banner of a drop, above the place in front: what was dropped, and what it is. Also takes the window's drags and pastes.
import { File as FileIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DroppedRow } from '#shared/protocol/methods/drop.ts'
import type { HubLink } from '#renderer/connect.ts'
import {
  answerOf,
  appsIn,
  filesAnswerOf,
  filesIn,
  heardOf,
  pathsOf,
  uploadWords,
} from '#renderer/devices/drop-answer.ts'
import { close, dropView, install, sendFiles } from '#renderer/devices/drop-state.ts'
import { useDrags, useSeenInstalls } from '#renderer/devices/use-drops.ts'
import { Button } from '#renderer/ui/button.tsx'
import { useHub, useWatch } from '#renderer/use-hub.ts'
import { useLive } from '#renderer/use-live.ts'

export function DropBanner(): ReactNode {
  const hub = useHub()
  const view = useLive(dropView)
  useDrags(hub)
  useSeenInstalls()
  return (
    <>
      {/* What is seen changes with every percent; this does not. */}
      <p className="unseen" role="status" data-drop-heard>
        {heardOf(view)}
      </p>
      {view.is !== 'nothing' && (
        <section className="drop-banner" aria-label="Dropped files">
          <FileIcon className="icon" aria-hidden />
          <BannerWords />
          {view.is === 'read' && <OnAll hub={hub} rows={view.builds} />}
          <Button hotkey="Esc" onPress={() => close(hub)}>
            {view.is === 'read' ? 'Done' : 'Cancel'}
          </Button>
        </section>
      )}
    </>
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
          <b>Drop it on a device</b> to install it there, or up here to see what every device would make of it. What is
          no app goes into its Download folder.
        </Words>
      )
    case 'reading':
      return (
        <Words>
          <b>{view.name}</b> {uploadWords(view.part)}
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
          {view.why !== null && (
            <Words isBad>
              <b>{view.why.words}</b> {view.why.hint}
            </Words>
          )}
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

/** Where several devices can take it: for the apps, and for the files that are none. */
function OnAll({ hub, rows }: { readonly hub: HubLink; readonly rows: readonly DroppedRow[] }): ReactNode {
  const devices = useWatch('devices', {})
  const tiles = devices.is === 'ready' ? devices.value.devices : []
  const [apps, files] = [appsIn(rows), filesIn(rows)]
  const take = tiles.filter(device => apps.length > 0 && answerOf(apps, device.id).is === 'ready')
  const keep = tiles.filter(device => files.length > 0 && filesAnswerOf(files, device.id).is === 'ready')
  const installAll = async (): Promise<void> => {
    const ended = await Promise.allSettled(take.map(device => install(hub, device.id, pathsOf(apps), null)))
    const failed = ended.find(one => one.status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }
  const sendAll = async (): Promise<void> => {
    await Promise.all(keep.map(device => sendFiles(hub, device.id, files)))
  }
  return (
    <>
      {take.length > 1 && <Button onPress={installAll}>{`Install on all ${take.length} that can take it`}</Button>}
      {keep.length > 1 && <Button onPress={sendAll}>{`Send to all ${keep.length} that can take it`}</Button>}
    </>
  )
}
