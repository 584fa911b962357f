// A setup flow (a sign-in) as what an actuator plays after each reset: checked against a device before anything starts,
// played with the mission's own grant, its failing told without the values that were typed.
import type { Device } from '#main/device/device.ts'
import type { SetUp } from '#main/explore/actuator.ts'
import { parseFlow, wordsOfError } from '#main/explore/flows/parse.ts'
import type { ReadFile } from '#main/explore/flows/parse.ts'
import { playFlow } from '#main/explore/flows/result.ts'
import { checkSubset } from '#main/explore/flows/subset.ts'

export interface SetUpParts {
  /** Absolute path. */
  readonly file: string
  readonly text: string
  readonly readFile: ReadFile
  /** Values by name; never logged. */
  readonly variables: Readonly<Record<string, string>>
  /** Names that were asked for and have no value, with the reason. */
  readonly withoutValue: ReadonlyMap<string, string>
}

/** What keeps the flow from being played on this device. `wrong` is a mistake of the file; `unsupplied` is a missing value. */
export interface SetUpProblems {
  readonly wrong: { readonly line: number | null; readonly words: string } | null
  readonly unsupplied: string | null
}

export function setUpProblems(parts: SetUpParts, device: Device): SetUpProblems {
  const { flow, errors } = parseFlow(parts.text, parts.file, parts.readFile)
  if (flow === null)
    return { wrong: { line: errors[0]?.at.line ?? null, words: errors.map(wordsOfError).join('\n') }, unsupplied: null }
  const found = checkSubset(flow, {
    platform: device.model.platform === 'ios' ? 'ios' : 'android',
    caps: device.caps,
    variables: new Set(Object.keys(parts.variables)),
  })
  const [wrong] = found.filter(error => error.title !== 'Missing variable')
  const unsupplied = found
    .filter(error => error.title === 'Missing variable')
    .map(error => withReason(error.words, parts))
  return {
    wrong: wrong === undefined ? null : { line: wrong.at.line, words: wrong.words },
    unsupplied: unsupplied.length === 0 ? null : unsupplied.join('\n'),
  }
}

export function setUpOf(parts: SetUpParts): SetUp {
  const name = parts.file.slice(parts.file.lastIndexOf('/') + 1)
  return {
    name,
    play: async (device, grant, signal) => {
      const { unsupplied } = setUpProblems(parts, device)
      if (unsupplied !== null) return unsupplied
      const { text, file, readFile, variables } = parts
      // Nobody is there to answer what the system asks in between.
      const played = await playFlow(
        device,
        grant,
        { text, file, readFile },
        { variables, answerQuestions: true },
        signal,
      )
      if (played.result === 'passed') return null
      return `The setup flow ${name}${played.line === null ? '' : `:${played.line}`} did not go through: ${withoutSecrets(played.words, variables)}`
    },
  }
}

function withReason(words: string, { withoutValue }: SetUpParts): string {
  const reasons = [...withoutValue].filter(([name]) => words.includes(` needs ${name},`))
  return reasons.length === 0
    ? words.replace('Set it as a variable.', 'Name where it is kept under credentials.')
    : words.replace('Set it as a variable.', `${reasons.map(([name, why]) => `${name}: ${why}`).join('; ')}.`)
}

/** Longest first, so that a value inside another leaves no piece of it. */
function withoutSecrets(words: string, variables: SetUpParts['variables']): string {
  return Object.entries(variables)
    .filter(([, value]) => value !== '')
    .toSorted(([, a], [, b]) => b.length - a.length)
    .reduce((text, [name, value]) => text.replaceAll(value, `\${${name}}`), words)
}
