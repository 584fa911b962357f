// Small real APKs and archives of them, byte by byte: zip, binary manifest, signing block. And what is wrong with them, on demand.
import { deflateRawSync } from 'node:zlib'
import { crc32 } from '#main/device/android/parse/zip.ts'

export interface Entry {
  readonly name: string
  readonly bytes: Uint8Array | string
  readonly stored?: boolean
  /** Instead of what it is. */
  readonly says?: {
    readonly unpacked?: number
    readonly crc?: number
    readonly method?: number
    readonly flags?: number
  }
}

const utf8 = (text: string): Buffer => Buffer.from(text)

function headerOf(entry: Entry): { readonly head: Buffer; readonly data: Buffer; readonly name: Buffer } {
  const raw = Buffer.from(typeof entry.bytes === 'string' ? utf8(entry.bytes) : entry.bytes)
  const data = entry.stored === true ? raw : deflateRawSync(raw)
  const head = Buffer.alloc(26)
  head.writeUInt16LE(20, 0)
  head.writeUInt16LE((entry.says?.flags ?? 0) | 0x800, 2)
  head.writeUInt16LE(entry.says?.method ?? (entry.stored === true ? 0 : 8), 4)
  head.writeUInt32LE(entry.says?.crc ?? crc32(raw), 10)
  head.writeUInt32LE(data.length, 14)
  head.writeUInt32LE(entry.says?.unpacked ?? raw.length, 18)
  const name = utf8(entry.name)
  head.writeUInt16LE(name.length, 22)
  return { head, data, name }
}

export interface ZipOptions {
  /** Between the last entry and the list: a signing block. */
  readonly block?: Uint8Array
  readonly comment?: string
  readonly zip64?: boolean
}

