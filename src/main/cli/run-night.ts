// Starts a night and stays with it: progress on stderr, the first Ctrl-C ends it after the step in hand, the second at once.
import type { Client } from '#shared/protocol/client.ts'
import type { Asked } from '#shared/protocol/contract.ts'
import type { NightDocument } from '#shared/protocol/shapes.ts'
import { ProgressLine } from '#main/cli/progress.ts'
import type { Terminal } from '#main/cli/terminal.ts'

export async function runNight(
  client: Client,
  start: Asked<'night.start'>,
  terminal: Terminal,
): Promise<NightDocument> {
  const { id } = await client.call('night.start', start, terminal.interrupted)
  const line = new ProgressLine(terminal)
  const ended = new AbortController()
  const stop = (now: boolean): void => {
    if (!now) {
      line.end()
      terminal.err('Ending after the step in hand. Press Ctrl-C again to end at once.\n')
    }
    // A night that has ended meanwhile needs no stop; the watch tells its end either way.
    client.call('night.stop', { id, now }).catch(() => undefined)
  }
  const onFirst = (): void => stop(false)
  const onSecond = (): void => stop(true)
  terminal.interrupted.addEventListener('abort', onFirst, { once: true })
  terminal.interruptedTwice.addEventListener('abort', onSecond, { once: true })
  try {
    await client.watch(
      'night',
      { id },
      progress => {
        line.show(progress)
        if (progress.phase === 'ended') ended.abort()
      },
      ended.signal,
    )
  } finally {
    line.end()
    terminal.interrupted.removeEventListener('abort', onFirst)
    terminal.interruptedTwice.removeEventListener('abort', onSecond)
  }
  return client.call('night.show', { id })
}
