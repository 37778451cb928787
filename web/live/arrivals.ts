/** Lets code wait for a condition that is looked at whenever something has come in. */
export function createArrivals() {
  const waiting = new Set<() => void>()
  return {
    look(): void {
      for (const each of waiting) each()
    },
    async until(met: () => boolean): Promise<void> {
      if (met()) return
      await new Promise<void>((resolve) => {
        const each = () => {
          if (!met()) return
          waiting.delete(each)
          resolve()
        }
        waiting.add(each)
      })
    },
  }
}
