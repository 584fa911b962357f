// Seeded chance. One named stream per decision site, so that adding a draw in one place shifts no other.

export interface Random {
  /** In [0, 1). */
  next(): number
  /** An integer in [0, n). */
  below(n: number): number
  pick<T>(items: readonly T[]): T
  /** Index drawn with the given weights (all ≥ 0, sum > 0). */
  weighted(weights: readonly number[]): number
}

/** xoshiro128** seeded through splitmix32 from a hash of `seed` and `name`. Same arguments, same sequence, everywhere. */
export function random(seed: number | string, name: string): Random {
  let h = 0x811c9dc5
  for (const char of `${seed}\u0000${name}`) {
    h ^= char.codePointAt(0) ?? 0
    h = Math.imul(h, 0x01000193)
  }
  const splitmix = (): number => {
    h = (h + 0x9e3779b9) | 0
    let z = h
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad)
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
    return (z ^ (z >>> 15)) >>> 0
  }
  let a = splitmix()
  let b = splitmix()
  let c = splitmix()
  let d = splitmix()
  const next32 = (): number => {
    const scrambled = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0
    const t = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    d = rotate(d, 11)
    return scrambled
  }
  const next = (): number => next32() / 0x1_0000_0000
  return {
    next,
    below: n => Math.floor(next() * n),
    pick: items => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    weighted: weights => {
      const sum = weights.reduce((all, weight) => all + weight, 0)
      let left = next() * sum
      for (const [index, weight] of weights.entries()) {
        left -= weight
        if (left < 0) return index
      }
      return weights.findLastIndex(weight => weight > 0)
    },
  }
}

function rotate(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by))
}
