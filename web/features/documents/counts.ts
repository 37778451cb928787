import { proxy, useSnapshot } from 'valtio'
import type { Filter } from './membership.ts'

/** How many there are of each, for the rail; null while not known. */
const counts = proxy<Record<Filter['type'], number | null>>({ document: null, template: null })

export const useCounts = () => useSnapshot(counts)
export const noteCounts = (type: Filter['type'], of: Readonly<Record<string, number>>): void => {
  counts[type] = of.all ?? null
}
