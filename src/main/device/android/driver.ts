// The Android driver over adb alone: phones, tablets and TVs on a cable or the network, and emulators without gRPC.
import type { Clock, Driver } from '#main/device/driver.ts'
import { AdbLink } from '#main/device/android/adb.ts'
import { AndroidApps } from '#main/device/android/apps.ts'
import { AndroidFiles } from '#main/device/android/files.ts'
import { AndroidInput } from '#main/device/android/input.ts'
import { AndroidLogLines } from '#main/device/android/logs-follow.ts'
import { AndroidLogs } from '#main/device/android/logs.ts'
import { noSlowNetwork, rootOf, type Root } from '#main/device/android/network.ts'
import { parseDeviceStates } from '#main/device/android/parse/device-state.ts'
import { parseDisplay } from '#main/device/android/parse/display.ts'
import { buildPropsOf, parseGetprop } from '#main/device/android/parse/getprop.ts'
import { isTv, parseFeatures, parseWm } from '#main/device/android/parse/packages.ts'
import { openPhoneVideo, type PhoneVideo } from '#main/device/android/phone-video/phone-video.ts'
import { DeviceMemory, type Memory } from '#main/device/android/remembered.ts'
import { AndroidScreen, type PictureSource } from '#main/device/android/screen.ts'
import { AndroidSettings, controlsOf } from '#main/device/android/settings.ts'
import { AndroidWallClock } from '#main/device/android/wall-clock.ts'
import { sleep } from '#shared/base/abort.ts'
import type { Live } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import {
  keyNames,
  type Capabilities,
  type DeviceModel,
  type Fold,
  type Posture,
  type Power,
} from '#shared/domain/device.ts'
import type { Orientation, Size } from '#shared/domain/geometry.ts'
import { findTool } from '#main/sys/tools.ts'
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
  /** Where pictures come from; over adb where none is given. */
  readonly picture?: PictureSource
  /** How adb names it now, where it can be reached in several ways. */
  readonly current?: () => string
  /** Where this computer's programs are looked for: scrcpy's server. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

const closeMs = 5000
/** Of a device that starts anew, until it hears us. */
const backMs = 180_000
const tidyMs = 10_000
/** Of ours, for the answer after a sleep. */
const sleptMs = 15_000
const yes = { yes: true } as const
const noTouch = { yes: false, why: 'This TV has no touch screen: text goes in by its own keyboard.' } as const

export async function openAndroid(options: AndroidOptions, power: Live<Power>, signal: AbortSignal): Promise<Driver> {
  const driver = await androidDriver(options, power, signal)
  try {
    await driver.settings.giveBackLeft(signal)
    return driver
  } catch (thrown) {
    await driver[Symbol.asyncDispose]()
    throw thrown
  }
}

/** What a driver that does some of it another way is made over. */
export interface AndroidDriver extends Driver {
  readonly settings: AndroidSettings
  /** Written down on the device: what `name` was before. */
  before(name: string): Memory
}

/** What one that died had put is not given back yet. */
export async function androidDriver(
  options: AndroidOptions,
  power: Live<Power>,
  signal: AbortSignal,
): Promise<AndroidDriver> {
  const link = await AdbLink.open(options.port, options.current ?? options.serial, signal)
  try {
    const memory = new DeviceMemory(link)
    const [found] = await Promise.all([identified(link, signal), memory.recall(signal)])
    const clock = options.timeScale === 'device' ? await deviceClock(link, signal) : scaledClock(options.timeScale)
    // Whoever brings pictures of its own brings its own video, too.
    const video =
      options.picture === undefined ? await openPhoneVideo(link, found.model, options.env ?? process.env, signal) : null
    return driverOver({ link, memory }, found, options, power, clock, { adb: await findTool('adb'), video })
  } catch (thrown) {
    await link.close()
    throw thrown
  }
}

