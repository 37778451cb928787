import { deflateSync } from 'node:zlib'

type Body = string | Buffer
export interface Shape {
  /** Entries of the trailer besides Size; Root is object 1 unless said otherwise. */
  readonly trailer?: string
  readonly header?: string
  /** How objects are found; `none` leaves that to the reader. */
  readonly xref?: 'table' | 'stream' | 'hybrid' | 'none'
  /** These objects stand packed in an object stream; only with an xref stream, or hidden in a hybrid file. */
  readonly packed?: readonly number[]
  /** Bytes between objects and after keywords. */
  readonly eol?: string
  readonly tail?: string
  readonly startxref?: number
  /** Added to each offset. */
  readonly wrongBy?: number
  readonly endobj?: string
}

const latin = (body: Body): Buffer => (typeof body === 'string' ? Buffer.from(body, 'latin1') : body)

/** An object with a stream. `length` lies where it is given. */
export function streamOf(content: Body, entries = '', length: number | string = latin(content).length): Buffer {
  return Buffer.concat([latin(`<< ${entries} /Length ${length} >>\nstream\n`), latin(content), latin('\nendstream')])
}

export function packedStream(content: Body, entries = ''): Buffer {
  return streamOf(deflateSync(latin(content)), `${entries} /Filter /FlateDecode`)
}

/** A file out of raw objects, the first of them number 1: for what no library would write. null leaves a number free. */
export function rawFile(objects: readonly (Body | null)[], shape: Shape = {}): Buffer {
  const { eol = '\n', header = '%PDF-1.7', tail = '', wrongBy = 0, endobj = 'endobj', xref = 'table', packed = [] } = shape
  const pieces: Buffer[] = []
  let length = 0
  const put = (body: Body) => {
    pieces.push(latin(body))
    length += latin(body).length
  }
  const offsets = new Map<number, number>()
  put(`${header}${eol}%\xe2\xe3\xcf\xd3${eol}`)
  const write = (number: number, body: Body) => {
    offsets.set(number, length + wrongBy)
    put(`${number} 0 obj${eol}`)
    put(body)
    put(`${eol}${endobj}${eol}`)
  }
  objects.forEach((body, at) => {
    if (body !== null && !packed.includes(at + 1)) write(at + 1, body)
  })
  const holder = objects.length + 1
  if (packed.length > 0) write(holder, objectStream(packed.map((number) => [number, objects[number - 1]!.toString()])))
  const trailer = `/Root 1 0 R ${shape.trailer ?? ''}`
  const start = length
  if (xref === 'stream') xrefStream()
  else if (xref === 'table') table(`${trailer}`)
  else if (xref === 'hybrid') {
    const hidden = length
    xrefStream(packed)
    const at = length
    table(`${trailer} /XRefStm ${hidden}`)
    return finish(at)
  } else return finish(null)
  return finish(start)

  function xrefStream(only?: readonly number[]) {
    const number = holder + 1
    offsets.set(number, length)
    const numbers = only ?? Array.from({ length: number + 1 }, (_, i) => i)
    const rows = numbers.map((each) => {
      const at = packed.indexOf(each)
      if (at >= 0) return row(2, holder, at)
      return offsets.has(each) ? row(1, offsets.get(each)!, 0) : row(0, 0, 65_535)
    })
    const index = only ? only.map((each) => `${each} 1`).join(' ') : `0 ${number + 1}`
    put(`${number} 0 obj${eol}`)
    put(packedStream(Buffer.concat(rows), `/Type /XRef /W [1 4 2] /Index [${index}] /Size ${number + 1} ${trailer}`))
    put(`${eol}endobj${eol}`)
  }
  function table(entries: string) {
    const size = Math.max(...offsets.keys()) + 1
    put(`xref${eol}0 ${size}${eol}`)
    for (let number = 0; number < size; number++) {
      const at = offsets.get(number)
      put(at === undefined ? '0000000000 65535 f \n' : `${String(at).padStart(10, '0')} 00000 n \n`)
    }
    put(`trailer${eol}<< /Size ${size} ${entries} >>${eol}`)
  }
  function finish(at: number | null) {
    if (at !== null) put(`startxref${eol}${shape.startxref ?? at}${eol}%%EOF${eol}`)
    put(tail)
    return Buffer.concat(pieces)
  }
}

function row(kind: number, where: number, at: number): Buffer {
  const bytes = Buffer.alloc(7)
  bytes.writeUInt8(kind, 0)
  bytes.writeUInt32BE(where, 1)
  bytes.writeUInt16BE(at, 5)
  return bytes
}

export function objectStream(objects: readonly (readonly [number: number, body: string])[]): Buffer {
  let at = 0
  const heads: number[] = []
  for (const [number, body] of objects) {
    heads.push(number, at)
    at += body.length + 1
  }
  const head = `${heads.join(' ')} `
  return packedStream(`${head}${objects.map(([, body]) => body).join(' ')}`, `/Type /ObjStm /N ${objects.length} /First ${head.length}`)
}

/** What another tool appended to a file: new versions of objects, and a section that points back. */
export function updated(file: Buffer, objects: Readonly<Record<number, Body>>, trailer = '/Root 1 0 R'): Buffer {
  const before = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(file.toString('latin1'))?.[1] ?? 0)
  const pieces: Buffer[] = [file]
  let length = file.length
  const rows = Object.entries(objects).map(([number, body]) => {
    const bytes = Buffer.concat([latin(`${number} 0 obj\n`), latin(body), latin('\nendobj\n')])
    pieces.push(bytes)
    length += bytes.length
    return `${number} 1\n${String(length - bytes.length).padStart(10, '0')} 00000 n \n`
  })
  const size = Math.max(...Object.keys(objects).map(Number)) + 1
  pieces.push(latin(`xref\n${rows.join('')}trailer\n<< /Size ${size + 20} ${trailer} /Prev ${before} >>\nstartxref\n${length}\n%%EOF\n`))
  return Buffer.concat(pieces)
}

export const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'
export const ONE_PAGE = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
export const INK = 'BT /F1 14 Tf 30 400 Td (Ink) Tj ET 0.6 g 30 300 60 40 re f'
export const HELVETICA = '<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'

/** The objects of a file with one page: catalog, tree, page, content; more may follow from number 5. */
export function onePageObjects({
  page = '',
  box = '[0 0 400 500]',
  content = INK as Body,
  catalog = '',
  more = [] as (Body | null)[],
} = {}) {
  return [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    ONE_PAGE,
    `<< /Type /Page /Parent 2 0 R ${box && `/MediaBox ${box}`} /Contents 4 0 R /Resources ${HELVETICA} ${page} >>`,
    Buffer.isBuffer(content) ? content : streamOf(content),
    ...more,
  ]
}

export const simple = (parts: Parameters<typeof onePageObjects>[0] = {}, shape: Shape = {}) => rawFile(onePageObjects(parts), shape)
