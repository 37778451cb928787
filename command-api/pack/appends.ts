import type { PackFact } from '#domain/pack'

/** Room below what the log takes at once (`MAX_APPEND_BYTES`). */
const BUDGET = 800_000
/** An event's envelope, and what sealing makes of its values. */
const ENVELOPE = 900
const SEALING = 2

/** Facts in order, in as few appends as the log allows: nearly always one. */
export const appendsOf = (facts: readonly PackFact[]): PackFact[][] => inAppends(facts, 1)

/** The same of what is not decided yet: each of these becomes `most` facts or fewer. */
export function inAppends<T>(items: readonly T[], most: number): T[][] {
  const appends: T[][] = [[]]
  let bytes = 0
  for (const item of items) {
    const size = most * ENVELOPE + SEALING * Buffer.byteLength(JSON.stringify(item), 'utf8')
    if (bytes > 0 && bytes + size > BUDGET) {
      appends.push([])
      bytes = 0
    }
    appends.at(-1)!.push(item)
    bytes += size
  }
  return appends
}
