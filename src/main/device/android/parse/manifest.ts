// The binary AndroidManifest.xml of an APK: what decides whether it installs. Attributes are told by their resource id,
// since build tools that shrink names leave the ids. Pure, over bytes.
import { Refusal } from '#shared/base/refusal.ts'

export interface ApkManifest {
  readonly package: string
  readonly versionCode: number
  /** '' where it lies in the resources, which are not read. */
  readonly versionName: string
  readonly minSdk: number | null
  readonly targetSdk: number | null
  readonly testOnly: boolean
  readonly debuggable: boolean
  readonly leanback: boolean
  readonly needsSplits: boolean
  /** Null in a base APK. */
  readonly split: string | null
  /** Which feature a configuration split belongs to; null where it does not say. */
  readonly configForSplit: string | null
  readonly isFeature: boolean
  /** Null where it lies in the resources. */
  readonly label: string | null
}

const id = {
  label: 0x01010001,
  name: 0x01010003,
  debuggable: 0x0101000f,
  value: 0x01010024,
  minSdkVersion: 0x0101020c,
  versionCode: 0x0101021b,
  versionName: 0x0101021c,
  targetSdkVersion: 0x01010270,
  testOnly: 0x01010272,
  required: 0x0101028e,
  versionCodeMajor: 0x01010576,
  isFeatureSplit: 0x0101055b,
  isSplitRequired: 0x01010591,
} as const

type AttributeName = keyof typeof id | 'package' | 'split' | 'configForSplit'

interface Attribute {
  readonly id: number | null
  readonly name: string
  /** A string, a number (booleans are 0 or not), or null for what points into the resources. */
  readonly value: string | number | null
}

const damaged = (): Refusal =>
  new Refusal('bad-value', 'The manifest of the APK is damaged.', { hint: 'Build it again.' })

export function parseManifest(bytes: Uint8Array): ApkManifest {
  try {
    return read(bytes)
  } catch (thrown) {
    if (thrown instanceof RangeError) throw damaged()
    throw thrown
  }
}

function read(bytes: Uint8Array): ApkManifest {
  if (bytes[0] === 0x3c || (bytes[0] === 0xef && bytes[1] === 0xbb))
    throw new Refusal('bad-value', 'The manifest of this APK is plain text: the build was not finished.', {
      hint: 'Drop the APK that the build puts out at its end.',
    })
  const elements = elementsOf(bytes)
  const root = elements.find(element => element.name === 'manifest' && element.depth === 1)
  const pkg = root === undefined ? null : textOf(root.attributes, 'package')
  if (root === undefined || pkg === null)
    throw new Refusal('bad-value', 'The manifest of this APK names no package.', { hint: 'Build it again.' })
  const sdk = elements.find(element => element.name === 'uses-sdk')?.attributes ?? []
  const application = elements.find(element => element.name === 'application')?.attributes ?? []
  const major = numberOf(root.attributes, 'versionCodeMajor') ?? 0
  return {
    package: checkedPackage(pkg),
    versionCode: major * 2 ** 32 + ((numberOf(root.attributes, 'versionCode') ?? 0) >>> 0),
    versionName: textOf(root.attributes, 'versionName') ?? '',
    minSdk: numberOf(sdk, 'minSdkVersion'),
    targetSdk: numberOf(sdk, 'targetSdkVersion') ?? numberOf(sdk, 'minSdkVersion'),
    testOnly: isSet(application, 'testOnly'),
    debuggable: isSet(application, 'debuggable'),
    leanback: elements.some(
      element =>
        element.name === 'uses-feature' &&
        textOf(element.attributes, 'name') === 'android.software.leanback' &&
        numberOf(element.attributes, 'required') !== 0,
    ),
    needsSplits:
      isSet(application, 'isSplitRequired') ||
      isSet(root.attributes, 'isSplitRequired') ||
      elements.some(
        element =>
          element.name === 'meta-data' &&
          textOf(element.attributes, 'name') === 'com.android.vending.splits.required' &&
          isTrue(valueOf(element.attributes, 'value')),
      ),
    split: textOf(root.attributes, 'split'),
    configForSplit: textOf(root.attributes, 'configForSplit'),
    isFeature: isSet(root.attributes, 'isFeatureSplit'),
    label: textOf(application, 'label'),
  }
}

function checkedPackage(pkg: string): string {
  if (pkg.length > 255 || !/^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/.test(pkg))
    throw new Refusal(
      'bad-value',
      `The package in its manifest is no name of a package: ${JSON.stringify(pkg.slice(0, 80))}.`,
    )
  return pkg
}

function valueOf(attributes: readonly Attribute[], name: AttributeName): string | number | null {
  const wanted: number | undefined = name in id ? id[name as keyof typeof id] : undefined
  const found =
    attributes.find(attribute => wanted !== undefined && attribute.id === wanted) ??
    attributes.find(attribute => attribute.id === null && attribute.name === name)
  return found?.value ?? null
}
const textOf = (attributes: readonly Attribute[], name: AttributeName): string | null => {
  const value = valueOf(attributes, name)
  return typeof value === 'string' ? value : null
}
/** A number in quotes counts; a name of a preview ("S") does not. */
const numberOf = (attributes: readonly Attribute[], name: AttributeName): number | null => {
  const value = valueOf(attributes, name)
  if (typeof value === 'number') return value
  return value !== null && /^\d{1,10}$/.test(value) ? Number(value) : null
}
const isTrue = (value: string | number | null): boolean =>
  value === 'true' || (typeof value === 'number' && value !== 0)
