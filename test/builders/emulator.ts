// The parts of the emulator's driver over a double, without adb: for tests of what goes by gRPC alone.
import { EmulatorClipboard } from '#main/device/android/emulator/clipboard.ts'
import { EmulatorConnection } from '#main/device/android/emulator/connection.ts'
import { EmulatorKeys } from '#main/device/android/emulator/keys.ts'
import { EmulatorLink } from '#main/device/android/emulator/link.ts'
import type { Panel } from '#main/device/android/emulator/panel.ts'
import { EmulatorPictures } from '#main/device/android/emulator/pictures.ts'
import { runningEmulator } from '#main/device/android/emulator/running.ts'
import { EmulatorSettings } from '#main/device/android/emulator/settings.ts'
import { StanceWatch } from '#main/device/android/emulator/stance.ts'
import { EmulatorTouch } from '#main/device/android/emulator/touch.ts'
import { EmulatorVideo } from '#main/device/android/emulator/video.ts'
import type { DiscoveredGrpc } from '#main/device/android/parse/discovery.ts'
import type { Memory } from '#main/device/android/remembered.ts'
import type { Clock, SettingsFacet } from '#main/device/driver.ts'
import { sleep } from '#shared/base/abort.ts'
import { LiveValue } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Power } from '#shared/domain/device.ts'
import type { EmulatorDouble } from '../doubles/emulator/start.ts'

export const never = new AbortController().signal
export const realClock: Clock = { now: () => performance.now(), wait: (ms, signal) => sleep(ms, signal) }

export interface EmulatorParts extends AsyncDisposable {
  readonly connection: EmulatorConnection
  readonly power: LiveValue<Power>
  readonly stance: StanceWatch
  readonly touch: EmulatorTouch
  readonly keys: EmulatorKeys
  readonly clipboard: EmulatorClipboard
  readonly settings: EmulatorSettings
  readonly pictures: EmulatorPictures
  video(sharedMemory: boolean): EmulatorVideo
}

export const grpcOf = async (double: EmulatorDouble): Promise<DiscoveredGrpc> => {
  const grpc = (await runningEmulator(double.places, double.serial))?.grpc ?? null
  if (grpc === null) throw new Error('the double left no discovery file')
  return grpc
}

export async function emulatorParts(double: EmulatorDouble, panel: Panel): Promise<EmulatorParts> {
  const find = async (): Promise<DiscoveredGrpc | null> =>
    (await runningEmulator(double.places, double.serial))?.grpc ?? null
  const link = await EmulatorLink.open(await grpcOf(double), never)
  const connection = new EmulatorConnection(link, find, new LiveValue<Power>({ is: 'on', asleep: false }))
  const stance = await StanceWatch.open(connection, panel, never)
  const touch = new EmulatorTouch(connection, stance, realClock)
  const pictures = new EmulatorPictures(connection)
  const notHere = (): never => {
    throw new Refusal('unsupported', 'There is no adb in this test.')
  }
  return {
    connection,
    power: connection.power,
    stance,
    touch,
    keys: new EmulatorKeys(connection, {
      keys: { key: notHere, hostKey: null },
      text: { type: notHere, clear: notHere, hideKeyboard: notHere },
    }),
    clipboard: new EmulatorClipboard(connection),
    settings: new EmulatorSettings({
      connection,
      stance,
      touch,
      adb: { set: notHere, read: notHere, readHeld: null } satisfies SettingsFacet,
      before: { place: noted(), battery: noted(), held: noted() },
      autoRotate: () => Promise.resolve(),
    }),
    pictures,
    video: sharedMemory => new EmulatorVideo(connection, stance, pictures, { sharedMemory }),
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  }
}

/** Written down here instead of on the device. */
function noted(): Memory {
  let value: string | null = null
  return {
    read: () => Promise.resolve(value),
    keep: async now => {
      value ??= await now()
    },
    forget: () => {
      value = null
      return Promise.resolve()
    },
  }
}
