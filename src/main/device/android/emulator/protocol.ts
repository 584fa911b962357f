// The part of the emulator's control protocol we speak: calls, messages and field numbers, written by us from the numbers.
// Fields and messages not named here are passed over, since each emulator adds some. Used by the link and by tests' double.
import protobuf from 'protobufjs'

export const serviceName = 'android.emulation.control.EmulatorController'
export const pathOf = (call: string): string => `/${serviceName}/${call}`

export const imageFormats = { png: 0, rgba8888: 1, rgb888: 2 } as const
export const transports = { unspecified: 0, mmap: 1 } as const
export const keyEvents = { down: 0, up: 1, press: 2 } as const
export const physicalTypes = { rotation: 1, posture: 16 } as const
export const postureNumbers = { closed: 1, 'half-open': 2, open: 3 } as const
export const chargers = { none: 0, ac: 1 } as const
export const batteryStates = { charging: 1, discharging: 2 } as const
export const vmStates = { running: 1, shutdown: 5, terminate: 7 } as const
export const neverExpire = 1

export interface Messages {
  Empty: Record<never, never>
  ImageFormat: {
    format: number
    rotation?: { rotation: number } | null
    width: number
    height: number
    display?: number
    transport?: { channel: number; handle: string } | null
    foldedDisplay?: { width: number; height: number; xOffset: number; yOffset: number } | null
  }
  Image: {
    format: Messages['ImageFormat'] | null
    width?: number
    height?: number
    image: Uint8Array
    seq: number
    timestampUs: number
  }
  TouchEvent: {
    touches: readonly { x: number; y: number; identifier: number; pressure: number; expiration?: number }[]
    display?: number
  }
  KeyboardEvent: { codeType?: number; eventType: number; keyCode?: number; key?: string; text?: string }
  ClipData: { text: string }
  PhysicalModelValue: { target: number; status?: number; value?: { data: readonly number[] } | null }
  Posture: { value: number }
  GpsState: {
    passiveUpdate: boolean
    latitude: number
    longitude: number
    speed: number
    bearing: number
    altitude: number
    satellites: number
  }
  BatteryState: {
    hasBattery: boolean
    isPresent: boolean
    charger: number
    chargeLevel: number
    health: number
    status: number
  }
  EmulatorStatus: {
    version: string
    uptime: number
    booted: boolean
    hardwareConfig: { entry: readonly { key: string; value: string }[] } | null
  }
  VmRunState: { state: number }
}
export type MessageName = keyof Messages

/** Request and answer of each call that is answered once. */
export interface Unary {
  getStatus: ['Empty', 'EmulatorStatus']
  getScreenshot: ['ImageFormat', 'Image']
  sendTouch: ['TouchEvent', 'Empty']
  sendKey: ['KeyboardEvent', 'Empty']
  setClipboard: ['ClipData', 'Empty']
  getClipboard: ['Empty', 'ClipData']
  setPhysicalModel: ['PhysicalModelValue', 'Empty']
  getPhysicalModel: ['PhysicalModelValue', 'PhysicalModelValue']
  setPosture: ['Posture', 'Empty']
  setGps: ['GpsState', 'Empty']
  getGps: ['Empty', 'GpsState']
  setBattery: ['BatteryState', 'Empty']
  getBattery: ['Empty', 'BatteryState']
  setVmState: ['VmRunState', 'Empty']
  getVmState: ['Empty', 'VmRunState']
}
/** Request and answers of each call that goes on answering. */
export interface Streams {
  streamScreenshot: ['ImageFormat', 'Image']
  streamClipboard: ['Empty', 'ClipData']
  streamPhysicalModel: ['PhysicalModelValue', 'PhysicalModelValue']
}
export type UnaryName = keyof Unary
export type StreamName = keyof Streams

export const unaryCalls: { readonly [N in UnaryName]: Unary[N] } = {
  getStatus: ['Empty', 'EmulatorStatus'],
  getScreenshot: ['ImageFormat', 'Image'],
  sendTouch: ['TouchEvent', 'Empty'],
  sendKey: ['KeyboardEvent', 'Empty'],
  setClipboard: ['ClipData', 'Empty'],
  getClipboard: ['Empty', 'ClipData'],
  setPhysicalModel: ['PhysicalModelValue', 'Empty'],
  getPhysicalModel: ['PhysicalModelValue', 'PhysicalModelValue'],
  setPosture: ['Posture', 'Empty'],
  setGps: ['GpsState', 'Empty'],
  getGps: ['Empty', 'GpsState'],
  setBattery: ['BatteryState', 'Empty'],
  getBattery: ['Empty', 'BatteryState'],
  setVmState: ['VmRunState', 'Empty'],
  getVmState: ['Empty', 'VmRunState'],
}
export const streamCalls: { readonly [N in StreamName]: Streams[N] } = {
  streamScreenshot: ['ImageFormat', 'Image'],
  streamClipboard: ['Empty', 'ClipData'],
  streamPhysicalModel: ['PhysicalModelValue', 'PhysicalModelValue'],
}

