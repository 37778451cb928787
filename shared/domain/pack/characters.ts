/** A character with its marks, and with what a joiner or a virama ties to it. */
const CHARACTERS = /(?:\P{M}\p{M}*[\u200c\u200d]*)(?:(?<=[\u094d\u200d])\P{M}\p{M}*[\u200c\u200d]*)*|\p{M}+/gu

/** Text as the characters that are seen, composed: a line is cut between them, and each takes one cell of a comb. */
export function charactersOf(text: string): readonly string[] {
  return text.normalize('NFC').match(CHARACTERS) ?? []
}
