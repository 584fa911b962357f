// `nocturne devices`: every device, its state, and why it cannot be used; `check ID` runs the driver contract on one.
import { Refusal } from '#shared/base/refusal.ts'
import type { Can } from '#shared/domain/device.ts'
import { deviceId } from '#shared/domain/ids.ts'
import type { DeviceLine } from '#shared/protocol/shapes.ts'
import type { Command, Exit, Words } from '#main/cli/command.ts'
import { noMore, readWords } from '#main/cli/command.ts'
import { table, type Terminal } from '#main/cli/terminal.ts'
import { withHub } from '#main/cli/with-hub.ts'

export const command: Command = {
  summary:
    'every device, its state, what it can do and why not; check ID tries one; pair and connect phones without a cable',
  help: `
nocturne devices [--json]
nocturne devices check ID [--json]
nocturne devices pair HOST:PORT CODE [--json]
nocturne devices connect HOST:PORT [--json]

pair takes the address and the six digits that the phone shows under Developer options, Wireless debugging, "Pair device
with pairing code"; connect the address it shows under Wireless debugging itself.`,
  run: async (args, terminal) => {
    const words = readWords(args)
    const what = words.rest[0]
    if (what === 'pair' || what === 'connect') return pairPhone(what, words, terminal)
    if (what !== undefined && what !== 'check')
      throw new Refusal('bad-value', `"devices ${what}" is not a command: check, pair, connect.`)
    if (what === undefined)
      return withHub(terminal, async client => {
        const document = await client.call('devices.list', {}, terminal.interrupted)
        for (const { platform, words: why } of document.missing) terminal.err(`No ${platform} devices: ${why}\n`)
        if (words.json) terminal.json({ devices: document.devices })
        else if (document.devices.length === 0) terminal.out('No device.\n')
        else {
          const said = document.devices.map(deviceWords)
          terminal.out(`${table(said.map(({ row }) => row))}${said.flatMap(({ lacks }) => lacks).join('')}`)
        }
        return 0
      })
    noMore(words, 2)
    const device = deviceId(words.need(1, 'The id of the device'))
    return withHub(terminal, async client => {
      const document = await client.call('devices.check', { device }, terminal.interrupted)
      if (words.json) terminal.json(document)
      else
        terminal.out(
          table(document.checks.map(check => [check.ok ? 'ok' : 'NO', check.name, `${check.ms} ms`, check.words])),
        )
      return document.checks.every(check => check.ok) ? 0 : 1
    })
  },
}

function pairPhone(what: 'pair' | 'connect', words: Words, terminal: Terminal): Promise<Exit> {
  noMore(words, what === 'pair' ? 3 : 2)
  const address = words.need(1, 'The address of the phone, HOST:PORT')
  const code = what === 'pair' ? words.need(2, 'The six digits it shows') : ''
  return withHub(terminal, async client => {
    const { words: done } =
      what === 'pair'
        ? await client.call('pairing.code', { address, code }, terminal.interrupted)
        : await client.call('pairing.connect', { address }, terminal.interrupted)
    if (words.json) terminal.json({ words: done })
    else terminal.out(`${done}\n`)
    return 0
  })
}

/** A device's row, and what it cannot do and why, a line each; nothing of one that cannot be used at all. */
export function deviceWords(device: DeviceLine): {
  readonly row: readonly string[]
  readonly lacks: readonly string[]
} {
  const { surface } = device.caps
  const lacks = device.state === 'live' ? lacksOf(device) : []
  const can =
    lacks.length === 0
      ? `${surface}, can do everything`
      : `${surface}, cannot do ${lacks.length} ${lacks.length === 1 ? 'thing' : 'things'}, said below`
  return { row: [device.id, device.name, device.runtime, device.state, device.why ?? can], lacks }
}

function lacksOf({ id, kind, caps }: DeviceLine): readonly string[] {
  const { controls } = caps
  const all: readonly (readonly [string, Can | undefined])[] = [
    ['give its element tree', caps.tree],
    ['tell what is in front', caps.foreground],
    ['be typed on', caps.text],
    ['clear the data of an app', caps.clearData],
    ['give its crash logs', caps.crashLogs],
    ['be set dark', controls.dark],
    ['be set to a font scale', controls.fontScale],
    ['be set to a language', controls.locale],
    ['be taken off the network', controls.network],
    ['have a slow network', controls.network.yes ? caps.slowNetwork : undefined],
    ['be stood upright or on its side', controls.orientation],
    ['be turned', controls.turn],
    // Nobody expects it of what has no hinge.
    ['be folded', kind === 'foldable' ? controls.posture : undefined],
    ['be put to sleep', controls.awake],
    ['be given a location', controls.location],
    ['be given a clean status bar', controls.statusBar],
    ['be given a battery level', controls.battery],
    ['take several fingers', caps.contacts],
    ['share its clipboard', caps.clipboard],
    ['open a terminal', caps.terminal],
    ['take files', caps.files],
  ]
  return all.flatMap(([what, can]) => (can === undefined || can.yes ? [] : [`  ${id} cannot ${what}: ${can.why}\n`]))
}
