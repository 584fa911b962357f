// The table of Maestro's commands: which forms each takes (bare name, single value, mapping, selector) and what it means.
// Used by read-command.ts. A name that is not here is not a command.
import {
  addMedia,
  airplane,
  appOf,
  extendedWaitUntil,
  launch,
  orientation,
  pressKey,
  readWhen,
  repeat,
  retry,
  runFlow,
  scrollUntilVisible,
  swipe,
  textField,
} from '#main/explore/flows/command-bodies.ts'
import { misformed } from '#main/explore/flows/command-form.ts'
import type { Context, Form, Read } from '#main/explore/flows/command-form.ts'
import type { CommandBody } from '#main/explore/flows/model.ts'
import type { Fields } from '#main/explore/flows/problems.ts'
import { readSelector } from '#main/explore/flows/read-selector.ts'

const simple = (kind: 'clearKeychain' | 'hideKeyboard' | 'pasteText' | 'back' | 'scroll'): Form => ({
  bare: () => ({ kind }),
  mapping: () => ({ body: { kind } }),
})

const appCommand = (kind: 'stopApp' | 'killApp' | 'clearState'): Form => ({
  bare: () => ({ kind, app: null }),
  scalar: app => ({ body: { kind, app } }),
  mapping: fields => ({ body: { kind, app: appOf(fields) } }),
})

const tapForm = (gesture: 'tap' | 'double' | 'long'): Form => ({
  selector: (node, context) => {
    const read = readSelector(node, context.name, context.problems)
    if (read === null) return null
    return {
      body: { kind: 'tap', gesture, selector: read.selector, options: read.options },
      label: read.label,
      optional: read.optional,
    }
  },
})

const lookForm = (kind: 'copyTextFrom' | 'assertVisible' | 'assertNotVisible'): Form => ({
  selector: (node, context) => {
    const read = readSelector(node, context.name, context.problems)
    return read === null
      ? null
      : { body: { kind, selector: read.selector }, label: read.label, optional: read.optional }
  },
})

/** Maestro runs these and we do not: their shape is still checked. */
function foreign(
  why: string,
  instead: string,
  shape: { bare?: boolean; scalar?: boolean; keys?: readonly string[]; files?: string; ai?: boolean },
): Form {
  const body: CommandBody = { kind: 'unsupported', why, instead }
  return {
    ...(shape.bare === true ? { bare: () => body } : {}),
    ...(shape.scalar === true
      ? {
          scalar: (text: string, context: Context): Read => {
            if (shape.files === 'file') context.files.mustExist(text, context.at, 'Invalid File Path')
            return { body, optional: shape.ai === true }
          },
        }
      : {}),
    ...(shape.keys === undefined
      ? {}
      : {
          mapping: (fields: Fields, context: Context): Read => {
            for (const key of shape.keys ?? []) fields.node(key)
            if (shape.files === 'file') {
              const file = fields.text('file')
              if (file === null) return misformed(context, 'it needs a `file`', fields.at)
              fields.map('env')
              readWhen(fields, 'when', context)
              context.files.mustExist(file, context.at, 'Invalid File Path')
            }
            return { body, optional: shape.ai === true }
          },
        }),
  }
}

const random = (keys: readonly string[]): Form =>
  foreign('It types random text, so no two runs are the same.', 'Type a fixed text with `inputText`', {
    bare: true,
    keys,
  })
const unreleased = (keys?: readonly string[], bare = false, scalar = false): Form =>
  foreign('It is not in a released Maestro.', 'Set dark mode before the flow', {
    bare,
    scalar,
    ...(keys === undefined ? {} : { keys }),
  })

