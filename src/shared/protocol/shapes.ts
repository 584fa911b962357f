// Every shape that leaves Nocturne as JSON: what the commands print with --json and what the protocol answers.
// The reference in docs/ is made from this file. Shapes of the domain are checked against its types at the bottom.
import { z } from 'zod'
import { refusalCodes } from '#shared/base/refusal.ts'
import { checks } from '#shared/domain/check.ts'
import { fontScales } from '#shared/domain/commands.ts'
import { keyNames, postures, powerOrders, turns } from '#shared/domain/device.ts'
import type { Capabilities, DeviceModel, Receipt } from '#shared/domain/device.ts'
import type { FindingRow } from '#shared/domain/finding.ts'
import { deviceId, findingId, fingerprintOf, nightId } from '#shared/domain/ids.ts'
import type { DeviceInput } from '#shared/domain/input.ts'
import type { MissionRow } from '#shared/domain/night.ts'

const list = <T extends z.ZodType>(item: T): z.ZodReadonly<z.ZodArray<T>> => z.array(item).readonly()
const text = z.string()
const count = z.number().int().nonnegative()

export const deviceIdShape = text.transform(deviceId)
export const nightIdShape = text.transform(nightId)
export const findingIdShape = text.transform(findingId)

export const errorShape = z.object({
  error: z.object({ code: z.enum(refusalCodes), words: text, where: text.nullable(), hint: text.nullable() }),
})

// ---- devices

export const canShape = z.discriminatedUnion('yes', [
  z.object({ yes: z.literal(true) }),
  z.object({ yes: z.literal(false), why: text }),
])
export const capsShape = z.object({
  surface: z.enum(['touch', 'dpad']),
  keys: list(z.enum(keyNames)),
  tree: canShape,
  foreground: canShape,
  text: canShape,
  clearData: canShape,
  crashLogs: canShape,
  contacts: canShape,
  clipboard: canShape,
  slowNetwork: canShape.optional(),
  terminal: canShape.optional(),
  files: canShape.optional(),
  controls: z.object({
    dark: canShape,
    fontScale: canShape,
    locale: canShape,
    network: canShape,
    orientation: canShape,
    turn: canShape,
    posture: canShape,
    awake: canShape,
    location: canShape,
    statusBar: canShape,
    battery: canShape,
  }),
})
const sizeShape = z.object({ width: z.number(), height: z.number() })
const modelBaseShape = z.object({
  id: deviceIdShape,
  name: text,
  platform: z.enum(['demo', 'android', 'ios', 'roku']),
  surface: z.enum(['touch', 'dpad']),
  runtime: text,
  size: sizeShape,
  densityDpi: z.number(),
  apiLevel: z.number().nullable(),
})
const kindShape = z.enum(['phone', 'tablet', 'foldable', 'tv'])
const postureShape = z.enum(postures)
const turnShape = z.enum(turns)
export const modelShape = z.discriminatedUnion('kind', [
  modelBaseShape.extend({ kind: kindShape.exclude(['foldable']) }),
  modelBaseShape.extend({
    kind: z.literal('foldable'),
    fold: z.object({
      outer: sizeShape,
      hinge: z.enum(['vertical', 'horizontal']),
      postures: z.tuple([postureShape], postureShape).readonly(),
    }),
  }),
])
const who = z.enum(['device', 'outside', 'person', 'agent', 'night'])
type KnownShape<T extends z.ZodType> = z.ZodObject<{
  known: z.ZodLiteral<true>
  value: T
  at: z.ZodNumber
  by: typeof who
}>
type UnknownShape<T extends z.ZodType> = z.ZodObject<{
  known: z.ZodLiteral<false>
  why: typeof text
  last: z.ZodNullable<KnownShape<T>>
  value: z.ZodOptional<z.ZodUndefined>
}>
const known = <T extends z.ZodType>(value: T): KnownShape<T> =>
  z.object({ known: z.literal(true), value, at: z.number(), by: who })
const observed = <T extends z.ZodType>(value: T): z.ZodDiscriminatedUnion<[KnownShape<T>, UnknownShape<T>], 'known'> =>
  z.discriminatedUnion('known', [
    known(value),
    z.object({
      known: z.literal(false),
      why: text,
      last: known(value).nullable(),
      value: z.undefined().optional(),
    }),
  ])

