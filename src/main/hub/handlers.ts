// Each method of the contract and the room that does it. No decisions here: a line or two each.
import { Refusal, refusalOf } from '#shared/base/refusal.ts'
import type { FindingId, NightId } from '#shared/domain/ids.ts'
import type { NightRow } from '#shared/domain/night.ts'
import type { Given } from '#shared/protocol/contract.ts'
import type { appMethods } from '#shared/protocol/methods/apps.ts'
import type { fileMethods } from '#shared/protocol/methods/file.ts'
import type { recordMethods } from '#shared/protocol/methods/record.ts'
import type { screenshotMethods } from '#shared/protocol/methods/screenshot.ts'
import type { terminalMethods } from '#shared/protocol/methods/terminal.ts'
import type { inputMethods } from '#shared/protocol/methods/input.ts'
import type { pairingMethods } from '#shared/protocol/methods/pairing.ts'
import type { powerMethods } from '#shared/protocol/methods/power.ts'
import type { logMethods } from '#shared/protocol/methods/logs.ts'
import type { videoMethods } from '#shared/protocol/methods/video.ts'
import { keyFrame } from '#shared/protocol/envelope.ts'
import type { FrameSink, Handlers } from '#shared/protocol/host.ts'
import type { NightDocument } from '#shared/protocol/shapes.ts'
import { readText, writeWhole } from '#main/sys/files.ts'
import { jpegOf, pngOf } from '#main/sys/images.ts'
import { safeName } from '#main/store/artifacts.ts'
import type { TriageRequest } from '#main/store/findings.ts'
import { derived, liveSource } from '#main/hub/derived.ts'
import { checkDevice, linesOf, observedOf, tilesOf } from '#main/hub/devices.ts'
import { examine } from '#main/hub/doctor.ts'
import { playFlowOn, replayFinding } from '#main/hub/replays.ts'
import { dropHandlers, installOne } from '#main/hub/live/drop.ts'
import { appHandlers } from '#main/hub/live/apps.ts'
import { inputHandlers } from '#main/hub/live/input.ts'
import { once } from '#main/hub/live/once.ts'
import { fileHandlers } from '#main/hub/live/file.ts'
import { recordHandlers } from '#main/hub/live/record.ts'
import { screenshotHandlers } from '#main/hub/live/screenshot.ts'
import { terminalHandlers } from '#main/hub/live/terminal.ts'
import { pairingHandlers } from '#main/hub/live/pairing.ts'
import { powerHandlers } from '#main/hub/live/power.ts'
import { logHandlers } from '#main/hub/live/logs.ts'
import { videoHandlers } from '#main/hub/live/video.ts'
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
    ...dropHandlers(hub),
    ...inputHandlers(hub),
    ...appHandlers(hub),
    ...logHandlers(hub),
    ...fileHandlers(hub),
    ...recordHandlers(hub),
    ...screenshotHandlers(hub),
    ...terminalHandlers(hub),
    ...powerHandlers(hub),
    ...pairingHandlers(hub),
    ...videoHandlers(hub),
    ...watches(hub),
  }
}

/** Methods that have a room of their own in hub/live. */
type LiveMethod =
  | keyof typeof pairingMethods
  | keyof typeof appMethods
  | keyof typeof logMethods
  | keyof typeof inputMethods
  | keyof typeof powerMethods
  | keyof typeof videoMethods
  | keyof typeof fileMethods
  | keyof typeof recordMethods
  | keyof typeof screenshotMethods
  | keyof typeof terminalMethods
type Names<Prefix extends string> = Exclude<Extract<keyof Handlers, `${Prefix}${string}`>, LiveMethod>

function deviceHandlers(hub: Hub): Pick<Handlers, Exclude<Names<'device.' | 'devices.'>, never>> {
  const { desk } = hub
  return {
    'devices.list': async () => {
      const { rows, failures } = await hub.fleet()
      return { devices: linesOf(rows.value), missing: failures.value }
    },
    'devices.check': async ({ device: id }, { session, signal }) => {
      const device = await hub.device(id)
      const checks = await desk.during(session, device, signal, grant => checkDevice(device, grant, signal))
      return { id, checks }
    },
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
    'device.control': async ({ device: id, control, request }, { session, signal }) => {
      const device = await hub.device(id)
      await once(device, request, ['device.control', control], signal, () =>
        desk.during(session, device, signal, grant => device.control(grant, control, signal)),
      )
      return {}
    },
    'device.install': async (asked, asking) => installOne(hub, asked, asking),
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
  hub.home.store.nights().map(night => nightLineOf({ ...night, ...soFar(hub, night) }, hub.nights.isRunning(night.id)))

/** The record has a night's screens at its end only; while it runs they are what it says of itself. */
function soFar(
  hub: Hub,
  night: Pick<NightRow, 'id' | 'screens' | 'new_screens'>,
): Pick<NightRow, 'screens' | 'new_screens'> {
  if (!hub.nights.isRunning(night.id)) return night
  const { screens, new_screens } = hub.nights.progress(night.id).value.night
  return { screens, new_screens }
}

function nightDocument(hub: Hub, id: NightId): NightDocument {
  const { store } = hub.home
  const { appLabel: _label, seed: _seed, findings: _findings, ...night } = store.night(id)
  return {
    night: { ...night, ...soFar(hub, night), missions: store.missions(id) },
    findings: store.findings.ofNight(id).toSorted(worstFirst),
    inbox: hub.windowLink(),
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
    'hub.window': async () => ({ url: hub.windowLink() }),
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
        devices: tilesOf(rows.value, hub.desk, session),
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
