// How a device of adb's list is opened: an emulator that says how it is reached by gRPC, everything else over adb, with
// words about what a faster way would need.
import type { Driver } from '#main/device/driver.ts'
import { openAndroid } from '#main/device/android/driver.ts'
import { openEmulator, type EmulatorOptions } from '#main/device/android/emulator/driver.ts'
import { LinkRefusal } from '#main/device/android/emulator/link.ts'
import { runningEmulator } from '#main/device/android/emulator/running.ts'
import type { Live } from '#shared/base/live.ts'
import type { Power } from '#shared/domain/device.ts'

const withoutGrpc = 'This emulator was started elsewhere without gRPC: its pictures come over adb, which is slow.'
const fastPath =
  'For the fast path close it and boot it here, or start it with -grpc and a port of your choice, and -grpc-use-token.'

export async function openFound(options: EmulatorOptions, power: Live<Power>, signal: AbortSignal): Promise<Driver> {
  if (!/^emulator-\d+$/.test(options.serial)) return openAndroid(options, power, signal)
  const running = await runningEmulator(options.places, options.serial)
  if (running?.grpc == null) return overAdb(options, power, withoutGrpc, signal)
  try {
    return await openEmulator(options, power, signal)
  } catch (thrown) {
    // One that is still starting is so over adb as well; one that will not let us in is had the slow way.
    if (!(thrown instanceof LinkRefusal)) throw thrown
    return overAdb(options, power, `${thrown.words} Its pictures come over adb, which is slow.`, signal)
  }
}

async function overAdb(
  options: EmulatorOptions,
  power: Live<Power>,
  why: string,
  signal: AbortSignal,
): Promise<Driver> {
  const driver = await openAndroid(options, power, signal)
  const { video } = driver
  if (video.kind === 'coded') {
    const slower = { why, hint: fastPath }
    const { kind, path, encoder } = video
    return {
      ...driver,
      video: {
        kind,
        path,
        encoder,
        slower,
        frames: (widthPx, onFrame, stop) => video.frames(widthPx, onFrame, stop),
        keyFrame: () => video.keyFrame(),
      },
    }
  }
  if (video.kind === 'raw') return driver
  return { ...driver, video: { kind: 'stills', path: 'stills', why, hint: fastPath } }
}
