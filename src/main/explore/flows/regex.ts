// Java's regular expressions, as Maestro compiles them, read and rewritten as JavaScript ones. Used by selectors and
// the subset check. A pattern that Java would not compile is a literal; what only Java has is refused by name.

export type Pattern =
  | { readonly is: 'regex'; readonly source: string; matches(text: string): boolean }
  /** Java would not compile it: the whole text, ignoring case. */
  | { readonly is: 'literal'; matches(text: string): boolean }
  | { readonly is: 'refused'; readonly words: string }

/** Thrown inside this file only: the two ways a pattern is no plain regular expression. */
class NotJava extends Error {}
class JavaOnly extends Error {}

const kept = new Map<string, Pattern>()

export function compilePattern(pattern: string): Pattern {
  const known = kept.get(pattern)
  if (known !== undefined) return known
  if (kept.size > 2000) kept.clear()
  const made = compile(pattern)
  kept.set(pattern, made)
  return made
}

function compile(pattern: string): Pattern {
  try {
    const source = new Translator(pattern).run()
    const whole = new RegExp(`(?<![\\s\\S])(?:${source})(?![\\s\\S])`, 'imsv')
    return { is: 'regex', source, matches: text => whole.test(text) }
  } catch (thrown) {
    if (thrown instanceof JavaOnly)
      return {
        is: 'refused',
        words: `${thrown.message} in the pattern "${pattern.slice(0, 60)}" has a meaning in Java only`,
      }
    // A SyntaxError is a pattern neither side compiles (a reversed range, a missing group).
    if (!(thrown instanceof NotJava || thrown instanceof SyntaxError || thrown instanceof RangeError)) throw thrown
    const literal = new RegExp(`(?<![\\s\\S])(?:${Array.from(pattern, escaped).join('')})(?![\\s\\S])`, 'imsv')
    return { is: 'literal', matches: text => literal.test(text) }
  }
}

