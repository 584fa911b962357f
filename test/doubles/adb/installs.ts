// How the double's package manager takes builds: app files in an APK's place or real APKs that carry one, whole, pushed or in
// sessions, with Android's own refusals. Used by adbd.ts and the commands.
import { readApk } from '#main/device/android/parse/apk.ts'
import { apkLimits, readEntry, readZip } from '#main/device/android/parse/zip.ts'
import { Refusal } from '#shared/base/refusal.ts'
import type { Handset } from './handset.ts'
import { said, type Said } from './shell.ts'

interface Session {
  readonly flags: readonly string[]
  readonly parts: Map<string, Uint8Array>
}

/** What lies on the handset beside its phone: open sessions, who signed what. */
export class Installs {
  readonly sessions = new Map<string, Session>()
  /** Package → the mark of its signer, as `dumpsys` prints it. */
  readonly signers = new Map<string, string>()
  #next = 1384

  create(flags: readonly string[]): string {
    const id = String((this.#next += 1))
    this.sessions.set(id, { flags, parts: new Map() })
    return id
  }
}

/** `install …`, `install-create …`, `install-write …`, `install-commit ID`, `install-abandon ID`. */
export async function packageInstall(handset: Handset, args: readonly string[], input: Uint8Array): Promise<Said> {
  const { installs, faults } = handset
  const [what = '', ...rest] = args
  if (faults.noSessions && what.startsWith('install-')) return said('', `Unknown command: ${what}\n`, 255)
  switch (what) {
    case 'install':
      if (faults.noStreaming && rest.includes('-S')) return said('', 'Error: Unknown option: -S\n', 1)
      return installed(handset, input, rest)
    case 'install-create':
      return said(`Success: created install session [${installs.create(rest)}]\n`)
    case 'install-write': {
      const [id = '', name = ''] = rest.filter((word, at) => !word.startsWith('-') && rest[at - 1] !== '-S')
      const session = installs.sessions.get(id)
      if (session === undefined)
        return said('', `Error: java.lang.SecurityException: Caller has no access to session ${id}\n`, 255)
      session.parts.set(name, input)
      return said(`Success: streamed ${input.length} bytes\n`)
    }
    case 'install-commit': {
      const session = installs.sessions.get(rest[0] ?? '')
      if (session === undefined) return said('', 'Error: java.lang.SecurityException\n', 255)
      installs.sessions.delete(rest[0] ?? '')
      return commit(handset, session)
    }
    case 'install-abandon':
      return said(installs.sessions.delete(rest[0] ?? '') ? 'Success\n' : 'Failure [null]\n')
    default:
      return said('', `Unknown command: ${what}\n`, 255)
  }
}

async function commit(handset: Handset, { flags, parts }: Session): Promise<Said> {
  for (const bytes of parts.values()) {
    const isBase = !isZip(bytes) || (await readApk(accessTo(bytes))).kind.is === 'base'
    if (isBase) return installed(handset, bytes, flags)
  }
  return said('Failure [INSTALL_FAILED_INVALID_APK: Missing existing base package for x]\n')
}

/** One that cannot run is refused as a broken APK is. */
export async function installed(handset: Handset, bytes: Uint8Array, flags: readonly string[]): Promise<Said> {
  try {
    return said(await answerOf(handset, bytes, flags))
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    return said(`Failure [INSTALL_PARSE_FAILED_MANIFEST_MALFORMED: ${thrown.words.split('\n').join(' ')}]\n`)
  }
}

async function answerOf(handset: Handset, bytes: Uint8Array, flags: readonly string[]): Promise<string> {
  const grant = flags.includes('-g')
  if (!isZip(bytes)) return handset.install(bytes, grant)
  const source = accessTo(bytes)
  const zip = await readZip(source, apkLimits)
  const app = zip.entries.get('assets/app.yaml')
  const { manifest, signers } = await readApk(source)
  const pkg = manifest.package
  const mark = signers[0]?.mark ?? null
  if (mark === null)
    return 'Failure [INSTALL_PARSE_FAILED_NO_CERTIFICATES: Failed to collect certificates from /data/app/vmdl1.tmp/base.apk]\n'
  if (manifest.testOnly && !flags.includes('-t')) return 'Failure [INSTALL_FAILED_TEST_ONLY: installPackageLI]\n'
  const before = handset.phone.packages().find(one => one.package === pkg)
  if (before !== undefined && before.versionCode > manifest.versionCode)
    return `Failure [INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected: Update version code ${manifest.versionCode} is older than current ${before.versionCode}]\n`
  const known = handset.installs.signers.get(pkg)
  if (before !== undefined && known !== undefined && known !== mark)
    return `Failure [INSTALL_FAILED_UPDATE_INCOMPATIBLE: Existing package ${pkg} signatures do not match newer version; ignoring!]\n`
  if (app === undefined) return 'Failure [INSTALL_FAILED_INVALID_APK: there is no app for the double in it]\n'
  const answer = handset.install(await readEntry(zip, app, 4_000_000), grant)
  if (answer.startsWith('Success')) handset.installs.signers.set(pkg, mark)
  return answer
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

const accessTo = (bytes: Uint8Array): Parameters<typeof readZip>[0] => ({
  length: bytes.length,
  read: (at, length) => Promise.resolve(bytes.subarray(at, at + length)),
})
