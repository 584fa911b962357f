// A device in its frame: body, living picture, what stands over it. The frame turns and folds; while it does, the picture it
// had stays on the glass until the first one of the new geometry comes.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import type { Turn } from '#shared/domain/device.ts'
import { heldTurn, isSideways, nearestAngle, pictureAngle, shapeOf, turnedSize } from '#shared/domain/frame-shape.ts'
import type { FrameShape } from '#shared/domain/frame-shape.ts'
import type { Size } from '#shared/domain/geometry.ts'
import type { DrawnModel } from '#shared/domain/models.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { DropOverlay } from '#renderer/devices/drop.tsx'
import { Body, CutoutMark } from '#renderer/stage/body.tsx'
import { Cover, coverOf } from '#renderer/stage/cover.tsx'
import { Flap } from '#renderer/stage/flap.tsx'
import { Screen } from '#renderer/stage/screen.tsx'
import type { ShownPicture } from '#renderer/stage/screen.tsx'
import { TouchLayer } from '#renderer/stage/touch-layer.tsx'
import type { DeviceActs } from '#renderer/stage/use-device.ts'
import { useFold } from '#renderer/stage/use-fold.ts'
import type { Folding } from '#renderer/stage/use-fold.ts'

const turnMs = 300
/** A picture that is late by so much is said to be. */
const wordsAfterMs = 2000

/** The picture on the glass, and how the device was held when it came. */
interface OnGlass extends ShownPicture {
  readonly takenAt: Turn
}

export interface Drawn {
  readonly shape: FrameShape
  readonly turn: Turn
  readonly folding: Folding
  readonly picture: OnGlass | null
  /** The screen the picture is of: of a foldable that was just folded the other one still. */
  readonly pictured: FrameShape
  readonly onShown: (shown: ShownPicture) => void
}

/** What is drawn of a device now; its tile measures with it before the frame is drawn. */
export function useDrawn(device: DeviceTile, model: DrawnModel, hasFrame: boolean): Drawn {
  const folding = useFold(device.posture?.value ?? null)
  const [picture, setPicture] = useState<OnGlass | null>(null)
  const shape = shapeOf(model, folding.posture, hasFrame)
  // Only a picture of now tells how it is held: the old one, of before a turn back, lies on its side still.
  const isOfNow = picture !== null && picture.takenAt === device.turn && picture.generation >= device.generation
  const pictured = picturedBy(model, shape, picture, hasFrame)
  const turn = heldTurn(device.turn, shape.screen, isOfNow && pictured === shape ? picture : null)
  const held = useRef(device.turn)
  useEffect(() => {
    held.current = device.turn
  })
  const onShown = useCallback((shown: ShownPicture) => setPicture({ ...shown, takenAt: held.current }), [])
  return { shape, turn, folding, picture, pictured, onShown }
}

export function Frame(props: {
  readonly device: DeviceTile
  readonly acts: DeviceActs
  readonly drawn: Drawn
  /** CSS pixels a pixel of the device takes. */
  readonly scale: number
  readonly rate: 'full' | 'slow'
}): ReactNode {
  const { device, acts, drawn, scale, rate } = props
  const { shape, turn, folding, picture, pictured, onShown } = drawn
  const place = useRef<HTMLDivElement>(null)
  const glass = useRef<HTMLDivElement>(null)
  const isInSight = useInSight(place)
  useSizeAtOnce(place, shape)
  const [words, setWords] = useState<string | null>(null)
  const angle = useAngle(turn)
  const isOn = device.state === 'live' || device.state === 'asleep'
  const isOther = picture !== null && pictured !== shape
  const isBehind = picture !== null && picture.generation < device.generation
  const isLate = useLasts(isBehind, device.generation, turnMs) || isOther
  const isLong = useLasts(isBehind || isOther, device.generation, wordsAfterMs)
  const upright = pictureAngle(shape.screen, turnedSize(shape.screen, angle), turn)
  // An older picture is drawn as it was held then: it turns with the body.
  const inBody = picture === null ? upright : angleInBody(pictured, picture, turn)
  const hasPicture = picture !== null
  const shown = turnedSize(shape.whole, angle)
  const cover = coverOf(device, hasPicture && !isLong, words)
  // Touches are in device pixels, whatever size the picture comes in, and of the screen that is drawn.
  const touched = isOther ? upright : inBody
  const pixels = turnedSize(shape.screen, touched)
  const style = {
    width: shown.width * scale,
    height: shown.height * scale,
    '--body-width': `${shape.whole.width * scale}px`,
    '--body-height': `${shape.whole.height * scale}px`,
    '--body-angle': `${angle}deg`,
    '--turn-ms': `${turnMs}ms`,
  } as CSSProperties
  return (
    <div
      ref={place}
      className={`frame${shape.bezel === 0 ? ' frame--bare' : ''}${shape.isTv ? ' frame--tv' : ''}`}
      style={style}
      data-turn={turn}
      data-posture={folding.posture ?? undefined}
    >
      <div className={`frame__device${folding.moves === null ? '' : ` is-${folding.moves}`}`}>
        <div className="frame__base">
          {shape.bezel > 0 && <Body shape={shape} />}
          <div ref={glass} className="frame__glass" style={glassStyle(shape)}>
            <div
              className={`frame__content${isOther ? ' is-other' : ''}${cover === 'none' ? '' : ' is-dim'}${isLate ? ' is-late' : ''}`}
              style={contentStyle(shape.screen, inBody)}
            >
              <Screen
                device={device}
                widthPx={Math.round(pixels.width * scale * devicePixelRatio)}
                rate={isInSight && isOn ? rate : 'none'}
                onShown={onShown}
                onWords={setWords}
              />
            </div>
            {shape.crease !== null && hasPicture && (
              <span className={`crease crease--${shape.crease.along}${shape.crease.isShaded ? ' is-shaded' : ''}`} />
            )}
          </div>
          <CutoutMark shape={shape} />
        </div>
        {folding.moves !== null && <Flap shape={shape} moves={folding.moves} glass={glass} />}
      </div>
      <div className="frame__over" style={overStyle(shape, angle)}>
        {isOn && (
          <TouchLayer
            device={device}
            acts={acts}
            picture={pixels}
            angle={angle + touched}
            {...(picture === null ? {} : { generation: picture.generation })}
          />
        )}
        <Cover device={device} kind={cover} words={words} hasPicture={hasPicture} />
        <DropOverlay device={device} />
      </div>
    </div>
  )
}

