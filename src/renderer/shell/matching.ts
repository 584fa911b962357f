// Which lines fit what was typed: every word must begin a word of the line or stand in it; better fits come first.
interface Named {
  readonly words: string
  readonly note: string
}

export function matching<T extends Named>(lines: readonly T[], text: string): readonly T[] {
  const asked = plain(text)
    .split(/\s+/u)
    .filter(word => word !== '')
  if (asked.length === 0) return lines
  return lines
    .map((line, index) => ({ line, index, fit: fitOf(plain(`${line.words} ${line.note}`), asked) }))
    .filter(({ fit }) => fit > 0)
    .toSorted((a, b) => b.fit - a.fit || a.index - b.index)
    .map(({ line }) => line)
}

/** 0: one of the words is not in it. */
function fitOf(words: string, asked: readonly string[]): number {
  let fit = 0
  for (const word of asked) {
    const at = words.indexOf(word)
    if (at < 0) return 0
    fit += at === 0 ? 3 : words.includes(` ${word}`) ? 2 : 1
  }
  return fit
}

const plain = (text: string): string => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
