// One FATAL EXCEPTION block: its chain of causes and its frames. Messages may span many lines; frames begin with "at".
import type { Crash } from '#main/device/android/parse/crash-log.ts'
import type { LogLine } from '#main/device/android/parse/log-line.ts'

interface Section {
  readonly type: string
  readonly message: string[]
  readonly frames: string[]
}

/** Packages of the platform and its libraries: an app's own code is what is left. */
const platform = /^(java|javax|android|androidx|com\.android|kotlin|kotlinx|dalvik|libcore|sun|jdk)\./

export function parseJavaBlock(head: LogLine, thread: string, block: readonly string[]): Crash {
  const named = /^Process: (.+), PID: (\d+)/.exec(block[0] ?? '')
  const sections = sectionsOf(named === null ? block : block.slice(1))
  const root = rootOf(sections)
  const process = named?.[1] ?? ''
  const inner = root === undefined ? [] : [root, ...sections.filter(section => section !== root).reverse()]
  const frames = inner.flatMap(section => section.frames)
  const own = frames.filter(frame => !platform.test(frame))
  const type = root?.type ?? 'unknown'
  const message = root?.message.join('\n') ?? ''
  return {
    kind: 'java',
    process,
    package: packageOf(process),
    pid: named === null ? head.pid : Number(named[2]),
    time: head.time,
    thread,
    chain: sections.map(section => ({ type: section.type, message: section.message.join('\n') })),
    frames: [...own, ...frames.filter(frame => platform.test(frame))],
    signature: signatureOf(type, message, own[0] ?? frames[0]),
    root: { type, message },
    excerpt: [head.message, ...block].slice(0, 60).join('\n'),
  }
}

/** `dev.example.plants` of `dev.example.plants:remote`; null for a path or no process at all. */
export const packageOf = (process: string): string | null =>
  /^[A-Za-z]\w*(\.\w+)+(:.*)?$/.test(process) ? (process.split(':')[0] ?? null) : null

function sectionsOf(block: readonly string[]): readonly Section[] {
  const sections: Section[] = []
  let suppressed = false
  for (const line of block) {
    const frame = /^\s*at ([\w.$<>/@-]+?)(?:\(|$)/.exec(line)
    const cause = /^Caused by: (.*)$/.exec(line)
    if (/^\s+Suppressed: /.test(line)) suppressed = true
    else if (cause !== null) {
      suppressed = false
      sections.push(sectionFrom(cause[1] ?? ''))
    } else if (suppressed || /^\s*\.\.\. \d+ more/.test(line)) continue
    else if (frame !== null && /\.[\w$<>-]+$/.test(frame[1] ?? '')) sections.at(-1)?.frames.push(frame[1] ?? '')
    else if (sections.length === 0) {
      if (line.trim() !== '') sections.push(sectionFrom(line))
    } else if (sections.at(-1)?.frames.length === 0) sections.at(-1)?.message.push(line)
  }
  return sections
}

function sectionFrom(text: string): Section {
  const match = /^([\w.$]+)(?::\s?(.*))?$/.exec(text)
  if (match === null) return { type: text.slice(0, 200), message: [], frames: [] }
  return { type: match[1] ?? '', message: match[2] === undefined ? [] : [match[2]], frames: [] }
}

/** The innermost cause; a "Remote stack trace" is the other side's stack and no cause. */
function rootOf(sections: readonly Section[]): Section | undefined {
  return sections.findLast(section => !/Remote stack trace/.test(section.message[0] ?? '')) ?? sections.at(-1)
}

function signatureOf(type: string, message: string, frame: string | undefined): string {
  if (type.endsWith('JavascriptException')) return `${type}: ${masked(message.split('\n')[0] ?? '')}`
  return frame === undefined
    ? `${type}: ${masked(message.split('\n')[0] ?? '')}`
    : `${type} at ${frame.replaceAll(/\$\d+|\$\$Lambda\S*|\$lambda\$\d+/g, '')}`
}

/** Object hashes, ids and numbers tell two runs apart, not two crashes. */
const masked = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<uuid>')
    .replaceAll(/@[0-9a-f]{3,}/gi, '@<hash>')
    .replaceAll(/0x[0-9a-f]+/gi, '<hex>')
    .replaceAll(/\d+/g, '<n>')
