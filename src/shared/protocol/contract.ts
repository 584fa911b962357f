// The one table of what can be asked of the hub. Types of both ends are derived from it; the host checks params, the
// client checks answers. A `call` answers once, a `watch` gives a value and its changes, a `stream` gives binary frames.
import { z } from 'zod'
import { dropChoices } from '#shared/domain/drop.ts'
import { appMethods } from '#shared/protocol/methods/apps.ts'
import { dropMethods } from '#shared/protocol/methods/drop.ts'
import { inputMethods } from '#shared/protocol/methods/input.ts'
import { fileMethods } from '#shared/protocol/methods/file.ts'
import { recordMethods } from '#shared/protocol/methods/record.ts'
import { screenshotMethods } from '#shared/protocol/methods/screenshot.ts'
import { terminalMethods } from '#shared/protocol/methods/terminal.ts'
import { pairingMethods } from '#shared/protocol/methods/pairing.ts'
import { powerMethods } from '#shared/protocol/methods/power.ts'
import { logMethods } from '#shared/protocol/methods/logs.ts'
import { videoMethods } from '#shared/protocol/methods/video.ts'
import { call, none, ofDevice, stream, watch } from '#shared/protocol/method.ts'
import {
  appInfoShape,
  appsShape,
  checkedShape,
  controlShape,
  deviceIdShape,
  deviceTilesShape,
  devicesShape,
  doctorShape,
  droppedShape,
  findingIdShape,
  findingPageShape,
  findingShape,
  findingsShape,
  flowRunShape,
  flowTextShape,
  inboxShape,
  mapShape,
  nightDocumentShape,
  nightIdShape,
  nightsShape,
  observedShape,
  progressShape,
  replayedShape,
  settingsShape,
  stepsShape,
  stillShape,
  triages,
} from '#shared/protocol/shapes.ts'
import { requestShape } from '#shared/protocol/request.ts'

/** Rises with every change of a shape or a method. Both ends must say the same: there is no translation. */
export const protocolVersion = 3

const device = ofDevice
const night = z.object({ id: nightIdShape })
const finding = z.object({ id: findingIdShape })

/** What a night is started from. A job's relative paths are read from `folder` (the file's own folder for `file`). */
export const jobSourceShape = z.discriminatedUnion('from', [
  z.object({ from: z.literal('file'), path: z.string() }),
  z.object({ from: z.literal('text'), text: z.string().max(1_000_000), folder: z.string().nullable().default(null) }),
  /** A demo app on the built-in phone: `app` is its id as `apps.list` gives it; null is the demo's own. */
  z.object({ from: z.literal('demo'), app: z.string().nullable().default(null) }),
  /** An app that is on a device already. */
  z.object({ from: z.literal('installed'), app: z.string(), device: deviceIdShape }),
])
/** Said on the command line or in the window, over what the job says. */
export const nightOptionsShape = z.object({
  seed: z.number().int().nullable().default(null),
  minutes: z.number().positive().max(1440).nullable().default(null),
  steps: z.number().int().positive().max(1_000_000).nullable().default(null),
  until: z.string().nullable().default(null),
  /** Real time on the demo phone, to be watched; else virtual. */
  watch: z.boolean().default(false),
  /** Absolute paths of files to write; null for none. */
  trace: z.string().nullable().default(null),
  map: z.string().nullable().default(null),
  /** Over the job's conditions; null leaves them. */
  conditions: z.array(z.string()).readonly().nullable().default(null),
  /** Only `none` for now: nights run without a model. */
  model: z.enum(['none']).nullable().default(null),
})

