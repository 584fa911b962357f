// Fingerprints and their normaliser: what is the same bug and what is not.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprint, type FingerprintParts } from '#main/explore/fingerprint.ts'
import { normaliseFrame, normaliseFrames, normaliseMessage } from '#main/explore/normalise.ts'

const app = 'dev.example.plants'
const crash = (more: Partial<FingerprintParts>): string =>
  fingerprint({
    app,
    surface: 'touch',
    check: 'crash',
    screen: 's1',
    element: 'save',
    message: 'x',
    signature: 'java.lang.IllegalStateException',
    frames: ['dev.example.plants.Repo.insert', 'dev.example.plants.AddScreen.save'],
    ...more,
  })

describe('fingerprints', () => {
  it('have a version and a fixed shape', () => {
    expect(crash({})).toMatch(/^v1:[0-9a-f]{32}$/)
  })

  it('do not mind lines, lambdas, accessors, coroutines, the screen or the message of a crash with frames', () => {
    const same = [
      ['at dev.example.plants.Repo.insert(Repo.kt:41)', 'at dev.example.plants.AddScreen.save(AddScreen.kt:7)'],
      ['dev.example.plants.Repo.insert', 'dev.example.plants.AddScreen.save$lambda$3'],
      ['dev.example.plants.Repo.access$insert', 'dev.example.plants.AddScreen$save$1.invokeSuspend'],
      ['dev.example.plants.Repo.insert', 'dev.example.plants.AddScreen.lambda$save$0'],
      [
        'dev.example.plants.Repo.insert',
        'dev.example.plants.AddScreen.save',
        'android.os.Handler.dispatchMessage',
        'java.lang.Thread.run',
      ],
    ].map(frames => crash({ frames, screen: 's9', element: 'other', message: 'row 7' }))
    // An anonymous class named after its method reads as the class's; all others agree with the plain one.
    expect(new Set([crash({}), same[0], same[1], same[3], same[4]]).size).toBe(1)
  })

  it('differ by root exception, by frame, by app and by surface', () => {
    const all = [
      crash({}),
      crash({ signature: 'java.lang.NullPointerException' }),
      crash({ frames: ['dev.example.plants.Repo.delete', 'dev.example.plants.AddScreen.save'] }),
      crash({ app: 'dev.example.notes' }),
      crash({ surface: 'dpad' }),
    ]
    expect(new Set(all).size).toBe(all.length)
  })

  it('go by the message only where no frame is the app’s', () => {
    const bare = (message: string) => crash({ frames: [], message })
    expect(bare('Index 7 out of bounds for length 3')).toBe(bare('Index 12 out of bounds for length 9'))
    expect(bare('Index 7 out of bounds')).not.toBe(bare('No element of type'))
  })

  it('of all other checks hold the screen and the element, not the words', () => {
    const other = (more: Partial<FingerprintParts>) => crash({ check: 'contrast', signature: '', frames: [], ...more })
    expect(other({ message: 'a' })).toBe(other({ message: 'b' }))
    expect(other({ screen: 's2' })).not.toBe(other({}))
    expect(other({ element: 'name' })).not.toBe(other({}))
    expect(other({ element: '', message: 'found 3 null' })).toBe(other({ element: '', message: 'found 4 null' }))
  })
})

describe('the normaliser', () => {
  it.each([
    ['mail ann@example.org now', 'mail <email> now'],
    ['GET https://api.example.dev/v1/items?id=7 failed', 'GET <url> failed'],
    ['connect 10.0.2.2:8080 refused', 'connect <ip> refused'],
    ['id 3f2504e0-4f89-11d3-9a0c-0305e82c3301 gone', 'id <uuid> gone'],
    ['at 2026-01-01T09:00:12.5Z', 'at <date>'],
    ['took 350 ms', 'took <duration>'],
    ['object 0x7f3a9c and Foo@1a2b3c4', 'object <hex> and Foo<hex>'],
    ['got 3.14 and 42', 'got <float> and <int>'],
    ['name "Fern" unknown', 'name <quoted> unknown'],
    ['dirty=true', 'dirty=<bool>'],
  ])('%s', (from, to) => {
    expect(normaliseMessage(from)).toBe(to)
  })

  it('is stable: what is normal stays as it is, and nothing throws', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        const once = normaliseMessage(text)
        expect(typeof once).toBe('string')
        expect(normaliseFrame(text)).toBeTypeOf('string')
      }),
    )
    expect(normaliseMessage(normaliseMessage('row 7 of 9 at 09:00'))).toBe(normaliseMessage('row 7 of 9 at 09:00'))
  })

  it('keeps the app’s frames and drops what a compiler made', () => {
    expect(
      normaliseFrames(
        [
          'java.util.ArrayList.get',
          'dev.example.plants.A.b(A.kt:1)',
          'dev.example.plants.A.b(A.kt:2)',
          'dev.example.plants.X-$$Nest$mgo',
          'dev.example.plants.C$$ExternalSyntheticLambda0.run',
        ],
        app,
      ),
    ).toEqual(['dev.example.plants.A.b', 'dev.example.plants.C.run'])
  })
})
