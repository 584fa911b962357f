// Screen identity: what makes a screen and what only a variant.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { identityOf, identityWithPicture, overlap, rowTextsOf, sameScreen } from '#main/explore/screen-identity.ts'
import { app, look, type LookSpec, type NodeSpec } from '../../../test/builders/observation.ts'

const bar = (title: string): NodeSpec => ({
  kind: 'ViewGroup',
  at: [0, 24, 411, 56],
  inside: [{ text: title, at: [12, 36, 120, 30] }],
})
const list = (names: readonly string[]): NodeSpec => ({
  kind: 'androidx.recyclerview.widget.RecyclerView',
  id: 'plants',
  at: [0, 80, 411, 700],
  scrolls: true,
  inside: names.map((name, at) => ({
    kind: 'ViewGroup',
    id: 'plant',
    tap: true,
    at: [0, 80 + at * 56, 411, 56] as const,
    inside: [{ text: name, at: [16, 90 + at * 56, 200, 20] as const }],
  })),
})
const home = (names: readonly string[], more: Partial<LookSpec> = {}) =>
  look({
    ...more,
    nodes: [
      bar('Plants'),
      list(names),
      { kind: 'ImageButton', id: 'add', desc: 'Add plant', tap: true, at: [340, 700, 56, 56] },
    ],
  })
const form = (title: string, name = '') =>
  look({
    nodes: [
      bar(title),
      {
        kind: 'EditText',
        id: 'name',
        text: name === '' ? 'Name' : name,
        hint: 'Name',
        tap: true,
        at: [16, 90, 380, 56],
      },
      { kind: 'EditText', id: 'notes', text: 'Notes', hint: 'Notes', tap: true, at: [16, 160, 380, 56] },
      { id: 'save', text: 'Save', tap: true, off: name === '', at: [16, 240, 380, 48] },
    ],
  })
const id = (observation: ReturnType<typeof look>) => identityOf(observation, app)