const escaped = (char: string): string =>
  /[A-Za-z0-9]/.test(char) ? char : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`

const blanks = ' \\t\\n\\v\\f\\r'
const shorthand: Readonly<Record<string, { readonly inside: string; readonly not: boolean }>> = {
  d: { inside: '0-9', not: false },
  D: { inside: '0-9', not: true },
  s: { inside: blanks, not: false },
  S: { inside: blanks, not: true },
  w: { inside: 'A-Za-z0-9_', not: false },
  W: { inside: 'A-Za-z0-9_', not: true },
}
const posix: Readonly<Record<string, string>> = {
  Lower: 'a-z',
  Upper: 'A-Z',
  ASCII: '\\x00-\\x7f',
  Alpha: 'A-Za-z',
  Digit: '0-9',
  Alnum: 'A-Za-z0-9',
  Punct: '\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e',
  Graph: '\\x21-\\x7e',
  Print: '\\x20-\\x7e',
  Blank: ' \\t',
  Cntrl: '\\x00-\\x1f\\x7f',
  XDigit: '0-9a-fA-F',
  Space: blanks,
}
const plainEscapes: Readonly<Record<string, string>> = { t: '\\t', n: '\\n', r: '\\r', f: '\\f' }

class Translator {
  readonly #chars: readonly string[]
  #at = 0
  #groups = 0
  #deep = 0

  constructor(pattern: string) {
    this.#chars = Array.from(pattern)
  }

  run(): string {
    const source = this.#alternatives()
    if (this.#at < this.#chars.length) throw new NotJava('unmatched )')
    return source
  }

  #peek(ahead = 0): string {
    return this.#chars[this.#at + ahead] ?? ''
  }

  #take(): string {
    const char = this.#chars[this.#at] ?? ''
    this.#at += 1
    return char
  }

  #ahead(text: string): boolean {
    return Array.from(text).every((char, index) => this.#peek(index) === char)
  }

  #alternatives(): string {
    this.#deep += 1
    if (this.#deep > 100) throw new NotJava('nested too deeply')
    let source = ''
    while (this.#at < this.#chars.length && this.#peek() !== ')') {
      if (this.#peek() === '|') source += this.#take()
      else source += this.#quantified()
    }
    this.#deep -= 1
    return source
  }

  #quantified(): string {
    const char = this.#peek()
    if (char === '*' || char === '+' || char === '?') throw new NotJava(`dangling ${char}`)
    // A repetition with nothing before it repeats nothing.
    const atom = char === '{' ? '(?:)' : this.#atom()
    const times = this.#quantifier()
    return times === '' ? atom : `(?:${atom})${times}`
  }

  #quantifier(): string {
    let times = ''
    const char = this.#peek()
    if (char === '*' || char === '+' || char === '?') times = this.#take()
    else if (char === '{') times = this.#braces()
    else return ''
    if (this.#peek() === '+') throw new JavaOnly(`the possessive \`${times}+\``)
    if (this.#peek() === '?') times += this.#take()
    return times
  }

  #braces(): string {
    const rest = this.#chars.slice(this.#at, this.#at + 24).join('')
    const found = /^\{(\d{1,9})(?:(,)(\d{0,9}))?\}/.exec(rest)
    if (found === null) throw new NotJava('illegal repetition')
    const [whole, from, comma, to] = found
    if (comma !== undefined && to !== undefined && to !== '' && Number(to) < Number(from))
      throw new NotJava('illegal repetition range')
    this.#at += whole.length
    return whole
  }

  #atom(): string {
    const char = this.#take()
    switch (char) {
      case '(':
        return this.#group()
      case '[':
        return this.#set()
      case '\\':
        return this.#escape()
      case '.':
      case '^':
      case '$':
        return char
      default:
        return escaped(char)
    }
  }

  #group(): string {
    let open = '('
    if (this.#peek() === '?') {
      if (this.#ahead('?>')) throw new JavaOnly('the atomic group `(?>`')
      const named = /^\?<([A-Za-z][A-Za-z0-9]*)>/.exec(this.#chars.slice(this.#at, this.#at + 40).join(''))
      const plain = ['?:', '?=', '?!', '?<=', '?<!'].find(kind => this.#ahead(kind))
      if (named !== null) {
        open += named[0]
        this.#at += named[0].length
        this.#groups += 1
      } else if (plain !== undefined) {
        open += plain
        this.#at += plain.length
      } else if (/[a-zA-Z-]/.test(this.#peek(1))) throw new JavaOnly(`the inline flag \`(?${this.#peek(1)}\``)
      else throw new NotJava('unknown group')
    } else this.#groups += 1
    const inside = this.#alternatives()
    if (this.#take() !== ')') throw new NotJava('unclosed group')
    return `${open}${inside})`
  }

  #set(): string {
    let source = '['
    if (this.#peek() === '^') source += this.#take()
    let empty = true
    for (;;) {
      if (this.#at >= this.#chars.length) throw new NotJava('unclosed class')
      const char = this.#peek()
      if (char === ']' && !empty) break
      if (this.#ahead('&&')) throw new JavaOnly('the intersection `&&`')
      if (char === '[') throw new JavaOnly('a class inside a class')
      empty = false
      const from = this.#member()
      const isRange = this.#peek() === '-' && ![']', '', '['].includes(this.#peek(1)) && from.one
      if (isRange) {
        this.#take()
        const to = this.#member()
        if (!to.one || (to.code ?? 0) < (from.code ?? 0)) throw new NotJava('illegal range')
        source += `${from.source}-${to.source}`
      } else source += from.source
    }
    this.#take()
    return `${source}]`
  }

  /** One member of a class: a character (`one`), or a set of them. */
  #member(): { source: string; one: boolean; code?: number } {
    const char = this.#take()
    if (char !== '\\') return { source: escaped(char), one: true, code: char.codePointAt(0) ?? 0 }
    const next = this.#peek()
    const short = shorthand[next]
    if (short !== undefined) {
      this.#take()
      return { source: short.not ? `[^${short.inside}]` : short.inside, one: false }
    }
    if (next === 'p' || next === 'P') {
      this.#take()
      return { source: this.#property(next === 'P'), one: false }
    }
    if (next === 'b' || next === 'B' || /[1-9]/.test(next)) throw new NotJava('not in a class')
    const source = this.#escape()
    return { source, one: true, code: codeOf(source) }
  }

  #escape(): string {
    const char = this.#take()
    if (char === '') throw new NotJava('a backslash at the end')
    const short = shorthand[char]
    if (short !== undefined) return `[${short.not ? '^' : ''}${short.inside}]`
    const plain = plainEscapes[char]
    if (plain !== undefined) return plain
    if (char === 'b' || char === 'B') return `\\${char}`
    if (char === 'p' || char === 'P') return this.#property(char === 'P')
    if ('QERXGZzAhHvVaeNk'.includes(char)) return this.#special(char)
    if (char === 'x' || char === 'u' || char === '0' || char === 'c') return this.#coded(char)
    if (/[1-9]/.test(char)) {
      if (Number(char) > this.#groups) throw new JavaOnly(`the reference \`\\${char}\` to a group that is not there`)
      return `(?:\\${char})`
    }
    if (/[A-Za-z]/.test(char)) throw new NotJava(`unknown escape ${char}`)
    return escaped(char)
  }

  #special(char: string): string {
    const name =
      char === 'k' ? /^<([A-Za-z][A-Za-z0-9]*)>/.exec(this.#chars.slice(this.#at, this.#at + 40).join('')) : null
    if (name === null && char === 'k') throw new NotJava('\\k without a name')
    if (name === null && char === 'E') throw new NotJava('\\E without \\Q')
    if (name === null) throw new JavaOnly(`\`\\${char}\``)
    this.#at += name[0].length
    return `\\k${name[0]}`
  }

  #coded(char: string): string {
    const rest = this.#chars.slice(this.#at, this.#at + 12).join('')
    const shape = {
      x: /^(?:\{([0-9a-fA-F]{1,6})\}|([0-9a-fA-F]{2}))/,
      u: /^([0-9a-fA-F]{4})/,
      '0': /^([0-3]?[0-7]{1,2})/,
      c: /^([\s\S])/,
    }[char]
    const found = shape?.exec(rest) ?? null
    if (found === null) throw new NotJava(`\\${char} without its code`)
    this.#at += Array.from(found[0]).length
    const digits = found[1] ?? found[2] ?? ''
    const code = char === 'c' ? (digits.codePointAt(0) ?? 0) ^ 64 : Number.parseInt(digits, char === '0' ? 8 : 16)
    if (code > 0x10_ffff) throw new NotJava('no such character')
    return `\\u{${code.toString(16)}}`
  }

  #property(not: boolean): string {
    let name = this.#take()
    if (name === '{') {
      const end = this.#chars.indexOf('}', this.#at)
      if (end < 0) throw new NotJava('unclosed \\p{')
      name = this.#chars.slice(this.#at, end).join('')
      this.#at = end + 1
    }
    const set = posix[name]
    if (set !== undefined) return `[${not ? '^' : ''}${set}]`
    const category = name.replace(/^Is(?=[A-Z][a-z]?$)/, '')
    if (/^(?:[LMNPSZC]|L[ulmto]|M[nce]|N[dlo]|P[cdseifo]|S[mcko]|Z[slp]|C[cfson])$/.test(category))
      return `\\${not ? 'P' : 'p'}{${category}}`
    throw new JavaOnly(`\`\\${not ? 'P' : 'p'}{${name.slice(0, 30)}}\``)
  }
}

function codeOf(source: string): number {
  const hex = /^\\u\{([0-9a-f]+)\}$/.exec(source)?.[1]
  if (hex !== undefined) return Number.parseInt(hex, 16)
  const named: Readonly<Record<string, number>> = { '\\t': 9, '\\n': 10, '\\r': 13, '\\f': 12 }
  return named[source] ?? source.codePointAt(0) ?? 0
}

/** A text or id as a pattern that matches exactly it (and inert for `${}`): `facts` B.4's escaping. */
export function escapePattern(text: string): string {
  return (
    text
      .replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&')
      // Only what Java's \s knows as blank: the other line separators are written by their number.
      .replaceAll(/[ \t]*[\r\n][ \t\r\n\v\f]*/g, '\\s+')
      .replaceAll(/[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\ufe00-\ufe0f]/gu, char =>
        char === ' ' || char.length > 1 ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
  )
}
