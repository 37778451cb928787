/** A part of an address that long and no key of a record opens something: a signing link, a link to a new password, a place to upload to. */
const SECRET = /([/#])(?![\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-]))[\w-]{20,}(?=[/?#\s"']|$)/g
/** What somebody searched for, and names of files. */
const QUERY = /((?:https?:\/\/|[/#])[^\s?"']*)\?[^\s#"']*/g

/** Words without what would open something, or what somebody typed, in the addresses that stand in them. */
export const redactAddresses = (words: string): string => words.replace(SECRET, '$1…').replace(QUERY, '$1')

/** The same with every text in it spared, however deep. Bytes stay as they are. */
export function redactAll<T>(value: T): T {
  if (typeof value === 'string') return redactAddresses(value) as T
  if (Array.isArray(value)) return value.map(redactAll) as T
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, value]) => [name, redactAll(value)])) as T
}

/** What browsers say themselves quotes names of the program alone; anything else may quote what a person typed. */
const SAID_BY_THE_BROWSER = new Set(['TypeError', 'ReferenceError', 'RangeError'])

export const isReportable = (kind: string | undefined): boolean => kind !== undefined && SAID_BY_THE_BROWSER.has(kind)