describe('screen identity', () => {
  it('takes a list of three and a list of thirty for the same screen', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[A-Z][a-z]{2,9}$/), { maxLength: 12 }), names => {
        expect(sameScreen(id(home(['Fern', 'Aloe', 'Ivy'])), id(home(names)))).toBe(true)
      }),
    )
  })

  it('does not mind a theme, a clock or a keyboard', () => {
    const plain = id(home(['Fern']))
    expect(sameScreen(plain, id(home(['Fern'], { dark: true })))).toBe(true)
    expect(sameScreen(plain, id(home(['Fern'], { keyboard: true })))).toBe(true)
    const clock = (time: string) =>
      id(
        look({
          nodes: [
            bar('Plants'),
            { text: time, at: [0, 100, 80, 20] },
            { id: 'go', text: 'Go', tap: true, at: [0, 200, 90, 48] },
          ],
        }),
      )
    expect(sameScreen(clock('09:00'), clock('17:42'))).toBe(true)
  })

  it('tells forms with the same ids apart by their title, and not by what was typed', () => {
    expect(sameScreen(id(form('Add plant')), id(form('Edit plant')))).toBe(false)
    expect(sameScreen(id(form('Add plant')), id(form('Add plant', 'Fern')))).toBe(true)
  })

  it('takes a title that repeats the thing shown for data', () => {
    const detail = (name: string) =>
      id(
        look({
          nodes: [
            bar(name),
            { id: 'name', text: name, at: [16, 100, 200, 30] },
            { id: 'edit', text: 'Edit', tap: true, at: [16, 200, 200, 48] },
          ],
        }),
      )
    expect(sameScreen(detail('Fern'), detail('Aloe'))).toBe(true)
    const named = (name: string) =>
      identityOf(
        look({ nodes: [bar(name), { id: 'edit', text: 'Edit', tap: true, at: [16, 200, 200, 48] }] }),
        app,
        new Set(['Fern', 'Aloe']),
      )
    expect(sameScreen(named('Fern'), named('Aloe'))).toBe(true)
  })

  it('does not merge two untitled settings lists that share only their structure', () => {
    const settings = (rows: readonly string[]) => id(look({ nodes: [list(rows)] }))
    expect(sameScreen(settings(['Sound', 'Display', 'Storage']), settings(['Wallpaper', 'Font', 'Theme']))).toBe(false)
    expect(
      sameScreen(settings(['Sound', 'Display', 'Storage']), settings(['Sound', 'Display', 'Storage', 'Battery'])),
    ).toBe(true)
  })

  it('gives what is checked, chosen, disabled or empty a variant of its own', () => {
    expect(id(form('Add plant')).variant).not.toBe(id(form('Add plant', 'Fern')).variant)
    expect(id(home([])).variant).not.toBe(id(home(['Fern'])).variant)
    expect(id(home(['Fern'])).variant).toBe(id(home(['Fern', 'Aloe'])).variant)
    expect(id(home(['Fern'])).variant).not.toBe(id(home(['Fern'], { keyboard: true })).variant)
  })

  it('tells dialogs apart by what they ask', () => {
    const dialog = (title: string) =>
      id(
        look({
          nodes: [
            {
              kind: 'Dialog',
              at: [28, 300, 355, 200],
              inside: [
                { id: 'alertTitle', text: title, at: [48, 320, 300, 30] },
                { id: 'cancel', text: 'Cancel', tap: true, at: [150, 440, 80, 48] },
                { id: 'confirm', text: 'Delete', tap: true, at: [250, 440, 80, 48] },
              ],
            },
          ],
        }),
      )
    expect(sameScreen(dialog('Delete this plant?'), dialog('Delete this plant?'))).toBe(true)
    expect(sameScreen(dialog('Delete this plant?'), dialog('Delete this reminder?'))).toBe(false)
    expect(dialog('Delete this plant?').title).toBe('Delete this plant?')
    expect(dialog('Delete this plant?').variant).toContain('dialog')
  })

  it('names a screen by its bar', () => {
    expect(id(home(['Fern'])).title).toBe('Plants')
  })

  it('does not take another app for the app', () => {
    const other = look({
      front: 'com.android.launcher',
      nodes: [{ text: 'Apps', package: 'com.android.launcher', at: [0, 40, 100, 30] }],
    })
    expect(sameScreen(id(other), id(home(['Fern'])))).toBe(false)
  })

  it('goes by the picture where there is no tree', async () => {
    const bare = (ground: string) =>
      identityWithPicture(
        look({ noTree: true, nodes: [{ text: 'Hello there', sp: 60, at: [0, 300, 411, 300] }], ground }),
        app,
      )
    const first = await bare('#ffffff')
    expect(first.pictureHash).toMatch(/^[0-9a-f]{16}$/)
    expect(sameScreen(first, await bare('#f4f4f4'))).toBe(true)
    const striped = await identityWithPicture(
      look({ noTree: true, over: [0, 1, 2, 3].map(at => ({ at: [at * 100, 0, 45, 914] as const, color: '#000' })) }),
      app,
    )
    expect(sameScreen(first, striped)).toBe(false)
  })

  it('compares structure alone across languages', () => {
    const german = look({
      nodes: [
        bar('Pflanzen'),
        list(['Fern']),
        { kind: 'ImageButton', id: 'add', desc: 'Hinzufügen', tap: true, at: [340, 700, 56, 56] },
      ],
    })
    expect(sameScreen(id(german), id(home(['Fern'])))).toBe(false)
    expect(sameScreen(id(german), id(home(['Fern'])), { labels: false })).toBe(true)
  })

  it('overlaps with itself fully, and the same both ways', () => {
    const a = id(home(['Fern']))
    const b = id(form('Add plant'))
    expect(overlap(a, a)).toBe(1)
    expect(overlap(a, b)).toBeCloseTo(overlap(b, a))
    expect([...rowTextsOf(home(['Fern']), app)]).toEqual(['Fern'])
  })
})
