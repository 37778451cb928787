import { createHash } from 'node:crypto'
import { deflateSync, inflateSync } from 'node:zlib'

/**
 * Changes sealed files as somebody would who wants them to say something else. Written apart from the verifier, with its
 * own reading of the file and its own canonical JSON, so that a mistake in one can't hide in the other.
 */
export interface Mutation {
  readonly name: string
  /** Any one of these kinds names the change; null: it must be found, and where bytes happen to lie decides how. */
  readonly kinds: readonly string[] | null
  /** null where this file has nothing of the sort. */
  change(file: Buffer, random: () => number): Buffer | null
}

type Event = Record<string, unknown> & { hash: string; prev: string; revision: number; data: Record<string, unknown> }

const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)]!
const below = (most: number, random: () => number) => Math.floor(random() * most)

/** The first signature's value: where its digits begin and end. */
function valueAt(file: Buffer): { from: number; to: number; end: number } {
  const match = /\/ByteRange \[0 (\d+) +(\d+) +(\d+) *\]/.exec(file.toString('latin1'))!
  const [a, c, d] = match.slice(1).map(Number) as [number, number, number]
  return { from: a + 1, to: c - 1, end: c + d }
}

function flipped(file: Buffer, at: number, random: () => number): Buffer {
  const out = Buffer.from(file)
  out[at]! ^= 1 << below(8, random)
  return out
}

function streams(file: Buffer): { from: number; to: number; head: string }[] {
  const text = file.toString('latin1')
  const found: { from: number; to: number; head: string }[] = []
  for (let at = text.indexOf('stream\n'); at >= 0; at = text.indexOf('stream\n', at + 1)) {
    if (text.slice(at - 3, at) === 'end') continue
    const head = text.slice(0, at).lastIndexOf(' 0 obj')
    const start = text.lastIndexOf('\n', head) + 1
    const from = at + 'stream\n'.length
    found.push({ from, to: text.indexOf('endstream', from), head: text.slice(start, at) })
  }
  return found
}

const attached = (file: Buffer) => streams(file).filter(({ head }) => /EmbeddedFile/.test(head))
export const history = (file: Buffer) => attached(file).find(({ head }) => /jsonl/.test(head))!
const other = (file: Buffer) => attached(file).find(({ head }) => !/jsonl/.test(head))

/** Puts other bytes in a stream's place and sets everything right that readers look at: tables, lengths, ranges. */
export function withStream(file: Buffer, { from, head }: { from: number; head: string }, content: Buffer, sum: boolean): Buffer {
  const length = Number(/\/Length (\d+)/.exec(head)![1])
  const packed = deflateSync(content, { level: 9 })
  let newHead = head.replace(/\/Length \d+/, `/Length ${packed.length}`).replace(/\/Size \d+/, `/Size ${content.length}`)
  if (sum)
    newHead = newHead.replace(/\/CheckSum <[0-9A-F]+>/, `/CheckSum <${createHash('md5').update(content).digest('hex').toUpperCase()}>`)
  const start = from - 'stream\n'.length - head.length
  const before = file.subarray(0, start)
  const after = file.subarray(from + length)
  const middle = Buffer.concat([Buffer.from(newHead, 'latin1'), Buffer.from('stream\n'), packed])
  const delta = before.length + middle.length + after.length - file.length
  return repaired(Buffer.concat([before, middle, after]), start, delta)
}

