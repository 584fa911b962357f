// What the fake hub answers about apps, files and the log of a device: apps that really go when they are uninstalled, and a
// log that goes on.
import { sleep } from '#shared/base/abort.ts'
import { LiveValue } from '#shared/base/live.ts'
import { Refusal } from '#shared/base/refusal.ts'
import { keyFrame } from '#shared/protocol/envelope.ts'
import type { Given } from '#shared/protocol/contract.ts'
import type { Handlers } from '#shared/protocol/host.ts'
import type { LogPage } from '#shared/protocol/methods/logs.ts'

type Apps = Pick<Handlers, 'device.apps' | 'device.app' | 'device.logs' | 'device.sending' | 'device.toDownloads'>

const everyMs = 400

export function appAnswers(): Apps {
  const larder = { package: 'dev.example.larder', label: 'Larder', versionName: '3.1.0', versionCode: 57 }
  const jotter = { package: 'dev.example.jotter', label: 'dev.example.jotter', versionName: '1.2.0', versionCode: 12 }
  let apps = [larder, jotter]
  const sending = new Map<string, LiveValue<Given<'device.sending'>>>()
  const sendingTo = (id: string): LiveValue<Given<'device.sending'>> => {
    const live = sending.get(id) ?? new LiveValue<Given<'device.sending'>>(null)
    sending.set(id, live)
    return live
  }
  return {
    'device.apps': async () => ({ apps }),
    'device.app': async ({ app, do: what }) => {
      if (what === 'uninstall') apps = apps.filter(one => one.package !== app)
      return {}
    },
    'device.sending': async ({ device }) => sendingTo(device),
    'device.toDownloads': async ({ device, paths }, { signal }) => {
      const names: string[] = []
      try {
        for (const path of paths) {
          const name = path.slice(path.lastIndexOf('/') + 1)
          if (name.startsWith('refused')) throw new Refusal('failed', 'The device did not take the file: no space.')
          // A long one stands half way until somebody stops it.
          sendingTo(device).set({ name, part: 0.5 })
          if (name.startsWith('long')) await sleep(600_000, signal)
          names.push(name)
        }
      } finally {
        sendingTo(device).set(null)
      }
      return { names }
    },
    'device.logs': async ({ app, least }, sink, { signal }) => {
      let sequence = 0
      const send = async (page: LogPage): Promise<void> => {
        await sink.ready(signal)
        if (signal.aborted) return
        sequence += 1
        const bytes = new TextEncoder().encode(JSON.stringify(page))
        sink.send({ flags: keyFrame, generation: 0, atUs: 0, sequence, bytes })
      }
      const pid = app === null ? 1200 : 4321
      const line = (number: number): LogPage['lines'][number] => ({
        at: `12-02 04:00:${String(Math.floor(number / 10) % 60).padStart(2, '0')}.${number % 10}00`,
        pid,
        level: number % 50 === 49 ? 'E' : least === 'V' ? 'D' : 'I',
        tag: app === null ? 'ActivityManager' : 'Larder',
        text: number % 50 === 49 ? 'IllegalStateException: list, of 3' : `Shelf ${number} was drawn`,
      })
      await send({ lines: Array.from({ length: 400 }, (_, at) => line(at)), dropped: 0, words: null })
      for (let number = 400; !signal.aborted; number += 1) {
        await sleep(everyMs, signal).catch(() => undefined)
        await send({ lines: [line(number)], dropped: 0, words: null })
      }
    },
  }
}
