// What takes the computer's keys for a device: a field nobody sees, so that input methods compose in it and a paste brings
// its text by itself. The clipboard of this computer is read at a paste and never else.
import { useEffect, useImperativeHandle, useRef } from 'react'
import type { ReactNode, Ref } from 'react'
import type { DeviceInput } from '#shared/domain/input.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { Typing } from '#renderer/stage/typing.ts'
import type { Board, Stroke } from '#renderer/stage/typing.ts'
import { isMac } from '#renderer/ui/keys.ts'

/** Letters typed after each other go together where the device takes whole texts only. */
const togetherMs = 180
const textMost = 100_000

export interface KeyCatcherHandle {
  focus(): void
}

export function KeyCatcher(props: {
  readonly device: DeviceTile
  readonly label: string
  readonly send: (input: DeviceInput) => Promise<boolean>
  readonly ref: Ref<KeyCatcherHandle>
}): ReactNode {
  const { device, label, ref } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const send = useRef(props.send)
  useEffect(() => {
    send.current = props.send
  })
  const keys = useRef<Keys | null>(null)
  const board: Board = { canHold: device.caps.contacts.yes, keys: device.caps.keys, isMac }
  useEffect(() => {
    const made = new Keys(input => send.current(input))
    keys.current = made
    const end = (): void => made.end()
    addEventListener('blur', end)
    return () => {
      removeEventListener('blur', end)
      made.end()
      keys.current = null
    }
  }, [])
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus({ preventScroll: true }) }), [])
  const emptied = (): void => {
    if (field.current !== null) field.current.value = ''
  }
  return (
    <textarea
      ref={field}
      className="key-catcher"
      aria-label={label}
      autoCapitalize="off"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      rows={1}
      data-takes-keys=""
      onKeyDown={event => {
        const isTaken = keys.current?.down(strokeOf(event), board) === true
        if (!isTaken) return
        event.preventDefault()
        event.stopPropagation()
      }}
      onKeyUp={event => keys.current?.up(event)}
      onBlur={() => keys.current?.end()}
      onCompositionEnd={event => {
        keys.current?.text(event.data)
        emptied()
      }}
      onInput={event => {
        // A composition tells at its end; all else that writes here (a phone's keyboard, dictation) has no key.
        if ((event.nativeEvent as InputEvent).isComposing) return
        const text = field.current?.value ?? ''
        emptied()
        if (text !== '') keys.current?.text(text)
      }}
      onPaste={event => {
        const text = event.clipboardData.getData('text/plain')
        // Files are for whoever installs them.
        if (text === '') return
        event.preventDefault()
        keys.current?.paste(text)
      }}
    />
  )
}

function strokeOf(event: React.KeyboardEvent): Stroke {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
  const isAltGraph = event.getModifierState('AltGraph')
  return { key, code, ctrlKey, metaKey, altKey, shiftKey, isAltGraph, isComposing: event.nativeEvent.isComposing }
}

class Keys {
  readonly #typing = new Typing()
  readonly #send: (input: DeviceInput) => Promise<boolean>
  #waiting = ''
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(send: (input: DeviceInput) => Promise<boolean>) {
    this.#send = send
  }

  down(stroke: Stroke, board: Board): boolean {
    const { inputs, isTaken } = this.#typing.down(stroke, board)
    for (const input of inputs) {
      if (input.kind === 'text' && !board.canHold) this.#gather(input.text)
      else this.#go(input)
    }
    return isTaken
  }

  up(stroke: Pick<Stroke, 'key' | 'code'>): void {
    for (const input of this.#typing.up(stroke).inputs) this.#go(input)
  }

  text(text: string): void {
    if (text !== '') this.#go({ kind: 'text', text: text.slice(0, textMost) })
  }

  paste(text: string): void {
    this.#go({ kind: 'paste', text: text.slice(0, textMost) })
  }

  /** Nothing is left down and nothing waits. */
  end(): void {
    for (const input of this.#typing.releaseAll()) this.#go(input)
    this.#flush()
  }

  #gather(text: string): void {
    this.#waiting += text
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#flush(), togetherMs)
  }

  /** In the order of the keys: what waits goes first. */
  #go(input: DeviceInput): void {
    this.#flush()
    void this.#send(input)
  }

  #flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const text = this.#waiting
    this.#waiting = ''
    if (text !== '') void this.#send({ kind: 'text', text })
  }
}
