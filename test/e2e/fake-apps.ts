// What the fake hub answers about apps, files and the log of a device: apps that really go when they are uninstalled, and a
// log that goes on.
import { sleep } from '#shared/base/abort.ts'
import { LiveValue } from '#shared/base/live.ts'
import { keyFrame } from '#shared/protocol/envelope.ts'
import type { Handlers } from '#shared/protocol/host.ts'
import type { LogPage } from '#shared/protocol/methods/logs.ts'

type Apps = Pick<Handlers, 'device.apps' | 'device.app' | 'device.logs' | 'device.sending' | 'device.toDownloads'>

const everyMs = 400

export function appAnswers(): Apps {
  const larder = { package: 'dev.example.larder', label: 'Larder', versionName: '3.1.0', versionCode: 57 }
  const jotter = { package: 'dev.example.jotter', label: 'dev.example.jotter', versionName: '1.2.0', versionCode: 12 }
  let apps = [larder, jotter]
  return {
    'device.apps': async () => ({ apps }),
    'device.app': async ({ app, do: what }) => {
      if (what === 'uninstall') apps = apps.filter(one => one.package !== app)
      return {}
    },
    'device.sending': async () => new LiveValue(null),
    'device.toDownloads': async ({ paths }) => ({ names: paths.map(path => path.slice(path.lastIndexOf('/') + 1)) }),
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
