import type { EvolveMeta } from './decider.ts'

type Copied = Pick<EvolveMeta, 'copied'>

/** A map to write into: copied once in a fold, as a copy at each of thousands of facts takes longer than all of the folding. */
export function ownMap<K, V>(map: ReadonlyMap<K, V>, { copied }: Copied): Map<K, V> {
  if (copied?.has(map)) return map as Map<K, V>
  const copy = new Map(map)
  copied?.add(copy)
  return copy
}

/** A set to write into, likewise. */
export function ownSet<V>(set: ReadonlySet<V>, { copied }: Copied): Set<V> {
  if (copied?.has(set)) return set as Set<V>
  const copy = new Set(set)
  copied?.add(copy)
  return copy
}

/** As newer browsers group into a map by themselves: those of signers need not. */
export function grouped<T, K>(all: Iterable<T>, keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}
