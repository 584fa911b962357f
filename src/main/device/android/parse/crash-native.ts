// One tombstone: from a file, or from the lines the dumper wrote into the crash buffer.
import type { Crash } from '#main/device/android/parse/crash-log.ts'
import { packageOf } from '#main/device/android/parse/crash-java.ts'

/** `lines` follow the row of stars. Null when the part that names the process never came. */
export function parseTombstone(lines: readonly string[], time: string | null): Crash | null {
  const who = firstMatch(lines, /^pid: (\d+), tid: \d+, name: (.*?)\s+>>> (.*?) <<</)
  if (who === null) return null
  const [, pid = '', thread = '', process = ''] = who
  const cmdline = firstMatch(lines, /^Cmdline: (\S+)/)?.[1]
  const signal = firstMatch(lines, /^signal \d+ \((SIG\w+)\)/)?.[1] ?? 'signal'
  const said = firstMatch(lines, /^Abort message: '?(.*?)'?$/)?.[1] ?? firstMatch(lines, /^Cause: (.*)$/)?.[1] ?? ''
  const frames = lines.flatMap(line => {
    const frame = /^\s*#\d+ pc [0-9a-f]+\s+(\S+)(?: \(offset [^)]*\))?(?: \((.*?)(?:\+\d+)?\)(?: \(BuildId.*)?)?$/.exec(
      line,
    )
    if (frame === null) return []
    return [frame[2] === undefined || frame[2].startsWith('BuildId') ? baseName(frame[1] ?? '') : frame[2]]
  })
  const root = { type: signal, message: said }
  return {
    kind: 'native',
    process,
    package: packageOf(process) ?? (cmdline === undefined ? null : packageOf(cmdline)),
    pid: Number(pid),
    time,
    thread,
    chain: [root],
    frames,
    signature: frames[0] === undefined ? signal : `${signal} at ${frames[0]}`,
    root,
    excerpt: lines.slice(0, 60).join('\n'),
  }
}

function firstMatch(lines: readonly string[], pattern: RegExp): RegExpExecArray | null {
  for (const line of lines) {
    const match = pattern.exec(line)
    if (match !== null) return match
  }
  return null
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
