import type { SubjectKey, SubjectKeys } from '#platform/subject-keys'

/** Keys, and a copy of each as it was made, which no server knows of: data under destroyed keys can still be checked from outside. */
export interface KeyCopies {
  readonly keys: SubjectKeys
  /** As if none had ever been destroyed. */
  readonly asMade: SubjectKeys
  /** When a key was destroyed, by itself. */
  destroyedAt(stream: string, subject: string): number | null
}

export function keyCopies(inner: SubjectKeys, now: () => number): KeyCopies {
  const made = new Map<string, SubjectKey>()
  const destroyed = new Map<string, number>()
  const nameOf = (stream: string, subject: string) => `${stream} ${subject}`
  const keys: SubjectKeys = {
    ...inner,
    async keyFor(stream, subject) {
      const key = await inner.keyFor(stream, subject)
      made.set(nameOf(stream, subject), key)
      return key
    },
    async destroy(stream, subject) {
      await inner.destroy(stream, subject)
      const name = nameOf(stream, subject)
      if (!destroyed.has(name)) destroyed.set(name, now())
    },
    async keysFor(wanted) {
      for (const { stream, subject } of wanted) await keys.keyFor(stream, subject)
      return inner.existingAll(wanted)
    },
  }
  const of = (stream: string, subject: string) => made.get(nameOf(stream, subject)) ?? null
  return {
    keys,
    asMade: { ...inner, existing: async (stream, subject) => of(stream, subject), existingAll: async () => of },
    destroyedAt: (stream, subject) => destroyed.get(nameOf(stream, subject)) ?? null,
  }
}
