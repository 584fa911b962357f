// Orders to devices about their power, and new emulators. Decides nothing: the fleet and the platform do.
import { sleep } from '#shared/base/abort.ts'
import type { DeviceId } from '#shared/domain/ids.ts'
import { Refusal, refusalOf } from '#shared/base/refusal.ts'
import type { powerMethods } from '#shared/protocol/methods/power.ts'
import type { Handlers, Session } from '#shared/protocol/host.ts'
import type { Fleet } from '#main/device/fleet.ts'
import type { Emulators } from '#main/hub/platforms.ts'
import type { Hub } from '#main/hub/hub.ts'

/** An order that cannot be given at all is refused by then; what goes wrong later shows in the device's state. */
const refusedAtOnceMs = 150

export function powerHandlers(hub: Hub): Pick<Handlers, keyof typeof powerMethods> {
  return {
    'device.power': async ({ device, order, wait }, { session, signal }) => {
      const fleet = await hub.fleet()
      if (order !== 'boot' && order !== 'cold-boot') refuseUnderOthers(hub, fleet, device, session)
      const done = fleet.order(device, order)
      // It goes on without us: what comes of it is in the device's state, in words.
      done.catch(() => undefined)
      const until = AbortSignal.any([signal, hub.ended])
      return { words: (await Promise.race([done, wait ? endOf(until) : sleep(refusedAtOnceMs, until)])) ?? '' }
    },
    'avd.images': async (_, { signal }) => (await emulatorsOf(hub)).creatable(signal),
    'avd.create': async (ask, { signal }) => ({ device: await (await emulatorsOf(hub)).create(ask, signal) }),
  }
}

/** The device is not pulled from under a night that runs on it, nor from under another who has control of it. */
function refuseUnderOthers(hub: Hub, fleet: Fleet, device: DeviceId, session: Session): void {
  const night = hub.nights.nightOn(device)
  if (night !== null)
    throw new Refusal('busy', `The night ${night} is running on this device.`, { hint: 'Stop the night first.' })
  const control = fleet.rows.value.find(({ model }) => model.id === device)?.state.control ?? null
  if (control === null || hub.desk.held(session, device)?.generation === control.ownerGeneration) return
  throw control.owner.kind === 'person'
    ? new Refusal('person-has-control', 'A person has control of this device.', {
        // Nobody else takes it from one.
        hint: session.isWindow ? 'Wait until it is handed back, or take control.' : 'Wait until it is handed back.',
      })
    : new Refusal('busy', 'Another has control of this device.', { hint: 'Take control first.' })
}

const endOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const end = (): void => reject(refusalOf(signal.reason))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })

async function emulatorsOf(hub: Hub): Promise<Emulators> {
  // The fleet goes through what a hub that died left half made.
  await hub.fleet()
  const emulators = await hub.platforms.emulators?.()
  if (emulators === undefined) throw new Refusal('unsupported', 'Emulators cannot be created here.')
  return emulators
}