const override = <T extends z.ZodType>(
  to: T,
): z.ZodDiscriminatedUnion<
  [
    z.ZodObject<{ is: z.ZodLiteral<'own'>; reads: z.ZodOptional<T> }>,
    z.ZodObject<{ is: z.ZodLiteral<'set'>; to: T; at: z.ZodNumber; by: typeof who }>,
  ],
  'is'
> =>
  z.discriminatedUnion('is', [
    z.object({ is: z.literal('own'), reads: to.optional() }),
    z.object({ is: z.literal('set'), to, at: z.number(), by: who }),
  ])
const batteryShape = z.object({ level: z.number().int().min(0).max(100), charging: z.boolean() })
const placeShape = z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })

/** The dot of the side bar. `needs-you`: it is there but cannot be used until a person does something (`why`). */
export const deviceStates = ['live', 'off', 'booting', 'asleep', 'lost', 'needs-you'] as const

export const deviceLineShape = z.object({
  id: deviceIdShape,
  name: text,
  platform: modelBaseShape.shape.platform,
  kind: kindShape,
  state: z.enum(deviceStates),
  /** Why it cannot be used now, in words; null when it can. */
  why: text.nullable(),
  runtime: text,
  caps: capsShape,
})
/** What the window needs beside the line. */
export const deviceTileShape = deviceLineShape.extend({
  model: modelShape,
  generation: z.number(),
  /** It failed (its words are in `why`): a reboot may help. */
  failed: z.boolean(),
  /** Lost: in how long it is tried again, from now; null when it is not. */
  nextTryMs: z.number().nullable(),
  /** The ways it is reached by, where they are several: "by USB and Wi-Fi". */
  by: text.nullable().optional(),
  /** What it can be told now about its power; empty for what is not ours to start. */
  orders: list(z.enum(powerOrders)),
  control: z
    .object({
      kind: z.enum(['person', 'agent', 'night']),
      name: text,
      /** Held by this very connection. */ yours: z.boolean(),
    })
    .nullable(),
  busy: text.nullable(),
  settings: z
    .object({
      dark: observed(z.boolean()),
      fontScale: observed(z.number()),
      locale: observed(text),
      localeApp: text.nullable().optional(),
      network: observed(z.enum(['online', 'slow', 'offline'])),
      orientation: observed(z.enum(['portrait', 'landscape'])),
    })
    .nullable(),
  turn: turnShape,
  /** Null on what does not fold. */
  posture: known(postureShape).nullable(),
  overrides: z
    .object({
      statusBar: override(z.literal('clean')),
      battery: override(batteryShape),
      location: override(placeShape),
    })
    .nullable(),
})
/** Kinds of devices that could not be looked for, and why: the list is partial then. */
const missingShape = list(z.object({ platform: text, words: text }))
export const devicesShape = z.object({ devices: list(deviceLineShape), missing: missingShape })
export const deviceTilesShape = z.object({ devices: list(deviceTileShape), missing: missingShape })
export const checkedShape = z.object({
  id: deviceIdShape,
  checks: list(z.object({ name: text, ok: z.boolean(), ms: z.number(), words: text })),
})

const rectShape = z.object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() })
const orientationShape = z.enum(['portrait', 'landscape'])
const pointShape = z.object({ x: z.number(), y: z.number(), generation: z.number() })
const waitMs = z.number().min(0).max(600_000)
export const inputShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tap'), at: pointShape }),
  z.object({ kind: z.literal('double_tap'), at: pointShape }),
  z.object({ kind: z.literal('long_press'), at: pointShape, ms: waitMs }),
  z.object({ kind: z.literal('swipe'), from: pointShape, to: pointShape, ms: waitMs }),
  z.object({ kind: z.literal('pinch'), centre: pointShape, from: z.number(), to: z.number(), ms: waitMs }),
  z.object({
    kind: z.literal('contacts'),
    generation: z.number(),
    contacts: z
      .array(z.object({ id: z.number().int().min(0).max(9), x: z.number(), y: z.number() }))
      .max(10)
      .readonly(),
  }),
  z.object({
    kind: z.literal('host_key'),
    key: z.object({ key: text.max(40), code: text.max(40) }),
    down: z.boolean(),
  }),
  z.object({ kind: z.literal('paste'), text: text.max(1_000_000) }),
  z.object({ kind: z.literal('text'), text: text.max(100_000) }),
  z.object({ kind: z.literal('clear') }),
  z.object({ kind: z.literal('key'), key: z.enum(keyNames) }),
  z.object({ kind: z.literal('hide_keyboard') }),
  z.object({ kind: z.literal('turn'), to: orientationShape }),
  z.object({ kind: z.literal('background'), ms: waitMs }),
  z.object({ kind: z.literal('wait'), ms: waitMs }),
])
/** Android's own steps: no others can be set. */
const fontScaleShape = z
  .number()
  .refine(to => fontScales.some(one => one === to), { error: `has to be one of ${fontScales.join(', ')}` })

