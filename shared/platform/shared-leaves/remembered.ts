import type { SubjectKeys } from '#platform/subject-keys'
import type { SharedLeaf, SharedLeaves } from './port.ts'

/** Characters of what is remembered. What it is read to takes several times as much. */
const MOST = 8_000_000

/**
 * What was asked for or kept lately comes from memory, and one value always as the same object: whoever checks, reads or compares it
 * does that once for all that hold it. A deletion lets go of all, since nobody else may hold what it takes along.
 */
export function rememberedLeaves(leaves: SharedLeaves, keys: Pick<SubjectKeys, 'onDestroyed'>, most = MOST): SharedLeaves {
  // By digest and by salt, in the order in which they were last asked for.
  const known = new Map<string, { readonly leaf: SharedLeaf; readonly size: number }>()
  let weight = 0
  let forgotten = 0
  keys.onDestroyed(forget)

  function forget(): void {
    forgotten += 1
    known.clear()
    weight = 0
  }
  function get(name: string): SharedLeaf | undefined {
    const found = known.get(name)
    if (!found) return undefined
    known.delete(name)
    known.set(name, found)
    return found.leaf
  }
  function put(name: string, leaf: SharedLeaf): void {
    if (known.has(name)) return
    const size = JSON.stringify(leaf.value).length
    known.set(name, { leaf, size })
    weight += size
    for (const [oldest, { size }] of known) {
      if (weight <= most) return
      known.delete(oldest)
      weight -= size
    }
  }

  return {
    salted<T extends object>(content: T) {
      const fresh = leaves.salted(content)
      const found = get(fresh.salt)
      if (found) return found.value as T & { readonly salt: string }
      put(fresh.salt, { salt: fresh.salt, value: frozen(fresh) as SharedLeaf['value'] })
      return fresh
    },
    async keep(stream, given) {
      const ticket = forgotten
      await leaves.keep(stream, given)
      if (ticket !== forgotten) return
      for (const [digest, leaf] of given) put(digest, leaf)
    },
    async find(digests) {
      const found = new Map<string, SharedLeaf>()
      for (const digest of digests) {
        const leaf = get(digest)
        if (leaf) found.set(digest, leaf)
      }
      const missing = digests.filter((digest) => !found.has(digest))
      if (missing.length === 0) return found
      const ticket = forgotten
      for (const [digest, leaf] of await leaves.find(missing)) {
        found.set(digest, frozen(leaf))
        if (ticket === forgotten && leaf.salt !== '') put(digest, leaf)
      }
      return found
    },
    async release(stream) {
      await leaves.release(stream)
      forget()
    },
  }
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const each of Object.values(value)) frozen(each)
  return Object.freeze(value)
}
