// One look at an Android device: picture, tree, window in front and keyboard, read at the same time and checked to be of
// one moment. What uiautomator cannot give is said, never made up.
import type { Look, ScreenFacet } from '#main/device/driver.ts'
import type { AdbLink } from '#main/device/android/adb.ts'
import { parseInputMethod } from '#main/device/android/parse/input-method.ts'
import { parseScreencap, pngIn } from '#main/device/android/parse/screencap.ts'
import { DumpRefusal, parseUiautomator, type Dump } from '#main/device/android/parse/uiautomator.ts'
import { liveWindows, parseWindow, type WindowDump } from '#main/device/android/parse/window.ts'
import { Pictures } from '#main/device/android/pictures.ts'
import { sameBytes } from '#main/sys/digest.ts'
import { pixelsOfPng } from '#main/sys/images.ts'
import { Refusal, wordsOf } from '#shared/base/refusal.ts'
import type { ElementTree } from '#shared/domain/element.ts'
import type { Picture, Pixels } from '#shared/domain/picture.ts'

const looksAtMost = 3
const dumpMs = 20_000
const dumpFile = '/sdcard/nocturne_window.xml'

interface Tree {
  readonly tree: ElementTree | null
  readonly missing: string | null
}

/** A faster way to the screen's pixels than adb, where a device has one. */
export type PictureSource = (signal: AbortSignal) => Promise<Pixels>

export class AndroidScreen implements ScreenFacet {
  readonly #link: AdbLink
  /** Raw or PNG, whichever this device gives faster; null until both were timed once. */
  #way: 'raw' | 'png' | null = null
  /** /dev/tty cannot be opened on some devices: found out once. */
  #ttyWorks = true
  #pictureSeen = false
  readonly #pictures = new Pictures()

  /** Null: taken over adb. */
  readonly #source: PictureSource | null

  constructor(link: AdbLink, source: PictureSource | null) {
    this.#link = link
    this.#source = source
  }

  async picture(signal: AbortSignal): Promise<Picture> {
    return this.#pictures.pictureOf(await this.#pixels(signal))
  }

  async look(signal: AbortSignal): Promise<Look> {
    for (let tries = 1; ; tries += 1) {
      const before = await this.#pixels(signal)
      const [after, tree, window, keyboard] = await Promise.all([
        this.#pixels(signal),
        this.#tree(signal),
        this.#window(signal),
        this.#link.shell('dumpsys input_method', signal),
      ])
      // A screen that always moves never gives two equal pictures: after some tries the later one stands.
      if (!sameBytes(before.data, after.data) && tries < looksAtMost) continue
      this.#refuseBlank(after, tree.tree, window)
      const size = { width: after.width, height: after.height }
      const orientation = size.width > size.height ? 'landscape' : 'portrait'
      return {
        picture: this.#pictures.pictureOf(after),
        tree: tree.tree,
        treeMissing: tree.missing,
        foreground: {
          package: window.package || (tree.tree?.nodes[0]?.package ?? ''),
          activity: fullName(window),
          overlay: window.overlay,
        },
        // The keyboard's window tells whether it is drawn, which the input method alone gets wrong.
        keyboard: parseInputMethod(`${keyboard.stdout}\n${liveWindows(window.text)}`),
        size,
        orientation,
        secure: window.secure,
        geometry: `${size.width}x${size.height}`,
        truthNumber: null,
      }
    }
  }

