// The truth log (rule 11 of the format): for each observation the screen, the ids on it and each planted fault reached.
// Only the scorer opens it. The engine hands entries to a sink; where they are kept is the sink's matter.

export interface TruthEntry {
  /** The device's own number of the look; an observation carries the same. */
  readonly observation: number
  /** Id of the app's screen: the top of its stack; after it died, the one it died on, until it is started again. */
  readonly screen: string | null
  readonly ids: readonly string[]
  /** Ids of planted bugs reached since the look before, or to be seen now. */
  readonly faults: readonly string[]
}

export type TruthSink = (entry: TruthEntry) => void

export const truthLine = (entry: TruthEntry): string => `${JSON.stringify(entry)}\n`
