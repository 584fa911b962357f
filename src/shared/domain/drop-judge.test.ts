// What would come of a drop: ready, a choice, or cannot, for each reason there is; and which parts of a set go where.
import { describe, expect, it } from 'vitest'
import type { AndroidBuild, ApkPart, ApkPartKind, DropTarget, InstalledApp, DropVerdict } from '#shared/domain/drop.ts'
import { chooseParts } from '#shared/domain/drop-parts.ts'
import { judge } from '#shared/domain/drop-judge.ts'

const part = (kind: ApkPartKind = { is: 'base' }, more: Partial<ApkPart> = {}): ApkPart => ({
  file: '/plants.apk',
  entry: null,
  bytes: 1000,
  kind,
  abis: [],
  minSdk: 26,
  variant: 0,
  ...more,
})
const plants: AndroidBuild = {
  what: 'android',
  kind: 'apk',
  name: 'plants-42.apk',
  package: 'dev.example.plants',
  label: 'Plants',
  versionName: '2.4.1',
  versionCode: 42,
  minSdk: 26,
  targetSdk: 35,
  testOnly: false,
  debuggable: false,
  leanback: false,
  needsSplits: false,
  signers: [{ sha256: 'aa', mark: '1f' }],
  partsAre: 'whole',
  parts: [part()],
  notes: [],
}
const installed: InstalledApp = { versionName: '2.4.0', versionCode: 41, signers: ['1f'] }
const pixel: DropTarget = {
  platform: 'android',
  name: 'Pixel 8',
  apiLevel: 33,
  abis: ['x86_64', 'x86'],
  densityDpi: 420,
  locales: ['de-DE', 'en-GB'],
  installed: null,
  holder: 'nobody',
  asker: 'person',
}
const asked = (build: Partial<AndroidBuild>, target: Partial<DropTarget> = {}): DropVerdict =>
  judge({ ...plants, ...build }, { ...pixel, ...target })

describe('a build', () => {
  it('is ready where nothing is in its way', () => {
    expect(asked({})).toEqual({ is: 'ready', words: 'Installs', more: 'Plants 2.4.1 (42).', replaces: false })
  })
  it('says what it replaces', () => {
    expect(asked({}, { installed })).toMatchObject({
      is: 'ready',
      more: 'Replaces 2.4.0 (41) and keeps its data.',
      replaces: true,
    })
    expect(asked({}, { installed: { ...installed, versionName: '2.4.1', versionCode: 42 } })).toMatchObject({
      more: 'Replaces the same version and keeps its data.',
    })
  })
  it.each<[string, Partial<AndroidBuild>, Partial<DropTarget>, string, RegExp]>([
    [
      'older than the installed one',
      {},
      { installed: { ...installed, versionName: '2.5.0', versionCode: 50 } },
      'remove-first',
      /Newer version is installed: remove it first\?.*2\.5\.0 \(50\).*data goes with it/,
    ],
    ['signed with another key', {}, { installed: { ...installed, signers: ['2e'] } }, 'remove-first', /another key/],
    ['test-only', { testOnly: true }, {}, 'test-only', /Test-only/],
    [
      'dropped while an agent holds the device',
      {},
      { installed, holder: 'agent' },
      'replace',
      /An agent has control: replace Plants/,
    ],
    ['dropped while a night runs', {}, { installed, holder: 'night' }, 'replace', /A night is running/],
    [
      'test-only and older',
      { testOnly: true },
      { installed: { ...installed, versionCode: 50 } },
      'remove-first',
      /Newer.*Test-only build\./,
    ],
  ])('that is %s needs a choice', (_, build, target, choice, words) => {
    const verdict = asked(build, target)
    expect(verdict).toMatchObject({ is: 'choice', choice })
    expect(`${verdict.words} ${verdict.more}`).toMatch(words)
  })
  it.each<[string, Partial<AndroidBuild>, Partial<DropTarget>, string]>([
    ['for a newer Android', { minSdk: 34 }, {}, 'Needs Android 14 (API 34): this one has Android 13 (API 33)'],
    [
      'for another processor',
      { parts: [part({ is: 'base' }, { abis: ['arm64-v8a'] })] },
      {},
      'Needs arm64: this one is x86_64',
    ],
    [
      'for an old Android',
      { targetSdk: 22 },
      { apiLevel: 34 },
      'Made for Android 5.1 (API 22): too old for this device',
    ],
    ['without its splits', { needsSplits: true }, {}, 'Parts of the app are missing'],
    [
      'only a split',
      { partsAre: 'splits', parts: [part({ is: 'locale', locale: 'de', of: '' })] },
      {},
      'The base APK is missing',
    ],
    ['dropped on the demo phone', {}, { platform: 'demo' }, 'An Android build does not run here'],
  ])('that is %s cannot be installed', (_, build, target, words) => {
    expect(asked(build, target)).toMatchObject({ is: 'cannot', words })
  })
  it('that is new goes on under a person’s control when an agent drops it, one that replaces does not', () => {
    expect(asked({}, { asker: 'agent', holder: 'person' })).toMatchObject({ is: 'ready' })
    expect(asked({}, { asker: 'agent', holder: 'person', installed })).toMatchObject({
      is: 'cannot',
      code: 'person-has-control',
    })
    expect(asked({}, { asker: 'agent', holder: 'night', installed })).toMatchObject({ is: 'cannot', code: 'busy' })
    expect(asked({}, { asker: 'agent', holder: 'asker', installed })).toMatchObject({ is: 'ready' })
  })
  it('is not judged by a signer that the device does not tell', () => {
    expect(asked({}, { installed: { ...installed, signers: null } })).toMatchObject({ is: 'ready' })
    expect(asked({ signers: [] }, { installed })).toMatchObject({ is: 'ready' })
  })
  it('for iOS is told from one for Android', () => {
    expect(judge({ what: 'ios', kind: 'ipa', name: 'p.ipa' }, pixel)).toMatchObject({
      is: 'cannot',
      more: expect.stringContaining('Pixel 8 runs Android') as string,
    })
    expect(judge({ what: 'ios', kind: 'ipa', name: 'p.ipa' }, { ...pixel, platform: 'ios' })).toMatchObject({
      words: 'This is a build for a physical iPhone',
    })
  })
})

