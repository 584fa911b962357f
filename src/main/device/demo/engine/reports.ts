// What Android's logs say when an app dies or hangs: the entries, and the event a driver hands on. Formats as recorded in
// the facts; line numbers and addresses are made from the names, so that the same crash always reads the same.
import type { AppEvent } from '#shared/domain/device.ts'
import { threadtime, type LogBuffers, type LogEntry, type LogLevel } from '#main/device/demo/engine/log-buffers.ts'

/** A thrown exception with its words resolved. */
export interface Thrown {
  readonly type: string
  readonly message: string
  readonly frames: readonly string[]
  readonly cause: Thrown | null
}

export interface Dying {
  readonly logs: LogBuffers
  readonly nowMs: number
  readonly package: string
  readonly label: string
  readonly pid: number
}

const systemServerPid = 1523

function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >>> 0
}

function frameLine(frame: string): string {
  const owner = frame.slice(0, frame.lastIndexOf('.'))
  const file = owner.slice(owner.lastIndexOf('.') + 1).split('$')[0] ?? owner
  return `\tat ${frame}(${file === '' ? 'Unknown' : file}.kt:${20 + (hash(frame) % 280)})`
}

const frameworkFrames = [
  '\tat android.view.View.performClick(View.java:7506)',
  '\tat android.view.View$PerformClick.run(View.java:29288)',
  '\tat android.os.Handler.handleCallback(Handler.java:942)',
  '\tat android.os.Handler.dispatchMessage(Handler.java:99)',
  '\tat android.os.Looper.loopOnce(Looper.java:201)',
  '\tat android.os.Looper.loop(Looper.java:288)',
  '\tat android.app.ActivityThread.main(ActivityThread.java:7872)',
  '\tat java.lang.reflect.Method.invoke(Native Method)',
  '\tat com.android.internal.os.RuntimeInit$MethodAndArgsCaller.run(RuntimeInit.java:548)',
  '\tat com.android.internal.os.ZygoteInit.main(ZygoteInit.java:936)',
]

const headline = (thrown: Thrown): string => (thrown.message === '' ? thrown.type : `${thrown.type}: ${thrown.message}`)

/** An uncaught exception: the trace in the crash buffer, `am_crash` in the events; answers what a driver reports. */
export function reportCrash(dying: Dying, thrown: Thrown): AppEvent {
  const chain: Thrown[] = []
  for (let part: Thrown | null = thrown; part !== null; part = part.cause) chain.push(part)
  const root = chain.at(-1) ?? thrown
  const texts = ['FATAL EXCEPTION: main', `Process: ${dying.package}, PID: ${dying.pid}`]
  chain.forEach((part, place) => {
    texts.push(...`${place === 0 ? '' : 'Caused by: '}${headline(part)}`.split('\n'), ...part.frames.map(frameLine))
    texts.push(...(place === 0 ? frameworkFrames : [`\t... ${frameworkFrames.length} more`]))
  })
  const entries = texts.map(text => put(dying, 'crash', 'E', 'AndroidRuntime', text))
  const [file = 'Unknown', line = '0'] =
    /\(([^:()]+):(\d+)\)/.exec(frameLine(root.frames[0] ?? 'android.os.Handler.dispatchMessage'))?.slice(1) ?? []
  event(
    dying,
    'am_crash',
    `[${dying.pid},0,${dying.package},${flagsOf(dying)},${root.type},${root.message},${file},${line},0]`,
  )
  died(dying)
  return {
    kind: 'crash',
    at: dying.nowMs,
    process: dying.package,
    pid: dying.pid,
    type: root.type,
    message: root.message,
    frames: [...new Set(chain.toReversed().flatMap(part => part.frames))],
    excerpt: entries.map(threadtime).join('\n'),
  }
}

const signals: Readonly<Record<string, readonly [number, string]>> = {
  SIGSEGV: [11, 'code 1 (SEGV_MAPERR), fault addr 0x0000000000000010'],
  SIGABRT: [6, 'code -1 (SI_QUEUE), fault addr --------'],
  SIGBUS: [7, 'code 1 (BUS_ADRALN), fault addr 0x0000000000000003'],
  SIGFPE: [8, 'code 1 (FPE_INTDIV), fault addr 0x0000007b4c2d1000'],
  SIGILL: [4, 'code 1 (ILL_ILLOPC), fault addr 0x0000007b4c2d1000'],
  SIGTRAP: [5, 'code 1 (TRAP_BRKPT), fault addr 0x0000007b4c2d1000'],
}

