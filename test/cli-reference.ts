// The reference of the command line as one Markdown text, made from the commands' own help and the shapes they print.
// Written to docs/cli.md by write-cli-reference.ts; a test holds the file to it.
import { z } from 'zod'
import { refusalCodes } from '#shared/base/refusal.ts'
import {
  appInfoShape,
  capsShape,
  checkedShape,
  deviceLineShape,
  doctorShape,
  errorShape,
  findingShape,
  findingsShape,
  flowRunShape,
  missionShape,
  nightDocumentShape,
  nightIdShape,
  nightLineShape,
  nightRunShape,
  nightShape,
  nightsShape,
  observedShape,
  receiptShape,
  replayedShape,
} from '#shared/protocol/shapes.ts'
import { recordingShape } from '#shared/protocol/methods/record.ts'
import { installRowShape } from '#shared/protocol/methods/drop.ts'
import { rowShape } from '#main/bench/document.ts'
import { commands } from '#main/cli/commands.ts'
import { controlStateShape } from '#main/cli/control-state.ts'

/** Shapes that have a name in the reference; the others are written out where they are. */
const named: Readonly<Record<string, z.ZodType>> = {
  F: findingShape,
  Night: nightShape,
  Mission: missionShape,
  NightLine: nightLineShape,
  NightDocument: nightDocumentShape,
  Device: deviceLineShape,
  Capabilities: capsShape,
  Receipt: receiptShape,
  App: appInfoShape,
}

/** The names by what they stand for; filled at first need. */
const signatures = new Map<string, string>()

/** What each command prints with `--json`, as typed. */
const prints: Readonly<Record<string, readonly (readonly [string, z.ZodType | string])[]>> = {
  open: [],
  demo: [['demo', nightDocumentShape]],
  night: [
    ['night run', nightRunShape],
    ['night list', nightsShape],
    ['night show', nightDocumentShape],
    ['night stop', z.object({ id: nightIdShape })],
  ],
  findings: [
    ['findings', findingsShape],
    ['findings show · accept · duplicate · decline · snooze · restore · undo', findingShape],
    ['findings flow', z.object({ file: z.string() })],
  ],
  finding: [['finding replay', replayedShape]],
  flow: [['flow run', flowRunShape]],
  devices: [
    ['devices', z.object({ devices: z.array(deviceLineShape) })],
    ['devices check', checkedShape],
  ],
  observe: [['observe', observedShape]],
  screenshot: [['screenshot', z.object({ id: z.string(), file: z.string() })]],
  record: [
    [
      'record',
      recordingShape.pick({ is: true, ms: true, notes: true }).extend({
        id: z.string(),
        files: z.array(recordingShape.shape.files.unwrap().element.omit({ url: true })),
        error: errorShape.shape.error.nullable(),
      }),
    ],
  ],
  boot: [['boot', z.object({ id: z.string(), order: z.string(), words: z.string(), state: z.string().nullable() })]],
  shutdown: [
    ['shutdown', z.object({ id: z.string(), order: z.string(), words: z.string(), state: z.string().nullable() })],
  ],
  control: [
    ['control ID', controlStateShape],
    [
      'control ID dark · font · locale · network · orientation · turn · posture · awake · status-bar · battery · location',
      z.object({ id: z.string(), set: z.object({ set: z.string(), to: z.unknown() }) }),
    ],
    ['control ID tap · text · key · back', z.object({ id: z.string(), receipt: receiptShape })],
    ['control ID app · link', z.object({ id: z.string(), done: z.string() })],
    ['control ID send', z.object({ id: z.string(), names: z.array(z.string()) })],
  ],
  install: [
    ['install', z.object({ id: z.string(), installed: z.array(appInfoShape), installs: z.array(installRowShape) })],
  ],
  explain: [
    [
      'explain',
      'what the parser of that kind read, or `{refused: {code, words, line}}`, or for a flow `{errors: [{line, words}]}`',
    ],
  ],
  doctor: [
    ['doctor', z.object({ checks: z.array(doctorShape.shape.checks.unwrap().element.omit({ optional: true })) })],
  ],
  bench: [['bench', `the scores: \`{policy, steps, seeds, conditions, wall_s, apps: [${inline(rowShape)}], total}\``]],
  serve: [['serve', z.object({ url: z.string() })]],
  test: [],
}

const environment: readonly (readonly [string, string])[] = [
  ['NOCTURNE_HOME', 'where state is kept; else the folder this system keeps application data in'],
  ['NOCTURNE_ADB, NOCTURNE_CHROMIUM, NOCTURNE_FFMPEG, NOCTURNE_GIT', 'a program to use instead of the one found'],
  ['NOCTURNE_DEMO_SPEED', 'how many times as fast as real time the built-in phone runs when it is watched (1)'],
  ['NOCTURNE_DEBUG=1', 'also prints where in the program a failure rose'],
  ['ANDROID_ADB_SERVER_PORT', "the adb server's port, as adb itself reads it"],
]

