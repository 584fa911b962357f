// Findings: merged by fingerprint, triaged by people, undone. The rules of merging and of coming back are all here.
import { Refusal } from '#shared/base/refusal.ts'
import { severityOf } from '#shared/domain/check.ts'
import type { Check, Severity } from '#shared/domain/check.ts'
import type { Confirmed, FindingRow, FindingStatus, FlowResult } from '#shared/domain/finding.ts'
import { findingId, fingerprintOf } from '#shared/domain/ids.ts'
import type { FindingId, Fingerprint, NightId } from '#shared/domain/ids.ts'
import type { Action, Candidate, Condition, SetUpSource } from '#shared/domain/night.ts'
import type { WallClock } from '#main/sys/clock.ts'
import type { Artifacts } from '#main/store/artifacts.ts'
import { jsonOf, numberOf, textOf, textOrNull } from '#main/store/database.ts'
import type { Database, Row } from '#main/store/database.ts'

export type TriageRequest =
  | { readonly do: 'accept' }
  | { readonly do: 'duplicate'; readonly of: FindingId }
  | { readonly do: 'decline'; readonly reason: string }
  | { readonly do: 'snooze'; readonly until: string | null }
  | { readonly do: 'restore' }
  | { readonly do: 'undo' }

/** A finding with what only its page and its replay need. */
export interface FindingRecord {
  readonly row: FindingRow
  readonly candidate: Candidate
  readonly path: readonly Action[]
  /** Relative to the artifacts folder. */
  readonly pictures: readonly Confirmed['pictures'][number][]
  readonly flow: string | null
  readonly log: string | null
  readonly firstNight: NightId
  readonly lastNight: NightId
  /** It was found in this condition; null is the plain one. */
  readonly condition: Condition | null
  readonly seed: number
  /** The flow that was played before its mission; null for none. */
  readonly setUp: SetUpSource | null
  readonly until: string | null
  readonly reason: string | null
  readonly of: FindingId | null
  readonly replays: number
  readonly cost: number
  readonly history: readonly { readonly at: string; readonly words: string }[]
}

/** A finding as a list shows it. */
export type FindingCard = Pick<FindingRecord, 'row' | 'until' | 'pictures'>

const snoozeDays = 7
/** Nights of other builds that met its screen without it, before an untriaged finding counts as gone. */
const missedNightsMax = 3

/** What a person's decision changes, and `undo` puts back. */
interface Standing {
  readonly status: FindingStatus
  readonly shown: number
  readonly snoozed_until: string | null
  readonly reason: string | null
  readonly duplicate_of: string | null
}

/** The files of a finding, relative to the artifacts folder. */
interface KeptEvidence {
  readonly flow: string | null
  readonly log: string | null
  readonly pictures: Confirmed['pictures']
}

export class Findings {
  readonly #db: Database
  readonly #artifacts: Artifacts
  readonly #clock: WallClock

  constructor(db: Database, artifacts: Artifacts, clock: WallClock) {
    this.#db = db
    this.#artifacts = artifacts
    this.#clock = clock
  }

  known(fingerprint: Fingerprint): 'new' | 'seen' | 'declined' {
    const row = this.#db.get('SELECT status FROM findings WHERE fingerprint = ?', fingerprint)
    if (row === null) return 'new'
    return textOf(row, 'status') === 'declined' ? 'declined' : 'seen'
  }

  /** Within the caller's transaction. Files are written before the rows that name them. */
  file(
    night: NightId,
    mission: number,
    app: string,
    build: string,
    confirmed: Confirmed,
    shown: boolean,
  ): { readonly id: FindingId; readonly isNew: boolean } {
    const old = this.#db.get('SELECT * FROM findings WHERE fingerprint = ?', confirmed.fingerprint)
    const id = old === null ? this.#freeId(confirmed.fingerprint) : findingId(textOf(old, 'id'))
    if (old === null) this.#insert(id, night, mission, app, build, confirmed, shown)
    else this.#merge(id, old, night, build, confirmed, shown)
    this.#db.run('INSERT INTO night_findings VALUES (?, ?, ?) ON CONFLICT DO NOTHING', night, id, old === null ? 1 : 0)
    return { id, isNew: old === null }
  }

