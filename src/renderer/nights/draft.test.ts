// The form that starts a night: what it asks of the hub, and what it refuses before asking.
import { describe, expect, it } from 'vitest'
import { emptyDraft, jobOf } from '#renderer/nights/draft.ts'

describe('the form of a night', () => {
  it('asks for the demo as it comes when nothing is filled in', () => {
    expect(jobOf(emptyDraft)).toMatchObject({
      job: { from: 'demo', app: null },
      options: { seed: null, steps: null, minutes: null },
    })
  })

  it('refuses a length that is no whole number and says which field', () => {
    expect(() => jobOf({ ...emptyDraft, limit: 'steps', amount: 'many' })).toThrow(/Steps must be a whole number/)
  })

  it('takes the place of a job file over what was written', () => {
    expect(jobOf({ ...emptyDraft, from: 'job', path: ' night.yaml ', text: 'app: {}' }).job).toEqual({
      from: 'file',
      path: 'night.yaml',
    })
  })

  it('refuses an app on a device without its name', () => {
    expect(() => jobOf({ ...emptyDraft, from: 'installed', device: 'emulator-5554' })).toThrow(/Say which app/)
  })
})
