// The log of a device as a view has it: asked for anew when app or level change, and when the link or the device is back.
import { useEffect, useState } from 'react'
import { refusalOf } from '#shared/base/refusal.ts'
import type { RefusalData } from '#shared/base/refusal.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import { logPageShape } from '#shared/protocol/methods/logs.ts'
import type { LogLevel } from '#shared/protocol/methods/logs.ts'
import { nothingKept, withPage } from '#renderer/stage/log-lines.ts'
import type { LogKept } from '#renderer/stage/log-lines.ts'
import { useHub, useLinkState } from '#renderer/use-hub.ts'

export interface Log {
  readonly kept: LogKept
  /** Why there is no log; null while there is, or while it is waited for. */
  readonly why: RefusalData | null
  readonly again: () => void
  readonly clear: () => void
}

const decoder = new TextDecoder()

export function useLog(device: DeviceId, app: string | null, least: LogLevel): Log {
  const hub = useHub()
  const isOnline = useLinkState().is === 'online'
  const [kept, setKept] = useState<LogKept>(nothingKept)
  const [why, setWhy] = useState<RefusalData | null>(null)
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (!isOnline) return
    const stop = new AbortController()
    setKept(nothingKept)
    setWhy(null)
    hub
      .stream(
        'device.logs',
        { device, app, least },
        frame => {
          if (stop.signal.aborted) return
          const page = logPageShape.parse(JSON.parse(decoder.decode(frame.bytes)))
          setKept(before => withPage(before, page))
        },
        stop.signal,
      )
      .catch((thrown: unknown) => {
        if (!stop.signal.aborted) setWhy(refusalOf(thrown).toData())
      })
    return () => stop.abort()
  }, [hub, isOnline, device, app, least, asked])
  return {
    kept,
    why,
    again: () => setAsked(count => count + 1),
    clear: () => setKept(before => ({ ...before, rows: [] })),
  }
}
