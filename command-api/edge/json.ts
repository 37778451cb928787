import { parse } from 'secure-json-parse'
import { MOST_DEPTH } from '#contract/bounds'

/** A body that is not read, and why, in words for whoever sent it. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody'
}

const FORBIDDEN = 'Object contains forbidden prototype property'

/**
 * What a JSON text of a request holds; undefined where it is no JSON. How deep it nests is looked at before it is read: what goes through it
 * level by level would otherwise end somewhere in there.
 * @throws UnreadableBody
 */
export function jsonIn(text: string): unknown {
  if (!nestsWithin(text, MOST_DEPTH)) throw new UnreadableBody(`The body nests deeper than ${MOST_DEPTH} levels. Send it with fewer.`)
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof Error && error.message === FORBIDDEN)
      throw new UnreadableBody('The body holds a member named __proto__, or a constructor with a prototype. Leave it out.')
    return undefined
  }
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

function nestsWithin(text: string, most: number): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) {
      at = endOfText(text, at)
      // It never ends: no JSON.
      if (at < 0) return true
    } else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      if (++depth > most) return false
    } else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth--
  }
  return true
}

/** Where the quotation mark stands that ends the text which begins here; -1 where none does. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++
    if (escapes % 2 === 0) return end
  }
  return -1
}
