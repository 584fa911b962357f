// Which processes are whose: `ps -A -o PID,NAME`, and the line the system logs when it starts one.

/** An app's process is called by its package, or `package:part`. */
const isOf = (process: string, pkg: string): boolean => process === pkg || process.startsWith(`${pkg}:`)

export function parsePids(text: string, pkg: string): readonly number[] {
  const pids: number[] = []
  for (const match of text.matchAll(/^[ \t]*(\d{1,9})\s+(\S+)[ \t\r]*$/gm))
    if (isOf(match[2] ?? '', pkg)) pids.push(Number(match[1]))
  return pids
}

/** ActivityManager's "Start proc 4321:a.b.c/u0a191 for ..."; null for any other line, and for another app's. */
export function startedPid(tag: string, text: string, pkg: string): number | null {
  if (tag !== 'ActivityManager') return null
  const match = /^Start proc (\d{1,9}):(\S+?)\/\S+ for /.exec(text)
  return match !== null && isOf(match[2] ?? '', pkg) ? Number(match[1]) : null
}
