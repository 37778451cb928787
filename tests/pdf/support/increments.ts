import { deflateSync } from 'node:zlib'
import { rootOf } from './mutator.ts'

/** How the program that adds something writes it. */
export interface Style {
  /** What stands between the file and the first object. */
  readonly start?: '' | '\n' | '\r\n'
  readonly table?: 'plain' | 'stream' | 'packed' | 'predicted'
  /** More of the trailer. */
  readonly trailer?: string
  /** The table's bytes, otherwise than they should be. */
  readonly spoil?: (packed: Buffer) => Buffer
}

const ROOM = 16_384
/** The value of a signature that is still to be made, and the range that it is to cover. */
export const PLACES = `/Contents <${'0'.repeat(ROOM)}> /ByteRange [0 ********** ********** **********]`

/** Adds objects as a further revision, written as other programs than Paraph write theirs. */
export function increment(file: Buffer, objects: Readonly<Record<number, string>>, style: Style = {}): Buffer {
  const { start = '\n', table = 'plain', trailer = '', spoil = (bytes: Buffer) => bytes } = style
  const text = file.toString('latin1')
  const previous = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)![1])
  const numbers = Object.keys(objects).map(Number)
  const sizes = [...text.matchAll(/\/Size (\d+)/g)].map(([, size]) => Number(size))
  const own = Math.max(...sizes, ...numbers.map((number) => number + 1))
  let out: string = start
  const rows: [number, number][] = numbers.map((number) => {
    const offset = file.length + out.length
    out += `${number} 0 obj\n${objects[number]}\nendobj\n`
    return [number, offset]
  })
  const at = file.length + out.length
  const known = `/Root ${rootOf(file)} 0 R /Prev ${previous} ${trailer}`
  if (table === 'plain') {
    const lines = rows.map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n\r\n`)
    out += `xref\n0 1\n0000000000 65535 f\r\n${lines.join('')}trailer\n<< /Size ${own} ${known} >>\nstartxref\n${at}\n%%EOF\n`
    return Buffer.concat([file, Buffer.from(out, 'latin1')])
  }
  const entries = [[0, 0, 65_535], ...rows.map(([, offset]) => [1, offset, 0]), [1, at, 0]].map(([kind, offset, generation]) => {
    const entry = Buffer.alloc(7)
    entry.writeUInt8(kind!, 0)
    entry.writeUInt32BE(offset!, 1)
    entry.writeUInt16BE(generation!, 5)
    return entry
  })
  const shifted = entries.map((entry, row) => Buffer.from([2, ...entry.map((byte, i) => byte - (entries[row - 1]?.[i] ?? 0))]))
  const plain = Buffer.concat(table === 'predicted' ? shifted : entries)
  const data = spoil(table === 'stream' ? plain : deflateSync(plain))
  const filter = table === 'stream' ? '' : '/Filter /FlateDecode'
  const parameters = table === 'predicted' ? '/DecodeParms << /Predictor 12 /Columns 7 >>' : ''
  const index = `/Index [0 1 ${[...numbers, own].map((number) => `${number} 1`).join(' ')}]`
  const head = `${own} 0 obj\n<< /Type /XRef /W [1 4 2] ${index} /Size ${own + 1} ${known} ${filter} ${parameters} /Length ${data.length} >>\nstream\n`
  return Buffer.concat([file, Buffer.from(out + head, 'latin1'), data, Buffer.from(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`)])
}

/** The same file with its last signature made. `by` signs the bytes that it covers. */
export async function signedIn(file: Buffer, by: (covered: Buffer) => Promise<Uint8Array>): Promise<Buffer> {
  const out = Buffer.from(file)
  const from = out.lastIndexOf('/Contents <000') + '/Contents '.length
  const to = from + ROOM + 2
  const at = out.lastIndexOf('/ByteRange [0 **********')
  const range = `/ByteRange [0 ${from} ${to} ${out.length - to}]`
  out.write(range.padEnd('/ByteRange [0 ********** ********** **********]'.length, ' '), at, 'latin1')
  const value = Buffer.from(await by(Buffer.concat([out.subarray(0, from), out.subarray(to)])))
  out.write(value.toString('hex'), from + 1, 'latin1')
  return out
}

/** What an object says in the last revision that holds it. */
export function bodyOf(file: Buffer, number: number): string {
  const text = file.toString('latin1')
  const from = text.lastIndexOf(`\n${number} 0 obj\n`) + `\n${number} 0 obj\n`.length
  return text.slice(from, text.indexOf('\nendobj', from))
}
