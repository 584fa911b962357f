// Everything CI runs, in order; ends with one line "N passed, N failed". `check` leaves out the tests in a browser.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

const root = join(import.meta.dirname, '..')
const bin = (name: string): string => join(root, 'node_modules', '.bin', name)
const report = join(tmpdir(), `nocturne-tests-${process.pid}.json`)
const wanted = process.argv[2] ?? 'all'
const filters = process.argv.slice(3)

let passed = 0
let failed = 0

function step(
  name: string,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): boolean {
  process.stdout.write(`\n== ${name}\n`)
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  return status === 0
}

function counted(name: string, ok: boolean): void {
  if (ok) passed += 1
  else {
    failed += 1
    process.stdout.write(`FAILED: ${name}\n`)
  }
}

counted('types', step('types', bin('tsc'), ['-p', 'tsconfig.node.json']))
counted('types of the window', step('types of the window', bin('tsc'), ['-p', 'tsconfig.web.json']))
counted('lint', step('lint', bin('oxlint'), ['--type-aware', '--deny-warnings', 'src', 'test']))
counted('format', step('format', bin('oxfmt'), ['--check', 'src', 'test']))
if (wanted === 'all') counted('build', step('build', bin('electron-vite'), ['build']))

step('tests', process.execPath, [
  join(root, 'node_modules', 'vitest', 'vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...(wanted === 'all' ? [] : ['--exclude', 'test/e2e/**']),
  ...filters,
])
try {
  const result = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    numFailedTestSuites: number
    success: boolean
  }
  passed += result.numPassedTests
  failed += result.numFailedTests
  if (!result.success && result.numFailedTests === 0) failed += Math.max(1, result.numFailedTestSuites)
} catch {
  process.stdout.write('FAILED: the tests left no report\n')
  failed += 1
} finally {
  rmSync(report, { force: true })
}

// The long campaigns, reduced; whole by `npm run check:kills` and `npm run bench:night`.
if (wanted === 'all' && filters.length === 0) {
  const node = (script: string, ...args: readonly string[]): boolean =>
    step(`${script} ${args.join(' ')}`, process.execPath, [join(root, 'test', script), ...args])
  counted('20 kills in the middle of a night', node('check-kills.ts', '--count', '20'))
  counted('the bench, reduced', node('bench-night.ts', '--reduced'))
  counted('the stream, reduced', node('bench-stream.ts', '--short'))
}

process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
