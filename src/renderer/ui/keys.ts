// Single keys that do something. They rest while somebody types, while a dialog is open, on a device's screen, and when
// a person turned them off.
import { useEffect, useRef } from 'react'
import { LiveValue } from '#shared/base/live.ts'
import { read, write } from '#renderer/ui/theme.ts'

const name = 'nocturne-single-keys'
export const singleKeys = new LiveValue(typeof localStorage === 'undefined' || read(name) !== 'off')

export function setSingleKeys(isOn: boolean): void {
  write(name, isOn ? 'on' : 'off')
  singleKeys.set(isOn)
}

/** By `event.key`, lower case for letters. A key that answers false was not for it: the browser goes on with it. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => boolean | void>>

export function useKeys(keys: Keys): void {
  const newest = useRef(keys)
  useEffect(() => {
    newest.current = keys
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
      if (key.length === 1 && !singleKeys.value) return
      if (isTaken(event.target)) return
      const act = newest.current[key]
      if (act === undefined || act(event) === false) return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null) return true
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [data-takes-keys]') !== null
  )
}

export const isMac = typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/u.test(navigator.platform)
/** "⌘K" or "Ctrl K". */
export const withCommand = (key: string): string => (isMac ? `⌘${key}` : `Ctrl ${key}`)
