// The house style that a program can see: opening comments, line length, banned words and paths.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(file => file !== '' && file !== 'package-lock.json')
const sources = files.filter(file => /^(src|test)\/.*\.tsx?$/.test(file))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

describe('the house style', () => {
  it('opens every source file with a comment that says what it is', () => {
    expect(
      sources.filter(file => !/^(\/\/|\/\*)/.test(read(file).trimStart()) && !/(\.d|config)\.ts$/.test(file)),
    ).toEqual([])
  })

  it('names no absolute path of a machine and no registry', () => {
    const words = new RegExp(
      `(^|[^A-Za-z0-9_])/(${['work', 'farm', 'root', 'home'].join('|')})/[a-z]|registry\\.${'npmjs'}|deb\\.${'debian'}`,
    )
    const text = files.filter(file => !/\.(ttf|png|jpg|ico|jar)$/.test(file))
    expect(text.filter(file => words.test(read(file)))).toEqual([])
  })

  it('leaves no switched-off test, no silenced type and no note to self', () => {
    const words = new RegExp(
      `\\b(it|test|describe)\\.(${['skip', 'only', 'todo'].join('|')})\\b|@ts-(ignore|nocheck)|\\bas ${'any'}\\b|${'TO'}DO|FIX${'ME'}`,
    )
    const own = ['test/tidy.test.ts']
    expect(sources.filter(file => !own.includes(file) && words.test(withoutData(read(file))))).toEqual([])
  })

  it('gives no test a short limit: a busy machine must not fail it', () => {
    const short = /\bvi\.waitFor\(|\btimeout: (\d{1,4}|[12]?\d_\d{3})\b|setDefaultTimeout\(\d|^ *\}, \d+_\d{3}\)$/m
    const tests = sources.filter(file => file.endsWith('.test.ts') && file !== 'test/tidy.test.ts')
    expect(tests.filter(file => short.test(withoutData(read(file))))).toEqual([])
  })

  it('has no file called utils, helpers, common, manager or index', () => {
    const entries = ['src/main/electron/index.ts', 'src/preload/index.ts']
    expect(
      sources.filter(file => /\/(utils?|helpers?|common|managers?|index)\.tsx?$/.test(file) && !entries.includes(file)),
    ).toEqual([])
  })
})

/** Regexes and quoted words may name what they look for: the placeholder oracle does. */
function withoutData(text: string): string {
  return text.replaceAll(
    /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/(?![/*])(?:[^/\\\n]|\\.)+\/[a-z]*/g,
    '""',
  )
}