export function zipOf(entries: readonly Entry[], { block, comment = '', zip64 = false }: ZipOptions = {}): Buffer {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const { head, data, name } = headerOf(entry)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), head, name, data])
    const extra = Buffer.alloc(14)
    extra.writeUInt32LE(at, 10)
    list.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0', 'latin1'), head, extra, name]))
    parts.push(local)
    at += local.length
  }
  if (block !== undefined) {
    parts.push(Buffer.from(block))
    at += block.length
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(zip64 ? 0xffff : entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(utf8(comment).length, 20)
  return Buffer.concat([...parts, directory, end, utf8(comment)])
}

// ---- the binary manifest

export interface ManifestOptions {
  readonly package?: string
  readonly versionCode?: number
  readonly versionName?: string
  readonly minSdk?: number | string
  readonly targetSdk?: number
  readonly testOnly?: boolean
  readonly debuggable?: boolean
  readonly leanback?: boolean
  readonly split?: string
  readonly configForSplit?: string
  readonly isFeature?: boolean
  readonly needsSplits?: boolean
  readonly label?: string
  readonly utf16?: boolean
}

interface Attr {
  readonly name: string
  readonly id?: number
  readonly value: string | number | boolean
}
interface Node {
  readonly name: string
  readonly attrs: readonly Attr[]
  readonly children?: readonly Node[]
}

export function manifestOf(options: ManifestOptions = {}): Buffer {
  const known = <T extends string | number | boolean>(
    name: string,
    id: number | undefined,
    value: T | undefined,
  ): Attr[] => (value === undefined ? [] : [{ name, value, ...(id === undefined ? {} : { id }) }])
  const root: Node = {
    name: 'manifest',
    attrs: [
      ...known('versionCode', 0x0101021b, options.versionCode ?? 42),
      ...known('versionName', 0x0101021c, options.versionName ?? '2.4.1'),
      ...known('isFeatureSplit', 0x0101055b, options.isFeature),
      ...known('package', undefined, options.package ?? 'dev.example.plants'),
      ...known('split', undefined, options.split),
      ...known('configForSplit', undefined, options.configForSplit),
    ],
    children: [
      {
        name: 'uses-sdk',
        attrs: [
          ...known('minSdkVersion', 0x0101020c, options.minSdk ?? 26),
          ...known('targetSdkVersion', 0x01010270, options.targetSdk ?? 35),
        ],
      },
      ...(options.leanback === true
        ? [{ name: 'uses-feature', attrs: known('name', 0x01010003, 'android.software.leanback') }]
        : []),
      {
        name: 'application',
        attrs: [
          ...known('label', 0x01010001, options.label),
          ...known('debuggable', 0x0101000f, options.debuggable),
          ...known('testOnly', 0x01010272, options.testOnly),
          ...known('isSplitRequired', 0x01010591, options.needsSplits),
        ],
      },
    ],
  }
  return xmlOf(root, options.utf16 === true)
}

function xmlOf(root: Node, utf16: boolean): Buffer {
  const attrs = attrsOf(root)
  // Names with an id come first: the list of ids runs beside the list of strings.
  const withId = [...new Map(attrs.filter(attr => attr.id !== undefined).map(attr => [attr.name, attr.id ?? 0]))]
  const strings = withId.map(([name]) => name)
  const place = (text: string): number => {
    const at = strings.indexOf(text)
    return at < 0 ? strings.push(text) - 1 : at
  }
  const body = Buffer.concat(nodesOf(root, place))
  const ids = chunk(0x0180, 8, Buffer.concat(withId.map(([, id]) => u32(id))))
  return chunk(0x0003, 8, Buffer.concat([poolOf(strings, utf16), ids, body]))
}

const attrsOf = (node: Node): readonly Attr[] => [...node.attrs, ...(node.children ?? []).flatMap(attrsOf)]

function nodesOf(node: Node, place: (text: string) => number): readonly Buffer[] {
  const none = 0xffffffff
  const attributes = node.attrs.map(({ name, value }) => {
    const string = typeof value === 'string' ? place(value) : none
    const [type, data] =
      typeof value === 'string' ? [0x03, string] : typeof value === 'boolean' ? [0x12, value ? none : 0] : [0x10, value]
    return Buffer.concat([
      u32(none),
      u32(place(name)),
      u32(string),
      u16(8),
      Buffer.from([0, type ?? 0]),
      u32((data ?? 0) >>> 0),
    ])
  })
  const name = u32(place(node.name))
  const start = Buffer.concat([
    u32(1),
    u32(none),
    u32(none),
    name,
    u16(20),
    u16(20),
    u16(attributes.length),
    u16(0),
    u16(0),
    u16(0),
    ...attributes,
  ])
  const end = Buffer.concat([u32(1), u32(none), u32(none), name])
  return [
    chunk(0x0102, 16, start),
    ...(node.children ?? []).flatMap(child => nodesOf(child, place)),
    chunk(0x0103, 16, end),
  ]
}

function poolOf(strings: readonly string[], utf16: boolean): Buffer {
  const datas = strings.map(text => {
    if (utf16) return Buffer.concat([u16(text.length), Buffer.from(text, 'utf16le'), u16(0)])
    const bytes = utf8(text)
    return Buffer.concat([lengthByte(text.length), lengthByte(bytes.length), bytes, Buffer.from([0])])
  })
  const offsets: Buffer[] = []
  let at = 0
  for (const data of datas) {
    offsets.push(u32(at))
    at += data.length
  }
  const data = Buffer.concat(datas)
  const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)])
  const start = 28 + offsets.length * 4
  return chunk(
    0x0001,
    28,
    Buffer.concat([u32(strings.length), u32(0), u32(utf16 ? 0 : 0x100), u32(start), u32(0), ...offsets, padded]),
  )
}

const lengthByte = (length: number): Buffer =>
  length < 0x80 ? Buffer.from([length]) : Buffer.from([0x80 | (length >> 8), length & 0xff])

function chunk(type: number, head: number, body: Buffer): Buffer {
  return Buffer.concat([u16(type), u16(head), u32(8 + body.length), body])
}
const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}

