// Looks to compare with: which conditions may stand in for none, and which of the kept looks is chosen.
import { describe, expect, it } from 'vitest'
import { screenId } from '#shared/domain/ids.ts'
import { isPlainFor, Partners } from '#main/explore/partners.ts'
import { look, type NodeSpec } from '../../../test/builders/observation.ts'

const screen = screenId('s1')
const field: NodeSpec = { id: 'name', text: 'Name', at: [16, 100, 200, 40] }
const error: NodeSpec = { id: 'error', text: 'Too long', at: [16, 150, 200, 20] }
const toggle: NodeSpec = { id: 'more', text: 'More', at: [16, 200, 200, 20] }
const form = look({ nodes: [field] })
const refused = look({ nodes: [field, error] })

describe('Partners', () => {
  it('answer with the same state of the screen, and with the one most alike where that was not seen', () => {
    const partners = new Partners()
    partners.keep(screen, 0, null, form)
    partners.keep(screen, 1, null, refused)
    expect(partners.of(screen, 0, 'dark', form)).toBe(form)
    expect(partners.of(screen, 7, 'big_text', look({ nodes: [error] }))).toBe(refused)
    expect(partners.of(screenId('s2'), 0, 'dark', form)).toBeNull()
  })

  it('keep no second look that shows nothing more, so that many states of a form leave room for its errors', () => {
    const partners = new Partners()
    partners.keep(screen, 0, null, form)
    for (let variant = 1; variant < 20; variant++) partners.keep(screen, variant, null, look({ nodes: [field] }))
    partners.keep(screen, 20, null, refused)
    expect(partners.of(screen, 20, 'dark', refused)).toBe(refused)
  })

  it('let a look under a condition stand in only where it touches nothing of the question', () => {
    const partners = new Partners()
    partners.keep(screen, 0, 'dark', form)
    expect(partners.of(screen, 0, 'big_text', form)).toBe(form)
    expect(partners.of(screen, 0, 'dark', form)).toBeNull()
    expect(isPlainFor('big_text', 'locale:de')).toBe(false)
    expect(isPlainFor('dark', 'landscape')).toBe(false)
    expect(isPlainFor('dark', 'locale:de')).toBe(true)
    expect(isPlainFor(null, 'dark')).toBe(false)
  })

  it('compare a screen on its side with an upright one', () => {
    const partners = new Partners()
    const turned = look({ nodes: [field, toggle], landscape: true })
    partners.keep(screen, 1, null, turned)
    partners.keep(screen, 0, null, refused)
    expect(partners.of(screen, 1, 'landscape', turned)).toBe(refused)
    expect(partners.of(screen, 1, 'dark', turned)).toBe(turned)
  })
})
