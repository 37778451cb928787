/**
 * Rows that are proven below the level that their ledger line asks. The list may only shrink: a row that is proven at its level leaves it,
 * and no row is added.
 */
export const BELOW_THEIR_LEVEL: readonly string[] = [
  // Delays and polls of a page: held with a clock of the test's, not in a page that lives on.
  'D-577',
  'D-578',
  'D-579',
  'D-580',
  'S-096',
  'S-363',
  // Seen in a page, but held in what the page is made of.
  'D-279',
  'D-468',
  'D-469',
  'D-525',
  'S-303',
  // No call leads to this.
  'D-267',
]
