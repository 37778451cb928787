/** What is read of a TrueType file in order to take glyphs out of it. */
export class TrueType {
  readonly glyphCount: number
  readonly #bytes: Uint8Array
  readonly #tables = new Map<string, DataView>()
  readonly #long: boolean
  readonly #measured: number

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let i = 0; i < view.getUint16(4); i++) {
      const entry = 12 + 16 * i
      const tag = String.fromCharCode(...bytes.subarray(entry, entry + 4))
      this.#tables.set(tag, new DataView(bytes.buffer, bytes.byteOffset + view.getUint32(entry + 8), view.getUint32(entry + 12)))
    }
    this.glyphCount = this.table('maxp').getUint16(4)
    this.#long = this.table('head').getInt16(50) === 1
    this.#measured = this.table('hhea').getUint16(34)
  }

  table(tag: string): DataView {
    const table = this.#tables.get(tag)
    if (!table) throw new Error(`a font of the product has no table ${tag}`)
    return table
  }

  /** A copy of a glyph's outline; empty where it has none. */
  outline(glyph: number): Uint8Array {
    const [loca, glyf] = [this.table('loca'), this.table('glyf')]
    const offset = (at: number) => (this.#long ? loca.getUint32(4 * at) : 2 * loca.getUint16(2 * at))
    const start = glyf.byteOffset - this.#bytes.byteOffset
    return this.#bytes.slice(start + offset(glyph), start + offset(glyph + 1))
  }

  measures(glyph: number): { readonly advance: number; readonly left: number } {
    const table = this.table('hmtx')
    const advance = table.getUint16(4 * Math.min(glyph, this.#measured - 1))
    const left = glyph < this.#measured ? table.getInt16(4 * glyph + 2) : table.getInt16(4 * this.#measured + 2 * (glyph - this.#measured))
    return { advance, left }
  }
}

const WORDS = 0x0001
const SCALE = 0x0008
const MORE = 0x0020
const TWO_SCALES = 0x0040
const MATRIX = 0x0080

/** Where in the outline of a glyph that is put together of others their numbers stand. */
export function* partsOfOutline(outline: Uint8Array): Iterable<{ readonly at: number; readonly glyph: number }> {
  const view = new DataView(outline.buffer, outline.byteOffset, outline.byteLength)
  if (outline.length < 10 || view.getInt16(0) >= 0) return
  for (let at = 10, flags = MORE; (flags & MORE) !== 0; ) {
    flags = view.getUint16(at)
    yield { at: at + 2, glyph: view.getUint16(at + 2) }
    at += 4 + (flags & WORDS ? 4 : 2) + (flags & SCALE ? 2 : flags & TWO_SCALES ? 4 : flags & MATRIX ? 8 : 0)
  }
}