  flowPlayed(id: FindingId, result: FlowResult, text: string): void {
    const flow = textOrNull(this.#need(id), 'flow')
    if (flow === null) throw new Error(`${id} has no flow`)
    this.#artifacts.writeFinding(id, flow.slice(flow.lastIndexOf('/') + 1), text)
    this.#db.run('UPDATE findings SET flow_result = ? WHERE id = ?', result, id)
  }

  triage(id: FindingId, request: TriageRequest): void {
    this.#db.transaction(() => {
      const row = this.#need(id)
      if (request.do === 'undo') return this.#undo(id)
      const before: Standing = standingOf(row)
      const { after, words } = this.#decided(id, before, request)
      if (sameStanding(before, after)) return
      this.#setStanding(id, after)
      this.#db.run(
        'INSERT INTO triage (finding, at, did, words, before, undone) VALUES (?, ?, ?, ?, ?, 0)',
        id,
        this.#clock.now(),
        request.do,
        words,
        JSON.stringify(before),
      )
    })
  }

  list(): readonly FindingRow[] {
    return this.#db.all(`SELECT ${listed} FROM findings`).map(row => this.#rowOf(row))
  }

  /** All of them in one go, with what a list shows beside the row. */
  cards(): readonly FindingCard[] {
    return this.#db.all(`SELECT ${listed} FROM findings`).map(row => this.#cardOf(row))
  }

  cardsOfNight(night: NightId): readonly FindingCard[] {
    return this.#rowsOfNight(night).map(row => this.#cardOf(row))
  }

  card(id: FindingId): FindingCard {
    return this.#cardOf(this.#need(id))
  }

  withFingerprint(fingerprint: string | null): FindingRow | undefined {
    const row = fingerprint === null ? null : this.#db.get('SELECT * FROM findings WHERE fingerprint = ?', fingerprint)
    return row === null ? undefined : this.#rowOf(row)
  }

  ofNight(night: NightId): readonly FindingRow[] {
    return this.#rowsOfNight(night).map(row => this.#rowOf(row))
  }

  record(id: FindingId): FindingRecord {
    const row = this.#need(id)
    const of = textOrNull(row, 'duplicate_of')
    return {
      row: this.#rowOf(row),
      candidate: jsonOf(row, 'candidate'),
      path: jsonOf(row, 'path'),
      pictures: jsonOf(row, 'pictures'),
      flow: textOrNull(row, 'flow'),
      log: textOrNull(row, 'log'),
      firstNight: textOf(row, 'first_night') as NightId,
      lastNight: textOf(row, 'last_night') as NightId,
      condition: textOrNull(row, 'condition'),
      seed: numberOf(row, 'seed'),
      setUp: textOrNull(row, 'setup') === null ? null : jsonOf<SetUpSource>(row, 'setup'),
      until: textOrNull(row, 'snoozed_until'),
      reason: textOrNull(row, 'reason'),
      of: of === null ? null : findingId(of),
      replays: numberOf(row, 'replays'),
      cost: numberOf(row, 'cost'),
      history: this.#db.all('SELECT at, words, undone FROM triage WHERE finding = ? ORDER BY id', id).map(entry => ({
        at: textOf(entry, 'at'),
        words: textOf(entry, 'words') + (numberOf(entry, 'undone') === 1 ? ' (undone)' : ''),
      })),
    }
  }

  /**
   * After a whole night of a build in which a finding was never seen: it counts as missed when the night met its screen.
   * An accepted one is then gone (somebody fixed it); an open one after three such nights. Seen again it is `regressed`.
   */
  missedBy(night: NightId, app: string, build: string, screenNames: ReadonlySet<string>): void {
    const open = this.#db.all(
      `SELECT * FROM findings WHERE app = ? AND last_night <> ? AND status IN ('new', 'seen', 'regressed', 'crash_log', 'accepted')`,
      app,
      night,
    )
    for (const row of open) {
      if (!screenNames.has(textOf(row, 'screen')) || jsonOf<readonly string[]>(row, 'builds').includes(build)) continue
      const missed = numberOf(row, 'missed_nights') + 1
      const gone = textOf(row, 'status') === 'accepted' || missed >= missedNightsMax
      this.#db.run(
        'UPDATE findings SET missed_nights = ?, status = ? WHERE id = ?',
        missed,
        gone ? 'gone' : textOf(row, 'status'),
        textOf(row, 'id'),
      )
    }
  }

  /** Only what is still new is shown or not shown by a night: what a person decided stands. */
  show(shown: readonly FindingId[], others: readonly FindingId[]): void {
    for (const [ids, is] of [
      [shown, 1],
      [others, 0],
    ] as const)
      for (const id of ids)
        this.#db.run(`UPDATE findings SET shown = ? WHERE id = ? AND status IN ('new', 'crash_log')`, is, id)
  }

  #insert(
    id: FindingId,
    night: NightId,
    mission: number,
    app: string,
    build: string,
    confirmed: Confirmed,
    shown: boolean,
  ): void {
    const { candidate, verdict } = confirmed
    const now = this.#clock.now()
    const kept = this.#evidence(id, confirmed)
    const evidence = evidenceColumns(confirmed, kept)
    this.#db.run(
      `INSERT INTO findings (id, fingerprint, app, kind, severity, screen, element, status, shown, first_seen, last_seen,
        seen_count, builds, in_previous_build, clip, log, first_night, last_night, missed_nights, condition, setup, seed,
        ${Object.keys(evidence).join(', ')})
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, NULL, ?, ?, ?, 0,
        (SELECT condition FROM missions WHERE night = ? AND n = ?), (SELECT setup FROM missions WHERE night = ? AND n = ?),
        (SELECT seed FROM nights WHERE id = ?), ${Object.keys(evidence)
          .map(() => '?')
          .join(', ')})`,
      id,
      confirmed.fingerprint,
      app,
      candidate.check,
      severityOf(candidate.check),
      candidate.screenName,
      candidate.element,
      verdict.is === 'crash_log' ? 'crash_log' : 'new',
      shown ? 1 : 0,
      now,
      now,
      JSON.stringify([build]),
      confirmed.inPreviousBuild === null ? null : Number(confirmed.inPreviousBuild),
      kept.log,
      night,
      night,
      night,
      mission,
      night,
      mission,
      night,
      ...Object.values(evidence),
    )
  }

  #merge(id: FindingId, old: Row, night: NightId, build: string, confirmed: Confirmed, shown: boolean): void {
    const builds = jsonOf<readonly string[]>(old, 'builds')
    const status = seenAgain(old, confirmed, this.#clock.now())
    this.#db.run(
      `UPDATE findings SET seen_count = seen_count + ?, last_seen = ?, last_night = ?, builds = ?, status = ?, missed_nights = 0,
        shown = ?, in_previous_build = coalesce(?, in_previous_build) WHERE id = ?`,
      // Found twice in one night (two devices, two missions) is one sighting.
      textOf(old, 'last_night') === night ? 0 : 1,
      this.#clock.now(),
      night,
      JSON.stringify(builds.includes(build) ? builds : [...builds, build]),
      status,
      status === 'declined' ? 0 : Number(shown || status === 'regressed' || numberOf(old, 'shown') === 1),
      confirmed.inPreviousBuild === null ? null : Number(confirmed.inPreviousBuild),
      id,
    )
    if (isBetter(old, confirmed)) this.#replaceEvidence(id, confirmed)
  }

  #replaceEvidence(id: FindingId, confirmed: Confirmed): void {
    const kept = this.#evidence(id, confirmed)
    const evidence = evidenceColumns(confirmed, kept)
    const settings = Object.keys(evidence).map(column => `${column} = ?`)
    this.#db.run(
      `UPDATE findings SET log = coalesce(?, log), ${settings.join(', ')} WHERE id = ?`,
      kept.log,
      ...Object.values(evidence),
      id,
    )
  }

  /** Writes its files and tells where they are. */
  #evidence(id: FindingId, confirmed: Confirmed): KeptEvidence {
    const { flow, candidate } = confirmed
    return {
      flow:
        flow === null
          ? null
          : this.#artifacts.writeFinding(id, /\.ya?ml$/u.test(flow.name) ? flow.name : `${flow.name}.yaml`, flow.text),
      log: candidate.log === null ? null : this.#artifacts.writeFinding(id, 'log.txt', candidate.log),
      pictures: confirmed.pictures.map(picture => ({
        role: picture.role,
        file: this.#artifacts.adopt(id, picture.file),
      })),
    }
  }

  #decided(
    id: FindingId,
    before: Standing,
    request: Exclude<TriageRequest, { do: 'undo' }>,
  ): { after: Standing; words: string } {
    const open = { ...before, snoozed_until: null, reason: null, duplicate_of: null }
    switch (request.do) {
      case 'accept':
        return { after: { ...open, status: 'accepted', shown: 1 }, words: 'Accepted' }
      case 'duplicate': {
        if (request.of === id)
          throw new Refusal('bad-value', 'A finding cannot be a duplicate of itself.', { where: 'of' })
        if (textOrNull(this.#need(request.of), 'duplicate_of') === id)
          throw new Refusal('bad-value', `${request.of} is already a duplicate of this one.`, { where: 'of' })
        return {
          after: { ...open, status: 'duplicate', duplicate_of: request.of },
          words: `Duplicate of ${request.of}`,
        }
      }
      case 'decline': {
        const reason = request.reason.trim()
        if (reason === '')
          throw new Refusal('bad-value', 'Say why it is declined: the reason is kept with the finding.', {
            where: 'reason',
          })
        return { after: { ...open, status: 'declined', shown: 0, reason }, words: `Declined: ${reason}` }
      }
      case 'snooze': {
        const until = request.until ?? new Date(this.#clock.ms() + snoozeDays * 86_400_000).toISOString()
        if (Number.isNaN(Date.parse(until)))
          throw new Refusal('bad-value', `"${until}" is not a time.`, { where: 'until' })
        if (Date.parse(until) <= this.#clock.ms())
          throw new Refusal('bad-value', 'That time has passed.', { where: 'until' })
        return {
          after: { ...open, status: 'snoozed', snoozed_until: until },
          words: `Snoozed until ${until.slice(0, 16).replace('T', ' ')}`,
        }
      }
      case 'restore':
        return { after: { ...open, status: 'seen', shown: 1 }, words: 'Brought back' }
    }
  }

  #undo(id: FindingId): void {
    const last = this.#db.get('SELECT * FROM triage WHERE finding = ? AND undone = 0 ORDER BY id DESC LIMIT 1', id)
    if (last === null) throw new Refusal('bad-value', 'There is nothing to undo for this finding.', { where: id })
    this.#setStanding(id, jsonOf<Standing>(last, 'before'))
    this.#db.run('UPDATE triage SET undone = 1 WHERE id = ?', numberOf(last, 'id'))
  }

  #setStanding(id: FindingId, standing: Standing): void {
    this.#db.run(
      'UPDATE findings SET status = ?, shown = ?, snoozed_until = ?, reason = ?, duplicate_of = ? WHERE id = ?',
      standing.status,
      standing.shown,
      standing.snoozed_until,
      standing.reason,
      standing.duplicate_of,
      id,
    )
  }

  #rowsOfNight(night: NightId): readonly Row[] {
    return this.#db.all(
      `SELECT ${listed} FROM findings JOIN night_findings n ON n.finding = findings.id WHERE n.night = ?`,
      night,
    )
  }

  #freeId(fingerprint: Fingerprint): FindingId {
    const hex = fingerprint.slice(fingerprint.indexOf(':') + 1)
    for (let length = 8; ; length += 4) {
      const id = findingId(`f-${hex.slice(0, length)}`)
      if (this.#db.get('SELECT id FROM findings WHERE id = ?', id) === null) return id
      if (length > hex.length) throw new Error(`two findings have the fingerprint ${fingerprint}`)
    }
  }

  #need(id: FindingId): Row {
    const row = this.#db.get('SELECT * FROM findings WHERE id = ?', id)
    if (row === null)
      throw new Refusal('bad-value', `There is no finding "${id}".`, {
        where: 'id',
        hint: '`nocturne findings --all` lists them.',
      })
    return row
  }

  #cardOf(row: Row): FindingCard {
    return { row: this.#rowOf(row), until: textOrNull(row, 'snoozed_until'), pictures: jsonOf(row, 'pictures') }
  }

  #rowOf(row: Row): FindingRow {
    const absolute = (relative: string | null): string | null =>
      relative === null ? null : this.#artifacts.path(relative)
    const previous = row['in_previous_build']
    return {
      id: findingId(textOf(row, 'id')),
      fingerprint: fingerprintOf(textOf(row, 'fingerprint')),
      app: textOf(row, 'app'),
      check: textOf(row, 'kind') as Check,
      severity: textOf(row, 'severity') as Severity,
      screen: textOf(row, 'screen'),
      element: textOf(row, 'element'),
      title: textOf(row, 'title'),
      reproduced: `${numberOf(row, 'reproduced')}/${numberOf(row, 'attempts')}`,
      status: statusNow(row, this.#clock.now()),
      shown: numberOf(row, 'shown') === 1,
      first_seen: textOf(row, 'first_seen'),
      last_seen: textOf(row, 'last_seen'),
      seen_count: numberOf(row, 'seen_count'),
      builds: jsonOf(row, 'builds'),
      in_previous_build: typeof previous === 'number' ? previous === 1 : null,
      steps: jsonOf(row, 'steps'),
      shortest_known: typeof row['shortest_known'] === 'number' ? row['shortest_known'] : null,
      flow: absolute(textOrNull(row, 'flow')),
      flow_result: textOf(row, 'flow_result') as FlowResult,
      asserts: textOf(row, 'asserts') as 'maestro' | 'nocturne',
      pictures: jsonOf<Confirmed['pictures']>(row, 'pictures').map(picture => this.#artifacts.path(picture.file)),
      clip: absolute(textOrNull(row, 'clip')),
      log: absolute(textOrNull(row, 'log')),
      why: textOf(row, 'why'),
      why_not_noise: textOf(row, 'why_not_noise'),
    }
  }
}