/** A foldable that was folded shows the picture of its other screen until the new one's first comes. */
function picturedBy(model: DrawnModel, shape: FrameShape, picture: Size | null, hasFrame: boolean): FrameShape {
  if (model.form !== 'foldable' || picture === null || belongs(shape, picture)) return shape
  const other = shapeOf(model, shape.crease === null ? 'open' : 'closed', hasFrame)
  // A picture like neither is of no use to tell by: it is this one's.
  return belongs(other, picture) ? other : shape
}

function belongs(shape: FrameShape, picture: Size): boolean {
  const ratio = (size: Size): number => Math.max(size.width, size.height) / Math.min(size.width, size.height)
  return Math.abs(ratio(shape.screen) - ratio(picture)) < 0.35
}

function angleInBody(shape: FrameShape, picture: OnGlass, turn: Turn): number {
  const at = isSideways(picture.takenAt) || picture.takenAt === 'upside-down' ? picture.takenAt : turn
  return pictureAngle(shape.screen, picture, at)
}

function glassStyle(shape: FrameShape): CSSProperties {
  const { whole, screen, bezel, cornerRadius } = shape
  const part = (of: number, all: number): string => `${(of / all) * 100}%`
  return {
    left: part(bezel, whole.width),
    top: part(bezel, whole.height),
    width: part(screen.width, whole.width),
    height: part(screen.height, whole.height),
    borderRadius: `${part(cornerRadius, screen.width)} / ${part(cornerRadius, screen.height)}`,
  }
}

function contentStyle(screen: Size, angle: number): CSSProperties {
  const box = turnedSize(screen, angle)
  return {
    width: `${(box.width / screen.width) * 100}%`,
    height: `${(box.height / screen.height) * 100}%`,
    rotate: `${angle}deg`,
  }
}

/** The screen's place as seen, for what stays upright whatever the turn. */
function overStyle(shape: FrameShape, angle: number): CSSProperties {
  const whole = turnedSize(shape.whole, angle)
  const screen = turnedSize(shape.screen, angle)
  const part = (of: number, all: number): string => `${(of / all) * 100}%`
  return {
    left: part(shape.bezel, whole.width),
    top: part(shape.bezel, whole.height),
    width: part(screen.width, whole.width),
    height: part(screen.height, whole.height),
    borderRadius: `${part(shape.cornerRadius, screen.width)} / ${part(shape.cornerRadius, screen.height)}`,
  }
}

/** A turn and another size are gone to; another shape, of a fold that was just drawn, is there at once. */
function useSizeAtOnce(place: React.RefObject<HTMLElement | null>, { whole }: FrameShape): void {
  useLayoutEffect(() => {
    const frame = place.current
    const body = frame?.querySelector<HTMLElement>('.frame__device') ?? null
    const both = [frame, body].filter(one => one !== null)
    for (const one of both) one.style.transitionProperty = 'rotate'
    // Read so that the new size is taken over now.
    for (const one of both) void one.offsetWidth
    for (const one of both) one.style.transitionProperty = ''
  }, [place, whole.width, whole.height])
}

/** Goes on from where it is: four quarters to the left are a whole turn, not a way back. */
function useAngle(turn: Turn): number {
  const [at, setAt] = useState({ turn, angle: nearestAngle(turn, 0) })
  if (at.turn === turn) return at.angle
  const next = { turn, angle: nearestAngle(turn, at.angle) }
  setAt(next)
  return next.angle
}

/** It is so for that long already, of this geometry. */
function useLasts(isSo: boolean, generation: number, forMs: number): boolean {
  const [lasted, setLasted] = useState<number | null>(null)
  useEffect(() => {
    if (!isSo) return setLasted(null)
    const timer = setTimeout(() => setLasted(generation), forMs)
    return () => clearTimeout(timer)
  }, [isSo, generation, forMs])
  return isSo && lasted === generation
}

/** Pictures come only for what can be seen. */
function useInSight(place: React.RefObject<HTMLDivElement | null>): boolean {
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const observer = new IntersectionObserver(entries => setInSight(entries.some(entry => entry.isIntersecting)), {
      rootMargin: '100px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  return isInSight
}
