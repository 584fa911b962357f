// A finding's flow: written from what its best replay played, then played once from a fresh launch, with the result in its
// header. Confirming uses it through `ConfirmTools`; the flows room knows nothing of replays.
import type { ConfirmTools, FlowAsk, FlowMade } from '#main/explore/confirm.ts'
import { emitFlow } from '#main/explore/flows/emit.ts'
import { markPlayed } from '#main/explore/flows/flow-header.ts'
import { playFlow } from '#main/explore/flows/result.ts'
import type { FlowPlay } from '#main/explore/flows/result.ts'
import type { Replayer } from '#main/explore/replay.ts'
import { stepWords } from '#main/explore/words.ts'

export interface FlowToolsOptions {
  /** "Nocturne 0.1.0". */
  readonly product: string
  /** ISO date of the night. */
  readonly date: string
}

export function flowTools(options: FlowToolsOptions): NonNullable<ConfirmTools['flows']> {
  return {
    make: ask => makeFlow(ask, options),
    play: async (flow, ask, replayer, signal) => {
      const { result, words } = await playOnce(flow, ask, replayer, signal)
      const why = result === 'reproduced' ? '' : `: ${words}`
      return { result, text: markPlayed(flow.text, result, `${ask.device.model.name}, ${options.product}${why}`) }
    },
  }
}

function makeFlow(ask: FlowAsk, { product, date }: FlowToolsOptions): FlowMade {
  const { candidate, fingerprint } = ask.raised
  const { verdict } = ask
  return emitFlow({
    candidate,
    fingerprint,
    reproduced: `${verdict.is === 'reproduced' ? verdict.reproduced : 0}/${verdict.attempts}`,
    app: ask.app,
    device: ask.device.model,
    locale: ask.device.state.value.settings?.locale.value ?? '',
    condition: ask.condition,
    seed: ask.seed,
    date,
    product,
    launchArguments: {},
    setUp: ask.setUp,
    steps: ask.played.map(step => ({ action: step.action, words: stepWords(step.action), before: [step.before] })),
    after: ask.last === null ? [] : [ask.last],
    expected: [],
  })
}

async function playOnce(flow: FlowMade, ask: FlowAsk, replayer: Replayer, signal: AbortSignal): Promise<FlowPlay> {
  const { actuator } = replayer
  const last = ask.played.at(-1)
  return actuator.undisturbed(async () => {
    if (ask.setUp !== null) await actuator.reset(null, signal)
    await actuator.upright(signal)
    return playFlow(
      ask.device,
      await actuator.grant,
      { text: flow.text, file: flow.name, readFile: namesNoFile },
      {
        oracle: walked =>
          replayer.asksAgain(
            ask.raised,
            walked,
            last === undefined || ask.last === null ? null : { action: last.action, shown: ask.last },
            signal,
          ),
      },
      signal,
    )
  }, signal)
}

function namesNoFile(): never {
  throw new Error('an exported flow names no file')
}
