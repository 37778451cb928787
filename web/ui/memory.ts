/** What a browser remembers, where it lets us: with its storage blocked or full nothing is kept, and nothing breaks. */
function memoryIn(storage: () => Storage) {
  return {
    read(key: string): string | null {
      try {
        return storage().getItem(key)
      } catch {
        return null
      }
    },
    /** A value written as JSON; null: there is none, or no JSON. */
    readJson(key: string): unknown {
      try {
        return JSON.parse(storage().getItem(key) ?? 'null')
      } catch {
        return null
      }
    },
    write(key: string, value: string): void {
      try {
        storage().setItem(key, value)
      } catch {
        // As said above.
      }
    },
  }
}

/** Until the tab is closed, and for this tab alone. */
export const tabMemory = memoryIn(() => sessionStorage)
/** For all tabs, until it is cleared. */
export const browserMemory = memoryIn(() => localStorage)
