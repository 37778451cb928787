import { type Plain, plainAt, skipSpace, Unclear } from './plain-object.ts'
import { text } from './signatures.ts'

export interface AddedRevision {
  readonly from: number
  readonly to: number
  /** Where each object stands, by its number. */
  readonly objects: ReadonlyMap<number, { readonly from: number; readonly to: number }>
  readonly root: number
  /** The object that holds the document's information, where the trailer names one. */
  readonly info: number | null
  /** The object that is this revision's table, where it is one. */
  readonly table: number | null
}

type Entries = ReadonlyMap<string, Plain>
interface Table {
  readonly entries: ReadonlyMap<number, number>
  readonly trailer: Entries
  readonly at: number
  readonly number: number | null
}

/** More have no honest reason: archives renew a timestamp every few years. */
const MOST_REVISIONS = 50
const TRAILER = new Set(['Size', 'Root', 'Info', 'ID', 'Prev', 'Type', 'W', 'Index', 'Length', 'Filter', 'DecodeParms'])
/** A table has a line for each object of its revision, and every program writes fewer bytes for one. */
const MOST_ENTRY_BYTES = 24
/** Nobody adds so many objects to validate a signature. */
const MOST_ENTRIES = 100_000

/**
 * Reads the additions after a seal, byte for byte: objects one after another, each listed at its own place in the
 * revision's own table, and nothing else. Tables can point anywhere, also back into the sealed bytes: one that does could
 * show another document without a single new object. Bytes after the last of the answered ones are anything but plain.
 */
export async function addedRevisions(bytes: Uint8Array, from: number): Promise<readonly AddedRevision[]> {
  const revisions: AddedRevision[] = []
  try {
    let at = from
    let previous = lastTable(bytes, from)
    while (at < bytes.length && revisions.length < MOST_REVISIONS) {
      const { revision, table } = await revisionAt(bytes, at, previous)
      revisions.push(revision)
      previous = table
      at = revision.to
    }
  } catch (error) {
    if (!(error instanceof Unclear || error instanceof RangeError)) throw error
  }
  return revisions
}

function lastTable(bytes: Uint8Array, end: number): number {
  const match = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text(bytes, Math.max(0, end - 100), end))
  if (!match) throw new Unclear()
  return Number(match[1])
}

async function revisionAt(bytes: Uint8Array, from: number, previous: number): Promise<{ revision: AddedRevision; table: number }> {
  const objects = new Map<number, { from: number; to: number }>()
  let at = skipSpace(bytes, from)
  let table: Table | null = null
  for (;;) {
    const head = /^([1-9]\d{0,9}) 0 obj\b/.exec(text(bytes, at, at + 24))
    if (!head) break
    const number = Number(head[1])
    if (objects.has(number) || table) throw new Unclear()
    const { dictionary, data, end } = objectAt(bytes, at + head[0].length)
    objects.set(number, { from: at, to: end })
    if (dictionary && data && isNamed(dictionary.get('Type'), 'XRef'))
      table = { entries: streamEntries(dictionary, await unpackedTable(dictionary, data)), trailer: dictionary, at, number }
    at = skipSpace(bytes, end)
  }
  if (!table) {
    const plain = plainTable(bytes, at)
    table = { ...plain, at, number: null }
    at = plain.end
  }
  const end = /^startxref\s{1,2}(\d{1,12})\s{1,2}%%EOF(?:\r\n|\r|\n)?/.exec(text(bytes, at, at + 60))
  if (!end || Number(end[1]) !== table.at) throw new Unclear()
  const { entries, trailer } = table
  const listed = [...objects].every(([number, place]) => entries.get(number) === place.from || place.from === table!.at)
  if (!listed || [...entries].some(([number, offset]) => objects.get(number)?.from !== offset)) throw new Unclear()
  const [root, info, before] = [trailer.get('Root'), trailer.get('Info'), trailer.get('Prev')]
  if (root?.kind !== 'reference' || before?.kind !== 'number' || before.value !== previous) throw new Unclear()
  if ((info && info.kind !== 'reference') || [...trailer.keys()].some((key) => !TRAILER.has(key))) throw new Unclear()
  const to = at + end[0].length
  return { revision: { from, to, objects, root: root.number, info: info?.number ?? null, table: table.number }, table: table.at }
}

/** One object up to and with its `endobj`. */
function objectAt(bytes: Uint8Array, from: number): { end: number; dictionary: Entries | null; data: Uint8Array | null } {
  const { value, end } = plainAt(bytes, skipSpace(bytes, from))
  const dictionary = value.kind === 'dictionary' ? value.entries : null
  const at = skipSpace(bytes, end)
  if (/^endobj\s/.test(text(bytes, at, at + 7))) return { end: at + 6, dictionary, data: null }
  if (!dictionary || text(bytes, at, at + 6) !== 'stream') throw new Unclear()
  const after = at + 6
  const length = dictionary.get('Length')
  const start = bytes[after] === 0x0d && bytes[after + 1] === 0x0a ? after + 2 : bytes[after] === 0x0a ? after + 1 : -1
  if (length?.kind !== 'number' || !Number.isSafeInteger(length.value) || length.value < 0 || start < 0) throw new Unclear()
  const stop = start + length.value
  const close = /^\s{0,2}endstream\s{1,2}endobj/.exec(text(bytes, stop, stop + 24))
  if (!close) throw new Unclear()
  return { end: stop + close[0].length, dictionary, data: bytes.subarray(start, stop) }
}

