import { text } from './signatures.ts'

/** The objects of one revision that was added to a file. */
export interface AddedRevision {
  readonly from: number
  readonly to: number
  /** Object numbers. */
  readonly objects: readonly number[]
  readonly root: number
}

/** An addition is not laid out as it must be, so what readers make of it is not certain. */
class Unclear extends Error {}

/**
 * Reads what was added after a seal, byte for byte: objects one after another, each listed at its own place in the
 * revision's own table, and nothing else. Tables can point anywhere, also back into what was sealed: one that does could
 * show another document without a single new object. null where it is anything but plain.
 */
export function addedRevisions(bytes: Uint8Array, from: number): readonly AddedRevision[] | null {
  try {
    const revisions: AddedRevision[] = []
    let at = from
    let previous = lastTable(bytes, from)
    while (at < bytes.length) {
      const { revision, table } = revisionAt(bytes, at, previous)
      revisions.push(revision)
      previous = table
      at = revision.to
    }
    return revisions
  } catch (error) {
    if (error instanceof Unclear || error instanceof RangeError) return null
    throw error
  }
}

function lastTable(bytes: Uint8Array, end: number): number {
  const match = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text(bytes, Math.max(0, end - 100), end))
  if (!match) throw new Unclear()
  return Number(match[1])
}

function revisionAt(bytes: Uint8Array, from: number, previous: number): { revision: AddedRevision; table: number } {
  const offsets = new Map<number, number>()
  let at = skipSpace(bytes, from)
  let table: { entries: Map<number, number>; dictionary: string; at: number } | null = null
  for (;;) {
    const head = /^(\d{1,10}) (0) obj\b/.exec(text(bytes, at, at + 24))
    if (!head) break
    const number = Number(head[1])
    if (offsets.has(number) || table) throw new Unclear()
    offsets.set(number, at)
    const object = objectAt(bytes, at + head[0].length)
    if (object.data && /\/Type\s*\/XRef\b/.test(object.dictionary)) {
      table = { entries: streamEntries(object.dictionary, object.data), dictionary: object.dictionary, at }
    }
    at = skipSpace(bytes, object.end)
  }
  if (!table) {
    const plain = plainTable(bytes, at)
    table = { entries: plain.entries, dictionary: plain.dictionary, at }
    at = plain.end
  }
  const end = /^startxref\s{1,2}(\d{1,12})\s{1,2}%%EOF(?:\r\n|\r|\n)?/.exec(text(bytes, at, at + 60))
  if (!end || Number(end[1]) !== table.at) throw new Unclear()
  const { entries, dictionary } = table
  const listed = [...offsets].every(([number, offset]) => entries.get(number) === offset || offset === table!.at)
  if (!listed || [...entries].some(([number, offset]) => offsets.get(number) !== offset)) throw new Unclear()
  const root = /\/Root\s+(\d+)\s+0\s+R/.exec(dictionary)
  const before = /\/Prev\s+(\d+)/.exec(dictionary)
  if (!root || !before || Number(before[1]) !== previous || /\/XRefStm\b|\/Encrypt\b/.test(dictionary)) throw new Unclear()
  const to = at + end[0].length
  return { revision: { from, to, objects: [...offsets.keys()], root: Number(root[1]) }, table: table.at }
}

/** One object up to and with its `endobj`. */
function objectAt(bytes: Uint8Array, from: number): { end: number; dictionary: string; data: Uint8Array | null } {
  let at = from
  let depth = 0
  for (;;) {
    const byte = bytes[at]
    if (byte === undefined || byte === 0x25) throw new Unclear()
    if (byte === 0x28) at = stringEnd(bytes, at)
    else if (byte === 0x3c && bytes[at + 1] === 0x3c) {
      depth++
      at += 2
    } else if (byte === 0x3e && bytes[at + 1] === 0x3e) {
      depth--
      at += 2
    } else if (byte === 0x3c) {
      const close = bytes.indexOf(0x3e, at)
      if (close < 0) throw new Unclear()
      at = close + 1
    } else if (depth === 0 && byte === 0x65 && text(bytes, at, at + 6) === 'endobj') return { end: at + 6, dictionary: '', data: null }
    else if (depth === 0 && byte === 0x73 && text(bytes, at, at + 6) === 'stream') return streamAt(bytes, text(bytes, from, at), at + 6)
    else at++
  }
}

