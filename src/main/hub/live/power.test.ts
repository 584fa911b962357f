// Orders about power through the hub: answered at once or when done, refused while a night has the device.
import { describe, expect, it } from 'vitest'
import { LiveValue } from '#shared/base/live.ts'
import type { OwnerKind } from '#shared/domain/device.ts'
import { deviceId, nightId } from '#shared/domain/ids.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Asking } from '#shared/protocol/host.ts'
import type { Hub } from '#main/hub/hub.ts'
import { powerHandlers } from '#main/hub/live/power.ts'

const device = deviceId('avd:Pixel_8')

interface Around {
  readonly night?: string
  /** Who has control, and whether it is who asks. */
  readonly holder?: { readonly kind: OwnerKind; readonly isAsker: boolean }
}

function handlers(order: () => Promise<string>, { night, holder }: Around = {}): ReturnType<typeof powerHandlers> {
  const control = holder === undefined ? null : { owner: { kind: holder.kind, name: 'one' }, ownerGeneration: 3 }
  const hub = {
    fleet: () => Promise.resolve({ order, rows: new LiveValue([{ model: { id: device }, state: { control } }]) }),
    desk: { held: () => (holder?.isAsker === true ? { generation: 3 } : undefined) },
    nights: { nightOn: () => (night === undefined ? null : nightId(night)) },
    ended: new AbortController().signal,
    platforms: {},
  }
  return powerHandlers(hub as unknown as Hub)
}

const asking = (signal = new AbortController().signal): Asking =>
  ({ signal, session: { isWindow: false } }) as unknown as Asking
const forever = (): Promise<string> => new Promise(() => {})

describe('an order', () => {
  it('is answered when it has begun, or with `wait` when it is done', async () => {
    expect(await handlers(forever)['device.power']({ device, order: 'boot', wait: false }, asking())).toEqual({
      words: '',
    })
    const done = handlers(() => Promise.resolve('Pixel 8 has booted.'))
    expect(await done['device.power']({ device, order: 'boot', wait: true }, asking())).toEqual({
      words: 'Pixel 8 has booted.',
    })
  })

  it('that cannot be given is refused at once', async () => {
    const refusing = handlers(() => Promise.reject(new Refusal('busy', 'not now')))
    await expect(refusing['device.power']({ device, order: 'boot', wait: false }, asking())).rejects.toThrow('not now')
  })

  it('goes on when who waits for it has gone', async () => {
    const gone = new AbortController()
    const waiting = handlers(forever)['device.power']({ device, order: 'boot', wait: true }, asking(gone.signal))
    gone.abort(new Error('the connection closed'))
    await expect(waiting).rejects.toThrow('the connection closed')
  })

  it('does not pull a device from under a night; booting one is no harm', async () => {
    const night = handlers(() => Promise.resolve('done'), { night: 'n-1' })
    for (const order of ['shut-down', 'reboot', 'wipe', 'delete'] as const)
      await expect(night['device.power']({ device, order, wait: true }, asking())).rejects.toThrow(
        'The night n-1 is running on this device.',
      )
    expect(await night['device.power']({ device, order: 'boot', wait: true }, asking())).toEqual({ words: 'done' })
  })

  it('does not pull a device from under who has control of it, unless that is who asks', async () => {
    const done = (): Promise<string> => Promise.resolve('done')
    for (const order of ['shut-down', 'reboot', 'wipe', 'delete'] as const) {
      const person = handlers(done, { holder: { kind: 'person', isAsker: false } })
      await expect(person['device.power']({ device, order, wait: true }, asking())).rejects.toMatchObject({
        code: 'person-has-control',
        // Who is no window can take no control from a person.
        hint: 'Wait until it is handed back.',
      })
      await expect(
        person['device.power']({ device, order, wait: true }, { ...asking(), session: { isWindow: true } as never }),
      ).rejects.toMatchObject({ hint: 'Wait until it is handed back, or take control.' })
      const own = handlers(done, { holder: { kind: 'person', isAsker: true } })
      expect(await own['device.power']({ device, order, wait: true }, asking())).toEqual({ words: 'done' })
    }
    const agent = handlers(done, { holder: { kind: 'agent', isAsker: false } })
    await expect(agent['device.power']({ device, order: 'wipe', wait: true }, asking())).rejects.toMatchObject({
      code: 'busy',
    })
  })

  it('for a new emulator is refused in words where none can be made', async () => {
    await expect(handlers(forever)['avd.images']({}, asking())).rejects.toThrow('Emulators cannot be created here.')
  })
})
