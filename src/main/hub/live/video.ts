// Live pictures over the protocol: a viewer's frames against its credits, through a device that goes and comes back, what is
// said of the way they take, and the hub's clock.
import { sleep } from '#shared/base/abort.ts'
import { LiveValue } from '#shared/base/live.ts'
import type { Live } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { videoMethods } from '#shared/protocol/methods/video.ts'
import type { Streaming } from '#shared/protocol/methods/video.ts'
import { keyFrame, stillFrame } from '#shared/protocol/envelope.ts'
import type { FrameSink, Handlers } from '#shared/protocol/host.ts'
import { monotonicMs } from '#main/sys/clock.ts'
import type { Device, ViewAsked, Viewer } from '#main/device/device.ts'
import type { Hub } from '#main/hub/hub.ts'

/** A device that cannot be looked at now is tried again so often, while somebody waits for it. */
const tryEveryMs = 500

export function videoHandlers(hub: Hub): Pick<Handlers, keyof typeof videoMethods> {
  return {
    'device.video': ({ device: id, ...asked }, sink, { signal }) => show(hub, id, asked, sink, signal),
    'device.streaming': async ({ device: id }, { signal }) => streamingOf(hub, id, signal),
    'device.keyFrame': async ({ device: id }) => {
      const device = await hub.device(id)
      device.stream.keyFrame()
      return {}
    },
    'hub.clock': async () => ({ us: Math.round(monotonicMs() * 1000) }),
  }
}

async function show(hub: Hub, id: string, asked: ViewAsked, sink: FrameSink, signal: AbortSignal): Promise<void> {
  const viewer = viewerOf(sink)
  for await (const device of itsDevice(hub, id, signal)) await device.stream.view(asked, viewer, signal)
}

/** The device each time it can be looked at, until the signal aborts; refuses one that nobody knows. */
async function* itsDevice(hub: Hub, id: string, signal: AbortSignal): AsyncGenerator<Device, void, void> {
  while (!signal.aborted) {
    try {
      yield await hub.device(id)
    } catch (thrown) {
      if (signal.aborted) return
      if (!(thrown instanceof Refusal) || thrown.code === 'unknown-device') throw thrown
    }
    await sleep(tryEveryMs, signal).catch(() => undefined)
  }
}

function viewerOf(sink: FrameSink): Viewer {
  return {
    get credit() {
      return sink.credit
    },
    whenCredit: (credit, signal) => sink.ready(signal, credit),
    unit: ({ key, sequence, generation, atUs, bytes }) =>
      sink.send({ flags: key ? keyFrame : 0, sequence, generation, atUs, bytes }),
    still: ({ sequence, generation, atUs, bytes }) =>
      sink.send({ flags: keyFrame | stillFrame, sequence, generation, atUs, bytes }),
  }
}

const nothingYet: Streaming = { path: null, encoder: null, size: null, words: null, hint: null, stalls: 0 }

async function streamingOf(hub: Hub, id: string, signal: AbortSignal): Promise<Live<Streaming>> {
  const told = new LiveValue<Streaming>(nothingYet)
  void follow(hub, id, told, signal)
  return told
}

async function follow(hub: Hub, id: string, told: LiveValue<Streaming>, signal: AbortSignal): Promise<void> {
  let followed: Device | null = null
  let stop: (() => void) | null = null
  while (!signal.aborted) {
    const device = await hub.device(id).catch(() => null)
    if (device !== null && device !== followed) {
      stop?.()
      followed = device
      told.set(device.stream.state.value)
      stop = device.stream.state.subscribe(state => told.set(state))
    }
    await sleep(tryEveryMs, signal).catch(() => undefined)
  }
  stop?.()
}
