// Reads a Maestro selector (a text, or a mapping of keys that all must hold). Used by the command readers.
import { selectorOf } from '#main/explore/flows/model.ts'
import type { Selector, TapOptions } from '#main/explore/flows/model.ts'
import { Fields } from '#main/explore/flows/problems.ts'
import type { Problems } from '#main/explore/flows/problems.ts'
import type { YamlNode } from '#main/explore/flows/yaml-nodes.ts'

export interface ReadSelector {
  readonly selector: Selector
  readonly options: TapOptions
  readonly label: string | null
  readonly optional: boolean
}

export const plainTap: TapOptions = { repeat: 1, delayMs: 100, retryTapIfNoChange: false, waitToSettleTimeoutMs: null }

/** Null with a problem noted when the node can be no selector. */
export function readSelector(node: YamlNode, command: string, problems: Problems): ReadSelector | null {
  if (node.is === 'text')
    return { selector: selectorOf({ at: node.at, text: node.text }), options: plainTap, label: null, optional: false }
  if (node.is === 'list') {
    problems.structure(
      'Incorrect Command Format',
      `\`${command}\` wants a text or a mapping of selector keys, not a list.`,
      node.at,
    )
    return null
  }
  const fields = new Fields(node, command, problems)
  const inner = (key: string): Selector | null => {
    const child = fields.node(key)
    return child === null ? null : (readSelector(child, `${command}.${key}`, problems)?.selector ?? null)
  }
  const descendants = fields.node('containsDescendants')
  if (descendants !== null && descendants.is !== 'list')
    problems.structure(
      'Incorrect Format',
      `Incorrect Format: containsDescendants of \`${command}\` must be a list of selectors.`,
      descendants.at,
    )
  const selector = selectorOf({
    at: node.at,
    text: fields.text('text'),
    id: fields.text('id'),
    index: fields.text('index'),
    point: fields.text('point'),
    css: fields.text('css'),
    width: fields.whole('width'),
    height: fields.whole('height'),
    tolerance: fields.whole('tolerance'),
    traits: readTraits(fields, command, problems),
    enabled: fields.flag('enabled'),
    checked: fields.flag('checked'),
    focused: fields.flag('focused'),
    selected: fields.flag('selected'),
    below: inner('below'),
    above: inner('above'),
    leftOf: inner('leftOf'),
    rightOf: inner('rightOf'),
    containsChild: inner('containsChild'),
    childOf: inner('childOf'),
    containsDescendants:
      descendants?.is === 'list'
        ? descendants.items.flatMap(
            item => readSelector(item, `${command}.containsDescendants`, problems)?.selector ?? [],
          )
        : null,
  })
  // Accepted by Maestro and without effect here.
  for (const key of ['start', 'end', 'waitUntilVisible']) fields.node(key)
  const options: TapOptions = {
    repeat: fields.whole('repeat') ?? 1,
    delayMs: fields.whole('delay') ?? 100,
    retryTapIfNoChange: fields.flag('retryTapIfNoChange') ?? false,
    waitToSettleTimeoutMs: fields.whole('waitToSettleTimeoutMs'),
  }
  const read = { selector, options, label: fields.text('label'), optional: fields.flag('optional') ?? false }
  fields.finish()
  return read
}

function readTraits(fields: Fields, command: string, problems: Problems): readonly string[] {
  const words = (fields.text('traits') ?? '').split(/\s+/).filter(word => word !== '')
  for (const word of words)
    if (!['text', 'long-text', 'square'].includes(word.toLowerCase()))
      problems.model(
        'Parsing Failed',
        `Unknown trait: ${word} in \`${command}\`. There are text, long-text and square.`,
        fields.at,
      )
  return words.map(word => word.toLowerCase())
}