export const contract = {
  'devices.list': call(none, devicesShape),
  'devices.check': call(device, checkedShape),
  'devices.observe': call(
    device.extend({ tree: z.boolean().default(true), picture: z.boolean().default(false) }),
    observedShape,
  ),
  'device.apps': call(device, z.object({ apps: z.array(appInfoShape).readonly() })),
  ...inputMethods,
  'device.control': call(device.extend({ control: controlShape, request: requestShape.optional() }), none),
  'device.install': call(
    device.extend({ path: z.string(), choice: z.enum(dropChoices).nullable().default(null) }),
    appInfoShape,
  ),

  ...appMethods,
  ...logMethods,
  ...dropMethods,
  ...fileMethods,
  ...recordMethods,
  ...screenshotMethods,
  ...terminalMethods,
  ...powerMethods,
  ...pairingMethods,
  ...videoMethods,

  'apps.list': call(none, appsShape),
  /** Checks the job and the devices, then starts; answers at once. */
  'night.start': call(
    z.object({ job: jobSourceShape, options: nightOptionsShape.prefault({}) }),
    /** `id` is the first device's night, `ids` has one for each device. */
    z.object({ id: nightIdShape, ids: z.array(nightIdShape).readonly() }),
  ),
  /** After the step in hand; `now` does not wait for it. */
  'night.stop': call(night.extend({ now: z.boolean().default(false) }), none),
  'night.list': call(none, nightsShape),
  'night.show': call(night, nightDocumentShape),
  'night.steps': call(
    night.extend({ from: z.number().int().min(0).default(0), limit: z.number().int().min(1).max(1000).default(200) }),
    stepsShape,
  ),
  'night.dropped': call(night, z.object({ dropped: z.array(droppedShape).readonly() })),

  'findings.list': call(z.object({ all: z.boolean().default(false) }), findingsShape),
  'findings.show': call(finding, findingShape),
  'findings.page': call(finding, findingPageShape),
  'findings.flow': call(finding, flowTextShape),
  'findings.triage': call(
    finding.extend({
      do: z.enum(triages),
      /** Needed to decline. */
      reason: z.string().max(2000).nullable().default(null),
      /** Needed for `duplicate`: the finding it is the same as. */
      of: findingIdShape.nullable().default(null),
      /** ISO time, for `snooze`; null is a week. */
      until: z.string().nullable().default(null),
    }),
    findingShape,
  ),
  'finding.replay': call(finding, replayedShape),
  'flow.run': call(
    z.object({
      device: deviceIdShape,
      /** Absolute path, or a finding's own flow. */
      flow: z.discriminatedUnion('from', [
        z.object({ from: z.literal('file'), path: z.string() }),
        z.object({ from: z.literal('finding'), id: findingIdShape }),
      ]),
    }),
    flowRunShape,
  ),

  'map.show': call(z.object({ app: z.string() }), mapShape),
  /** A new address of the window, which opens it once; null when it is not served. */
  'hub.window': call(none, z.object({ url: z.string().nullable() })),
  'settings.get': call(none, settingsShape),
  'settings.set': call(settingsShape.partial(), settingsShape),
  doctor: call(none, doctorShape),
  /** What our parsers read out of a recorded output; `read` is the kind's own shape (design: `explain`). */
  explain: call(
    z.object({ path: z.string(), kind: z.string().nullable().default(null) }),
    z.object({ kind: z.string(), read: z.unknown(), refused: z.boolean() }),
  ),

  devices: watch(none, deviceTilesShape),
  nights: watch(none, nightsShape),
  night: watch(night, progressShape),
  inbox: watch(none, inboxShape),
  still: watch(device, stillShape),

  /** The device's picture as JPEG files, newest first served, one for each credit. */
  'device.stills': stream(device.extend({ widthPx: z.number().int().min(90).max(1440).default(540) })),
} as const

export type Contract = typeof contract
export type Method = keyof Contract
export type CallMethod = { [M in Method]: Contract[M]['kind'] extends 'call' ? M : never }[Method]
export type WatchMethod = { [M in Method]: Contract[M]['kind'] extends 'watch' ? M : never }[Method]
export type StreamMethod = { [M in Method]: Contract[M]['kind'] extends 'stream' ? M : never }[Method]

/** What the asker may leave out has a default: `Asked` is before it, `Params` after. */
export type Asked<M extends Method> = z.input<Contract[M]['params']>
export type Params<M extends Method> = z.output<Contract[M]['params']>
/** What the hub hands over (`Given`), and what the asker gets after the check (`Answer`). */
export type Given<M extends CallMethod | WatchMethod> = z.input<Contract[M]['result']>
export type Answer<M extends CallMethod | WatchMethod> = z.output<Contract[M]['result']>