const isNamed = (value: Plain | undefined, name: string) => value?.kind === 'name' && value.name === name

function numbersIn(value: Plain | undefined): number[] {
  if (value?.kind !== 'array') throw new Unclear()
  return value.items.map((item) => {
    if (item.kind !== 'number' || !Number.isSafeInteger(item.value) || item.value < 0) throw new Unclear()
    return item.value
  })
}

function streamEntries(dictionary: Entries, data: Uint8Array): Map<number, number> {
  const widths = numbersIn(dictionary.get('W'))
  const index = numbersIn(dictionary.get('Index'))
  if (widths.length !== 3 || widths.some((one) => one > 8) || widths[1] === 0 || index.length % 2 !== 0) throw new Unclear()
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
      const generation = take(generationWidth)
      if (at > data.length || entries.has(number)) throw new Unclear()
      // The first of those that are free is no object at all, and stands in most tables.
      if (number === 0 && kind === 0) continue
      if (generation !== 0 || kind !== 1) throw new Unclear()
      entries.set(number, offset)
    }
  }
  if (at !== data.length) throw new Unclear()
  return entries
}

/**
 * The bytes of a table, unpacked. Only what all readers unpack alike is taken: whole, and with the right checksum. Of what is
 * cut off or broken some read what is left, and some another table.
 */
async function unpackedTable(dictionary: Entries, data: Uint8Array): Promise<Uint8Array> {
  const filter = dictionary.get('Filter')
  const parameters = dictionary.get('DecodeParms')
  if (!filter && !parameters) return data
  const widths = numbersIn(dictionary.get('W'))
  const row = widths.reduce((sum, one) => sum + one, 0)
  if (!isNamed(filter, 'FlateDecode') || row === 0 || row > MOST_ENTRY_BYTES) throw new Unclear()
  const unpacked = await inflated(data, (MOST_ENTRY_BYTES + 1) * MOST_ENTRIES)
  if (!parameters) return unpacked
  if (parameters.kind !== 'dictionary' || [...parameters.entries.keys()].some((key) => key !== 'Predictor' && key !== 'Columns'))
    throw new Unclear()
  const numberOf = (key: string) => {
    const value = parameters.entries.get(key)
    return value?.kind === 'number' ? value.value : 1
  }
  const predictor = numberOf('Predictor')
  if (predictor === 1) return unpacked
  if (predictor < 10 || predictor > 15 || numberOf('Columns') !== row) throw new Unclear()
  return unpredicted(unpacked, row)
}

async function inflated(data: Uint8Array, most: number): Promise<Uint8Array> {
  if (typeof DecompressionStream === 'undefined') throw new Unclear()
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    const unpacked = new Blob([Uint8Array.from(data)]).stream().pipeThrough(new DecompressionStream('deflate'))
    const reader = unpacked.getReader()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.length
      if (size > most) throw new Unclear()
      pieces.push(next.value)
    }
  } catch {
    throw new Unclear()
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Takes back what PNG's filters did to each row (ISO 32000-2, 7.4.4.4); only those that tables are written with. */
function unpredicted(data: Uint8Array, row: number): Uint8Array {
  if (data.length % (row + 1) !== 0) throw new Unclear()
  const rows = data.length / (row + 1)
  const out = new Uint8Array(rows * row)
  for (let at = 0; at < rows; at++) {
    const kind = data[at * (row + 1)]
    if (kind !== 0 && kind !== 1 && kind !== 2) throw new Unclear()
    for (let i = 0; i < row; i++) {
      const beforeIt = kind === 0 ? 0 : kind === 1 ? (i > 0 ? out[at * row + i - 1]! : 0) : at > 0 ? out[(at - 1) * row + i]! : 0
      out[at * row + i] = data[at * (row + 1) + 1 + i]! + beforeIt
    }
  }
  return out
}

function plainTable(bytes: Uint8Array, from: number): { entries: Map<number, number>; trailer: Entries; end: number } {
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
      if (!entry || entries.has(number) || (entry[3] === 'f') !== (number === 0) || (number !== 0 && Number(entry[2]) !== 0))
        throw new Unclear()
      if (number !== 0) entries.set(number, Number(entry[1]))
    }
  }
  if (text(bytes, at, at + 7) !== 'trailer') throw new Unclear()
  const { value, end } = plainAt(bytes, skipSpace(bytes, at + 7))
  if (value.kind !== 'dictionary') throw new Unclear()
  return { entries, trailer: value.entries, end: skipSpace(bytes, end) }
}
