/** Numbers that look random and are the same each time. */
export function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

type Below = (below: number) => number
type Mutation = (file: Buffer, below: Below) => Buffer

/** What goes wrong with files, by what it is called in a report. */
const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'a byte changed': (file, below) => {
    const changed = Buffer.from(file)
    for (let i = 0; i <= below(8); i++) changed[below(file.length)] = below(256)
    return changed
  },
  'a bit turned': (file, below) => {
    const changed = Buffer.from(file)
    changed[below(file.length)]! ^= 1 << below(8)
    return changed
  },
  'a piece lost': (file, below) => {
    const at = below(file.length)
    return Buffer.concat([file.subarray(0, at), file.subarray(Math.min(file.length, at + 1 + below(200)))])
  },
  'a piece twice': (file, below) => {
    const at = below(file.length)
    const end = Math.min(file.length, at + 1 + below(400))
    return Buffer.concat([file.subarray(0, end), file.subarray(at)])
  },
  'a piece elsewhere': (file, below) => {
    const at = below(file.length)
    const piece = file.subarray(at, Math.min(file.length, at + 1 + below(100)))
    const to = below(file.length)
    return Buffer.concat([file.subarray(0, to), piece, file.subarray(to)])
  },
  'cut off': (file, below) => file.subarray(0, 1 + below(file.length - 1)),
  'a stretch of zeros': (file, below) => {
    const at = below(file.length)
    return Buffer.from(file).fill(0, at, Math.min(file.length, at + below(300)))
  },
  'a number changed': (file, below) => replacing(file, /\b\d+\b/g, below, () => pick(NUMBERS, below)),
  'a reference changed': (file, below) => replacing(file, /\b\d+ 0 R\b/g, below, () => `${below(12)} 0 R`),
  'a length changed': (file, below) => replacing(file, /\/Length \d+/g, below, () => `/Length ${pick(NUMBERS, below)}`),
  'a name changed': (file, below) => replacing(file, /\/[A-Z][A-Za-z]+/g, below, () => pick(NAMES, below)),
  'a word lost': (file, below) => replacing(file, /\b(endobj|endstream|stream|obj|xref|trailer|startxref)\b/g, below, () => ''),
  'a value of another kind': (file, below) => replacing(file, /\[[^[\]]*\]|\([^()]*\)|\b\d+ 0 R\b/g, below, () => pick(VALUES, below)),
}
const NUMBERS = ['0', '-1', '1', '3', '255', '65536', '2147483647', '4294967296', '99999999999999999999', '0.0001', '-2147483648', '1e9']
const NAMES = [
  '/Kids',
  '/Type',
  '/Parent',
  '/Pages',
  '/Page',
  '/Contents',
  '/MediaBox',
  '/Rotate',
  '/Filter',
  '/FlateDecode',
  '/Length',
  '/Annots',
  '/AcroForm',
  '/ObjStm',
  '/',
]
const VALUES = [
  'null',
  'true',
  '[]',
  '<< >>',
  '()',
  '(x)',
  '[0 0 0 0]',
  '[1 2 3]',
  '/Name',
  '3 0 R',
  '<< /A [3 0 R] >>',
  '<ff',
  '-0.5',
  '[[[[]]]]',
]

function pick<T>(list: readonly T[], below: Below): T {
  return list[below(list.length)]!
}

function replacing(file: Buffer, what: RegExp, below: Below, by: () => string): Buffer {
  const text = file.toString('latin1')
  const found = [...text.matchAll(what)]
  if (found.length === 0) return file
  const { index, 0: match } = pick(found, below)
  return Buffer.from(text.slice(0, index) + by() + text.slice(index + match.length), 'latin1')
}

export interface Mutant {
  readonly name: string
  readonly bytes: Buffer
}

/** The file with one to three things wrong with it. The same number makes the same mutant. */
export function mutant(file: Buffer, seed: number): Mutant {
  const below = seeded(seed)
  const kinds = Object.keys(MUTATIONS)
  const names: string[] = []
  let bytes = file
  for (let i = 0; i <= below(3); i++) {
    if (bytes.length < 2) break
    const kind = pick(kinds, below)
    names.push(kind)
    bytes = MUTATIONS[kind]!(bytes, below)
  }
  return { name: names.join(', '), bytes }
}
