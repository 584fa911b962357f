// Collects what is wrong with a flow while it is read, and reads the fields of one mapping. Used by the flow parser.
// Structure errors (Maestro's first reading) come before model errors (its second), as Maestro reports them.
import type { At, FlowError, StringMap } from '#main/explore/flows/model.ts'
import { isNothing } from '#main/explore/flows/yaml-nodes.ts'
import type { YamlEntry, YamlMap, YamlNode } from '#main/explore/flows/yaml-nodes.ts'

const commandsMost = 10_000

export class Problems {
  readonly #structure: FlowError[] = []
  readonly #model: FlowError[] = []
  #commands = 0

  structure(title: string, words: string, at: At): void {
    this.#structure.push({ title, words, at })
  }

  model(title: string, words: string, at: At): void {
    this.#model.push({ title, words, at })
  }

  /** Another command was met. False when there are more than anybody writes by hand: said once, and no further one is read. */
  count(at: At): boolean {
    this.#commands += 1
    if (this.#commands === commandsMost + 1)
      this.structure(
        'Too Many Commands',
        `Too Many Commands: a flow has at most ${commandsMost.toLocaleString('en')}, those of the flows it runs counted in. Make several flows of it, or use \`repeat\`.`,
        at,
      )
    return this.#commands <= commandsMost
  }

  get all(): readonly FlowError[] {
    return [...this.#structure, ...this.#model]
  }
}

const usualFixes: Readonly<Record<string, string>> = {
  'assertVisible.timeout': '`assertVisible` has no `timeout`; use `extendedWaitUntil`.',
  'assertNotVisible.timeout': '`assertNotVisible` has no `timeout`; use `extendedWaitUntil` with `notVisible`.',
  'assertVisible.duration': '`assertVisible` has no `duration`; use `extendedWaitUntil`.',
  'longPressOn.duration': '`longPressOn` always presses for 3 seconds.',
  'longPressOn.timeout': '`longPressOn` has no `timeout`; wait with `extendedWaitUntil` first.',
  'tapOn.timeout': '`tapOn` has no `timeout`; wait with `extendedWaitUntil` first.',
}

/** The fields of one mapping; each is taken once, and what nobody took is an unknown property. */
export class Fields {
  readonly #entries = new Map<string, YamlEntry>()
  readonly #taken = new Set<string>()
  readonly #command: string
  readonly #problems: Problems
  readonly at: At

  constructor(map: YamlMap, command: string, problems: Problems) {
    for (const entry of map.entries) this.#entries.set(entry.key, entry)
    this.at = map.at
    this.#command = command
    this.#problems = problems
  }

  has(key: string): boolean {
    const entry = this.#entries.get(key)
    return entry !== undefined && !isNothing(entry.value)
  }

  node(key: string): YamlNode | null {
    this.#taken.add(key)
    const entry = this.#entries.get(key)
    return entry === undefined || isNothing(entry.value) ? null : entry.value
  }

  /** Any scalar, as its text. */
  text(key: string): string | null {
    const node = this.node(key)
    if (node === null) return null
    if (node.is === 'text') return node.text
    this.#wrong(key, 'a single value', node.at)
    return null
  }

  /** Text that must not look like a number or a flag to YAML. */
  string(key: string): string | null {
    const node = this.node(key)
    if (node === null) return null
    if (node.is === 'text' && (node.quoted || !/^(?:true|false|[-+]?[0-9][0-9_]*(?:\.[0-9]+)?)$/i.test(node.text)))
      return node.text
    this.#wrong(key, 'text (put it in quotes)', node.at)
    return null
  }

  whole(key: string): number | null {
    const node = this.node(key)
    if (node === null) return null
    const text = node.is === 'text' ? node.text.trim().replaceAll('_', '') : ''
    if (/^[-+]?\d{1,9}$/.test(text)) return Number(text)
    this.#wrong(key, 'a whole number', node.at)
    return null
  }

  flag(key: string): boolean | null {
    const node = this.node(key)
    if (node === null) return null
    if (node.is === 'text' && /^(?:true|True|TRUE)$/.test(node.text)) return true
    if (node.is === 'text' && /^(?:false|False|FALSE)$/.test(node.text)) return false
    this.#wrong(key, 'true or false', node.at)
    return null
  }

  texts(key: string): readonly string[] | null {
    const node = this.node(key)
    if (node === null) return null
    if (node.is === 'list' && node.items.every(item => item.is === 'text'))
      return node.items.map(item => (item.is === 'text' ? item.text : ''))
    this.#wrong(key, 'a list', node.at)
    return null
  }

  map(key: string): StringMap | null {
    const node = this.node(key)
    if (node === null) return null
    if (node.is !== 'map') {
      this.#wrong(key, 'a mapping of names to values', node.at)
      return null
    }
    const values: Record<string, string> = {}
    for (const entry of node.entries) {
      if (key === 'env' && isNothing(entry.value))
        this.#problems.structure(
          'Environment variable has no value',
          `The variable ${entry.key} has no value. Give it one, or remove it.`,
          entry.at,
        )
      else if (entry.value.is === 'text') values[entry.key] = entry.value.text
      else this.#wrong(`${key}.${entry.key}`, 'a single value', entry.value.at)
    }
    return values
  }

  /** Reports what nobody took. `known` are names worth suggesting. */
  finish(): void {
    for (const entry of this.#entries.values()) {
      if (this.#taken.has(entry.key)) continue
      const fix = usualFixes[`${this.#command}.${entry.key}`] ?? nearest(entry.key, [...this.#taken])
      this.#problems.structure(
        'Unknown Property',
        `Unknown Property: ${entry.key} in \`${this.#command}\`. ${fix}`.trim(),
        entry.at,
      )
    }
  }

  #wrong(key: string, wanted: string, at: At): void {
    this.#problems.structure(
      'Incorrect Format',
      `Incorrect Format: ${key} of \`${this.#command}\` must be ${wanted}.`,
      at,
    )
  }
}

/** "Did you mean `x`?" by prefix, containment or a distance of at most 3; '' when nothing is near. */
export function nearest(word: string, known: readonly string[]): string {
  const lower = word.toLowerCase()
  const near = known
    .map(name => ({ name, far: distance(lower, name.toLowerCase()) }))
    .filter(({ name, far }) => far <= 3 || (lower.length > 2 && name.toLowerCase().includes(lower)))
    .sort((a, b) => a.far - b.far)[0]
  return near === undefined ? '' : `Did you mean \`${near.name}\`?`
}

function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 3 || a.length > 60) return 99
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      next.push(Math.min((row[j] ?? 99) + 1, (next[j - 1] ?? 99) + 1, (row[j - 1] ?? 99) + same))
    }
    row = next
  }
  return row[b.length] ?? 99
}
