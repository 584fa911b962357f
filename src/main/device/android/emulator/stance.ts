// How the emulator is held and folded, followed as it changes and set by us. Everything that turns a point asks here.
import { sleep } from '#shared/base/abort.ts'
import { LiveValue } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Posture, Turn } from '#shared/domain/device.ts'
import type { EmulatorConnection } from '#main/device/android/emulator/connection.ts'
import { degreesOf, turnOfDegrees, type Panel, type Stance } from '#main/device/android/emulator/panel.ts'
import { physicalTypes, postureNumbers, type Messages } from '#main/device/android/emulator/protocol.ts'

const readBackMs = 3000
const pollMs = 25

export class StanceWatch {
  readonly panel: Panel
  readonly now = new LiveValue<Stance>({ turn: 'upright', posture: null })
  readonly #connection: EmulatorConnection

  private constructor(connection: EmulatorConnection, panel: Panel) {
    this.#connection = connection
    this.panel = panel
  }

  static async open(connection: EmulatorConnection, panel: Panel, signal: AbortSignal): Promise<StanceWatch> {
    const watch = new StanceWatch(connection, panel)
    await watch.read(signal)
    watch.#follow()
    connection.onBack(() => watch.#follow())
    return watch
  }

  async read(signal: AbortSignal): Promise<Stance> {
    const turn = await this.#turn(signal)
    const posture = this.panel.fold === null ? null : await this.#posture(signal)
    return this.#took({ turn, posture })
  }

  async turn(to: Turn, signal: AbortSignal): Promise<void> {
    await this.#connection.call(
      'setPhysicalModel',
      { target: physicalTypes.rotation, value: { data: [0, 0, degreesOf(to)] } },
      signal,
    )
    await until(async () => (await this.#turn(signal)) === to, `It was told to be ${words[to]}, and is not.`, signal)
    this.#took({ ...this.now.value, turn: to })
  }

  async fold(to: Posture, signal: AbortSignal): Promise<void> {
    await this.#connection.call('setPosture', { value: postureNumbers[to] }, signal)
    await until(async () => (await this.#posture(signal)) === to, `It was told to be ${to}, and is not.`, signal)
    this.#took({ ...this.now.value, posture: to })
  }

  /** By what the emulator tells as it happens; one too old for it is asked at each look instead. */
  #follow(): void {
    const of = (target: number, heard: (value: Messages['PhysicalModelValue']) => void): void => {
      this.#connection.stream('streamPhysicalModel', { target }, heard, this.#connection.closed).catch(() => undefined)
    }
    of(physicalTypes.rotation, value => this.#took({ ...this.now.value, turn: turnIn(value) }))
    if (this.panel.fold !== null)
      of(physicalTypes.posture, value => {
        const posture = postureIn(value)
        if (posture !== null) this.#took({ ...this.now.value, posture })
      })
  }

  async #turn(signal: AbortSignal): Promise<Turn> {
    return turnIn(await this.#connection.call('getPhysicalModel', { target: physicalTypes.rotation }, signal))
  }

  async #posture(signal: AbortSignal): Promise<Posture> {
    const value = await this.#connection.call('getPhysicalModel', { target: physicalTypes.posture }, signal)
    return postureIn(value) ?? this.now.value.posture ?? 'open'
  }

  #took(stance: Stance): Stance {
    const { turn, posture } = this.now.value
    if (turn !== stance.turn || posture !== stance.posture) this.now.set(stance)
    return stance
  }
}

const words: Readonly<Record<Turn, string>> = {
  upright: 'upright',
  'turned-left': 'turned left',
  'upside-down': 'upside down',
  'turned-right': 'turned right',
}

const turnIn = (value: Messages['PhysicalModelValue']): Turn => turnOfDegrees(value.value?.data[2] ?? 0)

function postureIn(value: Messages['PhysicalModelValue']): Posture | null {
  const number = Math.round(value.value?.data[0] ?? 0)
  const found = Object.entries(postureNumbers).find(([, known]) => known === number)
  return found === undefined ? null : (found[0] as Posture)
}

async function until(isSo: () => Promise<boolean>, otherwise: string, signal: AbortSignal): Promise<void> {
  const end = performance.now() + readBackMs
  while (!(await isSo())) {
    if (performance.now() > end) throw new Refusal('outcome-unknown', otherwise)
    await sleep(pollMs, signal)
  }
}
