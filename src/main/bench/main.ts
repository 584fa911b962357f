// `nocturne bench`, the program: reads its words, runs the bench, prints one document or words. Progress goes to stderr.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Refusal, refusalCodes, refusalOf } from '#shared/base/refusal.ts'
import { monotonicMs } from '#main/sys/clock.ts'
import { namesIn, sizeOf } from '#main/sys/files.ts'
import { isFolderNow } from '#main/sys/files-now.ts'
import { typedPath } from '#main/sys/paths.ts'
import { bench, type BenchOptions } from '#main/bench/bench.ts'
import { policies, type PolicyName } from '#main/bench/document.ts'
import { diagnosis, progressLine, report } from '#main/bench/words.ts'

const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => stop.abort(new Refusal('failed', 'Interrupted.')))

try {
  await main(process.argv.slice(2))
} catch (thrown) {
  const refusal = refusalOf(thrown)
  const { words, where, hint } = refusal
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ error: refusal.toData() })}\n`)
  process.stderr.write(`${where === null ? '' : `${where}: `}${words}${hint === null ? '' : `\n${hint}`}\n`)
  process.exitCode = 2
}

async function main(args: readonly string[]): Promise<void> {
  const { options, json, why } = await readOptions(args)
  const began = monotonicMs()
  const { document, scored } = await bench(
    options,
    (one, done, all) => process.stderr.write(`${progressLine(one, done, all, monotonicMs() - began)}\n`),
    stop.signal,
  )
  const [broken] = document.apps.flatMap(row => row.error ?? [])
  if (broken !== undefined) {
    // Not one night could run: that is no score, it is a refusal.
    if (document.apps.every(row => row.error !== null))
      throw Refusal.fromData({ ...broken, code: refusalCodes.find(code => code === broken.code) ?? 'failed' })
    process.exitCode = 2
  }
  if (why) process.stderr.write(diagnosis(scored))
  process.stdout.write(json ? `${JSON.stringify(document, null, 1)}\n` : report(document))
}

async function readOptions(args: readonly string[]): Promise<{ options: BenchOptions; json: boolean; why: boolean }> {
  const { values, positionals } = parsed(args)
  if (positionals.length === 0)
    throw new Refusal('bad-value', 'Which apps? Name demo app files, or a folder of them.', {
      where: 'PATH',
      hint: 'For example: nocturne bench resources/demo',
    })
  const policy = values.policy ?? 'explorer'
  if (!isPolicy(policy))
    throw new Refusal('bad-value', `--policy takes ${policies.join(', ')}, not "${policy}".`, { where: '--policy' })
  const conditions = values.conditions ?? 'none'
  if (conditions !== 'none' && conditions !== 'all')
    throw new Refusal('bad-value', `--conditions takes none or all, not "${conditions}".`, { where: '--conditions' })
  const files = (await Promise.all(positionals.map(appFiles))).flat()
  return {
    options: {
      files,
      steps: number(values.steps, '--steps', 1000, 100_000),
      seeds: number(values.seeds, '--seeds', 1, 1000),
      policy,
      conditions,
      workers: number(values.workers, '--workers', 2, 64),
    },
    json: values.json === true,
    why: values.why === true,
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        steps: { type: 'string' },
        seeds: { type: 'string' },
        policy: { type: 'string' },
        conditions: { type: 'string' },
        workers: { type: 'string' },
        why: { type: 'boolean' },
        json: { type: 'boolean' },
      },
    })
  } catch (thrown) {
    throw new Refusal('bad-value', thrown instanceof Error ? (thrown.message.split('. ')[0] ?? '') : String(thrown), {
      hint: 'Add --help for how it is used.',
      cause: thrown,
    })
  }
}

function isPolicy(text: string): text is PolicyName {
  return policies.some(name => name === text)
}

function number(text: string | undefined, where: string, other: number, most: number): number {
  if (text === undefined) return other
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new Refusal('bad-value', `${where} takes a whole number from 1 to ${most}, not "${text}".`, { where })
  return value
}

/** A file, or the app files of a folder. */
async function appFiles(path: string): Promise<readonly string[]> {
  const whole = typedPath(path)
  if ((await sizeOf(whole)) === null)
    throw new Refusal('bad-value', 'There is no such file or folder.', { where: path, hint: 'Check the path.' })
  if (!isFolderNow(whole)) return [whole]
  const files = (await namesIn(whole))
    .filter(name => /\.app\.(?:ya?ml|json)$/u.test(name))
    .map(name => join(whole, name))
  if (files.length === 0)
    throw new Refusal('bad-value', 'No demo app file lies in this folder.', {
      where: path,
      hint: 'Their names end in .app.yaml or .app.json.',
    })
  return files
}
