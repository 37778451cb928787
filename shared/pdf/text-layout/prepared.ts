/** Text as it is set: composed, with plain line ends and spaces, without what has no look of its own. */
export function prepared(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/\u00ad|\u200b|\u2060|\ufeff|[\ufe00-\ufe0f]/g, '')
    .replace(DIRECTION_CHANGES, '')
}

/** The same where there is room for one line only. */
export const oneLine = (text: string) => prepared(text).replace(/\n+/g, ' ')

export const DIRECTION_CHANGES = /[\u202a-\u202e\u2066-\u2069]/g
