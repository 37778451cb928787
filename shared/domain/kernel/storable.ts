/** No append to the log is larger (UTF-8 of data, meta and sealed leaves): EventStoreDB refuses more than 2^20. */
export const MAX_APPEND_BYTES = 1_000_000

/** A time as ISO 8601 writes it in UTC; null where it is none, or where PostgreSQL has no such year: it knows no year 0. */
export function utcOf(text: string): string | null {
  const time = Date.parse(text)
  if (Number.isNaN(time)) return null
  const utc = new Date(time).toISOString()
  return /^(?!0000)\d{4}-/.test(utc) ? utc : null
}
