// Reads what stands inside `${…}`: a small allow-list of JavaScript, as a tree. Used by expression.ts and the subset
// check. There is no general JavaScript here on purpose; everything else is refused by name.

export type Expression =
  | { readonly is: 'value'; readonly value: string | number | boolean | null | undefined }
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'member'; readonly of: Expression; readonly key: Expression }
  | { readonly is: 'call'; readonly name: string; readonly of: Expression | null; readonly args: readonly Expression[] }
  | { readonly is: 'not' | 'minus' | 'plus'; readonly of: Expression }
  | { readonly is: 'both'; readonly sign: string; readonly left: Expression; readonly right: Expression }
  | { readonly is: 'choice'; readonly test: Expression; readonly yes: Expression; readonly no: Expression }
  | { readonly is: 'list'; readonly items: readonly Expression[] }
  | { readonly is: 'object'; readonly entries: readonly (readonly [string, Expression])[] }
  /** Of `evalScript` only: `output.a.b = …`, `output.a++`. */
  | { readonly is: 'set'; readonly path: readonly Expression[]; readonly value: Expression }

export type ParsedExpression = { readonly expression: Expression } | { readonly refused: string }

/** What it refuses is said in words that follow "it uses ". */
class Refused extends Error {}

export const stringMethods = [
  'indexOf',
  'includes',
  'startsWith',
  'endsWith',
  'trim',
  'toLowerCase',
  'toUpperCase',
  'replace',
  'split',
  'slice',
]
export const functions = ['parseInt', 'Number', 'String', 'relativePoint']
const foreignNames = new Set([
  'http',
  'faker',
  'json',
  'console',
  'require',
  'process',
  'globalThis',
  'this',
  'Math',
  'JSON',
  'Date',
  'Java',
])
const statements = new Set(
  'if for while do switch try throw return var let const function class new delete typeof void in instanceof await yield import export'.split(
    ' ',
  ),
)

interface Token {
  readonly is: 'number' | 'string' | 'name' | 'sign' | 'end'
  readonly text: string
}

export function parseExpression(source: string, assignments = false): ParsedExpression {
  try {
    if (source.length > 10_000) throw new Refused('more than 10,000 characters')
    const reader = new Reader(tokensOf(source))
    return { expression: assignments ? reader.script() : reader.whole() }
  } catch (thrown) {
    if (thrown instanceof Refused) return { refused: thrown.message }
    throw thrown
  }
}

const signs = ['===', '!==', '...', '=>', '==', '!=', '<=', '>=', '&&', '||', '??', '?.', '++', '--', '+=', '-=']

function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < source.length) {
    const rest = source.slice(at)
    const blank = /^(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)/.exec(rest)
    if (blank !== null) {
      at += blank[0].length
      continue
    }
    const name = /^[A-Za-z_$][\w$]*/.exec(rest)
    const number = /^(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/.exec(rest)
    if (name !== null) tokens.push({ is: 'name', text: name[0] })
    else if (number !== null) tokens.push({ is: 'number', text: number[0] })
    else if (rest[0] === '"' || rest[0] === "'") {
      const text = /^(?:"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*')/.exec(rest)
      if (text === null) throw new Refused('a text without its closing quote')
      tokens.push({ is: 'string', text: unquoted(text[0]) })
      at += text[0].length
      continue
    } else if (rest[0] === '`') throw new Refused('a template text (`…`)')
    else {
      const sign = signs.find(known => rest.startsWith(known)) ?? rest[0] ?? ''
      if (!/^[-+*/%!<>=?:.,()[\]{}&|;]/.test(sign)) throw new Refused(`the sign \`${sign}\``)
      tokens.push({ is: 'sign', text: sign })
    }
    at += tokens.at(-1)?.text.length ?? 1
    if (tokens.length > 2000) throw new Refused('more than 2,000 words')
  }
  return [...tokens, { is: 'end', text: '' }]
}

function unquoted(text: string): string {
  const named: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0' }
  return text
    .slice(1, -1)
    .replaceAll(
      /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]))/g,
      (_all, ...found: (string | undefined)[]) => {
        const hex = found[0] ?? found[1] ?? found[2]
        if (hex === undefined) return named[found[3] ?? ''] ?? (found[3] === '\n' ? '' : (found[3] ?? ''))
        const code = Number.parseInt(hex, 16)
        if (code > 0x10_ffff) throw new Refused('a character that does not exist')
        return String.fromCodePoint(code)
      },
    )
}

