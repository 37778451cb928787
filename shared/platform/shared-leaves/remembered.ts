import { LRUCache } from 'lru-cache'
import type { SubjectKeys } from '#platform/subject-keys'
import type { SharedLeaf, SharedLeaves } from './port.ts'

/** Characters of what is remembered. What it is read to takes several times as much. */
const MOST = 8_000_000

/**
 * Leaves that were asked for or kept lately come from memory, and one value always as the same object: it is checked, read and compared
 * once for all that hold it. A deletion lets go of all, since nobody else may hold what it takes along.
 */
export function rememberedLeaves(leaves: SharedLeaves, keys: Pick<SubjectKeys, 'onDestroyed'>, most = MOST): SharedLeaves {
  // By digest and by salt.
  const known = new LRUCache<string, SharedLeaf>({ maxSize: most, sizeCalculation: ({ value }) => JSON.stringify(value).length })
  let forgotten = 0
  keys.onDestroyed(forget)

  function forget(): void {
    forgotten += 1
    known.clear()
  }
  function put(name: string, leaf: SharedLeaf): void {
    if (!known.has(name)) known.set(name, leaf)
  }

  return {
    salted<T extends object>(content: T) {
      const fresh = leaves.salted(content)
      const found = known.get(fresh.salt)
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
        const leaf = known.get(digest)
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
