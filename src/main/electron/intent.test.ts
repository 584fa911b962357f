// Deep links: what they show, and that they do nothing else.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { intentAmong, intentOf } from '#main/electron/intent.ts'

describe('a deep link', () => {
  it.each([
    ['nocturne://finding/F-7', { is: 'show', place: 'inbox', id: 'F-7' }],
    ['nocturne://night/n-2026-11-30', { is: 'show', place: 'nights', id: 'n-2026-11-30' }],
    ['nocturne://device/demo-phone', { is: 'show', place: 'devices', id: 'demo-phone' }],
    ['nocturne://device/192.168.1.7:5555', { is: 'show', place: 'devices', id: '192.168.1.7:5555' }],
    ['nocturne://inbox', { is: 'show', place: 'inbox', id: null }],
    ['nocturne://inbox/', { is: 'show', place: 'inbox', id: null }],
    // An id that is none shows the place.
    ['nocturne://finding/..%2F..%2Fetc', { is: 'show', place: 'inbox', id: null }],
    ['nocturne://finding/%E0%A4%A', { is: 'show', place: 'inbox', id: null }],
  ])('%s shows it', (link, asked) => {
    expect(intentOf(link)).toEqual(asked)
  })

  it.each([
    'nocturne://start/night',
    'nocturne://install?path=/x.apk',
    'nocturne://finding/F-7/accept',
    'https://nocturne/finding/F-7',
    'app://nocturne/',
    'file:///x',
    'nocturne:',
    'not a link',
    '',
  ])('%s says nothing', link => {
    expect(intentOf(link)).toBe(null)
  })

  it('is never more than a place to show, whatever it says', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.string().map(text => `nocturne://${text}`),
        ),
        link => {
          const intent = intentOf(link)
          if (intent === null) return
          expect(intent.is).toBe('show')
          if (intent.is === 'show') expect(intent.id ?? '').not.toMatch(/[/\\\s<>"']/u)
        },
      ),
    )
  })

  it('is found among the words of a start', () => {
    expect(intentAmong(['electron', '.', '--flag', 'nocturne://night/N1'])).toEqual({
      is: 'show',
      place: 'nights',
      id: 'N1',
    })
    expect(intentAmong(['electron', '.'])).toBe(null)
  })
})
