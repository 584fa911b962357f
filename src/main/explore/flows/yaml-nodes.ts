// YAML as a plain tree with places, read the way Maestro's reader does: every scalar is its text, plain or quoted.
// Used by the flow parser only; knows nothing of Maestro's commands.
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseAllDocuments, Scalar } from 'yaml'
import type { Document, ParsedNode } from 'yaml'
import { yamlWords } from '#shared/base/yaml-words.ts'
import type { At } from '#main/explore/flows/model.ts'

interface Placed {
  readonly at: At
  /** One past the last character of the node's first token: where Maestro's reader stands after it. */
  readonly end: At
}
export interface YamlText extends Placed {
  readonly is: 'text'
  readonly text: string
  readonly quoted: boolean
}
export interface YamlEntry {
  readonly key: string
  readonly at: At
  readonly end: At
  readonly value: YamlNode
}
export interface YamlMap extends Placed {
  readonly is: 'map'
  readonly entries: readonly YamlEntry[]
}
export interface YamlList extends Placed {
  readonly is: 'list'
  readonly items: readonly YamlNode[]
}
export type YamlNode = YamlText | YamlMap | YamlList

export interface YamlDocument {
  readonly root: YamlNode | null
  /** Where the document's content ends: what is missing is said to be missing here. */
  readonly end: At
  readonly error: { readonly words: string; readonly at: At } | null
}

/** At most the first two documents: a third is never read. */
export function readYaml(text: string, file: string): readonly YamlDocument[] {
  const lines = new LineCounter()
  const place = (offset: number): At => {
    const found = lines.linePos(Math.max(0, offset))
    return { file, line: Math.max(1, found.line), column: Math.max(1, found.col) }
  }
  try {
    const parsed = parseAllDocuments(text, {
      schema: 'failsafe',
      version: '1.1',
      lineCounter: lines,
      uniqueKeys: false,
      prettyErrors: false,
      strict: true,
    })
    if (!Array.isArray(parsed)) return []
    return (parsed as Document.Parsed[]).slice(0, 2).map(document => documentOf(document, place))
  } catch (thrown) {
    // The reader gives up on input nested too deeply to be a flow.
    const words = thrown instanceof RangeError ? 'it is nested too deeply' : 'it is not YAML'
    return [{ root: null, end: place(0), error: { words, at: place(0) } }]
  }
}

function documentOf(document: Document.Parsed, place: (offset: number) => At): YamlDocument {
  const first = document.errors[0]
  const error = first === undefined ? null : { words: yamlWords(first), at: place(first.pos[0]) }
  const contents = document.contents
  const end = place(contents === null ? (document.range[1] ?? 0) : (contents.range[2] ?? 0))
  if (contents === null) return { root: null, end, error }
  const aliases: At[] = []
  const root = nodeOf(contents as ParsedNode, place, aliases)
  const alias = aliases[0]
  return {
    root,
    end,
    error: error ?? (alias === undefined ? null : { words: 'YAML aliases (*name) are not part of a flow', at: alias }),
  }
}

function nodeOf(node: ParsedNode | null, place: (offset: number) => At, aliases: At[]): YamlNode {
  const start = node?.range[0] ?? 0
  const at = place(start)
  if (isMap(node)) {
    const entries = node.items.map(pair => {
      const key = pair.key as ParsedNode | null
      const text = isScalar(key) ? sourceOf(key) : ''
      const keyStart = key?.range[0] ?? start
      return {
        key: text,
        at: place(keyStart),
        end: place(key?.range[1] ?? keyStart),
        value:
          pair.value === null
            ? emptyAt(place(key?.range[1] ?? keyStart))
            : nodeOf(pair.value as ParsedNode, place, aliases),
      }
    })
    return { is: 'map', at, end: place(start + 1), entries }
  }
  if (isSeq(node)) {
    const items = node.items.map(item => nodeOf(item as ParsedNode, place, aliases))
    return { is: 'list', at, end: place(start + 1), items }
  }
  if (isAlias(node)) {
    aliases.push(at)
    return emptyAt(at)
  }
  if (!isScalar(node)) return emptyAt(at)
  const quoted = node.type !== undefined && node.type !== Scalar.PLAIN
  return { is: 'text', at, end: place(node.range[1]), text: sourceOf(node), quoted }
}

const emptyAt = (at: At): YamlText => ({ is: 'text', at, end: at, text: '', quoted: false })

function sourceOf(node: Scalar): string {
  const value: unknown = node.value
  return typeof value === 'string' ? value : (node.source ?? '')
}

/** Nothing after a key, `~` or `null`. */
export const isNothing = (node: YamlNode): boolean =>
  node.is === 'text' && !node.quoted && /^(?:|~|null|Null|NULL)$/.test(node.text)
