// Does what a command says, on one device: from the bar, a menu, the search or Electron's menu alike. A control takes control
// first, and says so; a picture or the way a device is shown does not.
import { LiveValue } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import { canNow, nextFontScale } from '#shared/domain/commands.ts'
import type { DeviceCommand, DeviceDo, OpenPart } from '#shared/domain/commands.ts'
import type { DeviceControl, KeyName, PowerOrder } from '#shared/domain/device.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import type { DeviceInput } from '#shared/domain/input.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import type { HubLink } from '#renderer/connect.ts'
import { go } from '#renderer/route.ts'
import { handOf } from '#renderer/stage/hand.ts'
import { takeScreenshot } from '#renderer/stage/screenshot.ts'
import { show } from '#renderer/stage/shown.ts'
import type { Notices } from '#renderer/ui/notices.tsx'

export interface Around {
  readonly hub: HubLink
  readonly notices: Notices
}

/** What is open about a device: a dialog, or a panel under its stage. */
export type OpenedPart = { readonly device: DeviceId; readonly part: OpenPart | 'wipe' | 'delete' }
export const openedPart = new LiveValue<OpenedPart | null>(null)

export async function runCommand(around: Around, device: DeviceTile, command: DeviceCommand): Promise<void> {
  const can = canNow(device, command)
  if (!can.yes) throw new Refusal('unsupported', can.why)
  await doOn(around, device, command.does)
}

async function doOn(around: Around, device: DeviceTile, does: DeviceDo): Promise<void> {
  const { hub, notices } = around
  const hand = handOf(hub, device.id)
  switch (does.do) {
    case 'take':
      await takeSaid(around, device)
      return
    case 'hand-back':
      await hand.handBack()
      notices.say(`${device.name} was handed back`)
      return
    case 'key':
      return pressKey(around, device, does.key)
    case 'control':
      return setControl(around, device, does.control)
    case 'appearance':
      return setControl(around, device, { set: 'dark', to: !(device.settings?.dark.value ?? false) })
    case 'text-size':
      return setControl(around, device, {
        set: 'fontScale',
        to: nextFontScale(device.settings?.fontScale.value ?? 1, does.to),
      })
    case 'lock':
      return setControl(around, device, { set: 'awake', to: device.state === 'asleep' })
    case 'status-bar': {
      const isClean = device.overrides?.statusBar.is === 'set'
      return setControl(around, device, { set: 'statusBar', to: isClean ? 'live' : 'clean' })
    }
    case 'power':
      return power(around, device, does.order)
    case 'screenshot':
      return takeScreenshot(around, device, { frame: does.withFrame })
    case 'open':
      openedPart.set({ device: device.id, part: does.part })
      // A panel stands under its device's own stage.
      if (does.part === 'apps' || does.part === 'log' || does.part === 'terminal') go('devices', device.id)
      return
    case 'show':
      show(device.id, does.as)
      return
  }
}

/** Says so only when it was not held before. */
async function takeSaid({ hub, notices }: Around, device: DeviceTile): Promise<void> {
  if (device.control?.yours === true) return
  await handOf(hub, device.id).take()
  notices.say(`You have control of ${device.name}. Hand back when done.`)
}

export const pressKey = (around: Around, device: DeviceTile, key: KeyName): Promise<void> =>
  sendInput(around, device, { kind: 'key', key })

export async function sendInput(around: Around, device: DeviceTile, input: DeviceInput): Promise<void> {
  await takeSaid(around, device)
  await handOf(around.hub, device.id).input(input)
}

/** Whole, as a paste. What the device does not take is thrown, so that whoever wrote the text keeps it. */
export async function typeText(around: Around, device: DeviceTile, text: string): Promise<void> {
  await takeSaid(around, device)
  const why = await handOf(around.hub, device.id).send({ kind: 'paste', text })
  if (why !== null) throw new Refusal('failed', why)
}

export async function setControl(around: Around, device: DeviceTile, what: DeviceControl): Promise<void> {
  await takeSaid(around, device)
  await handOf(around.hub, device.id).control(what)
}

/** What empties or removes a device asks first; the dialog calls this again with `isSure`. */
export async function power(
  { hub, notices }: Around,
  device: DeviceTile,
  order: PowerOrder,
  isSure = false,
): Promise<void> {
  if ((order === 'wipe' || order === 'delete') && !isSure) {
    openedPart.set({ device: device.id, part: order })
    return
  }
  notices.say(`${device.name}: ${orderWords[order]}`)
  await hub.call('device.power', { device: device.id, order })
}

const orderWords: Readonly<Record<PowerOrder, string>> = {
  boot: 'starting',
  'cold-boot': 'starting cold',
  reboot: 'rebooting',
  'shut-down': 'shutting down',
  wipe: 'being wiped',
  delete: 'being deleted',
}
