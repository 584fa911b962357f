// Params out of a method's own shape: mostly of its form, with values nobody should give at the leaves, so that they come past the
// first check; now and then another form altogether. For the test that asks the hub everything.
import fc from 'fast-check'
import type { z } from 'zod'
import { nastyTexts } from './nasty.ts'

export interface Usual {
  /** Texts that mean something there: ids, paths. */
  readonly texts: readonly string[]
  /** Of fields of that name, mostly taken: without a device there is little to ask. */
  readonly named: Readonly<Record<string, readonly string[]>>
}

const numbers = [
  0,
  -1,
  1,
  2,
  0.5,
  -0.5,
  100,
  1e6,
  1e21,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  1e308,
  5e-324,
]
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, '', [], {}, [[]], { device: null }, 'n'.repeat(100_000)),
  fc.constantFrom<unknown>(JSON.parse('{"__proto__":{"device":"demo-phone"}}'), JSON.parse('{"constructor":1}')),
  fc.jsonValue({ maxDepth: 2 }),
)

export function nastyParams(schema: z.ZodType, usual: Usual): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: formOf(schema as unknown as z.core.$ZodTypes, usual, '') },
    { weight: 1, arbitrary: odd },
  )
}

function formOf(schema: z.core.$ZodTypes, usual: Usual, name: string): fc.Arbitrary<unknown> {
  const { def } = schema._zod
  const inner = (of: z.core.$ZodType, as: string = name): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 60, arbitrary: formOf(of as z.core.$ZodTypes, usual, as) }, { weight: 1, arbitrary: odd })
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the other kinds stand nowhere in the contract.
  switch (def.type) {
    case 'string':
      return fc.oneof(
        { weight: 20, arbitrary: fc.constantFrom(...(usual.named[name] ?? usual.texts)) },
        { weight: 4, arbitrary: fc.constantFrom(...usual.texts) },
        { weight: 3, arbitrary: fc.constantFrom(...nastyTexts, '\0', 'a\0b', '/a\0b') },
        { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
      )
    case 'number':
      return fc.oneof(fc.constantFrom(...numbers), fc.integer({ min: 0, max: 400 }))
    case 'boolean':
      return fc.boolean()
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'array':
      return fc.oneof(
        { weight: 8, arbitrary: fc.array(inner(def.element), { maxLength: 3 }) },
        { weight: 1, arbitrary: fc.array(inner(def.element), { minLength: 300, maxLength: 300 }) },
      )
    case 'object': {
      const fields = Object.entries(def.shape)
      const required = fields.map(([field]) => field).filter(field => !isOptional(def.shape[field]))
      return fc.record(
        Object.fromEntries(
          fields.map(([field, of]) => [field, inner(of, name === 'request' ? `request.${field}` : field)]),
        ),
        { requiredKeys: required },
      )
    }
    case 'union':
      return fc.oneof(...def.options.map(one => inner(one)))
    case 'nullable':
      return fc.oneof(inner(def.innerType), fc.constant(null))
    case 'optional':
    case 'default':
    case 'prefault':
    case 'readonly':
      return inner(def.innerType)
    case 'pipe':
      return inner(def.in)
    default:
      return odd
  }
}

const isOptional = (schema: z.core.$ZodType | undefined): boolean =>
  ['optional', 'default', 'prefault'].includes(schema?._zod.def.type ?? '')
