// The one SQLite file: opened, brought to the present version, written in transactions. Says in words what a disk or a
// damaged file does to it. Everything else of the store goes through `Database`.
import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import { Refusal } from '#shared/base/refusal.ts'
import { migrations } from '#main/store/schema.ts'

export type Row = Readonly<Record<string, unknown>>

export class Database {
  readonly #sql: DatabaseSync
  readonly #path: string
  readonly #prepared = new Map<string, StatementSync>()
  #depth = 0
  /** Statements run so far: what a list costs is counted, not timed. */
  statements = 0

  constructor(path: string) {
    this.#path = path
    try {
      this.#sql = new DatabaseSync(path, { timeout: 5000 })
      // NORMAL in WAL survives any death of ours; only what must outlive a power cut asks for more (`durably`).
      this.#sql.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;')
      this.#migrate()
    } catch (thrown) {
      throw sqlRefusal(thrown, path)
    }
  }

  run(sql: string, ...values: readonly SQLInputValue[]): { readonly changes: number; readonly lastId: number } {
    try {
      const { changes, lastInsertRowid } = this.#statement(sql).run(...values)
      return { changes: Number(changes), lastId: Number(lastInsertRowid) }
    } catch (thrown) {
      throw sqlRefusal(thrown, this.#path)
    }
  }

  all(sql: string, ...values: readonly SQLInputValue[]): readonly Row[] {
    try {
      return this.#statement(sql).all(...values)
    } catch (thrown) {
      throw sqlRefusal(thrown, this.#path)
    }
  }

  get(sql: string, ...values: readonly SQLInputValue[]): Row | null {
    return this.all(sql, ...values)[0] ?? null
  }

  /** All or nothing. Within another one it is a part of that. */
  transaction<T>(work: () => T): T {
    if (this.#depth > 0) return work()
    this.#execute('BEGIN IMMEDIATE')
    this.#depth += 1
    try {
      const result = work()
      this.#execute('COMMIT')
      return result
    } catch (thrown) {
      if (this.#sql.isTransaction) this.#execute('ROLLBACK')
      throw thrown
    } finally {
      this.#depth -= 1
    }
  }

  /** On the disk when it returns, power cut or not. */
  durably<T>(work: () => T): T {
    this.#execute('PRAGMA synchronous = FULL')
    try {
      return this.transaction(work)
    } finally {
      this.#execute('PRAGMA synchronous = NORMAL')
    }
  }

  /** '' when all is well, else what is damaged. */
  damage(): string {
    const rows = this.all('PRAGMA integrity_check')
    const words = rows.map(row => String(Object.values(row)[0])).join('; ')
    return words === 'ok' ? '' : words
  }

  close(): void {
    this.#prepared.clear()
    this.#sql.close()
  }

  #execute(sql: string): void {
    try {
      this.#sql.exec(sql)
    } catch (thrown) {
      throw sqlRefusal(thrown, this.#path)
    }
  }

  #statement(sql: string): StatementSync {
    this.statements += 1
    const known = this.#prepared.get(sql)
    if (known !== undefined) return known
    const statement = this.#sql.prepare(sql)
    this.#prepared.set(sql, statement)
    return statement
  }

  #migrate(): void {
    const version = Number(this.#sql.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
    if (version > migrations.length)
      throw new Refusal('failed', 'This home was written by a newer Nocturne.', {
        where: this.#path,
        hint: 'Update Nocturne, or use another NOCTURNE_HOME.',
      })
    for (const [index, sql] of migrations.entries()) {
      if (index < version) continue
      this.#sql.exec(`BEGIN IMMEDIATE; ${sql}; PRAGMA user_version = ${index + 1}; COMMIT;`)
    }
  }
}

/** SQLite's result codes that have words of their own (sqlite.org/rescode.html). */
function sqlRefusal(thrown: unknown, path: string): Error {
  if (!(thrown instanceof Error) || thrown instanceof Refusal)
    return thrown instanceof Error ? thrown : new Error(String(thrown))
  const result = 'errcode' in thrown && typeof thrown.errcode === 'number' ? thrown.errcode & 0xff : -1
  const more = { where: path, cause: thrown }
  switch (result) {
    case 5:
    case 6:
      return new Refusal('busy', 'Another program holds the store of this home.', more)
    case 8:
      return new Refusal('failed', "Nocturne's home is read-only.", {
        ...more,
        hint: 'Set NOCTURNE_HOME to a folder that can be written.',
      })
    case 10:
      return new Refusal('failed', 'The disk could not be read or written.', more)
    case 11:
    case 26:
      return new Refusal('failed', 'The store of this home is damaged.', {
        ...more,
        hint: 'Move the file away and start again; pictures and flows beside it are not touched.',
      })
    case 13:
      return new Refusal('failed', 'The disk is full.', {
        ...more,
        hint: 'Free some space, then start again; nothing kept so far is lost.',
      })
    case 14:
      return new Refusal('failed', 'The store of this home could not be opened.', {
        ...more,
        hint: 'Check who owns the folder, or set NOCTURNE_HOME.',
      })
    default:
      return thrown
  }
}

export const textOf = (row: Row, name: string): string => {
  const value = row[name]
  if (typeof value !== 'string') throw new Error(`column ${name} holds no text`)
  return value
}
export const textOrNull = (row: Row, name: string): string | null =>
  row[name] === null || row[name] === undefined ? null : textOf(row, name)
export const numberOf = (row: Row, name: string): number => {
  const value = row[name]
  if (typeof value !== 'number') throw new Error(`column ${name} holds no number`)
  return value
}
/** JSON we wrote ourselves in the same version of the schema. */
export const jsonOf = <T>(row: Row, name: string): T => JSON.parse(textOf(row, name)) as T
