// The player and the exporter on a tiny phone written here: what is played, what each outcome means, and that an
// exported flow finds the elements it was written for.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LiveValue } from '#shared/base/live.ts'
import type { AppEvent, DeviceModel, Observation } from '#shared/domain/device.ts'
import type { Element, ElementTree } from '#shared/domain/element.ts'
import { containsPoint } from '#shared/domain/geometry.ts'
import { deviceId } from '#shared/domain/ids.ts'
import type { DeviceInput } from '#shared/domain/input.ts'
import type { Action, Candidate } from '#shared/domain/night.ts'
import type { Device, Grant } from '#main/device/device.ts'
import { chooseSelector } from '#main/explore/flows/choose.ts'
import { emitFlow } from '#main/explore/flows/emit.ts'
import type { FlowInput, RecordedStep } from '#main/explore/flows/emit.ts'
import { markPlayed, readHeader } from '#main/explore/flows/flow-header.ts'
import { scalar } from '#main/explore/flows/flow-yaml.ts'
import { parseFlow } from '#main/explore/flows/parse.ts'
import { playFlow } from '#main/explore/flows/result.ts'
import { matchElements } from '#main/explore/flows/selector.ts'
import { readYaml } from '#main/explore/flows/yaml-nodes.ts'
import { targetOf } from '#main/explore/targets.ts'

const app = 'dev.example.plants'
const size = { width: 1000, height: 2000 }
type Bug = 'none' | 'crash' | 'loss' | 'dead'
type Node = Partial<Element> & {
  readonly at: readonly [number, number, number, number]
  readonly inside?: readonly Node[]
}

/** Home with rows, a form, an editor; a bug of choice. */
class TinyPhone {
  bug: Bug
  now = 0
  number = 0
  screen: 'off' | 'home' | 'form' | 'launcher' = 'launcher'
  back: 'home' | 'form' = 'home'
  name = ''
  focused = false
  keyboard = false
  landscape = false
  scrolled = false
  plants = ['Fern', 'Cactus']
  readonly events: AppEvent[] = []
  readonly inputs: DeviceInput[] = []

  constructor(bug: Bug) {
    this.bug = bug
  }

  tree(): ElementTree {
    const nodes: Element[] = []
    const add = (node: Node, parent: number | null, depth: number): void => {
      const { at, inside = [], ...rest } = node
      const index = nodes.length
      const bounds = { left: at[0], top: at[1], right: at[2], bottom: at[3] }
      const plain = {
        className: 'android.widget.TextView',
        id: '',
        text: '',
        desc: '',
        hint: '',
        package: app,
        clickable: false,
        longClickable: false,
        enabled: true,
        focusable: false,
      }
      const flags = {
        focused: false,
        checkable: false,
        checked: false,
        selected: false,
        scrollable: false,
        password: false,
      }
      nodes.push({ ...plain, ...flags, ...rest, bounds, index, parent, depth })
      for (const child of inside) add(child, index, depth + 1)
    }
    for (const node of this.view()) add(node, null, 0)
    return { nodes, rotation: 0 }
  }

