// The computer's keyboard on a device's screen: what is typed goes together after a short pause, keys that mean
// something go as keys, Tab is left to the window so that nobody is caught.
import { useEffect, useRef } from 'react'
import type { KeyName } from '#shared/domain/device.ts'

const named: Readonly<Record<string, KeyName>> = {
  Enter: 'Enter',
  Backspace: 'Backspace',
  Delete: 'Delete',
  Escape: 'Back',
  Home: 'Home',
  ArrowUp: 'ArrowUp',
  ArrowDown: 'ArrowDown',
  ArrowLeft: 'ArrowLeft',
  ArrowRight: 'ArrowRight',
}
const togetherMs = 180

export function useKeyboard(
  onText: (text: string) => void,
  onKey: (key: KeyName) => void,
  keys: readonly KeyName[],
): (event: React.KeyboardEvent) => void {
  const typed = useRef('')
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const newest = useRef(onText)
  useEffect(() => {
    newest.current = onText
  })
  const flush = (): void => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = null
    const text = typed.current
    typed.current = ''
    if (text !== '') newest.current(text)
  }
  return event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    const key = named[event.key]
    if (key !== undefined && keys.includes(key)) {
      flush()
      onKey(key)
    } else if (Array.from(event.key).length === 1) {
      typed.current += event.key
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = setTimeout(flush, togetherMs)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
}