type Fields = Readonly<Record<string, readonly [type: string, id: number, repeated?: 'repeated']>>

/** Enumerations travel as int32 does: they are numbers here. */
const fields: Readonly<Record<string, Fields>> = {
  Empty: {},
  Rotation: { rotation: ['int32', 1] },
  ImageTransport: { channel: ['int32', 1], handle: ['string', 2] },
  FoldedDisplay: { width: ['uint32', 1], height: ['uint32', 2], xOffset: ['uint32', 3], yOffset: ['uint32', 4] },
  ImageFormat: {
    format: ['int32', 1],
    rotation: ['Rotation', 2],
    width: ['uint32', 3],
    height: ['uint32', 4],
    display: ['uint32', 5],
    transport: ['ImageTransport', 6],
    foldedDisplay: ['FoldedDisplay', 7],
  },
  Image: {
    format: ['ImageFormat', 1],
    width: ['uint32', 2],
    height: ['uint32', 3],
    image: ['bytes', 4],
    seq: ['uint32', 5],
    timestampUs: ['uint64', 6],
  },
  Touch: {
    x: ['int32', 1],
    y: ['int32', 2],
    identifier: ['int32', 3],
    pressure: ['int32', 4],
    expiration: ['int32', 7],
  },
  TouchEvent: { touches: ['Touch', 1, 'repeated'], display: ['int32', 2] },
  KeyboardEvent: {
    codeType: ['int32', 1],
    eventType: ['int32', 2],
    keyCode: ['int32', 3],
    key: ['string', 4],
    text: ['string', 5],
  },
  ClipData: { text: ['string', 1] },
  ParameterValue: { data: ['float', 1, 'repeated'] },
  PhysicalModelValue: { target: ['int32', 1], status: ['int32', 2], value: ['ParameterValue', 3] },
  Posture: { value: ['int32', 3] },
  GpsState: {
    passiveUpdate: ['bool', 1],
    latitude: ['double', 2],
    longitude: ['double', 3],
    speed: ['double', 4],
    bearing: ['double', 5],
    altitude: ['double', 6],
    satellites: ['int32', 7],
  },
  BatteryState: {
    hasBattery: ['bool', 1],
    isPresent: ['bool', 2],
    charger: ['int32', 3],
    chargeLevel: ['int32', 4],
    health: ['int32', 5],
    status: ['int32', 6],
  },
  Entry: { key: ['string', 1], value: ['string', 2] },
  EntryList: { entry: ['Entry', 1, 'repeated'] },
  EmulatorStatus: {
    version: ['string', 1],
    uptime: ['uint64', 2],
    booted: ['bool', 3],
    hardwareConfig: ['EntryList', 5],
  },
  VmRunState: { state: ['int32', 1] },
}

const root = protobuf.Root.fromJSON({
  nested: Object.fromEntries(
    Object.entries(fields).map(([name, of]) => [
      name,
      {
        fields: Object.fromEntries(
          Object.entries(of).map(([field, [type, id, rule]]) => [
            field,
            { type, id, ...(rule === undefined ? {} : { rule, options: { packed: true } }) },
          ]),
        ),
      },
    ]),
  ),
})
const types = new Map<string, protobuf.Type>(Object.keys(fields).map(name => [name, root.lookupType(name)]))

const typeOf = (name: MessageName): protobuf.Type => {
  const type = types.get(name)
  if (type === undefined) throw new Error(`there is no message ${name}`)
  return type
}

export function encode<N extends MessageName>(name: N, value: Messages[N]): Buffer {
  const type = typeOf(name)
  return type.encode(type.fromObject(value as Record<string, unknown>)).finish() as Buffer
}

/** Absent fields come as their defaults, absent messages as null. Throws on bytes that are no message. */
export function decode<N extends MessageName>(name: N, bytes: Uint8Array): Messages[N] {
  const type = typeOf(name)
  return type.toObject(type.decode(bytes), { defaults: true, longs: Number }) as Messages[N]
}