  view(): readonly Node[] {
    if (this.screen === 'launcher' || this.screen === 'off')
      return [{ text: 'Plants', package: 'dev.example.launcher', at: [0, 100, 200, 300], clickable: true }]
    if (this.screen === 'home') {
      const shift = this.scrolled ? -900 : 0
      const rows = this.plants.map((text, at): Node => ({
        id: `${app}:id/row`,
        className: 'Row',
        clickable: true,
        at: [0, 200 + at * 200 + shift, 1000, 380 + at * 200 + shift],
        inside: [{ text, at: [50, 220 + at * 200 + shift, 500, 360 + at * 200 + shift] }],
      }))
      const visible = rows.filter(row => row.at[1] >= 0)
      const more: Node[] = this.scrolled
        ? [{ id: `${app}:id/about`, text: 'About', clickable: true, at: [0, 1500, 500, 1600] }]
        : []
      return [
        { id: `${app}:id/title`, text: 'My plants', at: [0, 0, 1000, 100] },
        ...visible,
        ...more,
        {
          id: `${app}:id/add`,
          desc: 'Add plant',
          className: 'android.widget.ImageButton',
          clickable: true,
          at: [800, 1700, 950, 1850],
        },
      ]
    }
    return [
      { id: `${app}:id/title`, text: 'Add plant', at: [0, 0, 1000, 100] },
      {
        id: `${app}:id/name`,
        className: 'android.widget.EditText',
        hint: 'Name',
        text: this.name === '' ? 'Name' : this.name,
        clickable: true,
        focused: this.focused,
        at: [0, 200, 1000, 300],
      },
      {
        id: `${app}:id/save`,
        className: 'android.widget.Button',
        text: 'Save',
        clickable: true,
        enabled: this.name !== '',
        at: [0, 400, 1000, 500],
      },
    ]
  }

  look(): Observation {
    this.number += 1
    const tree = this.tree()
    const id = JSON.stringify(tree.nodes)
    const front = this.screen === 'home' || this.screen === 'form' ? app : 'dev.example.launcher'
    return {
      number: this.number,
      at: this.now,
      generation: this.landscape ? 2 : 1,
      size,
      densityDpi: 420,
      orientation: this.landscape ? 'landscape' : 'portrait',
      foreground: { package: front, activity: null, overlay: null },
      keyboard: { shown: this.keyboard, bounds: null },
      tree,
      treeMissing: null,
      picture: {
        id,
        pixels: async () => ({ width: 1, height: 1, scale: 1, data: new Uint8Array([id.length % 256, 0, 0, 255]) }),
      },
      secure: false,
    }
  }

  input(input: DeviceInput): void {
    this.inputs.push(input)
    if (input.kind === 'tap') this.tap(input.at.x, input.at.y)
    if (input.kind === 'text' && this.focused) this.name += input.text
    if (input.kind === 'clear') this.name = ''
    if (input.kind === 'hide_keyboard') this.keyboard = false
    if (input.kind === 'swipe') this.scrolled = input.from.y > input.to.y
    if (input.kind === 'turn') {
      this.landscape = input.to === 'landscape'
      if (this.bug === 'loss') this.name = ''
    }
    if (input.kind === 'key' && input.key === 'Home') {
      this.back = this.screen === 'form' ? 'form' : 'home'
      this.screen = 'launcher'
    }
    if (input.kind === 'key' && input.key === 'Back') {
      if (this.keyboard) this.keyboard = false
      else this.screen = this.screen === 'form' ? 'home' : 'launcher'
    }
  }

  tap(x: number, y: number): void {
    const hit = this.tree().nodes.findLast(node => node.clickable && containsPoint(node.bounds, x, y))
    const id = hit?.id.split('/')[1]
    if (id === 'add' && this.bug !== 'dead') {
      this.screen = 'form'
      this.name = ''
    }
    if (id === 'name') this.focused = this.keyboard = true
    if (id !== 'save' || this.name === '') return
    this.focused = this.keyboard = false
    if (this.bug === 'crash' && this.name.includes('🌱')) {
      this.screen = 'launcher'
      this.events.push({
        kind: 'crash',
        at: this.now,
        process: app,
        pid: 7,
        type: 'java.lang.IllegalArgumentException',
        message: 'bad name',
        frames: [],
        excerpt: '',
      })
    } else {
      this.plants.push(this.name)
      this.screen = 'home'
    }
  }

