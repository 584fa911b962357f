// Control of devices over connections: who acts as whom, which connection has which device, what an action of one command takes
// it for. Who may take it from whom is the device's own rule.
import { LiveValue } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Owner } from '#shared/domain/device.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import type { Session } from '#shared/protocol/host.ts'
import type { Device, Grant } from '#main/device/device.ts'

const you: Owner = { kind: 'person', name: 'you' }
const agent: Owner = { kind: 'agent', name: 'agent' }

/** As whom a connection acts: only the person's own window acts as the person. */
export const ownerOf = ({ isWindow }: Session): Owner => (isWindow ? you : agent)

/** Which connection holds control of which device. A connection that closes hands back. */
export class Desk {
  readonly #held = new Map<string, { readonly device: DeviceId; readonly grant: Grant }>()
  /** Being taken: a hand-back meanwhile is of it. */
  readonly #taking = new Map<AbortController, string>()
  /** Rises when a connection took or handed back: the device's own state was told before that was written here. */
  readonly changes = new LiveValue(0)

  held(session: Session, id: DeviceId): Grant | undefined {
    return this.#held.get(keyOf(session, id))?.grant
  }

  /** As the connection asks for it: a hand-back gives it up also before it is taken. `open` gives the device. */
  async taken(
    session: Session,
    id: DeviceId,
    open: () => Promise<Device>,
    signal: AbortSignal,
    as?: Owner['kind'],
  ): Promise<Grant> {
    const over = new AbortController()
    this.#taking.set(over, keyOf(session, id))
    try {
      return await this.take(session, await open(), AbortSignal.any([signal, over.signal]), as)
    } finally {
      this.#taking.delete(over)
    }
  }

  /** As whom the connection acts; a window may take it as an agent, and nobody else as the person. */
  async take(
    session: Session,
    device: Device,
    signal: AbortSignal,
    as: Owner['kind'] = ownerOf(session).kind,
  ): Promise<Grant> {
    if (as === 'person' && !session.isWindow)
      throw new Refusal('bad-value', 'Only the window takes control as a person.', {
        where: 'as',
        hint: 'Take it as an agent.',
      })
    const owner = as === 'person' ? you : agent
    const { id } = device.model
    const held = this.held(session, id)
    if (held !== undefined && !held.lost.aborted && held.owner.kind === owner.kind) return held
    signal.throwIfAborted()
    const grant = await device.takeControl(owner, signal)
    if (signal.aborted) {
      await grant[Symbol.asyncDispose]()
      throw signal.reason
    }
    this.#held.set(keyOf(session, id), { device: id, grant })
    this.changes.update(count => count + 1)
    session.scope.onClose(() => this.handBack(session, id))
    return grant
  }

  async handBack(session: Session, id: DeviceId): Promise<void> {
    for (const [over, key] of this.#taking)
      if (key === keyOf(session, id)) over.abort(new Refusal('superseded', 'Control was handed back.'))
    await this.#giveBack(session, id)
  }

  async #giveBack(session: Session, id: DeviceId): Promise<void> {
    const held = this.held(session, id)
    this.#held.delete(keyOf(session, id))
    await held?.[Symbol.asyncDispose]()
  }

  /** For what needs control: the connection's own, or `person-has-control`'s milder sister. */
  need(session: Session, id: DeviceId): Grant {
    const held = this.held(session, id)
    if (held === undefined)
      throw new Refusal('superseded', 'This needs control of the device.', { hint: 'Take control first.' })
    return held
  }

  /**
   * An action of one command: takes control for as long as it runs, unless the connection has it, or another of the same
   * kind: that one keeps it, and the action goes on under it.
   */
  async during<T>(
    session: Session,
    device: Device,
    signal: AbortSignal,
    work: (grant: Grant) => Promise<T>,
  ): Promise<T> {
    const held = this.held(session, device.model.id)
    if (held !== undefined && !held.lost.aborted) return work(held)
    const owner = ownerOf(session)
    const others = this.#holding(device)
    if (others?.owner.kind === owner.kind) return work(others)
    await using grant = await device.takeControl(owner, signal)
    return await work(grant)
  }

  /** For what takes control under a name of its own: the connection lends its control for it, and has it again afterwards. */
  async apart<T>(session: Session, device: Device, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const held = this.held(session, device.model.id)
    const had = held !== undefined && !held.lost.aborted
    await this.#giveBack(session, device.model.id)
    try {
      return await work()
    } finally {
      // Whom it may not be taken from by then, keeps it.
      if (had && !signal.aborted) await this.take(session, device, signal, held.owner.kind).catch(() => undefined)
    }
  }

  /** The grant by which one of the connections has control of it now. */
  #holding({ model, state }: Device): Grant | undefined {
    const generation = state.value.control?.ownerGeneration
    return [...this.#held.values()].find(({ device, grant }) => device === model.id && grant.generation === generation)
      ?.grant
  }
}

const keyOf = (session: Session, id: DeviceId): string => `${session.id} ${id}`
