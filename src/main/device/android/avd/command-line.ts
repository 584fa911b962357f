// The one place that writes the command line an emulator is started by. Its control service always asks for a token: alone,
// `-grpc` would let anybody on the network in.

export interface BootCommand {
  readonly id: string
  /** Even; adb's port is the next. */
  readonly consolePort: number
  readonly grpcPort: number
  /** From the disk, not from the snapshot. */
  readonly cold: boolean
  /** Empties it first. */
  readonly wipe: boolean
  readonly gpu: string
}

export function bootArguments(boot: BootCommand): readonly string[] {
  return [
    '-avd',
    boot.id,
    '-port',
    String(boot.consolePort),
    '-grpc',
    String(boot.grpcPort),
    '-grpc-use-token',
    '-no-window',
    '-no-boot-anim',
    '-no-audio',
    '-gpu',
    boot.gpu,
    ...(boot.cold ? ['-no-snapshot-load'] : []),
    ...(boot.wipe ? ['-wipe-data'] : []),
  ]
}

/** Drawing by the processor has another name from this version on. */
const renamedIn = [36, 4] as const

/** `version` as "36.6.11"; null where it is not known. What draws is chosen by the emulator itself on a Mac and on Windows. */
export function gpuOf(version: string | null, platform: NodeJS.Platform, told: string | undefined): string {
  if (told !== undefined && /^[a-z_]{2,30}$/.test(told)) return told
  const [major, minor] = (version ?? '').split('.').map(Number)
  if (platform !== 'linux' || major === undefined || minor === undefined || !(major > 0)) return 'auto'
  const isRenamed = major > renamedIn[0] || (major === renamedIn[0] && minor >= renamedIn[1])
  return isRenamed ? 'software' : 'swiftshader_indirect'
}

export const consolePorts = { first: 5554, last: 5682 } as const

/** The first pair nobody has; null when all are taken. `taken` are console ports. */
export async function consolePortFor(
  taken: ReadonlySet<number>,
  isFree: (port: number) => Promise<boolean>,
): Promise<number | null> {
  for (let port: number = consolePorts.first; port <= consolePorts.last; port += 2)
    if (!taken.has(port) && (await isFree(port)) && (await isFree(port + 1))) return port
  return null
}
