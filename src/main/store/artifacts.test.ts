// What the keeper of a night's pictures promises: each written once, and nothing held of the thousands that are on the disk.
import { existsSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Observation } from '#shared/domain/device.ts'
import { nightId } from '#shared/domain/ids.ts'
import { temporaryFolder } from '#main/sys/files.ts'
import { Artifacts } from '#main/store/artifacts.ts'
import { look } from '../../../test/builders/observation.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let artifacts: Artifacts
beforeEach(async () => {
  folder = await temporaryFolder()
  artifacts = new Artifacts(folder.path)
})
afterEach(async () => {
  await artifacts.settled()
  await folder[Symbol.asyncDispose]()
})

/** A look that counts how often its pixels were asked for. */
function counted(): { readonly observation: Observation; readonly asked: () => number } {
  const observation = look()
  let asked = 0
  const { picture } = observation
  return {
    observation: {
      ...observation,
      picture: {
        id: picture.id,
        pixels: () => {
          asked += 1
          return picture.pixels()
        },
      },
    },
    asked: () => asked,
  }
}

describe('the keeper of a night’s pictures', () => {
  it('writes a step picture named twice at the same time once', async () => {
    const keeper = artifacts.keeper(nightId('n-1'))
    const { observation, asked } = counted()
    const files = await Promise.all([keeper.keep(observation, 'step', 'a'), keeper.keep(observation, 'step', 'a')])
    await artifacts.settled()
    expect(new Set(files).size).toBe(1)
    expect(existsSync(artifacts.path(files[0]))).toBe(true)
    expect(asked()).toBe(1)
  })

  it('says when all it named is on the disk', async () => {
    const keeper = artifacts.keeper(nightId('n-1'))
    const files = await Promise.all(['a', 'b', 'c'].map(name => keeper.keep(counted().observation, 'step', name)))
    await keeper.written()
    expect(files.map(file => existsSync(artifacts.path(file)))).toEqual([true, true, true])
  })

  it('remembers no step picture that is on the disk, so that a long night does not grow', async () => {
    const keeper = artifacts.keeper(nightId('n-1'))
    const { observation, asked } = counted()
    await keeper.keep(observation, 'step', 'a')
    await artifacts.settled()
    const file = await keeper.keep(observation, 'step', 'a')
    await artifacts.settled()
    expect(asked()).toBe(2)
    expect(existsSync(artifacts.path(file))).toBe(true)
  })

  it('writes the picture of a finding once, whenever it is named', async () => {
    const keeper = artifacts.keeper(nightId('n-1'))
    const { observation, asked } = counted()
    await keeper.keep(observation, 'before', 'a')
    await keeper.keep(observation, 'before', 'a')
    expect(asked()).toBe(1)
  })

  it('tells a step picture that could not be written at the next one, and not twice', async () => {
    const keeper = artifacts.keeper(nightId('n-1'))
    const observation: Observation = {
      ...look(),
      picture: { id: 'none', pixels: () => Promise.reject(new Error('no pixels')) },
    }
    await keeper.keep(observation, 'step', 'a')
    await expect(artifacts.settled()).rejects.toThrow('no pixels')
    await artifacts.settled()
  })
})
