// Inputs on an emulator while things break: what a receipt says landed must have landed, and nothing is left down. Run by
// `npm run check:faults` (500 inputs, 100 faults) and by its test (50 and 10). And a drag while the device is turned.
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { openEmulator } from '#main/device/android/emulator/driver.ts'
import type { Grant } from '#main/device/device.ts'
import { openDevice, type OpenDevice } from '#main/device/open-device.ts'
import type { Viewer } from '#main/device/stream/device-stream.ts'
import { LiveFingers, type Glass } from '#renderer/stage/pointer.ts'
import { sleep } from '#shared/base/abort.ts'
import { LiveValue } from '#shared/base/live.ts'
import { random, type Random } from '#shared/base/random.ts'
import { wordsOf } from '#shared/base/refusal.ts'
import type { Power } from '#shared/domain/device.ts'
import type { DeviceInput } from '#shared/domain/input.ts'
import { until } from './builders/until.ts'
import { startAdbServer } from './doubles/adb/start.ts'
import type { Landed, Struck } from './doubles/emulator/emulated.ts'
import { startEmulatorDouble, type EmulatorDouble } from './doubles/emulator/start.ts'

const never = new AbortController().signal
const size = { width: 1080, height: 2400 }
const backMsMost = 30_000

interface Stage extends AsyncDisposable {
  readonly double: EmulatorDouble
  readonly device: OpenDevice
  readonly grant: Grant
  /** Of the newest picture a viewer has. */
  readonly shown: () => { readonly generation: number; readonly isWide: boolean } | null
}

