// The setup flows of a job: read and checked before anything starts, with the values of their credentials fetched by name.
import { Refusal, wordsOf } from '#shared/base/refusal.ts'
import type { Job, SetUpSource } from '#shared/domain/night.ts'
import type { Device } from '#main/device/device.ts'
import type { SetUp } from '#main/explore/actuator.ts'
import type { SetUpParts } from '#main/explore/set-up.ts'
import { setUpOf, setUpProblems } from '#main/explore/set-up.ts'
import { readText } from '#main/sys/files.ts'
import { readTextNow } from '#main/sys/files-now.ts'
import { secretOf, secretPlaces } from '#main/sys/secrets.ts'

export type SetUps = ReadonlyMap<string, SetUpParts>

const flowBytesMax = 1_000_000

/** Every flow the job names. A value that cannot be had is no mistake yet: only what needs it is left out. */
export async function setUpsOf(job: Job, signal: AbortSignal): Promise<SetUps> {
  const files = [job.setupFlow, ...job.cards.map(card => card.setupFlow)].filter(file => file !== null)
  const known =
    files.length === 0 ? { variables: {}, withoutValue: new Map() } : await valuesOf(job.credentials, signal)
  const all = new Map<string, SetUpParts>()
  for (const file of new Set(files)) all.set(file, await partsOf(file, known))
  return all
}

/** Refuses a flow this device cannot play, and a job in which no card could be set up. */
export function checkSetUps(job: Job, setUps: SetUps, device: Device): void {
  const unsupplied = new Map<string, string>()
  for (const [file, parts] of setUps) {
    const problems = setUpProblems(parts, device)
    if (problems.wrong !== null)
      throw new Refusal('bad-value', problems.wrong.words, {
        where: `${file}:${problems.wrong.line ?? 1}`,
        hint: 'Nothing was started. Correct the setup flow and try again.',
      })
    if (problems.unsupplied !== null) unsupplied.set(file, problems.unsupplied)
  }
  const needed = job.cards.length === 0 ? [job.setupFlow] : job.cards.map(card => card.setupFlow ?? job.setupFlow)
  const [why] = unsupplied.values()
  if (why !== undefined && needed.every(file => file !== null && unsupplied.has(file)))
    throw new Refusal('bad-value', why, {
      where: 'credentials',
      hint: 'Nothing was started: every card of this job needs it.',
    })
}

/** The setup of a finding's mission again, for a replay. */
export async function setUpAgain(source: SetUpSource | null, signal: AbortSignal): Promise<SetUp | null> {
  if (source === null) return null
  return setUpOf(await partsOf(source.file, await valuesOf(source.credentials, signal)))
}

type Values = Pick<SetUpParts, 'variables' | 'withoutValue'>

async function partsOf(file: string, values: Values): Promise<SetUpParts> {
  return { file, text: await readText(file, flowBytesMax), readFile: readTextNow, ...values }
}

async function valuesOf(credentials: Job['credentials'], signal: AbortSignal): Promise<Values> {
  const variables: Record<string, string> = {}
  const withoutValue = new Map<string, string>()
  for (const [name, source] of Object.entries(credentials)) {
    try {
      variables[name] = await secretOf(source, secretPlaces(), signal)
    } catch (thrown) {
      signal.throwIfAborted()
      withoutValue.set(name, wordsOf(thrown))
    }
  }
  return { variables, withoutValue }
}
