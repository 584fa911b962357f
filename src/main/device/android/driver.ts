// The Android driver over adb alone: phones, tablets and TVs on a cable or the network, and emulators without gRPC.
import type { Clock, Driver } from '#main/device/driver.ts'
import { AdbLink } from '#main/device/android/adb.ts'
import { AndroidApps } from '#main/device/android/apps.ts'
import { AndroidInput } from '#main/device/android/input.ts'
import { AndroidLogs } from '#main/device/android/logs.ts'
import { buildPropsOf, parseGetprop } from '#main/device/android/parse/getprop.ts'
import { isTv, parseFeatures, parseWm } from '#main/device/android/parse/packages.ts'
import { AndroidScreen } from '#main/device/android/screen.ts'
import { AndroidSettings, controlsOf } from '#main/device/android/settings.ts'
import { sleep } from '#shared/base/abort.ts'
import type { Live } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import { keyNames, type Capabilities, type DeviceModel, type Power } from '#shared/domain/device.ts'
import { deviceId } from '#shared/domain/ids.ts'

/**
 * How fast the device's clock runs: 1 for real ones, more for doubles. `device` for a double whose clock stands while it is
 * asked: waits are slept by the device itself, which then tells what time it is there.
 */
export type TimeScale = number | 'device'

export interface AndroidOptions {
  readonly port: number
  readonly serial: string
  readonly timeScale: TimeScale
}

const closeMs = 3000
/** Of ours, for the answer after a sleep. */
const sleptMs = 15_000
const yes = { yes: true } as const
const noTouch = { yes: false, why: 'This TV has no touch screen: text goes in by its own keyboard.' } as const

export async function openAndroid(options: AndroidOptions, power: Live<Power>, signal: AbortSignal): Promise<Driver> {
  const link = await AdbLink.open(options.port, options.serial, signal)
  try {
    const { model, can } = await identified(link, signal)
    const clock = options.timeScale === 'device' ? await deviceClock(link, signal) : scaledClock(options.timeScale)
    return driverOver(link, model, can, options, power, clock)
  } catch (thrown) {
    await link.close()
    throw thrown
  }
}

function driverOver(
  link: AdbLink,
  model: DeviceModel,
  can: Capabilities,
  options: AndroidOptions,
  power: Live<Power>,
  clock: Clock,
): Driver {
  const apiLevel = model.apiLevel ?? 0
  const input = new AndroidInput(link, apiLevel)
  const settings: AndroidSettings = new AndroidSettings(link, apiLevel, () => apps.current)
  const apps = new AndroidApps(link, {
    port: options.port,
    tv: model.kind === 'tv',
    onCleared: (pkg, signal) => settings.cleared(pkg, signal),
  })
  return {
    model,
    can,
    clock,
    power,
    screen: new AndroidScreen(link),
    touch: model.surface === 'touch' ? input.touch : null,
    keys: input,
    text: model.surface === 'touch' ? input : null,
    apps,
    logs: new AndroidLogs(link, clock),
    logLines: null,
    clipboard: null,
    video: { kind: 'stills', path: 'stills', why: 'Pictures come one by one over adb.', hint: null },
    files: null,
    shell: null,
    settings,
    [Symbol.asyncDispose]: async () => {
      try {
        await settings.close(AbortSignal.timeout(closeMs))
      } catch {
        // A device that is gone cannot be given its auto-rotation back.
      }
      await link.close()
    },
  }
}

function scaledClock(scale: number): Clock {
  return { now: () => performance.now() * scale, wait: (ms, signal) => sleep(ms / scale, signal) }
}

async function deviceClock(link: AdbLink, opening: AbortSignal): Promise<Clock> {
  const sleptUntil = async (ms: number, signal: AbortSignal): Promise<number> => {
    const line = `sleep ${(ms / 1000).toFixed(3)}; date '+%s.%N'`
    const { stdout } = await link.shell(line, signal, ms + sleptMs)
    return Math.round(Number(stdout.trim()) * 1000)
  }
  let now = await sleptUntil(0, opening)
  return {
    now: () => now,
    wait: async (ms, signal) => {
      now = await sleptUntil(ms, signal)
    },
  }
}

async function identified(link: AdbLink, signal: AbortSignal): Promise<{ model: DeviceModel; can: Capabilities }> {
  const ask = async (line: string): Promise<string> => (await link.shell(line, signal)).stdout
  const [props, features, size, density] = await Promise.all([
    ask('getprop'),
    ask('pm list features'),
    ask('wm size'),
    ask('wm density'),
  ])
  const build = buildPropsOf(parseGetprop(props))
  const screen = parseWm(size)
  const dpi = parseWm(density)
  if (build.sdk === null || screen === null || typeof screen === 'number')
    throw new Refusal('not-booted', 'Android is still starting on this device: it does not say yet what it is.', {
      hint: 'Try again in a moment.',
    })
  const tv = isTv(parseFeatures(features)) ?? build.tv
  const dpiNow = typeof dpi === 'number' ? dpi : 420
  const smallest = (Math.min(screen.width, screen.height) * 160) / dpiNow
  const model: DeviceModel = {
    id: deviceId(link.serial),
    name: build.model.replaceAll('_', ' ') || link.serial,
    platform: 'android',
    kind: tv ? 'tv' : smallest >= 600 ? 'tablet' : 'phone',
    surface: tv ? 'dpad' : 'touch',
    runtime: `Android ${build.release} (API ${build.sdk})`,
    size: screen,
    densityDpi: dpiNow,
    apiLevel: build.sdk,
  }
  return { model, can: capsOf(build.sdk, tv, link.serial) }
}

export function capsOf(apiLevel: number, tv: boolean, serial: string): Capabilities {
  return {
    surface: tv ? 'dpad' : 'touch',
    keys: keyNames,
    tree: yes,
    foreground: yes,
    text: tv ? noTouch : yes,
    clearData: yes,
    crashLogs: yes,
    contacts: { yes: false, why: 'Over adb only whole gestures of one finger can be sent.' },
    clipboard: { yes: false, why: 'adb cannot reach the clipboard.' },
    controls: controlsOf(apiLevel, serial),
  }
}