describe('a set of parts', () => {
  const set: AndroidBuild = {
    ...plants,
    partsAre: 'splits',
    parts: [
      part(),
      part({ is: 'abi', abi: 'arm64-v8a', of: '' }),
      part({ is: 'abi', abi: 'x86', of: '' }),
      part({ is: 'abi', abi: 'x86_64', of: '' }),
      part({ is: 'density', dpi: 320, of: '' }),
      part({ is: 'density', dpi: 480, of: '' }),
      part({ is: 'density', dpi: 640, of: '' }),
      part({ is: 'locale', locale: 'de', of: '' }),
      part({ is: 'locale', locale: 'fr', of: '' }),
      part({ is: 'feature', name: 'camera' }),
      part({ is: 'abi', abi: 'x86_64', of: 'camera' }),
    ],
  }
  const kinds = (build: AndroidBuild, target: Partial<DropTarget> = {}): readonly ApkPartKind[] => {
    const chosen = chooseParts(build, { ...pixel, ...target })
    if (chosen.is !== 'parts') throw new Error(chosen.is)
    return chosen.parts.map(one => one.kind)
  }
  it('goes with what fits the processor, the density and the languages', () => {
    expect(kinds(set)).toEqual([
      { is: 'base' },
      { is: 'feature', name: 'camera' },
      { is: 'abi', abi: 'x86_64', of: '' },
      { is: 'density', dpi: 480, of: '' },
      { is: 'abi', abi: 'x86_64', of: 'camera' },
      { is: 'locale', locale: 'de', of: '' },
    ])
  })
  it('takes the finest density there is where the device is finer still', () => {
    expect(kinds(set, { densityDpi: 700 })).toContainEqual({ is: 'density', dpi: 640, of: '' })
  })
  it('without the processor is refused', () => {
    expect(judge(set, { ...pixel, abis: ['armeabi-v7a'] })).toMatchObject({
      words: 'Needs arm64 or x86 or x86_64: this one is 32-bit arm',
    })
  })
  it('takes the variant made for the newest Android that is not newer than the device’s', () => {
    const variants: AndroidBuild = {
      ...set,
      parts: [1, 2, 3].map(variant => part({ is: 'base' }, { variant, minSdk: [0, 21, 30, 34][variant] ?? 0 })),
    }
    expect(chooseParts(variants, pixel)).toMatchObject({ parts: [{ variant: 2 }] })
    expect(chooseParts(variants, { ...pixel, apiLevel: 19 })).toEqual({ is: 'too-old', needs: 21 })
  })
  it('of whole APKs gives the one for the best processor', () => {
    const alternatives: AndroidBuild = {
      ...set,
      partsAre: 'alternatives',
      parts: [
        part({ is: 'base' }, { abis: ['x86'] }),
        part({ is: 'base' }, { abis: ['x86_64'] }),
        part({ is: 'base' }, { abis: ['arm64-v8a'] }),
      ],
    }
    expect(chooseParts(alternatives, pixel)).toMatchObject({ parts: [{ abis: ['x86_64'] }] })
  })
})
