// A device's live picture, filling its parent. Draws nothing before the first one; keeps the last one through a hidden tab,
// a turn and a lost device. What it shows and what is wrong it tells whoever holds it.
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { askedWidth } from '#renderer/stage/asked-width.ts'
import { picturesOf } from '#renderer/stage/pictures.ts'
import type { OpenPicture } from '#renderer/stage/pictures.ts'
import { useIsHidden } from '#renderer/stage/use-is-hidden.ts'
import { useHubPlace } from '#renderer/use-hub.ts'

export interface ShownPicture {
  readonly generation: number
  readonly width: number
  readonly height: number
}

export function Screen(props: {
  readonly device: DeviceTile
  /** Of the picture on the glass, in the glass's own pixels. */
  readonly widthPx: number
  /** `none` keeps what is shown and asks for no more. */
  readonly rate: 'full' | 'slow' | 'none'
  readonly onShown: (shown: ShownPicture) => void
  readonly onWords: (words: string | null) => void
}): ReactNode {
  const { device, rate, onShown, onWords } = props
  const hubPlace = useHubPlace()
  const place = useRef<HTMLDivElement>(null)
  const open = useRef<OpenPicture | null>(null)
  const [shown, setShown] = useState<ShownPicture | null>(null)
  const isHidden = useIsHidden()
  const listeners = useRef({ onShown, onWords })
  useEffect(() => {
    listeners.current = { onShown, onWords }
  })
  const { id, name } = device
  const wanted = {
    device: id,
    widthPx: askedWidth(device.model.size, props.widthPx, shown),
    rate: isHidden ? 'none' : rate,
  } as const
  const first = useRef(wanted)
  useEffect(() => {
    first.current = wanted
    open.current?.want(wanted)
  }, [wanted.device, wanted.widthPx, wanted.rate])
  useEffect(() => {
    const picture = picturesOf(hubPlace).open(first.current, {
      onShown: now => {
        setShown(now)
        listeners.current.onShown(now)
      },
      onWords: words => listeners.current.onWords(words),
    })
    open.current = picture
    picture.canvas.className = 'frame__picture'
    place.current?.append(picture.canvas)
    return () => {
      open.current = null
      picture.close()
      picture.canvas.remove()
      setShown(null)
    }
  }, [hubPlace, id])
  return (
    <div
      ref={place}
      className="screen"
      style={{ visibility: shown === null ? 'hidden' : 'visible' }}
      {...(shown === null ? {} : { role: 'img', 'aria-label': `The screen of ${name}` })}
    />
  )
}
