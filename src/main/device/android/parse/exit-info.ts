// Why processes of apps ended, out of `dumpsys activity exit-info` (Android 11 on): newest first, as the device keeps it.

export type ExitKind = 'crash' | 'native_crash' | 'anr' | 'stopped' | 'other'

export interface ProcessExit {
  readonly package: string
  readonly process: string
  readonly pid: number
  readonly time: string
  readonly kind: ExitKind
  /** ApplicationExitInfo's number. */
  readonly reason: number
  readonly description: string
}

/** ApplicationExitInfo's reasons of which more is to be said than that it ended. */
const kinds: Readonly<Record<number, ExitKind>> = { 4: 'crash', 5: 'native_crash', 6: 'anr', 10: 'stopped' }

export function parseExitInfo(text: string): readonly ProcessExit[] {
  const found: ProcessExit[] = []
  let pkg = ''
  for (const block of text.split(/^(?=[ \t]*(?:package: |ApplicationExitInfo #\d+:))/m)) {
    const named = /^[ \t]*package: (\S+)/.exec(block)?.[1]
    if (named !== undefined) pkg = named
    const exit = exitIn(block, pkg)
    if (exit !== null) found.push(exit)
  }
  return found
}

function exitIn(block: string, pkg: string): ProcessExit | null {
  if (!/^[ \t]*ApplicationExitInfo #/.test(block)) return null
  const time = /\btimestamp=(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3})/.exec(block)?.[1]
  const pid = /\bpid=(\d{1,9})\b/.exec(block)?.[1]
  const reason = /\breason=(\d{1,3})\b/.exec(block)?.[1]
  if (time === undefined || pid === undefined || reason === undefined) return null
  return {
    package: pkg,
    process: /\bprocess=(\S+)/.exec(block)?.[1] ?? pkg,
    pid: Number(pid),
    time,
    kind: kinds[Number(reason)] ?? 'other',
    reason: Number(reason),
    // Its words have blanks and end where the next key begins.
    description: /\bdescription=(.*?)(?: state=\S+ trace=.*)?$/m.exec(block)?.[1]?.trim() ?? '',
  }
}
