// Reads the commands with keys of their own (swipes, waits, loops, subflows, keys) into their models. Used by the table of
// commands; what is wrong is noted as Maestro would name it.
import { misformed } from '#main/explore/flows/command-form.ts'
import type { Context, Read } from '#main/explore/flows/command-form.ts'
import { maestroKey, maestroKeys } from '#main/explore/flows/keys.ts'
import type { Command, CommandBody, Direction, Flow, StringMap, SwipePlace, When } from '#main/explore/flows/model.ts'
import { Fields, nearest } from '#main/explore/flows/problems.ts'
import { readSelector } from '#main/explore/flows/read-selector.ts'
import type { YamlNode } from '#main/explore/flows/yaml-nodes.ts'

export const appOf = (fields: Fields): string | null => fields.text('appId') ?? fields.text('url')

export function launch(app: string | null, fields: Fields | null): CommandBody {
  return {
    kind: 'launchApp',
    app,
    clearState: fields?.flag('clearState') ?? false,
    clearKeychain: fields?.flag('clearKeychain') ?? false,
    stopApp: fields?.flag('stopApp') ?? true,
    permissions: fields?.map('permissions') ?? null,
    arguments: fields?.map('arguments') ?? {},
  }
}

export function textField(kind: 'inputText' | 'setClipboard'): (fields: Fields, context: Context) => Read {
  return (fields, context) => {
    const text = fields.string('text')
    return text === null ? misformed(context, 'it needs a `text` that is text', fields.at) : { body: { kind, text } }
  }
}

export function pressKey(written: string | null, context: Context): Read {
  if (written === null) return misformed(context, 'it needs a `key`', context.at)
  const key = maestroKey(written)
  if (key !== null) return { body: { kind: 'pressKey', key } }
  const arrow = /^(?:dpad[ _]?|remote_?)?(up|down|left|right|center)$/i.exec(written)?.[1]
  const fix =
    arrow === undefined
      ? nearest(written, maestroKeys)
      : `Use \`Remote Dpad ${arrow[0]?.toUpperCase()}${arrow.slice(1).toLowerCase()}\`.`
  context.problems.model('Parsing Failed', `Unknown key name: ${written.slice(0, 40)}. ${fix}`.trim(), context.at)
  return null
}

const directions: readonly Direction[] = ['UP', 'DOWN', 'LEFT', 'RIGHT']

export function swipe(fields: Fields, context: Context): Read {
  const written = fields.text('direction')
  const fromNode = fields.node('from')
  const from = fromNode === null ? null : (readSelector(fromNode, 'swipe.from', context.problems)?.selector ?? null)
  const direction = directions.find(known => written === known || written === known.toLowerCase()) ?? null
  const start = place(fields.text('start'), 'start', context)
  const end = place(fields.text('end'), 'end', context)
  const durationMs = fields.whole('duration') ?? 400
  fields.whole('waitToSettleTimeoutMs')
  if (fromNode !== null) {
    fields.text('label')
    fields.flag('optional')
    fields.finish()
  }
  if (written !== null && direction === null) {
    context.problems.structure(
      'Incorrect Format',
      `Incorrect Format: direction of \`swipe\` must be UP, DOWN, LEFT or RIGHT, not ${written.slice(0, 20)}.`,
      context.at,
    )
    return null
  }
  if (fromNode !== null && direction === null) return misformed(context, '`from` needs a `direction`', context.at)
  if (direction === null && (start === null || end === null))
    return misformed(context, 'it needs a `direction`, or `start` and `end`', context.at)
  if (start !== null && end !== null && start.percent !== end.percent) {
    context.problems.model(
      'Parsing Failed',
      '`start` and `end` of `swipe` must both be percentages or both be numbers.',
      context.at,
    )
    return null
  }
  return { body: { kind: 'swipe', direction, from, start, end, durationMs } }
}

function place(text: string | null, key: string, context: Context): SwipePlace | null {
  if (text === null) return null
  const found = /^\s*(\d{1,5})(%?)\s*,\s*(\d{1,5})(%?)\s*$/.exec(text)
  const x = Number(found?.[1])
  const y = Number(found?.[3])
  const percent = found?.[2] === '%'
  if (found !== null && percent === (found[4] === '%') && (!percent || (x <= 100 && y <= 100))) return { x, y, percent }
  context.problems.model(
    'Parsing Failed',
    `\`${key}\` of \`swipe\` must be two percentages of 0 to 100 or two whole numbers.`,
    context.at,
  )
  return null
}

export function scrollUntilVisible(fields: Fields, context: Context): Read {
  const node = fields.node('element')
  if (node === null) return misformed(context, 'it needs an `element`', fields.at)
  const element = readSelector(node, 'scrollUntilVisible.element', context.problems)
  const written = fields.text('direction') ?? 'DOWN'
  const direction = directions.find(known => known === written)
  if (direction === undefined)
    context.problems.structure(
      'Incorrect Format',
      'Incorrect Format: direction of `scrollUntilVisible` must be UP, DOWN, LEFT or RIGHT.',
      context.at,
    )
  const body = {
    timeout: fields.text('timeout') ?? '20000',
    speed: fields.text('speed') ?? '40',
    visibilityPercentage: fields.whole('visibilityPercentage') ?? 100,
    centerElement: fields.flag('centerElement') ?? false,
  }
  fields.whole('waitToSettleTimeoutMs')
  if (element === null || direction === undefined) return null
  return { body: { kind: 'scrollUntilVisible', element: element.selector, direction, ...body } }
}

