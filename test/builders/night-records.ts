// Nights, steps, candidates and confirmed findings for tests of the store and the hub.
import type { Confirmed } from '#shared/domain/finding.ts'
import { deviceId, fingerprintOf, nightId } from '#shared/domain/ids.ts'
import type { Candidate, NightRow, Step } from '#shared/domain/night.ts'

export const phone = deviceId('demo-phone')

export function aNight(id: string, more: Partial<NightRow> = {}): NightRow {
  return {
    id: nightId(id),
    app: 'dev.example.lists',
    appLabel: 'Lists',
    build: '1.0 (1)',
    devices: [phone],
    started: '2026-11-30T23:00:00Z',
    ended: null,
    ended_by: null,
    steps: 0,
    screens: 0,
    new_screens: 0,
    not_reproduced: 0,
    seed: 7,
    ...more,
  }
}

export function aCandidate(more: Partial<Candidate> = {}): Candidate {
  return {
    check: 'crash',
    screen: null,
    screenName: 'Add item',
    element: 'save',
    label: 'Save',
    title: 'Saving an item without a name closes the app',
    why: 'The log names IllegalStateException.',
    whyNotNoise: 'No other app crashed.',
    signature: 'java.lang.IllegalStateException',
    frames: ['AddScreen.save'],
    message: 'no name',
    observation: 12,
    mark: { left: 100, top: 200, right: 300, bottom: 300 },
    log: 'FATAL EXCEPTION: main',
    ...more,
  }
}

export function aStep(n: number, more: Partial<Step> = {}): Step {
  return {
    n,
    screen: null,
    screenName: 'Add item',
    newScreen: n === 1,
    action: { kind: 'back' },
    outcome: 'landed, screen changed',
    checks: [],
    candidates: [],
    observation: n,
    by: 'night',
    atMs: n * 1000,
    notes: [],
    ...more,
  }
}

export function confirmed(print: string, more: Partial<Confirmed> = {}): Confirmed {
  return {
    candidate: aCandidate(),
    fingerprint: fingerprintOf(`v1:${print.padEnd(32, '0')}`),
    verdict: { is: 'reproduced', reproduced: 2, attempts: 2 },
    path: [{ kind: 'back' }],
    stepWords: ['Go back'],
    replays: 2,
    cost: 3,
    shortestKnown: 3,
    flow: {
      name: 'save-without-name.yaml',
      text: 'appId: dev.example.lists\n---\n- back\n',
      result: 'reproduced',
      asserts: 'nocturne',
    },
    inPreviousBuild: null,
    step: 4,
    pictures: [],
    ...more,
  }
}
