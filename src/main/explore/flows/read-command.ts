// Reads a list of Maestro commands, item by item, into Commands. Used by parse.ts, which follows subflow files through the
// `files` port; decides nothing about what our player can run.
import { commandForms } from '#main/explore/flows/command-forms.ts'
import { misformed } from '#main/explore/flows/command-form.ts'
import type { Context, FlowFiles, Form, Read } from '#main/explore/flows/command-form.ts'
import type { At, Command } from '#main/explore/flows/model.ts'
import { Fields, nearest } from '#main/explore/flows/problems.ts'
import type { Problems } from '#main/explore/flows/problems.ts'
import { isNothing } from '#main/explore/flows/yaml-nodes.ts'
import type { YamlNode, YamlText } from '#main/explore/flows/yaml-nodes.ts'

export function readCommands(node: YamlNode, where: string, problems: Problems, files: FlowFiles): readonly Command[] {
  if (node.is === 'list') {
    const commands: Command[] = []
    for (const item of node.items) {
      if (!problems.count(item.at)) break
      const command = readCommand(item, problems, files)
      if (command !== null) commands.push(command)
    }
    return commands
  }
  problems.structure('Incorrect Format', `Incorrect Format: ${where} must be a list of commands.`, node.at)
  return []
}

function readCommand(item: YamlNode, problems: Problems, files: FlowFiles): Command | null {
  if (item.is === 'list' || isNothing(item)) {
    problems.structure('Invalid Command', 'Expected: "<commandName>: <options>", found a list or nothing.', item.end)
    return null
  }
  if (item.is === 'text') return readBare(item, problems)
  const [entry, extra] = item.entries
  if (entry === undefined) {
    problems.structure('Invalid Command', 'Expected: "<commandName>: <options>", found an empty mapping.', item.at)
    return null
  }
  const form = commandForms.get(entry.key)
  if (form === undefined) return unknown(entry.key, item.at, problems)
  const context: Context = {
    name: entry.key,
    at: item.at,
    problems,
    files,
    inner: (node, where) => readCommands(node, where, problems, files),
  }
  const read = readValue(entry.value, form, context)
  if (extra !== undefined) {
    const hint = commandForms.has(extra.key)
      ? 'Each command is a list item of its own.'
      : `Indent \`${extra.key}\` under \`${entry.key}\`.`
    problems.structure(
      'Invalid Command Format',
      `Invalid Command Format: ${entry.key}. Found unexpected top-level field: \`${extra.key}\`. ${hint}`,
      extra.end,
    )
    return null
  }
  if (read === null) return null
  return { ...read.body, at: item.at, name: entry.key, label: read.label ?? null, optional: read.optional ?? false }
}

function readBare(item: YamlText, problems: Problems): Command | null {
  const form = commandForms.get(item.text)
  if (form === undefined) return unknown(item.text, item.at, problems)
  if (form.bare === undefined) {
    problems.structure('Missing Command Options', `The command \`${item.text}\` requires additional options.`, item.at)
    return null
  }
  const body = form.bare()
  const optional = body.kind === 'unsupported' && item.text.endsWith('AI')
  return { ...body, at: item.at, name: item.text, label: null, optional }
}

function unknown(name: string, at: At, problems: Problems): null {
  const fix = /^(?:delay|sleep|wait)$/i.test(name)
    ? 'There is no sleep command; use `extendedWaitUntil` or `waitForAnimationToEnd`.'
    : nearest(name, [...commandForms.keys()])
  problems.structure('Invalid Command', `Invalid Command: ${name.slice(0, 60)}. ${fix}`.trim(), at)
  return null
}

function readValue(node: YamlNode, form: Form, context: Context): Read {
  if (isNothing(node)) return misformed(context, 'nothing follows it', context.at)
  if (form.selector !== undefined) return form.selector(node, context)
  if (node.is === 'text') {
    if (form.scalar !== undefined) return form.scalar(node.text, context, node)
    const fix = /^swipe$/.test(context.name)
      ? 'write `swipe: {direction: UP}`'
      : context.name === 'waitForAnimationToEnd'
        ? 'write `{timeout: …}`'
        : 'it takes a mapping'
    return misformed(context, `it does not take a single value; ${fix}`, node.at)
  }
  if (node.is === 'list' || form.mapping === undefined)
    return misformed(context, node.is === 'list' ? 'it does not take a list' : 'it takes no mapping', node.at)
  const fields = new Fields(node, context.name, context.problems)
  const read = form.mapping(fields, context)
  const label = fields.text('label')
  const optional = context.name === 'inputText' ? (fields.node('optional'), false) : fields.flag('optional')
  if (form.loose !== true) fields.finish()
  return read === null ? null : { label, optional: optional ?? read.optional ?? false, body: read.body }
}
