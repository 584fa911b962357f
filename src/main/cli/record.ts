// `nocturne record ID`: the device's picture as MP4 files, for so long or until Ctrl-C; or started and stopped by two commands.
import { deviceId } from '#shared/domain/ids.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Client } from '#shared/protocol/client.ts'
import type { RecordingRow } from '#shared/protocol/methods/record.ts'
import { typedPath } from '#main/sys/paths.ts'
import type { Command, Exit, Words } from '#main/cli/command.ts'
import { noMore, readWords } from '#main/cli/command.ts'
import { refuseOverwriting } from '#main/cli/new-file.ts'
import { untilOrFor } from '#main/cli/wait.ts'
import type { Terminal } from '#main/cli/terminal.ts'
import { withHub } from '#main/cli/with-hub.ts'

export const command: Command = {
  summary: "a device's picture as an MP4 file",
  help: `
nocturne record ID [--seconds N] [-o FILE] [--force] [--json]
nocturne record ID start [-o FILE] [--force] | stop [--json]

Records until Ctrl-C, or for so many seconds. The picture is copied as it comes,
with its own times; the file is whole at every moment. A change of the picture's
size begins another file (FILE-2.mp4, or the next number that is free). No control
is taken. A FILE that is there is not written over without \`--force\`.
\`start\` and \`stop\` need a device server that stays: \`nocturne open\` or \`serve\`.`,
  run: async (args, terminal) => {
    const words = readWords(args, ['seconds', 'output'], ['force'], { output: 'o' })
    noMore(words, 2)
    const device = deviceId(words.need(0, 'The id of the device'))
    const what = words.rest[1] ?? null
    if (what !== null && what !== 'start' && what !== 'stop')
      throw new Refusal('bad-value', `record takes start or stop, not "${what}".`, { where: what })
    const seconds = words.number('seconds', 0.1, 86_400)
    if (what !== null && seconds !== null)
      throw new Refusal('bad-value', `${what} takes no --seconds: it goes on until it is stopped.`, {
        where: '--seconds',
        hint: `Leave ${what} out to record for so many seconds.`,
      })
    const output = words.text('output')
    const file = output === null ? null : typedPath(output)
    const replace = words.flag('force')
    if (file !== null && what !== 'stop') await refuseOverwriting(file, replace)
    return withHub(terminal, async (client, shared) => {
      if (what === 'stop' && !shared)
        throw new Refusal('failed', 'Nothing is being recorded: no device server stays open here.', {
          hint: 'A recording goes on in the window (`nocturne open`) or beside `nocturne serve`.',
        })
      if (what !== null && !shared)
        throw new Refusal('failed', 'No device server stays after this command, so nothing would be recorded.', {
          hint: 'Leave `start` out, or keep `nocturne open` or `nocturne serve` running meanwhile.',
        })
      if (what === 'start') {
        const row = await client.call('device.record', { device, do: 'start', file, replace }, terminal.interrupted)
        return tell(row, words, terminal)
      }
      if (what === 'stop') return tell(await client.call('device.record', { device, do: 'stop' }), words, terminal)
      return recordFor(client, { device, file, replace, seconds }, words, terminal)
    })
  },
}

async function recordFor(
  client: Client,
  of: {
    readonly device: DeviceId
    readonly file: string | null
    readonly replace: boolean
    readonly seconds: number | null
  },
  words: Words,
  terminal: Terminal,
): Promise<Exit> {
  const { device, file, replace, seconds } = of
  const started = await client.call(
    'device.record',
    { device, do: 'start', file, replace, bound: true },
    terminal.interrupted,
  )
  terminal.err(`Recording to ${started.files[0]?.file ?? ''}${seconds === null ? ', until Ctrl-C' : ''}.\n`)
  const ended = new AbortController()
  const watching = client.watch(
    'recordings',
    {},
    ({ recordings }) => {
      const row = recordings.find(one => one.number === started.number)
      if (row === undefined || row.is === 'finishing' || row.is === 'ended') ended.abort()
    },
    ended.signal,
  )
  await untilOrFor(AbortSignal.any([terminal.interrupted, ended.signal]), seconds)
  const row = await client.call('device.record', { device, do: 'stop' })
  ended.abort()
  await watching
  return tell(row, words, terminal)
}

function tell(row: RecordingRow, words: Words, terminal: Terminal): Exit {
  const { number: _number, device, is, ms, files, notes, why } = row
  if (words.json)
    terminal.json({
      id: device,
      is,
      ms: Math.round(ms),
      files: files.map(({ url: _url, ...one }) => one),
      notes,
      error: why,
    })
  else terminal.out(files.map(one => `${one.file}\n`).join(''))
  for (const note of notes) terminal.err(`${note}\n`)
  if (why === null) return 0
  terminal.err(`${why.words}\n`)
  return 1
}
