// What is filled in to start a night, and what is asked of the hub for it. Pure; refuses what cannot be meant.
import { Refusal } from '#shared/base/refusal.ts'
import type { Asked } from '#shared/protocol/contract.ts'

export interface Draft {
  readonly from: 'demo' | 'installed' | 'job'
  readonly app: string
  readonly device: string
  readonly path: string
  readonly text: string
  readonly limit: 'own' | 'steps' | 'minutes' | 'until'
  readonly amount: string
  readonly seed: string
  readonly conditions: readonly string[]
  readonly watch: boolean
}

export const emptyDraft: Draft = {
  from: 'demo',
  app: '',
  device: '',
  path: '',
  text: '',
  limit: 'own',
  amount: '',
  seed: '',
  conditions: [],
  watch: false,
}

export function jobOf(draft: Draft): Asked<'night.start'> {
  return {
    job: sourceOf(draft),
    options: {
      seed: draft.seed.trim() === '' ? null : wholeOf(draft.seed, 'Seed', 0),
      steps: draft.limit === 'steps' ? wholeOf(draft.amount, 'Steps', 1) : null,
      minutes: draft.limit === 'minutes' ? wholeOf(draft.amount, 'Minutes', 1) : null,
      until: draft.limit === 'until' ? timeOf(draft.amount) : null,
      watch: draft.from === 'demo' && draft.watch,
      conditions: draft.conditions.length === 0 ? null : [...draft.conditions],
    },
  }
}

function sourceOf(draft: Draft): Asked<'night.start'>['job'] {
  switch (draft.from) {
    case 'demo':
      return { from: 'demo', app: draft.app === '' ? null : draft.app }
    case 'installed':
      if (draft.device === '') throw new Refusal('bad-value', 'No device is chosen.', { where: 'Device' })
      if (draft.app.trim() === '') throw new Refusal('bad-value', 'Say which app: its package name.', { where: 'App' })
      return { from: 'installed', app: draft.app.trim(), device: draft.device }
    case 'job':
      if (draft.path.trim() !== '') return { from: 'file', path: draft.path.trim() }
      if (draft.text.trim() === '')
        throw new Refusal('bad-value', 'There is no job: give its place or write it.', { where: 'Job file' })
      return { from: 'text', text: draft.text, folder: null }
  }
}

function wholeOf(text: string, where: string, least: number): number {
  const number = Number(text.trim())
  if (text.trim() === '' || !Number.isInteger(number) || number < least)
    throw new Refusal('bad-value', `${where} must be a whole number, ${least} or more.`, { where })
  return number
}

function timeOf(text: string): string {
  if (!/^\d{2}:\d{2}$/u.test(text))
    throw new Refusal('bad-value', 'Until takes a time of day, like 07:00.', { where: 'Until' })
  return text
}
