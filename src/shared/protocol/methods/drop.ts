// What was dropped on the window: what it is and what each device would make of it, its install, and how installs go.
import { z } from 'zod'
import { refusalCodes } from '#shared/base/refusal.ts'
import { dropChoices } from '#shared/domain/drop.ts'
import { call, none, ofDevice, watch } from '#shared/protocol/method.ts'
import { appInfoShape, deviceIdShape } from '#shared/protocol/shapes.ts'

const text = z.string()
const paths = z.array(text.min(1).max(4096)).min(1).max(200).readonly()
const choice = z.enum(dropChoices)

export const verdictShape = z.discriminatedUnion('is', [
  z.object({ is: z.literal('ready'), words: text, more: text, replaces: z.boolean() }),
  z.object({ is: z.literal('choice'), choice, words: text, more: text }),
  z.object({ is: z.literal('cannot'), code: z.enum(refusalCodes), words: text, more: text }),
])

/** One app out of a drop, or a file that is none; `paths` are what to install or to send it by. */
export const droppedBuildShape = z.object({
  /** A file's verdicts are about a device's Download folder. */
  what: z.enum(['app', 'file']),
  paths,
  /** The file's name. */
  name: text,
  /** "Plants 2.4.1 (42) for arm64"; or why it cannot be read. */
  words: text,
  hint: text.nullable(),
  readable: z.boolean(),
  package: text.nullable(),
  version: text.nullable(),
  bytes: z.number().nullable(),
  verdicts: z.array(z.object({ device: deviceIdShape, verdict: verdictShape })).readonly(),
})

export const installRowShape = z.object({
  /** Counts up: a later install on the same device is another row's number. */
  number: z.number().int(),
  device: deviceIdShape,
  /** Of the file. */
  name: text,
  words: text,
  hint: text.nullable(),
  /** 0 to 1; null where it is not known. */
  part: z.number().min(0).max(1).nullable(),
  /** Null while it goes on. */
  outcome: z.enum(['installed', 'refused', 'unknown']).nullable(),
  code: text.nullable(),
  /** The device's own words. */
  raw: text.nullable(),
  /** What a person may choose to get past it, and what to install then. */
  offers: choice.nullable(),
  paths,
})

export const dropMethods = {
  /** Reads the files and judges them against every device; sends nothing. */
  'drop.read': call(z.object({ paths }), z.object({ builds: z.array(droppedBuildShape).readonly() })),
  /** Refuses what cannot be or was not chosen; what the device itself answered is the outcome. */
  'drop.install': call(
    ofDevice.extend({ paths, choice: choice.nullable().default(null) }),
    z.object({
      installs: z.array(installRowShape).readonly(),
      installed: z.array(appInfoShape).readonly(),
    }),
  ),
  /** Removes what the window had uploaded for a drop; other paths are left alone. */
  'drop.forget': call(z.object({ paths }), none),
  /** The newest install of each device. */
  installs: watch(none, z.object({ installs: z.array(installRowShape).readonly() })),
} as const

export type DroppedRow = z.output<typeof droppedBuildShape>
export type InstallRow = z.output<typeof installRowShape>
export type VerdictRow = z.output<typeof verdictShape>
