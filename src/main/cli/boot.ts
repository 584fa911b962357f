// `nocturne boot ID`: starts an emulator, with each stage said as it comes; other commands about its power use `give`.
import type { PowerOrder } from '#shared/domain/device.ts'
import { deviceId } from '#shared/domain/ids.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Command, Exit } from '#main/cli/command.ts'
import { noMore, readWords } from '#main/cli/command.ts'
import type { Terminal } from '#main/cli/terminal.ts'
import { withHub } from '#main/cli/with-hub.ts'

export const command: Command = {
  summary: 'starts an emulator and waits until it shows its first picture',
  help: `
nocturne boot ID [--cold | --reboot | --wipe] [--json]

  --cold     from its disk, not from its snapshot
  --reboot   stops it first; apps and their data stay. A phone on a cable or the network can be told so, too, and an
             emulator that was started elsewhere
  --wipe     empties it first, or at its next boot where it is off

It goes on running when the command and the hub have ended. "devices" lists the ids.`,
  run: async (args, terminal) => {
    const words = readWords(args, [], ['cold', 'reboot', 'wipe'])
    noMore(words, 1)
    const chosen = (['cold', 'reboot', 'wipe'] as const).filter(flag => words.flag(flag))
    if (chosen.length > 1)
      throw new Refusal('bad-value', `Only one of ${chosen.map(flag => `--${flag}`).join(' and ')} can be asked for.`)
    const [flag] = chosen
    const order = flag === undefined ? 'boot' : flag === 'cold' ? 'cold-boot' : flag
    return give(deviceId(words.need(0, 'The id of the device')), order, words.json, terminal)
  },
}

/** Gives the order, says each new state on stderr, and answers when it is done. */
export function give(device: string, order: PowerOrder, json: boolean, terminal: Terminal): Promise<Exit> {
  return withHub(terminal, async client => {
    const ended = new AbortController()
    let said: string | null = null
    const signal = AbortSignal.any([terminal.interrupted, ended.signal])
    const saying = client
      .watch(
        'devices',
        {},
        told => {
          const why = told.devices.find(one => one.id === device)?.why ?? null
          if (why !== null && why !== said) terminal.err(`${why}\n`)
          said = why
        },
        signal,
      )
      .catch(() => undefined)
    try {
      const { words } = await client.call('device.power', { device, order, wait: true }, terminal.interrupted)
      const { devices } = await client.call('devices.list', {}, terminal.interrupted)
      const state = devices.find(one => one.id === device)?.state ?? null
      if (json) terminal.json({ id: device, order, words, state })
      else terminal.out(`${words}\n`)
      return 0
    } finally {
      ended.abort(new Error('done'))
      await saying
    }
  })
}
