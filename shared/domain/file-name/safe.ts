import { shortened } from '#domain/kernel'

/** Longer names are shortened; what they end in stays. */
export const MOST_FILE_NAME = 200

/** What turns text round, and what is not seen; but for the two joiners that some scripts and emoji are written with. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
/** What stands for folders, streams, patterns or pipes somewhere. */
const RESERVED = /[\\/:*?"<>|]/g
/** Windows takes these for devices, with any ending. */
const DEVICE = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$|clock\$)\s*(?=\.|$)/i
const ENDING = /\.[\p{L}\p{N}]{1,10}$/u

/**
 * The name under which a file is kept and handed to others: one that every system takes as it is shown. It stays the same when it is made
 * safe again. What runs is refused before, by `isExecutableName`.
 */
export function safeFileName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\t\p{Zs}]/gu, ' ')
    .replace(UNSEEN, '')
    .replace(RESERVED, '_')
  const trimmed = plain.trim().replace(/[\s.]+$/, '')
  const named = shortenedFileName(DEVICE.test(trimmed) ? `_${trimmed}` : trimmed)
  return named === '' ? 'document' : named
}

/** At most so long as names are kept: cut before its ending, and never inside what is seen as one character. */
export function shortenedFileName(name: string): string {
  if (name.length <= MOST_FILE_NAME) return name
  const ending = ENDING.exec(name)?.[0] ?? ''
  return `${shortened(name.slice(0, name.length - ending.length), MOST_FILE_NAME - ending.length).replace(/[\s.]+$/, '')}${ending}`
}
