/** A part of an address that long and no key of a record opens something: a signing link, a link to a new password, a place to upload to. */
const SECRET = /([/#])(?![\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-]))[\w-]{20,}(?=[/?#\s"']|$)/g
/** What somebody searched for, and names of files. */
const QUERY = /((?:https?:\/\/|[/#])[^\s?"']*)\?[^\s#"']*/g

/** Words without what would open something, or what somebody typed, in the addresses that stand in them. */
export const redactAddresses = (words: string): string => words.replace(SECRET, '$1…').replace(QUERY, '$1')

/** The same with every text in it spared, however deep. Bytes stay as they are. */
export function redactAll<T>(told: T): T {
  if (typeof told === 'string') return redactAddresses(told) as T
  if (Array.isArray(told)) return told.map(redactAll) as T
  if (typeof told !== 'object' || told === null || ArrayBuffer.isView(told)) return told
  return Object.fromEntries(Object.entries(told).map(([name, value]) => [name, redactAll(value)])) as T
}

/** What browsers say themselves quotes names of the program alone; anything else may quote what a person typed. */
const SAID_BY_THE_BROWSER = new Set(['TypeError', 'ReferenceError', 'RangeError'])

export const isReportable = (kind: string | undefined): boolean => kind !== undefined && SAID_BY_THE_BROWSER.has(kind)
