// What a turn breaks: a case for each kind of fault, and every guard as a case that raises nothing.
import { describe, expect, it } from 'vitest'
import { turnedLayout } from '#main/explore/oracle.ts'
import { app, look, type LookSpec, type NodeSpec } from '../../../../test/builders/observation.ts'

const title: NodeSpec = { text: 'Plant', at: [12, 36, 160, 32], sp: 22 }
const save: NodeSpec = { id: 'save', text: 'Save', tap: true, at: [16, 500, 300, 48], ground: '#dddddd' }
const help: NodeSpec = { id: 'help', text: 'Help', tap: true, at: [16, 300, 300, 48], ground: '#bbbbee' }
const name: NodeSpec = { id: 'name', text: 'Fern', at: [16, 100, 300, 24] }
const upright = (nodes: readonly NodeSpec[], more: Partial<LookSpec> = {}) =>
  look({ ...more, nodes: [title, ...nodes] })
const turned = (nodes: readonly NodeSpec[], more: Partial<LookSpec> = {}) =>
  look({ landscape: true, number: 2, ...more, nodes: [title, ...nodes] })

const told = async (
  before: ReturnType<typeof look>,
  after: ReturnType<typeof look>,
  later: ReturnType<typeof look> = { ...after, number: 3, at: after.at + 2000 },
) => {
  const found = await turnedLayout({ app, screen: null, screenName: 'Plant', upright: before, turned: after, later })
  return found.map(one => `${one.check}:${one.element}: ${one.title}`)
}

const fine = upright([name, help, save])
const window = (width: number, height: number, more: Partial<LookSpec> = {}) => {
  const whole = turned([name], more)
  const px = (dp: number) => Math.round((dp * 420) / 160)
  return {
    ...whole,
    tree: {
      rotation: 0 as const,
      nodes: (whole.tree?.nodes ?? []).map(node =>
        node.parent === null ? { ...node, bounds: { left: 0, top: 0, right: px(width), bottom: px(height) } } : node,
      ),
    },
  }
}

describe('a turned screen', () => {
  it('on which a control went off the screen is told', async () => {
    const out = turned([name, { ...help, at: [16, 200, 300, 48] }, { ...save, at: [16, 420, 300, 48] }])
    expect(await told(fine, out)).toEqual([
      'truncated:save: “Save” lies outside the screen on “Plant” when the phone is turned',
    ])
  })

  it('on which a slice of a control is left is told', async () => {
    const cut = turned([name, { ...help, at: [16, 200, 300, 48] }, { ...save, at: [16, 402, 300, 9.4] }])
    expect(await told(fine, cut)).toEqual([
      'truncated:save: “Save” is pushed off the screen on “Plant” when the phone is turned',
    ])
  })

  it('on which one control lies over another is told', async () => {
    const over = turned([name, { ...help, at: [16, 130, 300, 48] }, { ...save, at: [16, 140, 300, 48] }])
    expect(await told(fine, over)).toEqual([
      expect.stringMatching(/^overlap:(save|help): .* when the phone is turned$/u),
    ])
  })

  it('whose window does not fill the screen is told', async () => {
    expect(await told(fine, window(411, 400))).toEqual([
      'truncated:: The app does not fill the screen on “Plant” when the phone is turned',
    ])
  })

  const bad = turned([name, { ...help, at: [16, 200, 300, 48] }, { ...save, at: [16, 420, 300, 48] }])
  const scroller = (inside: readonly NodeSpec[], height: number): NodeSpec => ({
    kind: 'ScrollView',
    scrolls: true,
    at: [0, 80, 900, height],
    inside,
  })
  it.each<[string, ReturnType<typeof look>, ReturnType<typeof look>, ReturnType<typeof look>?]>([
    ['an app that is locked upright', fine, { ...fine, number: 2, at: 2000 }],
    ['an app that stays in a strip of its own shape', fine, window(190, 411)],
    ['bars at the side and a notch', fine, window(790, 411)],
    [
      'a screen that is right',
      fine,
      turned([name, { ...help, at: [16, 150, 300, 48] }, { ...save, at: [16, 210, 300, 48] }]),
    ],
    [
      'what upright is no better',
      upright([name, { ...help, at: [16, 495, 300, 48] }, save]),
      turned([name, { ...help, at: [16, 205, 300, 48] }, { ...save, at: [16, 210, 300, 48] }]),
    ],
    [
      'what scrolls',
      upright([scroller([name, help, save], 700)]),
      turned([scroller([name, help, { ...save, at: [16, 402, 300, 9] }], 331)]),
    ],
    [
      'what the second look has right',
      fine,
      bad,
      turned([name, { ...help, at: [16, 150, 300, 48] }, { ...save, at: [16, 210, 300, 48] }], { number: 3, at: 5000 }),
    ],
    [
      'a video that fills the screen',
      fine,
      turned([
        { kind: 'android.view.SurfaceView', at: [0, 0, 914, 411] },
        { ...save, at: [16, 420, 300, 48] },
      ]),
    ],
    ['a secure window', fine, { ...bad, secure: true }],
    ['the keyboard up', fine, { ...bad, keyboard: { shown: true, bounds: null } }],
    ['a question of the system over it', fine, { ...bad, foreground: { ...bad.foreground, overlay: 'permission' } }],
    [
      'another screen',
      upright([help, save]),
      turned(
        [
          { ...save, at: [16, 420, 300, 48] },
          { id: 'else', text: 'Else', tap: true, at: [16, 90, 90, 48] },
          { id: 'more', text: 'More', tap: true, at: [16, 150, 90, 48] },
          { id: 'third', text: 'Third', tap: true, at: [116, 150, 90, 48] },
          { text: 'Other', at: [12, 0, 160, 30], sp: 22 },
        ],
        { activity: `${app}.Other` },
      ),
    ],
    ['a tree that is half built', fine, { ...bad, tree: { rotation: 0, nodes: [] } }],
  ])('raises nothing for %s', async (_, before, after, later) => {
    expect(await told(before, after, later)).toEqual([])
  })
})
