/** Where a page ended: the last row's date and key. */
export interface Place {
  readonly date: string
  readonly key: string
}

/** Opaque to clients, which only hand it back. */
export const cursorOf = ({ date, key }: Place): string => Buffer.from(`${date} ${key}`).toString('base64url')

/** null for a cursor that was not made here. */
export function placeOf(cursor: string): Place | null {
  const [date = '', key = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ')
  return /^[0-9a-f-]{36}$/.test(key) && !Number.isNaN(Date.parse(date)) ? { date, key } : null
}
