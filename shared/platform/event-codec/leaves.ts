import type { Json, JsonObject, LeafPath } from '#domain/kernel'

/** The value at a path, or undefined where the path leads nowhere. Never follows what a value inherits. */
export function valueAt(root: JsonObject, path: LeafPath): Json | undefined {
  let at: Json | undefined = root
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined
    at = (at as Record<string | number, Json>)[step]
  }
  return at
}

/** A copy of `root` with another value at a path that is there; what lies beside the path is shared. */
export function withValueAt<T extends Json>(root: T, path: LeafPath, value: Json): T {
  const [step, ...rest] = path
  if (step === undefined) return value as T
  const copy = (Array.isArray(root) ? [...root] : { ...(root as object) }) as Record<string | number, Json>
  copy[step] = withValueAt(copy[step]!, rest, value)
  return copy as unknown as T
}
