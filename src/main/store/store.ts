// The store of one home: the night's book, findings, maps, the settings journal and settings, in one SQLite file with
// artifacts beside it. One hub holds it; nights write through `NightBook`, the hub's handlers read.
import { join } from 'node:path'
import type { z } from 'zod'
import { parse } from '#shared/base/parse.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type {
  BegunMission,
  FiledFinding,
  MapRow,
  NightBook,
  NightEnd,
  PictureFile,
  SettingEntry,
} from '#shared/domain/book.ts'
import type { SettingControl } from '#shared/domain/device.ts'
import type { Confirmed, FlowResult, Verdict } from '#shared/domain/finding.ts'
import { deviceId, nightId } from '#shared/domain/ids.ts'
import type { DeviceId, FindingId, Fingerprint, NightId } from '#shared/domain/ids.ts'
import type { Candidate, EndedBy, MissionRow, NightRow, Step } from '#shared/domain/night.ts'
import { wallClock } from '#main/sys/clock.ts'
import type { WallClock } from '#main/sys/clock.ts'
import { Artifacts } from '#main/store/artifacts.ts'
import { Database, jsonOf, numberOf, textOf, textOrNull } from '#main/store/database.ts'
import type { Row } from '#main/store/database.ts'
import { Findings } from '#main/store/findings.ts'

export interface KeptStep {
  readonly mission: number
  readonly device: DeviceId
  readonly step: Step
  readonly picture: PictureFile
}

export interface DroppedCandidate {
  readonly candidate: Candidate
  /** False for one beyond the cap of its mission. */
  readonly replayed: boolean
  readonly words: string
}

export class Store implements NightBook, Disposable {
  readonly findings: Findings
  readonly artifacts: Artifacts
  readonly #db: Database
  readonly #clock: WallClock
  readonly #listeners = new Set<() => void>()

  constructor(home: string, clock: WallClock = wallClock) {
    this.artifacts = new Artifacts(home)
    this.#db = new Database(join(home, 'nocturne.sqlite'))
    this.#clock = clock
    this.findings = new Findings(this.#db, this.artifacts, clock)
  }

  [Symbol.dispose](): void {
    this.#db.close()
  }

  /** Called after nights or findings changed (not for each step). */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  changed(): void {
    Array.from(this.#listeners).forEach(listener => listener())
  }

  /** Statements run so far. */
  get statements(): number {
    return this.#db.statements
  }

  damage(): string {
    return this.#db.damage()
  }

  // ---- the night's book

  beginNight(night: NightRow): void {
    this.#db.transaction(() => {
      const place = numberOf(this.#db.get('SELECT coalesce(max(place), 0) + 1 AS next FROM nights') ?? {}, 'next')
      this.#db.run(
        'INSERT INTO nights VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
        night.id,
        night.app,
        night.appLabel,
        night.build,
        JSON.stringify(night.devices),
        night.started,
        night.ended,
        night.ended_by,
        night.steps,
        night.screens,
        night.new_screens,
        night.not_reproduced,
        night.seed,
        place,
      )
    })
    this.changed()
  }

