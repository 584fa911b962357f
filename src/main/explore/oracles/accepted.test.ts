// Forms that take what they should refuse: each thing a field may say it wants, and every guard as a case of silence.
import { describe, expect, it } from 'vitest'
import { acceptedWrong, type AcceptedInput } from '#main/explore/oracles/accepted.ts'
import { app, look, type LookSpec, type NodeSpec } from '../../../../test/builders/observation.ts'

const title: NodeSpec = { text: 'Profile', at: [12, 36, 160, 32], sp: 22 }
const button: NodeSpec = { id: 'save', text: 'Save', tap: true, at: [16, 300, 380, 48], ground: '#dddddd' }
const field = (hint: string, text: string, more: Partial<NodeSpec> = {}): NodeSpec => ({
  kind: 'EditText',
  id: 'field',
  text: text === '' ? hint : text,
  hint,
  tap: true,
  at: [16, 160, 380, 56],
  ...more,
})
const form = (nodes: readonly NodeSpec[], more: Partial<LookSpec> = {}) =>
  look({ ...more, nodes: [title, ...nodes, ...(nodes.some(node => node.id === 'save') ? [] : [button])] })
const list = (nodes: readonly NodeSpec[] = [], number = 2) =>
  look({
    number,
    nodes: [
      { text: 'Me', at: [12, 36, 90, 32], sp: 22 },
      { id: 'edit', text: 'Edit', tap: true, at: [16, 90, 200, 48] },
      ...nodes,
    ],
  })

function told(before: ReturnType<typeof look>, more: Partial<AcceptedInput> = {}): string | null {
  const nodes = before.tree?.nodes ?? []
  const submit = nodes.find(node => node.id.endsWith('/save'))
  if (submit === undefined) throw new Error('the form has no button')
  const fields = nodes.filter(node => node.className.endsWith('EditText'))
  const found = acceptedWrong({
    app,
    screen: null,
    screenName: 'Profile',
    before,
    after: list(),
    later: list([], 3),
    submit,
    fields,
    wentBack: true,
    ...more,
  })
  return found === null ? null : `${found.element}: ${found.title}`
}

describe('a form that goes on with what a field does not want', () => {
  it.each<[string, NodeSpec, string]>([
    [
      'an e-mail address without an @',
      field('E-mail', 'no at sign'),
      'save: “Save” takes “no at sign” as an e-mail address on “Profile”',
    ],
    [
      'the same in Arabic',
      field('البريد الإلكتروني', 'no at sign'),
      'save: “Save” takes “no at sign” as an e-mail address on “Profile”',
    ],
    ['letters for a number', field('Number of guests', 'Maple'), 'save: “Save” takes “Maple” as a number on “Profile”'],
    [
      'no date where a pattern stands',
      field('Date (dd.mm.yyyy)', '31.02.'),
      'save: “Save” takes “31.02.” as a date on “Profile”',
    ],
    ['a date of a 45th', field('DD/MM/YYYY', '45/01/2026'), 'save: “Save” takes “45/01/2026” as a date on “Profile”'],
    ['nothing where a mark stands', field('Name *', ''), 'save: “Save” takes an empty “Name” on “Profile”'],
    [
      'blanks where it is said',
      field('Name (required)', '   '),
      'save: “Save” takes an empty “Name (required)” on “Profile”',
    ],
  ])('is told: %s', (_, spec, words) => {
    expect(told(form([spec]))).toBe(words)
  })

  it('is told by the words above a field that has no name of its own', () => {
    expect(told(form([{ text: 'E-mail', at: [16, 134, 120, 20] }, field('', 'no at sign')]))).toContain('as an e-mail')
  })

  const email = field('E-mail', 'no at sign')
  it.each<[string, ReturnType<typeof look>, Partial<AcceptedInput>]>([
    ['what is right', form([field('E-mail', 'maple@example.org')]), {}],
    ['a field that says nothing', form([field('Note', '')]), {}],
    ['an id alone', form([field('Contact', 'no at sign', { id: 'email' })]), {}],
    ['a field that takes a name as well', form([field('E-mail or user name', 'no at sign')]), {}],
    ['a field about mail', form([field('E-mail subject', 'no at sign')]), {}],
    ['an empty field that is optional', form([field('Phone (not required)', '')]), {}],
    [
      'a note about all marked fields',
      form([{ text: 'Fields with * are required', at: [16, 134, 300, 20] }, field('', '')]),
      {},
    ],
    [
      'what was said of the field before',
      form([
        field('Name', 'Maple', { at: [16, 80, 380, 30], id: 'first' }),
        { text: 'Enter an e-mail.', at: [16, 134, 300, 20] },
        field('', 'x'),
      ]),
      {},
    ],
    ['a date in words', form([field('Date (dd.mm.yyyy)', '3 March 2026')]), {}],
    ['a date in another order of signs', form([field('Date (dd.mm.yyyy)', '14/06/2026')]), {}],
    ['a password', form([field('E-mail password *', 'x', { password: true })]), {}],
    ['a step of several', form([email, { ...button, text: 'Next' }]), {}],
    ['a draft', form([email, { ...button, text: 'Save as draft' }]), {}],
    [
      'the form still there',
      form([email]),
      { after: form([email], { number: 2 }), later: form([email], { number: 3 }) },
    ],
    ['the form there again', form([email]), { later: form([email], { number: 3 }) }],
    [
      'words of refusal',
      form([email]),
      { later: list([{ id: 'bar', text: 'The address is invalid', at: [16, 600, 300, 40] }], 3) },
    ],
    [
      'a question in between',
      form([email]),
      {
        after: look({
          number: 2,
          nodes: [
            {
              kind: 'Dialog',
              at: [40, 300, 320, 200],
              inside: [
                { text: 'Look again', at: [60, 320, 200, 24] },
                { id: 'ok', text: 'OK', tap: true, at: [260, 440, 80, 48] },
              ],
            },
          ],
        }),
      },
    ],
    ['a page of the form', form([email]), { wentBack: false }],
    [
      'another app in front',
      form([email]),
      { after: look({ number: 2, front: 'com.android.chrome', nodes: [{ text: 'Web', at: [0, 0, 90, 30] }] }) },
    ],
    ['a button that is disabled', form([email, { ...button, off: true }]), {}],
  ])('is not told of %s', (_, before, more) => {
    expect(told(before, more)).toBeNull()
  })

  it('is told on another page where the page shows what was taken, or says so', () => {
    for (const words of ['no at sign', 'Saved'])
      expect(
        told(form([email]), { wentBack: false, after: list([{ id: 'mail', text: words, at: [16, 160, 300, 24] }]) }),
      ).not.toBeNull()
  })
})
