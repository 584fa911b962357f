// What the fake hub answers about recordings, a terminal that says back what is typed into it, and screenshots.
import { Refusal } from '#shared/base/refusal.ts'
import { keyFrame } from '#shared/protocol/envelope.ts'
import type { FrameSink, Handlers } from '#shared/protocol/host.ts'
import type { recordMethods } from '#shared/protocol/methods/record.ts'
import type { screenshotMethods } from '#shared/protocol/methods/screenshot.ts'
import type { terminalMethods } from '#shared/protocol/methods/terminal.ts'
import { pngOf } from '#main/sys/images.ts'
import type { World } from './fake-world.ts'

type Record = Pick<Handlers, keyof typeof recordMethods | keyof typeof screenshotMethods | keyof typeof terminalMethods>

/** With a colour of its own, a page's tag that must stay text, and a link that must lead nowhere. */
const greeting = '\x1b[31mred\x1b[0m <b>bold?</b> \x1b]8;;https://example.com\x07link\x1b]8;;\x07\r\n$ '

export function recordAnswers(world: World): Record {
  const typed = new Map<string, (text: string) => void>()
  return {
    'device.record': async ({ device, do: what }) => {
      const now = world.recorded(device)
      if (what === 'start') return world.record(device)
      if (now === undefined) throw new Refusal('bad-value', 'This device is not being recorded.')
      const file = {
        file: 'pixel.mp4',
        url: '/artifact/recordings/pixel.mp4',
        size: { width: 1080, height: 2400 },
        ms: 65_000,
      }
      return world.putRecording({ ...now, is: 'ended', files: [file] })
    },
    recordings: async () => world.recordings,
    'device.screenshot': async ({ device: id }, sink) => {
      const { model } = world.devices.value.find(one => one.id === id) ?? {}
      const { width, height } = model?.size ?? { width: 2, height: 2 }
      const data = new Uint8ClampedArray(width * height * 4).fill(200)
      await send(sink, await pngOf({ id: 'grey', pixels: async () => ({ width, height, scale: 1, data }) } as never))
    },
    'device.terminal': async ({ key }, sink, { signal }) => {
      const text = new TextEncoder()
      await send(sink, text.encode(greeting))
      const ended = Promise.withResolvers<void>()
      typed.set(key, words => {
        if (words.includes('\x04')) ended.resolve()
        else void send(sink, text.encode(words.toUpperCase()))
      })
      signal.addEventListener('abort', () => ended.resolve(), { once: true })
      await ended.promise
    },
    'terminal.write': async ({ key, text }) => {
      typed.get(key)?.(text)
      return {}
    },
    'terminal.resize': async () => ({}),
  }
}

async function send(sink: FrameSink, bytes: Uint8Array): Promise<void> {
  await sink.ready(AbortSignal.timeout(10_000))
  sink.send({ flags: keyFrame, sequence: 1, generation: 0, atUs: 0, bytes })
}