  beginMission(night: NightId, mission: number, row: BegunMission): void {
    this.#db.run(
      `INSERT INTO missions (night, n, card, device, condition, steps, ended_by, judged, setup) VALUES (?, ?, ?, ?, ?, 0, NULL, 'not judged', ?)`,
      night,
      mission,
      row.card,
      row.device,
      row.condition,
      row.setUp == null ? null : JSON.stringify(row.setUp),
    )
  }

  step(night: NightId, mission: number, step: Step, picture: PictureFile, app: string, map: readonly MapRow[]): void {
    this.#db.transaction(() => {
      const { candidates, ...rest } = step
      this.#db.run(
        'INSERT INTO steps (night, mission, n, screen, picture, step) VALUES (?, ?, ?, ?, ?, ?)',
        night,
        mission,
        step.n,
        step.screen,
        picture,
        JSON.stringify({ ...rest, candidates: candidates.map(candidate => ({ ...candidate, log: null })) }),
      )
      for (const candidate of candidates) this.#insertCandidate(night, mission, candidate, null, null, null)
      this.#saveRows(app, map)
      // A person's steps are in the record, and no part of what the night did.
      if (step.by === 'person') return
      this.#db.run('UPDATE missions SET steps = steps + 1 WHERE night = ? AND n = ?', night, mission)
      this.#db.run('UPDATE nights SET steps = steps + 1 WHERE id = ?', night)
    })
  }

  verdict(
    night: NightId,
    mission: number,
    candidate: Candidate,
    fingerprint: Fingerprint,
    verdict: Verdict | { readonly is: 'not_replayed' },
  ): void {
    this.#db.transaction(() => {
      const words = verdict.is === 'dropped' ? verdict.words : null
      const { changes } = this.#db.run(
        `UPDATE candidates SET fingerprint = ?, verdict = ?, words = ?
          WHERE night = ? AND mission = ? AND kind = ? AND element = ? AND observation = ? AND title = ?`,
        fingerprint,
        verdict.is,
        words,
        night,
        mission,
        candidate.check,
        candidate.element,
        candidate.observation,
        candidate.title,
      )
      if (changes === 0) this.#insertCandidate(night, mission, candidate, fingerprint, verdict.is, words)
      if (verdict.is === 'dropped')
        this.#db.run('UPDATE nights SET not_reproduced = not_reproduced + 1 WHERE id = ?', night)
    })
  }

  show(_night: NightId, shown: readonly FindingId[], others: readonly FindingId[]): void {
    this.#db.transaction(() => this.findings.show(shown, others))
    this.changed()
  }

  file(
    night: NightId,
    mission: number,
    app: string,
    build: string,
    confirmed: Confirmed,
    shown: boolean,
  ): FiledFinding {
    const filed = this.#db.transaction(() => this.findings.file(night, mission, app, build, confirmed, shown))
    this.changed()
    return filed
  }

  flowPlayed(finding: FindingId, result: FlowResult, text: string): void {
    this.#db.transaction(() => this.findings.flowPlayed(finding, result, text))
    this.changed()
  }

  endMission(night: NightId, mission: number, row: MissionRow): void {
    this.#db.run(
      'UPDATE missions SET steps = ?, ended_by = ?, judged = ?, why = ? WHERE night = ? AND n = ?',
      row.steps,
      row.ended_by,
      row.judged,
      row.why,
      night,
      mission,
    )
  }

  endNight(night: NightId, end: NightEnd): void {
    this.#db.transaction(() => {
      this.#db.run(
        'UPDATE nights SET ended = ?, ended_by = ?, steps = ?, screens = ?, new_screens = ?, not_reproduced = ? WHERE id = ?',
        end.ended,
        end.ended_by,
        end.steps,
        end.screens,
        end.new_screens,
        end.not_reproduced,
        night,
      )
      // A night that was broken off proves nothing about what it did not see.
      if (end.ended_by === 'stopped' || end.ended_by === 'device') return
      const row = this.night(night)
      this.findings.missedBy(night, row.app, row.build, this.#screenNames(night))
    })
    this.changed()
  }

  loadMap(app: string): readonly MapRow[] {
    return this.#db
      .all('SELECT key, json FROM map_rows WHERE app = ? ORDER BY key', app)
      .map(row => ({ key: textOf(row, 'key'), json: textOf(row, 'json') }))
  }

  saveMap(app: string, rows: readonly MapRow[]): void {
    this.#db.transaction(() => this.#saveRows(app, rows))
  }

  known(_app: string, fingerprint: Fingerprint): 'new' | 'seen' | 'declined' {
    return this.findings.known(fingerprint)
  }

  journalSetting(entry: SettingEntry): number {
    return this.#db.durably(
      () =>
        this.#db.run(
          'INSERT INTO setting_journal (night, device, change, before, settled) VALUES (?, ?, ?, ?, 0)',
          entry.night,
          entry.device,
          JSON.stringify(entry.to),
          JSON.stringify(entry.before),
        ).lastId,
    )
  }

  settledSetting(id: number): void {
    this.#db.durably(() => this.#db.run('UPDATE setting_journal SET settled = 1 WHERE id = ?', id))
  }

  unsettledSettings(device: DeviceId | null): readonly (SettingEntry & { readonly id: number })[] {
    return this.#db
      .all('SELECT * FROM setting_journal WHERE settled = 0 AND (? IS NULL OR device = ?) ORDER BY id', device, device)
      .map(row => {
        const night = textOrNull(row, 'night')
        return {
          id: numberOf(row, 'id'),
          night: night === null ? null : nightId(night),
          device: deviceId(textOf(row, 'device')),
          to: jsonOf<SettingControl>(row, 'change'),
          before: jsonOf<SettingControl>(row, 'before'),
        }
      })
  }

  // ---- reading

  /** Newest first. */
  nights(): readonly (NightRow & { readonly findings: number })[] {
    return this.#db
      .all(
        'SELECT n.*, (SELECT count(*) FROM night_findings f WHERE f.night = n.id) AS findings FROM nights n ORDER BY place DESC',
      )
      .map(row => ({ ...nightOf(row), findings: numberOf(row, 'findings') }))
  }

  /** The newest one that is over; null before the first. */
  lastNight(): (NightRow & { readonly findings: number }) | null {
    const row = this.#db.get(
      `SELECT n.*, (SELECT count(*) FROM night_findings f WHERE f.night = n.id) AS findings FROM nights n
        WHERE ended IS NOT NULL ORDER BY place DESC LIMIT 1`,
    )
    return row === null ? null : { ...nightOf(row), findings: numberOf(row, 'findings') }
  }

  night(id: NightId): NightRow & { readonly findings: number } {
    const night = this.nightIfThere(id)
    if (night === null)
      throw new Refusal('bad-value', `There is no night "${id}".`, {
        where: 'id',
        hint: '`nocturne night list` lists them.',
      })
    return night
  }

  nightIfThere(id: NightId): (NightRow & { readonly findings: number }) | null {
    const row = this.#db.get(
      'SELECT n.*, (SELECT count(*) FROM night_findings f WHERE f.night = n.id) AS findings FROM nights n WHERE id = ?',
      id,
    )
    return row === null ? null : { ...nightOf(row), findings: numberOf(row, 'findings') }
  }

  missions(night: NightId): readonly MissionRow[] {
    return this.#db.all('SELECT * FROM missions WHERE night = ? ORDER BY n', night).map(row => ({
      card: textOf(row, 'card'),
      device: deviceId(textOf(row, 'device')),
      condition: textOrNull(row, 'condition'),
      steps: numberOf(row, 'steps'),
      // One that was under way when the hub died was stopped.
      ended_by: (textOrNull(row, 'ended_by') ?? 'stopped') as EndedBy,
      judged: textOf(row, 'judged') as MissionRow['judged'],
      why: textOrNull(row, 'why'),
    }))
  }

  steps(night: NightId, from: number, limit: number): { readonly steps: readonly KeptStep[]; readonly total: number } {
    const total = numberOf(this.#db.get('SELECT count(*) AS n FROM steps WHERE night = ?', night) ?? {}, 'n')
    const rows = this.#db.all(
      `SELECT s.*, m.device FROM steps s JOIN missions m ON m.night = s.night AND m.n = s.mission
        WHERE s.night = ? ORDER BY s.id LIMIT ? OFFSET ?`,
      night,
      limit,
      from,
    )
    return {
      total,
      steps: rows.map(row => ({
        mission: numberOf(row, 'mission'),
        device: deviceId(textOf(row, 'device')),
        step: jsonOf<Step>(row, 'step'),
        picture: textOrNull(row, 'picture'),
      })),
    }
  }

  /** Candidates that did not reproduce, and the ones beyond the cap, in the order met. */
  dropped(night: NightId): readonly DroppedCandidate[] {
    return this.#db
      .all(
        `SELECT candidate, verdict, words FROM candidates WHERE night = ? AND verdict IN ('dropped', 'not_replayed') ORDER BY id`,
        night,
      )
      .map(row => ({
        candidate: jsonOf<Candidate>(row, 'candidate'),
        replayed: textOf(row, 'verdict') === 'dropped',
        words:
          textOf(row, 'verdict') === 'dropped'
            ? (textOrNull(row, 'words') ?? 'did not reproduce')
            : 'not tried again: the mission had enough',
      }))
  }

  /** The newest kept picture of each screen of an app. */
  screenPictures(app: string): ReadonlyMap<string, string> {
    const rows = this.#db.all(
      `SELECT s.screen, s.picture, max(s.id) FROM steps s JOIN nights n ON n.id = s.night
        WHERE n.app = ? AND s.screen IS NOT NULL AND s.picture IS NOT NULL GROUP BY s.screen`,
      app,
    )
    return new Map(rows.map(row => [textOf(row, 'screen'), textOf(row, 'picture')]))
  }

  /** In how many nights each screen of an app was met. */
  nightsByScreen(app: string): ReadonlyMap<string, number> {
    const rows = this.#db.all(
      `SELECT s.screen, count(DISTINCT s.night) AS n FROM steps s JOIN nights n ON n.id = s.night
        WHERE n.app = ? AND s.screen IS NOT NULL GROUP BY s.screen`,
      app,
    )
    return new Map(rows.map(row => [textOf(row, 'screen'), numberOf(row, 'n')]))
  }

  /** Nights that were under way when a hub died: ended as stopped, with what they had. */
  endDeadNights(): readonly NightId[] {
    const dead = this.#db.all('SELECT id FROM nights WHERE ended IS NULL').map(row => nightId(textOf(row, 'id')))
    for (const id of dead)
      this.#db.transaction(() => {
        this.#db.run(`UPDATE missions SET ended_by = 'stopped' WHERE night = ? AND ended_by IS NULL`, id)
        this.#db.run(
          `UPDATE nights SET ended = ?, ended_by = 'stopped', screens = (SELECT count(DISTINCT screen) FROM steps WHERE night = nights.id) WHERE id = ?`,
          this.#clock.now(),
          id,
        )
      })
    if (dead.length > 0) this.changed()
    return dead
  }

  /** Holds the storage limit now. Nights under way keep their pictures. */
  keepWithin(limitBytes: number): { readonly dropped: number; readonly usedBytes: number } {
    const ended = this.#db
      .all('SELECT id FROM nights WHERE ended IS NOT NULL ORDER BY place')
      .map(row => nightId(textOf(row, 'id')))
    return this.artifacts.keepWithin(limitBytes, ended)
  }

  setting<T>(key: string, schema: z.ZodType<T>): T | null {
    const row = this.#db.get('SELECT value FROM settings WHERE key = ?', key)
    return row === null ? null : parse(schema, JSON.parse(textOf(row, 'value')), `the setting ${key}`)
  }

  saveSetting(key: string, value: unknown): void {
    this.#db.run(
      'INSERT INTO settings VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
      key,
      JSON.stringify(value),
    )
    this.changed()
  }

  #insertCandidate(
    night: NightId,
    mission: number,
    candidate: Candidate,
    fingerprint: Fingerprint | null,
    verdict: string | null,
    words: string | null,
  ): void {
    this.#db.run(
      `INSERT INTO candidates (night, mission, kind, element, observation, title, candidate, fingerprint, verdict, words)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      night,
      mission,
      candidate.check,
      candidate.element,
      candidate.observation,
      candidate.title,
      JSON.stringify(candidate),
      fingerprint,
      verdict,
      words,
    )
  }

  #saveRows(app: string, rows: readonly MapRow[]): void {
    for (const row of rows)
      this.#db.run(
        'INSERT INTO map_rows VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET json = excluded.json',
        app,
        row.key,
        row.json,
      )
  }

  #screenNames(night: NightId): ReadonlySet<string> {
    const rows = this.#db.all(
      `SELECT DISTINCT json_extract(step, '$.screenName') AS name FROM steps WHERE night = ?`,
      night,
    )
    return new Set(rows.map(row => textOrNull(row, 'name') ?? ''))
  }
}

function nightOf(row: Row): NightRow {
  return {
    id: nightId(textOf(row, 'id')),
    app: textOf(row, 'app'),
    appLabel: textOf(row, 'app_label'),
    build: textOf(row, 'build'),
    devices: jsonOf<readonly string[]>(row, 'devices').map(deviceId),
    started: textOf(row, 'started'),
    ended: textOrNull(row, 'ended'),
    ended_by: textOrNull(row, 'ended_by') as EndedBy | null,
    steps: numberOf(row, 'steps'),
    screens: numberOf(row, 'screens'),
    new_screens: numberOf(row, 'new_screens'),
    not_reproduced: numberOf(row, 'not_reproduced'),
    seed: numberOf(row, 'seed'),
  }
}
