// Expressions of app files: read with jsep, held to the small grammar of the format, compiled once to closures. They can
// reach the state, the row and the environment and nothing else: there is no way from here to the machine.
import jsep from 'jsep'
import { callFunction, functionNames, listFunctions } from '#main/device/demo/engine/functions.ts'
import { finite, isEqual, isTrue, member, order, show, toNumber, type Value } from '#main/device/demo/engine/value.ts'

/** What an expression may read. `lookup` turns a text that begins with `@` into words. */
export interface Context {
  readonly state: ReadonlyMap<string, Value>
  readonly it: Value
  readonly index: number | null
  readonly env: Environment
  lookup(text: string, context: Context): string
}

interface Environment {
  readonly orientation: string
  readonly dark: boolean
  readonly fontScale: number
  readonly locale: string
  readonly network: string
  readonly launches: number
  readonly visits: number
  readonly now: number
  readonly key: string
}
const environmentNames: readonly string[] = [
  'orientation',
  'dark',
  'fontScale',
  'locale',
  'network',
  'launches',
  'visits',
  'now',
  'key',
]

export type Compiled = (context: Context) => Value

/** The names an expression may use. `row`: inside a list's row or what follows from it, so that `it` and `index` hold. */
export interface Names {
  readonly state: ReadonlySet<string>
  readonly row: boolean
}

/** Why an expression is refused, in words; its place is the caller's to add. */
export class ExpressionError extends Error {}

const sourceMax = 4000
const depthMax = 60

export function compileExpression(source: string, names: Names): Compiled {
  if (source.length > sourceMax) throw new ExpressionError(`an expression has at most ${sourceMax} characters`)
  let parsed: jsep.Expression
  try {
    parsed = jsep(source)
  } catch (failure) {
    throw new ExpressionError(
      `"${source}" is not an expression: ${failure instanceof Error ? failure.message : String(failure)}`,
    )
  }
  return compile(parsed, names, 0)
}

const nameOf = (node: jsep.Expression, field: string): string => {
  const value = node[field]
  return typeof value === 'string' ? value : ''
}

const isNode = (value: unknown): value is jsep.Expression =>
  typeof value === 'object' && value !== null && 'type' in value

