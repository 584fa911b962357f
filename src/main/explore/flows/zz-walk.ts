import { openDemoDriver } from '#main/device/demo/driver.ts'
import { openDevice } from '#main/device/open-device.ts'
import { Actuator } from '#main/explore/actuator.ts'
import { random } from '#shared/base/random.ts'
import { targetOf } from '#main/explore/targets.ts'
import { stepWords } from '#main/explore/words.ts'
import { emitFlow } from '#main/explore/flows/emit.ts'
import { playFlow } from '#main/explore/flows/result.ts'
import { isEditable } from '#shared/domain/element.ts'
import { readdirSync } from 'node:fs'
const signal = new AbortController().signal
const verbose = process.env.V
const counts: Record<string, number> = {}
const only = process.env.APP
let ms = 0, plays = 0
for (const file of readdirSync('resources/demo').filter(f => f.endsWith('.app.yaml') && (!only || f.includes(only)))) {
  for (let seed = 1; seed <= Number(process.env.N ?? 5); seed++) {
    const device = await openDevice(await openDemoDriver({ seed, clock: 'virtual', nuisance: false }), signal)
    const r = random(seed, file)
    const pkgBuild = { path: process.cwd() + '/resources/demo/' + file, plant: 'none' as const }
    // find package
    const g0 = await device.takeControl({ kind: 'night', name: 't' }, signal)
    const info = await device.install(g0, pkgBuild, signal)
    const act = new Actuator(device, { app: info.package, launchArguments: {}, leash: { never: [], allow: [] }, ownerName: 'night', orientation: 'portrait' })
    let now = await act.reset(null, signal)
    const steps: any[] = []
    const n = 3 + r.below(8)
    for (let i = 0; i < n; i++) {
      if (now.tree === null || now.foreground.package !== info.package) break
      const tree = now.tree
      const choices = tree.nodes.filter(x => x.clickable && x.enabled && x.package === info.package)
      if (choices.length === 0) break
      const k = r.below(12)
      let action: any
      if (k === 0) action = { kind: 'back' }
      else if (k === 1) action = { kind: 'turn', to: 'landscape' }
      else if (k === 2) action = { kind: 'turn', to: 'portrait' }
      else if (k === 3) action = { kind: 'background', ms: 2000 }
      else if (k === 4 && tree.nodes.some(x => x.scrollable)) action = { kind: 'swipe', target: targetOf(tree, tree.nodes.find(x => x.scrollable)!, null), direction: 'up' }
      else {
        const el = r.pick(choices)
        action = isEditable(el) ? { kind: 'type', target: targetOf(tree, el, null), text: r.pick(['Ivy', "O'Hara (2)", 'Grün 🌱', '12', 'a@b.example']), row: 'x' } : { kind: 'tap', target: targetOf(tree, el, null) }
      }
      const before = now
      const acted = await act.act(action, now, signal)
      if (!acted.done) continue
      steps.push({ action, words: stepWords(action), before: [before] })
      now = acted.after
    }
    if (now.foreground.package !== info.package) { counts['left'] = (counts['left'] ?? 0) + 1; continue }
    const cand: any = { check: 'contrast', screen: null, screenName: '', element: '', label: '', title: 'Walk ' + seed, why: '', whyNotNoise: '', signature: '', frames: [], message: '', observation: 1, mark: null, log: null }
    const flow = emitFlow({ candidate: cand, fingerprint: 'v1:' + '0'.repeat(32), reproduced: '2/2', app: { package: info.package, label: info.label, version: info.versionName }, device: device.model, locale: 'en', condition: null, seed, date: '2026-12-01', product: 'Nocturne', launchArguments: {}, steps, after: [now], expected: [] })
    await act.upright(signal)
    const g = await device.takeControl({ kind: 'night', name: 't' }, signal)
    if (now.orientation === 'landscape') {}
    const names = (o: any) => o.tree?.nodes.map((x: any) => x.id + '|' + x.text + '|' + x.checked).join('\n')
    const t0 = performance.now()
    const play = await playFlow(device, g, { text: flow.text, file: flow.name, readFile: () => { throw new Error('none') } }, { oracle: ({ final }) => names(final) === names(now) }, signal)
    ms += performance.now() - t0; plays++
    counts[play.result] = (counts[play.result] ?? 0) + 1
    if (flow.approximate.length) counts.approx = (counts.approx ?? 0) + 1
    if (verbose && (play.result !== 'reproduced' || flow.approximate.length)) {
      console.log('=====', file, seed, play.result, play.words, flow.approximate)
      console.log(flow.text.split('---')[1])
      console.log(play.played?.notes)
      if (play.result === 'passed') { const a = names(play.played!.final).split('\n'), b = names(now)!.split('\n'); console.log('final not in recorded', a.filter((x: string) => !b.includes(x)), 'recorded not in final', b.filter((x: string) => !a.includes(x))) }
    }
  }
}
console.log(counts, 'ms per play', ms / plays)