export function extendedWaitUntil(fields: Fields, context: Context): Read {
  const selector = (key: string) => {
    const node = fields.node(key)
    return node === null ? null : (readSelector(node, `extendedWaitUntil.${key}`, context.problems)?.selector ?? null)
  }
  const body: CommandBody = {
    kind: 'extendedWaitUntil',
    visible: selector('visible'),
    notVisible: selector('notVisible'),
    timeout: fields.text('timeout'),
  }
  if (!fields.has('visible') && !fields.has('notVisible'))
    return misformed(context, 'it needs `visible` or `notVisible`', fields.at)
  return { body }
}

export function readWhen(fields: Fields, key: 'when' | 'while', context: Context): When | null {
  const node = fields.node(key)
  if (node === null) return null
  if (node.is !== 'map') {
    misformed(context, `\`${key}\` takes a mapping`, node.at)
    return null
  }
  const inner = new Fields(node, `${context.name}.${key}`, context.problems)
  const selector = (name: string) => {
    const child = inner.node(name)
    return child === null
      ? null
      : (readSelector(child, `${context.name}.${key}.${name}`, context.problems)?.selector ?? null)
  }
  const written = inner.text('platform')
  const platform = (['android', 'ios', 'web'] as const).find(known => known === written?.toLowerCase()) ?? null
  if (written !== null && platform === null)
    context.problems.structure(
      'Incorrect Format',
      `Incorrect Format: platform of \`${key}\` must be Android, iOS or Web.`,
      node.at,
    )
  const when: When = {
    at: node.at,
    visible: selector('visible'),
    notVisible: selector('notVisible'),
    platform,
    isTrue: inner.text('true'),
  }
  inner.text('label')
  inner.finish()
  return when
}

interface Inside {
  readonly flow: Flow | null
  readonly commands: readonly Command[]
  readonly env: StringMap
}

/** Exactly one of `file` and `commands`. */
function inside(fields: Fields, context: Context): Inside | null {
  const file = fields.text('file')
  const listed = fields.node('commands')
  const env = fields.map('env') ?? {}
  const commands = listed === null ? [] : context.inner(listed, `commands of \`${context.name}\``)
  if (file !== null && listed !== null) {
    context.problems.model(
      'Parsing Failed',
      `\`${context.name}\` has both \`file\` and \`commands\`; it takes one of them.`,
      context.at,
    )
    return null
  }
  if (file === null && listed === null) {
    context.problems.model('Parsing Failed', `\`${context.name}\` needs a \`file\` or \`commands\`.`, context.at)
    return null
  }
  return { flow: file === null ? null : context.files.subflow(file, context.at), commands, env }
}

export function runFlow(fields: Fields, context: Context): Read {
  const when = readWhen(fields, 'when', context)
  const read = inside(fields, context)
  return read === null ? null : { body: { kind: 'runFlow', ...read, when } }
}

export function retry(fields: Fields, context: Context): Read {
  const maxRetries = fields.text('maxRetries') ?? '1'
  const read = inside(fields, context)
  return read === null ? null : { body: { kind: 'retry', maxRetries, ...read } }
}

export function repeat(fields: Fields, context: Context): Read {
  const times = fields.text('times')
  const condition = readWhen(fields, 'while', context)
  const listed = fields.node('commands')
  if (listed === null) return misformed(context, 'it needs `commands`', fields.at)
  const commands = context.inner(listed, 'commands of `repeat`')
  return { body: { kind: 'repeat', times, while: condition, commands } }
}

export function airplane(text: string, context: Context): Read {
  const to = (['enabled', 'disabled'] as const).find(known => known === text.toLowerCase())
  return to === undefined
    ? misformed(context, 'it takes enabled or disabled', context.at)
    : { body: { kind: 'airplane', to } }
}

export function orientation(text: string, context: Context): Read {
  const plain = text.toUpperCase().replaceAll(/[_ ]/g, '')
  const known = ['PORTRAIT', 'LANDSCAPE_LEFT', 'LANDSCAPE_RIGHT', 'UPSIDE_DOWN'].find(
    name => name.replaceAll('_', '') === plain,
  )
  if (known !== undefined || text.includes('${'))
    return { body: { kind: 'setOrientation', orientation: known ?? text } }
  context.problems.model(
    'Parsing Failed',
    `Unknown orientation: ${text.slice(0, 40)}. There are PORTRAIT, LANDSCAPE_LEFT, LANDSCAPE_RIGHT and UPSIDE_DOWN.`,
    context.at,
  )
  return null
}

export function addMedia(node: YamlNode, context: Context): Read {
  const list = node.is === 'map' ? (node.entries.find(entry => entry.key === 'files')?.value ?? node) : node
  if (list.is !== 'list') return misformed(context, 'it takes a list of files', node.at)
  for (const item of list.items) {
    if (item.is !== 'text') return misformed(context, 'it takes a list of files', item.at)
    if (!/\.(?:png|jpe?g|gif|mp4)$/i.test(item.text))
      context.problems.model(
        'Parsing Failed',
        `\`addMedia\` takes png, jpg, jpeg, gif and mp4, not ${item.text.slice(-20)}.`,
        item.at,
      )
    context.files.mustExist(item.text, item.at, 'Media File Not Found')
  }
  return {
    body: {
      kind: 'unsupported',
      why: 'It puts files into the device’s gallery.',
      instead: 'Put them there beforehand',
    },
  }
}
