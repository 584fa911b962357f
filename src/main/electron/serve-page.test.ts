// What the page's own scheme gives out of its folder on the disk, and that it gives nothing beside it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { servePage } from '#main/electron/serve-page.ts'
import type { Made } from '#main/electron/serve-page.ts'
import { temporaryFolder } from '#main/sys/files.ts'

const nothingMade: Made = {
  lengthOf: () => Promise.reject(new Error('nothing was made')),
  read: () => Promise.reject(new Error('nothing was made')),
}

describe('a part of the built window', () => {
  it('is read from its folder, and no address leads out of it', async () => {
    await using above = await temporaryFolder()
    const folder = join(above.path, 'renderer')
    mkdirSync(folder)
    writeFileSync(join(folder, 'part.js'), 'its own')
    writeFileSync(join(above.path, 'secret.js'), 'another’s')
    const asked = (path: string): Promise<Response> =>
      servePage(new Request(`app://nocturne/${path}`), { folder, made: nothingMade })
    expect(await (await asked('part.js')).text()).toBe('its own')
    for (const path of [
      '..%2fsecret.js',
      '%2e%2e%2fsecret.js',
      'x%2f..%2f..%2fsecret.js',
      `${encodeURIComponent(join(above.path, 'secret.js'))}`,
      'part.js%00.js',
    ]) {
      const answer = await asked(path)
      expect([path, answer.status]).toEqual([path, 404])
      expect(await answer.text()).not.toContain('another’s')
    }
  })
})
