// The emulator double as a program of its own: `node main.ts '<options as JSON>'`. It writes a discovery file, serves gRPC
// and adb over one demo phone, takes orders on stdin and ends with it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Adbd, allFeatures } from '../adb/adbd.ts'
import { Handset } from '../adb/handset.ts'
import { authOf, type Auth } from './auth.ts'
import { Emulated } from './emulated.ts'
import type { BootTimes, DoubleOptions, DoubleReady, OrderName, Orders } from './orders.ts'
import { DemoScreen, MarkerScreen } from './screen.ts'
import { EmulatorService } from './service.ts'

const options = JSON.parse(process.argv[2] ?? '{}') as DoubleOptions
const version = '36.6.11.0'
/** Of what moves by itself; what a touch changes is shown at once. */
const lookMs = 30

const handset = new Handset({
  seed: options.seed,
  nuisance: false,
  scale: options.scale,
  clock: 'runs',
  tv: false,
  apiLevel: options.apiLevel,
  abis: ['x86_64'],
  size: options.size,
  densityDpi: options.densityDpi,
  ...(options.outer === null ? {} : { fold: { outer: options.outer } }),
  model: options.name,
  emulator: true,
})
const marker = options.screen === 'marker' ? new MarkerScreen(options.size) : null
const emulated = new Emulated(handset, marker ?? new DemoScreen(handset), {
  inner: options.size,
  folds: options.outer !== null,
  scale: options.scale,
})
Object.assign(emulated.faults, options.faults)

let auth: Auth = authOf(options.auth, options.folder)
const service = new EmulatorService({
  emulated,
  auth: () => auth,
  hardware: hardware(),
  version,
  onShutdown: () => end(),
})
const discovery = join(options.folder, `pid_${process.pid}.ini`)
let grpcPort = 0
let playing: NodeJS.Timeout | null = null

function hardware(): ReadonlyMap<string, string> {
  const { size, outer } = options
  const entries: [string, string][] = [
    ['hw.lcd.width', String(size.width)],
    ['hw.lcd.height', String(size.height)],
    ['hw.lcd.density', String(options.densityDpi)],
  ]
  if (outer !== null)
    entries.push(
      ['hw.sensor.hinge', 'yes'],
      ['hw.sensor.hinge.type', '1'],
      ['hw.sensor.posture_list', '1, 2, 3'],
      ['hw.displayRegion.0.1.width', String(outer.width)],
      ['hw.displayRegion.0.1.height', String(outer.height)],
    )
  return new Map(entries)
}

function writeDiscovery(): void {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 })
  const id = options.avdId ?? options.name.replaceAll(' ', '_')
  const lines = [
    `avd.id=${id}`,
    `port.serial=${options.adbPort - 1}`,
    `port.adb=${options.adbPort}`,
    `avd.name=${options.name}`,
    `emulator.version=${version}`,
    `avd.dir=${options.avdFolder ?? join(options.folder, `${id}.avd`)}`,
    `grpc.port=${grpcPort}`,
    ...auth.lines,
  ]
  writeFileSync(discovery, `${lines.join('\n')}\n`, { mode: 0o600 })
}

/** As an emulator makes itself known to a server that runs; answers when the server has taken it in. */
async function announce(server: number): Promise<void> {
  await asked(server, `host:emulator:${options.adbPort}`)
  const row = `emulator-${options.adbPort - 1}\tdevice`
  for (let tries = 0; tries < 600; tries += 1) {
    if ((await asked(server, 'host:devices')).includes(row)) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('the adb server did not take the emulator in')
}

/** One question to an adb server: all it says. */
function asked(server: number, service: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const socket = createConnection(server, '127.0.0.1', () => {
      socket.end(`${service.length.toString(16).padStart(4, '0')}${service}`)
    })
    socket.on('data', chunk => {
      said += chunk.toString()
    })
    socket.on('close', () => resolve(said))
    socket.on('error', reject)
  })
}

/** As Android comes up: its properties, its packages, its first picture. */
function bootSlowly({ androidMs, packagesMs, pictureMs }: BootTimes): void {
  handset.faults.starting = 'android'
  emulated.booted = false
  emulated.faults.black = true
  setTimeout(() => {
    handset.faults.starting = 'packages'
    emulated.booted = true
  }, androidMs)
  setTimeout(() => {
    handset.faults.starting = null
  }, packagesMs)
  setTimeout(() => {
    emulated.faults.black = false
    emulated.changed()
  }, pictureMs)
}

function end(): void {
  rmSync(discovery, { force: true })
  process.exit(0)
}

const orders: {
  readonly [N in OrderName]: (ask: Orders[N]['ask']) => Promise<Orders[N]['answer']> | Orders[N]['answer']
} = {
  faults: ask => {
    Object.assign(emulated.faults, ask)
    emulated.changed()
    return null
  },
  drop: async ({ ms }) => {
    await service.drop(ms)
    return null
  },
  restart: async ({ ms }) => {
    emulated.booted = false
    emulated.forgetFingers()
    auth.close()
    auth = authOf(options.auth, options.folder)
    writeDiscovery()
    await service.drop(Math.min(ms, 50))
    setTimeout(() => {
      emulated.booted = true
    }, ms)
    return null
  },
  boot: () => {
    emulated.booted = true
    return null
  },
  size: size => {
    marker?.resize(size)
    emulated.changed()
    return null
  },
  struck: () => {
    const { struck } = emulated
    emulated.struck = []
    return struck
  },
  landed: () => {
    const { landed } = emulated
    emulated.landed = []
    return landed
  },
  state: () => ({
    down: [...emulated.down.keys()],
    keysDown: [...emulated.keysDown],
    held: emulated.held,
    posture: emulated.posture,
    clip: emulated.clip,
    foreground: handset.phone.foreground().package,
    number: marker === null ? null : Number(marker.id(0).split(' ')[1]),
    streams: service.streams,
  }),
  copy: ({ text }) => {
    emulated.copy(text)
    return null
  },
  turn: ({ degrees }) => {
    emulated.turn(degrees)
    return null
  },
  play: ({ fps }) => {
    if (playing !== null) clearInterval(playing)
    playing = null
    if (fps > 0)
      playing = setInterval(() => {
        marker?.next(false)
        emulated.changed()
      }, 1000 / fps)
    return null
  },
}

async function obey(line: string): Promise<void> {
  const { id, order, ask } = JSON.parse(line) as { id: number; order: OrderName; ask: never }
  const answer = await orders[order](ask)
  console.log(JSON.stringify({ id, answer }))
}

grpcPort = await service.listen(options.host, options.grpcPort ?? 0)
if (options.adbServer !== null) {
  const adbd = new Adbd(handset, { features: allFeatures, port: options.adbPort })
  await adbd.listen()
  const { adbServer, boot } = options
  if (boot === undefined) await announce(adbServer)
  else setTimeout(() => void announce(adbServer), boot.adbMs)
}
writeDiscovery()
if (options.boot !== undefined) bootSlowly(options.boot)
if (marker === null) setInterval(() => emulated.changed(), lookMs)
const ready: DoubleReady = { grpcPort, serial: `emulator-${options.adbPort - 1}`, pid: process.pid }
console.log(JSON.stringify(ready))
createInterface({ input: process.stdin })
  .on('line', line => {
    obey(line).catch((thrown: unknown) => {
      console.error(thrown)
      process.exit(1)
    })
  })
  .on('close', end)
process.on('SIGTERM', end)
