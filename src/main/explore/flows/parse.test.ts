// The reader against every recorded flow, with the fact its index states, and against mangled ones.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#shared/base/refusal.ts'
import { childrenOfCommand } from '#main/explore/flows/model.ts'
import type { Command, Flow } from '#main/explore/flows/model.ts'
import { explainFlow } from '#main/explore/flows/explain.ts'
import { parseFlow, requireFlow, wordsOfError } from '#main/explore/flows/parse.ts'
import { checkSubset } from '#main/explore/flows/subset.ts'
import { canEverything } from '../../../../test/builders/capabilities.ts'

const root = resolve(process.env['NOCTURNE_FIXTURES'] ?? '../shared/fixtures', 'maestro')
const index = resolve(root, 'index.md')
const none = (path: string): string => {
  throw new Error(`no file ${path}`)
}
const errorsOf = (text: string): readonly string[] => parseFlow(text, 'flow.yaml', none).errors.map(wordsOfError)

function allOf(flow: Flow): readonly Command[] {
  const deep = (command: Command): readonly Command[] => [command, ...childrenOfCommand(command).flatMap(deep)]
  return [...flow.onFlowStart, ...flow.commands, ...flow.onFlowComplete].flatMap(deep)
}

interface Case {
  readonly file: string
  readonly commands: readonly string[]
  readonly verdict: 'valid' | 'rejected'
  readonly fact: string
}
function casesOf(text: string): readonly Case[] {
  return [...text.matchAll(/^\| `([^`]+)` \|[^|]*\|[^|]*\| ([^|]*) \| \*\*(valid|rejected)\*\*(.*)$/gm)].map(found => ({
    file: found[1] ?? '',
    commands: (found[2] ?? '').split(', '),
    verdict: found[3] === 'valid' ? 'valid' : 'rejected',
    fact: found[4] ?? '',
  }))
}

/** Outside what the built-in player runs, by the note at the end of the index. */
const refused: Readonly<Record<string, readonly string[]>> = {
  'plexhubtv-ai-checks': ['assertWithAI', 'assertNoDefectsWithAI'],
  'rocketchat-login/': ['runScript', 'evalScript'],
  'rocketchat-keyboard-onboarding': ['runScript'],
  'rocketchat-login-deeplink': ['evalScript'],
  'ddg-autofill-multi-step': ['runScript'],
  'ddg-permissions-denied': ['runScript'],
  'crisiscleanup-new-case': ['evalScript'],
  'reactnav-prevent-remove': ['runScript'],
  'maestro-e2e-wikipedia-ios': ['runScript'],
  'edge-127-env-scopes': ['runScript', 'evalScript'],
}

if (existsSync(index)) {
  const cases = casesOf(readFileSync(index, 'utf8'))
  const read = (path: string): string => readFileSync(path, 'utf8')
  const parsed = (one: Case) => parseFlow(read(resolve(root, one.file)), resolve(root, one.file), read)
  const valid = cases.filter(one => one.verdict === 'valid')
  const rejected = cases.filter(one => one.verdict === 'rejected')

  describe('recorded flows', () => {
    it('are all in the index', () => expect(cases.length).toBe(47))

    it.each(valid)('accepts $file with the commands it uses', one => {
      const { flow, errors } = parsed(one)
      expect(errors.map(wordsOfError)).toEqual([])
      if (flow === null) throw new Error('not read')
      const hooks = one.commands.filter(name => name.startsWith('onFlow'))
      const names = new Set(allOf(flow).map(command => command.name))
      expect([...names, ...hooks].toSorted()).toEqual(one.commands.toSorted())
    })

    it.each(rejected)('rejects $file with Maestro’s title', one => {
      const words = parsed(one).errors.map(wordsOfError)
      const title = /"((?:Invalid|Config|Incorrect|Missing|Commands|Parsing)[A-Z a-z]*)/
        .exec(one.fact)?.[1]
        ?.replace(/ at$/, '')
      expect(words[0]?.startsWith(title ?? 'no title in the index')).toBe(true)
      // The index derives line 56 for one case by counting; the field stands on 55.
      const line = /…[^"]*?:(\d+):(\d+)/.exec(one.fact)?.[1]
      if (line !== undefined) expect(words[0]).toMatch(new RegExp(`:${line}:\\d+`))
    })

    it.each(valid)('checks $file against what the player runs', one => {
      const { flow } = parsed(one)
      if (flow === null) throw new Error('not read')
      const words = checkSubset(flow, null).map(error => error.words)
      const expected = Object.entries(refused).find(([name]) => one.file.startsWith(name))?.[1] ?? []
      if (expected.length === 0) expect(words).toEqual([])
      for (const name of expected) expect(words.some(line => line.startsWith(`\`${name}\` at `))).toBe(true)
    })
  })
} else {
  describe('recorded flows', () => {
    it('are left out: no fixtures', () => {
      process.stdout.write('left out: no fixtures\n')
      expect(existsSync(index)).toBe(false)
    })
  })
}

