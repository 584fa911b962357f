// The `emulator` program of the SDK double: lists AVDs, and boots one as the emulator double in a process of its own, with a
// console to end it by and a snapshot that is saved then. `node emulator.ts SDK ARGS…`.
import { spawn, type ChildProcess } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import protobuf from 'protobufjs'
import type { DoubleOptions } from '../emulator/orders.ts'
import { avdRoot, readState, startsFile, writeState, type Started } from './orders.ts'

const [sdk = '', ...args] = process.argv.slice(2)
const state = readState(sdk)
const of = (flag: string): string | null => (args.includes(flag) ? (args[args.indexOf(flag) + 1] ?? null) : null)

if (args.includes('-list-avds')) list()
else boot(of('-avd') ?? '')

function list(): void {
  console.log('INFO    | Storing crashdata in: /somewhere/android-user/emu-crash-36.6.11.db, detection is enabled')
  if (existsSync(avdRoot()))
    for (const name of readdirSync(avdRoot())) if (name.endsWith('.ini')) console.log(name.slice(0, -'.ini'.length))
}

function fail(text: string, code = 1): never {
  console.error(text)
  process.exit(code)
}

function boot(id: string): void {
  const folder = join(avdRoot(), `${id}.avd`)
  if (!existsSync(join(folder, 'config.ini')))
    fail(`PANIC: Unknown AVD name [${id}], use -list-avds to see valid list.`)
  const snapshot = join(folder, 'snapshots', 'default_boot', 'snapshot.pb')
  if (args.includes('-wipe-data')) {
    rmSync(join(folder, 'snapshots'), { recursive: true, force: true })
    rmSync(join(folder, 'userdata-qemu.img'), { force: true })
  }
  const fromSnapshot = existsSync(snapshot) && !args.includes('-no-snapshot-load')
  const started: Started = { pid: process.pid, args, fromSnapshot }
  appendFileSync(startsFile(sdk), `${JSON.stringify(started)}\n`)
  if (state.failsWith !== null) fail(state.failsWith.text, state.failsWith.code)
  takeLock(join(folder, 'multiinstance.lock'))
  writeFileSync(join(folder, 'hardware-qemu.ini'), 'hw.lcd.width = 1080\n')
  if (!existsSync(join(folder, 'userdata-qemu.img')))
    writeFileSync(join(folder, 'userdata-qemu.img'), 'what apps wrote')
  const consolePort = Number(of('-port') ?? 5554)
  const told: DoubleOptions = {
    folder: state.running,
    screen: 'demo',
    size: { width: 1080, height: 2400 },
    densityDpi: 420,
    outer: null,
    auth: args.includes('-grpc-use-token') ? 'token' : 'none',
    host: '127.0.0.1',
    seed: 1,
    apiLevel: 33,
    scale: 1,
    adbServer: state.adbServer,
    adbPort: consolePort + 1,
    name: nameOf(folder, id),
    faults: {},
    grpcPort: Number(of('-grpc') ?? 0),
    boot: state.boot,
    avdFolder: folder,
    avdId: id,
  }
  const main = join(import.meta.dirname, '..', 'emulator', 'main.ts')
  const child = spawn(process.execPath, [main, JSON.stringify(told)], { stdio: ['pipe', 'ignore', 'inherit'] })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 0)
    console.error(`FATAL   | the emulator's process ended by ${signal}`)
    process.exit(139)
  })
  if (state.crashes > 0) {
    writeState(sdk, { ...state, crashes: state.crashes - 1 })
    whenUp(child, () => setTimeout(() => child.kill('SIGKILL'), state.crashMs))
  }
  // Written anew at each load, with the time it was saved left as it is.
  if (fromSnapshot) {
    const saved = readFileSync(snapshot)
    whenUp(child, () => writeFileSync(snapshot, Buffer.concat([saved, loadedOnce])))
  }
  console.log('INFO    | Android emulator version 36.6.11.0 (build_id 15507667)')
  serveConsole(consolePort, () => {
    const now = readState(sdk)
    if (now.hangs) return
    const end = (): void => void child.stdin?.end()
    if (now.saveMs === null) return end()
    setTimeout(() => {
      mkdirSync(join(folder, 'snapshots', 'default_boot'), { recursive: true })
      writeFileSync(snapshot, snapshotOf(Math.floor(Date.now() / 1000), 0))
      end()
    }, now.saveMs)
  })
}

/** Of the same message, again: the last one counts. */
const loadedOnce = Buffer.from(protobuf.Writer.create().uint32(88).int32(1).finish())

/** The emulator's message Snapshot: the version, when it was saved, how often it was loaded. */
const snapshotOf = (savedSeconds: number, loads: number): Uint8Array =>
  protobuf.Writer.create().uint32(8).int32(2).uint32(16).int64(savedSeconds).uint32(88).int32(loads).finish()

/** Once its discovery file is there. */
function whenUp(child: ChildProcess, then: () => void): void {
  const looking = setInterval(() => {
    if (!existsSync(join(state.running, `pid_${child.pid}.ini`))) return
    clearInterval(looking)
    then()
  }, 20)
}

/** One of an AVD at a time, as the real one has it. */
function takeLock(path: string): void {
  const holder = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0
  if (holder > 0 && lives(holder))
    fail('ERROR   | Running multiple emulators with the same AVD is an experimental feature.')
  writeFileSync(path, String(process.pid))
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function nameOf(folder: string, id: string): string {
  return /^avd\.ini\.displayname\s*=\s*(.+)$/m.exec(readFileSync(join(folder, 'config.ini'), 'utf8'))?.[1] ?? id
}

function serveConsole(port: number, onKill: () => void): void {
  createServer(socket => {
    socket.write("Android Console: type 'help' for a list of commands\r\nOK\r\n")
    socket.on('error', () => undefined)
    socket.on('data', bytes => {
      for (const line of bytes.toString().split(/\r?\n/)) {
        if (line === 'kill') {
          socket.end('OK: killing emulator, bye bye\r\n')
          onKill()
        } else if (line !== '' && line !== 'quit') socket.write('OK\r\n')
        else if (line === 'quit') socket.end()
      }
    })
  }).listen(port, '127.0.0.1')
}
