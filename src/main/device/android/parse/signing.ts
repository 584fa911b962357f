// Who signed an APK: the certificates of the v2 and v3 signing block, else of the v1 files in META-INF. Nothing is verified:
// the device does that. They only tell whether an update would be taken. Pure, over bytes.
import type { Signer } from '#shared/domain/drop.ts'
import { readEntry, type Zip } from '#main/device/android/parse/zip.ts'
import { Refusal } from '#shared/base/refusal.ts'

const blockMost = 16 * 1024 * 1024
const v1Most = 1024 * 1024
/** v2, v3 and v3.1: an app whose key was changed has its older one in the older scheme. */
const schemes: ReadonlySet<number> = new Set([0x7109871a, 0xf05368c0, 0x1b93ad61])
const certificatesMost = 32

/** Empty where it is not signed, or in no way we can read. */
export async function signersOf(zip: Zip): Promise<readonly Signer[]> {
  const certificates = (await ofBlock(zip)) ?? (await ofMetaInf(zip))
  const signers = new Map<string, Signer>()
  for (const certificate of certificates.slice(0, certificatesMost)) {
    const signer = await signerOf(certificate)
    signers.set(signer.sha256, signer)
  }
  return [...signers.values()]
}

export async function signerOf(certificate: Uint8Array): Promise<Signer> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(certificate)))
  return { sha256: [...digest].map(byte => byte.toString(16).padStart(2, '0')).join(''), mark: markOf(certificate) }
}

/** Java's hash of the bytes: what `dumpsys package` prints of an installed app's signers. */
export function markOf(certificate: Uint8Array): string {
  let hash = 1
  for (const byte of certificate) hash = (Math.imul(hash, 31) + ((byte << 24) >> 24)) | 0
  return (hash >>> 0).toString(16)
}

/** Certificates of the signing block in front of the central directory; null where there is none. */
async function ofBlock({ source, directoryAt }: Zip): Promise<readonly Uint8Array[] | null> {
  const footLength = 24
  if (directoryAt < footLength + 8) return null
  const foot = await source.read(directoryAt - footLength, footLength)
  if (new TextDecoder('latin1').decode(foot.subarray(8)) !== 'APK Sig Block 42') return null
  const size = longAt(foot, 0)
  if (size === null || size < footLength || size > blockMost || size + 8 > directoryAt) return null
  const pairs = await source.read(directoryAt - size, size - footLength)
  const found: Uint8Array[] = []
  for (let at = 0; at + 12 <= pairs.length;) {
    const length = longAt(pairs, at)
    if (length === null || length < 4 || at + 8 + length > pairs.length) break
    if (schemes.has(new DataView(pairs.buffer, pairs.byteOffset).getUint32(at + 8, true)))
      found.push(...certificatesOf(pairs.subarray(at + 12, at + 8 + length)))
    at += 8 + length
  }
  return found.length === 0 ? null : found
}

/** signers → signer → signed data → (digests, certificates): each with its length in front. The first is the signer's own. */
function certificatesOf(value: Uint8Array): readonly Uint8Array[] {
  const signers = lengthened(value, 0)
  const found: Uint8Array[] = []
  for (const signer of signers === null ? [] : sequence(signers)) {
    const signed = lengthened(signer, 0)
    const digests = signed === null ? null : lengthened(signed, 0)
    const certificates = signed === null || digests === null ? null : lengthened(signed, 4 + digests.length)
    const first = certificates === null ? null : lengthened(certificates, 0)
    if (first !== null && first.length > 0) found.push(first)
  }
  return found
}

function lengthened(bytes: Uint8Array, at: number): Uint8Array | null {
  if (at + 4 > bytes.length) return null
  const length = new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, true)
  return at + 4 + length > bytes.length ? null : bytes.subarray(at + 4, at + 4 + length)
}

function sequence(bytes: Uint8Array): readonly Uint8Array[] {
  const items: Uint8Array[] = []
  for (let at = 0; at < bytes.length;) {
    const item = lengthened(bytes, at)
    if (item === null) break
    items.push(item)
    at += 4 + item.length
  }
  return items
}

function longAt(bytes: Uint8Array, at: number): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, 8)
  return view.getUint32(4, true) > 0 ? null : view.getUint32(0, true)
}

// ---- v1: META-INF/NAME.RSA holds a PKCS #7 message with the certificates

async function ofMetaInf(zip: Zip): Promise<readonly Uint8Array[]> {
  const entry = [...zip.entries.values()].find(one => /^META-INF\/[^/]+\.(RSA|DSA|EC)$/i.test(one.name))
  if (entry === undefined) return []
  try {
    return certificatesOfMessage(await readEntry(zip, entry, v1Most))
  } catch (thrown) {
    // Unreadable here is no reason against it: the device decides.
    if (thrown instanceof Refusal) return []
    throw thrown
  }
}

interface Der {
  readonly tag: number
  readonly whole: Uint8Array
  readonly inner: Uint8Array
}

/** ContentInfo → [0] → SignedData → certificates [0]; of several, the one that the first signer names. */
export function certificatesOfMessage(message: Uint8Array): readonly Uint8Array[] {
  const content = derAt(message, 0)
  const explicit = content === null ? undefined : parts(content.inner).find(part => part.tag === 0xa0)
  const signed = explicit === undefined ? null : derAt(explicit.inner, 0)
  if (signed === null) return []
  const fields = parts(signed.inner)
  const certificates = parts(fields.find(part => part.tag === 0xa0)?.inner ?? new Uint8Array())
  const signers = fields.findLast(part => part.tag === 0x31)
  const signer = signers === undefined ? null : derAt(signers.inner, 0)
  const named = signer === null ? undefined : parts(signer.inner)[1]
  const own = certificates.find(certificate => named !== undefined && isNamed(certificate, named))
  const chosen = own ?? certificates[0]
  return chosen === undefined ? [] : [chosen.whole]
}

/** IssuerAndSerialNumber against the certificate's own issuer and serial number. */
function isNamed(certificate: Der, named: Der): boolean {
  const [issuer, serial] = parts(named.inner)
  const body = derAt(certificate.inner, 0)
  if (issuer === undefined || serial === undefined || body === null) return false
  const fields = parts(body.inner)
  const from = fields[0]?.tag === 0xa0 ? 1 : 0
  return isSame(fields[from]?.whole, serial.whole) && isSame(fields[from + 2]?.whole, issuer.whole)
}

const isSame = (a: Uint8Array | undefined, b: Uint8Array): boolean =>
  a !== undefined && a.length === b.length && a.every((byte, index) => byte === b[index])

function parts(bytes: Uint8Array): readonly Der[] {
  const found: Der[] = []
  for (let at = 0; at < bytes.length && found.length < 1000;) {
    const one = derAt(bytes, at)
    if (one === null) break
    found.push(one)
    at += one.whole.length
  }
  return found
}

function derAt(bytes: Uint8Array, at: number): Der | null {
  const [tag, first] = [bytes[at], bytes[at + 1]]
  if (tag === undefined || first === undefined) return null
  const extra = first & 0x80 ? first & 0x7f : 0
  if (extra > 4) return null
  let length = extra === 0 ? first : 0
  for (let n = 0; n < extra; n += 1) length = length * 256 + (bytes[at + 2 + n] ?? 0)
  const from = at + 2 + extra
  if (from + length > bytes.length) return null
  return { tag, whole: bytes.subarray(at, from + length), inner: bytes.subarray(from, from + length) }
}