  device(): Device {
    const can = { yes: true } as const
    const never = (): never => {
      throw new Error('not part of this phone')
    }
    const model: DeviceModel = {
      id: deviceId('tiny'),
      name: 'Tiny phone',
      platform: 'demo',
      kind: 'phone',
      surface: 'touch',
      runtime: 'Tiny 1',
      size,
      densityDpi: 420,
      apiLevel: 33,
    }
    return {
      model,
      caps: {
        surface: 'touch',
        keys: ['Home', 'Back', 'Enter', 'Backspace', 'Tab'],
        tree: can,
        foreground: can,
        text: can,
        clearData: can,
        crashLogs: can,
        contacts: can,
        clipboard: can,
        controls: {
          dark: can,
          fontScale: can,
          locale: can,
          network: can,
          orientation: can,
          turn: can,
          posture: can,
          awake: can,
          location: can,
          statusBar: can,
          battery: can,
        },
      },
      state: new LiveValue({
        power: { is: 'on' as const, asleep: false },
        settings: null,
        generation: 1,
        control: null,
        busy: null,
        turn: 'upright' as const,
        posture: null,
        overrides: null,
      }),
      clock: { now: () => this.now, wait: async ms => void (this.now += ms) },
      supports: () => can,
      observe: async () => this.look(),
      still: async () => this.look().picture,
      takeControl: never,
      whenFree: async () => undefined,
      inputsSince: () => [],
      input: async (_grant, input) => {
        this.input(input)
        return { sent: true, reached: true, changed: null, words: 'sent', refusal: null }
      },
      install: never,
      apps: async () => [],
      launch: async () => void (this.screen = 'home'),
      resume: async () => void (this.screen = this.back),
      forceStop: async () => void (this.screen = 'launcher'),
      kill: async () => undefined,
      clearData: async () => void (this.plants = ['Fern', 'Cactus']),
      openLink: async () => undefined,
      permission: async () => undefined,
      control: async () => undefined,
      logMark: async () => String(this.events.length),
      events: async mark => ({ events: this.events.slice(Number(mark)), mark: String(this.events.length) }),
      [Symbol.asyncDispose]: async () => undefined,
    }
  }
}

const signal = new AbortController().signal
const grant: Grant = {
  owner: { kind: 'night', name: 'test' },
  generation: 1,
  lost: signal,
  [Symbol.asyncDispose]: async () => undefined,
}
const playOn = (
  phone: TinyPhone,
  text: string,
  more: Partial<Parameters<typeof playFlow>[3]> = {},
  files: Record<string, string> = {},
) =>
  playFlow(
    phone.device(),
    grant,
    { text, file: 'flow.yaml', readFile: path => files[path] ?? fail(path) },
    more,
    signal,
  )
const fail = (path: string): never => {
  throw new Error(`no file ${path}`)
}
const flowOf = (body: string): string => `appId: ${app}\n---\n${body}`