const isSet = (attributes: readonly Attribute[], name: AttributeName): boolean => isTrue(valueOf(attributes, name))

// ---- the chunks

interface XmlElement {
  readonly name: string
  /** 1 for the root. */
  readonly depth: number
  readonly attributes: readonly Attribute[]
}

const chunk = { xml: 0x0003, strings: 0x0001, resources: 0x0180, start: 0x0102, end: 0x0103 } as const
const none = 0xffffffff
const elementsMost = 100_000

function elementsOf(bytes: Uint8Array): readonly XmlElement[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 8 || view.getUint16(0, true) !== chunk.xml) throw damaged()
  const elements: XmlElement[] = []
  let strings: (index: number) => string = () => ''
  let ids: readonly number[] = []
  let depth = 0
  for (let at = view.getUint16(2, true); at + 8 <= bytes.length;) {
    const [type, head, size] = [view.getUint16(at, true), view.getUint16(at + 2, true), view.getUint32(at + 4, true)]
    if (size < 8 || at + size > bytes.length) throw damaged()
    if (type === chunk.strings) strings = stringsOf(bytes.subarray(at, at + size))
    else if (type === chunk.resources) ids = idsOf(view, at + head, at + size)
    else if (type === chunk.end) depth -= 1
    else if (type === chunk.start) {
      depth += 1
      if (elements.length >= elementsMost) throw damaged()
      elements.push(elementOf(view, at + head, at + size, strings, ids, depth))
    }
    at += size
  }
  return elements
}

function idsOf(view: DataView, from: number, to: number): readonly number[] {
  const ids: number[] = []
  for (let at = from; at + 4 <= to; at += 4) ids.push(view.getUint32(at, true))
  return ids
}

function elementOf(
  view: DataView,
  at: number,
  to: number,
  strings: (index: number) => string,
  ids: readonly number[],
  depth: number,
): XmlElement {
  const name = strings(view.getUint32(at + 4, true))
  const [from, length, count] = [
    view.getUint16(at + 8, true),
    view.getUint16(at + 10, true),
    view.getUint16(at + 12, true),
  ]
  if (count > 0 && (length < 20 || at + from + length * count > to)) throw damaged()
  const attributes: Attribute[] = []
  for (let n = 0; n < count; n += 1) {
    const place = at + from + n * length
    const index = view.getUint32(place + 4, true)
    const raw = view.getUint32(place + 8, true)
    attributes.push({
      id: ids[index] === undefined || ids[index] === 0 ? null : ids[index],
      name: strings(index),
      value: typed(
        view.getUint8(place + 15),
        view.getUint32(place + 16, true),
        raw === none ? null : strings(raw),
        strings,
      ),
    })
  }
  return { name, depth, attributes }
}

function typed(
  type: number,
  data: number,
  raw: string | null,
  strings: (index: number) => string,
): string | number | null {
  if (type === 0x03) return strings(data)
  if (type >= 0x10 && type <= 0x1f) return type === 0x12 ? Number(data !== 0) : data | 0
  return type === 0x01 || type === 0x07 ? null : raw
}

function stringsOf(bytes: Uint8Array): (index: number) => string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [head, count, flags, start] = [
    view.getUint16(2, true),
    view.getUint32(8, true),
    view.getUint32(16, true),
    view.getUint32(20, true),
  ]
  if (head + count * 4 > bytes.length || start > bytes.length) throw damaged()
  const isUtf8 = (flags & 0x100) !== 0
  return index => {
    if (index === none) return ''
    if (index >= count) throw damaged()
    const at = start + view.getUint32(head + index * 4, true)
    return isUtf8 ? utf8At(bytes, at) : utf16At(bytes, view, at)
  }
}

/** Two lengths, each of one byte or two: in characters, then in bytes. */
function utf8At(bytes: Uint8Array, at: number): string {
  const second = at + ((byteAt(bytes, at) & 0x80) === 0 ? 1 : 2)
  const first = byteAt(bytes, second)
  const isLong = (first & 0x80) !== 0
  const length = isLong ? ((first & 0x7f) << 8) | byteAt(bytes, second + 1) : first
  const from = second + (isLong ? 2 : 1)
  if (from + length > bytes.length) throw damaged()
  return new TextDecoder().decode(bytes.subarray(from, from + length))
}

function utf16At(bytes: Uint8Array, view: DataView, at: number): string {
  const first = view.getUint16(at, true)
  const isLong = (first & 0x8000) !== 0
  const length = isLong ? (first & 0x7fff) * 65_536 + view.getUint16(at + 2, true) : first
  const from = at + (isLong ? 4 : 2)
  if (from + length * 2 > bytes.length) throw damaged()
  return new TextDecoder('utf-16le').decode(bytes.subarray(from, from + length * 2))
}

function byteAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]
  if (byte === undefined) throw damaged()
  return byte
}