/** Loosest first. */
const levels: readonly (readonly string[])[] = [
  ['??'],
  ['||'],
  ['&&'],
  ['===', '!==', '==', '!='],
  ['<', '>', '<=', '>='],
  ['+', '-'],
  ['*', '/', '%'],
]

class Reader {
  readonly #tokens: readonly Token[]
  #at = 0
  #deep = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  whole(): Expression {
    const expression = this.#expression()
    this.#atEnd()
    return expression
  }

  script(): Expression {
    const target = this.#expression()
    const sign = this.#sign(['=', '++', '--', '+=', '-='])
    if (sign === null) {
      this.#atEnd()
      return target
    }
    const path = pathOf(target)
    const value = sign === '++' || sign === '--' ? { is: 'value' as const, value: 1 } : this.#expression()
    this.#sign([';', ','])
    this.#atEnd()
    if (sign === '=') return { is: 'set', path, value }
    const plus = sign.startsWith('+')
    const left: Expression = sign === '++' ? { is: 'plus', of: target } : target
    return { is: 'set', path, value: { is: 'both', sign: plus ? '+' : '-', left, right: value } }
  }

  #atEnd(): void {
    this.#sign([';'])
    const token = this.#peek()
    if (token.is !== 'end')
      throw new Refused(
        token.text === '=' ? 'an assignment' : `\`${token.text.slice(0, 20)}\` where nothing more is expected`,
      )
  }

  #peek(): Token {
    return this.#tokens[this.#at] ?? { is: 'end', text: '' }
  }

  #sign(wanted: readonly string[]): string | null {
    const token = this.#peek()
    if (token.is !== 'sign' || !wanted.includes(token.text)) return null
    this.#at += 1
    return token.text
  }

  #expect(sign: string): void {
    if (this.#sign([sign]) === null)
      throw new Refused(`a \`${this.#peek().text.slice(0, 20)}\` where \`${sign}\` belongs`)
  }

  #expression(): Expression {
    this.#deep += 1
    if (this.#deep > 60) throw new Refused('more than 60 levels')
    const test = this.#level(0)
    let found = test
    if (this.#sign(['?']) !== null) {
      const yes = this.#expression()
      this.#expect(':')
      found = { is: 'choice', test, yes, no: this.#expression() }
    }
    this.#deep -= 1
    return found
  }

  #level(index: number): Expression {
    const here = levels[index]
    if (here === undefined) return this.#unary()
    let left = this.#level(index + 1)
    for (let sign = this.#sign(here); sign !== null; sign = this.#sign(here))
      left = { is: 'both', sign, left, right: this.#level(index + 1) }
    return left
  }

  #unary(): Expression {
    const sign = this.#sign(['!', '-', '+'])
    if (sign === null) return this.#postfix()
    this.#deep += 1
    if (this.#deep > 60) throw new Refused('more than 60 levels')
    const of = this.#unary()
    this.#deep -= 1
    return { is: sign === '!' ? 'not' : sign === '-' ? 'minus' : 'plus', of }
  }

  #postfix(): Expression {
    let found = this.#primary()
    for (;;) {
      if (this.#sign(['?.']) !== null) throw new Refused('`?.`')
      if (this.#sign(['.']) !== null) {
        const token = this.#peek()
        if (token.is !== 'name') throw new Refused('a `.` without a name after it')
        this.#at += 1
        found = { is: 'member', of: found, key: { is: 'value', value: token.text } }
      } else if (this.#sign(['[']) !== null) {
        const key = this.#expression()
        this.#expect(']')
        found = { is: 'member', of: found, key }
      } else if (this.#sign(['(']) !== null) found = this.#call(found)
      else return found
    }
  }

  #call(callee: Expression): Expression {
    if (callee.is === 'name' && functions.includes(callee.name))
      return { is: 'call', name: callee.name, of: null, args: this.#items(')') }
    if (callee.is === 'member' && callee.key.is === 'value' && stringMethods.includes(String(callee.key.value)))
      return { is: 'call', name: String(callee.key.value), of: callee.of, args: this.#items(')') }
    throw new Refused(`the function call \`${wordsOf(callee)}\``)
  }

  #items(close: string): readonly Expression[] {
    const items: Expression[] = []
    while (this.#sign([close]) === null) {
      items.push(this.#expression())
      if (this.#sign([',']) === null) {
        this.#expect(close)
        break
      }
    }
    return items
  }

  #primary(): Expression {
    const token = this.#peek()
    this.#at += 1
    if (token.is === 'number') return { is: 'value', value: Number(token.text) }
    if (token.is === 'string') return { is: 'value', value: token.text }
    if (token.is === 'name') return this.#name(token.text)
    if (token.text === '(') {
      const inside = this.#expression()
      this.#expect(')')
      return inside
    }
    if (token.text === '[' && token.is === 'sign') return { is: 'list', items: this.#items(']') }
    if (token.text === '{' && token.is === 'sign') return { is: 'object', entries: this.#entries() }
    throw new Refused(
      token.is === 'end' ? 'an expression that ends too early' : `\`${token.text}\` where a value belongs`,
    )
  }

  #name(name: string): Expression {
    if (name === 'true' || name === 'false') return { is: 'value', value: name === 'true' }
    if (name === 'null') return { is: 'value', value: null }
    if (name === 'undefined') return { is: 'value', value: undefined }
    if (statements.has(name)) throw new Refused(`\`${name}\``)
    if (foreignNames.has(name)) {
      const next = this.#tokens[this.#at]
      const after = this.#tokens[this.#at + 1]
      if (next?.text === '.' && after?.is === 'name') throw new Refused(`the function call \`${name}.${after.text}\``)
      throw new Refused(`\`${name}\``)
    }
    return { is: 'name', name }
  }

  #entries(): readonly (readonly [string, Expression])[] {
    const entries: (readonly [string, Expression])[] = []
    while (this.#sign(['}']) === null) {
      const key = this.#peek()
      if (key.is === 'sign' || key.is === 'end') throw new Refused('an object with an entry it cannot read')
      this.#at += 1
      this.#expect(':')
      entries.push([key.text, this.#expression()])
      if (this.#sign([',']) === null) {
        this.#expect('}')
        break
      }
    }
    return entries
  }
}

function pathOf(target: Expression): readonly Expression[] {
  const path: Expression[] = []
  let at = target
  while (at.is === 'member') {
    path.unshift(at.key)
    at = at.of
  }
  if (at.is !== 'name' || at.name !== 'output' || path.length === 0)
    throw new Refused(`an assignment to \`${wordsOf(target)}\` (only \`output.…\` can be set)`)
  return path
}

function wordsOf(expression: Expression): string {
  if (expression.is === 'name') return expression.name
  if (expression.is === 'member') {
    const key = expression.key.is === 'value' ? `.${String(expression.key.value)}` : '[…]'
    return wordsOf(expression.of) + key
  }
  return '(…)'
}

/** Names whose missing value would go unnoticed: not those in an or-default, a comparison or a negation. */
export function neededNames(expression: Expression): readonly string[] {
  switch (expression.is) {
    case 'value':
      return []
    case 'name':
      return ['output', 'maestro'].includes(expression.name) ? [] : [expression.name]
    case 'member':
      return [...neededNames(expression.of), ...neededNames(expression.key)]
    case 'call':
      return [...(expression.of === null ? [] : neededNames(expression.of)), ...expression.args.flatMap(neededNames)]
    case 'not':
      return []
    case 'minus':
    case 'plus':
      return neededNames(expression.of)
    case 'both':
      if (['==', '!=', '===', '!=='].includes(expression.sign)) return []
      if (expression.sign === '||' || expression.sign === '??') return neededNames(expression.right)
      return [...neededNames(expression.left), ...neededNames(expression.right)]
    case 'choice':
      return [...neededNames(expression.test), ...neededNames(expression.yes), ...neededNames(expression.no)]
    case 'list':
      return expression.items.flatMap(neededNames)
    case 'object':
      return expression.entries.flatMap(([, value]) => neededNames(value))
    case 'set':
      return neededNames(expression.value)
  }
}
