// A job file, checked whole before anything starts: every error with its line and its reason. Paths come out absolute.
// Reading the file is the caller's; what exists on disk is asked through `JobFiles`.
import { LineCounter, parseDocument, isMap, isPair, isScalar, isSeq, type Document, type Node } from 'yaml'
import { z } from 'zod'
import { issueWords } from '#shared/base/issue-words.ts'
import { Refusal, wordsOf } from '#shared/base/refusal.ts'
import { yamlWords } from '#shared/base/yaml-words.ts'
import { conditionKinds, type Card, type Job } from '#shared/domain/night.ts'

export interface JobFiles {
  exists(path: string): boolean
  readText(path: string): string
  /** Absolute, from the folder of the job file. */
  resolve(path: string): string
}

export interface JobError {
  readonly line: number
  readonly field: string
  readonly words: string
}

const defaultCardSteps = 40
const aliasesMost = 100
const defaultCardMinutes = 30

const card = z.strictObject({
  goal: z.string().trim().min(1).optional(),
  success: z.string().optional(),
  steps: z.int().min(1).max(10_000).optional(),
  minutes: z
    .number()
    .positive()
    .max(24 * 60)
    .optional(),
  setup_flow: z.string().optional(),
  arguments: z.record(z.string(), z.string()).optional(),
  file: z.string().optional(),
})

const shape = z.strictObject({
  app: z.union([
    z.strictObject({
      demo: z.string().min(1),
      plant: z.union([z.enum(['all', 'none']), z.array(z.string())]).optional(),
      previous: z.string().optional(),
    }),
    z.strictObject({ id: z.string().min(1), build: z.string().optional(), previous: z.string().optional() }),
  ]),
  devices: z
    .union([
      z.array(z.string().min(1)).min(1),
      z.strictObject({ platform: z.string(), count: z.int().min(1).max(16).optional() }),
    ])
    .optional(),
  until: z
    .string()
    .regex(/^([01]?\d|2[0-3]):[0-5]\d$/, 'is a time of day like "07:00"')
    .optional(),
  minutes: z
    .number()
    .positive()
    .max(24 * 60)
    .optional(),
  steps: z.int().min(1).max(1_000_000).optional(),
  cards: z.array(card).optional(),
  setup_flow: z.string().optional(),
  credentials: z
    .record(
      z.string(),
      z.string().regex(/^(keychain|env):.+/, 'names where the value is kept: keychain:NAME or env:NAME'),
    )
    .optional(),
  conditions: z.array(z.string()).optional(),
  changed: z.strictObject({ repo: z.string(), since: z.string() }).optional(),
  model: z
    .union([
      z.literal('none'),
      z.strictObject({
        provider: z.string(),
        name: z.string(),
        mode: z.enum(['hybrid', 'every-step']).optional(),
        budget_usd: z.number().positive().optional(),
      }),
    ])
    .optional(),
  leash: z.strictObject({ never: z.array(z.string()).optional(), allow: z.array(z.string()).optional() }).optional(),
  findings_per_night: z.int().min(0).max(1000).optional(),
  replay_attempts: z.int().min(1).max(10).optional(),
  seed: z.int().min(0).max(2_147_483_647).optional(),
})

type Shape = z.infer<typeof shape>

export interface JobReading {
  /** How long is said elsewhere (on the command line): the file need not say it. */
  readonly lengthSaid?: boolean
  /** How many new findings are shown where the file does not say. */
  readonly findingsPerNight?: number
}

/** The job, or a Refusal that lists every error as `file:line: field: words`. */
export function readJob(text: string, file: string, files: JobFiles, reading: JobReading = {}): Job {
  const read = checkJob(text, file, files, reading)
  if ('job' in read) return read.job
  const first = read.errors[0]
  throw new Refusal(
    'bad-value',
    read.errors
      .map(error => `${file}:${error.line}: ${error.field === '' ? '' : `${error.field}: `}${error.words}`)
      .join('\n'),
    {
      where: `${file}:${first?.line ?? 1}`,
      hint: 'Nothing was started. Correct the file and try again.',
    },
  )
}

