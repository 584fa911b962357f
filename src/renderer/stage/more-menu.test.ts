// What the More menu says of settings: as they are, and by whom where it was not the person.
import { describe, expect, it } from 'vitest'
import { deviceId } from '#shared/domain/ids.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { appearanceWords, moreLines } from '#renderer/stage/more-menu.tsx'
import type { Commands } from '#renderer/stage/use-commands.ts'
import { device } from '../../../test/e2e/made-up-devices.ts'

const yes = { yes: true } as const
const commands = { has: () => yes, can: () => yes, run: () => undefined } as unknown as Commands
const phone = device({ id: deviceId('one'), name: 'One' })

function nowOf(tile: DeviceTile): Record<string, string> {
  const lines = moreLines(tile, commands, { frame: true, fit: 'fit' } as never, true)
  return Object.fromEntries(lines.flatMap(line => (line.is === 'more' ? [[line.words, line.now]] : [])))
}

describe('the More menu', () => {
  it('says who set what, where it was not the person', () => {
    const set = { known: true, at: 1 } as const
    const tile: DeviceTile = {
      ...phone,
      settings: phone.settings && {
        ...phone.settings,
        dark: { ...set, value: true, by: 'agent' },
        network: { ...set, value: 'offline', by: 'agent' },
        locale: { ...set, value: 'de', by: 'person' },
      },
      overrides: {
        statusBar: { is: 'set', to: 'clean', at: 1, by: 'agent' },
        battery: { is: 'set', to: { level: 5, charging: false }, at: 1, by: 'night' },
        location: { is: 'set', to: { latitude: 1, longitude: 2 }, at: 1, by: 'person' },
      },
    }
    expect(nowOf(tile)).toMatchObject({
      Network: 'Offline, by the agent',
      'Status bar': 'Clean, by the agent',
      Battery: '5 %, on battery, by a night',
      Location: 'Set',
      Language: 'German',
    })
    expect(appearanceWords(tile)).toBe('Appearance: make it light (dark by the agent)')
  })

  it('says whose language it is where each app has its own, and what did not come from here', () => {
    const language = (value: string, localeApp?: string | null): string | undefined => {
      const { settings } = phone
      const locale = { known: true, value, at: 1, by: 'outside' } as const
      return nowOf({ ...phone, settings: settings && { ...settings, locale, localeApp } })['Language']
    }
    expect(language('de', 'com.jotter')).toBe('German in com.jotter, from outside')
    expect(language('', 'com.jotter')).toBe('Its own in com.jotter')
    expect(language('', null)).toBe('No app started')
    expect(language('ja')).toBe('Japanese, from outside')
  })

  it('says what the device has of its own, and what could not be read', () => {
    const tile: DeviceTile = {
      ...phone,
      settings: phone.settings && {
        ...phone.settings,
        network: { known: false, why: 'It does not answer.', last: null },
      },
      overrides: {
        statusBar: { is: 'own' },
        battery: { is: 'own', reads: { level: 81, charging: true } },
        location: { is: 'own', reads: { latitude: 47.37, longitude: 8.54 } },
      },
    }
    expect(nowOf(tile)).toMatchObject({
      Network: 'Not known',
      Battery: 'Its own: 81 %, charging',
      Location: 'Its own: 47.37, 8.54',
      'Status bar': 'Live',
    })
  })
})
