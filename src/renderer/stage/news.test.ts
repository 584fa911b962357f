// What is said when devices change.
import { describe, expect, it } from 'vitest'
import type { RecordingRow } from '#shared/protocol/methods/record.ts'
import type { DeviceTile } from '#shared/protocol/shapes.ts'
import { newsOf, newsOfRecordings } from '#renderer/stage/news.ts'

const phone = {
  id: 'a',
  name: 'Pixel Fold',
  state: 'live',
  failed: false,
  why: null,
  turn: 'upright',
  posture: { known: true, value: 'open', at: 0, by: 'device' },
  control: null,
  settings: {
    dark: { known: true, value: false, at: 0, by: 'device' },
    fontScale: { known: true, value: 1, at: 0, by: 'device' },
    locale: { known: true, value: 'en', at: 0, by: 'device' },
    network: { known: true, value: 'online', at: 0, by: 'device' },
    orientation: { known: true, value: 'portrait', at: 0, by: 'device' },
  },
  overrides: { statusBar: { is: 'own' }, battery: { is: 'own' }, location: { is: 'own' } },
} as unknown as DeviceTile

const settled = (name: string, value: unknown, by = 'person'): DeviceTile =>
  ({ ...phone, settings: { ...phone.settings, [name]: { known: true, value, at: 1, by } } }) as DeviceTile
const put = (name: string, to: unknown, by = 'person'): DeviceTile =>
  ({ ...phone, overrides: { ...phone.overrides, [name]: { is: 'set', to, at: 1, by } } }) as DeviceTile

