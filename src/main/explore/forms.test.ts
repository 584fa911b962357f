// Forms: which fields go with which button, the kinds of fields, and the rows that are tried.
import { describe, expect, it } from 'vitest'
import { controlsOf } from '#main/explore/controls.ts'
import { formsOf, kindOf, rowsOf, textFor, type TextClass } from '#main/explore/forms.ts'
import { app, look, treeOf, type NodeSpec } from '../../../test/builders/observation.ts'

const none = { never: [], allow: [] }
const field = (id: string, top: number, hint: string, text = hint): NodeSpec => ({
  kind: 'EditText',
  id,
  hint,
  text,
  tap: true,
  at: [16, top, 300, 56],
})
const button = (id: string, text: string, top: number): NodeSpec => ({ id, text, tap: true, at: [16, top, 200, 48] })
const formsIn = (nodes: readonly NodeSpec[]) => {
  const seen = look({ nodes })
  return formsOf(seen, controlsOf(seen, app, none), new Map())
}

describe('formsOf', () => {
  it('joins fields with the button that sends them, not with the one that cancels', () => {
    const [form, ...others] = formsIn([
      field('name', 100, 'Name'),
      field('mail', 170, 'E-mail'),
      button('cancel', 'Cancel', 240),
      button('save', 'Save', 300),
    ])
    expect(others).toEqual([])
    expect(form?.fields.map(one => one.kind)).toEqual(['name', 'email'])
    expect(form?.submit?.label).toBe('Save')
  })

  it('parts two forms of one screen by their buttons', () => {
    const forms = formsIn([
      field('name', 100, 'Name'),
      button('save', 'Save', 170),
      field('item', 240, 'Item'),
      button('add_item', 'Add', 310),
    ])
    expect(forms.map(form => [form.submit?.label, form.fields.length])).toEqual([
      ['Save', 1],
      ['Add', 1],
    ])
  })

  it('takes a hint shown in an empty field for no text', () => {
    expect(formsIn([field('name', 100, 'Name')])[0]?.fields[0]?.text).toBe('')
    expect(formsIn([field('name', 100, 'Name', 'Maple')])[0]?.fields[0]?.text).toBe('Maple')
  })

  it('says when the button waits for input', () => {
    const forms = formsIn([field('name', 100, 'Name'), { ...button('save', 'Save', 170), off: true }])
    expect(forms[0]).toMatchObject({ submit: null, submitDisabled: true })
  })
})

describe('kindOf', () => {
  it.each([
    ['Your e-mail', 'email'],
    ['Phone number', 'phone'],
    ['Number of guests', 'number'],
    ['Account number', 'code'],
    ['Date (YYYY-MM-DD)', 'date'],
    ['Search notes', 'search'],
    ['Website', 'url'],
    ['What happened?', 'text'],
  ])('reads “%s” as %s', (hint, kind) => {
    const element = treeOf([field('x', 100, hint)]).nodes[1]
    if (element === undefined) throw new Error('no field')
    expect(kindOf(element)).toBe(kind)
  })
})

describe('rowsOf', () => {
  it('tries what is there, the good row and the likeliest odd ones first, and every name once', () => {
    const fields =
      formsIn([field('name', 100, 'Name'), field('amount', 170, 'Amount'), button('save', 'Save', 240)])[0]?.fields ??
      []
    const rows = rowsOf(fields, true)
    expect(rows.slice(0, 4).map(row => row.name)).toEqual(['untouched', 'parts', 'valid', 'empty'])
    expect(rows.filter(row => row.level === 0).map(row => row.name)).toContain('emoji')
    expect(new Set(rows.map(row => row.name)).size).toBe(rows.length)
    for (const row of rows) expect(Object.keys(row.classes)).toEqual(fields.map(one => one.cluster))
  })

  it('has a text for every class and kind, and leaves a kept field alone', () => {
    const element = treeOf([field('x', 100, 'x')]).nodes[1]
    if (element === undefined) throw new Error('no field')
    const classes: readonly TextClass[] = [
      'valid',
      'other_valid',
      'empty',
      'blanks',
      'emoji',
      'long',
      'right_to_left',
      'quotes',
      'one',
      'negative',
      'zero',
      'huge',
      'malformed',
    ]
    for (const name of classes)
      for (const kind of ['text', 'email', 'number', 'date', 'password', 'code'] as const)
        expect(textFor(name, kind, element)).toBeTypeOf('string')
    expect(textFor('keep', 'text', element)).toBeNull()
  })
})
