// What a command may say and hear: one document or plain words on stdout, progress on stderr, Ctrl-C as a signal.
import { placeOf } from '#shared/base/refusal.ts'
import type { RefusalData } from '#shared/base/refusal.ts'

export interface Terminal {
  /** Aborts at the first Ctrl-C (or SIGTERM). */
  readonly interrupted: AbortSignal
  /** Aborts at the second. */
  readonly interruptedTwice: AbortSignal
  /** Somebody reads along: a bar and colours make sense. */
  readonly isLive: boolean
  /** Somebody is there to go on with a window. */
  readonly isAttended: boolean
  readonly widthColumns: number
  out(text: string): void
  err(text: string): void
  json(document: unknown): void
}

export function processTerminal(): Terminal {
  const first = new AbortController()
  const second = new AbortController()
  const onSignal = (): void => {
    if (first.signal.aborted) second.abort(new Error('interrupted twice'))
    first.abort(new Error('interrupted'))
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  // The terminal it ran in was closed: what was begun is ended in order, as by Ctrl-C.
  process.on('SIGHUP', onSignal)
  // A reader that went away (`| head`) is no failure of ours.
  process.stdout.on('error', failed => {
    if ('code' in failed && failed.code === 'EPIPE') process.exit(0)
    throw failed
  })
  return {
    interrupted: first.signal,
    interruptedTwice: second.signal,
    isLive: process.stderr.isTTY,
    isAttended: process.stdout.isTTY && process.stdin.isTTY,
    widthColumns: process.stderr.columns ?? 80,
    out: text => void process.stdout.write(process.stdout.isTTY ? printable(text) : text),
    err: text => void process.stderr.write(text),
    json: document => void process.stdout.write(`${JSON.stringify(document, null, 2)}\n`),
  }
}

export function printRefusal(terminal: Terminal, refusal: RefusalData, asJson: boolean): void {
  if (asJson) return terminal.json({ error: refusal })
  const place = placeOf(refusal)
  const where = place === null ? '' : `\n  ${place}`
  const hint = refusal.hint === null ? '' : `\n  ${refusal.hint}`
  terminal.err(printable(`nocturne: ${refusal.words}${where}${hint}\n`))
}

/** What an app or a file says must not steer the terminal it is printed on. */
export function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- those are what is looked for.
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu, '\ufffd')
}

/** "1 finding", "2 findings". */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** Columns padded to their widest; the last one runs free. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  return rows
    .map(row =>
      row
        .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .map(line => `${line}\n`)
    .join('')
}