function compile(node: unknown, names: Names, depth: number): Compiled {
  if (!isNode(node)) throw new ExpressionError('an expression is incomplete')
  if (depth > depthMax) throw new ExpressionError('an expression is nested too deep')
  const inner = (part: unknown): Compiled => compile(part, names, depth + 1)
  switch (node.type) {
    case 'Literal':
      return constant(node['value'])
    case 'Identifier':
      return identifier(nameOf(node, 'name'), names)
    case 'MemberExpression':
      return memberOf(node, names, inner)
    case 'UnaryExpression':
      return unary(nameOf(node, 'operator'), inner(node['argument']))
    case 'BinaryExpression':
      return binary(nameOf(node, 'operator'), inner(node['left']), inner(node['right']))
    case 'ConditionalExpression': {
      const [test, yes, no] = [inner(node['test']), inner(node['consequent']), inner(node['alternate'])]
      return context => (isTrue(test(context)) ? yes(context) : no(context))
    }
    case 'ArrayExpression': {
      const items = listOf(node['elements']).map(inner)
      return context => items.map(item => item(context))
    }
    case 'CallExpression':
      return call(node, names, depth)
    case 'Compound':
      throw new ExpressionError(
        listOf(node['body']).length === 0
          ? 'an expression is empty'
          : 'an operator is missing between two parts of an expression',
      )
    default:
      throw new ExpressionError(`an expression cannot hold this here (${node.type})`)
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : [])

function constant(value: unknown): Compiled {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean' && value !== null)
    throw new ExpressionError('an expression holds a value that is none of number, text, true, false, null')
  return () => value
}

function identifier(name: string, names: Names): Compiled {
  if (name === 'it' || name === 'index') {
    if (!names.row) throw new ExpressionError(`"${name}" is only known in a list's row and in what follows from it`)
    return name === 'it' ? context => context.it : context => context.index
  }
  if (name === 'env') throw new ExpressionError(`"env" needs a name after it: one of ${environmentNames.join(', ')}`)
  if (!names.state.has(name)) throw new ExpressionError(`"${name}" is not known: it is not declared in the state`)
  return context => context.state.get(name) ?? null
}

function memberOf(node: jsep.Expression, names: Names, inner: (part: unknown) => Compiled): Compiled {
  if (node['optional'] === true)
    throw new ExpressionError('"?." is not part of the format; a missing part is nothing anyway')
  const object = node['object']
  const property = node['property']
  const plain = node['computed'] !== true && isNode(property) ? nameOf(property, 'name') : null
  if (isNode(object) && object.type === 'Identifier' && object['name'] === 'env') {
    if (plain === null || !environmentNames.includes(plain))
      throw new ExpressionError(`"env.${plain ?? '[…]'}" is not known: it is one of ${environmentNames.join(', ')}`)
    const name = plain as keyof Environment
    return context => context.env[name]
  }
  const of = inner(object)
  if (plain !== null) return context => member(of(context), plain)
  const key = inner(property)
  return context => member(of(context), key(context))
}

function unary(operator: string, argument: Compiled): Compiled {
  switch (operator) {
    case '!':
      return context => !isTrue(argument(context))
    case '-':
      return context => {
        const value = toNumber(argument(context))
        return value === null ? null : finite(-value)
      }
    default:
      throw new ExpressionError(`"${operator}" is not an operator here`)
  }
}

function binary(operator: string, left: Compiled, right: Compiled): Compiled {
  switch (operator) {
    case '&&':
      return context => {
        const value = left(context)
        return isTrue(value) ? right(context) : value
      }
    case '||':
      return context => {
        const value = left(context)
        return isTrue(value) ? value : right(context)
      }
    case '==':
      return context => isEqual(left(context), right(context))
    case '!=':
      return context => !isEqual(left(context), right(context))
    case '<':
      return compared(left, right, by => by < 0)
    case '<=':
      return compared(left, right, by => by <= 0)
    case '>':
      return compared(left, right, by => by > 0)
    case '>=':
      return compared(left, right, by => by >= 0)
    case '+':
      return context => plus(left(context), right(context))
    case '-':
      return arithmetic(left, right, (a, b) => a - b)
    case '*':
      return arithmetic(left, right, (a, b) => a * b)
    case '/':
      return arithmetic(left, right, (a, b) => a / b)
    case '%':
      return arithmetic(left, right, (a, b) => a % b)
    default:
      throw new ExpressionError(`"${operator}" is not an operator here; there are ! - * / % + < <= > >= == != && || ?:`)
  }
}

function compared(left: Compiled, right: Compiled, holds: (by: number) => boolean): Compiled {
  return context => {
    const by = order(left(context), right(context))
    return by !== null && holds(by)
  }
}

function arithmetic(left: Compiled, right: Compiled, of: (a: number, b: number) => number): Compiled {
  return context => {
    const [a, b] = [toNumber(left(context)), toNumber(right(context))]
    return a === null || b === null ? null : finite(of(a, b))
  }
}

const joinedMax = 20_000

function plus(a: Value, b: Value): Value {
  if (typeof a === 'string' || typeof b === 'string') return (show(a) + show(b)).slice(0, joinedMax)
  const [left, right] = [toNumber(a), toNumber(b)]
  return left === null || right === null ? null : finite(left + right)
}

function call(node: jsep.Expression, names: Names, depth: number): Compiled {
  const callee = node['callee']
  const name = isNode(callee) && callee.type === 'Identifier' ? nameOf(callee, 'name') : ''
  if (!functionNames.includes(name))
    throw new ExpressionError(
      `"${name === '' ? '…' : name}(…)" is not a function; there are ${functionNames.join(', ')}`,
    )
  const given = listOf(node['arguments'])
  const [first, second] = given
  if (listFunctions.includes(name) && given.length === 2) {
    const list = compile(first, names, depth + 1)
    const each = compile(second, { ...names, row: true }, depth + 1)
    return context => callFunction(name, [list(context), null], (it, index) => each({ ...context, it, index }))
  }
  if (name === 'filter') throw new ExpressionError('"filter" takes a list and an expression in which "it" is each item')
  const values = given.map(part => compile(part, names, depth + 1))
  return context =>
    callFunction(
      name,
      values.map(value => value(context)),
      null,
    )
}