/** What a list needs: not the path and the candidate with its log, which are most of a row. */
const listed = [
  'id, fingerprint, app, kind, severity, screen, element, title, reproduced, attempts, status, shown, first_seen, last_seen',
  'seen_count, builds, in_previous_build, steps, shortest_known, flow, flow_result, asserts, pictures, clip, log, why',
  'why_not_noise, snoozed_until',
].join(', ')

/** What a better sighting replaces as a whole: the columns that say how it is seen, and how surely. */
function evidenceColumns(
  { candidate, verdict, flow, ...confirmed }: Confirmed,
  kept: KeptEvidence,
): Readonly<Record<string, string | number | null>> {
  return {
    title: candidate.title,
    reproduced: verdict.is === 'reproduced' ? verdict.reproduced : 0,
    attempts: verdict.attempts,
    steps: JSON.stringify(confirmed.stepWords),
    path: JSON.stringify(confirmed.path),
    candidate: JSON.stringify(candidate),
    cost: confirmed.cost,
    replays: confirmed.replays,
    shortest_known: confirmed.shortestKnown,
    flow: kept.flow,
    flow_result: flow?.result ?? 'not_played',
    asserts: flow?.asserts ?? 'nocturne',
    pictures: JSON.stringify(kept.pictures),
    why: candidate.why,
    why_not_noise: candidate.whyNotNoise,
  }
}

