import type { PlacedBox } from '../tools/boxes.ts'

type Boxes = Readonly<Record<string, PlacedBox>>

/**
 * Where fields are shown while they are being moved or resized. Each field listens for itself, so that a drag of
 * fifty among five hundred renders fifty.
 */
export function createPreview() {
  let boxes: Boxes = {}
  const listeners = new Map<string, Set<() => void>>()
  return {
    get: (key: string): PlacedBox | null => boxes[key] ?? null,
    all: (): Boxes => boxes,
    set(next: Boxes): void {
      const before = boxes
      boxes = next
      for (const key of new Set([...Object.keys(before), ...Object.keys(next)])) {
        if (before[key] !== next[key]) for (const tell of listeners.get(key) ?? []) tell()
      }
    },
    subscribe(key: string, listener: () => void): () => void {
      const mine = listeners.get(key) ?? new Set()
      listeners.set(key, mine.add(listener))
      return () => {
        mine.delete(listener)
        if (mine.size === 0) listeners.delete(key)
      }
    },
  }
}
export type Preview = ReturnType<typeof createPreview>