/** A native crash: a tombstone in the crash buffer, `am_crash` with the system server's pid first. */
export function reportNativeCrash(dying: Dying, signal: string): AppEvent {
  const [number, detail] = signals[signal] ?? [11, 'code 0 (SI_USER), fault addr --------']
  const name = dying.package.slice(-15)
  const library = `/data/app/${dying.package}-1/lib/arm64/lib${dying.package.split('.').at(-1) ?? 'app'}.so`
  const symbol = `Java_${dying.package.replaceAll('.', '_')}_Native_call`
  put(
    dying,
    'crash',
    'F',
    'libc',
    `Fatal signal ${number} (${signal}), ${detail} in tid ${dying.pid} (${name}), pid ${dying.pid} (${name})`,
  )
  const debugger_ = { ...dying, pid: dying.pid + 3 }
  const texts = [
    '*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***',
    "Build fingerprint: 'nocturne/demo/demo:13/TP1A.220905.004/1:userdebug/dev-keys'",
    "Revision: '0'",
    "ABI: 'arm64'",
    `Timestamp: ${new Date(dying.nowMs).toISOString().replace('T', ' ').replace('Z', '000000+0000')}`,
    'Process uptime: 12s',
    `Cmdline: ${dying.package}`,
    `pid: ${dying.pid}, tid: ${dying.pid}, name: ${name}  >>> ${dying.package} <<<`,
    'uid: 10191',
    `signal ${number} (${signal}), ${detail}`,
    'backtrace:',
    `      #00 pc 000000000001a2c4  ${library} (${symbol}+68) (BuildId: 5f1c0d7a)`,
    '      #01 pc 0000000000355830  /apex/com.android.art/lib64/libart.so (art_quick_generic_jni_trampoline+144) (BuildId: 46df93bc)',
  ]
  const entries = texts.map(text => put(debugger_, 'crash', 'F', 'DEBUG', text))
  event(
    dying,
    'am_crash',
    `[${systemServerPid},0,${dying.package},${flagsOf(dying)},Native crash,${signal},unknown,0,0]`,
  )
  died(dying)
  return {
    kind: 'native_crash',
    at: dying.nowMs,
    process: dying.package,
    pid: dying.pid,
    type: signal,
    message: detail,
    frames: [symbol],
    excerpt: entries.map(threadtime).join('\n'),
  }
}

/** Five seconds without an answer to an input: `am_anr` in the events, the report in main. */
export function reportAnr(dying: Dying, activity: string): AppEvent {
  const reason = `Input dispatching timed out (${dying.package}/${activity} is not responding. Waited 5001ms for MotionEvent(action=DOWN))`
  const entries = [
    event(dying, 'am_anr', `[0,${dying.pid},${dying.package},${flagsOf(dying)},${reason}]`),
    ...[
      `ANR in ${dying.package} (${dying.package}/${activity})`,
      `PID: ${dying.pid}`,
      `Reason: ${reason}`,
      'Load: 3.1 / 2.4 / 1.9',
    ].map(text => put({ ...dying, pid: systemServerPid }, 'main', 'E', 'ActivityManager', text)),
  ]
  return { kind: 'anr', at: dying.nowMs, pid: dying.pid, reason, excerpt: entries.map(threadtime).join('\n') }
}

/** Drawn from the package, so that it is the same in every entry of one app. */
const flagsOf = (dying: Dying): number => 800_000_000 + (hash(dying.package) % 200_000_000)

function died(dying: Dying): void {
  event(dying, 'am_proc_died', `[0,${dying.pid},${dying.package},0,2]`)
}

export function event(of: Pick<Dying, 'logs' | 'nowMs'>, tag: string, text: string): LogEntry {
  return of.logs.write('events', {
    atMs: of.nowMs,
    pid: systemServerPid,
    tid: systemServerPid + 58,
    level: 'I',
    tag,
    text,
  })
}

function put(
  of: Pick<Dying, 'logs' | 'nowMs' | 'pid'>,
  buffer: 'main' | 'crash',
  level: LogLevel,
  tag: string,
  text: string,
): LogEntry {
  return of.logs.write(buffer, { atMs: of.nowMs, pid: of.pid, tid: of.pid, level, tag, text })
}