export const controlShape = z.discriminatedUnion('set', [
  z.object({ set: z.literal('dark'), to: z.boolean() }),
  z.object({ set: z.literal('fontScale'), to: fontScaleShape }),
  z.object({ set: z.literal('locale'), to: text.min(2).max(40) }),
  z.object({ set: z.literal('network'), to: z.enum(['online', 'slow', 'offline']) }),
  z.object({ set: z.literal('orientation'), to: orientationShape }),
  z.object({ set: z.literal('turn'), to: z.enum([...turns, 'left', 'right']) }),
  z.object({ set: z.literal('posture'), to: postureShape }),
  z.object({ set: z.literal('awake'), to: z.boolean() }),
  z.object({ set: z.literal('location'), to: placeShape.nullable() }),
  z.object({ set: z.literal('statusBar'), to: z.enum(['clean', 'live']) }),
  z.object({ set: z.literal('battery'), to: batteryShape.nullable() }),
])
export const receiptShape = z.object({
  sent: z.boolean(),
  reached: z.boolean().nullable(),
  changed: z.boolean().nullable(),
  words: text,
  refusal: errorShape.shape.error.nullable(),
})
export const appInfoShape = z.object({ package: text, label: text, versionName: text, versionCode: z.number() })

export const observedShape = z.object({
  /** The most title-like text near the top; '' when nothing says. */
  screen: text,
  foreground: z.object({ package: text, activity: text.nullable(), overlay: text.nullable() }),
  /** The focused element in words and by id; null when nothing has focus. */
  focus: z.object({ id: text, class: text, label: text, bounds: rectShape }).nullable(),
  keyboard: z.object({ shown: z.boolean(), bounds: rectShape.nullable() }),
  generation: z.number(),
  /** Null when not asked for, or when there is none: then `tree_missing` says why. */
  tree: list(
    z.object({
      index: count,
      parent: count.nullable(),
      class: text,
      id: text,
      text,
      desc: text,
      hint: text,
      bounds: rectShape,
      flags: list(text),
    }),
  ).nullable(),
  tree_missing: text.nullable(),
  /** A PNG file; null when not asked for. */
  picture: text.nullable(),
})

// ---- findings

export const statusShape = z.enum([
  'new',
  'seen',
  'regressed',
  'crash_log',
  'declined',
  'snoozed',
  'gone',
  'accepted',
  'duplicate',
])
export const flowResultShape = z.enum(['reproduced', 'drifted', 'passed', 'refused', 'not_played'])
export const severityShape = z.enum(['high', 'medium', 'low'])

export const findingShape = z.object({
  id: findingIdShape,
  fingerprint: text.transform(fingerprintOf),
  app: text,
  check: z.enum(checks),
  severity: severityShape,
  screen: text,
  element: text,
  title: text,
  reproduced: text,
  status: statusShape,
  shown: z.boolean(),
  first_seen: text,
  last_seen: text,
  seen_count: count,
  builds: list(text),
  in_previous_build: z.boolean().nullable(),
  steps: list(text),
  shortest_known: count.nullable(),
  flow: text.nullable(),
  flow_result: flowResultShape,
  asserts: z.enum(['maestro', 'nocturne']),
  pictures: list(text),
  clip: text.nullable(),
  log: text.nullable(),
  why: text,
  why_not_noise: text,
})
export const findingsShape = z.object({ findings: list(findingShape) })

