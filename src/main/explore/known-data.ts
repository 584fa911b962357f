// Words known to be data, not the app's own: what rows of lists hold and what was typed. Noted by the examiner for a whole
// night, asked by the identity of screens and the oracle of languages. Holds the newest only: a feed has new rows for ever.

/** Far more than one screen shows; what is on it is noted with each look. */
export const dataWordsMost = 5000

export class KnownData {
  readonly #words = new Set<string>()

  get words(): ReadonlySet<string> {
    return this.#words
  }

  note(word: string): void {
    this.#words.delete(word)
    this.#words.add(word)
    if (this.#words.size <= dataWordsMost) return
    const oldest = this.#words.values().next()
    if (oldest.done !== true) this.#words.delete(oldest.value)
  }
}
