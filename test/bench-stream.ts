// The stream, measured: an emulator double in its own process, the real hub in its own, Debian's Chromium, pixels read back
// from the canvas. Writes docs/stream.md. `--short` is what CI runs; `--minutes N` watches memory for so long.
import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import type { Page } from 'playwright'
import type { Probed } from '#renderer/stage/figures.ts'
import type { UnitTimes } from '#main/device/stream/fan-out.ts'
import { startAdbServer } from './doubles/adb/start.ts'
import type { Landed } from './doubles/emulator/emulated.ts'
import { startEmulatorDouble } from './doubles/emulator/start.ts'
import { boundsOf, isKept, valueOf } from './bench-stream/bounds.ts'
import { round, say, spread } from './bench-stream/measured.ts'
import type {
  BesideFigures,
  Case,
  CaseFigures,
  MemoryFigures,
  RawFigures,
  Spread,
  TapFigures,
} from './bench-stream/measured.ts'
import { measureRestart } from './bench-stream/restart.ts'
import { streamPage } from './bench-stream/stream-page.ts'
import { startRawServer } from './bench-stream/raw-server.ts'
import type { EmulatorDouble } from './doubles/emulator/start.ts'
import type { Bench, Tapped } from './bench-stream/told.ts'
import { launch } from './e2e/open-window.ts'

declare const bench: Bench

const { values: asked } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    taps: { type: 'string' },
    minutes: { type: 'string' },
    only: { type: 'string' },
    out: { type: 'string' },
  },
})
/** Before anything of ours ran: other work makes every figure worse. */
const loadBefore = loadavg()[0] ?? 0
const taps = Number(asked.taps ?? (asked.short ? 20 : 100))
const minutes = Number(asked.minutes ?? (asked.short ? 0.2 : 10))
const playMs = asked.short ? 3000 : 8000
const root = join(import.meta.dirname, '..')

const cases: readonly Case[] = [
  { name: '540x1200, shared memory', size: { width: 1080, height: 2400 }, widthPx: 540, sharedMemory: true, fps: 120 },
  { name: '1080x2400, shared memory', size: { width: 1080, height: 2400 }, widthPx: 1080, sharedMemory: true, fps: 90 },
  {
    name: '1080x2400, RGB over gRPC',
    size: { width: 1080, height: 2400 },
    widthPx: 1080,
    sharedMemory: false,
    fps: 60,
  },
]

// ---- processes

interface HubProcess extends AsyncDisposable {
  readonly url: string
  readonly pid: number
  times(device: string): Promise<readonly UnitTimes[]>
  memory(): Promise<{
    readonly rss: number
    readonly heapUsed: number
    readonly arrayBuffers: number
    readonly cpuMs: number
  }>
}

async function startHub(pageFolder: string, env: Readonly<Record<string, string>>): Promise<HubProcess> {
  const home = mkdtempSync(join(tmpdir(), 'nocturne-bench-'))
  const child = spawn(
    process.execPath,
    [
      '--expose-gc',
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, 'bench-stream', 'hub.ts'),
      pageFolder,
    ],
    { env: { ...process.env, ...env, NOCTURNE_HOME: home }, stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next()
    if (done === true) throw new Error('the hub ended')
    return value
  }
  const url = await next()
  return {
    url,
    pid: child.pid ?? 0,
    times: async device => {
      child.stdin.write(`${device}\n`)
      return JSON.parse(await next())
    },
    memory: async () => {
      child.stdin.write('\n')
      return JSON.parse(await next())
    },
    [Symbol.asyncDispose]: async () => {
      child.stdin.end()
      await new Promise(resolve => child.once('exit', resolve))
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function buildPage(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'nocturne-bench-page-'))
  await build({
    root: join(import.meta.dirname, 'bench-stream'),
    configFile: false,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, target: 'esnext' },
    worker: { format: 'es' },
  })
  return folder
}

