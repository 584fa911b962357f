// Taps, typing, swipes and scrolls of a flow, as Maestro makes them. Used by perform.ts.
import { Refusal } from '#shared/base/refusal.ts'
import type { Observation } from '#shared/domain/device.ts'
import { isEditable } from '#shared/domain/element.ts'
import { areaOf, heightOf, intersect, isEmpty, widthOf } from '#shared/domain/geometry.ts'
import type { Rect } from '#shared/domain/geometry.ts'
import { interpolate } from '#main/explore/flows/expression.ts'
import { onScreen, optionalMs, requiredMs, samePicture, shortMs, StepFailed } from '#main/explore/flows/hands.ts'
import type { Found } from '#main/explore/flows/hands.ts'
import { wordsOfSelector } from '#main/explore/flows/model.ts'
import type { Direction } from '#main/explore/flows/model.ts'
import { milliseconds, notFound, required, resolved } from '#main/explore/flows/stage.ts'
import type { CommandOf, Stage } from '#main/explore/flows/stage.ts'

/** `50%,20%` or `540,240`, of the screen or inside a box. */
function place(point: string, box: Rect, inside: boolean): { x: number; y: number } {
  const found = /^\s*(\d{1,5})(%?)\s*,\s*(\d{1,5})(%?)\s*$/.exec(point)
  if (found === null || found[2] !== found[4])
    throw new Refusal('bad-value', `The point "${point.slice(0, 30)}" is neither "x%,y%" nor "x,y".`)
  const x = Number(found[1])
  const y = Number(found[3])
  if (found[2] === '%') return { x: box.left + (widthOf(box) * x) / 100, y: box.top + (heightOf(box) * y) / 100 }
  return inside ? { x: box.left + x, y: box.top + y } : { x, y }
}

const wholeScreen = (look: Observation): Rect => ({ left: 0, top: 0, right: look.size.width, bottom: look.size.height })

export async function tap(command: CommandOf<'tap'>, stage: Stage): Promise<void> {
  const { hands } = stage
  const { options } = command
  const selector = resolved(command.selector, stage)
  const { point, ...rest } = selector
  const onlyPoint = point !== null && wordsOfSelector({ ...rest, point: null }) === 'anything'
  let at: { x: number; y: number; generation: number }
  let before: Observation
  if (onlyPoint) {
    before = await hands.look()
    at = { ...onScreen(place(point, wholeScreen(before), false), before), generation: before.generation }
  } else {
    const plain = { ...selector, point: null }
    const found = await hands.atRest(await required(plain, command.optional ? optionalMs : requiredMs, stage), plain)
    if (isEmpty(found.element.bounds))
      throw new StepFailed(`${wordsOfSelector(plain)} has no size, so it cannot be tapped.`)
    before = found.look
    at = hands.pointOf(found, point === null ? null : place(point, found.element.bounds, true))
  }
  for (let round = 0; round < Math.max(1, options.repeat); round += 1) {
    if (round > 0) await hands.wait(options.delayMs)
    if (command.gesture === 'tap') await hands.send({ kind: 'tap', at })
    else if (command.gesture === 'double') await hands.send({ kind: 'double_tap', at })
    else await hands.send({ kind: 'long_press', at, ms: 3000 })
  }
  const after = await hands.settle('tap', options.waitToSettleTimeoutMs)
  if (
    !options.retryTapIfNoChange ||
    JSON.stringify(before.tree) !== JSON.stringify(after.tree) ||
    !(await samePicture(before, after))
  )
    return
  await hands.act({ kind: 'tap', at: { ...at, generation: after.generation } })
}

export async function type(text: string, stage: Stage): Promise<void> {
  if (text === '') return
  await stage.hands.act({ kind: 'text', text })
}

export async function erase(characters: number, stage: Stage): Promise<void> {
  const { hands } = stage
  const look = await hands.look()
  const field = look.tree?.nodes.find(node => node.focused && isEditable(node))
  const shown = field === undefined || field.text === field.hint ? '' : field.text
  // As many Backspaces as there are characters empty the field: said in one input where the device can.
  if (field !== undefined && Array.from(shown).length <= characters) {
    if (shown !== '') await hands.act({ kind: 'clear' })
    return
  }
  for (let count = 0; count < characters; count += 1) await hands.send({ kind: 'key', key: 'Backspace' })
  await hands.settle('clear')
}

export async function hideKeyboard(stage: Stage): Promise<void> {
  const { hands } = stage
  if (!(await hands.look()).keyboard.shown)
    return stage.note('hideKeyboard: no keyboard was shown, so nothing was done; Maestro would send Back on Android.')
  await hands.act({ kind: 'hide_keyboard' })
  if (hands.last?.keyboard.shown === true) throw new StepFailed('The keyboard is still shown.')
}

