// Each method of the contract and the room that does it. No decisions here: a line or two each.
import { Refusal, refusalOf } from '#shared/base/refusal.ts'
import type { FindingId, NightId } from '#shared/domain/ids.ts'
import type { Given } from '#shared/protocol/contract.ts'
import { keyFrame } from '#shared/protocol/envelope.ts'
import type { FrameSink, Handlers } from '#shared/protocol/host.ts'
import type { NightDocument } from '#shared/protocol/shapes.ts'
import { readText, writeWhole } from '#main/sys/files.ts'
import { jpegOf, pngOf } from '#main/sys/images.ts'
import { safeName } from '#main/store/artifacts.ts'
import type { TriageRequest } from '#main/store/findings.ts'
import { derived, liveSource } from '#main/hub/derived.ts'
import { checkDevice, lineOf, observedOf, tileOf } from '#main/hub/devices.ts'
import { examine } from '#main/hub/doctor.ts'
import { playFlowOn, replayFinding } from '#main/hub/replays.ts'
import type { Hub } from '#main/hub/hub.ts'
import { droppedOf, inboxOf, isOpen, nightLineOf, pageOf, worstFirst } from '#main/hub/inbox.ts'
import { demoApps } from '#main/hub/apps.ts'
import { mapOf } from '#main/hub/map.ts'
import { changeSettings, settingsOf } from '#main/hub/settings.ts'
import { stepLines } from '#main/hub/steps.ts'

export function handlersOf(hub: Hub): Handlers {
  return {
    ...deviceHandlers(hub),
    ...nightHandlers(hub),
    ...findingHandlers(hub),
    ...homeHandlers(hub),
    ...watches(hub),
  }
}

type Names<Prefix extends string> = Extract<keyof Handlers, `${Prefix}${string}`>

function deviceHandlers(hub: Hub): Pick<Handlers, Exclude<Names<'device.' | 'devices.'>, never>> {
  const { desk } = hub
  return {
    'devices.list': async () => {
      const { rows, failures } = await hub.fleet()
      return { devices: rows.value.map(lineOf), missing: failures.value }
    },
    'devices.check': async ({ device: id }, asking) => ({
      id,
      checks: await checkDevice(await hub.device(id), asking),
    }),
    'devices.observe': async ({ device: id, tree, picture }, { signal }) => {
      const seen = await (await hub.device(id)).observe(signal)
      let file: string | null = null
      if (picture) {
        file = hub.home.store.artifacts.path(`screenshots/${safeName(id)}.png`)
        await writeWhole(file, await pngOf(seen.picture))
      }
      return observedOf(seen, tree, file)
    },
    'device.apps': async ({ device: id }, { signal }) => ({ apps: await (await hub.device(id)).apps(signal) }),
    'device.takeControl': async ({ device: id }, { session, signal }) => ({
      generation: (await desk.take(session, await hub.device(id), signal)).generation,
    }),
    'device.handBack': async ({ device: id }, { session }) => {
      await desk.handBack(session, id)
      return {}
    },
    'device.input': async ({ device: id, input }, { session, signal }) => {
      const device = await hub.device(id)
      return device.input(desk.need(session, id), input, signal)
    },
    'device.control': async ({ device: id, control }, { session, signal }) => {
      const device = await hub.device(id)
      await desk.during(session, device, signal, grant => device.control(grant, control, signal))
      return {}
    },
    'device.install': async ({ device: id, path }, { session, signal }) => {
      const device = await hub.device(id)
      return desk.during(session, device, signal, grant => device.install(grant, { path }, signal))
    },
    'device.stills': async ({ device: id, widthPx }, sink, { signal }) => sendStills(hub, id, widthPx, sink, signal),
  }
}

async function sendStills(hub: Hub, id: string, widthPx: number, sink: FrameSink, signal: AbortSignal): Promise<void> {
  let shown = ''
  for (let generation = 1; !signal.aborted;) {
    await sink.ready(signal)
    const device = await hub.device(id)
    const picture = await device.still(signal)
    if (picture.id !== shown) {
      shown = picture.id
      sink.send({
        flags: keyFrame,
        generation: generation++,
        atUs: performance.now() * 1000,
        sequence: generation - 1,
        bytes: await jpegOf(picture, widthPx),
      })
    } else await new Promise(resolve => setTimeout(resolve, 200))
  }
}

function nightHandlers(hub: Hub): Pick<Handlers, Names<'night.' | 'map.' | 'apps.'>> {
  const { store } = hub.home
  return {
    'apps.list': async () => ({ apps: await demoApps() }),
    'night.start': async ({ job, options }) => hub.nights.start(job, options),
    'night.stop': async ({ id, now }) => {
      store.night(id)
      if (!hub.nights.isRunning(id))
        throw new Refusal('bad-value', `The night ${id} has ended already.`, { where: 'id' })
      hub.nights.stop(id, now)
      return {}
    },
    'night.list': async () => ({ nights: nightLines(hub) }),
    'night.show': async ({ id }) => nightDocument(hub, id),
    'night.steps': async ({ id, from, limit }) => {
      store.night(id)
      return stepLines(store, id, from, limit)
    },
    'night.dropped': async ({ id }) => {
      store.night(id)
      return { dropped: store.dropped(id).map(droppedOf) }
    },
    'map.show': async ({ app }) => mapOf(store, app),
  }
}

