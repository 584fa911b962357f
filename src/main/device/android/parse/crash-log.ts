// Crashes in `logcat -b crash` (and main, for Flutter), in tombstone files and in logs people saved.
// A buffer may begin in the middle of a trace: what has no beginning is no crash.
import { parseJavaBlock } from '#main/device/android/parse/crash-java.ts'
import { parseTombstone } from '#main/device/android/parse/crash-native.ts'
import { parseLogLines, type LogLine } from '#main/device/android/parse/log-line.ts'

export interface Crash {
  readonly kind: 'java' | 'native' | 'dart'
  /** As the log names it: may be a path, or cut; '' for the system process. */
  readonly process: string
  /** The process up to its colon where that is an app's; null for a path, a system process or what is cut. */
  readonly package: string | null
  readonly pid: number | null
  readonly time: string | null
  readonly thread: string
  /** Outermost first. */
  readonly chain: readonly { readonly type: string; readonly message: string }[]
  /** `Class.method` without lines; the app's own of the root cause first. */
  readonly frames: readonly string[]
  /** Root type and the top frame of the app, numbers masked: what tells two crashes apart. */
  readonly signature: string
  /** The root cause: what a bug report would name. */
  readonly root: { readonly type: string; readonly message: string }
  readonly excerpt: string
}

/** All crashes that begin in this text, oldest first. Source of the formats: facts/android.md 4.9. */
export function parseCrashLog(text: string): readonly Crash[] {
  const lines = parseLogLines(text)
  const found = [...javaCrashes(lines), ...nativeCrashes(lines), ...dartCrashes(lines)]
  return found.sort((a, b) => a.at - b.at).map(({ crash }) => crash)
}

interface Placed {
  readonly at: number
  readonly crash: Crash
}

const fatal = /^(?:!@)?\*{0,3} ?FATAL EXCEPTION(?: IN SYSTEM PROCESS)?: (.*)$/

function javaCrashes(lines: readonly LogLine[]): readonly Placed[] {
  const found: Placed[] = []
  for (const [at, line] of lines.entries()) {
    const head = line.tag === 'AndroidRuntime' ? fatal.exec(line.message) : null
    if (head === null) continue
    found.push({ at, crash: parseJavaBlock(line, head[1] ?? '', blockAfter(lines, at)) })
  }
  return found
}

/** The lines that go on with a block: same tag and pid, or without any (Studio wraps), up to the next head. */
function blockAfter(lines: readonly LogLine[], at: number): readonly string[] {
  const head = lines[at]
  const block: string[] = []
  for (const line of lines.slice(at + 1)) {
    if (line.tag === null) {
      if (block.length > 0 && line.message.trim() === '' && head?.pid !== null) continue
      block.push(line.message.replace(/^ {4}/, ''))
      continue
    }
    if (line.tag !== 'AndroidRuntime' || line.pid !== head?.pid) {
      if (line.tag === 'AndroidRuntime' && line.pid === null) break
      continue
    }
    if (fatal.test(line.message)) break
    block.push(line.message)
  }
  return block
}

function nativeCrashes(lines: readonly LogLine[]): readonly Placed[] {
  const writers = new Map<number | null, { at: number; time: string | null; lines: string[] }>()
  const found: Placed[] = []
  const end = (writer: number | null): void => {
    const block = writers.get(writer)
    writers.delete(writer)
    const crash = block === undefined ? null : parseTombstone(block.lines, block.time)
    if (block !== undefined && crash !== null) found.push({ at: block.at, crash })
  }
  for (const [at, line] of lines.entries()) {
    if (line.tag !== 'DEBUG' && line.tag !== null) continue
    if (/^(\*\*\* ){3}/.test(line.message)) {
      end(line.pid)
      writers.set(line.pid, { at, time: line.time, lines: [] })
    } else writers.get(line.pid)?.lines.push(line.message)
  }
  for (const writer of Array.from(writers.keys())) end(writer)
  return [...found, ...signalsWithoutTombstone(lines, found)]
}

/** The C library names the signal before the dumper runs; where the dumper never came, that line is all there is. */
function signalsWithoutTombstone(lines: readonly LogLine[], found: readonly Placed[]): readonly Placed[] {
  return lines.flatMap((line, at) => {
    if (line.tag !== 'libc') return []
    const match = /^Fatal signal \d+ \((SIG\w+)\).*?(?:pid (\d+) \((.*?)\))?$/.exec(line.message)
    if (match === null) return []
    const pid = match[2] === undefined ? line.pid : Number(match[2])
    if (found.some(({ crash }) => crash.pid === pid)) return []
    const [, signal = '', , process = ''] = match
    const root = { type: signal, message: line.message }
    const crash: Crash = {
      kind: 'native',
      process,
      package: null,
      pid,
      time: line.time,
      thread: '',
      chain: [root],
      frames: [],
      signature: signal,
      root,
      excerpt: line.message,
    }
    return [{ at, crash }]
  })
}

function dartCrashes(lines: readonly LogLine[]): readonly Placed[] {
  return lines.flatMap((line, at) => {
    const head = line.tag === 'flutter' && line.level === 'E' ? /Unhandled Exception: (.*)$/.exec(line.message) : null
    if (head === null) return []
    const block: string[] = []
    for (const next of lines.slice(at + 1)) {
      if (next.tag !== 'flutter' || next.pid !== line.pid) continue
      if (!/^(#\d+\s|<asynchronous suspension>)/.test(next.message)) break
      block.push(next.message)
    }
    const all = block.flatMap(
      frame => /^#\d+\s+(.*?) \((package:[^)]*|dart:[^)]*|file:[^)]*)\)/.exec(frame)?.slice(1, 3) ?? [],
    )
    const pairs = all.flatMap((name, n) => (n % 2 === 0 ? [{ name, from: all[n + 1] ?? '' }] : []))
    const own = pairs.filter(({ from }) => from.startsWith('package:') && !from.startsWith('package:flutter/'))
    const root = { type: 'Unhandled Exception', message: head[1] ?? '' }
    const frames = [...own, ...pairs.filter(pair => !own.includes(pair))].map(({ name }) => name)
    const crash: Crash = {
      kind: 'dart',
      process: '',
      package: null,
      pid: line.pid,
      time: line.time,
      thread: '',
      chain: [root],
      frames,
      signature: `${root.type}: ${root.message} at ${own[0]?.name ?? frames[0] ?? '?'}`,
      root,
      excerpt: [line.message, ...block].slice(0, 40).join('\n'),
    }
    return [{ at, crash }]
  })
}