const flowOf = (body: string): string => `appId: dev.example.app\n---\n${body}`

describe('the reader', () => {
  it.each([
    ['', 'Config Section Required at flow.yaml:1:1'],
    ['appId: a\n', 'Commands Section Required'],
    ['appId: a\n- launchApp\n', 'Commands Section Required'],
    ['appId: a\n---\n', 'Commands Section Required'],
    [flowOf('- launchApp:\n'), 'Incorrect Command Format at flow.yaml:3:3'],
    [flowOf('- tapOn: {text: a, timeout: 5}\n'), 'Unknown Property: timeout in `tapOn` at flow.yaml:3'],
    [
      flowOf('- assertVisible:\n    text: a\n    timeout: 5\n'),
      'Unknown Property: timeout in `assertVisible` at flow.yaml:5',
    ],
    [flowOf('- waitForAnimationToEnd: 1000\n'), 'Incorrect Command Format at flow.yaml:3'],
    [flowOf('- swipe: UP\n'), 'Incorrect Command Format at flow.yaml:3'],
    [flowOf('- swipe: {direction: Up}\n'), 'Incorrect Format: direction of `swipe` must be'],
    [flowOf('- sleep: 3\n'), 'Invalid Command: sleep at flow.yaml:3'],
    [flowOf('- tapOnn: a\n'), 'Invalid Command: tapOnn at flow.yaml:3:3. Did you mean `tapOn`?'],
    [flowOf('- pressKey: Down\n'), 'Parsing Failed at flow.yaml:3:3: Unknown key name: Down. Use `Remote Dpad Down`.'],
    [flowOf('- tapOn: "\\€"\n'), 'Parsing Failed at flow.yaml:3'],
    [flowOf('- inputText: {text: 123}\n'), 'Incorrect Format: text of `inputText` must be text'],
    [flowOf('- runFlow: {file: a.yaml, commands: []}\n'), 'Parsing Failed at flow.yaml:3'],
    [flowOf('- runFlow: flow.yaml\n'), 'Invalid File Path at flow.yaml:3:3: The flow runs itself'],
    [flowOf('- tapOn: *x\n'), 'Parsing Failed at flow.yaml:3'],
    ['appId: a\nenv:\n  X:\n---\n- back\n', 'Environment variable has no value at flow.yaml:3'],
    ['appId: a\njsEngine: rhino\n---\n- back\n', 'Parsing Failed'],
    [flowOf('- openBrowser: x\n'), 'Parsing Failed at flow.yaml:3:3: No mapping provided'],
  ])('says what is wrong in %j', (text, start) => {
    const [first] = errorsOf(text)
    expect(first?.slice(0, start.length)).toBe(start)
  })

  it('takes scalars as their text and keeps what Maestro ignores out', () => {
    const flow = requireFlow(
      'appId: a\nunknown: 1\n---\n- tapOn: 2022\n- inputText: {text: a, optional: true, stranger: 1}\n- extendedWaitUntil: {visible: x, timeout: 600_000}\n',
      'flow.yaml',
      none,
    )
    expect(flow.commands[0]).toMatchObject({ kind: 'tap', selector: { text: '2022' } })
    expect(flow.commands[1]).toMatchObject({ kind: 'inputText', optional: false })
    expect(flow.commands[2]).toMatchObject({ timeout: '600_000' })
  })

  it('lists every error of the tree at once, also of subflows, and refuses circles', () => {
    const files: Record<string, string> = {
      'sub/a.yaml': flowOf('- nope\n- runFlow: ../sub/b.yaml\n'),
      'sub/b.yaml': flowOf('- runFlow: a.yaml\n'),
    }
    const { errors } = parseFlow(
      flowOf('- tapOn\n- runFlow: ./sub/a.yaml\n'),
      'flow.yaml',
      path => files[path] ?? none(path),
    )
    const words = errors.map(wordsOfError).join('\n')
    expect(words).toContain('Missing Command Options at flow.yaml:3:3')
    expect(words).toContain('Invalid Command: nope at sub/a.yaml:3:3')
    expect(words).toContain('in a circle: flow.yaml → sub/a.yaml → sub/b.yaml → sub/a.yaml')
  })

  it('explains a flow as commands with their lines, or as errors', () => {
    expect(explainFlow(flowOf('- back\n- runScript: x.js\n'), () => '')).toMatchObject({
      commands: [{ command: 'back', line: 3 }, { command: 'runScript' }],
      unsupported: [
        { line: 4, words: expect.stringContaining('`runScript` at flow.yaml:4:3 is not supported') as string },
      ],
    })
    expect(explainFlow('appId: a\n---\n- nope\n', none)).toMatchObject({ errors: [{ line: 3 }] })
  })

  it('throws nothing but a Refusal on mangled flows', () => {
    const whole = flowOf(
      "- tapOn:\n    id: 'a'\n    below: {text: b}\n- runFlow:\n    when: {visible: x}\n    commands: [back, {swipe: {direction: UP}}]\n- pressKey: Enter\n",
    )
    const mangled = fc
      .array(
        fc.tuple(
          fc.nat(whole.length),
          fc.constantFrom('', '\n', '- ', ': ', '{', '[', "'", '"', '&a ', '*a ', '!', '---\n', '\t', '${', '🌱', '  '),
        ),
        { maxLength: 6 },
      )
      .map(cuts =>
        cuts.reduce((text, [at, put]) => text.slice(0, at) + put + text.slice(put === '' ? at + 3 : at), whole),
      )
    fc.assert(
      fc.property(mangled, text => {
        try {
          checkSubset(requireFlow(text, 'flow.yaml', none), null)
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(Refusal)
        }
      }),
      { numRuns: 2000 },
    )
    for (const text of ['['.repeat(5000), `a: ${'{a: '.repeat(3000)}`, '\u0000', '%', '&a [*a]'])
      expect(() => requireFlow(text, 'flow.yaml', none)).toThrow(Refusal)
  })
})

