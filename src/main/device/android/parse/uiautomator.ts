// What `uiautomator dump` prints, as a tree. Its exit code is 0 whatever happened, so its words decide.
// Source: frameworks/base cmds/uiautomator DumpCommand.java and AccessibilityNodeInfoDumper.java.
import { Refusal } from '#shared/base/refusal.ts'
import { noWindowYet } from '#shared/domain/device.ts'
import type { Element, ElementTree } from '#shared/domain/element.ts'
import type { Rect } from '#shared/domain/geometry.ts'

export interface Dump {
  readonly tree: ElementTree
  /** The dump ended before its root was closed: what could be read is in `tree`. */
  readonly truncated: boolean
  /** What was printed beside the XML ("UI hierchary dumped to: …"), '' for nothing. */
  readonly words: string
}

/** Why there is no tree, as a word the driver decides on. */
export type DumpFailure = 'not-idle' | 'no-root' | 'killed' | 'already-registered' | 'nothing' | 'not-xml'

/** A refusal (`failed`) whose `failure` says which of the known ways it went wrong. */
export class DumpRefusal extends Refusal {
  readonly failure: DumpFailure
  constructor(failure: DumpFailure, words: string, line: number | null = null) {
    super('failed', words, line === null ? {} : { where: `line ${line}` })
    this.failure = failure
  }
}

const failures: readonly { readonly seen: RegExp; readonly failure: DumpFailure; readonly words: string }[] = [
  {
    seen: /could not get idle state/,
    failure: 'not-idle',
    words: 'The screen never stood still, so uiautomator gave no tree.',
  },
  { seen: /null root node/, failure: 'no-root', words: noWindowYet },
  {
    seen: /already registered/,
    failure: 'already-registered',
    words: 'Another test tool holds the accessibility service.',
  },
  {
    seen: /(^|\n)\s*Killed\s*($|\n)/,
    failure: 'killed',
    words: 'uiautomator was killed: another test tool is running, or memory is short.',
  },
]

/**
 * Reads a whole dump: from a file, or from /dev/tty with the status line glued on. Bounds are device pixels, present
 * orientation. Throws DumpRefusal for every known failure and for text that is no dump; `where` is the line.
 */
export function parseUiautomator(text: string): Dump {
  const start = text.indexOf('<hierarchy')
  const displays = text.indexOf('<displays')
  if (start < 0 && displays < 0) throw noTree(text)
  const from = displays >= 0 && (start < 0 || displays < start) ? displays : start
  const reader = new Reader(text, from)
  const { nodes, rotation, end } = reader.read()
  const words = `${text.slice(0, from).replace(/<\?xml[^>]*\?>/, '')}\n${end === null ? '' : text.slice(end)}`.trim()
  return { tree: { nodes, rotation }, truncated: end === null, words }
}

function noTree(text: string): DumpRefusal {
  for (const { seen, failure, words } of failures) if (seen.test(text)) return new DumpRefusal(failure, words)
  if (text.trim() === '') return new DumpRefusal('nothing', 'uiautomator printed nothing.')
  return new DumpRefusal('not-xml', `This is no uiautomator dump: there is no <hierarchy> in it.`, 1)
}

interface Open {
  readonly index: number | null
  readonly name: string
}

/** A strict reader of the small XML the dumper writes: elements and attributes, no text, no DTD. */
class Reader {
  readonly #text: string
  #at: number
  readonly #nodes: Element[] = []
  readonly #open: Open[] = []
  #rotation: 0 | 1 | 2 | 3 = 0

  constructor(text: string, at: number) {
    this.#text = text
    this.#at = at
  }

