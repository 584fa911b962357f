// The rest of an oracle's question around one look, for tests: defaults that raise nothing by themselves.
import type { AppEvent, Observation } from '#shared/domain/device.ts'
import type { Action, Target } from '#shared/domain/night.ts'
import type { OracleInput } from '#main/explore/oracle.ts'
import { app } from '../../test/builders/observation.ts'

export function asked(now: Observation, more: Partial<OracleInput> = {}): OracleInput {
  return {
    app,
    now,
    before: null,
    action: null,
    events: [],
    history: [],
    screen: null,
    screenName: 'Plant',
    firstVisit: true,
    settledTwice: null,
    typed: new Set(),
    condition: null,
    base: null,
    networkOn: true,
    ...more,
  }
}

export const target = (id: string, label = '', className = 'android.widget.Button', nth = 0): Target => ({
  screen: null,
  id: id === '' ? '' : `${app}:id/${id}`,
  className,
  label,
  nth,
  within: { x: 0.5, y: 0.5 },
  at: { x: 10, y: 10 },
})

export const tap = (id: string, label = ''): Action => ({ kind: 'tap', target: target(id, label) })
export const back: Action = { kind: 'back' }

export const crashEvent = (more: Partial<Extract<AppEvent, { kind: 'crash' | 'native_crash' }>> = {}): AppEvent => ({
  kind: 'crash',
  at: 900,
  process: app,
  pid: 4321,
  type: 'java.lang.IllegalStateException',
  message: 'no row 7',
  frames: ['dev.example.app.Repo.insert'],
  excerpt: 'FATAL EXCEPTION: main',
  ...more,
})