/** A row of the inbox: what a person reads before opening it. */
export const inboxRowShape = z.object({
  id: findingIdShape,
  check: z.enum(checks),
  /** "Crash", "Lost data": the check in a person's words. */
  label: text,
  severity: severityShape,
  title: text,
  screen: text,
  reproduced: text,
  status: statusShape,
  shown: z.boolean(),
  /** "new in 41", "also in 40", "seen 4 nights". */
  seen: text,
  app: text,
  last_seen: text,
  /** Until when it is snoozed; null when it is not. */
  until: text.nullable(),
  /** Its after picture, by URL; null when there is none. */
  picture: text.nullable(),
})

/** Pixels of the picture as kept: `mark` is in them, `width` and `height` are the picture's own. */
export const pagePictureShape = z.object({
  role: z.enum(['before', 'after', 'step']),
  url: text,
  words: text,
  width: count.nullable(),
  height: count.nullable(),
  /** 0–1 of the picture; null when it is the whole screen. */
  mark: rectShape.nullable(),
})
export const findingPageShape = z.object({
  finding: findingShape,
  label: text,
  seen: text,
  pictures: list(pagePictureShape),
  steps: list(z.object({ words: text, picture: text.nullable() })),
  log: text.nullable(),
  flow: z.object({ name: text, text, file: text }).nullable(),
  /** What people did with it, oldest first, in words with its time. */
  history: list(z.object({ at: text, words: text })),
  until: text.nullable(),
  reason: text.nullable(),
  of: text.nullable(),
  /** Codes and hashes, for Details. */
  details: list(z.object({ name: text, value: text })),
})

export const triages = ['accept', 'duplicate', 'decline', 'snooze', 'restore', 'undo'] as const
export const replayedShape = z.object({ id: findingIdShape, reproduced: text, words: text })
export const flowRunShape = z.object({
  file: text,
  result: z.enum(['passed', 'reproduced', 'drifted', 'refused']),
  /** Steps done before it ended, and the line of the step it ended at; null when it passed. */
  step: count,
  line: count.nullable(),
  words: text,
})
export const flowTextShape = z.object({ file: text, text })

// ---- nights

export const endedByShape = z.enum(['answer', 'budget', 'time', 'stuck', 'model', 'device', 'cost', 'stopped'])
export const missionShape = z.object({
  card: text,
  device: deviceIdShape,
  condition: text.nullable(),
  steps: count,
  ended_by: endedByShape,
  judged: z.enum(['met', 'not met', 'not judged']),
  /** Why it ended so, where the ending alone does not say; null else. */
  why: text.nullable(),
})
export const nightShape = z.object({
  id: nightIdShape,
  app: text,
  build: text,
  devices: list(deviceIdShape),
  started: text,
  ended: text.nullable(),
  ended_by: endedByShape.nullable(),
  steps: count,
  screens: count,
  new_screens: count,
  not_reproduced: count,
  missions: list(missionShape),
})
export const nightDocumentShape = z.object({ night: nightShape, findings: list(findingShape), inbox: text.nullable() })
/** What a run prints: the night, and where the job named several devices the others' nights with their findings. */
export const nightRunShape = nightDocumentShape.extend({
  others: list(nightDocumentShape.omit({ inbox: true })).optional(),
})
/** A row of the list of nights. */
export const nightLineShape = nightShape.omit({ missions: true }).extend({
  app_label: text,
  seed: z.number(),
  findings: count,
  running: z.boolean(),
})
export const nightsShape = z.object({ nights: list(nightLineShape) })

export const stepLineShape = z.object({
  /** From 1 within the night. */
  n: count,
  mission: count,
  device: deviceIdShape,
  /** From 1 within its mission. */
  step: count,
  screen: text.nullable(),
  screen_name: text,
  new_screen: z.boolean(),
  /** `tapped "Delete"` */
  words: text,
  /** "landed, screen changed" */
  outcome: text,
  /** Oracles that were asked, and the ones that raised a candidate. */
  checks: list(text),
  candidates: list(z.object({ check: z.enum(checks), title: text })),
  picture: text.nullable(),
  /** Where it touched, 0–1 of the picture; null when it touched nothing. */
  touch: z.object({ x: z.number(), y: z.number() }).nullable(),
  by: z.enum(['night', 'person']),
  at_ms: z.number(),
  notes: list(text),
})
export const stepsShape = z.object({ steps: list(stepLineShape), total: count })