  read(): { nodes: readonly Element[]; rotation: 0 | 1 | 2 | 3; end: number | null } {
    for (;;) {
      const open = this.#text.indexOf('<', this.#at)
      if (open < 0) return this.#cut()
      const close = this.#endOfTag(open)
      if (close === null) return this.#cut()
      this.#at = close + 1
      this.#tag(this.#text.slice(open + 1, close), open)
      if (this.#open.length === 0) return { nodes: this.#nodes, rotation: this.#rotation, end: this.#at }
    }
  }

  #cut(): { nodes: readonly Element[]; rotation: 0 | 1 | 2 | 3; end: null } {
    if (this.#nodes.length === 0)
      throw new DumpRefusal('not-xml', 'The dump breaks off before its first node.', this.#line(this.#at))
    return { nodes: this.#nodes, rotation: this.#rotation, end: null }
  }

  /** The `>` that ends the tag, skipping quoted values: a `>` in a text is legal XML. */
  #endOfTag(open: number): number | null {
    let quote = ''
    for (let at = open + 1; at < this.#text.length; at += 1) {
      const char = this.#text.charAt(at)
      if (quote !== '') {
        if (char === quote) quote = ''
      } else if (char === '"' || char === "'") quote = char
      else if (char === '>') return at
    }
    return null
  }

  #tag(tag: string, at: number): void {
    if (tag.startsWith('!') || tag.startsWith('?')) return
    if (tag.startsWith('/')) {
      const top = this.#open.pop()
      const name = tag.slice(1).trim()
      if (top?.name !== name)
        throw new DumpRefusal('not-xml', `</${name.slice(0, 20)}> closes what was not opened.`, this.#line(at))
      return
    }
    const isClosed = tag.endsWith('/')
    const [name = ''] = /^[A-Za-z]+/.exec(tag) ?? []
    const attributes = this.#attributes(tag.slice(name.length, isClosed ? -1 : undefined), at)
    const index = name === 'node' ? this.#node(attributes, at) : this.#container(name, attributes, at)
    if (!isClosed) this.#open.push({ index, name })
  }

  #container(name: string, attributes: ReadonlyMap<string, string>, at: number): null {
    if (!['hierarchy', 'displays', 'display', 'windows', 'window'].includes(name))
      throw new DumpRefusal(
        'not-xml',
        `<${name.slice(0, 20)}> does not belong into a uiautomator dump.`,
        this.#line(at),
      )
    const rotation = attributes.get('rotation')
    if (rotation !== undefined && this.#nodes.length === 0) this.#rotation = rotationOf(rotation)
    return null
  }

  #node(attributes: ReadonlyMap<string, string>, at: number): number {
    const parent = this.#open.findLast(open => open.index !== null)?.index ?? null
    const is = (name: string): boolean => attributes.get(name) === 'true'
    const said = (name: string): string => attributes.get(name) ?? ''
    const index = this.#nodes.length
    this.#nodes.push({
      index,
      parent,
      depth: parent === null ? 0 : (this.#nodes[parent]?.depth ?? 0) + 1,
      className: said('class'),
      id: said('resource-id'),
      text: withoutGlyphs(said('text')),
      desc: withoutGlyphs(said('content-desc')),
      hint: said('hint'),
      package: said('package'),
      bounds: this.#bounds(said('bounds'), at),
      clickable: is('clickable'),
      longClickable: is('long-clickable'),
      enabled: is('enabled'),
      focusable: is('focusable'),
      focused: is('focused'),
      checkable: is('checkable'),
      checked: is('checked'),
      selected: is('selected'),
      scrollable: is('scrollable'),
      password: is('password'),
    })
    return index
  }

  #attributes(text: string, at: number): ReadonlyMap<string, string> {
    const found = new Map<string, string>()
    const pattern = /\s*([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y
    while (pattern.lastIndex < text.length) {
      const from = pattern.lastIndex
      const match = pattern.exec(text)
      if (match === null) {
        if (text.slice(from).trim() === '') break
        throw new DumpRefusal(
          'not-xml',
          `"${text.slice(from).trim().slice(0, 20)}" is not an attribute.`,
          this.#line(at),
        )
      }
      found.set(match[1] ?? '', decoded(match[2] ?? match[3] ?? ''))
    }
    return found
  }

  #bounds(text: string, at: number): Rect {
    const match = /^\[(-?\d{1,7}),(-?\d{1,7})\]\[(-?\d{1,7}),(-?\d{1,7})\]$/.exec(text)
    if (match === null) {
      if (text === '') return { left: 0, top: 0, right: 0, bottom: 0 }
      throw new DumpRefusal('not-xml', `bounds "${text.slice(0, 40)}" are not [l,t][r,b].`, this.#line(at))
    }
    const [left = 0, top = 0, right = 0, bottom = 0] = match.slice(1).map(Number)
    return { left, top, right: Math.max(left, right), bottom: Math.max(top, bottom) }
  }

  #line(at: number): number {
    return this.#text.slice(0, at).split('\n').length
  }
}

function rotationOf(text: string): 0 | 1 | 2 | 3 {
  switch (text) {
    case '1':
      return 1
    case '2':
      return 2
    case '3':
      return 3
    default:
      return 0
  }
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decoded(text: string): string {
  return text.replaceAll(
    /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));/g,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return named[name] ?? whole
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
    },
  )
}

/** Icon fonts put glyphs of the private use area into labels: nobody reads them. */
const withoutGlyphs = (text: string): string =>
  /[\ue000-\uf8ff]/.test(text) ? text.replaceAll(/[\ue000-\uf8ff]/g, '').trim() : text
