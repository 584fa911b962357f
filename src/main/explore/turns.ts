// Whose turn it is: missions of a night by cards and conditions, and how many steps each gets. Pure.
// Plain missions come first, as what a condition breaks shows only beside the same screen without it.
import type { Card, Condition, Job } from '#shared/domain/night.ts'
import { isCompared } from '#main/explore/partners.ts'

export const stepsAReset = 200
const stepsATurnLeast = 40
const stepsACondition = 100
const plainSteps = 2 * stepsAReset
/** Of a night too short for a whole round, what the plain missions get. */
const plainShare = 0.4

export interface Turn {
  readonly card: Card | null
  readonly condition: Condition | null
  /** Steps at most, if the night has as many left. */
  readonly steps: number
}

/** Cards in order, one mission each and condition; without cards, *explore* again and again, in rounds. Null: no card is left. */
export function turnOf(
  job: Pick<Job, 'cards' | 'conditions' | 'limit'>,
  cards: readonly Card[],
  number: number,
): Turn | null {
  const { conditions, limit } = job
  if (cards.length > 0) {
    const turns = [null, ...conditions]
    const card = cards[Math.floor((number - 1) / turns.length)]
    if (card === undefined) return null
    return { card, condition: turns[(number - 1) % turns.length] ?? null, steps: card.steps }
  }
  if (conditions.length === 0) return { card: null, condition: null, steps: stepsAReset }
  const round = roundOf(conditions, limit.steps)
  const at = (number - 1) % (round.plain + conditions.length)
  const condition = conditions[at - round.plain] ?? null
  if (condition === null) return { card: null, condition, steps: round.plainSteps }
  return { card: null, condition, steps: isCompared(condition) ? round.conditionSteps : stepsATurnLeast }
}

/** A round of plain missions and one for each condition: no longer than the night, so that each has its turn. */
function roundOf(
  conditions: readonly Condition[],
  steps: number | null,
): { readonly plain: number; readonly plainSteps: number; readonly conditionSteps: number } {
  const compared = conditions.filter(isCompared).length
  const others = (conditions.length - compared) * stepsATurnLeast
  const whole = plainSteps + compared * stepsACondition + others
  if (steps === null || steps >= whole) return { plain: 2, plainSteps: stepsAReset, conditionSteps: stepsACondition }
  const plainAll = Math.round(steps * plainShare)
  const plain = Math.ceil(plainAll / stepsAReset)
  return {
    plain,
    plainSteps: atLeast(Math.ceil(plainAll / plain)),
    conditionSteps: atLeast(Math.floor((steps - plainAll - others) / Math.max(1, compared))),
  }
}

const atLeast = (steps: number): number => Math.max(stepsATurnLeast, steps)
