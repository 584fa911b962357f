// `nocturne control ID ACTION …`: one setting or one input of one device.
import { z } from 'zod'
import { Refusal } from '#shared/base/refusal.ts'
import { fontScales } from '#shared/domain/commands.ts'
import { keyNames, postures, turns } from '#shared/domain/device.ts'
import type { Battery, DeviceControl, Place } from '#shared/domain/device.ts'
import { deviceId } from '#shared/domain/ids.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import type { DeviceInput } from '#shared/domain/input.ts'
import type { Client } from '#shared/protocol/client.ts'
import { appDoings, type AppDoing } from '#shared/protocol/methods/apps.ts'
import type { Command } from '#main/cli/command.ts'
import { readWords } from '#main/cli/command.ts'
import { controlStateWords, readControlState, setWords } from '#main/cli/control-state.ts'
import type { Terminal } from '#main/cli/terminal.ts'
import { withHub } from '#main/cli/with-hub.ts'
import { typedPath } from '#main/sys/paths.ts'

export const command: Command = {
  summary: 'one setting or one input of one device',
  help: `
nocturne control ID
nocturne control ID dark on|off
nocturne control ID font SCALE | locale TAG | network online|slow|offline | orientation portrait|landscape
nocturne control ID turn left|right|upright|turned-left|upside-down|turned-right | posture closed|half-open|open
nocturne control ID awake on|off | status-bar clean|live | battery LEVEL [charging] | battery own
nocturne control ID location LATITUDE LONGITUDE | location own
nocturne control ID tap X Y | text WORDS | key NAME | back
nocturne control ID app launch|stop|kill|clear|uninstall PACKAGE | app grant|revoke PACKAGE PERMISSION
nocturne control ID link LINK | send FILE…

With nothing to do it says what the device is set to, by whom, and who has control; "from outside" is what was changed
beside Nocturne. A SCALE is one of ${fontScales.join(', ')}. On Android the language is the one of the app started last.
A battery or a location is put over the device's own, and "own" gives that back. send puts files into its Download folder.
What a device cannot is refused in words.
It acts as an agent: it is refused while a person has control of the device, or a night runs on it.`,
  run: async (args, terminal) => {
    // A number below zero is no option: it is written otherwise while options are read.
    const words = readWords(args.map(arg => arg.replace(/^-(?=\d)/u, minus)))
    const device = deviceId(words.need(0, 'The id of the device'))
    if (words.rest.length === 1)
      return withHub(terminal, async client => {
        const state = await readControlState(client, device, terminal.interrupted)
        if (words.json) terminal.json(state)
        else terminal.out(controlStateWords(state))
        return 0
      })
    const action = words.need(1, 'What to do')
    const rest = words.rest.slice(2).map(word => (word.startsWith(minus) ? word.replace(minus, '-') : word))
    return withHub(terminal, async client => {
      const done = await doApart(client, device, action, rest, terminal)
      if (done !== null) {
        if (words.json) terminal.json({ id: device, ...done })
        else
          terminal.out(
            'names' in done
              ? done.names.map(name => `${name}\n`).join('')
              : `${device}: ${doneWords(rest, done.done)}.\n`,
          )
        return 0
      }
      const control = controlOf(action, rest)
      // Scripts and agents run this: a person who has control in the window keeps it.
      const take = (): Promise<unknown> =>
        client.call('device.takeControl', { device, as: 'agent' }, terminal.interrupted)
      if (control !== null) {
        await take()
        await client.call('device.control', { device, control }, terminal.interrupted)
        if (words.json) terminal.json({ id: device, set: control })
        else terminal.out(`${device}: ${setWords(control)}.\n`)
        return 0
      }
      const { generation } = await client.call('devices.observe', { device, tree: false }, terminal.interrupted)
      await take()
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

const minus = '\u2212'

/** What has a method of its own; null for all else. */
async function doApart(
  client: Client,
  device: DeviceId,
  action: string,
  rest: readonly string[],
  terminal: Terminal,
): Promise<{ readonly done: AppDoing | 'link' } | { readonly names: readonly string[] } | null> {
  switch (action) {
    case 'app': {
      const [what = '', app, permission = null] = rest
      const doing = appDoings.find(one => one === what)
      if (doing === undefined || app === undefined)
        throw new Refusal('bad-value', `app takes one of ${appDoings.join(', ')}, and then a package.`)
      await client.call('device.app', { device, app, do: doing, permission }, terminal.interrupted)
      return { done: doing }
    }
    case 'link':
      if (rest[0] === undefined) throw new Refusal('bad-value', 'link takes a link, as https://example.com/7.')
      await client.call('device.openLink', { device, link: rest[0] }, terminal.interrupted)
      return { done: 'link' }
    case 'send': {
      if (rest.length === 0) throw new Refusal('bad-value', 'send takes files of this computer.')
      return client.call(
        'device.toDownloads',
        { device, paths: rest.map(path => typedPath(path)) },
        terminal.interrupted,
      )
    }
    default:
      return null
  }
}

function doneWords([what = '', app = '', permission = '']: readonly string[], done: AppDoing | 'link'): string {
  switch (done) {
    case 'link':
      return `opened ${what}`
    case 'launch':
      return `launched ${app}`
    case 'stop':
      return `stopped ${app}`
    case 'kill':
      return `ended the process of ${app}`
    case 'clear':
      return `cleared the data of ${app}`
    case 'uninstall':
      return `removed ${app}`
    case 'grant':
      return `${app} may use ${permission}`
    case 'revoke':
      return `${app} may not use ${permission} any more`
  }
}

/** Null for what is no setting. */
export function controlOf(action: string, [value = '', second = '']: readonly string[]): DeviceControl | null {
  const oneOf = <const T extends readonly string[]>(allowed: T): T[number] => {
    const found = allowed.find(one => one === value)
    if (found === undefined) throw new Refusal('bad-value', `${action} takes ${allowed.join(', ')}, not "${value}".`)
    return found
  }
  switch (action) {
    case 'dark':
      return { set: 'dark', to: oneOf(['on', 'off']) === 'on' }
    case 'font': {
      const scale = fontScales.find(one => value.trim() !== '' && one === Number(value))
      if (scale === undefined) throw new Refusal('bad-value', `font takes ${fontScales.join(', ')}, not "${value}".`)
      return { set: 'fontScale', to: scale }
    }
    case 'locale':
      if (value === '' || value.length > 40) throw new Refusal('bad-value', 'locale takes a tag such as de or ar-EG.')
      return { set: 'locale', to: value }
    case 'network':
      return { set: 'network', to: oneOf(['online', 'slow', 'offline']) }
    case 'orientation':
      return { set: 'orientation', to: oneOf(['portrait', 'landscape']) }
    case 'turn':
      return { set: 'turn', to: oneOf(['left', 'right', ...turns]) }
    case 'posture':
      return { set: 'posture', to: oneOf(postures) }
    case 'awake':
      return { set: 'awake', to: oneOf(['on', 'off']) === 'on' }
    case 'status-bar':
      return { set: 'statusBar', to: oneOf(['clean', 'live']) }
    case 'battery':
      return { set: 'battery', to: value === 'own' ? null : batteryOf(value, second) }
    case 'location':
      return { set: 'location', to: value === 'own' ? null : placeOf(value, second) }
    default:
      return null
  }
}

function batteryOf(level: string, charging: string): Battery {
  const read = z.coerce
    .number()
    .int()
    .min(0)
    .max(100)
    .safeParse(level === '' ? Number.NaN : level)
  if (!read.success || (charging !== '' && charging !== 'charging'))
    throw new Refusal('bad-value', 'battery takes a level from 0 to 100, then "charging" if it is; or own.')
  return { level: read.data, charging: charging !== '' }
}

function placeOf(latitude: string, longitude: string): Place {
  const degrees = (text: string, most: number): number => {
    const read = z.coerce
      .number()
      .min(-most)
      .max(most)
      .safeParse(text.trim() === '' ? Number.NaN : text)
    if (read.success) return read.data
    throw new Refusal('bad-value', 'location takes a latitude from -90 to 90 and a longitude from -180 to 180; or own.')
  }
  return { latitude: degrees(latitude, 90), longitude: degrees(longitude, 180) }
}

function inputOf(action: string, rest: readonly string[], generation: number): DeviceInput {
  switch (action) {
    case 'tap': {
      const [x, y] = rest.map(word => (word.trim() === '' ? Number.NaN : Number(word)))
      if (x === undefined || y === undefined || !Number.isFinite(x) || !Number.isFinite(y))
        throw new Refusal('bad-value', 'tap takes X and Y in device pixels.')
      return { kind: 'tap', at: { x, y, generation } }
    }
    case 'text':
      if (rest.join('') === '') throw new Refusal('bad-value', 'text takes what is to be typed.')
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
