// The colouring of flows: no character is lost or moved, whatever the line holds.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partsOf } from '#renderer/inbox/yaml-parts.ts'

describe('a line of a flow', () => {
  it('keeps every character in its place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), line => {
        expect(
          partsOf(line)
            .map(part => part.text)
            .join(''),
        ).toBe(line)
      }),
    )
  })

  it('tells keys, quoted text and comments apart', () => {
    expect(partsOf('- tapOn: {id: "save"} # last').map(part => [part.is, part.text])).toEqual([
      ['plain', '- '],
      ['key', 'tapOn'],
      ['plain', ': {'],
      ['key', 'id'],
      ['plain', ': '],
      ['quoted', '"save"'],
      ['plain', '} '],
      ['comment', '# last'],
    ])
  })

  it('takes a # inside quotes for text', () => {
    expect(partsOf('text: "a # b"').some(part => part.is === 'comment')).toBe(false)
  })
})
