// Command lines on devices for the person's own window: one program each, its output against the window's credits, ended with
// the connection. What the window does not take in time is not printed yet: the program waits.
import { Refusal } from '#shared/base/refusal.ts'
import type { FrameSink, Handlers, Session } from '#shared/protocol/host.ts'
import type { terminalMethods } from '#shared/protocol/methods/terminal.ts'
import { openPty } from '#main/sys/pty.ts'
import type { OpenPty, Pty } from '#main/sys/pty.ts'
import type { Device } from '#main/device/device.ts'
import type { Hub } from '#main/hub/hub.ts'

/** Above the first the program is held, below the second it goes on. */
const holdBytes = 512 * 1024
const goOnBytes = 128 * 1024
const pieceBytes = 64 * 1024
/** Of one connection. */
const terminalsMost = 8

export function terminalHandlers(
  hub: Pick<Hub, 'device'>,
  open: OpenPty = openPty,
): Pick<Handlers, keyof typeof terminalMethods> {
  /** From the moment each is asked for: what is typed meanwhile waits for it. */
  const running = new Map<string, Promise<Pty>>()
  const need = (session: Session, key: string): Promise<Pty> => {
    const pty = running.get(placeOf(session, key))
    if (pty === undefined) throw new Refusal('failed', 'This terminal has ended.', { hint: 'Open another.' })
    return pty
  }
  return {
    'device.terminal': async ({ device: id, key, columns, rows }, sink, { session, signal }) => {
      mayOpen(session, running, key)
      const opening = shellOf(hub, id).then(argv => open(argv, { columns, rows }, signal))
      running.set(placeOf(session, key), opening)
      try {
        const pty = await opening
        await print(pty, sink, signal).finally(() => pty.stop())
      } finally {
        running.delete(placeOf(session, key))
      }
    },
    'terminal.write': async ({ key, text }, { session }) => {
      const pty = await need(session, key)
      pty.write(text)
      return {}
    },
    'terminal.resize': async ({ key, columns, rows }, { session }) => {
      const pty = await need(session, key)
      pty.resize(columns, rows)
      return {}
    },
  }
}

async function shellOf(hub: Pick<Hub, 'device'>, id: string): Promise<NonNullable<Device['shell']>['argv']> {
  const { shell, model } = await hub.device(id)
  if (shell !== null) return shell.argv
  throw new Refusal('unsupported', `${model.name} has no command line.`, {
    hint: 'Android phones and emulators have one.',
  })
}

const placeOf = (session: Session, key: string): string => `${session.id} ${key}`

function mayOpen(session: Session, running: ReadonlyMap<string, unknown>, key: string): void {
  if (!session.isWindow)
    throw new Refusal('unsupported', 'A terminal opens only in the window of Nocturne.', {
      hint: 'Programs use adb itself.',
    })
  if (running.has(placeOf(session, key)))
    throw new Refusal('busy', 'A terminal of this name is open.', { where: 'key' })
  if ([...running.keys()].filter(place => place.startsWith(`${session.id} `)).length >= terminalsMost)
    throw new Refusal('busy', `${terminalsMost} terminals are open.`, { hint: 'Close one first.' })
}

async function print(pty: Pty, sink: FrameSink, signal: AbortSignal): Promise<void> {
  let waiting: Uint8Array[] = []
  let bytes = 0
  let isHeld = false
  let wake = Promise.withResolvers<void>()
  pty.onOutput(chunk => {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes > holdBytes && !isHeld) {
      isHeld = true
      pty.hold()
    }
    wake.resolve()
  })
  let hasEnded = false
  void pty.ended.finally(() => {
    hasEnded = true
    wake.resolve()
  })
  const onAbort = (): void => wake.resolve()
  signal.addEventListener('abort', onAbort, { once: true })
  for (let sequence = 1; !signal.aborted; sequence += 1) {
    if (waiting.length === 0 && hasEnded) return
    if (waiting.length === 0) {
      wake = Promise.withResolvers()
      await wake.promise
      continue
    }
    await sink.ready(signal).catch(() => undefined)
    if (signal.aborted) return
    const [piece, rest] = taken(waiting)
    waiting = rest
    bytes -= piece.length
    if (isHeld && bytes < goOnBytes) {
      isHeld = false
      pty.goOn()
    }
    sink.send({ flags: 0, sequence, generation: 0, atUs: 0, bytes: piece })
  }
}

/** What fits into one piece, and what does not. */
function taken(chunks: readonly Uint8Array[]): readonly [Uint8Array, Uint8Array[]] {
  const all = Buffer.concat(chunks)
  return [all.subarray(0, pieceBytes), all.length > pieceBytes ? [all.subarray(pieceBytes)] : []]
}
