// What would come of a dropped build on a device: ready, needs a choice, or cannot, in words. Pure: the facts are given.
import type {
  AndroidBuild,
  DemoBuild,
  DropChoice,
  DroppedBuild,
  DropTarget,
  InstalledApp,
  DropVerdict,
} from '#shared/domain/drop.ts'
import { dropChoices, versionWords } from '#shared/domain/drop.ts'
import { chooseParts } from '#shared/domain/drop-parts.ts'
import type { RefusalCode } from '#shared/base/refusal.ts'

interface Need {
  readonly choice: DropChoice
  readonly words: string
  readonly more: string
}

export function judge(build: DroppedBuild, target: DropTarget): DropVerdict {
  switch (build.what) {
    case 'android':
      return target.platform === 'android' ? judgeAndroid(build, target) : wrongPlatform('An Android build', target)
    case 'demo':
      return target.platform === 'demo'
        ? decided(build, target, holding(build, target))
        : wrongPlatform('A demo app', target)
    case 'ios':
      return judgeIos(build.kind, target)
  }
}

function wrongPlatform(what: string, target: DropTarget): DropVerdict {
  return cannot('unsupported', `${what} does not run here`, `${target.name} ${runs[target.platform]}.`)
}

const runs = {
  android: 'runs Android',
  demo: 'takes demo apps only: files that end in .app.yaml',
  ios: 'runs iOS',
  roku: 'is a Roku: it takes channels',
} as const

function judgeIos(kind: 'ipa' | 'app', target: DropTarget): DropVerdict {
  const what = kind === 'ipa' ? 'a build for an iPhone or iPad' : 'an app for iOS'
  if (target.platform !== 'ios')
    return cannot(
      'unsupported',
      'This is for iOS',
      `${target.name} ${runs[target.platform]}. The file is ${what}${target.platform === 'android' ? ': drop an APK here' : ''}.`,
    )
  if (kind === 'ipa')
    return cannot(
      'unsupported',
      'This is a build for a physical iPhone',
      'Build for the simulator, for example with xcodebuild -sdk iphonesimulator, and drop the .app.',
    )
  return cannot('unsupported', 'Apps cannot be put on iOS yet', 'Install it with Xcode.')
}

function judgeAndroid(build: AndroidBuild, target: DropTarget): DropVerdict {
  const no = ofVersions(build, target) ?? ofParts(build, target)
  if (no !== null) return no
  const needs: Need[] = []
  if (build.testOnly)
    needs.push({
      choice: 'test-only',
      words: 'Test-only build: install it all the same?',
      more: 'It is marked as not for users, as builds of an IDE are.',
    })
  const { installed } = target
  if (installed === null) return decided(build, target, needs)
  needs.push(...holding(build, target))
  const other = isOtherSigner(build, installed)
  if (other)
    needs.push({
      choice: 'remove-first',
      words: 'Signed with another key: remove the installed app first?',
      more: `${versionWords(installed)} is installed. Its data goes with it.`,
    })
  else if (installed.versionCode > build.versionCode)
    needs.push({
      choice: 'remove-first',
      words: 'Newer version is installed: remove it first?',
      more: `It has ${versionWords(installed)}. Its data goes with it.`,
    })
  return decided(build, target, needs)
}

/** Replacing stops the app under who holds the device: a person decides that, an agent does not. */
function holding(build: AndroidBuild | DemoBuild, { holder, asker, installed }: DropTarget): readonly Need[] {
  if (installed === null || holder === 'nobody' || holder === 'asker' || asker !== 'person') return []
  const who = { person: 'Somebody has control', agent: 'An agent has control', night: 'A night is running' }[holder]
  return [
    {
      choice: 'replace',
      words: `${who}: replace ${build.label} under it?`,
      more: 'The app stops while it is replaced.',
    },
  ]
}