async function opened(): Promise<Stage> {
  const all = new AsyncDisposableStack()
  const server = all.use(await startAdbServer())
  const double = all.use(await startEmulatorDouble({ screen: 'marker', size, adbServer: server.port }))
  const power = new LiveValue<Power>({ is: 'on', asleep: false })
  const { serial, places } = double
  const device = all.use(
    await openDevice(await openEmulator({ port: server.port, serial, timeScale: 1, places }, power, never), never),
  )
  let shown: ReturnType<Stage['shown']> = null
  const saw = ({ generation, size: { width, height } }: Parameters<Viewer['still']>[0]): void => {
    shown = { generation, isWide: width > height }
  }
  const viewer: Viewer = { credit: 1000, whenCredit: () => Promise.resolve(), unit: saw, still: saw }
  const looking = new AbortController()
  const viewing = device.stream.view({ widthPx: 540, slow: false, stills: false }, viewer, looking.signal)
  viewing.catch(() => undefined)
  all.defer(() => looking.abort())
  await until(() => shown !== null, 'a picture comes')
  const grant = await device.takeControl({ kind: 'person', name: 'you' }, never)
  return { double, device, grant, shown: () => shown, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

// ---- faults

const faultKinds = ['dropped', 'refused', 'unanswered', 'encoder', 'restarted'] as const
type FaultKind = (typeof faultKinds)[number]

export interface FaultReport {
  readonly inputs: number
  readonly faults: Readonly<Record<FaultKind, number>>
  readonly landed: number
  readonly refused: number
  readonly unknown: number
  readonly seenChanged: number
  /** What must not be, in words. */
  readonly missed: readonly string[]
}

export async function faultRun(of: {
  readonly inputs: number
  readonly faults: number
  readonly seed: number
}): Promise<FaultReport> {
  await using stage = await opened()
  const { device, double } = stage
  const chance = random(of.seed, 'faults')
  const missed: string[] = []
  const faults: Record<FaultKind, number> = { dropped: 0, refused: 0, unanswered: 0, encoder: 0, restarted: 0 }
  const count = { landed: 0, refused: 0, unknown: 0, seenChanged: 0 }
  const faulty = spread(of.inputs, of.faults, chance)
  for (let n = 0; n < of.inputs; n += 1) {
    const made = makeInput(n, device.state.value.generation, chance)
    const wrong = faulty.get(n)
    const breaking = wrong === undefined ? null : broken(double, wrong, chance, made)
    if (wrong !== undefined) faults[wrong] += 1
    const said = await sent(stage, made)
    const kind = await breaking
    if (wrong === 'encoder' && kind === 'dropped') {
      faults.encoder -= 1
      faults.dropped += 1
    }
    count[said.is] += 1
    if (said.hasChanged === true) count.seenChanged += 1
    const [landed, struck] = [await double.order('landed', null), await double.order('struck', null)]
    const has = made.landed(landed, struck)
    if (said.is === 'landed' && !has)
      missed.push(
        `input ${n} (${made.words}) was reported landed and did not land${wrong === undefined ? '' : `, with a fault: ${wrong}`}`,
      )
    if (said.hasChanged === true && landed.length === 0)
      missed.push(`input ${n} (${made.words}) was reported to have changed the picture, and nothing landed`)
    if (wrong === undefined && said.is !== 'landed')
      missed.push(`input ${n} (${made.words}) did not land with nothing broken: ${said.words}`)
    await double.order('faults', { refuseTouches: 0, refuseKeys: 0, loseAnswers: 0 })
    if (wrong === undefined) continue
    await until(() => device.state.value.power.is === 'on', `after ${wrong} the device comes back`)
    await settled(stage)
    const { down } = await double.order('state', null)
    if (down.length > 0) missed.push(`after input ${n} and ${wrong} fingers are left down: ${down.join(', ')}`)
    await double.order('landed', null)
  }
  await stage.grant[Symbol.asyncDispose]()
  const { down } = await double.order('state', null)
  if (down.length > 0) missed.push(`at the end fingers are left down: ${down.join(', ')}`)
  return { inputs: of.inputs, faults, ...count, missed }
}

/** It answers, nothing is down, and a picture of its present geometry was seen. */
async function settled({ device, double, grant }: Stage): Promise<void> {
  const end = performance.now() + backMsMost
  for (;;) {
    try {
      await device.input(grant, { kind: 'contacts', generation: 0, contacts: [] }, never)
      await device.still(never)
      if ((await double.order('state', null)).down.length === 0) return
    } catch (thrown) {
      if (performance.now() > end) throw thrown
    }
    if (performance.now() > end) return
    await sleep(30)
  }
}

/** Which inputs go wrong, and how: every kind as often. */
function spread(inputs: number, faults: number, chance: Random): ReadonlyMap<number, FaultKind> {
  const at = new Map<number, FaultKind>()
  while (at.size < Math.min(faults, inputs)) {
    const n = chance.below(inputs)
    if (!at.has(n)) at.set(n, faultKinds[at.size % faultKinds.length] ?? 'dropped')
  }
  return at
}

/** A little before, while or after the input is sent. Answers the kind it came to: without an encoder the line is dropped. */
async function broken(double: EmulatorDouble, kind: FaultKind, chance: Random, made: Made): Promise<FaultKind> {
  const wait = chance.below(made.ms + 20)
  const skip = chance.below(2) === 0 ? 0 : wait
  switch (kind) {
    case 'refused':
      await sleep(skip)
      await double.order('faults', { refuseTouches: 1, refuseKeys: 1 })
      return kind
    case 'unanswered':
      await double.order('faults', { loseAnswers: 1 })
      return kind
    case 'encoder': {
      await sleep(wait)
      const pid = encoderOfOurs()
      if (pid !== null) {
        process.kill(pid, 'SIGKILL')
        return kind
      }
      await double.order('drop', { ms: 100 })
      return 'dropped'
    }
    case 'dropped':
      await sleep(wait)
      await double.order('drop', { ms: 50 + chance.below(200) })
      return kind
    case 'restarted':
      await sleep(wait)
      await double.order('restart', { ms: 50 + chance.below(300) })
      return kind
  }
}

/** The encoder is a child of this very process; null where none is built here. */
function encoderOfOurs(): number | null {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  for (const line of stdout.split('\n')) {
    const [pid, parent, program] = line.trim().split(/\s+/u)
    if (Number(parent) === process.pid && program?.includes('nocturne-h264') === true) return Number(pid)
  }
  return null
}

// ---- inputs, each with a place or a word of its own

interface Made {
  readonly words: string
  readonly inputs: readonly DeviceInput[]
  /** About how long it takes. */
  readonly ms: number
  landed(touches: readonly Landed[], keys: readonly Struck[]): boolean
}

const plainKeys = ['Home', 'Back', 'Enter', 'ArrowUp'] as const
const namesThere: Readonly<Record<string, string>> = { Home: 'GoHome', Back: 'GoBack' }

function makeInput(n: number, generation: number, chance: Random): Made {
  const [x, y] = [10 + ((n * 37) % 1000), 20 + ((n * 101) % 2300)]
  const far = { x: 1060 - (x % 500), y: 2380 - (y % 900) }
  const at = { x, y, generation }
  const apart = 10 + (n % 200)
  const put = (contacts: readonly { id: number; x: number; y: number }[]): DeviceInput => ({
    kind: 'contacts',
    generation,
    contacts,
  })
  switch (chance.below(7)) {
    case 0:
      return one(`tap ${x},${y}`, { kind: 'tap', at }, 60, tapped([[x, y]]))
    case 1:
      return one(`hold ${x},${y}`, { kind: 'long_press', at, ms: 120 }, 120, tapped([[x, y]]))
    case 2:
      return one(
        `swipe from ${x},${y}`,
        { kind: 'swipe', from: at, to: { ...far, generation }, ms: 120 },
        120,
        tapped([
          [x, y],
          [far.x, far.y],
        ]),
      )
    case 3:
      return one(
        `pinch at ${x},${y}`,
        { kind: 'pinch', centre: { x: 540, y, generation }, from: 2 * apart, to: 600, ms: 80 },
        80,
        tapped([[540 - apart, y]]),
      )
    case 4: {
      const inputs = [
        put([{ id: 0, x, y }]),
        put([{ id: 0, ...far }]),
        put([
          { id: 0, ...far },
          { id: 1, x, y },
        ]),
        put([]),
      ]
      return {
        words: `drag from ${x},${y}`,
        inputs,
        ms: 20,
        landed: tapped([
          [x, y],
          [far.x, far.y],
        ]),
      }
    }
    case 5: {
      const text = `input ${n} ß`
      return one(`paste "${text}"`, { kind: 'paste', text }, 320, (_, keys) => keys.some(({ clip }) => clip === text))
    }
    default: {
      const key = chance.pick(plainKeys)
      const name = namesThere[key] ?? key
      return one(`key ${key}`, { kind: 'key', key }, 10, (_, keys) => keys.some(struck => struck.key === name))
    }
  }
}

const one = (words: string, input: DeviceInput, ms: number, landed: Made['landed']): Made => ({
  words,
  inputs: [input],
  ms,
  landed,
})

/** Each place was touched, and the last call that landed lifted what was down. */
const tapped =
  (places: readonly (readonly [number, number])[]): Made['landed'] =>
  touches => {
    const isAt = ([x, y]: readonly [number, number]): boolean =>
      touches.some(landed => landed.touches.some(touch => touch.pressure > 0 && touch.x === x && touch.y === y))
    const isUp = touches.at(-1)?.touches.every(touch => touch.pressure === 0) === true
    return places.every(isAt) && isUp
  }

interface Said {
  readonly is: 'landed' | 'refused' | 'unknown'
  readonly hasChanged: boolean | null
  readonly words: string
}

async function sent({ device, grant }: Stage, made: Made): Promise<Said> {
  let said: Said = { is: 'landed', hasChanged: null, words: '' }
  for (const input of made.inputs) {
    try {
      const { sent: isSent, reached, changed, words } = await device.input(grant, input, never)
      said = { ...said, hasChanged: changed, words }
      if (!isSent || reached !== true) said = { ...said, is: 'unknown' }
    } catch (thrown) {
      return { is: 'refused', hasChanged: null, words: wordsOf(thrown) }
    }
  }
  return said
}

// ---- turning while dragging

export interface TurnReport {
  readonly turns: number
  readonly moves: number
  readonly presses: number
  readonly missed: readonly string[]
}

/** A person drags without a pause; the device is turned by its control every half second. */
export async function turnRun(of: { readonly turns: number; readonly everyMs: number }): Promise<TurnReport> {
  await using stage = await opened()
  const { device, double, grant, shown } = stage
  await double.order('landed', null)
  const fingers = new LiveFingers()
  const meant = new Set<string>()
  const asked: Promise<unknown>[] = []
  let [presses, moves] = [0, 0]
  let isOver = false
  const glass = (): Glass => {
    const picture = shown()
    if (picture === null) throw new Error('there is no picture')
    const { generation, isWide } = picture
    return {
      screen: isWide ? { width: size.height, height: size.width } : size,
      at: ({ x, y }) => ({ x, y, generation }),
      isLeft: () => false,
    }
  }
  const send = (inputs: readonly DeviceInput[]): void => {
    for (const input of inputs) {
      if (input.kind === 'contacts') for (const { x, y } of input.contacts) meant.add(`${x},${y}`)
      asked.push(
        device.input(grant, input, never).then(
          receipt => void (moves += receipt.sent ? 1 : 0),
          () => send(fingers.interrupt()),
        ),
      )
    }
  }
  const drag = async (): Promise<void> => {
    // No place comes twice, so a touch that lands elsewhere is told apart.
    for (let n = 0; !isOver; n += 1) {
      const spot = { x: 20 + (n % 1000), y: 20 + ((n * 7 + Math.floor(n / 1000)) % 1040) }
      if (!fingers.isDown) {
        fingers.up(1)
        send(fingers.down(1, spot, glass(), false))
        presses += 1
      } else {
        send(fingers.move(1, spot, glass()))
        send(fingers.moves())
      }
      await sleep(8)
    }
    send(fingers.up(1))
  }
  const dragging = drag()
  for (let turn = 0; turn < of.turns; turn += 1) {
    await sleep(of.everyMs)
    await device.control(grant, { set: 'turn', to: turn % 3 === 2 ? 'right' : 'left' }, never)
  }
  await sleep(of.everyMs)
  isOver = true
  await dragging
  await Promise.all(asked)
  const missed: string[] = []
  for (const { inApp, touches } of await double.order('landed', null)) {
    if (inApp === null || touches.every(({ pressure }) => pressure === 0)) continue
    const isMeant = [-1, 0, 1].some(dx => [-1, 0, 1].some(dy => meant.has(`${inApp.x + dx},${inApp.y + dy}`)))
    if (!isMeant) missed.push(`a touch landed at ${inApp.x},${inApp.y}, which was not touched`)
  }
  const { down } = await double.order('state', null)
  if (down.length > 0) missed.push(`fingers are left down: ${down.join(', ')}`)
  return { turns: of.turns, moves, presses, missed }
}
