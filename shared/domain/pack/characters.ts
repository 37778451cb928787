/** A character with its marks, and with what a joiner or a virama ties to it. */
const CHARACTERS =
  /(?:\P{M}\p{M}*[\u200c\u200d]*)(?:(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0c4d\u0ccd\u0d4d\u1039\u17d2\u200d])\P{M}\p{M}*[\u200c\u200d]*)*|\p{M}+/gu

/** Text as the characters that are seen, composed: a line is cut between them, and each takes one cell of a comb. */
export function charactersOf(text: string): readonly string[] {
  return text.normalize('NFC').match(CHARACTERS) ?? []
}
