// What the fake hub answers about new emulators: two images, three devices; a made one is among the devices, off.
import { deviceId } from '#shared/domain/ids.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Handlers } from '#shared/protocol/host.ts'
import type { World } from './fake-world.ts'

const images = [
  ['system-images;android-35;google_apis;x86_64', 35, 'google_apis', null],
  ['system-images;android-33;aosp_atd;x86_64', 33, 'aosp_atd', 'It gives no pictures: take a google_apis image.'],
] as const

export function avdAnswers(world: World): Pick<Handlers, 'avd.images' | 'avd.create'> {
  return {
    'avd.images': async () => ({
      images: images.map(([name, apiLevel, tag, why]) => ({ package: name, apiLevel, tag, abi: 'x86_64', why })),
      profiles: [
        { id: 'pixel_8', name: 'Pixel 8' },
        { id: 'pixel_fold', name: 'Pixel Fold' },
        { id: 'pixel_tablet', name: 'Pixel Tablet' },
      ],
      why: null,
      hint: null,
    }),
    'avd.create': async ({ name }) => {
      const id = deviceId(`avd:${name.replaceAll(' ', '_')}`)
      const [like] = world.devices.value
      if (like === undefined || world.devices.value.some(one => one.id === id))
        throw new Refusal('bad-value', `There is an emulator called ${name} already.`, { where: 'name' })
      const made = { ...like, id, name, state: 'off' as const, why: 'It is off.', orders: ['boot' as const] }
      world.devices.update(all => [...all, { ...made, model: { ...like.model, id, name } }])
      return { device: id }
    },
  }
}