/** Keeps one core busy. */
function burn(): ChildProcess {
  // One whose bench was killed ends by itself.
  const busy = 'const { ppid } = process; while (process.ppid === ppid) for (let at = 0; at < 1e8; at += 1);'
  return spawn(process.execPath, ['-e', busy], { stdio: 'ignore' })
}

// ---- what is measured

function tapFigures(all: readonly Tapped[], landed: readonly Landed[]): TapFigures {
  const of = all.flatMap(tap => {
    const there = landed.find(one => one.number === tap.number && one.touches.some(({ pressure }) => pressure > 0))
    return there === undefined ? [] : [{ tap, there }]
  })
  const each = (value: (one: { tap: Tapped; there: Landed }) => number): Spread => spread(of.map(value))
  const own = (there: Landed): number => there.doneAt - there.at
  return {
    beyond: each(({ tap, there }) => tap.probed.drawnMs - tap.sentMs - own(there)),
    withRead: each(({ tap, there }) => tap.probed.readMs - tap.sentMs - own(there)),
    device: each(({ there }) => own(there)),
    toDevice: each(({ tap, there }) => there.at - tap.sentMs),
    toArrival: each(({ tap, there }) => tap.probed.arrivedMs - there.doneAt),
    decode: each(({ tap }) => tap.probed.decodedMs - tap.probed.arrivedMs),
    draw: each(({ tap }) => tap.probed.drawnMs - tap.probed.drawMs),
    read: each(({ tap }) => tap.probed.readMs - tap.probed.drawnMs),
    count: of.length,
  }
}

const captureToDrawn = (all: readonly Probed[]): Spread => spread(all.map(one => (one.drawnHubUs - one.atUs) / 1000))

async function measure(
  page: Page,
  hub: HubProcess,
  double: EmulatorDouble,
  of: Case,
  busy: boolean,
): Promise<CaseFigures> {
  const burning = busy ? burn() : null
  try {
    await page.evaluate(([id, widthPx]) => bench.open(id, widthPx), [double.serial, of.widthPx] as const)
    await page.evaluate(() => bench.takeControl())
    for (let at = 0; at < 5; at += 1) await page.evaluate(() => bench.tap())
    await double.order('landed', null)
    await hub.times(double.serial)
    const all: Tapped[] = []
    for (let at = 0; at < taps; at += 1) all.push(await page.evaluate(() => bench.tap()))
    const landed = await double.order('landed', null)
    const times = await hub.times(double.serial)
    const streaming = JSON.stringify(await page.evaluate(() => bench.streaming()))
    await double.order('play', { fps: of.fps })
    await page.evaluate(() => bench.plain(1000))
    const { figures, shown, ms } = await page.evaluate(over => bench.plain(over), playMs)
    await double.order('play', { fps: 0 })
    return {
      of,
      busy,
      streaming,
      taps: tapFigures(all, landed),
      units: spread(times.map(({ whole }) => whole)),
      encode: spread(times.map(({ encode }) => encode)),
      convert: spread(times.map(({ convert }) => convert)),
      capture: captureToDrawn(all.map(({ probed }) => probed)),
      fps: (shown * 1000) / ms,
      playing: { p50: figures?.p50Ms ?? Number.NaN, p95: figures?.p95Ms ?? Number.NaN },
    }
  } finally {
    burning?.kill()
  }
}

// ---- two viewers, one of whom never answers

async function measureBeside(page: Page, double: EmulatorDouble): Promise<BesideFigures> {
  await page.evaluate(id => bench.open(id, 540), double.serial)
  await double.order('play', { fps: 60 })
  await page.evaluate(() => bench.plain(1000))
  const alone = await page.evaluate(ms => bench.plain(ms), playMs)
  const stalling = page.evaluate(([id, ms]) => bench.stall(id, ms), [double.serial, playMs + 2500] as const)
  await page.evaluate(() => bench.plain(1500))
  const beside = await page.evaluate(ms => bench.plain(ms), playMs)
  await double.order('play', { fps: 0 })
  return {
    alone: (alone.shown * 1000) / alone.ms,
    beside: (beside.shown * 1000) / beside.ms,
    stalled: await stalling,
  }
}

