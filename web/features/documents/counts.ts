import { proxy, useSnapshot } from 'valtio'
import type { Filter } from './membership.ts'

/** How many there are of each, for the rail, and how many wait for the current user; null while not known. */
const counts = proxy<Record<Filter['type'] | 'mine', number | null>>({ document: null, template: null, mine: null })

export const useCounts = () => useSnapshot(counts)
export const noteCounts = (type: Filter['type'], of: Readonly<Record<string, number>>): void => {
  counts[type] = of.all ?? null
  if (type === 'document') counts.mine = of.awaiting_my_signature ?? null
}
