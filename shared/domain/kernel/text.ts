/** Half a surrogate pair has no UTF-8, and PostgreSQL's jsonb has no NUL: a text with either would not survive being stored. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

/** Format characters (zero-width spaces, joiners, marks and overrides of direction, soft hyphens) are not seen and not meant. */
const FORMAT = /\p{Cf}/gu
/** An address, a number, an id or a code as it is kept: what is not seen is not in it. */
export const withoutFormat = (text: string): string => text.replace(FORMAT, '').trim()
/** Nothing of it is seen: no name, and no value where one is needed. */
export const isBlank = (text: string): boolean => withoutFormat(text) === ''

/**
 * What makes a name look like another: overrides of direction, spaces and separators without a width. Joiners stay, since Persian and
 * the scripts of India are written with them, and emoji are made of them.
 */
const DECEIVING = /[\u00ad\u180e\u200b\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g
/** A name, of a person or a file, as it is kept. */
export const withoutOverrides = (text: string): string => text.replace(DECEIVING, '')

/** The beginning of a text, at most so many UTF-16 units long and never cut inside what is seen as one character. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  // Firefox has it since 125. Before, a character of several signs may be cut between them.
  if (!('Segmenter' in Intl)) return text.slice(0, most).toWellFormed()
  let end = 0
  for (const { index, segment } of new Intl.Segmenter().segment(text.slice(0, most + LONGEST_CHARACTER))) {
    if (index + segment.length > most) break
    end = index + segment.length
  }
  // A single character of marks without end is cut all the same, though not in half of a pair.
  return end > 0 ? text.slice(0, end) : text.slice(0, most).toWellFormed()
}

/** The same with a sign that something is missing. */
export const elided = (text: string, most: number): string => (text.length > most ? `${shortened(text, most)}…` : text)

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const LONGEST_CHARACTER = 64

/** What people type in one of several ways, or cannot type at all, and mean the same by. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[\u2018-\u201b\u2039\u203a\u2032\u02bc\u00b4`]/g, "'"],
  [/[\u201c-\u201f\u00ab\u00bb\u2033]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
]
/** Letters that no normal form takes apart. */
const SPELT: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ħ: 'h', ı: 'i' }

/**
 * Text as search compares it, when it is indexed and when it is asked for: compatibility forms and case folded, accents left out, one
 * kind of quotation marks and dashes, words parted by one space.
 */
export function folded(text: string): string {
  return ALIKE.reduce((sofar, [kind, one]) => sofar.replace(kind, one), text.replace(FORMAT, ''))
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[ßæœøđðłþħı]/g, (letter) => SPELT[letter]!)
    .replace(/\s+/g, ' ')
    .trim()
}
