import type { AutoFill } from '#domain/pack'

/** The signatory's property by its name in records. */
const NAMES = { name: 'name', email: 'email', mobile: 'mobile_number' } as const

export const autoFillToRecord = (from: AutoFill | undefined) => (from === undefined ? null : NAMES[from])

export function autoFillFromRecord(said: (typeof NAMES)[AutoFill]): AutoFill {
  return said === 'mobile_number' ? 'mobile' : said
}
