import { useSyncExternalStore } from 'react'

/** Whether the newest of several messages stands for all of them on a phone. */
let folded = true
const watching = new Set<() => void>()

function set(to: boolean): void {
  folded = to
  for (const changed of watching) changed()
}
export const unfoldMessages = (): void => set(false)
export const foldMessages = (): void => set(true)

export const useFolded = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      watching.add(changed)
      return () => watching.delete(changed)
    },
    () => folded,
  )
