// Builds that a person opens with the app (in the Finder, on a second start): gathered, since the system tells of each alone, and
// asked of the window as one drop. They are read and judged there; nothing is installed by opening it.
import { isAbsolute } from 'node:path'
import type { WindowAsk } from '#shared/protocol/shell.ts'

const gatherMs = 200
const most = 20
const endings = /\.(?:apk|apks|xapk|apkm|aab)$/iu

/** The builds among the words a program was started with. */
export const buildsAmong = (words: readonly string[]): readonly string[] =>
  words.filter(word => isAbsolute(word) && endings.test(word)).slice(0, most)

export class OpenedFiles {
  readonly #ask: (ask: WindowAsk) => void
  #paths: readonly string[] = []
  #isReady = false
  #isTelling = false

  constructor(ask: (ask: WindowAsk) => void) {
    this.#ask = ask
  }

  /** Before this nothing can be asked of a window. */
  ready(): void {
    this.#isReady = true
    this.#tellSoon()
  }

  add(paths: readonly string[]): void {
    this.#paths = [...new Set([...this.#paths, ...paths])].slice(0, most)
    this.#tellSoon()
  }

  #tellSoon(): void {
    if (!this.#isReady || this.#isTelling || this.#paths.length === 0) return
    this.#isTelling = true
    setTimeout(() => {
      this.#isTelling = false
      const paths = this.#paths
      this.#paths = []
      this.#ask({ is: 'open', paths })
    }, gatherMs)
  }
}