describe('playing', () => {
  it('walks a flow and passes', async () => {
    const phone = new TinyPhone('none')
    const play = await playOn(
      phone,
      flowOf(
        '- launchApp: {clearState: true}\n- tapOn: Add plant\n- tapOn: {id: name}\n- inputText: ${WHAT}\n- hideKeyboard\n- tapOn: Save\n- assertVisible: Fern\n- assertVisible: {text: "${WHAT}"}\n- assertNotVisible: Nothing\n',
      ),
      { variables: { WHAT: 'Ivy' } },
    )
    expect(play).toMatchObject({ result: 'passed', step: 9, line: 11 })
    expect(phone.plants).toEqual(['Fern', 'Cactus', 'Ivy'])
    expect(play.played?.steps.map(step => step.words)).not.toContain('Ivy')
  })

  it('drifts at an earlier step and reproduces at the last assertion', async () => {
    const drifted = await playOn(
      new TinyPhone('none'),
      flowOf('- launchApp\n- tapOn: {id: ad}\n- assertVisible: Fern\n'),
    )
    expect(drifted).toMatchObject({ result: 'drifted', step: 2, line: 4 })
    expect(drifted.words).toContain('Nothing matched id ad in 17 s. Closest: "add" (visible)')
    const failed = await playOn(new TinyPhone('none'), flowOf('- launchApp\n- assertVisible: Oak\n- back\n'))
    expect(failed).toMatchObject({ result: 'reproduced', step: 2, line: 4 })
  })

  it('refuses before it touches anything, all reasons at once', async () => {
    const phone = new TinyPhone('none')
    const play = await playOn(
      phone,
      flowOf('- launchApp\n- runScript: a.js\n- inputText: ${WHO}\n- travel: {points: ["1,2"]}\n'),
      {},
      { 'a.js': '' },
    )
    expect(play).toMatchObject({ result: 'refused', line: 4, played: null })
    expect(play.words).toMatch(/runScript[\s\S]*WHO[\s\S]*travel/)
    expect(phone.screen).toBe('launcher')
    expect(await playOn(phone, 'appId: a\n---\n- nope\n')).toMatchObject({ result: 'refused', line: 3 })
  })

  it('turns a failure of an optional step into a warning, skips what does not apply and repeats while it should', async () => {
    const phone = new TinyPhone('none')
    const play = await playOn(
      phone,
      flowOf(
        '- launchApp\n- tapOn: {text: Oak, optional: true}\n- runFlow: {when: {platform: iOS}, commands: [back]}\n- evalScript: ${output.i = 0}\n- repeat:\n    while: {true: "${output.i < 3}"}\n    commands:\n      - tapOn: {id: add}\n      - back\n      - evalScript: ${output.i++}\n- assertTrue: ${output.i == 3}\n',
      ),
    )
    expect(play.result).toBe('passed')
    expect(play.played?.steps.map(step => step.outcome).filter(outcome => outcome !== 'passed')).toEqual([
      'warned',
      'skipped',
    ])
    expect(phone.inputs.filter(input => input.kind === 'tap')).toHaveLength(3)
  })

  it('does nothing for hideKeyboard without a keyboard, and says so', async () => {
    const phone = new TinyPhone('none')
    const play = await playOn(phone, flowOf('- launchApp\n- hideKeyboard\n- assertVisible: Fern\n'))
    expect(play.result).toBe('passed')
    expect(phone.inputs).toHaveLength(0)
    expect(play.played?.notes.join()).toContain('no keyboard was shown')
  })

  it('runs hooks, also after a failure, and keeps the env of subflows apart', async () => {
    const files = { 'sub.yaml': `appId: ${app}\nenv: {A: "\${A || 'x'}2"}\n---\n- assertTrue: \${A === '12'}\n` }
    const phone = new TinyPhone('none')
    const play = await playOn(
      phone,
      `appId: ${app}\nenv: {A: '0'}\nonFlowStart: [launchApp]\nonFlowComplete: [back]\n---\n- runFlow: {file: sub.yaml, env: {A: '1'}}\n- assertTrue: \${A === '0'}\n- assertTrue: \${A === '9'}\n- back\n`,
      {},
      files,
    )
    expect(play).toMatchObject({ result: 'reproduced', line: 8 })
    expect(phone.inputs).toEqual([{ kind: 'key', key: 'Back' }])
  })

  it('tells a crash at the step it came from, and one before the last assertions at those', async () => {
    const steps = '- launchApp\n- tapOn: {id: add}\n- tapOn: {id: name}\n- inputText: 🌱\n- tapOn: Save\n'
    const drifted = await playOn(new TinyPhone('crash'), flowOf(`${steps}- tapOn: Fern\n- assertVisible: Fern\n`))
    expect(drifted).toMatchObject({ result: 'drifted', step: 5 })
    expect(drifted.words).toContain('is no longer running (java.lang.IllegalArgumentException: bad name)')
    const reproduced = await playOn(
      new TinyPhone('crash'),
      flowOf(`${steps}- waitForAnimationToEnd\n- assertVisible: Fern\n`),
    )
    expect(reproduced).toMatchObject({ result: 'reproduced', step: 7 })
  })
})

// ---- Maestro's own cases, with the facts their index states ----

