// The hub as a plain Node program: reached over the home's socket where one runs, else run in this process for as long
// as it is needed. The CLI, MCP and `serve` come in here.
import { dirname } from 'node:path'
import { connect } from '#shared/protocol/client.ts'
import type { Client } from '#shared/protocol/client.ts'
import { sleep } from '#shared/base/abort.ts'
import { Refusal } from '#shared/base/refusal.ts'
import { host } from '#shared/protocol/host.ts'
import type { DoctorReport } from '#shared/protocol/shapes.ts'
import type { Link } from '#shared/protocol/link.ts'
import { pair } from '#shared/protocol/link.ts'
import { connectSocket, listenSocket } from '#main/sys/links.ts'
import { homeFolder, socketPath } from '#main/sys/paths.ts'
import { makeSocketFolder } from '#main/sys/socket-folder.ts'
import { compose } from '#main/hub/compose.ts'
import { examineWithoutHome } from '#main/hub/doctor.ts'
import { openHome } from '#main/hub/home.ts'
import { Hub } from '#main/hub/hub.ts'
import type { Platforms } from '#main/hub/platforms.ts'
import { formerPort, keepPort } from '#main/hub/entries/kept-port.ts'
import { makeWindowKey } from '#main/hub/entries/window-key.ts'
import type { WindowKey } from '#main/hub/entries/window-key.ts'
import { serveWeb } from '#main/hub/entries/web.ts'
import type { WebServer } from '#main/hub/entries/web.ts'

/** A hub that is starting has its lock before it has its socket. */
const startingMs = 10_000

export interface Reached extends AsyncDisposable {
  readonly client: Client
  /** Another program's hub: a night left to it goes on when we end. */
  readonly shared: boolean
}

export interface ReachOptions {
  readonly folder?: string
  /** A hub of our own serves its window too. */
  readonly window?: boolean
  /** Our own hub is done with us, but another command still uses it: its end waits for that. */
  readonly onWaiting?: () => void
}

/** The hub of this home: the running one, or one of our own that ends with `[Symbol.asyncDispose]`. */
export async function reachHub(options: ReachOptions, signal: AbortSignal): Promise<Reached> {
  const folder = options.folder ?? homeFolder()
  const until = performance.now() + startingMs
  for (;;) {
    const link = await connectSocket(socketPath(folder))
    if (link !== null) {
      const client = await connect(link)
      return { client, shared: true, [Symbol.asyncDispose]: async () => client.close() }
    }
    try {
      return await ownHub(folder, options)
    } catch (thrown) {
      if (!(thrown instanceof Refusal) || thrown.code !== 'busy' || performance.now() > until) throw thrown
    }
    await sleep(100, signal)
  }
}

/** What is installed and missing, also where the home cannot be opened. */
export async function examineMachine(signal: AbortSignal): Promise<DoctorReport> {
  const folder = homeFolder()
  let reached: Reached
  try {
    reached = await reachHub({ folder }, signal)
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    return examineWithoutHome(folder, thrown)
  }
  await using held = reached
  return await held.client.call('doctor', {}, signal)
}

async function ownHub(folder: string, options: ReachOptions): Promise<Reached> {
  const served = options.window === true ? await serveHub({ port: 0, folder }) : null
  const open = served?.open ?? (await openHub(folder))
  const close = (): Promise<void> => Promise.resolve((served ?? open)[Symbol.asyncDispose]())
  try {
    const [ours, theirs] = pair()
    open.attach(theirs)
    const client = await connect(ours)
    return {
      client,
      shared: false,
      [Symbol.asyncDispose]: async () => {
        client.close()
        if (open.guests() > 0) {
          options.onWaiting?.()
          await open.alone()
        }
        await close()
      },
    }
  } catch (thrown) {
    await close()
    throw thrown
  }
}

export interface OpenHub extends AsyncDisposable {
  readonly hub: Hub
  /** `isWindow`: the person's own. */
  attach(link: Link, isWindow?: boolean): void
  /** Programs connected over the socket. */
  guests(): number
  /** Resolves when none is. */
  alone(): Promise<void>
}

/** Opens the home, listens on its socket, puts back what a dead night left. Refused when another hub has the home. */
export async function openHub(folder: string, platforms: Platforms = compose(folder)): Promise<OpenHub> {
  const home = await openHome(folder)
  const hub = new Hub(home, platforms)
  const links = new Set<Promise<void>>()
  const open = new Set<Link>()
  const guests = new Set<Promise<void>>()
  const attach = (link: Link, isWindow: boolean | WindowKey['is']): Promise<void> => {
    open.add(link)
    const hosted = host(link, hub.handlers, { admit: null, isWindow }).finally(() => {
      links.delete(hosted)
      guests.delete(hosted)
      open.delete(link)
    })
    links.add(hosted)
    return hosted
  }
  let closing: Promise<void> | null = null
  const close = async (socket: AsyncDisposable, key: WindowKey): Promise<void> => {
    await socket[Symbol.asyncDispose]()
    await key[Symbol.asyncDispose]()
    for (const link of open) link.close()
    await Promise.allSettled(links)
    await hub[Symbol.asyncDispose]()
    await home[Symbol.asyncDispose]()
  }
  try {
    await hub.start()
    if (!home.socket.startsWith(folder)) await makeSocketFolder(dirname(home.socket))
    const key = await makeWindowKey(folder)
    const socket = await listenSocket(home.socket, link => void guests.add(attach(link, key.is)))
    return {
      hub,
      attach: (link, isWindow = false) => void attach(link, isWindow),
      guests: () => guests.size,
      alone: async () => {
        while (guests.size > 0) await Promise.allSettled(guests)
      },
      [Symbol.asyncDispose]: () => (closing ??= close(socket, key)),
    }
  } catch (thrown) {
    await hub[Symbol.asyncDispose]()
    await home[Symbol.asyncDispose]()
    throw thrown
  }
}

export interface Served extends AsyncDisposable {
  /** A new address of the window, which opens it once. */
  readonly link: () => string
  readonly open: OpenHub
}

/** The hub with its window at a loopback address, until disposed. Port 0: the former one of this home, else any. */
export async function serveHub(options: { readonly port: number; readonly folder?: string }): Promise<Served> {
  const folder = options.folder ?? homeFolder()
  const open = await openHub(folder)
  let web: WebServer
  try {
    web = options.port === 0 ? await serveAsBefore(open.hub, folder) : await serveWeb(open.hub, options.port)
    await keepPort(folder, web.port)
    open.hub.windowLink = web.link
  } catch (thrown) {
    await open[Symbol.asyncDispose]()
    throw thrown
  }
  return {
    link: web.link,
    open,
    [Symbol.asyncDispose]: async () => {
      await web[Symbol.asyncDispose]()
      await open[Symbol.asyncDispose]()
    },
  }
}

/** At an address of its own from run to run a browser keeps what a person chose there, and windows left open find the hub again. */
async function serveAsBefore(hub: Hub, folder: string): Promise<WebServer> {
  const port = await formerPort(folder)
  try {
    return await serveWeb(hub, port)
  } catch (thrown) {
    if (port === 0 || !(thrown instanceof Refusal)) throw thrown
    // Another program has it now.
    return await serveWeb(hub, 0)
  }
}
