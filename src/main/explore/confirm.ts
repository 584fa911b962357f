// Confirming one candidate: proof by replay, the shortest path, the previous build, pictures, and a flow that is played once.
// Hands back a Confirmed for the book, or the verdict that drops it.
import { titleWithoutTyping } from '#main/explore/oracles/log-faults.ts'
import type { PictureKeeper } from '#shared/domain/book.ts'
import type { Build, Observation } from '#shared/domain/device.ts'
import type { Confirmed, FlowResult, Verdict } from '#shared/domain/finding.ts'
import type { NightId, ScreenId } from '#shared/domain/ids.ts'
import type { Condition } from '#shared/domain/night.ts'
import type { Device } from '#main/device/device.ts'
import { costOf } from '#main/explore/compose.ts'
import { prove, type Proof } from '#main/explore/minimise.ts'
import type { PlayedStep, Replayer } from '#main/explore/replay.ts'
import type { ScreenMap } from '#main/explore/screen-map.ts'
import type { Raised, TrailStep } from '#main/explore/trail.ts'
import { stepWords } from '#main/explore/words.ts'

export interface FlowMade {
  readonly text: string
  readonly name: string
  readonly asserts: 'maestro' | 'nocturne'
}

export interface FlowAsk {
  readonly raised: Raised
  readonly verdict: Exclude<Verdict, { readonly is: 'dropped' }>
  readonly played: readonly PlayedStep[]
  /** The look that shows the fault; null where no replay did. */
  readonly last: Observation | null
  readonly app: { readonly package: string; readonly label: string; readonly version: string }
  readonly device: Device
  readonly condition: Condition | null
  readonly seed: number
  /** File name of the flow that brings the app to its start; null for none. */
  readonly setUp: string | null
}

/** What confirming borrows from the flows room; null where flows are not made. */
export interface ConfirmTools {
  readonly flows: {
    make(ask: FlowAsk): FlowMade
    /** Plays the text from a fresh launch; the oracle's question is asked at the end by `ask`. */
    play(
      flow: FlowMade,
      ask: FlowAsk,
      replayer: Replayer,
      signal: AbortSignal,
    ): Promise<{ readonly result: FlowResult; readonly text: string }>
  } | null
}

export interface ConfirmParts {
  readonly raised: Raised
  readonly trail: readonly TrailStep[]
  readonly launch: ScreenId | null
  readonly map: ScreenMap
  readonly replayer: Replayer
  readonly order: {
    readonly app: FlowAsk['app']
    readonly device: Device
    readonly condition: Condition | null
    readonly seed: number
    readonly attempts: number
    readonly build: Build | null
    readonly previous: Build | null
    readonly night: NightId
    readonly mission: number
  }
  readonly tools: ConfirmTools
  readonly pictures: PictureKeeper | null
  readonly stop: AbortSignal
  readonly signal: AbortSignal
}

export async function confirmOne(
  parts: ConfirmParts,
): Promise<{ readonly verdict: Verdict; readonly confirmed: Confirmed | null; readonly proof: Proof }> {
  const { raised, proof } = await proven(parts)
  const proved = { ...parts, raised }
  const { replayer, order, signal, stop } = parts
  const { verdict } = proof
  if (verdict.is === 'dropped' || (stop.aborted && verdict.is !== 'reproduced'))
    return { verdict, confirmed: null, proof }
  const inPreviousBuild = await previously(proved, proof)
  const ask: FlowAsk = {
    raised,
    verdict,
    played: proof.played,
    last: proof.best?.last ?? null,
    app: order.app,
    device: order.device,
    condition: order.condition,
    seed: order.seed,
    setUp: replayer.actuator.setUpName,
  }
  let flow: Confirmed['flow'] = null
  if (parts.tools.flows !== null && proof.best !== null) {
    const made = parts.tools.flows.make(ask)
    const played = stop.aborted
      ? { result: 'not_played' as const, text: made.text }
      : await parts.tools.flows.play(made, ask, replayer, signal)
    flow = { text: played.text, name: made.name, asserts: made.asserts, result: played.result }
  }
  const confirmed: Confirmed = {
    candidate: proof.path.some(action => action.kind === 'type')
      ? raised.candidate
      : { ...raised.candidate, title: titleWithoutTyping(raised.candidate.title) },
    fingerprint: raised.fingerprint,
    verdict,
    path: proof.path,
    stepWords: proof.path.filter(action => action.kind !== 'hide_keyboard').map(stepWords),
    replays: proof.replays,
    cost: proof.cost,
    shortestKnown: proof.best === null ? null : costOf(proof.path),
    flow,
    inPreviousBuild,
    step: raised.step,
    pictures: await picturesOf(proved, proof),
  }
  return { verdict, confirmed, proof }
}

/** The candidate, or the same fault put down to the step before where a replay shows it there already. */
async function proven(parts: ConfirmParts): Promise<{ readonly raised: Raised; readonly proof: Proof }> {
  const { raised } = parts
  if (raised.earlier !== undefined) {
    const quick = await proofOf(parts, raised.earlier, { attempts: 1, budget: 2 })
    if (quick.best !== null) return { raised: raised.earlier, proof: await proofOf(parts, raised.earlier, {}) }
  }
  return { raised, proof: await proofOf(parts, raised, {}) }
}

function proofOf(
  parts: ConfirmParts,
  raised: Raised,
  limits: { readonly attempts?: number; readonly budget?: number },
): Promise<Proof> {
  const { replayer, signal, stop } = parts
  return prove({
    raised,
    trail: parts.trail,
    launch: parts.launch,
    map: parts.map,
    attempts: parts.order.attempts,
    replay: actions => replayer.attempt(raised, actions, signal),
    stopped: () => stop.aborted,
    ...limits,
  })
}

/** Replayed once more on the previous build; the present one is put back before the next replay. */
async function previously(parts: ConfirmParts, proof: Proof): Promise<boolean | null> {
  const { order, replayer, raised, signal, stop } = parts
  if (order.previous === null || proof.best === null || stop.aborted) return null
  replayer.useBuild(order.previous)
  try {
    const attempt = await replayer.attempt(raised, proof.path, signal)
    return attempt.reproduced
  } finally {
    replayer.useBuild(order.build)
  }
}

async function picturesOf(parts: ConfirmParts, proof: Proof): Promise<Confirmed['pictures']> {
  const { pictures, raised, order } = parts
  if (pictures === null || proof.best === null) return []
  const name = `${order.night}/f-${raised.fingerprint.slice(3, 11)}`
  const kept: { role: 'before' | 'after' | 'step'; file: string }[] = []
  for (const [at, step] of proof.played.slice(-12).entries())
    kept.push({ role: 'step', file: await pictures.keep(step.before, 'step', `${name}/step-${at + 1}`) })
  const before = proof.played.at(-1)
  if (before !== undefined)
    kept.push({ role: 'before', file: await pictures.keep(before.before, 'before', `${name}/before`) })
  kept.push({ role: 'after', file: await pictures.keep(proof.best.last, 'after', `${name}/after`) })
  // Whoever is killed after the finding was filed finds its pictures there.
  await pictures.written()
  return kept
}
