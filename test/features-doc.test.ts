// docs/features.md says what the tests show: its rows are whole, its counts right, and every test it names is in the tree.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import type { Expression } from 'oxc-parser'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs', 'features.md'), 'utf8')

interface Row {
  readonly number: number
  readonly feature: string
  readonly answer: string
  readonly where: string
}

const rows: readonly Row[] = page
  .split('\n')
  .map(line => /^\| (\d+) ([^|]+) \| ([^|]*) \| ([^|]*) \|$/.exec(line))
  .filter(found => found !== null)
  .map(([, number, feature = '', answer = '', where = '']) => ({ number: Number(number), feature, answer, where }))

interface Named {
  readonly file: string
  readonly title: string
}

/** `file` “title”, as the page writes a test. */
const namedIn = (text: string): readonly Named[] =>
  [...text.matchAll(/`([^`]+)` “([^”]+)”/g)].map(([, file = '', title = '']) => ({ file, title }))

/** Titles of the tests of a file: of `it(…)` and `it.each(…)(…)`, not of what is only quoted in it. */
function titlesOf(file: string): ReadonlySet<string> {
  const path = join(root, file)
  const titles = new Set<string>()
  if (!existsSync(path)) return titles
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (startOf(callee) !== 'it' || first?.type !== 'Literal') return
      if (typeof first.value === 'string') titles.add(first.value)
    },
  }).visit(parseSync(path, readFileSync(path, 'utf8')).program)
  return titles
}

function startOf(callee: Expression): string | null {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'CallExpression') return startOf(callee.callee)
  return callee.type === 'MemberExpression' ? startOf(callee.object) : null
}

describe('docs/features.md', () => {
  it('has eighty rows, numbered from 1 to 80, each yes, partly or no with its words', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 80 }, (_, at) => at + 1))
    expect(rows.filter(({ answer }) => !['yes', 'partly', 'no'].includes(answer))).toEqual([])
    expect(rows.filter(({ where }) => where.trim() === '')).toEqual([])
    // A row that is written in another form would be passed over above.
    expect(page.match(/^\|\s*\d/gm)).toHaveLength(80)
  })

  it('counts its answers right', () => {
    const count = (answer: string): number => rows.filter(row => row.answer === answer).length
    expect(page).toContain(`Of 80: ${count('yes')} yes, ${count('partly')} partly, ${count('no')} no.`)
  })

  it('names a test for each yes, and says of each partly what is missing', () => {
    expect(rows.filter(({ answer, where }) => answer === 'yes' && namedIn(where).length === 0)).toEqual([])
    expect(rows.filter(({ answer, where }) => answer === 'partly' && !where.includes('Missing: '))).toEqual([])
  })

  it('names only tests that are in the tree, in the file and by the title it says', () => {
    const known = new Map<string, ReadonlySet<string>>()
    const gone = rows.flatMap(row =>
      namedIn(row.where)
        .filter(({ file, title }) => {
          const titles = known.get(file) ?? titlesOf(file)
          known.set(file, titles)
          return !titles.has(title)
        })
        .map(({ file, title }) => `${row.number}: ${file} “${title}”`),
    )
    expect(gone).toEqual([])
    // Whatever looks like a title belongs to a file.
    expect(page.match(/“/g)).toHaveLength(rows.flatMap(({ where }) => namedIn(where)).length)
  })
})
