// Files put into the device's Download folder, where its own file browser shows them. Never over one that is there.
import type { FilesFacet } from '#main/device/driver.ts'
import type { AdbLink } from '#main/device/android/adb.ts'
import { push } from '#main/device/android/drop/push.ts'
import { quoted } from '#main/device/android/shell-words.ts'
import { asked } from '#main/device/android/told.ts'
import { piecesOfFile, openFile } from '#main/sys/file-bytes.ts'
import { Refusal } from '#shared/base/refusal.ts'

const folder = '/sdcard/Download'
/** Of file systems Android has, in bytes; some is left for a number. */
const nameBytesMost = 240
const pushMs = 600_000

export class AndroidFiles implements FilesFacet {
  readonly #link: AdbLink
  readonly #apiLevel: number

  constructor(link: AdbLink, apiLevel: number) {
    this.#link = link
    this.#apiLevel = apiLevel
  }

  async toDownloads(name: string, path: string, onPart: (part: number) => void, signal: AbortSignal): Promise<string> {
    const taken = new Set((await asked(this.#link, `ls -a ${folder}`, signal)).split(/\r?\n/))
    const free = freeName(plainName(name), taken)
    const to = `${folder}/${free}`
    await using file = await openFile(path)
    const { length } = file
    const counted = async function* (): AsyncGenerator<Uint8Array, void, undefined> {
      let sent = 0
      for await (const piece of piecesOfFile(path)) {
        yield piece
        sent += piece.length
        onPart(length === 0 ? 1 : sent / length)
      }
    }
    try {
      await push(this.#link, to, counted(), signal, pushMs)
      const arrived = (await asked(this.#link, `stat -c %s ${quoted(to)}`, signal)).trim()
      if (arrived !== String(length))
        throw new Refusal(
          'outcome-unknown',
          `${free} has ${arrived === '' ? 'no' : arrived} bytes there, not ${length}.`,
        )
    } catch (thrown) {
      // What is half there would look whole in the device's own list.
      if (!signal.aborted) await asked(this.#link, `rm -f ${quoted(to)}`, signal).catch(() => undefined)
      throw thrown
    }
    onPart(1)
    await this.#tell(to, signal)
    return free
  }

  /** Its list of files is told; where it does not listen it finds out by itself. */
  async #tell(path: string, signal: AbortSignal): Promise<void> {
    const line =
      this.#apiLevel >= 30
        ? 'content call --uri content://media/ --method scan_volume --arg external_primary'
        : `am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d ${quoted(`file://${encodeURI(path)}`)}`
    await asked(this.#link, line, signal)
  }
}

/** Blanks, quotes, any script and emoji stay. What would lead elsewhere goes. */
export function plainName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  // What its shared storage does not take, as on a memory card, is written otherwise.
  const plain = last
    .replaceAll('"', "'")
    .replaceAll(/[\p{Cc}\u2028\u2029:*?<>|]/gu, '_')
    .trim()
  if (plain === '' || plain === '.' || plain === '..')
    throw new Refusal('bad-value', 'The file has no name that can be used on the device.', { where: name.slice(0, 80) })
  const { stem, end } = partsOf(plain)
  return `${cut(stem, nameBytesMost - bytesOf(end))}${end}`
}

export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  const { stem, end } = partsOf(name)
  for (let number = 1; ; number += 1) {
    const next = `${stem} (${number})${end}`
    if (!taken.has(next)) return next
  }
}

function partsOf(name: string): { readonly stem: string; readonly end: string } {
  const match = /^(.+?)(\.[A-Za-z0-9]{1,10})$/u.exec(name)
  return match === null ? { stem: name, end: '' } : { stem: match[1] ?? name, end: match[2] ?? '' }
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

function cut(text: string, bytesMost: number): string {
  let kept = ''
  let bytes = 0
  for (const char of text) {
    bytes += bytesOf(char)
    if (bytes > bytesMost) break
    kept += char
  }
  return kept
}