describe('the check before a run', () => {
  const check = (text: string, variables: readonly string[] = []) => {
    return checkSubset(requireFlow(text, 'flow.yaml', none), {
      platform: 'android',
      caps: { ...canEverything, keys: ['Back', 'Home', 'Enter', 'Tab'] },
      variables: new Set(variables),
    }).map(error => error.words)
  }

  it('names missing variables, but not those with a default or in a condition', () => {
    const text = flowOf(
      "- inputText: ${USER}\n- inputText: ${CITY || 'x'}\n- runFlow: {when: {true: '${FLAG}'}, env: {A: '1'}, commands: [{inputText: '${A}'}]}\n- inputText: ${output.x}\n",
    )
    expect(check(text)).toEqual(['flow.yaml:3 needs USER, which has no value. Set it as a variable. Nothing was run.'])
    expect(check(text, ['USER'])).toEqual([])
  })

  it('refuses keys, patterns, endless loops, line breaks and web pages by name and line, all at once', () => {
    const words = check(
      flowOf(
        '- pressKey: Remote Dpad Up\n- tapOn: a++\n- repeat: {commands: [back]}\n- inputText: "a\\nb"\n- tapOn: {css: .a}\n- setOrientation: UPSIDE_DOWN\n- evalScript: ${http.get("x")}\n',
      ),
    )
    expect(words.map(line => /^`(.*?)` at flow\.yaml:(\d+)/.exec(line)?.slice(1).join(' '))).toEqual([
      'pressKey: Remote Dpad Up 3',
      'selector 4',
      'repeat 5',
      'inputText 6',
      'css 7',
      'setOrientation: UPSIDE_DOWN 8',
      'evalScript 9',
    ])
  })

  it('does not mind what stands under another platform', () => {
    expect(
      check(
        flowOf("- runFlow: {when: {platform: iOS}, commands: [{pressKey: Remote Dpad Up}, {inputText: '${NAME}'}]}\n"),
      ),
    ).toEqual([])
  })
})
