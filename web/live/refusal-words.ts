import { inWords, type Refused } from '#domain/kernel'
import { PACK_REFUSALS } from '#domain/pack'

/** A refusal in the domain's own words; `unknown` where a newer server has one that is not known here. */
export function refusalWords({ refused, slots }: Refused, unknown: string = refused): string {
  const row = (PACK_REFUSALS as Readonly<Record<string, { readonly says: string }>>)[refused]
  return row ? inWords(row.says, slots) : unknown
}