export const droppedShape = z.object({ check: z.enum(checks), label: text, title: text, screen: text, words: text })

/** A night as it goes, for the window and for the progress bar. */
export const progressShape = z.object({
  night: nightLineShape,
  phase: z.enum(['starting', 'exploring', 'confirming', 'ended']),
  /** In words: "Trying 2 candidates again". */
  doing: text,
  /** 0–1 of the whole night; null when nothing says how long it is. */
  fraction: z.number().nullable(),
  /** ms until the end at the present pace; null when unknown. */
  left_ms: z.number().nullable(),
  candidates: count,
  confirmed: count,
  mission: z
    .object({
      card: text,
      device: deviceIdShape,
      device_name: text,
      condition: text.nullable(),
      step: count,
      of: count.nullable(),
      n: count,
    })
    .nullable(),
  now: stepLineShape.nullable(),
  /** The last twelve steps, oldest first. */
  last: list(stepLineShape),
  findings: list(inboxRowShape),
  /** What broke it off (a full disk, a device that went away); null when it ended by itself or was stopped. */
  refusal: errorShape.shape.error.nullable(),
})

export const inboxShape = z.object({
  rows: list(inboxRowShape),
  counts: z.object({
    fresh: count,
    open: count,
    also_confirmed: count,
    snoozed: count,
    declined: count,
    accepted: count,
  }),
  /** What the last night did, for an inbox with nothing in it; null before the first. */
  last_night: z.object({ night: nightLineShape, words: text, dropped: list(droppedShape) }).nullable(),
})

// ---- the rest

export const mapShape = z.object({
  app: text,
  screens: list(
    z.object({
      id: text,
      name: text,
      visits: count,
      variants: count,
      untried: count,
      nights: count,
      picture: text.nullable(),
    }),
  ),
  edges: list(z.object({ from: text, to: text, words: text, count })),
})
export const settingsShape = z.object({
  /** Pictures, logs and flows of nights may take this much; the oldest step pictures go first. */
  storage_limit_bytes: z.number().int().min(50_000_000),
  findings_per_night: z.number().int().min(1).max(100),
  theme: z.enum(['system', 'light', 'dark']),
})
export const doctorShape = z.object({
  checks: list(
    z.object({
      what: text,
      ok: z.boolean(),
      /** Without it the main job still runs. */ optional: z.boolean(),
      found: text,
      do: text.nullable(),
    }),
  ),
})
export const stillShape = z.object({
  url: text.nullable(),
  generation: count,
  width: count,
  height: count,
  words: text,
})
export const appsShape = z.object({
  /** What a night can be started on without a job file. */
  apps: list(z.object({ label: text, kind: z.enum(['demo', 'installed']), id: text, version: text, words: text })),
})

export type DeviceLine = z.output<typeof deviceLineShape>
export type DeviceTile = z.output<typeof deviceTileShape>
export type Observed = z.output<typeof observedShape>
export type NightLine = z.output<typeof nightLineShape>
export type NightRun = z.output<typeof nightRunShape>
export type NightDocument = z.output<typeof nightDocumentShape>
export type StepLine = z.output<typeof stepLineShape>
export type NightProgressLine = z.output<typeof progressShape>
export type InboxRow = z.output<typeof inboxRowShape>
export type Inbox = z.output<typeof inboxShape>
export type FindingPage = z.output<typeof findingPageShape>
export type Dropped = z.output<typeof droppedShape>
export type Settings = z.output<typeof settingsShape>
export type DoctorReport = z.output<typeof doctorShape>
export type FlowRun = z.output<typeof flowRunShape>
export type MapLine = z.output<typeof mapShape>
export type Triage = (typeof triages)[number]

// The wire says what the domain says: a field added to one and not to the other does not compile.
findingShape satisfies z.ZodType<FindingRow>
missionShape satisfies z.ZodType<MissionRow>
inputShape satisfies z.ZodType<DeviceInput>
receiptShape satisfies z.ZodType<Receipt>
modelShape satisfies z.ZodType<DeviceModel>
capsShape satisfies z.ZodType<Capabilities>
