// throw-away quick bench
import { readFileSync, existsSync, rmSync } from 'node:fs'
import { parse } from 'yaml'
import { openDemoDriver } from '#main/device/demo/driver.ts'
import { openDevice } from '#main/device/open-device.ts'
import { runNight } from '#main/explore/night.ts'
import { nightId } from '#shared/domain/ids.ts'
import type { NightBook } from '#shared/domain/book.ts'
import type { Job } from '#shared/domain/night.ts'

import { Replayer } from '#main/explore/replay.ts'
import { stepWords } from '#main/explore/words.ts'
import { Examiner } from '#main/explore/examiner.ts'
if (process.env.DEBUG_SAID) {
  for (const name of ['after', 'arrived', 'finish'] as const) {
  const original: any = Examiner.prototype[name]
  ;(Examiner.prototype as any)[name] = async function (...args: any[]) {
    const r = await original.apply(this, args)
    for (const one of r) console.log('    said', name, one.fingerprint, one.candidate.check, one.candidate.screenName, one.candidate.element)
    return r
  }
  }
}
if (process.env.DEBUG_REPLAY) {
  const original = Replayer.prototype.attempt
  Replayer.prototype.attempt = async function (raised, actions, signal) {
    const r = await original.call(this, raised, actions, signal)
    if ((process.env.DEBUG_REPLAY === '1' || raised.candidate.check === process.env.DEBUG_REPLAY) ) console.log(`   replay ${raised.candidate.check} ${raised.candidate.element} tail=${raised.probe.tail} asked ${actions.length}: ${r.reproduced} ${r.words} :: ${r.played.map(x => stepWords(x.action)).join(' | ')}`)
    return r
  }
}
const [file, policy = 'explorer', stepsText = '300', seedText = '1', plant = 'all', verbose = ''] = process.argv.slice(2)
const steps = Number(stepsText)
const seed = Number(seedText)
const truthFile = `/tmp/x2/truth-${process.pid}.jsonl`
if (existsSync(truthFile)) rmSync(truthFile)
const signal = new AbortController().signal
const app = parse(readFileSync(file!, 'utf8')) as { package: string; label: string; screens: object; bugs: { id: string; check: string; screen: string; element?: string; signature?: string; condition: string | null; shortest: number; reproducible: number }[] }
const bugs = app.bugs.filter(b => b.condition === null)
const device = await openDevice(await openDemoDriver({ seed, nuisance: true, clock: 'virtual', truthFile }), signal)
const job: Job = { app: { kind: 'demo', file: file!, plant: 'all', previous: null }, devices: ['demo-phone'], limit: { steps, minutes: null, until: null }, cards: [], setupFlow: null, credentials: {}, conditions: [], changed: null, model: null, leash: { never: [], allow: [] }, findingsPerNight: 5, replayAttempts: 2, seed }
const dropped: string[] = []
const maps: string[] = []
const rows: any[] = []
const book: NightBook = {
  beginNight() {}, beginMission() {}, endNight() {},
  step(_n, m, step, _p, _a, map) { if (verbose) { rows.push(step); console.log(`${m}.${step.n} [${step.screenName}${step.newScreen ? '*' : ''}] ${step.outcome} ${step.notes.join('; ')} ${step.candidates.map(c => `<<${c.check} ${c.element} ${c.title}>>`).join(' ')}`) } maps.push(String(map.length)) },
  verdict(_n, m, c, _f, v) { if (v.is !== 'reproduced') dropped.push(`${m} ${v.is} ${c.check} ${c.screenName} ${c.element} ${c.title}`) },
  file(_n, _m, _a, _b, _c) { return { id: 'f-1' as never, isNew: true } },
  flowPlayed() {}, endMission(_n, m, row) { if (verbose) console.log('--- mission', m, row.ended_by, row.steps) },
  loadMap: () => [], saveMap() {}, known: () => 'new', journalSetting: () => 1, settledSetting() {}, unsettledSettings: () => [],
}
const t0 = performance.now()
const plantArg = plant === 'none' ? 'none' : bugs.map(b => b.id)
const out = await runNight({ id: nightId('n-1'), job, device, app: { package: app.package, label: app.label, version: '1' }, build: { path: file!, plant: plantArg }, previous: null, policy: policy as never, durationMs: null, changedWords: [], showAll: true, startedAt: 'x' },
  { book, pictures: null, confirm: { flows: null }, onProgress() {}, trace: null, now: () => 'x', setup: null }, signal, signal)