const tracks: Readonly<Record<Direction, readonly [number, number, number, number]>> = {
  UP: [50, 50, 50, 10],
  DOWN: [50, 20, 50, 90],
  LEFT: [90, 50, 10, 50],
  RIGHT: [10, 50, 90, 50],
}
/** From the middle of the screen: what scrollUntilVisible swipes. */
const fromMiddle: Readonly<Record<Direction, readonly [number, number, number, number]>> = {
  ...tracks,
  DOWN: [50, 50, 50, 90],
  LEFT: [50, 50, 10, 50],
  RIGHT: [50, 50, 90, 50],
}

async function swipeAlong(track: readonly [number, number, number, number], ms: number, stage: Stage): Promise<void> {
  const look = await stage.hands.look()
  const at = (x: number, y: number) => ({
    ...onScreen({ x: (look.size.width * x) / 100, y: (look.size.height * y) / 100 }, look),
    generation: look.generation,
  })
  await stage.hands.act({ kind: 'swipe', from: at(track[0], track[1]), to: at(track[2], track[3]), ms })
}

export const swipeOnScreen = (direction: Direction, ms: number, stage: Stage): Promise<void> =>
  swipeAlong(stage.hands.platform === 'ios' && direction === 'UP' ? [50, 90, 50, 10] : tracks[direction], ms, stage)

export async function swipe(command: CommandOf<'swipe'>, stage: Stage): Promise<void> {
  const { hands } = stage
  const { direction, start, end, from } = command
  if (direction === null) {
    if (start === null || end === null) throw new Error('a swipe without direction has start and end')
    const look = await hands.look()
    const at = (one: typeof start) => {
      const point = one.percent ? { x: (look.size.width * one.x) / 100, y: (look.size.height * one.y) / 100 } : one
      return { ...onScreen(point, look), generation: look.generation }
    }
    return hands.act({ kind: 'swipe', from: at(start), to: at(end), ms: command.durationMs })
  }
  if (from === null) return swipeOnScreen(direction, command.durationMs, stage)
  const selector = resolved(from, stage)
  const found = await required({ ...selector, point: null }, requiredMs, stage)
  const begin = hands.pointOf(found, selector.point === null ? null : place(selector.point, found.element.bounds, true))
  const { width, height } = found.look.size
  const target = {
    UP: { x: begin.x, y: height * 0.1 },
    DOWN: { x: begin.x, y: height * 0.9 },
    LEFT: { x: width * 0.1, y: begin.y },
    RIGHT: { x: width * 0.9, y: begin.y },
  }[direction]
  return hands.act({
    kind: 'swipe',
    from: begin,
    to: { ...onScreen(target, found.look), generation: begin.generation },
    ms: command.durationMs,
  })
}

export async function scrollUntilVisible(command: CommandOf<'scrollUntilVisible'>, stage: Stage): Promise<void> {
  const { hands } = stage
  const speed = milliseconds(interpolate(command.speed, stage.scope), 'speed')
  const swipeMs = speed >= 0 && speed <= 100 ? Math.floor((1000 * (100 - speed)) / 100) + 1 : 40
  const asked = milliseconds(interpolate(command.timeout, stage.scope), 'timeout')
  const limit = asked < 0 ? 20_000 : asked
  const opposite = ({ UP: 'DOWN', DOWN: 'UP', LEFT: 'RIGHT', RIGHT: 'LEFT' } as const)[command.direction]
  const selector = resolved(command.element, stage)
  const start = hands.now
  let centring = command.centerElement ? 4 : 0
  for (;;) {
    const found = await hands.lookFor(selector, shortMs, false)
    if (found !== null && shareOf(found) * 100 >= command.visibilityPercentage) {
      const middle = (found.element.bounds.top + found.element.bounds.bottom) / 2
      if (centring === 0 || Math.abs(middle - found.look.size.height / 2) <= found.look.size.height * 0.2) return
      centring -= 1
    }
    if (hands.now - start >= limit || hands.late) {
      if (found !== null && centring < 4 && command.centerElement) return
      throw new StepFailed(notFound(selector, limit, stage))
    }
    await swipeAlong(fromMiddle[opposite], swipeMs, stage)
  }
}

function shareOf(found: Found): number {
  const area = areaOf(found.element.bounds)
  return area === 0 ? 0 : areaOf(intersect(found.element.bounds, wholeScreen(found.look))) / area
}
