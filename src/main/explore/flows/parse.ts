// Reads a flow file and every file it names, as strictly as Maestro does, before anything runs. Used by the player,
// the exporter's read-back and `explain`. Pure: files come through the port; all errors are listed at once.
import { Refusal } from '#shared/base/refusal.ts'
import type { At, Flow, FlowError } from '#main/explore/flows/model.ts'
import { Fields, Problems } from '#main/explore/flows/problems.ts'
import { readCommands } from '#main/explore/flows/read-command.ts'
import type { FlowFiles } from '#main/explore/flows/command-form.ts'
import { readYaml } from '#main/explore/flows/yaml-nodes.ts'
import type { YamlMap } from '#main/explore/flows/yaml-nodes.ts'

/** The text of a file; throws when there is none. Paths are as given, joined with the folder of the file that names them. */
export type ReadFile = (path: string) => string

export type ParsedFlow =
  | { readonly flow: Flow; readonly errors: readonly [] }
  | { readonly flow: null; readonly errors: readonly FlowError[] }

const deepest = 20

export function parseFlow(text: string, file: string, readFile: ReadFile): ParsedFlow {
  const problems = new Problems()
  const flow = readOne(text, file, readFile, problems, [normal(file)])
  const errors = problems.all
  if (errors.length > 0) return { flow: null, errors }
  if (flow === null) throw new Error('a flow without errors was not read')
  return { flow, errors: [] }
}

/** The flow, or one Refusal that lists every error. */
export function requireFlow(text: string, file: string, readFile: ReadFile): Flow {
  const parsed = parseFlow(text, file, readFile)
  if (parsed.flow !== null) return parsed.flow
  throw refusalOfErrors(parsed.errors)
}

export function refusalOfErrors(errors: readonly FlowError[]): Refusal {
  const first = errors[0]
  const where = first === undefined ? '' : placeWords(first.at)
  return new Refusal('bad-value', errors.map(wordsOfError).join('\n'), {
    where,
    hint: 'Nothing was run. Correct the flow and play it again.',
  })
}

export const placeWords = (at: At): string => `${at.file}:${at.line}:${at.column}`

/** Maestro's title and place, then the sentence: "Invalid Command: foo at flow.yaml:3:3. Did you mean …" */
export function wordsOfError(error: FlowError): string {
  if (!error.words.startsWith(error.title)) return `${error.title} at ${placeWords(error.at)}: ${error.words}`
  const [, head, rest] = /^(.*?)(?:\.\s+(.*)|\.?)$/s.exec(error.words) ?? [null, error.words, '']
  return `${head ?? ''} at ${placeWords(error.at)}. ${rest ?? ''}`.trim()
}

function readOne(
  text: string,
  file: string,
  readFile: ReadFile,
  problems: Problems,
  chain: readonly string[],
): Flow | null {
  const [config, body] = readYaml(text, file)
  const start: At = { file, line: 1, column: 1 }
  const configError = config?.error ?? null
  if (config === undefined || (config.root === null && configError === null)) {
    problems.structure(
      'Config Section Required',
      'A flow starts with a mapping that holds at least `appId`, then `---`, then the commands.',
      start,
    )
    return null
  }
  if (configError !== null) {
    if (config.root?.is === 'map' && body === undefined && /^-\s/m.test(text))
      problems.structure(
        'Commands Section Required',
        'Put `---` on a line of its own between the mapping and the list of commands.',
        configError.at,
      )
    else problems.structure('Parsing Failed', configError.words, configError.at)
    return null
  }
  if (config.root?.is !== 'map') {
    problems.structure(
      'Config Section Required',
      'A flow starts with a mapping that holds at least `appId`, then `---`, then the commands.',
      config.root?.at ?? start,
    )
    return null
  }
  const files = filesOf(file, readFile, problems, chain)
  const head = readConfig(config.root, config.end, file, problems, files)
  if (body?.error != null) {
    problems.structure('Parsing Failed', body.error.words, body.error.at)
    return null
  }
  // Maestro reads the settings first and stops at what is wrong there.
  if (head === null) return null
  if (body?.root?.is === 'map' && body.root.entries.length > 0) {
    problems.structure(
      'Commands Section Required',
      'After `---` comes a list: each command starts with "- ".',
      body.root.at,
    )
    return null
  }
  if (body?.root?.is !== 'list') {
    problems.structure(
      'Commands Section Required',
      'After `---` comes the list of commands; there is none.',
      body?.end ?? config.end,
    )
    return null
  }
  return { ...head, commands: readCommands(body.root, 'the body', problems, files) }
}

