// The exporter: a found path recorded on a tiny phone, written as a flow, and played again with and without the bug.
import { describe, expect, it } from 'vitest'
import type { Observation } from '#shared/domain/device.ts'
import type { Element, ElementTree } from '#shared/domain/element.ts'
import type { Action, Candidate } from '#shared/domain/night.ts'
import { emitFlow } from '#main/explore/flows/emit.ts'
import type { FlowInput, RecordedStep } from '#main/explore/flows/emit.ts'
import { markPlayed, readHeader } from '#main/explore/flows/flow-header.ts'
import { targetOf } from '#main/explore/targets.ts'
import { app, playOn, TinyPhone } from '../../../../test/doubles/tiny-phone.ts'

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
})
