// The driver of an emulator with its control service: picture, touch, keys, clipboard and what it is held like go by gRPC;
// tree, apps, logs and the other settings by the adb driver of the same device.
import type { Driver, Look, ScreenFacet } from '#main/device/driver.ts'
import { AdbLink } from '#main/device/android/adb.ts'
import { androidDriver, type AndroidDriver, type TimeScale } from '#main/device/android/driver.ts'
import { EmulatorClipboard } from '#main/device/android/emulator/clipboard.ts'
import { EmulatorConnection } from '#main/device/android/emulator/connection.ts'
import { EmulatorKeys } from '#main/device/android/emulator/keys.ts'
import { EmulatorLink } from '#main/device/android/emulator/link.ts'
import {
  orientationOf,
  shownScreen,
  turnedRect,
  turnedTree,
  turnOf,
  type Panel,
} from '#main/device/android/emulator/panel.ts'
import { EmulatorPictures } from '#main/device/android/emulator/pictures.ts'
import { runningEmulator, type RunningPlaces } from '#main/device/android/emulator/running.ts'
import { emulatorControls, EmulatorSettings } from '#main/device/android/emulator/settings.ts'
import { StanceWatch } from '#main/device/android/emulator/stance.ts'
import { EmulatorTouch } from '#main/device/android/emulator/touch.ts'
import { EmulatorVideo } from '#main/device/android/emulator/video.ts'
import type { DiscoveredGrpc } from '#main/device/android/parse/discovery.ts'
import { hardwareOf, type Hardware } from '#main/device/android/parse/hardware.ts'
import type { Live } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Capabilities, DeviceModel, Power } from '#shared/domain/device.ts'

export interface EmulatorOptions {
  /** Of the adb server. */
  readonly port: number
  readonly serial: string
  /** How adb names it now, where it can be reached in several ways. */
  readonly current?: () => string
  readonly timeScale: TimeScale
  readonly places: RunningPlaces
  /** False: pictures always go over gRPC. */
  readonly sharedMemory?: boolean
}

/** API level from which the emulator's own word on having started can be trusted. */
const tellsBootFrom = 28
const closeMs = 5000
const yes = { yes: true } as const

export async function openEmulator(options: EmulatorOptions, power: Live<Power>, signal: AbortSignal): Promise<Driver> {
  const find = async (): Promise<DiscoveredGrpc | null> =>
    (await runningEmulator(options.places, options.serial))?.grpc ?? null
  const grpc = await find()
  if (grpc === null)
    throw new Refusal('not-booted', `${options.serial} does not say how it is reached: no discovery file names it.`, {
      hint: 'Boot it from Nocturne.',
    })
  const connection = new EmulatorConnection(await EmulatorLink.open(grpc, signal), find, power)
  try {
    return await opened(options, connection, signal)
  } catch (thrown) {
    await connection[Symbol.asyncDispose]()
    throw thrown
  }
}

async function opened(options: EmulatorOptions, connection: EmulatorConnection, signal: AbortSignal): Promise<Driver> {
  const status = await connection.call('getStatus', {}, signal)
  if (!status.booted && !(await isOldAndUp(options, signal)))
    throw new Refusal('not-booted', 'Android is still starting on this emulator.', { hint: 'Try again in a moment.' })
  const pictures = new EmulatorPictures(connection)
  const base = await androidDriver(
    {
      port: options.port,
      serial: options.serial,
      timeScale: options.timeScale,
      picture: late => pictures.pixels(late),
    },
    connection.power,
    signal,
  )
  try {
    const entries = new Map((status.hardwareConfig?.entry ?? []).map(({ key, value }) => [key, value]))
    const hardware = hardwareOf(entries)
    const panel: Panel = { size: hardware?.panel ?? base.model.size, fold: hardware?.fold ?? null }
    const stance = await StanceWatch.open(connection, panel, signal)
    const touch = new EmulatorTouch(connection, stance, base.clock)
    const settings = new EmulatorSettings({
      connection,
      stance,
      touch,
      adb: base.settings,
      before: {
        place: base.before('emulator_place'),
        battery: base.before('emulator_battery'),
        held: base.before('emulator_held'),
      },
      autoRotate: late => base.settings.letTurn(late),
    })
    await settings.giveBackLeft(signal)
    await base.settings.giveBackLeft(signal)
    return composed(options, base, { connection, pictures, stance, touch, settings }, hardware)
  } catch (thrown) {
    await base[Symbol.asyncDispose]()
    throw thrown
  }
}

