import { folded } from '#domain/kernel'

/**
 * Search finds parts of words, whatever their case or accents. Each text is cut into grams: every three characters in a
 * row, and the first one and two of each word. A search looks up the grams of its terms and then checks the text itself.
 * The workspace goes into each gram, so that the index of one workspace is not slowed by the others'.
 */

/** The grams a text is found by. */
export function gramsOf(workspace: string, text: string): number[] {
  const grams = new Set<number>()
  const gram = gramsIn(workspace)
  for (const word of text.split(' ').filter(Boolean)) {
    const letters = [...word]
    for (const length of [1, 2]) if (letters.length >= length) grams.add(gram(`^${letters.slice(0, length).join('')}`))
    for (const part of threes(letters)) grams.add(gram(part))
  }
  return [...grams].sort((a, b) => a - b)
}

export interface Search {
  /** Every one of these is among the grams of a text that is found. */
  readonly grams: readonly number[]
  /** Patterns for LIKE, over the text with a space before it: all must match. */
  readonly patterns: readonly string[]
}

const MOST_TERMS = 12

/** What to look for. Terms of one or two characters must begin a word; longer ones may stand anywhere in it. */
export function searchOf(workspace: string, query: string): Search | null {
  const terms = folded(query).split(' ').filter(Boolean).slice(0, MOST_TERMS)
  if (terms.length === 0) return null
  const grams = new Set<number>()
  const gram = gramsIn(workspace)
  const patterns: string[] = []
  for (const term of terms) {
    const letters = [...term]
    const short = letters.length < 3
    for (const part of short ? [`^${term}`] : threes(letters)) grams.add(gram(part))
    patterns.push(`%${short ? ' ' : ''}${term.replace(/[\\%_]/g, '\\$&')}%`)
  }
  return { grams: [...grams], patterns }
}

function threes(letters: readonly string[]): string[] {
  const parts: string[] = []
  for (let at = 2; at < letters.length; at++) parts.push(letters[at - 2]! + letters[at - 1]! + letters[at]!)
  return parts
}

/** FNV-1a, 32 bits, of the workspace and then the part. Two grams with one number only make the check of the text itself do more. */
function gramsIn(workspace: string): (part: string) => number {
  const begun = hashedOn(0x811c9dc5, workspace)
  return (part) => hashedOn(begun, part) | 0
}

function hashedOn(from: number, text: string): number {
  let hash = from
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}
