// What is kept of how a device is shown comes back the same, and nonsense is as nothing.
import { describe, expect, it } from 'vitest'
import { readShown, writeShown } from '#renderer/stage/shown.ts'

describe('how a device is shown', () => {
  it('comes back as it was kept', () => {
    for (const fit of ['fit', 'pixel', 'physical'] as const)
      for (const frame of [true, false]) expect(readShown(writeShown({ fit, frame }))).toEqual({ fit, frame })
  })
  it('is as usual when nothing, or nonsense, was kept', () => {
    expect(readShown(null)).toEqual({ fit: 'fit', frame: true })
    expect(readShown('huge {}')).toEqual({ fit: 'fit', frame: true })
  })
})
