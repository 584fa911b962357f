// `boot`, `shutdown` and what `devices` and `doctor` say of emulators, as a person types them, over the doubles of Android's
// programs. The hub ends with each command; the emulator does not.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { devicesShape } from '#shared/protocol/shapes.ts'
import { documentOf, nocturne, ownFolder, refusalOf } from '../../../test/builders/nocturne.ts'
import { startSdkDouble } from '../../../test/doubles/sdk/start.ts'

const { home } = ownFolder()
const id = 'avd:Pixel_8'
const doctor = z.object({
  checks: z.array(z.object({ what: z.string(), ok: z.boolean(), found: z.string(), do: z.string().nullable() })),
})
const answered = z.object({ id: z.string(), order: z.string(), words: z.string(), state: z.string().nullable() })

describe('an emulator', () => {
  it('is booted by one command, used by another and shut down by a third', async () => {
    await using sdk = await startSdkDouble()
    sdk.avd('Pixel_8')
    const env = sdk.env as Record<string, string>
    const booted = await nocturne(['boot', id, '--json'], home, env)
    expect(documentOf(answered, booted)).toMatchObject({ id, order: 'boot', state: 'live' })
    expect(booted.err).toMatch(/Starting the emulator[\s\S]*Waiting until Android answers/u)
    expect(await sdk.running()).toHaveLength(1)
    const { devices } = documentOf(
      devicesShape.pick({ devices: true }),
      await nocturne(['devices', '--json'], home, env),
    )
    expect(devices.find(one => one.id === id)).toMatchObject({ state: 'live', why: null })
    const ended = documentOf(answered, await nocturne(['shutdown', id, '--json'], home, env))
    expect(ended).toMatchObject({ state: 'off', words: 'Pixel 8 is off. Its snapshot was saved.' })
    expect(await sdk.running()).toEqual([])
    expect(sdk.starts()).toHaveLength(1)
    const refused = await nocturne(['shutdown', 'demo-phone', '--json'], home, env)
    expect(refusalOf(refused)).toMatchObject({ code: 'unsupported' })
  })

  it('has its programs in what doctor says', async () => {
    await using sdk = await startSdkDouble()
    const { checks } = documentOf(doctor, await nocturne(['doctor', '--json'], home, sdk.env as Record<string, string>))
    expect(checks.find(({ what }) => what === 'emulator')).toMatchObject({
      ok: true,
      found: join(sdk.folder, 'emulator', 'emulator'),
    })
    const { ANDROID_HOME: _, ...without } = sdk.env as Record<string, string>
    const bare = documentOf(doctor, await nocturne(['doctor', '--json'], home, { ...without, ANDROID_HOME: '' }))
    expect(bare.checks.find(({ what }) => what === 'emulator')).toMatchObject({
      ok: false,
      do: expect.stringMatching(/sdkmanager/u),
    })
  })
})