export async function cliReference(): Promise<string> {
  const parts = [
    '# The command line',
    '',
    '<!-- Made from the code: npm run docs:cli. Changes by hand are lost. -->',
    '',
    'Every command takes `--help` and `--json`. With `--json` one document goes to stdout and progress to stderr. Exit status: 0 done,',
    '1 it ran and the answer is no, 2 it could not run. The first Ctrl-C ends a night after the step in hand, the second at once.',
    '',
    '## When something cannot run',
    '',
    'Words on stderr, or with `--json` this on stdout, and exit status 2:',
    '',
    block(inline(errorShape)),
    '',
    `\`code\` is one of ${refusalCodes.map(code => `\`${code}\``).join(', ')}.`,
    '',
    '## Commands',
    '',
  ]
  for (const [name, load] of Object.entries(commands)) {
    const { command } = await load()
    parts.push(
      `### ${name === 'open' ? 'nocturne' : name}`,
      '',
      sentence(command.summary),
      '',
      block(command.help.trim()),
      '',
    )
    for (const [typed, shape] of prints[name] ?? missing(name))
      parts.push(
        typeof shape === 'string' ? `\`${typed}\` prints ${shape}.` : `\`${typed}\` prints`,
        '',
        ...(typeof shape === 'string' ? [] : [block(inline(shape)), '']),
      )
  }
  parts.push('## Shapes', '')
  for (const [name, shape] of Object.entries(named)) parts.push(`### ${name}`, '', block(lines(shape)), '')
  parts.push(
    '## Environment',
    '',
    '| variable | says |',
    '| --- | --- |',
    ...environment.map(([name, says]) => `| \`${name}\` | ${says} |`),
    '',
  )
  return parts.join('\n')
}

function missing(name: string): never {
  throw new Error(`the reference does not say what "${name}" prints`)
}

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
const block = (text: string): string => `\`\`\`\n${text}\n\`\`\``

type Json = Readonly<Record<string, unknown>>

/** The shape on one line; named ones by name. */
function inline(shape: z.ZodType): string {
  return words(schemaOf(shape), null)
}

/** A named shape, one field a line. */
function lines(shape: z.ZodType): string {
  const properties = Object.entries((schemaOf(shape)['properties'] ?? {}) as Record<string, Json>)
  const own = Object.entries(named).find(([, one]) => one === shape)?.[0] ?? null
  return ['{', ...properties.map(([key, value]) => `  ${key}: ${words(value, own)}`), '}'].join('\n')
}

/** What is printed is what the shapes take in: ids and paths are text. */
function schemaOf(shape: z.ZodType): Json {
  return z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Json
}

function signatureOf(schema: Json): string {
  const { $schema: _schema, ...rest } = schema
  return JSON.stringify(rest)
}

function nameOf(schema: Json): string | undefined {
  if (signatures.size === 0)
    for (const [name, shape] of Object.entries(named)) signatures.set(signatureOf(schemaOf(shape)), name)
  return signatures.get(signatureOf(schema))
}

function words(schema: Json, within: string | null): string {
  const name = nameOf(schema)
  if (name !== undefined && name !== within) return name
  const options = (schema['anyOf'] ?? schema['oneOf']) as readonly Json[] | undefined
  if (options !== undefined) return options.map(option => words(option, within)).join(' or ')
  if (schema['const'] !== undefined) return JSON.stringify(schema['const'])
  if (Array.isArray(schema['enum'])) return schema['enum'].map(String).join(' or ')
  const { type } = schema
  if (Array.isArray(type)) return type.map(one => words({ ...schema, type: one as unknown }, within)).join(' or ')
  switch (type) {
    case 'object': {
      const properties = schema['properties'] as Record<string, Json> | undefined
      if (properties === undefined) return `{name: ${words((schema['additionalProperties'] ?? {}) as Json, within)}}`
      const needed = (schema['required'] ?? []) as readonly string[]
      return `{${Object.entries(properties)
        .map(([key, value]) => `${key}${needed.includes(key) ? '' : '?'}: ${words(value, within)}`)
        .join(', ')}}`
    }
    case 'array':
      return `[${words((schema['items'] ?? {}) as Json, within)}]`
    case 'integer':
      return 'whole number'
    case 'string':
      return 'text'
    case 'boolean':
      return 'true or false'
    case 'number':
    case 'null':
      return type
    default:
      return 'any'
  }
}
