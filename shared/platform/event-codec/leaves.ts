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

/** A copy of `root` with other values at paths that are there; everything outside the paths is shared. */
export function withValuesAt<T extends Json>(root: T, leaves: readonly (readonly [path: LeafPath, value: Json])[]): T {
  // Each object that holds several of them is copied once.
  const copies = new Set<Json>()
  return leaves.reduce<T>((all, [path, value]) => placed(all, path, 0, value, copies) as T, root)
}

function placed(at: Json, path: LeafPath, depth: number, value: Json, copies: Set<Json>): Json {
  const step = path[depth]
  if (step === undefined) return value
  const copy = (copies.has(at) ? at : Array.isArray(at) ? [...at] : { ...(at as object) }) as Record<string | number, Json>
  copies.add(copy)
  copy[step] = placed(copy[step]!, path, depth + 1, value, copies)
  return copy
}
