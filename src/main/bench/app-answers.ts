// What the scorer knows of a demo app: what can be planted and what must not be pressed. Read from the app file on its own,
// not through the engine. The explorer's process never loads this.
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import { parse } from '#shared/base/parse.ts'
import { checks } from '#shared/domain/check.ts'
import { Refusal, wordsOf } from '#shared/base/refusal.ts'

const bugShape = z.object({
  id: z.string(),
  check: z.enum(checks),
  screen: z.string(),
  element: z.string().nullish(),
  signature: z.string().nullish(),
  reproducible: z.number().default(1),
  shortest: z.number(),
  condition: z.string().nullish(),
})

const appShape = z.object({
  package: z.string(),
  label: z.string(),
  locales: z.array(z.string()).default(['en']),
  danger: z.array(z.string()).default([]),
  screens: z.record(z.string(), z.unknown()),
  bugs: z.array(bugShape).default([]),
})

export type Bug = z.infer<typeof bugShape>

export interface AppAnswers {
  readonly package: string
  readonly label: string
  readonly locales: readonly string[]
  readonly danger: ReadonlySet<string>
  readonly screens: readonly string[]
  readonly bugs: readonly Bug[]
}

export function readAnswers(text: string, file: string): AppAnswers {
  const app = parse(appShape, parsed(text, file), file)
  return { ...app, danger: new Set(app.danger), screens: Object.keys(app.screens) }
}

/** `none` leaves out what shows only in a condition; `all` takes everything. */
export function plantedOf(app: AppAnswers, conditions: 'none' | 'all'): readonly Bug[] {
  return app.bugs.filter(bug => conditions === 'all' || (bug.condition ?? null) === null)
}

/** What a night on this app takes turns through. It follows from the app's locales, never from its bugs. */
export function conditionsFor(app: AppAnswers): readonly string[] {
  return ['dark', 'big_text', ...app.locales.slice(1).map(locale => `locale:${locale}`), 'offline', 'slow', 'landscape']
}

function parsed(text: string, file: string): unknown {
  try {
    return parseYaml(text, { maxAliasCount: 100 })
  } catch (thrown) {
    throw new Refusal('bad-value', `${file} is not YAML: ${wordsOf(thrown).split('\n')[0] ?? ''}`, {
      where: file,
      cause: thrown,
    })
  }
}
