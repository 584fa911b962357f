// How the app takes having no network (#26): a message or saved content passes; blank, endless spinner, raw error do not.
// Pure deciders over looks the mission took offline; a crash is told as a crash.
import type { Observation } from '#shared/domain/device.ts'
import { isEditable, type Element } from '#shared/domain/element.ts'
import type { Candidate } from '#shared/domain/night.ts'
import { isDialog } from '#main/explore/screen-identity.ts'
import { candidateOf, onScreen, type Oracle, type Where } from '#main/explore/oracles/oracle-input.ts'
import { lastingSpinner } from '#main/explore/oracles/stillness.ts'
import { rawError } from '#main/explore/oracles/text-faults.ts'
import {
  hasOwnText,
  isHalfBuilt,
  isInFront,
  isProgress,
  isTransient,
  nodesOf,
  pxOf,
} from '#main/explore/oracles/tree-reading.ts'

const patienceMs = 15_000

export interface OfflineInput extends Where {
  readonly app: string
  /** Looks over at least 15 s since the last input, network off, oldest first. */
  readonly looks: readonly Observation[]
  /** The same screen with the network on; null where it was never seen so. */
  readonly base: Observation | null
}

export async function offlineHandling(input: OfflineInput): Promise<readonly Candidate[]> {
  const { looks, app, base } = input
  const first = looks[0]
  const last = looks.at(-1)
  if (
    first === undefined ||
    last === undefined ||
    last.tree === null ||
    looks.length < 3 ||
    last.at - first.at < patienceMs
  )
    return []
  if (!isInFront(last, app) || isHalfBuilt(last) || last.secure) return []
  const spinner = await lastingSpinner(looks, app)
  if (spinner !== null)
    return [
      candidateOf(input, {
        check: 'offline',
        observation: last,
        element: spinner,
        title: `Without a network ${input.screenName === '' ? 'a screen' : `“${input.screenName}”`} loads for ever and never says why`,
        why: `After ${Math.round((last.at - first.at) / 1000)} s the spinner still turns, and no words have appeared.`,
        whyNotNoise: 'The network was off all the time, and nothing else on the screen changed.',
      }),
    ]
  if (base === null || base.tree === null || !isInFront(base, app) || isDialog(last)) return []
  const words = bodyWords(last, app)
  const usual = bodyWords(base, app)
  if (words.length > 0 || usual.length < 2 || nodesOf(last, app).some(isProgress)) return []
  return [
    candidateOf(input, {
      check: 'offline',
      observation: last,
      title: `Without a network ${input.screenName === '' ? 'a screen' : `“${input.screenName}”`} stays empty and never says why`,
      why: `With the network it has ${usual.length} texts below its title; without, none after ${Math.round((last.at - first.at) / 1000)} s.`,
      whyNotNoise:
        'The screen is in front and whole, nothing is loading, and not one word tells of the missing network.',
      mark: null,
    }),
  ]
}

/** Words below the bar that are no control. */
function bodyWords(look: Observation, app: string): readonly Element[] {
  const tree = look.tree
  if (tree === null) return []
  const bar = pxOf(look, 80)
  return nodesOf(look, app).filter(
    node =>
      hasOwnText(node) &&
      !node.clickable &&
      !isEditable(node) &&
      !node.checkable &&
      node.bounds.top >= bar &&
      !isTransient(tree, node),
  )
}

/** A raw error that only shows offline is the offline screen's fault. Replaces `raw_error` under that condition. */
export const offlineError: Oracle = {
  check: 'offline',
  phase: 'step',
  ask: async input => {
    if (input.condition !== 'offline' || input.networkOn) return []
    const found = await rawError.ask(input)
    return found.map(candidate => ({
      ...candidate,
      check: 'offline' as const,
      title: `Without a network${onScreen(input)} a technical error is shown to the user`,
    }))
  },
}