/** Moves what the last revision says of places behind `from`. */
function repaired(file: Buffer, from: number, delta: number): Buffer {
  let text = file.toString('latin1')
  text = text.replace(/\/ByteRange \[0 (\d+) +(\d+) +(\d+) *\]/, (whole, a: string, c: string, d: string) => {
    const range = `/ByteRange [0 ${Number(a) + delta} ${Number(c) + delta} ${d}`
    return `${range.padEnd(whole.length - 1, ' ')}]`
  })
  const tables = [...text.matchAll(/\/Type \/XRef\n\/Size \d+\n\/W \[1 (\d) 1\]\n\/Index \[([\d ]+)\][\s\S]{0,300}?stream\n/g)]
  for (const table of tables) {
    const width = Number(table[1])
    const pairs = table[2]!.trim().split(' ').map(Number)
    let at = table.index + table[0].length
    const out = Buffer.from(text, 'latin1')
    for (let pair = 1; pair < pairs.length; pair += 2) {
      for (let i = 0; i < pairs[pair]!; i++, at += width + 2) {
        const offset = out.readUIntBE(at + 1, width)
        if (offset > from) out.writeUIntBE(Math.min(offset + delta, 256 ** width - 1), at + 1, width)
      }
    }
    text = out.toString('latin1')
  }
  text = text.replace(/startxref\n(\d+)\n/g, (whole, at: string) => (Number(at) > from ? `startxref\n${Number(at) + delta}\n` : whole))
  return Buffer.from(text, 'latin1')
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`
  }
  return JSON.stringify(value)
}
function rehashed(event: Event): Event {
  const { hash: _, disclosed: __, ...rest } = event
  return { ...event, hash: createHash('sha256').update(canonical(rest)).digest('base64url') }
}
/** All hashes and numbers made right again, as an insider would who rewrites the chain. */
export function rechained(events: readonly Event[]): Event[] {
  const out: Event[] = []
  for (const event of events) out.push(rehashed({ ...event, revision: out.length, prev: out.at(-1)?.hash ?? '' }))
  return out
}
export function historyLines(file: Buffer): string[] {
  return inflateSync(file.subarray(history(file).from))
    .toString('utf8')
    .trim()
    .split('\n')
}
/** The lines of a history as an insider would leave them: one event another, every later hash computed again. */
export function rewritten(lines: string): string {
  const events = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Event)
  const which = events.findIndex(({ type }) => type === 'SignaturesRequested')
  return write(rechained(events.map((event, at) => (at === which ? edited(event) : event))))
}
/** The lines of a history as a newer version writes them: one event of a kind that nobody here knows. */
export function writtenByNewer(lines: string): string {
  const events = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Event)
  const which = events.findIndex(({ type }) => type === 'SignaturesRequested')
  return write(rechained(events.map((event, at) => (at === which ? { ...event, type: 'SignaturesInvited' } : event))))
}
const write = (events: readonly Event[]) => `${events.map(canonical).join('\n')}\n`

/** Does something to the events of the attached history; `honest`: the file says of the attachment what is true of it now. */
function ofHistory(name: string, kinds: readonly string[], edit: (events: Event[], random: () => number) => Event[] | string): Mutation {
  return {
    name,
    kinds,
    change(file, random) {
      const events = historyLines(file).map((line) => JSON.parse(line) as Event)
      const edited = edit(events, random)
      return withStream(file, history(file), Buffer.from(typeof edited === 'string' ? edited : write(edited)), true)
    },
  }
}

/** Something of an event that means something: its time. */
function edited(event: Event): Event {
  const meta = event.meta as Record<string, unknown>
  return { ...event, meta: { ...meta, time: '2020-01-01T00:00:00.000Z' } }
}

/** An update as any editor appends it: objects, a plain table, a trailer; `trailer` may write that otherwise. */
export function appended(
  file: Buffer,
  objects: Readonly<Record<number, string>>,
  root?: number,
  trailer: (written: string) => string = (written) => written,
): Buffer {
  const text = file.toString('latin1')
  const previous = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)![1])
  const size = Math.max(...[...text.matchAll(/\/Size (\d+)/g)].map(([, n]) => Number(n)), ...Object.keys(objects).map((n) => Number(n) + 1))
  let out = '\n'
  const rows = Object.entries(objects).map(([number, body]) => {
    const offset = file.length + out.length
    out += `${number} 0 obj\n${body}\nendobj\n`
    return `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = file.length + out.length
  const catalogue = root ?? rootOf(file)
  const written = trailer(`<< /Size ${size} /Root ${catalogue} 0 R /Prev ${previous} >>`)
  out += `xref\n${rows.join('')}trailer\n${written}\nstartxref\n${start}\n%%EOF\n`
  return Buffer.concat([file, Buffer.from(out, 'latin1')])
}
export const rootOf = (file: Buffer) => Number([...file.toString('latin1').matchAll(/\/Root (\d+) 0 R/g)].at(-1)![1])
export function catalogueOf(file: Buffer): string {
  const text = file.toString('latin1')
  const from = text.lastIndexOf('<<\n/Type /Catalog')
  return text.slice(from, text.indexOf('\nendobj', from))
}
/** The first page, as the widget of the seal names it. */
export const pageOf = (file: Buffer) => Number(/\/F 132\n\/P (\d+) 0 R/.exec(file.toString('latin1'))![1])
export const NEW = 9_000

/** Nothing of the file before the seal but its pages is needed to draw over them. */
export const overPage = (file: Buffer) =>
  `<< /Type /Page /Parent 1 0 R /MediaBox [0 0 595 842] /Resources << >> /Contents ${NEW} 0 R /Was ${pageOf(file)} >>`
