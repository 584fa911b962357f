// Who has control of one device. Decides and remembers; stopping input and lifting touches is the Device's work.
import { LiveValue, type Live } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Owner, OwnerKind } from '#shared/domain/device.ts'

export interface Holding {
  readonly owner: Owner
  /** Rises with every change of hands and never falls. */
  readonly generation: number
  readonly lost: AbortController
}

export class ControlDesk {
  readonly #holding = new LiveValue<Holding | null>(null)
  #generation = 0

  get holding(): Live<Holding | null> {
    return this.#holding
  }

  /**
   * A person takes it from anyone. An agent or a night is refused (`person-has-control`) while a person holds it, and
   * refused (`busy`) while the other of the two does. The same kind supersedes itself.
   */
  take(owner: Owner): Holding {
    const now = this.#holding.value
    if (now !== null && owner.kind !== 'person') refuseWhere(now.owner.kind, owner.kind)
    now?.lost.abort(supersededBy(owner))
    this.#generation += 1
    const next: Holding = { owner, generation: this.#generation, lost: new AbortController() }
    this.#holding.set(next)
    return next
  }

  /** Gives control back if this generation still holds it; a late one changes nothing. */
  release(generation: number): boolean {
    const now = this.#holding.value
    if (now === null || now.generation !== generation) return false
    this.#generation += 1
    this.#holding.set(null)
    now.lost.abort(new Refusal('superseded', 'Control was handed back.'))
    return true
  }

  /** Throws unless this generation holds control now. */
  check(generation: number): void {
    const now = this.#holding.value
    if (now?.generation === generation) return
    if (now === null)
      throw new Refusal('superseded', 'Control was handed back; this input was not sent.', {
        hint: 'Take control again.',
      })
    throw supersededBy(now.owner)
  }
}

function refuseWhere(holder: OwnerKind, asking: OwnerKind): void {
  if (holder === 'person')
    throw new Refusal('person-has-control', 'A person has control of this device.', {
      hint: 'Wait until it is handed back.',
    })
  if (holder !== asking)
    throw new Refusal(
      'busy',
      holder === 'night' ? 'A night is running on this device.' : 'An agent has control of this device.',
      {
        hint: 'Stop it first, or take control as a person.',
      },
    )
}

function supersededBy(owner: Owner): Refusal {
  return owner.kind === 'person'
    ? new Refusal('person-has-control', 'A person took control; this input was not sent.')
    : new Refusal('superseded', `${owner.name} took control; this input was not sent.`)
}
