import { parse } from 'secure-json-parse'
import { MOST_DEPTH } from '#contract/bounds'

/** A body that is not read, and why, in words for its sender. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody'
}

const FORBIDDEN = 'Object contains forbidden prototype property'

/**
 * What a JSON text of a request holds; undefined where it is no JSON. How deep it nests, and how many lists and objects it has, is looked at
 * before it is parsed: what goes through it level by level would otherwise end somewhere in there, or its parts fill the memory.
 * @throws UnreadableBody
 */
export function jsonIn(text: string, mostNodes = Number.POSITIVE_INFINITY): unknown {
  const { depth, nodes } = sizeOf(text, mostNodes)
  if (depth > MOST_DEPTH) throw new UnreadableBody(`The body nests deeper than ${MOST_DEPTH} levels. Send it with fewer.`)
  if (nodes > mostNodes) throw new UnreadableBody(`The body holds more than ${mostNodes} lists and objects. Send fewer at a time.`)
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

/** How deep it nests, and how many lists and objects there are; as far as the first of them that is too much. */
function sizeOf(text: string, mostNodes: number): { readonly depth: number; readonly nodes: number } {
  let [depth, deepest, nodes] = [0, 0, 0]
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) {
      at = endOfText(text, at)
      // It never ends: no JSON.
      if (at < 0) break
    } else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      nodes += 1
      depth += 1
      deepest = Math.max(deepest, depth)
      if (deepest > MOST_DEPTH || nodes > mostNodes) break
    } else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth--
  }
  return { depth: deepest, nodes }
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
