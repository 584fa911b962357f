// Inputs in a row that changed nothing, and the way out: other controls, Back, then a fresh start.
// The same sequence is what tells a frozen screen from a dead control.
import { decision } from '#main/explore/explorer-plan.ts'
import type { Decision, Moment, Sight } from '#main/explore/policy.ts'
import { targetOf } from '#main/explore/targets.ts'

const idleMost = 3

export class IdleWatch {
  #run = 0
  #unstuck = 0
  #keys = new Set<string>()

  begin(): void {
    this.#run = 0
  }

  get isStuck(): boolean {
    return this.#run >= idleMost
  }

  count(moment: Moment): void {
    const input = moment.decision.action.kind
    if (moment.changed || moment.to === null) {
      this.#run = 0
      this.#unstuck = 0
      this.#keys = new Set()
    } else if (moment.done && input !== 'wait' && input !== 'background') {
      this.#run += 1
      this.#keys.add(moment.decision.key)
    }
    if (!moment.done) this.#run += 0.34
  }

  /** Three inputs and nothing moved: another control, then Back; when that moves nothing either, start again. */
  unstick(sight: Sight): Decision {
    if (this.#unstuck >= 3) {
      this.#run = 0
      this.#unstuck = 0
      return decision({ kind: 'relaunch' }, 'restart', '')
    }
    this.#unstuck += 1
    const tree = sight.observation.tree
    const fresh = sight.controls.filter(
      control =>
        !control.dangerous &&
        !control.idle &&
        !control.covered &&
        control.role !== 'field' &&
        control.role !== 'up' &&
        !this.#keys.has(control.cluster),
    )
    const next = fresh[0]
    if (this.#unstuck < 3 && next !== undefined && tree !== null) {
      this.#keys.add(next.cluster)
      return decision(
        { kind: 'tap', target: targetOf(tree, next.element, sight.place.screen.id) },
        'unstick',
        next.cluster,
      )
    }
    this.#unstuck = 3
    return decision({ kind: 'back' }, 'unstick', 'back')
  }
}
