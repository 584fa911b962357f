// How a device of adb's list is opened: an emulator that says how it is reached by gRPC, everything else over adb, with
// words about what a faster way would need, and about what an emulator runs.
import { join } from 'node:path'
import type { Driver } from '#main/device/driver.ts'
import { openAndroid } from '#main/device/android/driver.ts'
import { openEmulator, type EmulatorOptions } from '#main/device/android/emulator/driver.ts'
import { LinkRefusal } from '#main/device/android/emulator/link.ts'
import { runningEmulator } from '#main/device/android/emulator/running.ts'
import { parseAvdConfig } from '#main/device/android/parse/avd-config.ts'
import type { Discovered } from '#main/device/android/parse/discovery.ts'
import { readText } from '#main/sys/files.ts'
import type { Live } from '#shared/base/live.ts'
import type { Power } from '#shared/domain/device.ts'

const withoutGrpc = 'This emulator was started elsewhere without gRPC: its pictures come over adb, which is slow.'
const configBytesMost = 64 * 1024
const fastPath =
  'For the fast path close it and boot it here, or start it with -grpc and a port of your choice, and -grpc-use-token.'

export async function openFound(options: EmulatorOptions, power: Live<Power>, signal: AbortSignal): Promise<Driver> {
  if (!/^emulator-\d+$/.test(options.serial)) return openAndroid(options, power, signal)
  const running = await runningEmulator(options.places, options.serial)
  if (running === null) return overAdb(options, power, withoutGrpc, signal)
  return told(await openRunning(options, running, power, signal), running)
}

async function openRunning(
  options: EmulatorOptions,
  running: Discovered,
  power: Live<Power>,
  signal: AbortSignal,
): Promise<Driver> {
  if (running.grpc === null) return overAdb(options, power, withoutGrpc, signal)
  try {
    return await openEmulator(options, power, signal)
  } catch (thrown) {
    // One that is still starting is so over adb as well; one that will not let us in is had the slow way.
    if (!(thrown instanceof LinkRefusal)) throw thrown
    return overAdb(options, power, `${thrown.words} Its pictures come over adb, which is slow.`, signal)
  }
}

/** "Android 15 (API 35), Google APIs x86_64, emulator 36.6.11": its image and its own version, as far as they are said. */
async function told(driver: Driver, { avdId, avdFolder, version }: Discovered): Promise<Driver> {
  const config =
    avdFolder === null ? null : await readText(join(avdFolder, 'config.ini'), configBytesMost).catch(() => null)
  const image = config === null ? '' : parseAvdConfig(avdId, config).imageWords
  const emulator = version === null ? '' : `emulator ${version}`
  const runtime = [driver.model.runtime, image, emulator].filter(word => word !== '').join(', ')
  return { ...driver, model: { ...driver.model, runtime } }
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