export function checkJob(
  text: string,
  file: string,
  files: JobFiles,
  reading: JobReading = {},
): { readonly job: Job } | { readonly errors: readonly JobError[] } {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  if (document.errors.length > 0)
    return {
      errors: document.errors.map(error => ({
        line: lines.linePos(error.pos[0]).line,
        field: '',
        words: yamlWords(error),
      })),
    }
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: aliasesMost })
  } catch (thrown) {
    // An alias without its anchor, or a file that blows itself up with aliases.
    return { errors: [{ line: 1, field: '', words: `The file cannot be read: ${wordsOf(thrown)}` }] }
  }
  const lineOf = (path: readonly PropertyKey[]): number => lineAt(document, lines, path)
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return { errors: [{ line: 1, field: '', words: 'a job is a list of keys and values: app, devices, how long …' }] }
  const parsed = shape.safeParse(value, { error: issueWords })
  if (!parsed.success) return { errors: parsed.error.issues.flatMap(issue => errorsOf(issue, value, lineOf)) }
  const errors: JobError[] = []
  const job = build(parsed.data, files, reading, (path, words) =>
    errors.push({ line: lineOf(path), field: path.map(String).join('.'), words }),
  )
  return errors.length > 0 ? { errors: errors.toSorted((a, b) => a.line - b.line) } : { job }
}

type Complain = (path: readonly PropertyKey[], words: string) => void

function build(
  data: Shape,
  files: JobFiles,
  { lengthSaid = false, findingsPerNight = 5 }: JobReading,
  complain: Complain,
): Job {
  const here = (path: readonly PropertyKey[], name: string | undefined): string | null => {
    if (name === undefined) return null
    const full = files.resolve(name)
    if (!files.exists(full)) complain(path, `there is no file ${name}`)
    return full
  }
  if (!lengthSaid && data.until === undefined && data.minutes === undefined && data.steps === undefined)
    complain([], 'say how long: until, minutes or steps (or --until, --minutes, --steps)')
  if (data.until !== undefined && data.minutes !== undefined)
    complain(['until'], 'until and minutes both say when to end: keep one')
  for (const [index, condition] of (data.conditions ?? []).entries())
    if (!isCondition(condition))
      complain(
        ['conditions', index],
        `"${condition}" is not a condition; there are ${conditionKinds.join(', ')} (locale with a language: locale:de)`,
      )
  const app: Job['app'] =
    'demo' in data.app
      ? {
          kind: 'demo',
          file: here(['app', 'demo'], data.app.demo) ?? '',
          plant: data.app.plant ?? 'none',
          previous: here(['app', 'previous'], data.app.previous),
        }
      : {
          kind: 'build',
          id: data.app.id,
          build: here(['app', 'build'], data.app.build),
          previous: here(['app', 'previous'], data.app.previous),
        }
  const devices =
    data.devices === undefined
      ? ['demo-phone']
      : Array.isArray(data.devices)
        ? data.devices
        : { platform: data.devices.platform, count: data.devices.count ?? 1 }
  if (data.devices === undefined && app.kind === 'build')
    complain([], 'devices: say which, by id or by {platform, count}')
  return {
    app,
    devices,
    limit: { steps: data.steps ?? null, minutes: data.minutes ?? null, until: data.until ?? null },
    cards: (data.cards ?? []).flatMap((entry, index) => cardOf(entry, index, files, complain)),
    setupFlow: here(['setup_flow'], data.setup_flow),
    credentials: data.credentials ?? {},
    conditions: data.conditions ?? [],
    changed:
      data.changed === undefined
        ? null
        : { repo: here(['changed', 'repo'], data.changed.repo) ?? '', since: data.changed.since },
    model:
      data.model === undefined || data.model === 'none'
        ? null
        : {
            provider: data.model.provider,
            name: data.model.name,
            mode: data.model.mode ?? 'hybrid',
            budgetUsd: data.model.budget_usd ?? 5,
          },
    leash: { never: data.leash?.never ?? [], allow: data.leash?.allow ?? [] },
    findingsPerNight: data.findings_per_night ?? findingsPerNight,
    replayAttempts: data.replay_attempts ?? 2,
    seed: data.seed ?? 1,
  }
}

