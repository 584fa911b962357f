// `nocturne control ID ACTION …`: one setting or one input of one device.
import { z } from 'zod'
import { Refusal } from '#shared/base/refusal.ts'
import { keyNames } from '#shared/domain/device.ts'
import type { DeviceControl } from '#shared/domain/device.ts'
import { deviceId } from '#shared/domain/ids.ts'
import type { DeviceInput } from '#shared/domain/input.ts'
import type { Command } from '#main/cli/command.ts'
import { readWords } from '#main/cli/command.ts'
import { withHub } from '#main/cli/with-hub.ts'

export const command: Command = {
  summary: 'one setting or one input of one device',
  help: `
nocturne control ID dark on|off
nocturne control ID font SCALE | locale TAG | network online|slow|offline | orientation portrait|landscape
nocturne control ID tap X Y | text WORDS | key NAME | back`,
  run: async (args, terminal) => {
    const words = readWords(args)
    const device = deviceId(words.need(0, 'The id of the device'))
    const action = words.need(1, 'What to do')
    const rest = words.rest.slice(2)
    return withHub(terminal, async client => {
      const control = controlOf(action, rest[0] ?? '')
      if (control !== null) {
        await client.call('device.control', { device, control }, terminal.interrupted)
        if (words.json) terminal.json({ id: device, set: control })
        return 0
      }
      const { generation } = await client.call('devices.observe', { device, tree: false }, terminal.interrupted)
      await client.call('device.takeControl', { device }, terminal.interrupted)
      const receipt = await client.call(
        'device.input',
        { device, input: inputOf(action, rest, generation) },
        terminal.interrupted,
      )
      if (words.json) terminal.json({ id: device, receipt })
      else terminal.out(`${receipt.words}\n`)
      return 0
    })
  },
}

function controlOf(action: string, value: string): DeviceControl | null {
  const oneOf = <const T extends readonly string[]>(allowed: T): T[number] => {
    const found = allowed.find(one => one === value)
    if (found === undefined) throw new Refusal('bad-value', `${action} takes ${allowed.join(', ')}, not "${value}".`)
    return found
  }
  switch (action) {
    case 'dark':
      return { set: 'dark', to: oneOf(['on', 'off']) === 'on' }
    case 'font': {
      const scale = z.coerce.number().min(0.5).max(3).safeParse(value)
      if (!scale.success) throw new Refusal('bad-value', `font takes a scale from 0.5 to 3, not "${value}".`)
      return { set: 'fontScale', to: scale.data }
    }
    case 'locale':
      if (value === '') throw new Refusal('bad-value', 'locale takes a tag such as de or ar-EG.')
      return { set: 'locale', to: value }
    case 'network':
      return { set: 'network', to: oneOf(['online', 'slow', 'offline']) }
    case 'orientation':
      return { set: 'orientation', to: oneOf(['portrait', 'landscape']) }
    default:
      return null
  }
}

function inputOf(action: string, rest: readonly string[], generation: number): DeviceInput {
  switch (action) {
    case 'tap': {
      const [x, y] = rest.map(Number)
      if (x === undefined || y === undefined || !Number.isFinite(x) || !Number.isFinite(y))
        throw new Refusal('bad-value', 'tap takes X and Y in device pixels.')
      return { kind: 'tap', at: { x, y, generation } }
    }
    case 'text':
      return { kind: 'text', text: rest.join(' ') }
    case 'back':
      return { kind: 'key', key: 'Back' }
    case 'key': {
      const key = keyNames.find(name => name.toLowerCase() === rest[0]?.toLowerCase())
      if (key === undefined) throw new Refusal('bad-value', `key takes one of ${keyNames.join(', ')}.`)
      return { kind: 'key', key }
    }
    default:
      throw new Refusal('bad-value', `"${action}" is nothing a device can do.`, {
        hint: 'Add --help for what there is.',
      })
  }
}
