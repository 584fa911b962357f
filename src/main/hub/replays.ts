// A finding played again, and a flow file played: on the device it was found on, or on a phone of its own for a demo app.
import { z } from 'zod'
import { Refusal } from '#shared/base/refusal.ts'
import type { Build } from '#shared/domain/device.ts'
import type { DeviceId, FindingId } from '#shared/domain/ids.ts'
import type { Given, Params } from '#shared/protocol/contract.ts'
import type { Session } from '#shared/protocol/host.ts'
import type { Device, Grant } from '#main/device/device.ts'
import type { FindingReplay } from '#main/explore/replay-finding.ts'
import { readText } from '#main/sys/files.ts'
import { readTextNow } from '#main/sys/files-now.ts'
import type { Store } from '#main/store/store.ts'
import type { Hub } from '#main/hub/hub.ts'
import { setUpAgain } from '#main/hub/set-ups.ts'

const buildShape = z.object({
  path: z.string(),
  plant: z.union([z.enum(['all', 'none']), z.array(z.string())]).nullable(),
})

/** The build an app was last explored in, so that it can be put on a device again. */
export function rememberBuild(store: Store, app: string, build: Build | null): void {
  if (build !== null) store.saveSetting(`build:${app}`, { path: build.path, plant: build.plant ?? null })
}

function buildOf(store: Store, app: string): Build | null {
  const kept = store.setting(`build:${app}`, buildShape)
  if (kept === null) return null
  return kept.plant === null ? { path: kept.path } : { path: kept.path, plant: kept.plant }
}

export async function playFlowOn(
  hub: Hub,
  id: DeviceId,
  source: Params<'flow.run'>['flow'],
  session: Session,
  signal: AbortSignal,
): Promise<Given<'flow.run'>> {
  const { store } = hub.home
  const file = source.from === 'file' ? source.path : store.findings.record(source.id).row.flow
  if (file === null) throw new Refusal('failed', 'This finding has no flow.', { where: 'flow' })
  const text = await readText(file)
  const device = await hub.device(id)
  const [{ playFlow }, { readHeader }] = await Promise.all([
    import('#main/explore/flows/result.ts'),
    import('#main/explore/flows/flow-header.ts'),
  ])
  const known = store.findings.withFingerprint(readHeader(text).fingerprint)
  const app = known?.app ?? /^appId: *['"]?([\w.]+)/mu.exec(text)?.[1]
  const answer = (ran: Awaited<ReturnType<typeof playFlow>>): Given<'flow.run'> => ({
    file,
    result: ran.result,
    step: ran.step ?? 0,
    line: ran.line,
    words: ran.words,
  })
  const flow = { text, file, readFile: readTextNow }
  if (known === undefined)
    return hub.desk.during(session, device, signal, async grant => {
      if (app !== undefined) await putThere(store, device, grant, app, signal)
      return answer(await playFlow(device, grant, flow, {}, signal))
    })
  hub.nights.refuseIfTaken(device)
  // A finding's own flow: played in its condition, and its own oracle is asked at the end.
  const own = async (): Promise<Given<'flow.run'>> => {
    await using replay = await beginReplay(hub, known.id, device, null, signal)
    const grant = await replay.grant
    await putThere(store, device, grant, known.app, signal)
    await replay.ready(signal)
    return answer(await playFlow(device, grant, flow, { oracle: replay.oracle }, signal))
  }
  return hub.desk.apart(session, device, signal, own)
}

async function beginReplay(
  hub: Hub,
  id: FindingId,
  device: Device,
  build: Build | null,
  signal: AbortSignal,
): Promise<FindingReplay> {
  const { store } = hub.home
  const { row, candidate, path, condition, setUp } = store.findings.record(id)
  const { FindingReplay: Replay } = await import('#main/explore/replay-finding.ts')
  return Replay.begin(
    {
      device,
      app: row.app,
      build,
      finding: { candidate, fingerprint: row.fingerprint, path, condition },
      map: store.loadMap(row.app),
      book: store,
      setUp: await setUpAgain(setUp, signal),
    },
    signal,
  )
}

/** An app that is not on the device, of which a night has had the build, is put there first. */
async function putThere(store: Store, device: Device, grant: Grant, app: string, signal: AbortSignal): Promise<void> {
  if ((await device.apps(signal)).some(one => one.package === app)) return
  const build = buildOf(store, app)
  if (build !== null) await device.install(grant, build, signal)
}

/** On the device it was found on; a demo app on a phone of its own in virtual time. */
export async function replayFinding(hub: Hub, id: FindingId, signal: AbortSignal): Promise<Given<'finding.replay'>> {
  const { store } = hub.home
  const { row, lastNight, seed } = store.findings.record(id)
  const build = buildOf(store, row.app)
  await using held = await deviceFor(hub, build, store.night(lastNight).devices[0], seed, signal)
  await using replay = await beginReplay(hub, id, held.device, build, signal)
  const { reproduced, words } = await replay.attempt(replayAttempts, signal)
  return {
    id,
    reproduced: `${reproduced}/${replayAttempts}`,
    words:
      reproduced > 0
        ? `It still happens: ${reproduced} of ${replayAttempts} replays.`
        : `It did not happen in ${replayAttempts} replays: ${words}.`,
  }
}

const replayAttempts = 2

async function deviceFor(
  hub: Hub,
  build: Build | null,
  id: DeviceId | undefined,
  seed: number,
  signal: AbortSignal,
): Promise<AsyncDisposable & { readonly device: Device }> {
  if (build !== null && /\.ya?ml$/u.test(build.path)) {
    const device = await hub.platforms.virtualPhone({ seed, nuisance: true }, signal)
    return { device, [Symbol.asyncDispose]: () => Promise.resolve(device[Symbol.asyncDispose]()) }
  }
  const device = await hub.device(id ?? '')
  hub.nights.refuseIfTaken(device)
  return { device, [Symbol.asyncDispose]: async () => {} }
}
