// What devices are called in the window and by the commands: two of one name are told apart by the end of their ids. Pure.
import type { DeviceModel } from '#shared/domain/device.ts'

const tailLeast = 4

/** In the order of `models`. */
export function namesOf(models: readonly Pick<DeviceModel, 'id' | 'name'>[]): readonly string[] {
  const byName = Map.groupBy(models, model => model.name)
  return models.map(({ id, name }) => {
    const ids = byName.get(name)?.map(model => model.id) ?? []
    return ids.length < 2 ? name : `${name} (${tailOf(id, ids)})`
  })
}

/** As much of it as no other ends in. */
function tailOf(id: string, ids: readonly string[]): string {
  for (let length = tailLeast; length < id.length; length += 1) {
    const tail = id.slice(-length)
    if (ids.filter(other => other.endsWith(tail)).length === 1) return `…${tail}`
  }
  return id
}
