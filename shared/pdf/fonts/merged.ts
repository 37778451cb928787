import { partsOfOutline, type TrueType } from './truetype.ts'

interface Taken {
  readonly outline: Uint8Array
  readonly advance: number
  readonly left: number
}

/**
 * One TrueType file of glyphs out of several files of the same face. Its bytes depend only on the glyphs and their order.
 */
export class MergedFont {
  readonly #files: TrueType[] = []
  readonly #taken: Taken[] = []
  readonly #known = new Map<TrueType, Map<number, number>>()

  /** The glyph's number in the new file. */
  take(file: TrueType, glyph: number): number {
    let known = this.#known.get(file)
    if (!known) {
      known = new Map()
      this.#known.set(file, known)
      // What is drawn where a glyph is missing stands at 0.
      if (this.#files.push(file) === 1) this.take(file, 0)
    }
    const before = known.get(glyph)
    if (before !== undefined) return before
    const outline = file.outline(glyph)
    const number = this.#taken.push({ outline, ...file.measures(glyph) }) - 1
    known.set(glyph, number)
    const view = new DataView(outline.buffer, outline.byteOffset, outline.byteLength)
    for (const part of partsOfOutline(outline)) view.setUint16(part.at, this.take(file, part.glyph))
    return number
  }

  /** `characters` says which glyph each code point has: viewers need it only where text is not set by glyph numbers. */
  encode(characters?: ReadonlyMap<number, number>): Uint8Array {
    const { outlines, offsets } = this.#outlines()
    const tables: (readonly [tag: string, bytes: Uint8Array])[] = [
      ...(characters ? [['cmap', characterMap(characters)] as const] : []),
      ['glyf', outlines],
      ['head', this.#head()],
      ['hhea', this.#changed('hhea', (view) => view.setUint16(34, this.#taken.length))],
      ['hmtx', this.#measures()],
      ['loca', offsets],
      ['maxp', this.#maxima()],
      ['post', this.#changed('post', (view) => view.setUint32(0, 0x00030000)).subarray(0, 32)],
    ]
    return assembled(tables)
  }

  #outlines() {
    const offsets = new DataView(new ArrayBuffer(4 * (this.#taken.length + 1)))
    let length = 0
    for (const [i, { outline }] of this.#taken.entries()) {
      offsets.setUint32(4 * i, length)
      length += padded(outline.length)
    }
    offsets.setUint32(4 * this.#taken.length, length)
    const outlines = new Uint8Array(length)
    for (const [i, { outline }] of this.#taken.entries()) outlines.set(outline, offsets.getUint32(4 * i))
    return { outlines, offsets: new Uint8Array(offsets.buffer) }
  }

  #measures(): Uint8Array {
    const view = new DataView(new ArrayBuffer(4 * this.#taken.length))
    for (const [i, { advance, left }] of this.#taken.entries()) {
      view.setUint16(4 * i, advance)
      view.setInt16(4 * i + 2, left)
    }
    return new Uint8Array(view.buffer)
  }

  /** Bounds that hold for all files, long offsets, no checksum over the whole. */
  #head(): Uint8Array {
    return this.#changed('head', (view) => {
      view.setUint32(8, 0)
      for (const [at, most] of [36, 38, 40, 42].map((at) => [at, at >= 40 ? Math.max : Math.min] as const)) {
        view.setInt16(at, most(...this.#files.map((file) => file.table('head').getInt16(at))))
      }
      view.setInt16(50, 1)
    })
  }

  #maxima(): Uint8Array {
    return this.#changed('maxp', (view) => {
      view.setUint16(4, this.#taken.length)
      for (let at = 6; at + 2 <= view.byteLength; at += 2) {
        view.setUint16(at, Math.max(...this.#files.map((file) => file.table('maxp').getUint16(at))))
      }
    })
  }

  #changed(tag: string, change: (view: DataView) => void): Uint8Array {
    const table = this.#files[0]!.table(tag)
    const bytes = new Uint8Array(table.buffer, table.byteOffset, table.byteLength).slice()
    change(new DataView(bytes.buffer))
    return bytes
  }
}

const padded = (length: number) => (length + 3) & ~3

/** Format 12: stretches of characters whose glyphs follow each other. */
function characterMap(characters: ReadonlyMap<number, number>): Uint8Array {
  const groups: { first: number; last: number; glyph: number }[] = []
  for (const [codePoint, glyph] of [...characters].sort(([a], [b]) => a - b)) {
    const group = groups.at(-1)
    if (group && codePoint === group.last + 1 && glyph === group.glyph + codePoint - group.first) group.last = codePoint
    else groups.push({ first: codePoint, last: codePoint, glyph })
  }
  const view = new DataView(new ArrayBuffer(12 + 16 + 12 * groups.length))
  const header = [0, 1, 3, 10, 0, 12, 12, 0]
  for (const [i, value] of header.entries()) view.setUint16(2 * i, value)
  view.setUint32(16, 16 + 12 * groups.length)
  view.setUint32(24, groups.length)
  for (const [i, { first, last, glyph }] of groups.entries()) {
    view.setUint32(28 + 12 * i, first)
    view.setUint32(32 + 12 * i, last)
    view.setUint32(36 + 12 * i, glyph)
  }
  return new Uint8Array(view.buffer)
}

function assembled(tables: readonly (readonly [tag: string, bytes: Uint8Array])[]): Uint8Array {
  const start = 12 + 16 * tables.length
  const out = new Uint8Array(tables.reduce((sum, [, bytes]) => sum + padded(bytes.length), start))
  const view = new DataView(out.buffer)
  const power = Math.floor(Math.log2(tables.length))
  view.setUint32(0, 0x00010000)
  for (const [i, value] of [tables.length, 16 * 2 ** power, power, 16 * (tables.length - 2 ** power)].entries())
    view.setUint16(4 + 2 * i, value)
  let offset = start
  for (const [i, [tag, bytes]] of tables.entries()) {
    out.set(bytes, offset)
    out.set(new TextEncoder().encode(tag), 12 + 16 * i)
    let sum = 0
    for (let at = offset; at < offset + padded(bytes.length); at += 4) sum = (sum + view.getUint32(at)) >>> 0
    view.setUint32(16 + 16 * i, sum)
    view.setUint32(20 + 16 * i, offset)
    view.setUint32(24 + 16 * i, bytes.length)
    offset += padded(bytes.length)
  }
  return out
}