type Head = Omit<Flow, 'commands'>

function readConfig(map: YamlMap, end: At, file: string, problems: Problems, files: FlowFiles): Head | null {
  const fields = new Fields(map, 'config', problems)
  const before = problems.all.length
  const appId = fields.text('appId')
  const url = fields.text('url')
  const name = fields.text('name')
  const tagsNode = fields.node('tags')
  const tags = tagsNode === null ? [] : tagsNode.is === 'list' ? (fields.texts('tags') ?? []) : null
  if (tags === null)
    problems.structure(
      'Incorrect Format',
      'Incorrect Format: tags must be a list: `tags: [a, b]`.',
      tagsNode?.at ?? map.at,
    )
  const env = fields.map('env') ?? {}
  fields.map('properties')
  const engine = fields.text('jsEngine')
  if (engine !== null && engine.toLowerCase() !== 'graaljs')
    problems.structure(
      'Parsing Failed',
      `jsEngine ${engine.slice(0, 20)} is not there any more; graaljs is the only one. Remove the line.`,
      map.at,
    )
  if (appId === null && url === null)
    problems.structure('Config Field Required', "Either 'url' or 'appId' must be specified.", end)
  // A second look at the count: what is wrong in the hooks is not wrong in the settings.
  if (problems.all.length > before) return null
  const hook = (key: string) => {
    const node = fields.node(key)
    return node === null ? [] : readCommands(node, key, problems, files)
  }
  const urlAt = map.entries.find(entry => entry.key === 'url')?.at ?? map.at
  return {
    file,
    appId,
    url: url === null ? null : { url, at: urlAt },
    name,
    tags: tags ?? [],
    env,
    configAt: map.at,
    onFlowStart: hook('onFlowStart'),
    onFlowComplete: hook('onFlowComplete'),
  }
}

function filesOf(file: string, readFile: ReadFile, problems: Problems, chain: readonly string[]): FlowFiles {
  const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : ''
  const textOf = (path: string): string | null => {
    try {
      return readFile(path)
    } catch (thrown) {
      // The port says "there is none" by throwing; a stop asked for is not ours to keep.
      if (thrown instanceof Error && thrown.name === 'AbortError') throw thrown
      return null
    }
  }
  return {
    mustExist: (path, at, title) => {
      const full = normal(joined(folder, path))
      if (!path.includes('${') && textOf(full) === null) problems.model(title, `The file does not exist: ${full}`, at)
    },
    subflow: (path, at) => {
      const full = normal(joined(folder, path))
      if (chain.at(-1) === full) {
        problems.model('Invalid File Path', `The flow runs itself: ${full}`, at)
        return null
      }
      if (chain.includes(full) || chain.length > deepest) {
        problems.model('Invalid File Path', `The flows run each other in a circle: ${[...chain, full].join(' → ')}`, at)
        return null
      }
      const text = textOf(full)
      if (text === null) {
        problems.model('Invalid File Path', `Flow file does not exist: ${full}`, at)
        return null
      }
      return readOne(text, full, readFile, problems, [...chain, full])
    },
  }
}

const joined = (folder: string, path: string): string =>
  folder === '' || path.startsWith('/') ? path : `${folder}/${path}`

/** Without `.` and `..` where they can be taken away. */
function normal(path: string): string {
  const kept: string[] = []
  for (const part of path.split('/')) {
    if (part === '.' || (part === '' && kept.length > 0)) continue
    if (part === '..' && kept.length > 0 && kept.at(-1) !== '..' && kept.at(-1) !== '') kept.pop()
    else kept.push(part)
  }
  return kept.join('/')
}