function streamAt(bytes: Uint8Array, dictionary: string, after: number) {
  const length = /\/Length\s+(\d{1,10})(?!\s+\d+\s+R)/.exec(dictionary)
  const start = bytes[after] === 0x0d && bytes[after + 1] === 0x0a ? after + 2 : bytes[after] === 0x0a ? after + 1 : -1
  if (!length || start < 0) throw new Unclear()
  const stop = start + Number(length[1])
  const close = /^\s{0,2}endstream\s{1,2}endobj/.exec(text(bytes, stop, stop + 24))
  if (!close) throw new Unclear()
  return { end: stop + close[0].length, dictionary, data: bytes.subarray(start, stop) }
}

function stringEnd(bytes: Uint8Array, from: number): number {
  let depth = 0
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === 0x5c) at++
    else if (bytes[at] === 0x28) depth++
    else if (bytes[at] === 0x29 && --depth === 0) return at + 1
  }
  throw new Unclear()
}

function streamEntries(dictionary: string, data: Uint8Array): Map<number, number> {
  const widths = /\/W\s*\[\s*(\d)\s+(\d)\s+(\d)\s*\]/.exec(dictionary)?.slice(1).map(Number)
  const index = /\/Index\s*\[([\d\s]+)\]/.exec(dictionary)?.[1]?.trim().split(/\s+/).map(Number)
  // A packed table of somebody else's is not looked into: it would have to be read as leniently as readers do.
  if (!widths || !index || index.length % 2 !== 0 || /\/Filter\b/.test(dictionary)) throw new Unclear()
  const [kindWidth = 0, offsetWidth = 0, generationWidth = 0] = widths
  const entries = new Map<number, number>()
  let at = 0
  const take = (width: number) => {
    let value = 0
    for (let i = 0; i < width; i++) value = value * 256 + (data[at++] ?? 0)
    return value
  }
  for (let pair = 0; pair < index.length; pair += 2) {
    for (let i = 0; i < index[pair + 1]!; i++) {
      const number = index[pair]! + i
      const [kind, offset] = [kindWidth === 0 ? 1 : take(kindWidth), take(offsetWidth)]
      take(generationWidth)
      if (kind !== 1 || entries.has(number) || at > data.length) throw new Unclear()
      entries.set(number, offset)
    }
  }
  if (at !== data.length) throw new Unclear()
  return entries
}

function plainTable(bytes: Uint8Array, from: number): { entries: Map<number, number>; dictionary: string; end: number } {
  const entries = new Map<number, number>()
  if (!/^xref\s/.test(text(bytes, from, from + 5))) throw new Unclear()
  let at = skipSpace(bytes, from + 4)
  for (;;) {
    const section = /^(\d+) (\d+)\s{1,2}/.exec(text(bytes, at, at + 40))
    if (!section) break
    at += section[0].length
    for (let i = 0; i < Number(section[2]); i++, at += 20) {
      const number = Number(section[1]) + i
      const entry = /^(\d{10}) (\d{5}) ([nf])\s{2}$/.exec(text(bytes, at, at + 20))
      if (!entry || entries.has(number) || (entry[3] === 'f' && number !== 0)) throw new Unclear()
      if (entry[3] === 'n') entries.set(number, Number(entry[1]))
    }
  }
  if (text(bytes, at, at + 7) !== 'trailer') throw new Unclear()
  const start = text(bytes, at, bytes.length).indexOf('startxref')
  if (start < 0) throw new Unclear()
  return { entries, dictionary: text(bytes, at, at + start), end: at + start }
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from
  while (bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x20) at++
  return at
}
