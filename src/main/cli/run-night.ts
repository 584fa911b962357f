// Starts a job's nights and stays with them: progress on stderr, the first Ctrl-C ends them after the step in hand, the
// second at once. A night that was broken off is told as the refusal it was; what it had is kept.
import { Refusal } from '#shared/base/refusal.ts'
import type { NightId } from '#shared/domain/ids.ts'
import type { Client } from '#shared/protocol/client.ts'
import type { Asked } from '#shared/protocol/contract.ts'
import type { NightProgressLine, NightRun } from '#shared/protocol/shapes.ts'
import { ProgressLine } from '#main/cli/progress.ts'
import type { Terminal } from '#main/cli/terminal.ts'

export async function runNight(client: Client, start: Asked<'night.start'>, terminal: Terminal): Promise<NightRun> {
  const { ids } = await client.call('night.start', start, terminal.interrupted)
  const line = new ProgressLine(terminal, ids.length)
  const stop = (now: boolean): void => {
    if (!now) {
      line.end()
      terminal.err('Ending after the step in hand. Press Ctrl-C again to end at once.\n')
    }
    // A night that has ended meanwhile needs no stop; the watch tells its end either way.
    for (const id of ids) client.call('night.stop', { id, now }).catch(() => undefined)
  }
  const onFirst = (): void => stop(false)
  const onSecond = (): void => stop(true)
  terminal.interrupted.addEventListener('abort', onFirst, { once: true })
  terminal.interruptedTwice.addEventListener('abort', onSecond, { once: true })
  try {
    const isEnded = (progress: NightProgressLine): boolean => {
      line.show(progress)
      return progress.phase === 'ended'
    }
    const ended = await Promise.all(ids.map(id => watchUntil(client, id, isEnded)))
    const broken = ended.find(last => last.refusal !== null)
    if (broken?.refusal != null) {
      line.end()
      terminal.err(`What it had is kept: nocturne night show ${broken.night.id}\n`)
      throw Refusal.fromData(broken.refusal)
    }
  } finally {
    line.end()
    terminal.interrupted.removeEventListener('abort', onFirst)
    terminal.interruptedTwice.removeEventListener('abort', onSecond)
  }
  return runOf(client, ids)
}

/** The nights of a job that was left to a device server, as soon as each has begun. */
export async function begunRun(client: Client, ids: readonly NightId[]): Promise<NightRun> {
  const begun = (line: NightProgressLine): boolean => line.night.started !== '' || line.phase === 'ended'
  const lines = await Promise.all(ids.map(id => watchUntil(client, id, begun)))
  const broken = lines.find(line => line.refusal !== null)?.refusal
  if (broken != null) throw Refusal.fromData(broken)
  return runOf(client, ids)
}

async function runOf(client: Client, ids: readonly NightId[]): Promise<NightRun> {
  const [first, ...others] = await Promise.all(ids.map(id => client.call('night.show', { id })))
  if (first === undefined) throw new Error('a job was started without a night')
  return others.length === 0 ? first : { ...first, others: others.map(({ night, findings }) => ({ night, findings })) }
}

async function watchUntil(
  client: Client,
  id: NightId,
  when: (line: NightProgressLine) => boolean,
): Promise<NightProgressLine> {
  const there = new AbortController()
  let last: NightProgressLine | null = null
  await client.watch(
    'night',
    { id },
    progress => {
      if (there.signal.aborted) return
      last = progress
      if (when(progress)) there.abort()
    },
    there.signal,
  )
  if (last === null) throw new Error('a night was watched and told nothing')
  return last
}
