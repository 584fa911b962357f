// The tables, as the list of steps that made them. A step that has been released is never changed; a new one is added.
export const migrations: readonly string[] = [
  `
  CREATE TABLE nights (
    id TEXT PRIMARY KEY, app TEXT NOT NULL, app_label TEXT NOT NULL, build TEXT NOT NULL, devices TEXT NOT NULL,
    started TEXT NOT NULL, ended TEXT, ended_by TEXT, steps INTEGER NOT NULL, screens INTEGER NOT NULL,
    new_screens INTEGER NOT NULL, not_reproduced INTEGER NOT NULL, seed INTEGER NOT NULL, place INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE missions (
    night TEXT NOT NULL REFERENCES nights(id), n INTEGER NOT NULL, card TEXT NOT NULL, device TEXT NOT NULL,
    condition TEXT, steps INTEGER NOT NULL, ended_by TEXT, judged TEXT NOT NULL, PRIMARY KEY (night, n)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE steps (
    id INTEGER PRIMARY KEY, night TEXT NOT NULL REFERENCES nights(id), mission INTEGER NOT NULL, n INTEGER NOT NULL,
    screen TEXT, picture TEXT, step TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX steps_place ON steps (night, mission, n);
  CREATE TABLE candidates (
    id INTEGER PRIMARY KEY, night TEXT NOT NULL REFERENCES nights(id), mission INTEGER NOT NULL, kind TEXT NOT NULL,
    element TEXT NOT NULL, observation INTEGER NOT NULL, title TEXT NOT NULL, candidate TEXT NOT NULL,
    fingerprint TEXT, verdict TEXT, words TEXT
  ) STRICT;
  CREATE INDEX candidates_place ON candidates (night, mission, observation);
  CREATE TABLE findings (
    id TEXT PRIMARY KEY, fingerprint TEXT NOT NULL UNIQUE, app TEXT NOT NULL, kind TEXT NOT NULL, severity TEXT NOT NULL,
    screen TEXT NOT NULL, element TEXT NOT NULL, title TEXT NOT NULL, reproduced INTEGER NOT NULL, attempts INTEGER NOT NULL,
    status TEXT NOT NULL, shown INTEGER NOT NULL, first_seen TEXT NOT NULL, last_seen TEXT NOT NULL, seen_count INTEGER NOT NULL,
    builds TEXT NOT NULL, in_previous_build INTEGER, steps TEXT NOT NULL, path TEXT NOT NULL, candidate TEXT NOT NULL,
    cost INTEGER NOT NULL, replays INTEGER NOT NULL, shortest_known INTEGER, flow TEXT, flow_result TEXT NOT NULL,
    asserts TEXT NOT NULL, pictures TEXT NOT NULL, clip TEXT, log TEXT, why TEXT NOT NULL, why_not_noise TEXT NOT NULL,
    first_night TEXT NOT NULL, last_night TEXT NOT NULL, snoozed_until TEXT, reason TEXT, duplicate_of TEXT,
    missed_nights INTEGER NOT NULL, condition TEXT, seed INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX findings_app ON findings (app);
  CREATE TABLE night_findings (
    night TEXT NOT NULL REFERENCES nights(id), finding TEXT NOT NULL REFERENCES findings(id), is_new INTEGER NOT NULL,
    PRIMARY KEY (night, finding)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE triage (
    id INTEGER PRIMARY KEY, finding TEXT NOT NULL REFERENCES findings(id), at TEXT NOT NULL, did TEXT NOT NULL,
    words TEXT NOT NULL, before TEXT NOT NULL, undone INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE map_rows (app TEXT NOT NULL, key TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (app, key)) STRICT, WITHOUT ROWID;
  CREATE TABLE setting_journal (
    id INTEGER PRIMARY KEY, night TEXT, device TEXT NOT NULL, change TEXT NOT NULL, before TEXT NOT NULL, settled INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  // Why a mission ended so; the flow that was played before it, kept with its findings; what long lists are asked by.
  `
  ALTER TABLE missions ADD COLUMN why TEXT;
  ALTER TABLE missions ADD COLUMN setup TEXT;
  ALTER TABLE findings ADD COLUMN setup TEXT;
  CREATE INDEX steps_screen ON steps (screen, night);
  CREATE INDEX steps_order ON steps (night, id);
  CREATE INDEX nights_app ON nights (app);
  CREATE INDEX nights_place ON nights (place);
  CREATE INDEX nights_under_way ON nights (ended) WHERE ended IS NULL;
  CREATE INDEX candidates_verdict ON candidates (night, verdict);
  CREATE INDEX night_findings_finding ON night_findings (finding);
  CREATE INDEX triage_finding ON triage (finding, id);
  CREATE INDEX setting_journal_open ON setting_journal (settled) WHERE settled = 0;
  `,
]