/** A snooze that has run out is over without anybody writing it down. */
function statusNow(row: Row, now: string): FindingStatus {
  const status = textOf(row, 'status') as FindingStatus
  const until = textOrNull(row, 'snoozed_until')
  return status === 'snoozed' && until !== null && Date.parse(until) <= Date.parse(now) ? 'seen' : status
}

/** What a finding becomes when a night confirms it once more. */
function seenAgain(old: Row, confirmed: Confirmed, now: string): FindingStatus {
  const status = statusNow(old, now)
  switch (status) {
    case 'new':
    case 'seen':
      return 'seen'
    case 'crash_log':
      return confirmed.verdict.is === 'reproduced' ? 'seen' : 'crash_log'
    case 'gone':
    case 'regressed':
      return 'regressed'
    // A person has decided; seeing it again changes the count, not the decision.
    case 'declined':
    case 'snoozed':
    case 'accepted':
    case 'duplicate':
      return status
  }
}

function isBetter(old: Row, confirmed: Confirmed): boolean {
  const rate = confirmed.verdict.is === 'reproduced' ? confirmed.verdict.reproduced / confirmed.verdict.attempts : 0
  const oldRate = numberOf(old, 'reproduced') / Math.max(1, numberOf(old, 'attempts'))
  const flows = confirmed.flow?.result === 'reproduced'
  const oldFlows = textOf(old, 'flow_result') === 'reproduced'
  if (flows !== oldFlows && rate > 0) return flows
  return rate > oldRate || (rate === oldRate && confirmed.cost < numberOf(old, 'cost'))
}

function standingOf(row: Row): Standing {
  return {
    status: textOf(row, 'status') as FindingStatus,
    shown: numberOf(row, 'shown'),
    snoozed_until: textOrNull(row, 'snoozed_until'),
    reason: textOrNull(row, 'reason'),
    duplicate_of: textOrNull(row, 'duplicate_of'),
  }
}

const sameStanding = (a: Standing, b: Standing): boolean => JSON.stringify(a) === JSON.stringify(b)