// ---- signatures: certificates are made-up bytes, since nothing verifies them

export const certificate = (seed: number): Buffer =>
  Buffer.from(Array.from({ length: 60 }, (_, index) => (index * 37 + seed * 101) & 0xff))

const lengthened = (bytes: Buffer): Buffer => Buffer.concat([u32(bytes.length), bytes])

/** A signing block of scheme 2 (or 3) with the certificate. */
export function signingBlock(of: Uint8Array, scheme: 2 | 3 = 2): Buffer {
  const signed = Buffer.concat([
    lengthened(Buffer.from([1, 2, 3, 4])),
    lengthened(lengthened(Buffer.from(of))),
    lengthened(Buffer.alloc(0)),
  ])
  const value = lengthened(lengthened(Buffer.concat([lengthened(signed), lengthened(Buffer.alloc(0))])))
  const pair = Buffer.concat([u32(value.length + 4), u32(0), u32(scheme === 2 ? 0x7109871a : 0xf05368c0), value])
  const size = pair.length + 24
  return Buffer.concat([u32(size), u32(0), pair, u32(size), u32(0), Buffer.from('APK Sig Block 42')])
}

const der = (tag: number, ...inner: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(inner)
  const length =
    body.length < 0x80 ? Buffer.from([body.length]) : Buffer.from([0x82, body.length >> 8, body.length & 0xff])
  return Buffer.concat([Buffer.from([tag]), length, body])
}

/** A certificate that names itself, and the PKCS #7 message of a v1 signature; the signer's own comes second in it. */
export function v1Message(): { readonly message: Buffer; readonly signer: Buffer } {
  const issuer = (name: string): Buffer => der(0x30, der(0x0c, utf8(name)))
  const certificateOf = (serial: number, name: string): Buffer =>
    der(
      0x30,
      der(0x30, der(0xa0, der(0x02, Buffer.from([2]))), der(0x02, Buffer.from([serial])), der(0x30), issuer(name)),
      der(0x30),
    )
  const signer = certificateOf(7, 'us')
  const info = der(0x30, der(0x02, Buffer.from([1])), der(0x30, issuer('us'), der(0x02, Buffer.from([7]))))
  const data = der(
    0x30,
    der(0x02, Buffer.from([1])),
    der(0x31),
    der(0x30),
    der(0xa0, certificateOf(9, 'above us'), signer),
    der(0x31, info),
  )
  return { message: der(0x30, der(0x06, Buffer.from([1, 2, 3])), der(0xa0, data)), signer }
}

export interface ApkOptions extends ManifestOptions {
  /** Folders below `lib`. */
  readonly abis?: readonly string[]
  readonly signer?: number | null
  readonly entries?: readonly Entry[]
  /** A demo app that the adb double runs in this APK's place. */
  readonly app?: string
}

export function apkOf(options: ApkOptions = {}): Buffer {
  return zipOf(
    [
      { name: 'AndroidManifest.xml', bytes: manifestOf(options) },
      { name: 'classes.dex', bytes: 'dex\n035' },
      ...(options.app === undefined ? [] : [{ name: 'assets/app.yaml', bytes: options.app }]),
      ...(options.abis ?? []).map(abi => ({ name: `lib/${abi}/libplants.so`, bytes: '\u007fELF', stored: true })),
      ...(options.entries ?? []),
    ],
    options.signer === null ? {} : { block: signingBlock(certificate(options.signer ?? 1)) },
  )
}

export const accessTo = (
  bytes: Uint8Array,
): { length: number; read(at: number, length: number): Promise<Uint8Array> } => ({
  length: bytes.length,
  read: (at, length) => {
    if (at < 0 || length < 0 || at + length > bytes.length) return Promise.reject(new RangeError('beyond the end'))
    return Promise.resolve(new Uint8Array(bytes.subarray(at, at + length)))
  },
})
