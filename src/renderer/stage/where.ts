// Devices by where they are, for the side bar and the wall: built in, on this computer, TVs.
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { isMac } from '#renderer/ui/keys.ts'

export interface Group {
  readonly where: string
  readonly devices: readonly DeviceTile[]
}

export function byWhere(
  devices: readonly DeviceTile[],
  computer: string = isMac ? 'This Mac' : 'This computer',
): readonly Group[] {
  const whereOf = (device: DeviceTile): string =>
    device.platform === 'demo' ? 'Built in' : device.kind === 'tv' ? 'TVs' : computer
  return [computer, 'TVs', 'Built in']
    .map(where => ({ where, devices: devices.filter(device => whereOf(device) === where) }))
    .filter(group => group.devices.length > 0)
}
