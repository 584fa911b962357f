// What Electron's shell gives the window: a link to the hub over a port of its own, and what the shell asks of the window. A browser
// has no shell, and nothing here is needed there.
import { z } from 'zod'
import { parse } from '#shared/base/parse.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { NativeShell, WindowAsk } from '#shared/protocol/shell.ts'
import { errorShape } from '#shared/protocol/shapes.ts'
import type { GivenPort } from '#renderer/socket-link.ts'

const messageShape = z.discriminatedUnion('nocturne', [
  z.object({ nocturne: z.literal('port'), number: z.number(), refused: errorShape.shape.error.nullable() }),
  z.object({ nocturne: z.literal('gone') }),
])
const askShape: z.ZodType<WindowAsk> = z.discriminatedUnion('is', [
  z.object({ is: z.literal('command'), of: z.enum(['window', 'device']), id: z.string() }),
  z.object({ is: z.literal('show'), place: z.enum(['devices', 'nights', 'inbox']), id: z.string().nullable() }),
  z.object({ is: z.literal('open'), paths: z.array(z.string()).min(1) }),
])

/** Null in a browser. */
export function nativeShell(): NativeShell | null {
  const found: unknown = Reflect.get(globalThis, 'nocturne')
  return typeof found === 'object' && found !== null && 'askPort' in found ? (found as NativeShell) : null
}

const waitsMs = 20_000
const waiting = new Map<number, PromiseWithResolvers<GivenPort>>()
let asked = 0
/** Aborts when the hub's process ends; the next process has its own. */
let life = new AbortController()
let isListening = false

/** A port to the hub that nobody else has. Rejects with the shell's Refusal where the hub cannot be had. */
export function askPort(shell: NativeShell): Promise<GivenPort> {
  if (!isListening) {
    isListening = true
    addEventListener('message', take)
  }
  const number = (asked += 1)
  const port = Promise.withResolvers<GivenPort>()
  waiting.set(number, port)
  const late = setTimeout(
    () => port.reject(new Refusal('failed', 'The connection to the device server takes too long.')),
    waitsMs,
  )
  shell.askPort(number)
  return port.promise.finally(() => {
    clearTimeout(late)
    waiting.delete(number)
  })
}

/** For a link of ours, where there is a shell. */
export function askShellForPort(): Promise<GivenPort> {
  const shell = nativeShell()
  return shell === null ? Promise.reject(new Error('there is no shell around this page')) : askPort(shell)
}

/** Only what the preload says, which is in this very window. */
function take(event: MessageEvent): void {
  if (event.source !== window || event.origin !== location.origin) return
  const read = messageShape.safeParse(event.data)
  if (!read.success) return
  if (read.data.nocturne === 'gone') {
    life.abort()
    life = new AbortController()
    return
  }
  const { number, refused } = read.data
  const port = waiting.get(number)
  const [given] = event.ports
  if (refused !== null) port?.reject(Refusal.fromData(refused))
  else if (given !== undefined && port !== undefined) port.resolve({ port: given, gone: life.signal })
  // Nobody waits for it any more.
  else given?.close()
}

/** Menu commands and deep links, as they come. */
export function onAsked(shell: NativeShell, listener: (ask: WindowAsk) => void): void {
  shell.onAsked(ask => listener(parse(askShape, ask, 'what the shell asks')))
}
