// Starts and stops a recording of one device, and says how long it has gone on. Takes no control; the recording is the hub's
// and goes on when this window is closed.
import { CircleDot, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Refusal } from '#shared/base/refusal.ts'
import type { RecordingRow } from '#shared/protocol/methods/record.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import type { HubLink } from '#renderer/connect.ts'
import { hubAwayWords } from '#renderer/stage/as-known.ts'
import { Clips, nameOf } from '#renderer/stage/clips.tsx'
import { clockWords } from '#renderer/stage/clock-words.ts'
import { ownRecordings } from '#renderer/stage/own-recordings.ts'
import { Button } from '#renderer/ui/button.tsx'
import { useNotices } from '#renderer/ui/notices.tsx'
import type { Notices } from '#renderer/ui/notices.tsx'
import { saveUrl } from '#renderer/ui/save.ts'
import { useHub, useWatch } from '#renderer/use-hub.ts'

export function RecordButton({ device }: { readonly device: DeviceTile }): ReactNode {
  const hub = useHub()
  const notices = useNotices()
  const recordings = useWatch('recordings', {})
  const row =
    recordings.is === 'ready' ? (recordings.value.recordings.find(one => one.device === device.id) ?? null) : null
  const isOn = device.state === 'live' || device.state === 'asleep'
  const ms = useElapsed(row)
  useEndWords(row, notices)
  if (row === null || row.is === 'ended') {
    const start = async (): Promise<void> => {
      await ownRecordings.during(device.id, 'start', () =>
        hub.call('device.record', { device: device.id, do: 'start' }),
      )
      notices.say(`Recording ${device.name}`)
    }
    return (
      <>
        <Button
          look="bare"
          icon={CircleDot}
          label={`Record ${device.name}`}
          why={isOn ? null : (device.why ?? `${device.name} is not on.`)}
          onPress={start}
        >
          Record
        </Button>
        {row !== null && <Clips row={row} name={device.name} />}
      </>
    )
  }
  const stop = async (): Promise<void> => {
    const { files, notes, why } = await ownRecordings.during(device.id, 'stop', () =>
      hub.call('device.record', { device: device.id, do: 'stop' }),
    )
    // Why it ended by itself was said as it did.
    if (why === null) notices.done(keep(hub, files, notes))
  }
  if (recordings.is === 'ready' && recordings.stale)
    return (
      <Button icon={Square} label={`Stop recording ${device.name}`} why={hubAwayWords} onPress={stop}>
        Recording
      </Button>
    )
  const words = row.is === 'recording' ? clockWords(ms) : row.is === 'starting' ? 'Starting…' : 'Finishing…'
  return (
    <Button
      icon={Square}
      label={`Stop recording ${device.name}, ${words}`}
      why={row.is === 'recording' ? null : words}
      onPress={stop}
    >
      <span className="recording" data-is={row.is}>
        {words}
      </span>
    </Button>
  )
}

/** Downloads what lies in the home; says where the rest is. */
function keep(hub: HubLink, files: RecordingRow['files'], notes: readonly string[]): string {
  for (const { url, file } of files) if (url !== null) saveUrl(nameOf(file), hub.addressOf(url))
  const elsewhere = files.filter(one => one.url === null).map(one => one.file)
  const where = elsewhere.length === 0 ? 'saved to your downloads' : `saved: ${elsewhere.join(', ')}`
  return [`Recording ${where}.`, ...notes].join(' ')
}

/** From the last the hub said of it; a second is counted here. */
function useElapsed(row: RecordingRow | null): number {
  const [nowMs, setNowMs] = useState(() => performance.now())
  const told = useRef({ ms: 0, atMs: 0 })
  const isRunning = row?.is === 'recording'
  useEffect(() => {
    told.current = { ms: row?.ms ?? 0, atMs: performance.now() }
    setNowMs(performance.now())
  }, [row?.ms])
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNowMs(performance.now()), 500)
    return () => clearInterval(timer)
  }, [isRunning])
  return told.current.ms + Math.max(0, nowMs - told.current.atMs)
}

/** A recording that ends by itself is told once, in the window that saw it go on. */
function useEndWords(row: RecordingRow | null, notices: Notices): void {
  const saw = useRef<number | null>(null)
  useEffect(() => {
    if (row === null) return
    if (row.is !== 'ended') {
      saw.current = row.number
      return
    }
    if (saw.current !== row.number) return
    saw.current = null
    if (row.why !== null) notices.failed(Refusal.fromData(row.why))
  }, [row, notices])
}