  async #window(signal: AbortSignal): Promise<WindowDump & { readonly text: string }> {
    const text = (await this.#link.shell('dumpsys window', signal)).stdout
    let seen = parseWindow(text)
    if (seen.unknown) seen = parseWindow((await this.#link.shell('dumpsys window displays', signal)).stdout)
    if (seen.unknown) seen = parseWindow((await this.#link.shell('dumpsys activity activities', signal)).stdout)
    return { ...seen, text }
  }

  async #pixels(signal: AbortSignal): Promise<Pixels> {
    if (this.#source !== null) return this.#source(signal)
    if (this.#way === 'png') return this.#png(signal)
    if (this.#way === 'raw')
      return this.#raw(signal).catch((thrown: unknown) => {
        // What works may change (a second display, a restart): both are tried again next time.
        this.#way = null
        throw thrown
      })
    const begin = performance.now()
    const raw = await this.#raw(signal).catch(() => null)
    const between = performance.now()
    const png = await this.#png(signal)
    const pngMs = performance.now() - between
    this.#way = raw !== null && between - begin < pngMs ? 'raw' : 'png'
    return png
  }

  async #raw(signal: AbortSignal): Promise<Pixels> {
    return parseScreencap(await this.#link.raw('screencap', signal))
  }

  async #png(signal: AbortSignal): Promise<Pixels> {
    return pixelsOfPng(pngIn(await this.#link.raw('screencap -p', signal)), 1)
  }

  /** /dev/tty, then a file, then a compressed dump; then the picture alone, and why. */
  async #tree(signal: AbortSignal): Promise<Tree> {
    let last: unknown = null
    const ways: readonly ((signal: AbortSignal) => Promise<Dump>)[] = [
      ...(this.#ttyWorks ? [(late: AbortSignal) => this.#dumpToTty(late)] : []),
      late => this.#dumpToFile('', late),
      late => this.#dumpToFile(' --compressed', late),
    ]
    for (const way of ways) {
      try {
        const dump = await way(signal)
        if (!dump.truncated) return { tree: dump.tree, missing: null }
        last = new Refusal('failed', 'The tree broke off in the middle.')
      } catch (thrown) {
        if (!(thrown instanceof DumpRefusal)) throw thrown
        last = thrown
      }
    }
    return { tree: null, missing: wordsOf(last) }
  }

  async #dumpToTty(signal: AbortSignal): Promise<Dump> {
    try {
      return parseUiautomator(decoded(await this.#link.raw('uiautomator dump /dev/tty', signal, dumpMs)))
    } catch (thrown) {
      if (thrown instanceof DumpRefusal && thrown.failure === 'nothing') this.#ttyWorks = false
      throw thrown
    }
  }

  /** The file is deleted first: a failed dump leaves an older one lying there and exits 0. */
  async #dumpToFile(option: string, signal: AbortSignal): Promise<Dump> {
    const answer = await this.#link.shell(
      `rm -f ${dumpFile}; uiautomator dump${option} ${dumpFile}; cat ${dumpFile} 2>/dev/null; rm -f ${dumpFile}`,
      signal,
      dumpMs,
    )
    return parseUiautomator(`${answer.stdout}\n${answer.stderr}`)
  }

  /** Some images cannot take screenshots: the first picture is one flat colour while the tree is full of words. */
  #refuseBlank(pixels: Pixels, tree: ElementTree | null, window: WindowDump): void {
    if (this.#pictureSeen || window.secure) return
    if (!isFlat(pixels)) {
      this.#pictureSeen = true
      return
    }
    const words = tree?.nodes.filter(node => node.text !== '').length ?? 0
    if (words >= 3 && !window.asleep)
      throw new Refusal('unsupported', 'This device gives blank screenshots while its screen is full of text.', {
        hint: 'On an emulator use a google_apis image: aosp_atd images cannot take screenshots.',
      })
  }
}

/** Dumps write the same activity short (`.Main`) and in full: one name for both. */
const fullName = ({ package: pkg, activity }: WindowDump): string | null =>
  activity?.startsWith('.') === true ? `${pkg}${activity}` : activity

function isFlat(pixels: Pixels): boolean {
  const words = new Uint32Array(pixels.data.buffer, pixels.data.byteOffset, Math.floor(pixels.data.byteLength / 4))
  const first = words[0]
  return words.every(word => word === first)
}

const decoded = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