interface EmulatorParts {
  readonly connection: EmulatorConnection
  readonly pictures: EmulatorPictures
  readonly stance: StanceWatch
  readonly touch: EmulatorTouch
  readonly settings: EmulatorSettings
}

function composed(
  options: EmulatorOptions,
  base: AndroidDriver,
  { connection, pictures, stance, touch, settings }: EmulatorParts,
  hardware: Hardware | null,
): Driver {
  const keys = base.text === null ? null : new EmulatorKeys(connection, { keys: base.keys, text: base.text })
  const isTouched = base.touch !== null
  return {
    ...base,
    model: modelOf(base.model, hardware),
    can: capsOf(base.can, isTouched, stance.panel),
    screen: screenOver(base.screen, stance),
    touch: isTouched ? touch : null,
    keys: keys ?? base.keys,
    text: keys ?? base.text,
    clipboard: new EmulatorClipboard(connection),
    video: new EmulatorVideo(connection, stance, pictures, { sharedMemory: options.sharedMemory ?? true }),
    settings,
    [Symbol.asyncDispose]: async () => {
      try {
        await settings.close(AbortSignal.timeout(closeMs))
      } catch {
        // An emulator that is gone cannot be given anything back.
      }
      await connection[Symbol.asyncDispose]()
      await base[Symbol.asyncDispose]()
    },
  }
}

function modelOf(model: DeviceModel, hardware: Hardware | null): DeviceModel {
  if (hardware === null) return model
  const { fold, panel, densityDpi } = hardware
  const { kind, ...rest } = model
  const more = { ...rest, size: panel, densityDpi: densityDpi ?? model.densityDpi }
  if (fold !== null) return { ...more, kind: 'foldable', fold }
  return { ...more, kind: kind === 'foldable' ? 'phone' : kind }
}

const capsOf = (can: Capabilities, isTouched: boolean, panel: Panel): Capabilities => ({
  ...can,
  contacts: isTouched ? yes : { yes: false, why: 'It has no touch screen.' },
  clipboard: yes,
  controls: emulatorControls(can.controls, panel.fold !== null),
})

/** The picture shows the device as it is held; what adb tells of an app that stands another way is turned to fit it. */
function screenOver(base: ScreenFacet, stance: StanceWatch): ScreenFacet {
  return {
    picture: signal => base.picture(signal),
    look: async signal => {
      const [held, look] = [await stance.read(signal), await base.look(signal)]
      const screen = shownScreen(stance.panel, held.posture)
      const content = turnOf(look.tree?.rotation ?? 0)
      const { bounds } = look.keyboard
      return {
        ...look,
        tree: look.tree === null ? null : turnedTree(look.tree, screen, held.turn),
        keyboard: {
          ...look.keyboard,
          bounds: bounds === null || look.tree === null ? bounds : turnedRect(bounds, screen, content, held.turn),
        },
        orientation: orientationOf(look.size),
        geometry: `${look.size.width}x${look.size.height} ${held.turn} ${held.posture ?? 'flat'}`,
      } satisfies Look
    },
  }
}

/** Before Android 9 the emulator does not hear that it has started: the device itself is asked. */
async function isOldAndUp(options: EmulatorOptions, signal: AbortSignal): Promise<boolean> {
  const link = await AdbLink.open(options.port, options.serial, signal).catch(() => null)
  if (link === null) return false
  try {
    const { stdout } = await link.shell('getprop ro.build.version.sdk; getprop sys.boot_completed', signal)
    const [sdk = '', done = ''] = stdout.split(/\r?\n/)
    return Number(sdk) > 0 && Number(sdk) < tellsBootFrom && done === '1'
  } finally {
    await link.close()
  }
}