// ---- memory

/** Resident MB of the processes below `pid` whose command line holds `words`. */
function residentBelow(pid: number, words: string): number {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap(line => {
      const [, id, parent, kb, args] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/u.exec(line) ?? []
      return args === undefined ? [] : [{ id: Number(id), parent: Number(parent), kb: Number(kb), args }]
    })
  const below = new Set([pid])
  for (let before = 0; before < below.size;) {
    before = below.size
    for (const { id, parent } of rows) if (below.has(parent)) below.add(id)
  }
  const kb = rows
    .filter(({ id, args }) => id !== pid && below.has(id) && args.includes(words))
    .reduce((sum, one) => sum + one.kb, 0)
  return kb / 1024
}

const mb = (bytes: number): number => bytes / 1024 / 1024

async function measureMemory(page: Page, hub: HubProcess, double: EmulatorDouble): Promise<MemoryFigures> {
  await page.evaluate(id => bench.open(id, 540), double.serial)
  await double.order('play', { fps: 60 })
  // What is made once and kept is not growth.
  await page.evaluate(ms => bench.plain(ms), asked.short ? 3000 : 60_000)
  const samples: { at: number; rss: number; heap: number; encoder: number; page: number }[] = []
  const began = performance.now()
  let frames = 0
  while (performance.now() - began < minutes * 60_000) {
    frames += (await page.evaluate(ms => bench.plain(ms), asked.short ? 1500 : 10_000)).shown
    const { rss, heapUsed, arrayBuffers } = await hub.memory()
    samples.push({
      at: (performance.now() - began) / 60_000,
      rss: mb(rss),
      heap: mb(heapUsed + arrayBuffers),
      encoder: residentBelow(hub.pid, 'nocturne-h264'),
      page: residentBelow(process.pid, '--type=renderer'),
    })
  }
  await double.order('play', { fps: 0 })
  const [from, until] = [samples[0], samples.at(-1)]
  if (from === undefined || until === undefined) throw new Error('no memory was read')
  return {
    minutes,
    frames,
    from,
    until,
    slope: { rss: slopeOf(samples, one => one.rss), heap: slopeOf(samples, one => one.heap) },
    encoder: { from: from.encoder, until: until.encoder, slope: slopeOf(samples, one => one.encoder) },
    page: { from: from.page, until: until.page, slope: slopeOf(samples, one => one.page) },
  }
}

function slopeOf<T extends { readonly at: number }>(samples: readonly T[], value: (one: T) => number): number {
  const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length
  const [at, of] = [mean(samples.map(one => one.at)), mean(samples.map(value))]
  const above = samples.reduce((sum, one) => sum + (one.at - at) * (value(one) - of), 0)
  const below = samples.reduce((sum, one) => sum + (one.at - at) ** 2, 0)
  return below === 0 ? 0 : above / below
}

// ---- raw pixels in the place of H.264

/** RGBA pictures over a WebSocket of their own, drawn by putImageData in a worker, three credits: the best case for them. */
async function measureRaw(size: { readonly width: number; readonly height: number }): Promise<RawFigures> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } })
  await using server = await startRawServer(size)
  try {
    await page.goto(server.url)
    await page.evaluate(() => (globalThis as unknown as { ready: Promise<void> }).ready)
    const still = await server.measure(asked.short ? 20 : 100, 40)
    const playing = await server.measure(asked.short ? 100 : 400, 0)
    return {
      size: `${size.width}x${size.height}`,
      still: spread(still.ms),
      fps: playing.fps,
      playing: spread(playing.ms),
    }
  } finally {
    await page.close()
  }
}

// ---- the whole

const pageFolder = await buildPage()
const server = await startAdbServer()
const browser = await launch()
const results: CaseFigures[] = []
let beside: BesideFigures | null = null
let memory: MemoryFigures | null = null
const raw: RawFigures[] = []
/** ms until viewers had a picture again, kill by kill. */
let restarts: readonly number[] = []
const isAsked = (name: string): boolean => asked.only === undefined || name.includes(asked.only)

