// Words no person should read: leaked placeholders and raw errors. Asked at every step; pure text, no pixels.
// What we typed ourselves is never reported, nor the words on screens made for developers.
import { isEditable, type Element } from '#shared/domain/element.ts'
import type { Candidate } from '#shared/domain/night.ts'
import { candidateOf, onScreen, quoted, type Oracle, type OracleInput } from '#main/explore/oracles/oracle-input.ts'
import { isInFront, nameOf, nodesOf } from '#main/explore/oracles/tree-reading.ts'

export const placeholders =
  /(?<![\p{L}\p{N}_.])(null|undefined|NaN|Infinity|TODO|FIXME|lorem ipsum)(?![\p{L}\p{N}_])|\[object [A-Z]\w*\]|%(?:\d+\$)?[sd@](?![\p{L}\p{N}])|\{\{\s*[\w.]+\s*\}\}|\$\{[\w.]+\}|@string\/\w+|\bLorem ipsum\b/u
const rawErrors: readonly RegExp[] = [
  /\b(?:[a-z_]\w*\.)+[A-Z]\w*(?:Exception|Error|Throwable)\b/,
  /\b[A-Z]\w+(?:Exception|Throwable)\b/,
  /\b(?:Type|Syntax|Reference|Range|Runtime|Null|Assertion|Parse|Network|IO|SQL|Format|State|Argument|Index|Key|Value|Socket|Timeout|Decoding|Validation|Serialization|Json)Error\b/,
  /\bat [\w$.<>]+\((?:[\w$]+\.(?:kt|java|js|ts|swift|dart)(?::\d+)?|Native Method|Unknown Source)\)/,
  /\bHTTP(?:\/\d(?:\.\d)?)?[ :/-]*(?:status |error |code )?[45]\d\d\b/i,
  /\b(?:status|response|error) ?code:? ?[45]\d\d\b/i,
  /\b(?:4\d\d|5\d\d) (?:Bad Request|Unauthorized|Forbidden|Not Found|Unprocessable Entity|Too Many Requests|Internal Server Error|Bad Gateway|Service Unavailable|Gateway Time-?out)\b/i,
  /\{\s*"[\w-]+"\s*:\s*(?:["[{\d]|true|false|null)/,
  /\b(?:SQLSTATE|SQLITE_\w+|ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE|ENOENT|errno ?[=:]? ?\d+|SIGSEGV|SIGABRT|segfault)\b/,
  /\b(?:no such (?:table|column)|syntax error near|UNIQUE constraint failed)\b/i,
  /\bTraceback \(most recent call last\)|\bError Domain=|\bstack ?trace:|\bnull pointer\b/i,
  /\b(?:failed|error|exception)\b.{0,40}\b0x[0-9a-f]{4,}\b/i,
]
/** Told as such, and in no language at all. */
export const isRawError = (words: string): boolean => rawErrors.some(pattern => pattern.test(words))

const forDevelopers =
  /\b(developer|debug|diagnos|logs?|console|licen[cs]es?|crash reports?|api reference|open source)\b/i

export const placeholder: Oracle = {
  check: 'placeholder',
  phase: 'step',
  ask: async input => {
    // "null" is a number in German and Italian.
    const numberWord = /^locale:(de|it|sv|nb|da)/.test(input.condition ?? '')
    return spoken(input).flatMap(node => {
      const words = node.text || node.desc
      const found = placeholders.exec(words)?.[0]
      if (found === undefined || (numberWord && found === 'null')) return []
      return [
        tell(
          input,
          node,
          'placeholder',
          found,
          `${name(input, node)}${onScreen(input)} shows “${found}” instead of real text`,
        ),
      ]
    })
  },
}

export const rawError: Oracle = {
  check: 'raw_error',
  phase: 'step',
  ask: async input => {
    if (forDevelopers.test(input.screenName)) return []
    return spoken(input).flatMap(node => {
      const words = node.text || node.desc
      const found = rawErrors.map(pattern => pattern.exec(words)?.[0]).find(match => match !== undefined)
      if (found === undefined) return []
      return [
        tell(
          input,
          node,
          'raw_error',
          found,
          `${titled(input)} shows a technical error to the user: ${quoted(words, '', 'an error')}`,
        ),
      ]
    })
  },
}

const titled = (input: OracleInput): string => (input.screenName === '' ? 'A screen' : `“${input.screenName}”`)

function name(input: OracleInput, node: Element): string {
  const id = input.now.tree === null ? '' : nameOf(input.now.tree, node)
  return id === '' ? 'A text' : `The text “${id.replaceAll('_', ' ')}”`
}

function tell(
  input: OracleInput,
  node: Element,
  check: 'placeholder' | 'raw_error',
  found: string,
  title: string,
): Candidate {
  return candidateOf(input, {
    check,
    observation: input.now,
    element: node,
    title,
    why: `The visible text “${(node.text || node.desc).slice(0, 160)}” holds “${found.slice(0, 80)}”.`,
    whyNotNoise:
      'Nobody typed it: it is not among the texts entered in this mission, and the text stands on the app’s own screen.',
    message: found,
  })
}

/** What the app says by itself on its own screen. */
function spoken(input: OracleInput): readonly Element[] {
  if (!isInFront(input.now, input.app)) return []
  return nodesOf(input.now, input.app).filter(node => {
    const words = node.text || node.desc
    return words !== '' && !node.password && !isTyped(words, node, input)
  })
}

function isTyped(words: string, node: Element, input: OracleInput): boolean {
  if (isEditable(node) && node.text === node.hint) return false
  const low = words.toLowerCase()
  for (const text of input.typed) {
    const typed = text.trim().toLowerCase()
    if (typed === '') continue
    if (
      low === typed ||
      low.includes(typed) ||
      (typed.length > 3 && low.length > 3 && typed.includes(low.replace(/…$/, '')))
    )
      return true
  }
  return false
}
