// The window's drags and pastes of files, told to the drop's state; and which installs are no news when it opens.
import { useEffect, useState } from 'react'
import { deviceId, type DeviceId } from '#shared/domain/ids.ts'
import type { HubLink } from '#renderer/connect.ts'
import { takenFrom } from '#renderer/devices/drop-files.ts'
import { close, dismiss, dropView, take } from '#renderer/devices/drop-state.ts'
import { go } from '#renderer/route.ts'
import { useWatch } from '#renderer/use-hub.ts'

export function useDrags(hub: HubLink): void {
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true
    const onOver = (event: DragEvent): void => {
      if (!hasFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy'
      if (dropView.value.is === 'nothing' || dropView.value.is === 'failed') dropView.set({ is: 'dragging' })
    }
    addEventListener('dragenter', onOver, { signal })
    addEventListener('dragover', onOver, { signal })
    addEventListener(
      'dragleave',
      event => {
        if (event.relatedTarget === null && dropView.value.is === 'dragging') dropView.set({ is: 'nothing' })
      },
      { signal },
    )
    addEventListener(
      'drop',
      event => {
        if (!hasFiles(event) || event.dataTransfer === null) return
        event.preventDefault()
        const at = event.target instanceof Element ? event.target.closest('[data-drop]') : null
        const on = at?.getAttribute('data-drop') ?? null
        takeFrom(hub, event.dataTransfer, on === null ? null : deviceId(on))
      },
      { signal },
    )
    addEventListener(
      'paste',
      event => {
        if (event.clipboardData === null || event.clipboardData.files.length === 0) return
        event.preventDefault()
        event.stopPropagation()
        takeFrom(hub, event.clipboardData, null)
      },
      { signal, capture: true },
    )
    addEventListener(
      'keydown',
      event => {
        if (event.key === 'Escape' && dropView.value.is !== 'nothing') close(hub)
      },
      { signal },
    )
    return () => stop.abort()
  }, [hub])
}

/** The files are asked for at once: after the event the browser lets them go. */
function takeFrom(hub: HubLink, data: DataTransfer, on: DeviceId | null): void {
  void takenFrom(data).then(taken => {
    if (!location.hash.startsWith('#/devices')) go('devices')
    return take(hub, taken, on)
  })
}

/** What had ended before this window was opened is no news. */
export function useSeenInstalls(): void {
  const installs = useWatch('installs', {})
  const isReady = installs.is === 'ready'
  const rows = installs.is === 'ready' ? installs.value.installs : []
  const [isFirst, setFirst] = useState(true)
  useEffect(() => {
    if (!isReady || !isFirst) return
    setFirst(false)
    for (const row of rows) if (row.outcome !== null) dismiss(row.number)
  }, [isReady, isFirst, rows])
}