function cardOf(entry: z.infer<typeof card>, index: number, files: JobFiles, complain: Complain): readonly Card[] {
  const path = ['cards', index]
  let goal = entry.goal
  if (entry.file !== undefined) {
    const full = files.resolve(entry.file)
    if (!files.exists(full)) {
      complain([...path, 'file'], `there is no file ${entry.file}`)
      return []
    }
    goal ??= files
      .readText(full)
      .split('\n')
      .map(line => line.replace(/^#+\s*/, '').trim())
      .find(line => line !== '')
  }
  if (goal === undefined) {
    complain(path, 'a card needs a goal: what should be tried, in a sentence')
    return []
  }
  const setupFlow = entry.setup_flow === undefined ? null : files.resolve(entry.setup_flow)
  if (setupFlow !== null && !files.exists(setupFlow))
    complain([...path, 'setup_flow'], `there is no file ${entry.setup_flow}`)
  return [
    {
      goal,
      success: entry.success ?? null,
      steps: entry.steps ?? defaultCardSteps,
      minutes: entry.minutes ?? defaultCardMinutes,
      setupFlow,
      arguments: entry.arguments ?? {},
    },
  ]
}

export function isCondition(words: string): boolean {
  if (/^locale:[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(words)) return true
  return words !== 'locale' && (conditionKinds as readonly string[]).includes(words)
}

function errorsOf(
  issue: z.core.$ZodIssue,
  value: unknown,
  lineOf: (path: readonly PropertyKey[]) => number,
): readonly JobError[] {
  const isApp = issue.path.length === 1 && issue.path[0] === 'app'
  if (isApp && (issue.code === 'invalid_union' || issue.code === 'unrecognized_keys')) return appErrors(value, lineOf)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(key => ({
      line: lineOf([...issue.path, key]),
      field: [...issue.path, key].map(String).join('.'),
      words: unknownKey(key, issue.path),
    }))
  if (issue.path[0] === 'devices' && issue.code === 'invalid_union')
    return [
      {
        line: lineOf(['devices']),
        field: 'devices',
        words: 'is a list of ids in quotes, or {platform: android, count: 2}',
      },
    ]
  return [{ line: lineOf(issue.path), field: issue.path.map(String).join('.'), words: issue.message }]
}

/** `app` has two shapes; the errors of the one that was meant are the ones that help. */
function appErrors(value: unknown, lineOf: (path: readonly PropertyKey[]) => number): readonly JobError[] {
  const app = value !== null && typeof value === 'object' && 'app' in value ? value.app : undefined
  const keys = app !== null && typeof app === 'object' ? Object.keys(app) : []
  const allowed = keys.includes('demo') ? ['demo', 'plant', 'previous'] : ['id', 'build', 'previous']
  const unknown = keys.filter(key => !allowed.includes(key))
  if (unknown.length > 0)
    return unknown.map(key => ({ line: lineOf(['app', key]), field: `app.${key}`, words: nearest(key, allowed) }))
  return [
    {
      line: lineOf(['app']),
      field: 'app',
      words: 'names an app: {id: …, build: …} or {demo: FILE, plant: all, none or a list of ids}',
    },
  ]
}

function unknownKey(key: string, path: readonly PropertyKey[]): string {
  return nearest(key, path.length === 0 ? Object.keys(shape.shape) : (innerKeys[String(path[0])] ?? []))
}

function nearest(key: string, known: readonly string[]): string {
  const near = known.find(name => distance(name, key) <= 2)
  if (near !== undefined) return `is not known here; is "${near}" meant?`
  return known.length === 0 ? 'is not known here' : `is not known here; there are ${known.join(', ')}`
}

const innerKeys: Readonly<Record<string, readonly string[]>> = {
  cards: Object.keys(card.shape),
  devices: ['platform', 'count'],
  changed: ['repo', 'since'],
  model: ['provider', 'name', 'mode', 'budget_usd'],
  leash: ['never', 'allow'],
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      )
    row = next
  }
  return row[b.length] ?? 0
}

/** The line of the deepest part of the path that the document has. */
function lineAt(document: Document.Parsed, lines: LineCounter, path: readonly PropertyKey[]): number {
  let node: Node | null = document.contents
  let line = 1
  for (const part of path) {
    if (isMap(node)) {
      const pair: unknown = node.items.find(item => isPair(item) && isScalar(item.key) && item.key.value === part)
      if (!isPair(pair)) break
      if (isScalar(pair.key) && pair.key.range) line = lines.linePos(pair.key.range[0]).line
      node = (pair.value ?? null) as Node | null
    } else if (isSeq(node) && typeof part === 'number') {
      node = (node.items[part] ?? null) as Node | null
      if (node?.range) line = lines.linePos(node.range[0]).line
    } else break
  }
  return line
}
