// A device with its frame and its bar, arranged for the place it has: on the wall and large alike.
import { useRef } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { postureWords, turnWords } from '#shared/domain/commands.ts'
import { isSideways, turnedSize } from '#shared/domain/frame-shape.ts'
import { drawingOf } from '#shared/domain/models.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { arrange } from '#renderer/stage/arrange.ts'
import { Frame, useDrawn } from '#renderer/stage/frame.tsx'
import type { Drawn } from '#renderer/stage/frame.tsx'
import { Remote } from '#renderer/stage/remote.tsx'
import { useShown } from '#renderer/stage/shown.ts'
import { ControlHint, Toolbar, toolCount } from '#renderer/stage/toolbar.tsx'
import { useCommands } from '#renderer/stage/use-commands.ts'
import type { DeviceActs } from '#renderer/stage/use-device.ts'
import { useSpace, useWindow } from '#renderer/stage/use-space.ts'

/** Of a foldable, a tablet or a TV, as it stands upright: it wants width. */
export function isWide(device: DeviceTile): boolean {
  const { width, height } = device.model.size
  return width > height
}

const paddingPx = 16

export function DeviceBody(props: {
  readonly device: DeviceTile
  readonly acts: DeviceActs
  readonly isOne: boolean
  readonly rate: 'full' | 'slow'
  readonly stageWidth: number
  /** How high frame and bar may be; null is as high as the place is. */
  readonly heightPx: number | null
}): ReactNode {
  const { device, acts, isOne, rate, stageWidth, heightPx } = props
  const place = useRef<HTMLDivElement>(null)
  const space = useSpace(place)
  const { pixelRatio } = useWindow()
  const shown = useShown(device.id)
  const commands = useCommands(device)
  const { model, note } = drawingOf(device.model)
  const drawn = useDrawn(device, model, shown.frame)
  const { shape, turn } = drawn
  const angle = isSideways(turn) ? 90 : 0
  const hasRemote = device.caps.surface === 'dpad'
  const caption = captionOf(device, drawn, isOne ? note : null)
  const wordsPx = caption === '' ? 0 : caption.length > 60 ? 44 : 28
  const arranged =
    space === null
      ? null
      : arrange({
          space: { width: space.width, height: (heightPx ?? Math.max(200, space.height)) - (isOne ? wordsPx : 0) },
          stageWidth,
          whole: turnedSize(shape.whole, angle),
          screen: turnedSize(shape.screen, angle),
          tools: toolCount(device, commands, isOne),
          hasRemote,
          fit: shown.fit,
          pixelRatio,
          densityDpi: device.model.densityDpi,
        })
  const style = heightPx === null ? {} : ({ '--stage-height': `${heightPx + paddingPx}px` } as CSSProperties)
  return (
    <div
      ref={place}
      className={`staged${arranged === null ? '' : ` staged--${arranged.bar}`}${shown.fit === 'fit' ? '' : ' is-own-size'}`}
      style={style}
    >
      {arranged !== null && (
        <>
          <div className="staged__frame">
            <Frame device={device} acts={acts} drawn={drawn} scale={arranged.scale} rate={rate} />
            {caption !== '' && <p className="staged__words quiet">{caption}</p>}
          </div>
          {hasRemote && <Remote device={device} />}
          <div className="staged__bar">
            <Toolbar device={device} layout={arranged.bar} isOne={isOne} />
            <ControlHint device={device} />
          </div>
        </>
      )}
    </div>
  )
}

/** What the drawing alone does not say. */
function captionOf(device: DeviceTile, drawn: Drawn, note: string | null): string {
  const posture = device.posture?.value
  return [
    posture === 'half-open' ? postureWords['half-open'] : null,
    drawn.turn === 'upright' ? null : turnWords[drawn.turn],
    note,
  ]
    .filter(words => words !== null)
    .join(' · ')
}

/** "Android 15 (API 35) · half open": what it runs, and what it is like now. */
export function systemWords(device: DeviceTile): string {
  const posture = device.posture?.value
  const runtime = device.by == null ? device.runtime : `${device.runtime} · ${device.by}`
  return posture === undefined ? runtime : `${runtime} · ${postureWords[posture].toLowerCase()}`
}