function decided(build: AndroidBuild | DemoBuild, target: DropTarget, needs: readonly Need[]): DropVerdict {
  const { installed, asker, holder } = target
  if (installed !== null && asker !== 'person' && holder !== 'nobody' && holder !== 'asker') {
    if (holder === 'person')
      return cannot(
        'person-has-control',
        'A person has control of this device',
        `Replacing ${build.label} would stop it. An app that is not there yet can be installed.`,
      )
    return cannot(
      'busy',
      holder === 'night' ? 'A night is running on this device' : 'An agent has control',
      'Try again when it is done.',
    )
  }
  const [heaviest, ...others] = needs.toSorted((a, b) => dropChoices.indexOf(b.choice) - dropChoices.indexOf(a.choice))
  if (heaviest !== undefined)
    return {
      is: 'choice',
      choice: heaviest.choice,
      words: heaviest.words,
      more: [heaviest.more, ...others.map(need => need.words.replace(/:.*$/u, '.'))].join(' '),
    }
  return { is: 'ready', words: 'Installs', more: readyWords(build, installed), replaces: installed !== null }
}

function readyWords(build: AndroidBuild | DemoBuild, installed: InstalledApp | null): string {
  const notes = build.what === 'android' && build.notes.length > 0 ? ` ${build.notes.join(' ')}` : ''
  if (installed === null) return `${build.label} ${versionWords(build)}.${notes}`
  const what =
    installed.versionCode === build.versionCode && installed.versionName === build.versionName
      ? 'the same version'
      : versionWords(installed)
  return `Replaces ${what} and keeps its data.${notes}`
}

const isOtherSigner = (build: AndroidBuild, installed: InstalledApp): boolean =>
  installed.signers !== null &&
  installed.signers.length > 0 &&
  build.signers.length > 0 &&
  !build.signers.some(signer => installed.signers?.includes(signer.mark))

/** What Android 14 and 15 no longer take. Source: facts/android.md 3.3. */
const oldestTarget = (apiLevel: number): number => (apiLevel >= 35 ? 24 : apiLevel >= 34 ? 23 : 0)

function ofVersions(build: AndroidBuild, { apiLevel }: DropTarget): DropVerdict | null {
  if (apiLevel === null) return null
  if (build.minSdk !== null && build.minSdk > apiLevel) return tooOld(build.minSdk, apiLevel)
  if (build.targetSdk !== null && build.targetSdk < oldestTarget(apiLevel))
    return cannot(
      'unsupported',
      `Made for ${androidWords(build.targetSdk)}: too old for this device`,
      `Its target has to be API ${oldestTarget(apiLevel)} or later here.`,
    )
  return null
}

const tooOld = (needs: number, apiLevel: number): DropVerdict =>
  cannot(
    'unsupported',
    `Needs ${androidWords(needs)}: this one has ${androidWords(apiLevel)}`,
    'Use a newer device, or lower minSdk and build again.',
  )

function ofParts(build: AndroidBuild, target: DropTarget): DropVerdict | null {
  const chosen = chooseParts(build, target)
  switch (chosen.is) {
    case 'no-base':
      return cannot('bad-value', 'The base APK is missing', 'Drop it together with its split files.')
    case 'too-old':
      return tooOld(chosen.needs, target.apiLevel ?? 0)
    case 'no-abi': {
      const here = target.abis[0] ?? 'another processor'
      return cannot(
        'unsupported',
        `Needs ${listed(chosen.has.map(abiWords))}: this one is ${abiWords(here)}`,
        `A build that also holds ${here} would install here.`,
      )
    }
    case 'parts':
      if (build.needsSplits && chosen.parts.length === 1 && build.partsAre !== 'alternatives')
        return cannot('bad-value', 'Parts of the app are missing', 'Drop it together with all its split files.')
      return null
  }
}

const cannot = (code: RefusalCode, words: string, more: string): DropVerdict => ({ is: 'cannot', code, words, more })

const abiWords = (abi: string): string =>
  abi === 'arm64-v8a' ? 'arm64' : abi.startsWith('armeabi') ? '32-bit arm' : abi
const listed = (words: readonly string[]): string => [...new Set(words)].join(' or ')

const releases: Readonly<Record<number, string>> = {
  21: '5.0',
  22: '5.1',
  23: '6',
  24: '7.0',
  25: '7.1',
  26: '8.0',
  27: '8.1',
  28: '9',
  29: '10',
  30: '11',
  31: '12',
  32: '12L',
  33: '13',
  34: '14',
  35: '15',
  36: '16',
}
export const androidWords = (apiLevel: number): string =>
  releases[apiLevel] === undefined ? `API ${apiLevel}` : `Android ${releases[apiLevel]} (API ${apiLevel})`