const ms = performance.now() - t0
await device[Symbol.asyncDispose]()
const truth = new Map<number, any>()
for (const line of readFileSync(truthFile, 'utf8').split('\n')) { if (line === '') continue; const e = JSON.parse(line); truth.set(e.observation, e) }
rmSync(truthFile)
const alias: Record<string, string[]> = { native_crash: ['crash'], crash: ['native_crash'], dark: ['contrast'], contrast: ['dark'], loading: ['frozen', 'offline'], frozen: ['loading', 'anr'], anr: ['frozen'], offline: ['loading', 'blank', 'raw_error'] }
const found = new Map<string, number>()
const wrong: string[] = []
for (const f of out.findings) {
  const c = f.confirmed.candidate
  const screen = truth.get(c.observation)?.screen
  const match = plant === 'none' ? undefined : bugs.find(b => !found.has(b.id) && (b.check === c.check || alias[b.check]?.includes(c.check)) && b.screen === screen && ((b.element === undefined && b.signature === undefined) || b.element === c.element || (b.signature !== undefined && b.signature === c.signature)))
  const dup = match === undefined && plant !== 'none' ? bugs.find(b => (b.check === c.check || alias[b.check]?.includes(c.check)) && b.screen === screen && ((b.element === undefined && b.signature === undefined) || b.element === c.element || (b.signature !== undefined && b.signature === c.signature))) : undefined
  if (match) found.set(match.id, f.nightStep)
  else wrong.push(`${dup ? 'DUP' : 'FALSE'} ${c.check} truth=${screen} el=${c.element} sig=${c.signature} "${c.title}" why=${c.why}`)
  if (match && verbose) console.log(`  found ${match.id} @${f.nightStep} ${f.confirmed.verdict.is === 'reproduced' ? `${f.confirmed.verdict.reproduced}/${f.confirmed.verdict.attempts}` : 'crash_log'} cost ${f.confirmed.cost}/${match.shortest} replays ${f.confirmed.replays}`)
}
const reached = new Set<string>()
const faults = new Set<string>()
for (const e of truth.values()) { if (e.screen) reached.add(e.screen); for (const x of e.faults ?? []) faults.add(x) }
const ratios = out.findings.flatMap(f => { const c = f.confirmed; return c.verdict.is === 'reproduced' ? [[c.cost, c.replays]] : [] })
console.log(JSON.stringify({ file: file!.split('/').at(-1), policy, seed, plant, steps: out.steps, planted: bugs.length, found: found.size, at300: [...found.values()].filter(x => x <= 300).length, wrong: wrong.length, screens: `${reached.size}/${Object.keys(app.screens).length}`, msPerStep: Math.round(ms / out.steps), replays: out.replays, replaySteps: out.replaySteps, crashlog: out.findings.filter(f => f.confirmed.verdict.is === 'crash_log').length, mapScreens: out.screens, endedBy: out.endedBy }))
for (const b of bugs) { const at = found.get(b.id); if (verbose !== 'q') console.log(`  ${at === undefined ? (faults.has(b.id) ? 'MISSED(reached)' : 'MISSED') : `@${at}`} ${b.id} ${b.check} ${b.screen} ${b.element ?? ''} p=${b.reproducible}`) }
for (const w of wrong) console.log('  ' + w)
for (const d of dropped) console.log('  dropped ' + d)