const nightLines = (hub: Hub): ReturnType<typeof nightLineOf>[] =>
  hub.home.store.nights().map(night => nightLineOf(night, hub.nights.isRunning(night.id)))

function nightDocument(hub: Hub, id: NightId): NightDocument {
  const { store } = hub.home
  const { appLabel: _label, seed: _seed, findings: _findings, ...night } = store.night(id)
  return {
    night: { ...night, missions: store.missions(id) },
    findings: store.findings.ofNight(id).toSorted(worstFirst),
    inbox: hub.window,
  }
}

function findingHandlers(hub: Hub): Pick<Handlers, Names<'finding.' | 'findings.' | 'flow.'>> {
  const { store } = hub.home
  const row = (id: FindingId): ReturnType<typeof store.findings.record>['row'] => store.findings.record(id).row
  return {
    'findings.list': async ({ all }) => ({
      findings: store.findings
        .list()
        .filter(one => all || (one.shown && isOpen(one)))
        .toSorted(worstFirst),
    }),
    'findings.show': async ({ id }) => row(id),
    'findings.page': async ({ id }) => pageOf(store, id),
    'findings.flow': async ({ id }) => {
      const { flow } = row(id)
      if (flow === null) throw new Refusal('failed', `${id} has no flow.`, { where: 'id' })
      return { file: flow, text: await readText(flow) }
    },
    'findings.triage': async ({ id, ...asked }) => {
      store.findings.triage(id, triageOf(asked))
      store.changed()
      return row(id)
    },
    'finding.replay': async ({ id }, { signal }) => replayFinding(hub, id, signal),
    'flow.run': async ({ device, flow }, { session, signal }) => playFlowOn(hub, device, flow, session, signal),
  }
}

function triageOf(asked: {
  do: TriageRequest['do']
  reason: string | null
  of: FindingId | null
  until: string | null
}): TriageRequest {
  switch (asked.do) {
    case 'duplicate':
      if (asked.of === null) throw new Refusal('bad-value', 'Say which finding it is a duplicate of.', { where: 'of' })
      return { do: 'duplicate', of: asked.of }
    case 'decline':
      return { do: 'decline', reason: asked.reason ?? '' }
    case 'snooze':
      return { do: 'snooze', until: asked.until }
    case 'accept':
    case 'restore':
    case 'undo':
      return { do: asked.do }
  }
}

function homeHandlers(hub: Hub): Pick<Handlers, Names<'settings.' | 'hub.'> | 'doctor' | 'explain'> {
  const { store } = hub.home
  return {
    'settings.get': async () => settingsOf(store),
    'settings.set': async changes => changeSettings(store, changes),
    'hub.window': async () => ({ url: hub.window }),
    doctor: async () => examine(hub.home),
    explain: async ({ path, kind }) => {
      const text = await readText(path)
      try {
        const { kind: asked, read } = await hub.platforms.explain(text, kind, path)
        return { kind: asked, read, refused: isErrors(read) }
      } catch (thrown) {
        const { code, words, where } = refusalOf(thrown)
        // The question was wrong, not the recorded output.
        if (where === '--as') throw thrown
        const line = Number(/(?:^|:)(\d+)$/u.exec(where ?? '')?.[1] ?? Number.NaN)
        return {
          kind: kind ?? '',
          read: { refused: { code, words, line: Number.isNaN(line) ? null : line } },
          refused: true,
        }
      }
    },
  }
}

const isErrors = (read: unknown): boolean => typeof read === 'object' && read !== null && 'errors' in read

function watches(hub: Hub): Pick<Handlers, 'devices' | 'nights' | 'night' | 'inbox' | 'still'> {
  const { store } = hub.home
  const ofStore = (changed: () => void): (() => void) => store.onChange(changed)
  return {
    devices: async (_params, { session, signal }) => {
      const { rows, failures } = await hub.fleet()
      const tiles = (): Given<'devices'> => ({
        devices: rows.value.map(row => tileOf(row, hub.desk, session)),
        missing: failures.value,
      })
      return derived([liveSource(rows), liveSource(failures), liveSource(hub.desk.changes)], tiles, signal)
    },
    nights: async (_params, { signal }) =>
      derived([ofStore, liveSource(hub.nights.running)], () => ({ nights: nightLines(hub) }), signal),
    night: async ({ id }) => hub.nights.progress(id),
    inbox: async (_params, { signal }) =>
      derived([ofStore, liveSource(hub.nights.running)], () => inboxOf(store, id => hub.nights.isRunning(id)), signal),
    still: async ({ device: id }, { signal }) => {
      await hub.device(id)
      return hub.stills.watch(id, () => hub.device(id), signal)
    },
  }
}