export const commandForms: ReadonlyMap<string, Form> = new Map<string, Form>([
  [
    'launchApp',
    {
      bare: () => launch(null, null),
      scalar: app => ({ body: launch(app, null) }),
      mapping: fields => ({ body: launch(appOf(fields), fields) }),
    },
  ],
  ['stopApp', appCommand('stopApp')],
  ['killApp', appCommand('killApp')],
  ['clearState', appCommand('clearState')],
  ['clearKeychain', simple('clearKeychain')],
  [
    'setPermissions',
    {
      mapping: (fields, context) => {
        const permissions = fields.map('permissions')
        if (permissions === null) return misformed(context, 'it needs `permissions`', fields.at)
        return { body: { kind: 'setPermissions', app: appOf(fields), permissions } }
      },
    },
  ],
  ['tapOn', tapForm('tap')],
  ['doubleTapOn', tapForm('double')],
  ['longPressOn', tapForm('long')],
  [
    'inputText',
    { scalar: text => ({ body: { kind: 'inputText', text } }), mapping: textField('inputText'), loose: true },
  ],
  ['inputRandomText', random(['length'])],
  ['inputRandomNumber', random(['length'])],
  ...['Email', 'PersonName', 'CityName', 'CountryName', 'ColorName'].map((what): [string, Form] => [
    `inputRandom${what}`,
    random([]),
  ]),
  [
    'eraseText',
    {
      bare: () => ({ kind: 'eraseText', characters: 50 }),
      scalar: (text, context, node) => {
        if (!/^\d{1,9}$/.test(text.trim().replaceAll('_', '')))
          return misformed(context, 'it takes a whole number', node.at)
        return { body: { kind: 'eraseText', characters: Number(text.trim().replaceAll('_', '')) } }
      },
      mapping: fields => ({ body: { kind: 'eraseText', characters: fields.whole('charactersToErase') ?? 50 } }),
    },
  ],
  ['hideKeyboard', simple('hideKeyboard')],
  ['hide keyboard', { bare: () => ({ kind: 'hideKeyboard' }) }],
  ['copyTextFrom', lookForm('copyTextFrom')],
  ['setClipboard', { scalar: text => ({ body: { kind: 'setClipboard', text } }), mapping: textField('setClipboard') }],
  ['pasteText', simple('pasteText')],
  [
    'pressKey',
    {
      scalar: (text, context) => pressKey(text, context),
      mapping: (fields, context) => pressKey(fields.text('key'), context),
    },
  ],
  ['back', simple('back')],
  [
    'action',
    {
      scalar: (text, context, node) => {
        const kinds = ['back', 'hideKeyboard', 'scroll', 'clearKeychain', 'pasteText'] as const
        const kind = kinds.find(known => known === (text === 'hide keyboard' ? 'hideKeyboard' : text))
        if (kind !== undefined) return { body: { kind } }
        context.problems.structure('Invalid Command', `Unknown action: ${text.slice(0, 40)}.`, node.at)
        return null
      },
    },
  ],
  ['scroll', simple('scroll')],
  ['swipe', { mapping: swipe, loose: true }],
  ['scrollUntilVisible', { mapping: scrollUntilVisible }],
  ['assertVisible', lookForm('assertVisible')],
  ['assertNotVisible', lookForm('assertNotVisible')],
  ['extendedWaitUntil', { mapping: extendedWaitUntil }],
  [
    'assertTrue',
    {
      scalar: text => ({ body: { kind: 'assertTrue', condition: text } }),
      mapping: (fields, context) => {
        const condition = fields.string('condition')
        return condition === null
          ? misformed(context, 'it needs a `condition` that is text', fields.at)
          : { body: { kind: 'assertTrue', condition } }
      },
      loose: true,
    },
  ],
  [
    'assertScreenshot',
    foreign('It compares with a picture made elsewhere.', 'Look at the screenshot', {
      scalar: true,
      keys: ['path', 'thresholdPercentage', 'cropOn'],
    }),
  ],
  [
    'assertWithAI',
    foreign('It asks a model of Maestro Cloud.', 'Use `assertVisible`', {
      keys: ['assertion'],
      scalar: true,
      ai: true,
    }),
  ],
  [
    'assertNoDefectsWithAI',
    foreign('It asks a model of Maestro Cloud.', 'Leave it out', { bare: true, keys: [], ai: true }),
  ],
  [
    'extractTextWithAI',
    foreign('It asks a model of Maestro Cloud.', 'Use `copyTextFrom`', {
      scalar: true,
      keys: ['query', 'outputVariable'],
      ai: true,
    }),
  ],
  ['assertDarkMode', unreleased([], true)],
  ['assertLightMode', unreleased([], true)],
  ['setDarkMode', unreleased(['value'], false, true)],
  ['toggleDarkMode', unreleased([], true)],
  [
    'waitForAnimationToEnd',
    {
      bare: () => ({ kind: 'waitForAnimationToEnd', timeout: null }),
      mapping: fields => ({ body: { kind: 'waitForAnimationToEnd', timeout: fields.text('timeout') } }),
    },
  ],
  [
    'takeScreenshot',
    {
      scalar: path => ({ body: { kind: 'takeScreenshot', path } }),
      mapping: (fields, context) => {
        const path = fields.text('path')
        fields.node('cropOn')
        return path === null
          ? misformed(context, 'it needs a `path`', fields.at)
          : { body: { kind: 'takeScreenshot', path } }
      },
    },
  ],
  [
    'startRecording',
    foreign('Recording is done by the product, not by a flow.', 'Start the recorder from the window', {
      scalar: true,
      keys: ['path'],
    }),
  ],
  [
    'stopRecording',
    foreign('Recording is done by the product, not by a flow.', 'Stop the recorder from the window', {
      bare: true,
      keys: [],
    }),
  ],
  [
    'openLink',
    {
      scalar: link => ({ body: { kind: 'openLink', link } }),
      mapping: (fields, context) => {
        const link = fields.text('link')
        for (const key of ['autoVerify', 'browser']) fields.flag(key)
        return link === null ? misformed(context, 'it needs a `link`', fields.at) : { body: { kind: 'openLink', link } }
      },
    },
  ],
  [
    'runFlow',
    {
      scalar: (text, context) => ({
        body: { kind: 'runFlow', flow: context.files.subflow(text, context.at), commands: [], when: null, env: {} },
      }),
      mapping: runFlow,
    },
  ],
  ['repeat', { mapping: repeat }],
  ['retry', { mapping: retry }],
  [
    'runScript',
    foreign('It executes a JavaScript file.', 'Supply the values with variables', {
      scalar: true,
      keys: ['file', 'env', 'when'],
      files: 'file',
    }),
  ],
  [
    'evalScript',
    {
      scalar: script => ({ body: { kind: 'evalScript', script } }),
      mapping: (fields, context) => {
        const script = fields.text('script')
        return script === null
          ? misformed(context, 'it needs a `script`', fields.at)
          : { body: { kind: 'evalScript', script } }
      },
      loose: true,
    },
  ],
  [
    'setLocation',
    {
      mapping: (fields, context) => {
        const latitude = fields.text('latitude')
        const longitude = fields.text('longitude')
        if (latitude === null || longitude === null)
          return misformed(context, 'it needs `latitude` and `longitude`', fields.at)
        return { body: { kind: 'setLocation', latitude, longitude } }
      },
    },
  ],
  ['travel', foreign('It moves the device along a route.', 'Use `setLocation`', { keys: ['points', 'speed'] })],
  [
    'setAirplaneMode',
    { scalar: airplane, mapping: (fields, context) => airplane(fields.text('value') ?? '', context), loose: true },
  ],
  [
    'toggleAirplaneMode',
    { bare: () => ({ kind: 'airplane', to: 'toggle' }), mapping: () => ({ body: { kind: 'airplane', to: 'toggle' } }) },
  ],
  [
    'setOrientation',
    {
      scalar: orientation,
      mapping: (fields, context) => orientation(fields.text('orientation') ?? '', context),
      loose: true,
    },
  ],
  ['addMedia', { selector: addMedia }],
  [
    'openBrowser',
    {
      scalar: (_text, context) => {
        context.problems.model(
          'Parsing Failed',
          'No mapping provided for `openBrowser`: Maestro no longer has it. Use `openLink`.',
          context.at,
        )
        return null
      },
    },
  ],
])
