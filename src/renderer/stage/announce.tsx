// Tells a screen reader when a device changes its state: what is seen as a dot and a turned frame is said in words.
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { RecordingRow } from '#shared/protocol/methods/record.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { newsOf, newsOfRecordings } from '#renderer/stage/news.ts'
import type { Told } from '#renderer/stage/news.ts'
import { ownRecordings } from '#renderer/stage/own-recordings.ts'
import { useWatch } from '#renderer/use-hub.ts'

interface Look {
  readonly devices: readonly DeviceTile[]
  /** Null until they were told. */
  readonly recordings: readonly RecordingRow[] | null
}

export function DeviceNews(): ReactNode {
  const watched = useWatch('devices', {})
  const recorded = useWatch('recordings', {})
  const before = useRef<Look | null>(null)
  const [said, setSaid] = useState('')
  const devices = watched.is === 'ready' && !watched.stale ? watched.value.devices : null
  const recordings = recorded.is === 'ready' && !recorded.stale ? recorded.value.recordings : null
  useEffect(() => {
    if (devices === null) return
    const was = before.current
    before.current = { devices, recordings: recordings ?? was?.recordings ?? null }
    if (was === null) return
    const news = [
      ...newsOf(was.devices, devices, saysItself),
      ...(was.recordings === null || recordings === null
        ? []
        : newsOfRecordings(was.recordings, recordings, devices, ownRecordings)),
    ]
    if (news.length > 0) setSaid(news.join(' '))
  }, [devices, recordings])
  return (
    <p className="unseen" role="status" aria-live="polite" data-news>
      {said}
    </p>
  )
}

/** The control that has the focus tells its new state already: a button that is pressed, the text size in its popover. */
function saysItself(device: DeviceTile, told: Told): boolean {
  const control = document.activeElement
  switch (told) {
    case 'dark':
      return (
        control?.hasAttribute('aria-pressed') === true &&
        control.closest('[role=toolbar]')?.getAttribute('aria-label') === `Controls of ${device.name}`
      )
    case 'fontScale':
      return control?.closest('[role=dialog]')?.getAttribute('aria-label') === `Text size of ${device.name}`
    case 'locale':
    case 'network':
    case 'statusBar':
    case 'battery':
    case 'location':
      return false
  }
}