const folder = resolve(process.env['NOCTURNE_FIXTURES'] ?? '../shared/fixtures', 'maestro')
describe('recorded edge cases', () => {
  if (!existsSync(folder)) {
    it('are left out: no fixtures', () => {
      process.stdout.write('left out: no fixtures\n')
      expect(existsSync(folder)).toBe(false)
    })
    return
  }
  const playCase = async (file: string, variables: Record<string, string>) => {
    const phone = new TinyPhone('none')
    const path = resolve(folder, file)
    const source = {
      text: readFileSync(path, 'utf8'),
      file: path,
      readFile: (name: string) => readFileSync(name, 'utf8'),
    }
    const play = await playFlow(phone.device(), grant, source, { variables }, signal)
    return { phone, play, typed: phone.inputs.flatMap(input => (input.kind === 'text' ? [input.text] : [])) }
  }
  it('run what is true and skip what is not', async () => {
    const { play, typed } = await playCase('edge-065-when-true/065_when_true.yaml', {})
    expect(play.result).toBe('passed')
    expect(typed).toEqual(['True', 'String', 'Positive Int', 'Object', 'Array'])
  })
  it('type every sign, from outside and from the file', async () => {
    const signs = '!@#$&*()_+{}|:"<>?[]\\\\;\',./'
    const { typed } = await playCase('edge-077-special-chars/077_env_special_characters.yaml', { OUTER: signs })
    expect(typed).toEqual([signs, signs])
  })
  it('take numbers out of range as the defaults of Maestro', async () => {
    const { play, phone } = await playCase('edge-118-negative-scroll/118_scroll_until_visible_negative.yaml', {})
    expect(play).toMatchObject({ result: 'drifted', step: 1 })
    const swipes = phone.inputs.filter(input => input.kind === 'swipe')
    expect(swipes.every(swipe => swipe.ms === 40)).toBe(true)
    expect(phone.now).toBeGreaterThan(20_000)
  })
})

// ---- exporting ----

const candidate = (more: Partial<Candidate>): Candidate => ({
  check: 'crash',
  screen: null,
  screenName: 'Add plant',
  element: 'save',
  label: 'Save',
  title: 'Saving a plant whose name has an emoji closes the app',
  why: '',
  whyNotNoise: '',
  signature: '',
  frames: [],
  message: '',
  observation: 1,
  mark: null,
  log: null,
  ...more,
})

/** Does the actions on a phone and records what was shown before each. */
function record(
  phone: TinyPhone,
  plan: readonly ((tree: ElementTree) => Action)[],
): { steps: RecordedStep[]; after: Observation } {
  phone.screen = 'home'
  const steps = plan.map((make): RecordedStep => {
    const before = phone.look()
    const action = make(before.tree ?? { nodes: [], rotation: 0 })
    phone.now += 1500
    if (action.kind === 'tap' || action.kind === 'type')
      phone.input({ kind: 'tap', at: { ...action.target.at, generation: 1 } })
    if (action.kind === 'type') phone.input({ kind: 'text', text: action.text })
    if (action.kind === 'turn') phone.input(action)
    if (action.kind === 'back') phone.input({ kind: 'key', key: 'Back' })
    if (action.kind === 'swipe') phone.scrolled = true
    return { action, words: `${action.kind} it`, before: [before] }
  })
  return { steps, after: phone.look() }
}
const target = (tree: ElementTree, find: (node: Element) => boolean) => {
  const node = tree.nodes.find(find)
  if (node === undefined) throw new Error('not recorded')
  return targetOf(tree, node, null)
}
const byId = (id: string) => (node: Element) => node.id.endsWith(`/${id}`)
const tap =
  (id: string) =>
  (tree: ElementTree): Action => ({ kind: 'tap', target: target(tree, byId(id)) })
const type =
  (id: string, text: string) =>
  (tree: ElementTree): Action => ({ kind: 'type', target: target(tree, byId(id)), text, row: 'emoji' })