/** A double, a hub and a page for as long as `work` runs. */
async function withPage<T>(
  of: Pick<Case, 'size' | 'sharedMemory'>,
  work: (page: Page, hub: HubProcess, double: EmulatorDouble) => Promise<T>,
): Promise<T> {
  await using double = await startEmulatorDouble({
    screen: 'marker',
    size: of.size,
    adbServer: server.port,
    faults: { sharedMemory: of.sharedMemory ? 'takes' : 'refuses' },
  })
  await using hub = await startHub(pageFolder, { ...server.env, NOCTURNE_EMULATOR_RUNNING: double.folder })
  const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } })
  page.on('pageerror', error => console.log('page error:', error.message))
  await page.goto(hub.url)
  try {
    return await work(page, hub, double)
  } finally {
    await page.close()
  }
}

const phone = { size: { width: 1080, height: 2400 }, sharedMemory: true }
/** Within a minute; a few more and it is given up. */
const killsMost = 6
try {
  for (const of of cases.filter(({ name }) => isAsked(name)))
    await withPage(of, async (page, hub, double) => {
      for (const busy of asked.short ? [false] : [false, true]) {
        const figures = await measure(page, hub, double, of, busy)
        results.push(figures)
        tell(figures)
      }
    })
  if (isAsked('beside')) {
    beside = await withPage(phone, (page, _hub, double) => measureBeside(page, double))
    console.log(`\nbeside a viewer that never answers: ${round(beside.beside)} a second, alone ${round(beside.alone)}`)
  }
  if (isAsked('growth')) {
    memory = await withPage(phone, measureMemory)
    console.log(`\nmemory: ${JSON.stringify(memory)}`)
  }
  if (isAsked('restart')) {
    restarts = await measureRestart(killsMost)
    console.log(`\nan encoder that is killed is back after ${restarts.map(round).join(', ')} ms`)
  }
  if (isAsked('raw'))
    for (const size of [{ width: 540, height: 1200 }, phone.size]) {
      const figures = await measureRaw(size)
      raw.push(figures)
      console.log(
        `\nraw pixels at ${figures.size}: ${say(figures.still)} ms, playing ${say(figures.playing)} at ${round(figures.fps)}`,
      )
    }
} finally {
  await browser.close()
  await server[Symbol.asyncDispose]()
  rmSync(pageFolder, { recursive: true, force: true })
}

function tell({ of, busy, streaming, taps: tap, units, convert, encode, capture, fps, playing }: CaseFigures): void {
  console.log(`\n${of.name}${busy ? ', one core busy' : ''} (${streaming})`)
  console.log(
    `  touch to drawn pixel, beyond the device (${tap.count} taps)  ${say(tap.beyond)} ms; with the read ${say(tap.withRead)}`,
  )
  console.log(
    `  capture to drawn, still screen ${say(capture)} ms; playing ${say(playing)} ms at ${round(fps)} a second`,
  )
  console.log(`  capture to unit ${say(units)}, of that convert ${say(convert)}, encode ${say(encode)}`)
  console.log(
    `  to the device ${say(tap.toDevice)}; device ${say(tap.device)}; encoded and carried ${say(tap.toArrival)}; decode ${say(tap.decode)}; draw ${say(tap.draw)}; read ${say(tap.read)}`,
  )
}

// ---- what came of it

const measured = { results, beside, memory, raw, restarts }
const bounds = boundsOf(measured)
console.log('')
for (const one of bounds)
  console.log(
    `${isKept(one) ? 'kept  ' : 'missed'}  ${one.of}: ${valueOf(one)} (${one.least === true ? 'at least' : 'at most'} ${one.bound})`,
  )
if (!asked.short && asked.only === undefined)
  writeFileSync(join(root, 'docs', 'stream.md'), streamPage(measured, { taps, loadBefore }))
// CI's machine is not the one the numbers are for: there only what is broken fails.
process.exitCode = asked.short ? (results.every(one => one.taps.count > 0) ? 0 : 1) : bounds.every(isKept) ? 0 : 1
