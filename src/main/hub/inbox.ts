// The inbox and a finding's page, as people read them, out of what the store keeps. Words only; no decisions.
import { labelOf, rankOf } from '#shared/domain/check.ts'
import type { Action } from '#shared/domain/night.ts'
import type { FindingRow } from '#shared/domain/finding.ts'
import type { FindingId } from '#shared/domain/ids.ts'
import type { Dropped, FindingPage, Inbox, InboxRow, NightLine } from '#shared/protocol/shapes.ts'
import { readText } from '#main/sys/files.ts'
import { screenSizeOf } from '#main/store/artifacts.ts'
import type { FindingCard } from '#main/store/findings.ts'
import type { DroppedCandidate, Store } from '#main/store/store.ts'

export const artifactUrl = (relative: string): string =>
  `/artifact/${relative.split('/').map(encodeURIComponent).join('/')}`

const logCharactersMax = 20_000

export const isOpen = (row: FindingRow): boolean => ['new', 'seen', 'regressed', 'crash_log'].includes(row.status)
export const isFresh = (row: FindingRow): boolean =>
  row.shown &&
  (row.status === 'new' || row.status === 'regressed' || (row.status === 'crash_log' && row.seen_count === 1))

/** Fresh ones first, then the worst, then the ones that always show. */
export function worstFirst(a: FindingRow, b: FindingRow): number {
  return (
    Number(isFresh(b)) - Number(isFresh(a)) ||
    rankOf(a.check) - rankOf(b.check) ||
    rateOf(b) - rateOf(a) ||
    a.title.localeCompare(b.title, 'en') ||
    a.id.localeCompare(b.id, 'en')
  )
}

function rateOf(row: FindingRow): number {
  const [reproduced = 0, attempts = 0] = row.reproduced.split('/').map(Number)
  return attempts === 0 ? 0 : reproduced / attempts
}

export function inboxOf(store: Store, running: (id: string) => boolean): Inbox {
  const cards = store.findings.cards().toSorted((a, b) => worstFirst(a.row, b.row))
  const rows = cards.map(card => card.row)
  const shown = rows.filter(row => row.shown)
  const last = store.lastNight()
  return {
    rows: cards.map(rowOf),
    counts: {
      fresh: rows.filter(isFresh).length,
      open: shown.filter(isOpen).length,
      also_confirmed: rows.filter(row => !row.shown && isOpen(row)).length,
      snoozed: rows.filter(row => row.status === 'snoozed').length,
      declined: rows.filter(row => row.status === 'declined').length,
      accepted: rows.filter(row => row.status === 'accepted').length,
    },
    last_night:
      last === null
        ? null
        : {
            night: nightLineOf(last, running(last.id)),
            words: nightWords(nightLineOf(last, false)),
            dropped: store.dropped(last.id).map(droppedOf),
          },
  }
}

export function rowOf({ row, until, pictures }: FindingCard): InboxRow {
  const after = pictures.find(picture => picture.role === 'after') ?? pictures[0]
  return {
    id: row.id,
    check: row.check,
    label: labelOf(row.check),
    severity: row.severity,
    title: row.title,
    screen: row.screen,
    reproduced: row.reproduced,
    status: row.status,
    shown: row.shown,
    seen: seenWords(row),
    app: row.app,
    last_seen: row.last_seen,
    until,
    picture: after === undefined ? null : artifactUrl(after.file),
  }
}

/** "new in 41", "also in the previous build", "seen 4 nights", "back in 43". */
export function seenWords(row: FindingRow): string {
  const build = row.builds.at(-1) ?? ''
  if (row.status === 'regressed') return `back in ${build}`
  if (row.seen_count > 1) return `seen ${row.seen_count} nights`
  if (row.in_previous_build === true) return 'also in the previous build'
  return row.in_previous_build === false ? `new in ${build}` : `first seen in ${build}`
}

export function nightLineOf(night: ReturnType<Store['nights']>[number], running: boolean): NightLine {
  const { appLabel, ...rest } = night
  return { ...rest, app_label: appLabel, running }
}

