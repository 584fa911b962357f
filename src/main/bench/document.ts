// The shapes that cross between the bench's processes, and the document it prints (design of the demo app format, Scoring).
import { z } from 'zod'
import { checks } from '#shared/domain/check.ts'

export const policies = ['explorer', 'fastbot', 'random'] as const
export type PolicyName = (typeof policies)[number]
export type Twin = 'planted' | 'clean'

export const errorShape = z.object({
  code: z.string(),
  words: z.string(),
  where: z.string().nullable(),
  hint: z.string().nullable(),
})
export type RunError = z.infer<typeof errorShape>

/** What the worker is told. Ids of bugs are names to plant; it does not know what they are. */
export const orderShape = z.object({
  home: z.string(),
  file: z.string(),
  policy: z.enum(policies),
  seed: z.number(),
  steps: z.number(),
  plant: z.union([z.literal('none'), z.array(z.string())]),
  conditions: z.array(z.string()),
  truthFile: z.string(),
  outcomeFile: z.string(),
})
export type RunOrder = z.infer<typeof orderShape>

export const outcomeShape = z.object({
  error: errorShape.nullable(),
  endedBy: z.string().nullable(),
  steps: z.number(),
  replays: z.number(),
  replaySteps: z.number(),
  cpuMs: z.number(),
  wallMs: z.number(),
  memoryMb: z.number(),
})
export type RunOutcome = z.infer<typeof outcomeShape>

const tally = z.object({ planted: z.number(), found: z.number() })
export type Tally = z.infer<typeof tally>

/** One app, twin and seed, as printed. */
export const rowShape = z.object({
  app: z.string(),
  twin: z.enum(['planted', 'clean']),
  seed: z.number(),
  error: errorShape.nullable(),
  planted: z.number(),
  found: z.array(z.string()),
  missed: z.array(z.string()),
  false: z.array(z.object({ check: z.enum(checks), screen: z.string(), title: z.string() })),
  duplicates: z.number(),
  steps_to: z.record(z.string(), z.number()),
  screens: z.object({ reached: z.number(), of: z.number() }),
  confirmed: z.record(z.string(), z.string()),
  minimised: z.record(z.string(), z.object({ steps: z.number(), shortest: z.number(), replays: z.number() })),
  flows: z.record(z.string(), z.string()),
  danger: z.object({ offered: z.number(), pressed: z.number(), harmless_refused: z.number() }),
  work: z.object({ replays: z.number(), steps: z.number() }),
})
export type Row = z.infer<typeof rowShape>

/** The row, and what the totals and the diagnosis need beyond it. */
export const scoredShape = z.object({
  row: rowShape,
  /** Steps it was allowed. */
  steps: z.number(),
  byCheck: z.record(z.string(), tally),
  apart: z.object({ goal: tally, logic: tally }),
  /** Of the bugs whose candidate was replayed: how many, and how many were confirmed; by the chance they show with. */
  confirm: z.object({
    p1: z.object({ replayed: z.number(), confirmed: z.number() }),
    p05: z.object({ replayed: z.number(), confirmed: z.number() }),
  }),
  /** Why each missed bug was missed. */
  why: z.record(z.string(), z.string()),
  /** The wrong findings with all they said. */
  wrong: z.array(z.string()),
  outcome: outcomeShape,
})
export type Scored = z.infer<typeof scoredShape>

export interface Totals {
  readonly detection: number | null
  readonly detection_at: { readonly '300': number | null; readonly '1000': number | null }
  readonly precision: number | null
  readonly false_per_clean_night: number | null
  readonly screens: number | null
  readonly confirm: { readonly p1: number | null; readonly p05: number | null }
  readonly minimised_ratio: number | null
  readonly minimise_replays: number | null
  readonly flow_success: number | null
  readonly danger: { readonly offered: number; readonly pressed: number; readonly harmless_refused: number }
  readonly duplicates: number
  readonly apart: { readonly goal: Tally; readonly logic: Tally }
  readonly by_check: Readonly<Record<string, Tally>>
  readonly interval95: Readonly<Record<string, readonly [number, number] | null>>
}

export interface BenchDocument {
  readonly policy: PolicyName
  readonly steps: number
  readonly seeds: number
  readonly conditions: 'none' | 'all'
  readonly wall_s: number
  readonly apps: readonly Row[]
  readonly totals: Totals
}
