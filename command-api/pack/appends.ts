import type { PackFact } from '#domain/pack'

/** Room below what the log takes at once (`MAX_APPEND_BYTES`). */
const BUDGET = 800_000
/** An event's envelope, and what sealing makes of its values. */
const ENVELOPE = 900
const SEALING = 2

/** Facts in order, in as few appends as the log allows: nearly always one. */
export function appendsOf(facts: readonly PackFact[]): PackFact[][] {
  const appends: PackFact[][] = [[]]
  let bytes = 0
  for (const fact of facts) {
    const size = ENVELOPE + SEALING * Buffer.byteLength(JSON.stringify(fact), 'utf8')
    if (bytes > 0 && bytes + size > BUDGET) {
      appends.push([])
      bytes = 0
    }
    appends.at(-1)!.push(fact)
    bytes += size
  }
  return appends
}
