/** Those who keep opened values in memory and must let go of them. */
export function createListeners() {
  const listeners = new Set<(stream: string | null) => void>()
  return {
    add(forget: (stream: string | null) => void): () => void {
      listeners.add(forget)
      return () => void listeners.delete(forget)
    },
    tell(stream: string | null): void {
      for (const forget of listeners) forget(stream)
    },
  }
}