/** "8 h on 2 devices, 1 842 steps, 46 screens, 3 findings. 2 candidates did not reproduce." */
export function nightWords(night: NightLine): string {
  const ms = night.ended === null ? 0 : Date.parse(night.ended) - Date.parse(night.started)
  const parts = [
    `${durationWords(ms)} on ${counted(night.devices.length, 'device')}`,
    counted(night.steps, 'step'),
    counted(night.screens, 'screen'),
    night.findings === 0 ? 'nothing that held up' : counted(night.findings, 'finding'),
  ]
  const dropped = night.not_reproduced === 0 ? '' : ` ${counted(night.not_reproduced, 'candidate')} did not reproduce.`
  return `${parts.join(', ')}.${dropped}`
}

export function durationWords(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return `${Math.max(0, Math.round(ms / 1000))} s`
  if (minutes < 90) return `${minutes} min`
  const rest = minutes % 60
  return rest === 0 || minutes >= 600 ? `${Math.round(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${rest} min`
}

const counted = (n: number, word: string): string =>
  `${String(n).replaceAll(/\B(?=(\d{3})+$)/gu, ' ')} ${word}${n === 1 ? '' : 's'}`

export function droppedOf(one: DroppedCandidate): Dropped {
  const { check, title, screenName } = one.candidate
  return { check, label: labelOf(check), title, screen: screenName, words: one.words }
}

export async function pageOf(store: Store, id: FindingId): Promise<FindingPage> {
  const record = store.findings.record(id)
  const { row, candidate } = record
  const touched = touchedAt(record.path)
  const steps = record.pictures.filter(picture => picture.role === 'step')
  return {
    finding: row,
    label: labelOf(row.check),
    seen: seenWords(row),
    pictures: record.pictures
      .filter(picture => picture.role !== 'step')
      .map(picture => {
        const size = screenSizeOf(picture.file)
        return {
          role: picture.role,
          url: artifactUrl(picture.file),
          words: picture.role === 'before' ? `Before, on ${row.screen}` : row.title,
          width: size?.width ?? null,
          height: size?.height ?? null,
          mark: size === null ? null : share(picture.role === 'after' ? candidate.mark : touched, size),
        }
      }),
    steps: row.steps.map((words, index) => {
      const picture = steps[index]
      return { words, picture: picture === undefined ? null : artifactUrl(picture.file) }
    }),
    log: record.log === null ? null : (await readText(store.artifacts.path(record.log))).slice(0, logCharactersMax),
    flow: await flowOf(store, record.flow),
    history: record.history,
    until: record.until,
    reason: record.reason,
    of: record.of,
    details: [
      { name: 'Id', value: row.id },
      { name: 'Fingerprint', value: row.fingerprint },
      { name: 'Check', value: row.check },
      { name: 'Element', value: row.element },
      { name: 'Signature', value: candidate.signature },
      { name: 'Frames', value: candidate.frames.join('\n') },
      { name: 'Builds', value: row.builds.join(', ') },
      { name: 'Replays', value: String(record.replays) },
      { name: 'Shortest known', value: row.shortest_known === null ? '' : `${row.shortest_known} actions` },
      { name: 'First night', value: record.firstNight },
      { name: 'Last night', value: record.lastNight },
    ].filter(detail => detail.value !== ''),
  }
}

async function flowOf(store: Store, relative: string | null): Promise<FindingPage['flow']> {
  if (relative === null) return null
  const file = store.artifacts.path(relative)
  return { name: relative.slice(relative.lastIndexOf('/') + 1), file, text: await readText(file) }
}

type Mark = NonNullable<FindingPage['pictures'][number]['mark']>

/** Half a finger's width and some, device pixels: what the mark of a touch shows round its point. */
const touchPx = 84

/** Where the last step touched, to be marked in the picture before it; null when it touched nothing. */
function touchedAt(path: readonly Action[]): Mark | null {
  const last = path.at(-1)
  if (last === undefined || !('target' in last)) return null
  const { x, y } = last.target.at
  return { left: x - touchPx, top: y - touchPx, right: x + touchPx, bottom: y + touchPx }
}

function share(mark: Mark | null, size: { readonly width: number; readonly height: number }): Mark | null {
  if (mark === null) return null
  const x = (value: number): number => Math.min(1, Math.max(0, value / size.width))
  const y = (value: number): number => Math.min(1, Math.max(0, value / size.height))
  return { left: x(mark.left), top: y(mark.top), right: x(mark.right), bottom: y(mark.bottom) }
}
