// The file a running emulator leaves for who wants to reach it: `pid_<pid>.ini`, one `key=value` a line.

/** What must not be printed, logged or sent on by accident. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  reveal(): string {
    return this.#value
  }

  toString(): string {
    return '(secret)'
  }

  toJSON(): string {
    return '(secret)'
  }
}

export interface Discovered {
  readonly pid: number
  /** As adb names it: `emulator-5554`. */
  readonly serial: string
  readonly consolePort: number
  readonly adbPort: number | null
  /** The name `-avd` takes. */
  readonly avdId: string
  /** The name shown to people. */
  readonly avdName: string
  readonly avdFolder: string | null
  readonly version: string | null
  readonly grpc: DiscoveredGrpc | null
}

export interface DiscoveredGrpc {
  readonly port: number
  readonly token: Secret | null
  /** Where public keys are dropped, and the file that lists those that are taken. */
  readonly keys: { readonly folder: string; readonly active: string } | null
  readonly tls: boolean
}

/** The process of a discovery file by its name; null for any other file. */
export function pidOfName(name: string): number | null {
  const pid = /^pid_(\d{1,9})\.ini$/.exec(name)?.[1]
  return pid === undefined ? null : Number(pid)
}

/** Keys come in any order, values may hold `=`. Null when it does not say its console port. */
export function parseDiscovery(text: string, pid: number): Discovered | null {
  const values = new Map<string, string>()
  for (const line of text.split(/\r?\n/)) {
    const at = line.indexOf('=')
    if (at > 0) values.set(line.slice(0, at).trim(), line.slice(at + 1).trim())
  }
  const said = (key: string): string | null => {
    const value = values.get(key) ?? ''
    // Some tools leave their own placeholder where a name should be.
    return value === '' || value === '<build>' ? null : value
  }
  const consolePort = portOf(said('port.serial'))
  if (consolePort === null) return null
  const avdFolder = said('avd.dir')
  const folderName = avdFolder === null ? null : baseOf(avdFolder).replace(/\.avd$/, '')
  const avdId = said('avd.id') ?? folderName ?? said('avd.name') ?? `emulator-${consolePort}`
  return {
    pid,
    serial: `emulator-${consolePort}`,
    consolePort,
    adbPort: portOf(said('port.adb')),
    avdId,
    avdName: said('avd.name') ?? avdId.replaceAll('_', ' '),
    avdFolder,
    version: said('emulator.version'),
    grpc: grpcOf(said),
  }
}

function grpcOf(said: (key: string) => string | null): DiscoveredGrpc | null {
  const port = portOf(said('grpc.port'))
  if (port === null) return null
  const token = said('grpc.token')
  const folder = said('grpc.jwks')
  return {
    port,
    token: token === null ? null : new Secret(token),
    keys: folder === null ? null : { folder, active: said('grpc.jwk_active') ?? `${folder}/active.jwk` },
    tls: said('grpc.server_cert') !== null || said('grpc.certificate') !== null,
  }
}

function portOf(text: string | null): number | null {
  if (text === null || !/^\d{1,5}$/.test(text)) return null
  const port = Number(text)
  return port > 0 && port < 65_536 ? port : null
}

const baseOf = (path: string): string => path.split(/[/\\]/).findLast(part => part !== '') ?? path