describe('news of devices', () => {
  it('says nothing when nothing changed', () => {
    expect(newsOf([phone], [{ ...phone, generation: 7 }])).toEqual([])
  })
  it('says state, turn, posture and control in words', () => {
    expect(newsOf([phone], [{ ...phone, state: 'lost', why: 'The cable was unplugged.' }])).toEqual([
      'Pixel Fold: lost, The cable was unplugged.',
    ])
    expect(newsOf([phone], [{ ...phone, turn: 'turned-left' }])).toEqual(['Pixel Fold: turned left.'])
    expect(newsOf([phone], [{ ...phone, posture: { known: true, value: 'half-open', at: 0, by: 'person' } }])).toEqual([
      'Pixel Fold: half open.',
    ])
    expect(newsOf([phone], [{ ...phone, control: { kind: 'agent', name: 'agent', yours: false } }])).toEqual([
      'Pixel Fold: an agent has control.',
    ])
  })
  it('says nothing of control that one took oneself: the press says that', () => {
    expect(newsOf([phone], [{ ...phone, control: { kind: 'person', name: 'you', yours: true } }])).toEqual([])
  })
  it('says settings in words, and who else made them so', () => {
    expect(newsOf([phone], [settled('dark', true)])).toEqual(['Pixel Fold: dark appearance.'])
    expect(newsOf([phone], [settled('dark', true, 'agent')])).toEqual(['Pixel Fold: dark appearance, by the agent.'])
    expect(newsOf([settled('dark', true)], [phone])).toEqual(['Pixel Fold: light appearance.'])
    expect(newsOf([phone], [settled('fontScale', 1.3, 'night')])).toEqual(['Pixel Fold: text size 1.3, by a night.'])
    expect(newsOf([phone], [settled('network', 'offline')])).toEqual(['Pixel Fold: offline.'])
    expect(newsOf([phone], [settled('network', 'slow')])).toEqual(['Pixel Fold: slow network.'])
    expect(newsOf([phone], [settled('locale', 'de')])).toEqual(['Pixel Fold: language German.'])
    expect(newsOf([phone], [settled('locale', '')])).toEqual(['Pixel Fold: language its own.'])
    expect(newsOf([phone], [settled('fontScale', 1.3, 'outside')])).toEqual([
      'Pixel Fold: text size 1.3, from outside.',
    ])
    // Another app in front has another language: nobody changed one.
    expect(
      newsOf([phone], [{ ...phone, settings: { ...settled('locale', 'de').settings, localeApp: 'com.two' } as never }]),
    ).toEqual([])
  })
  it('says what is put over its own, and that it is its own again', () => {
    expect(newsOf([phone], [put('statusBar', 'clean')])).toEqual(['Pixel Fold: clean status bar.'])
    expect(newsOf([put('statusBar', 'clean')], [phone])).toEqual(['Pixel Fold: live status bar.'])
    const battery = { level: 15, charging: false }
    expect(newsOf([phone], [put('battery', battery, 'agent')])).toEqual([
      'Pixel Fold: battery 15 %, on battery, by the agent.',
    ])
    expect(newsOf([put('battery', battery)], [put('battery', { ...battery })])).toEqual([])
    expect(newsOf([put('battery', battery)], [phone])).toEqual(['Pixel Fold: battery its own.'])
    expect(newsOf([phone], [put('location', { latitude: 35.6762, longitude: 139.6503 })])).toEqual([
      'Pixel Fold: location Tokyo.',
    ])
    expect(newsOf([phone], [put('location', { latitude: 1, longitude: 2.5 })])).toEqual([
      'Pixel Fold: location 1, 2.5.',
    ])
  })
  it('says nothing of what was read for the first time, could not be read, or is how the device drains', () => {
    const unread = { ...phone, settings: null, overrides: null } as DeviceTile
    const known = { known: true, value: 1, at: 0, by: 'device' } as const
    const failed = settled('fontScale', 1)
    const lost = {
      ...failed,
      settings: { ...failed.settings, fontScale: { known: false, why: 'It did not answer.', last: known } },
    } as DeviceTile
    expect(newsOf([unread], [settled('dark', true)])).toEqual([])
    expect(newsOf([settled('dark', true)], [unread])).toEqual([])
    expect(newsOf([phone], [lost])).toEqual([])
    expect(newsOf([lost], [phone])).toEqual([])
    expect(newsOf([lost], [settled('fontScale', 2)])).toEqual(['Pixel Fold: text size 2.0.'])
    const drained = { ...phone, overrides: { ...phone.overrides, battery: { is: 'own', reads: { level: 3 } } } }
    expect(newsOf([phone], [drained as unknown as DeviceTile])).toEqual([])
  })
  it('leaves out what the control in front says by itself', () => {
    expect(newsOf([phone], [settled('dark', true)], (_, setting) => setting === 'dark')).toEqual([])
    expect(newsOf([phone], [settled('network', 'offline')], (_, setting) => setting === 'dark')).toHaveLength(1)
  })
  it('says what came and what went', () => {
    expect(newsOf([], [phone])).toEqual(['Pixel Fold is here: live.'])
    expect(newsOf([phone], [])).toEqual(['Pixel Fold is gone.'])
  })
})

describe('news of recordings', () => {
  const row = (number: number, is: RecordingRow['is']): RecordingRow => ({
    number,
    device: phone.id,
    is,
    ms: 0,
    bytes: 0,
    files: [],
    notes: [],
    why: null,
  })
  const others = { began: () => false, ended: () => false }
  const all = [phone]

  it('says once that one began and that it ended', () => {
    expect(newsOfRecordings([], [row(1, 'starting')], all, others)).toEqual(['Pixel Fold: a recording began.'])
    expect(newsOfRecordings([row(1, 'starting')], [row(1, 'recording')], all, others)).toEqual([])
    expect(newsOfRecordings([row(1, 'recording')], [row(1, 'finishing')], all, others)).toEqual([
      'Pixel Fold: the recording ended.',
    ])
    expect(newsOfRecordings([row(1, 'finishing')], [row(1, 'ended')], all, others)).toEqual([])
    expect(newsOfRecordings([row(1, 'ended')], [row(2, 'recording')], all, others)).toHaveLength(1)
  })
  it("says nothing of this window's own: the press says that", () => {
    const own = { began: () => true, ended: () => true }
    expect(newsOfRecordings([], [row(1, 'recording')], all, own)).toEqual([])
    expect(newsOfRecordings([row(1, 'recording')], [row(1, 'ended')], all, own)).toEqual([])
  })
})