function driverOver(
  { link, memory }: { readonly link: AdbLink; readonly memory: DeviceMemory },
  { model, can, root, postures }: Identified,
  options: AndroidOptions,
  power: Live<Power>,
  clock: Clock,
  { adb, video }: { readonly adb: string | null; readonly video: PhoneVideo | null },
): AndroidDriver {
  const apiLevel = model.apiLevel ?? 0
  const input = new AndroidInput(link, apiLevel)
  const settings: AndroidSettings = new AndroidSettings(link, {
    apiLevel,
    natural: signal => naturalOf(link, model, signal),
    root,
    postures,
    memory,
    app: () => apps.current,
  })
  const apps = new AndroidApps(link, {
    port: options.port,
    apiLevel,
    tv: model.kind === 'tv',
    onCleared: (pkg, signal) => settings.cleared(pkg, signal),
  })
  // Of no hurry, and found again the next time where it does not go now.
  apps.drop.removeOld(AbortSignal.timeout(tidyMs)).catch(() => undefined)
  const stopFollowing = onBack(power, () => settings.cameBack(AbortSignal.timeout(backMs)))
  return {
    model,
    can: withVideo(can, video, model.surface),
    clock,
    power,
    screen: new AndroidScreen(link, options.picture ?? null),
    touch: model.surface === 'touch' ? { ...input.touch, ...video?.touch } : null,
    keys: input,
    text: model.surface === 'touch' ? input : null,
    apps,
    logs: new AndroidLogs(link, clock),
    logLines: new AndroidLogLines(link),
    clipboard: video?.clipboard ?? null,
    video: video?.video ?? { kind: 'stills', path: 'stills', why: 'Pictures come one by one over adb.', hint: null },
    files: new AndroidFiles(link, apiLevel),
    // Where the program is not found, opening a terminal says so.
    shell: {
      get argv() {
        return [adb ?? 'adb', '-P', String(options.port), '-s', link.serial, 'shell'] as const
      },
    },
    settings,
    before: name => memory.of(name),
    wallClock: new AndroidWallClock(link),
    [Symbol.asyncDispose]: async () => {
      stopFollowing()
      video?.close()
      try {
        await settings.close(AbortSignal.timeout(closeMs))
      } catch {
        // A device that is gone cannot be given anything back.
      }
      await link.close()
    },
  }
}

const withVideo = (can: Capabilities, video: PhoneVideo | null, surface: DeviceModel['surface']): Capabilities => ({
  ...can,
  ...(video?.touch != null && surface === 'touch' ? { contacts: yes } : {}),
  ...(video?.clipboard != null ? { clipboard: yes } : {}),
})

/** Calls `work` each time the device is on again after it was not. What comes of it is read back by whoever looks. */
function onBack(power: Live<Power>, work: () => Promise<void>): () => void {
  let was = power.value.is
  return power.subscribe(({ is }) => {
    const isBack = is === 'on' && was !== 'on'
    was = is
    if (isBack) work().catch(() => undefined)
  })
}

/** A foldable's screens differ in it, so there it is asked for. */
async function naturalOf(link: AdbLink, model: DeviceModel, signal: AbortSignal): Promise<Orientation> {
  const size = model.kind === 'foldable' ? parseWm((await link.shell('wm size', signal)).stdout) : model.size
  return size !== null && typeof size !== 'number' && size.width > size.height ? 'landscape' : 'portrait'
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

interface Identified {
  readonly model: DeviceModel
  readonly can: Capabilities
  readonly root: Root
  readonly postures: ReadonlyMap<Posture, number>
}

async function identified(link: AdbLink, signal: AbortSignal): Promise<Identified> {
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
  const [root, folding] = await Promise.all([
    rootOf(link, build.emulator, signal),
    tv || build.sdk < deviceStateFrom ? null : foldingOf(link, signal),
  ])
  const shared = {
    id: deviceId(link.serial),
    name: build.model.replaceAll('_', ' ') || link.serial,
    platform: 'android',
    surface: tv ? 'dpad' : 'touch',
    runtime: `Android ${build.release} (API ${build.sdk})`,
    densityDpi: dpiNow,
    apiLevel: build.sdk,
  } as const
  const model: DeviceModel =
    folding === null
      ? { ...shared, kind: tv ? 'tv' : smallest >= 600 ? 'tablet' : 'phone', size: screen }
      : { ...shared, kind: 'foldable', size: folding.inner, fold: folding.fold }
  const can = capsOf(build.sdk, tv, link.serial, { folds: folding !== null, slow: root !== null })
  return { model, can, root, postures: folding?.postures ?? new Map<Posture, number>() }
}

/** Android 12; before, nothing tells over adb whether and how it folds. */
const deviceStateFrom = 31

interface Folding {
  readonly inner: Size
  readonly fold: Fold
  readonly postures: ReadonlyMap<Posture, number>
}

/** Null for what does not fold, and for what says so but names one screen only. */
async function foldingOf(link: AdbLink, signal: AbortSignal): Promise<Folding | null> {
  const { numbers } = parseDeviceStates((await link.shell('cmd device_state print-states', signal)).stdout)
  const [first, ...others] = (['closed', 'half-open', 'open'] as const).filter(posture => numbers.has(posture))
  if (first === undefined) return null
  const [inner, outer] = parseDisplay((await link.shell('dumpsys display', signal)).stdout).screens
  if (inner === undefined || outer === undefined) return null
  // One that opens like a book is about as wide as it is tall; one that opens upwards is a phone when it is open.
  const hinge = inner.width * 3 > inner.height * 2 ? 'vertical' : 'horizontal'
  return { inner, fold: { outer, hinge, postures: [first, ...others] }, postures: numbers }
}

export function capsOf(
  apiLevel: number,
  tv: boolean,
  serial: string,
  { folds, slow }: { readonly folds: boolean; readonly slow: boolean } = { folds: false, slow: false },
): Capabilities {
  const controls = controlsOf(apiLevel, serial, { tv, folds })
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
    controls,
    slowNetwork: slow && controls.network.yes ? yes : noSlowNetwork,
  }
}