function inputFor(
  found: Candidate,
  recorded: { steps: readonly RecordedStep[]; after: Observation },
  expected: readonly Observation[] = [],
): FlowInput {
  return {
    candidate: found,
    fingerprint: 'v1:0123456789abcdef0123456789abcdef',
    reproduced: '2/2',
    app: { package: app, label: 'Plants', version: '2.4.0 (41)' },
    device: { name: 'Tiny phone', runtime: 'Tiny 1', platform: 'demo' },
    locale: 'en',
    condition: null,
    seed: 7,
    date: '2026-12-01',
    product: 'Nocturne 0.1.0',
    launchArguments: {},
    steps: recorded.steps,
    after: [recorded.after],
    expected,
  }
}

describe('exporting', () => {
  const crashPath = [tap('add'), type('name', "Fern's 🌱"), tap('save')]

  it('writes a crash as a flow that fails while it is there and passes once it is fixed', async () => {
    const flow = emitFlow(inputFor(candidate({}), record(new TinyPhone('crash'), crashPath)))
    expect(flow).toMatchObject({
      name: 'saving-a-plant-whose-name-has-an-emoji-closes-the-app-01234567.yaml',
      asserts: 'maestro',
      approximate: [],
    })
    expect(flow.text).toContain("text: 'Fern''s 🌱'")
    expect(flow.text).toContain('needs: Maestro CLI 2.7.0')
    const there = await playOn(new TinyPhone('crash'), flow.text)
    expect(there.result).toBe('reproduced')
    expect(there.words).toContain('IllegalArgumentException')
  })

  it('uses the next screen where it is known, and then passes on a fixed app', async () => {
    const fixed = record(new TinyPhone('none'), crashPath)
    const flow = emitFlow(inputFor(candidate({}), record(new TinyPhone('crash'), crashPath), [fixed.after]))
    expect((await playOn(new TinyPhone('crash'), flow.text)).result).toBe('reproduced')
    expect((await playOn(new TinyPhone('none'), flow.text)).result).toBe('passed')
  })

  it('asserts that what was typed survives a turn', async () => {
    const path = [
      tap('add'),
      type('name', 'Ivy (1)'),
      (): Action => ({ kind: 'turn', to: 'landscape' }),
      (): Action => ({ kind: 'turn', to: 'portrait' }),
    ]
    const flow = emitFlow(
      inputFor(
        candidate({ check: 'data_loss', element: 'name', title: 'Turning loses the name' }),
        record(new TinyPhone('loss'), path),
      ),
    )
    expect(flow.asserts).toBe('maestro')
    expect(flow.text).toContain("text: 'Ivy \\(1\\)'")
    expect((await playOn(new TinyPhone('loss'), flow.text)).result).toBe('reproduced')
    expect((await playOn(new TinyPhone('none'), flow.text)).result).toBe('passed')
  })

  it('only walks to the place for what Maestro cannot see, and the check is asked there', async () => {
    const flow = emitFlow(
      inputFor(
        candidate({ check: 'contrast', element: 'title', title: 'Pale title' }),
        record(new TinyPhone('none'), [tap('add')]),
      ),
    )
    expect(flow.asserts).toBe('nocturne')
    expect(flow.text).toContain('only walks to the place')
    expect(readHeader(flow.text)).toMatchObject({ asserts: 'nocturne', check: 'contrast', condition: null })
    const says = (answer: boolean) =>
      playOn(new TinyPhone('none'), flow.text, { oracle: ({ final }) => answer && final.foreground.package === app })
    expect((await says(true)).result).toBe('reproduced')
    expect((await says(false)).result).toBe('passed')
    expect((await playOn(new TinyPhone('dead'), flow.text)).result).toBe('drifted')
    expect(markPlayed(flow.text, 'reproduced', 'Tiny phone')).toContain(
      '# played: generated; played by Nocturne’s player on Tiny phone: reproduced',
    )
  })

  it('takes a row by its text, scrolls to a target instead of counting swipes, and marks a wrong text', async () => {
    const row = (tree: ElementTree): Action => ({
      kind: 'tap',
      target: target(tree, node => node.className === 'Row' && node.bounds.top > 300),
    })
    const flow = emitFlow(inputFor(candidate({ check: 'logic', title: 'Row' }), record(new TinyPhone('none'), [row])))
    expect(flow.text).toContain("text: 'Cactus'")
    const swipe = (tree: ElementTree): Action => ({
      kind: 'swipe',
      target: target(tree, byId('title')),
      direction: 'up',
    })
    const scrolled = emitFlow(
      inputFor(
        candidate({ check: 'logic', title: 'About' }),
        record(new TinyPhone('none'), [swipe, swipe, tap('about')]),
      ),
    )
    expect(scrolled.text.match(/scrollUntilVisible/g)).toHaveLength(1)
    expect((await playOn(new TinyPhone('none'), scrolled.text)).result).toBe('passed')
    const wrong = emitFlow(
      inputFor(
        candidate({ check: 'raw_error', element: 'title', title: 'Raw' }),
        record(new TinyPhone('none'), [tap('add')]),
      ),
    )
    expect(wrong.asserts).toBe('maestro')
    expect((await playOn(new TinyPhone('none'), wrong.text)).result).toBe('reproduced')
  })

  it('chooses a selector that takes the intended element, or says that it is approximate', () => {
    const texts = fc.constantFrom('', 'Save', 'Save (2)', 'Löschen 🌱', 'a.b*c', 'Line\nbreak', '  x ', '${x}', "it's")
    const box = fc.tuple(
      texts,
      fc.constantFrom('', 'row', 'save[0]', 'a.b', 'x9f3e2a1b0c'),
      fc.boolean(),
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 0, max: 9 }),
    )
    fc.assert(
      fc.property(fc.array(box, { minLength: 1, maxLength: 8 }), fc.nat(7), (boxes, pick) => {
        const nodes = boxes.map(([text, id, clickable, x, y], index): Element => ({
          index,
          parent: index === 0 ? null : 0,
          depth: index === 0 ? 0 : 1,
          className: 'V',
          id: id === '' ? '' : `p:id/${id}`,
          text,
          desc: '',
          hint: '',
          package: app,
          bounds:
            index === 0
              ? { left: 0, top: 0, right: 1000, bottom: 2000 }
              : { left: x * 100, top: y * 200, right: x * 100 + 90, bottom: y * 200 + 150 },
          clickable,
          longClickable: false,
          enabled: true,
          focusable: false,
          focused: false,
          checkable: false,
          checked: false,
          selected: false,
          scrollable: false,
          password: false,
        }))
        const element = nodes[pick % nodes.length]
        if (element === undefined) return
        const tree: ElementTree = { nodes, rotation: 0 }
        const screen = { size, platform: 'android' } as const
        const chosen = chooseSelector([{ tree, screen, element }], new Set(), { x: 0.5, y: 0.5 })
        if (chosen.approximate) return
        const taken = matchElements(tree, chosen.selector, screen)[0]
        if (taken === undefined) throw new Error('takes nothing')
        expect(
          containsPoint(
            element.bounds,
            (taken.bounds.left + taken.bounds.right) >> 1,
            (taken.bounds.top + taken.bounds.bottom) >> 1,
          ),
        ).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('writes any text as a scalar that reads back as itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        const root = readYaml(`a: ${scalar(text)}\n`, 'x')[0]?.root
        expect(root?.is === 'map' && root.entries[0]?.value).toMatchObject({ text })
      }),
    )
    expect(parseFlow(flowOf(`- inputText: ${scalar('# a: "b"')}\n`), 'x', fail).flow?.commands[0]).toMatchObject({
      text: '# a: "b"',
    })
  })
})
