// A filed finding replayed on demand: its kept path from a fresh start, the same question at the end, a few times.
// Used by the hub for `finding replay` and by the window's "Replay now".
import type { MapRow, NightBook } from '#shared/domain/book.ts'
import type { Build } from '#shared/domain/device.ts'
import type { Fingerprint } from '#shared/domain/ids.ts'
import type { Action, Candidate, Condition } from '#shared/domain/night.ts'
import type { Device } from '#main/device/device.ts'
import { Actuator } from '#main/explore/actuator.ts'
import { Replayer } from '#main/explore/replay.ts'
import { ScreenMap } from '#main/explore/screen-map.ts'
import { SettingsJournal } from '#main/explore/settings-journal.ts'
import type { Probe, Raised } from '#main/explore/trail.ts'

export interface ReplayedFinding {
  readonly candidate: Candidate
  readonly fingerprint: Fingerprint
  readonly path: readonly Action[]
  readonly condition: Condition | null
}

export interface ReplayFindingParts {
  readonly device: Device
  readonly app: string
  /** Installed first; null where the app is on the device. */
  readonly build: Build | null
  readonly finding: ReplayedFinding
  readonly map: readonly MapRow[]
  readonly book: NightBook
  readonly attempts: number
}

const putBackMs = 10_000

export async function replayFinding(
  parts: ReplayFindingParts,
  signal: AbortSignal,
): Promise<{ readonly reproduced: number; readonly attempts: number; readonly words: string }> {
  const { device, app, finding } = parts
  const leash = { never: [], allow: [] }
  await using actuator = new Actuator(device, {
    app,
    launchArguments: {},
    leash,
    ownerName: 'a replay',
    orientation: finding.condition === 'landscape' ? 'landscape' : 'portrait',
  })
  const journal = new SettingsJournal(parts.book, device, null)
  const map = ScreenMap.from(app, parts.map)
  const replayer = new Replayer(
    actuator,
    map,
    {
      actuator,
      app,
      surface: device.model.surface,
      map,
      leash,
      condition: finding.condition,
      bases: finding.condition === null ? null : new Map(),
      examined: new Set(),
      typed: new Set(),
      settled: new Set(),
      replay: true,
    },
    { build: parts.build, condition: finding.condition, leash, number: 1 },
  )
  try {
    await journal.set(await actuator.grant, finding.condition, signal)
    let reproduced = 0
    let words = ''
    for (let attempt = 0; attempt < parts.attempts; attempt += 1) {
      const result = await replayer.attempt(raisedOf(finding), finding.path, signal)
      if (result.reproduced) reproduced += 1
      words = result.words
    }
    return { reproduced, attempts: parts.attempts, words }
  } finally {
    await journal.putBack(await actuator.grant, AbortSignal.timeout(putBackMs))
  }
}

function raisedOf({ candidate, fingerprint, path }: ReplayedFinding): Raised {
  return { candidate, fingerprint, probe: probeOf(candidate, path), upTo: path.length, step: 0, nightStep: 0 }
}

/** How the question is put again, told from the kind of fault and the end of its path. */
function probeOf({ check, message }: Candidate, path: readonly Action[]): Probe {
  switch (check) {
    case 'dead_control':
      return { kind: 'dead', tail: 1 }
    case 'data_loss': {
      const turns = path.slice(-2).filter(action => action.kind === 'turn').length
      return { kind: 'life', tail: Math.max(1, turns) }
    }
    case 'loading':
      return { kind: 'loading', tail: 1 }
    case 'frozen':
      return { kind: 'frozen', tail: 1 }
    case 'back_stack':
      return { kind: 'back', tail: 2 }
    case 'silent_validation':
      return { kind: 'silent', tail: 1, row: message }
    case 'crash':
    case 'native_crash':
    case 'anr':
    case 'left_app':
      return { kind: 'look', tail: 1 }
    case 'blank':
    case 'a11y':
    case 'contrast':
    case 'target':
    case 'truncated':
    case 'overlap':
    case 'placeholder':
    case 'raw_error':
    case 'offline':
    case 'dark':
    case 'big_text':
    case 'locale':
    case 'rtl':
    case 'focus':
    case 'goal':
    case 'logic':
      return { kind: 'look', tail: 0 }
  }
}