export const drawing = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`

const SIGNATURE = ['signature', 'certificate', 'timestamp']

export const MUTATIONS: readonly Mutation[] = [
  { name: 'a bit turned anywhere', kinds: null, change: (file, random) => flipped(file, below(file.length, random), random) },
  {
    name: 'a byte left out',
    kinds: null,
    change(file, random) {
      const at = below(file.length, random)
      return Buffer.concat([file.subarray(0, at), file.subarray(at + 1)])
    },
  },
  {
    name: 'bytes put in',
    kinds: null,
    change(file, random) {
      const at = below(file.length, random)
      return Buffer.concat([file.subarray(0, at), Buffer.from('abcd'.slice(0, 1 + below(4, random))), file.subarray(at)])
    },
  },
  { name: 'the end cut off', kinds: null, change: (file, random) => Buffer.from(file.subarray(0, 1 + below(file.length - 2, random))) },
  {
    name: 'a bit of the signature turned',
    kinds: SIGNATURE,
    change(file, random) {
      const { from, to } = valueAt(file)
      const length = file.toString('latin1', from, to).replace(/(00)+$/, '').length
      return flipped(file, from + below(length, random), random)
    },
  },
  {
    name: 'a digit of the signature replaced by another',
    kinds: SIGNATURE,
    change(file, random) {
      const { from, to } = valueAt(file)
      const length = file.toString('latin1', from, to).replace(/(00)+$/, '').length
      const out = Buffer.from(file)
      const at = from + below(length, random)
      const digit = String.fromCharCode(out[at]!)
      out.write(
        pick(
          [...'0123456789ABCDEF'].filter((one) => one !== digit.toUpperCase()),
          random,
        ),
        at,
        'latin1',
      )
      return out
    },
  },
  {
    name: 'digits of the signature written in the other case',
    kinds: SIGNATURE,
    change(file, random) {
      const { from, to } = valueAt(file)
      const out = Buffer.from(file)
      for (let tries = 0; tries < 1_000; tries++) {
        const at = from + below(Math.min(to - from, 1_500), random)
        const letter = String.fromCharCode(out[at]!)
        const turned = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()
        if (turned === letter) continue
        out.write(turned, at, 'latin1')
        return out
      }
      return null
    },
  },
  {
    name: 'something hidden in the padding of the signature',
    kinds: ['signature'],
    change(file, random) {
      const { to } = valueAt(file)
      const out = Buffer.from(file)
      out.write('41', to - 2 - 2 * below(200, random), 'latin1')
      return out
    },
  },
  {
    name: 'a bit of what stands on a page turned',
    kinds: ['page', 'bytes', 'signature'],
    change(file, random) {
      const forms = streams(file).filter(
        ({ head }) => !/\/(XRef|ObjStm|EmbeddedFile)/.test(head) && !/\/Length1|FontFile|CIDInit/.test(head),
      )
      const { from, to } = pick(forms.filter((one) => one.to - one.from > 8).slice(0, 2), random)
      return flipped(file, from + 2 + below(to - from - 4, random), random)
    },
  },
  {
    name: 'a bit of the attached history turned',
    kinds: ['history', 'event', 'event-missing', 'event-order', 'event-added', 'disclosure', 'bytes'],
    change(file, random) {
      const { from, head } = history(file)
      return flipped(file, from + 2 + below(Number(/\/Length (\d+)/.exec(head)![1]) - 4, random), random)
    },
  },
  ofHistory('an event dropped', ['event-missing'], (events, random) =>
    events.filter((_, at, all) => at !== below(1, random) + Math.floor(all.length / 2)),
  ),
  ofHistory('any event dropped', ['event-missing'], (events, random) => {
    const gone = below(events.length, random)
    return events.filter((_, at) => at !== gone)
  }),
  ofHistory('an event dropped and the chain made anew', ['history', 'event'], (events, random) => {
    const gone = below(events.length - 1, random)
    return rechained(events.filter((_, at) => at !== gone))
  }),
  ofHistory('two events swapped', ['event-order'], (events, random) => {
    const at = below(events.length - 2, random)
    const out = [...events]
    ;[out[at], out[at + 1]] = [out[at + 1]!, out[at]!]
    return out
  }),
  ofHistory('two events swapped and the chain made anew', ['history', 'event'], (events, random) => {
    const at = below(events.length - 2, random)
    const out = [...events]
    ;[out[at], out[at + 1]] = [out[at + 1]!, out[at]!]
    return rechained(out)
  }),
  ofHistory('an event edited', ['event'], (events, random) => {
    const which = below(events.length, random)
    return events.map((event, at) => (at === which ? edited(event) : event))
  }),
  ofHistory('an event edited with its hash', ['event'], (events, random) => {
    const which = below(events.length - 1, random)
    return events.map((event, at) => (at === which ? rehashed(edited(event)) : event))
  }),
  ofHistory('an event edited and the chain made anew', ['history'], (events, random) => {
    const which = below(events.length - 1, random)
    return rechained(events.map((event, at) => (at === which ? edited(event) : event)))
  }),
  ofHistory('an event added', ['event-added', 'event'], (events, random) => {
    const at = 1 + below(events.length - 2, random)
    const forged = rehashed(edited(events[at]!))
    return [...events.slice(0, at + 1), forged, ...events.slice(at + 1)]
  }),
  ofHistory('an event added and the chain made anew', ['history'], (events, random) => {
    const at = 1 + below(events.length - 2, random)
    const visits = events.filter(
      ({ type }) => type === 'SubjectChanged' || type === 'SequentialSigningChanged' || type === 'SignatureRequestSent',
    )
    return rechained([...events.slice(0, at), edited(pick(visits.length > 0 ? visits : events.slice(2, 3), random)), ...events.slice(at)])
  }),
  ofHistory('a disclosed value edited', ['disclosure'], (events) =>
    events.map((event) => {
      const disclosed = event.disclosed as [unknown, unknown, unknown][] | undefined
      return disclosed ? { ...event, disclosed: disclosed.map(([path, salt]) => [path, salt, 'Fifty copies']) } : event
    }),
  ),
  ofHistory(
    'the history written with other spaces',
    ['event'],
    (events) => `${events.map((event) => JSON.stringify(event, null, 1).replaceAll('\n', ' ')).join('\n')}\n`,
  ),
  ofHistory('the history emptied', ['history', 'event-missing'], () => ''),
  {
    name: 'another attachment replaced',
    kinds: ['attachment'],
    change(file) {
      const found = other(file)
      return found ? withStream(file, found, Buffer.from('Other terms than those that were attached'), false) : null
    },
  },
  {
    name: 'a page drawn over by an update',
    kinds: ['page'],
    change: (file) => appended(file, { [pageOf(file)]: overPage(file), [NEW]: drawing('0 0 100 100 re f') }),
  },
  {
    name: 'a note put on a page by an update',
    kinds: ['page', 'update'],
    change(file, random) {
      const at = below(400, random)
      const page = `<< /Type /Page /Parent 1 0 R /MediaBox [0 0 595 842] /Annots [${NEW} 0 R] >>`
      return appended(file, {
        [pageOf(file)]: page,
        [NEW]: `<< /Type /Annot /Subtype /FreeText /Rect [${at} 10 ${at + 90} 60] /DA (/Helv 9 Tf) /Contents (Void) >>`,
      })
    },
  },
  {
    name: 'a file attached by an update',
    kinds: ['attachment', 'history'],
    change(file) {
      const catalogue = catalogueOf(file).replace(/\/Names \d+ 0 R/, `/Names << /EmbeddedFiles << /Names [(more.txt) ${NEW} 0 R] >> >>`)
      return appended(file, {
        [rootOf(file)]: catalogue,
        [NEW]: `<< /Type /Filespec /F (more.txt) /UF (more.txt) /EF << /F ${NEW + 1} 0 R >> >>`,
        [NEW + 1]: '<< /Type /EmbeddedFile /Length 4 >>\nstream\nmore\nendstream',
      })
    },
  },
  {
    name: 'a second catalogue',
    kinds: ['update', 'page'],
    change: (file) => appended(file, { [NEW]: catalogueOf(file) }, NEW),
  },
  {
    name: 'the catalogue told to run something',
    kinds: ['update'],
    change: (file) => appended(file, { [rootOf(file)]: catalogueOf(file).replace(/>>$/, '/OpenAction << /S /JavaScript /JS (1) >>\n>>') }),
  },
  {
    name: 'a table that leads back into what was sealed',
    kinds: ['update', 'page'],
    change(file, random) {
      const text = file.toString('latin1')
      const previous = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)![1])
      const offset = String(below(file.length, random)).padStart(10, '0')
      const table = `xref\n${pageOf(file)} 1\n${offset} 00000 n \ntrailer\n<< /Size 99 /Root ${rootOf(file)} 0 R /Prev ${previous} >>\n`
      return Buffer.concat([file, Buffer.from(`${table}startxref\n${file.length}\n%%EOF\n`, 'latin1')])
    },
  },
  {
    name: 'bytes behind the end',
    kinds: ['update'],
    change: (file, random) => Buffer.concat([file, Buffer.from(pick(['\n', '\r\n', ' ', 'x', '%%EOF\n', '\0\0'], random))]),
  },
  {
    name: 'the timestamp of the whole file taken away',
    kinds: ['timestamp'],
    change(file) {
      const { end } = valueAt(file)
      return end < file.length ? Buffer.from(file.subarray(0, end)) : null
    },
  },
]
