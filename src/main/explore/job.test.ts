// The job file: what a good one becomes, and every kind of error with its line.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#shared/base/refusal.ts'
import { checkJob, readJob, type JobFiles } from '#main/explore/job.ts'

const files: JobFiles = {
  exists: path => !path.includes('missing'),
  readText: () => '# Sign in\n\nWith the demo account.',
  resolve: path => (path.startsWith('/') ? path : `/jobs/${path}`),
}
const errors = (text: string) => {
  const read = checkJob(text, 'night.yaml', files)
  return 'errors' in read ? read.errors : []
}

const whole = `
app: {id: dev.example.plants, build: plants-41.apk, previous: plants-40.apk}
devices: [emulator-5554]
until: "07:00"
cards:
  - goal: Add a plant, rename it, delete it
    success: The list shows the plant gone
    steps: 40
  - file: cards/sign-in.md
credentials: {EMAIL: "keychain:plants-test", PASSWORD: "env:PLANTS_PASSWORD"}
conditions: [dark, big_text, "locale:de", offline, landscape, background]
model: none
leash: {never: ["Pay now"], allow: ["Delete plant"]}
seed: 7
`

describe('readJob', () => {
  it('reads a whole job, with absolute paths and the defaults', () => {
    const job = readJob(whole, 'night.yaml', files)
    expect(job.app).toEqual({
      kind: 'build',
      id: 'dev.example.plants',
      build: '/jobs/plants-41.apk',
      previous: '/jobs/plants-40.apk',
    })
    expect(job.cards.map(card => [card.goal, card.steps, card.minutes])).toEqual([
      ['Add a plant, rename it, delete it', 40, 30],
      ['Sign in', 40, 30],
    ])
    expect(job).toMatchObject({
      seed: 7,
      findingsPerNight: 5,
      replayAttempts: 2,
      limit: { until: '07:00', steps: null },
      model: null,
    })
  })

  it('shows as many findings as is set elsewhere where it does not say', () => {
    const text = 'app: {demo: a.yaml}\nsteps: 100\n'
    const of = (more: string): number =>
      readJob(`${text}${more}`, 'n.yaml', files, { findingsPerNight: 2 }).findingsPerNight
    expect([of(''), of('findings_per_night: 9\n')]).toEqual([2, 9])
  })

  it('takes the demo phone for a demo app that names no device', () => {
    expect(readJob('app: {demo: a.yaml, plant: all}\nsteps: 100', 'n.yaml', files)).toMatchObject({
      devices: ['demo-phone'],
      app: { kind: 'demo', plant: 'all' },
    })
  })

  it.each([
    ['a typo in a key', 'app: {demo: a.yaml}\nsteps: 10\ncondition: [dark]', 3, /is "conditions" meant/],
    ['a typo below', 'app: {demo: a.yaml, plnt: all}\nsteps: 10', 1, /not known here/],
    [
      'a build that is not there',
      'app: {id: a.b, build: missing.apk}\ndevices: [x]\nsteps: 10',
      1,
      /no file missing\.apk/,
    ],
    ['a card without a goal', 'app: {demo: a.yaml}\nsteps: 10\ncards:\n  - steps: 5', 4, /needs a goal/],
    [
      'a card file that is not there',
      'app: {demo: a.yaml}\nsteps: 10\ncards:\n  - file: missing.md',
      4,
      /no file missing\.md/,
    ],
    ['no limit', 'app: {demo: a.yaml}', 1, /until, minutes or steps/],
    [
      'a condition nobody knows',
      'app: {demo: a.yaml}\nsteps: 10\nconditions: [dark, foggy]',
      3,
      /"foggy" is not a condition/,
    ],
    ['a locale without a language', 'app: {demo: a.yaml}\nsteps: 10\nconditions: [locale]', 3, /locale:de/],
    ['a value of the wrong kind', 'app: {demo: a.yaml}\nsteps: many', 2, /number/],
    [
      'a secret written out',
      'app: {demo: a.yaml}\nsteps: 1\ncredentials: {PASSWORD: hunter2}',
      3,
      /keychain:NAME or env:NAME/,
    ],
    ['an app of neither kind', 'app: {}\nsteps: 10', 1, /names an app/],
    ['YAML that does not close', 'app: {demo: a.yaml', 1, /./],
  ])('tells %s with its line', (_, text, line, words) => {
    const found = errors(text)
    expect(found[0]?.line).toBe(line)
    expect(found.map(error => error.words).join('\n')).toMatch(words)
  })

  it('lists all errors at once in one refusal that says nothing was started', () => {
    const read = (): unknown =>
      readJob('app: {demo: missing.yaml}\nsteps: 10\nconditions: [foggy]', 'night.yaml', files)
    expect(read).toThrow(Refusal)
    expect(read).toThrow(/night\.yaml:1[^]*night\.yaml:3/)
  })

  it.each([
    ['', /list of keys and values/],
    ['- a\n- b\n', /list of keys and values/],
    ['app: {id: dev.example.plants}\nminutes: 5\ndevices: [5554]\n', /ids in quotes/],
  ])('says what belongs there for %j', (text, words) => {
    expect(() => readJob(text, 'night.yaml', files)).toThrow(words)
  })

  it('refuses an alias without its anchor in words', () => {
    expect(() => readJob('app: *nobody\n', 'night.yaml', files)).toThrow(Refusal)
  })

  it('throws nothing but a refusal on mangled files', () => {
    fc.assert(
      fc.property(fc.nat({ max: whole.length }), fc.string({ maxLength: 8 }), (at, noise) => {
        try {
          readJob(whole.slice(0, at) + noise + whole.slice(at + noise.length), 'night.yaml', files)
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(Refusal)
        }
      }),
    )
  })
})
