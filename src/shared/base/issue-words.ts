// What is wrong with a value that was checked by its shape, said after the field's name: "is too long: at most 40 characters".
// The words of the checking library are never shown; words that a shape has of its own stay.
import type { z } from 'zod'

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
  record: 'a group of fields',
  null: 'empty',
}
const namedMost = 12

export function issueWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is missing'
        : `has to be ${kinds[issue.expected] ?? 'of another kind'}${isNoNumber(issue.input) ? ', not one without an end' : ''}`
    case 'invalid_value':
      return `has to be ${oneOf(issue.values)}`
    case 'too_big':
      return bounded(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum, 'long', 'large')
    case 'too_small':
      return bounded(
        issue.origin,
        issue.inclusive === false ? 'more than' : 'at least',
        issue.minimum,
        'short',
        'small',
      )
    case 'invalid_format':
      return 'is not written as it has to be'
    case 'not_multiple_of':
      return `has to be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `holds what is not known here: ${issue.keys.map(shortened).join(', ')}`
    case 'invalid_union':
      return 'has none of the forms it can have'
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
    default:
      return 'is not valid'
  }
}

const isNoNumber = (input: unknown): boolean => typeof input === 'number' && !Number.isFinite(input)

function bounded(origin: string, way: string, bound: number | bigint, asText: string, asNumber: string): string {
  switch (origin) {
    case 'string':
      return bound === 1 && asText === 'short' ? 'is empty' : `is too ${asText}: ${way} ${bound} characters`
    case 'array':
    case 'set':
    case 'map':
      return bound === 1 && asText === 'short' ? 'is empty' : `is too ${asText}: ${way} ${bound} entries`
    default:
      // The end of what can be counted at all says nothing to anybody.
      return Math.abs(Number(bound)) >= Number.MAX_SAFE_INTEGER
        ? `is too ${asNumber}`
        : `is too ${asNumber}: ${way} ${bound}`
  }
}

function oneOf(values: readonly unknown[]): string {
  const named = values.slice(0, namedMost).map(value => (typeof value === 'string' ? `"${value}"` : String(value)))
  if (named.length === 1) return named[0] ?? ''
  return `one of ${named.join(', ')}${values.length > namedMost ? ' …' : ''}`
}

const shortened = (key: string): string => (key.length > 40 ? `${key.slice(0, 40)}…` : key)
