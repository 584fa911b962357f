// `nocturne night`: runs a job, lists nights, shows one, stops one.
import { Refusal } from '#shared/base/refusal.ts'
import { nightId } from '#shared/domain/ids.ts'
import type { NightId } from '#shared/domain/ids.ts'
import { typedPath } from '#main/sys/paths.ts'
import type { Command, Exit, Words } from '#main/cli/command.ts'
import { noMore, readWords } from '#main/cli/command.ts'
import { nightReport, runReport } from '#main/cli/report.ts'
import { begunRun, runNight } from '#main/cli/run-night.ts'
import type { Terminal } from '#main/cli/terminal.ts'
import { counted, table } from '#main/cli/terminal.ts'
import { answer, withHub } from '#main/cli/with-hub.ts'

export const command: Command = {
  summary: 'run JOB.yaml, list, show ID, stop ID: an overnight explore',
  help: `
nocturne night run JOB.yaml [--until 07:00] [--minutes N] [--steps N] [--seed N] [--model none]
                            [--trace FILE] [--map FILE] [--detach] [--fail-on new|any] [--json]
nocturne night list [--json]
nocturne night show ID [--json]
nocturne night stop ID [--now]

A job that names several devices runs a night on each; the document has the first one's, and "others".

  --trace FILE   writes what the night (of the first device) did, one JSON line a step
  --map FILE     writes the screen map it ended with
  --detach       leaves it to the running device server and prints the ids of its nights at once
  --fail-on      exit 1 when it confirmed something: new (shown and new) or any`,
  run: async (args, terminal) => {
    const words = readWords(
      args,
      ['until', 'minutes', 'steps', 'seed', 'model', 'trace', 'map', 'fail-on'],
      ['detach', 'now', 'watch'],
    )
    const what = words.need(0, 'run, list, show or stop')
    switch (what) {
      case 'run':
        return run(words, terminal)
      case 'list':
        noMore(words, 1)
        return list(words, terminal)
      case 'show':
        noMore(words, 2)
        return show(words, terminal)
      case 'stop':
        noMore(words, 2)
        return stop(words, terminal)
      default:
        throw new Refusal('bad-value', `"night ${what}" is not a command: run, list, show or stop.`, {
          hint: 'Add --help for how it is used.',
        })
    }
  },
}

async function run(words: Words, terminal: Terminal): Promise<Exit> {
  noMore(words, 2)
  const path = typedPath(words.need(1, 'The job file'))
  const file = (name: string): string | null => {
    const given = words.text(name)
    return given === null ? null : typedPath(given)
  }
  const model = words.text('model')
  if (model !== null && model !== 'none')
    throw new Refusal('unsupported', `--model ${model}: nights run without a model for now.`, {
      where: '--model',
      hint: 'Leave it out, or say --model none.',
    })
  const failOn = words.text('fail-on')
  if (failOn !== null && failOn !== 'new' && failOn !== 'any')
    throw new Refusal('bad-value', '--fail-on takes new or any.', { where: '--fail-on' })
  const start = {
    job: { from: 'file' as const, path },
    options: {
      seed: words.whole('seed', 0, Number.MAX_SAFE_INTEGER),
      minutes: words.number('minutes', 0.1, 1440),
      steps: words.whole('steps', 1, 1_000_000),
      until: words.text('until'),
      watch: words.flag('watch'),
      trace: file('trace'),
      map: file('map'),
      model: model === 'none' ? ('none' as const) : null,
    },
  }
  return withHub(terminal, async (client, shared) => {
    if (words.flag('detach')) {
      if (!shared)
        throw new Refusal('unsupported', 'No device server is running that the night could be left to.', {
          where: '--detach',
          hint: 'Start one with `nocturne serve`, or leave --detach out.',
        })
      const { ids } = await client.call('night.start', start)
      if (words.json) terminal.json(await begunRun(client, ids))
      else terminal.out(`${ids.join('\n')}\n`)
      return 0
    }
    const document = await runNight(client, start, terminal)
    if (words.json) terminal.json(document)
    else terminal.out(runReport(document))
    const all = [document, ...(document.others ?? [])].flatMap(one => one.findings)
    const counted = failOn === 'any' ? all : all.filter(row => row.shown && row.seen_count === 1)
    return failOn !== null && counted.length > 0 ? 1 : 0
  })
}

function list(words: Words, terminal: Terminal): Promise<Exit> {
  return answer(
    words,
    terminal,
    client => client.call('night.list', {}),
    ({ nights }) =>
      nights.length === 0
        ? 'No night yet. `nocturne demo` runs one.\n'
        : table(
            nights.map(night => [
              night.id,
              `${night.app_label} ${night.build}`,
              night.running ? 'running' : `ended by ${night.ended_by ?? ''}`,
              counted(night.steps, 'step'),
              counted(night.screens, 'screen'),
              `${counted(night.findings, 'finding')}, ${night.not_reproduced} dropped`,
            ]),
          ),
  )
}

const idOf = (words: Words): NightId => nightId(words.need(1, 'The id of the night'))

function show(words: Words, terminal: Terminal): Promise<Exit> {
  const id = idOf(words)
  return answer(words, terminal, client => client.call('night.show', { id }), nightReport)
}

function stop(words: Words, terminal: Terminal): Promise<Exit> {
  const id = idOf(words)
  const now = words.flag('now')
  return answer(
    words,
    terminal,
    async client => {
      await client.call('night.stop', { id, now })
      return { id }
    },
    () => (now ? 'It ends at once.\n' : 'It ends after the step in hand.\n'),
  )
}
