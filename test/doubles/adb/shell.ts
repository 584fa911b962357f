// The little of a POSIX shell that adb clients use: quoted words, `;`, `&&`, `||` and `2>/dev/null`. Pure.

/** What a command said. Many of Android's exit with 0 after a failure; these do as theirs do. */
export interface Said {
  readonly out: Uint8Array
  readonly err: string
  readonly code: number
}

export const said = (out: string | Uint8Array, err = '', code = 0): Said => ({
  out: typeof out === 'string' ? Buffer.from(out) : out,
  err,
  code,
})

export interface Step {
  readonly words: readonly string[]
  readonly quietErr: boolean
  /** When it runs, after the one before it. */
  readonly if: 'always' | 'ok' | 'failed'
}

export function stepsOf(line: string): readonly Step[] {
  const steps: Step[] = []
  let words: string[] = []
  let quietErr = false
  let when: Step['if'] = 'always'
  const end = (next: Step['if']): void => {
    if (words.length > 0) steps.push({ words, quietErr, if: when })
    words = []
    quietErr = false
    when = next
  }
  for (const token of tokensOf(line)) {
    if (token.quoted) words.push(token.text)
    else if (token.text === ';' || token.text === '\n') end('always')
    else if (token.text === '&&') end('ok')
    else if (token.text === '||') end('failed')
    else if (token.text === '2>/dev/null') quietErr = true
    else words.push(token.text)
  }
  end('always')
  return steps
}

interface Token {
  readonly text: string
  /** Some part was in quotes: never an operator. */
  readonly quoted: boolean
}

const pattern = /\s*(?:(;|&&|\|\||\n)|((?:[^\s;&|'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*"|&(?!&)|\|(?!\|))+))/y

function tokensOf(line: string): readonly Token[] {
  const tokens: Token[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(line); match !== null; match = pattern.exec(line)) {
    const [, operator, word] = match
    if (operator !== undefined) tokens.push({ text: operator, quoted: false })
    else if (word !== undefined) tokens.push({ text: unquoted(word), quoted: /['"\\]/.test(word) })
  }
  return tokens
}

const unquoted = (word: string): string =>
  word.replaceAll(
    /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/g,
    (_, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replaceAll(/\\(["\\$`])/g, '$1') ?? escaped ?? '',
  )
