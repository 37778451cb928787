import { createHash } from 'node:crypto'

/** Everything that is left to chance, from one seed: the same seed gives the same numbers in the same order. */
export interface Random {
  /** In [0, 1). */
  fraction(): number
  /** A whole number in [0, below). */
  below(below: number): number
  /** True with this probability. */
  happens(probability: number): boolean
  pick<T>(from: readonly T[]): T
  bytes(count: number): Uint8Array<ArrayBuffer>
  /** Random of its own for one part: what another part draws does not shift it. */
  of(part: string): Random
}

export function randomFrom(seed: string): Random {
  const start = createHash('sha256').update(seed).digest()
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => start.readUInt32LE(at)) as [number, number, number, number]
  // sfc32: small, fast, and good enough for choosing faults.
  const word = (): number => {
    const sum = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  const fraction = () => word() / 2 ** 32
  const below = (limit: number) => Math.floor(fraction() * limit)
  return {
    fraction,
    below,
    happens: (probability) => fraction() < probability,
    pick: (from) => from[below(from.length)]!,
    bytes(count) {
      const out = new Uint8Array(count)
      for (let at = 0; at < count; at++) out[at] = word() & 0xff
      return out
    },
    of: (part) => randomFrom(`${seed}/${part}`),
  }
}
