import {
  appended,
  catalogueOf,
  drawing,
  history,
  historyLines,
  type Mutation,
  NEW,
  overPage,
  pageOf,
  rootOf,
  withStream,
} from './mutator.ts'

/**
 * What somebody does who knows how files are checked: another document in the shadow of what is allowed after a seal, and
 * spellings of the sealed part that mean the same to some readers and not to others.
 */

const ANY_UPDATE = ['update', 'page']
const latin1 = (file: Buffer) => file.toString('latin1')
const bodyOf = (file: Buffer, number: number) => {
  const text = latin1(file)
  const from = text.lastIndexOf(`\n${number} 0 obj\n`) + `\n${number} 0 obj\n`.length
  return text.slice(from, text.indexOf('\nendobj', from))
}
/** The stream that a page's content begins with. */
const contentOf = (file: Buffer) => Number(/\n(\d+) 0 obj\n<<\n\/Length \d+\n>>\nstream\n[\nQ]*q 1 0 0 -1/.exec(latin1(file))![1])
const formOf = (file: Buffer) => Number([...latin1(file).matchAll(/\/AcroForm (\d+) 0 R/g)].at(-1)![1])
const withEntry = (dictionary: string, entry: string) => dictionary.replace(/>>\s*$/, `${entry}\n>>`)
const without = (dictionary: string, key: string) => dictionary.replace(new RegExp(`/${key} (\\d+ 0 R|\\[[^\\]]*\\])\n`), '')
const withStore = (catalogue: string, number: number) => withEntry(catalogue.replace(/\/DSS \d+ 0 R\n?/, ''), `/DSS ${number} 0 R`)
const shadow = (file: Buffer, from: number) => ({
  [from]: `<< /Type /Pages /Count 1 /Kids [${from + 1} 0 R] >>`,
  [from + 1]: overPage(file)
    .replace('/Parent 1 0 R', `/Parent ${from} 0 R`)
    .replace(`${NEW} 0 R`, `${from + 2} 0 R`),
  [from + 2]: drawing('0 0 100 100 re f'),
})

function update(
  name: string,
  kinds: readonly string[],
  objects: (file: Buffer) => Readonly<Record<number, string>>,
  trailer?: (written: string, file: Buffer) => string,
): Mutation {
  return {
    name,
    kinds,
    change: (file) => appended(file, objects(file), undefined, trailer && ((written) => trailer(written, file))),
  }
}
const onCatalogue = (
  name: string,
  kinds: readonly string[],
  edit: (catalogue: string) => string,
  more: Readonly<Record<number, string>> = {},
) => update(name, kinds, (file) => ({ [rootOf(file)]: edit(catalogueOf(file)), ...more }))

/** The lines of the history as other bytes, with the file's own digest of them made right. */
function spelt(name: string, kinds: readonly string[], write: (lines: readonly string[]) => Buffer): Mutation {
  return { name, kinds, change: (file) => withStream(file, history(file), write(historyLines(file)), true) }
}

/** Bytes of the sealed part put in the place of as many others. */
function inPlace(name: string, kinds: readonly string[], pattern: RegExp, by: (found: string) => string): Mutation {
  return {
    name,
    kinds,
    change(file) {
      const found = pattern.exec(latin1(file))
      if (!found) return null
      const out = Buffer.from(file)
      out.write(by(found[0]).padEnd(found[0].length, ' '), found.index, found[0].length, 'latin1')
      return out
    },
  }
}

export const ATTACKS: readonly Mutation[] = [
  update('other pages in the shadow of a catalogue that names two', ANY_UPDATE, (file) => {
    const other = shadow(file, NEW + 10)
    return {
      [rootOf(file)]: withStore(catalogueOf(file), NEW).replace(/\/Pages \d+ 0 R/, `/Pages ${NEW + 10} 0 R\n$&`),
      [NEW]: `<< /Type /DSS /VRI << /A << /Other ${NEW + 10} 0 R >> >> >>`,
      ...other,
    }
  }),
  update('a name of a page tree written in two ways', ANY_UPDATE, (file) => ({
    [rootOf(file)]: withEntry(catalogueOf(file), `/P#61ges ${NEW + 10} 0 R`),
    ...shadow(file, NEW + 10),
  })),
  update(
    'another catalogue behind a comment in the trailer',
    ANY_UPDATE,
    (file) => ({
      [NEW]: withStore(catalogueOf(file).replace(/\/Pages \d+ 0 R/, `/Pages ${NEW + 10} 0 R`), NEW + 1),
      [NEW + 1]: `<< /Type /DSS /VRI << /A ${NEW} 0 R >> >>`,
      ...shadow(file, NEW + 10),
    }),
    (written) => written.replace(/(\/Root \d+ 0 R)/, `%$1\n/Root ${NEW} 0 R`),
  ),
  update(
    'two catalogues named by one trailer',
    ANY_UPDATE,
    (file) => ({ [NEW]: catalogueOf(file) }),
    (written) => written.replace('>>', `/Root ${NEW} 0 R >>`),
  ),
  update('what is drawn turned into validation data', ['page'], (file) => ({
    [rootOf(file)]: withStore(catalogueOf(file), contentOf(file)),
    [contentOf(file)]: '<< /Type /DSS >>',
  })),
  update('what is drawn turned into a form', ['page'], (file) => ({
    [rootOf(file)]: catalogueOf(file).replace(/\/AcroForm \d+ 0 R/, `/AcroForm ${contentOf(file)} 0 R`),
    [contentOf(file)]: bodyOf(file, formOf(file)),
  })),
  update('what is drawn turned into a field', ['page'], (file) => ({
    [formOf(file)]: bodyOf(file, formOf(file)).replace(/\/Fields \[([^\]]*)\]/, `/Fields [$1 ${contentOf(file)} 0 R]`),
    [contentOf(file)]: `<< /FT /Sig /T (More) /Rect [0 0 0 0] /V ${NEW} 0 R >>`,
    [NEW]: '<< /Type /Sig /Filter /Adobe.PPKLite >>',
  })),
  {
    name: 'what is drawn turned into a table',
    kinds: ['page'],
    change(file) {
      const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(latin1(file))![1]
      const at = Buffer.alloc(4)
      at.writeUInt32BE(file.length + 1)
      const number = contentOf(file)
      const head = `\n${number} 0 obj\n<< /Type /XRef /W [1 4 1] /Index [${number} 1] /Size ${number + 1} /Root ${rootOf(file)} 0 R /Prev ${previous} /Length 6 >>\nstream\n`
      const entry = Buffer.concat([Buffer.from([1]), at, Buffer.from([0])])
      const end = Buffer.from(`\nendstream\nendobj\nstartxref\n${file.length + 1}\n%%EOF\n`)
      return Buffer.concat([file, Buffer.from(head, 'latin1'), entry, end])
    },
  },
  update('a field that names somebody and is signed by nobody', ['update'], (file) => ({
    [formOf(file)]: bodyOf(file, formOf(file)).replace(/\/Fields \[([^\]]*)\]/, `/Fields [$1 ${NEW} 0 R]`),
    [NEW]: `<< /FT /Sig /T (Director) /Rect [0 0 0 0] /V ${NEW + 1} 0 R >>`,
    [NEW + 1]: '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /Name (The director) >>',
  })),
  update('a field whose place leads nowhere', ['update'], (file) => ({
    [formOf(file)]: bodyOf(file, formOf(file)).replace(/\/Fields \[([^\]]*)\]/, `/Fields [$1 ${NEW} 0 R]`),
    [NEW]: `<< /FT /Sig /T (Nowhere) /Rect [${NEW + 7} 0 R 0 0 0] /V ${NEW + 1} 0 R >>`,
    [NEW + 1]: '<< /Type /Sig >>',
  })),
  update('a signature in an object that nothing leads to', ['update', 'signature'], (file) => ({
    [NEW]: `<< /Type /Sig /ByteRange [0 10 20 ${file.length}] /Contents <3000> /Name (The director) >>`,
  })),
  update(
    'another title of the document',
    ['update'],
    () => ({ [NEW]: '<< /Title (Void) >>' }),
    (written) => written.replace('>>', `/Info ${NEW} 0 R >>`),
  ),
  update(
    'an object between the trailer and its end',
    ANY_UPDATE,
    () => ({ [NEW]: '<< >>' }),
    (written, file) => `${written}\n${pageOf(file)} 0 obj\n${overPage(file)}\nendobj`,
  ),
  update(
    'a table that leads to itself',
    ['update'],
    () => ({ [NEW]: '<< >>' }),
    (written, file) => written.replace(/\/Prev \d+/, `/Prev ${file.length + 30}`),
  ),
  update(
    'a second table beside the first',
    ['update'],
    () => ({ [NEW]: '<< >>' }),
    (written) => written.replace('>>', '/XRefStm 20 >>'),
  ),
  update(
    'an update that leaves out those before it',
    ['update'],
    () => ({ [NEW]: '<< >>' }),
    (written) => written.replace(/\/Prev \d+/, `/Prev 15`),
  ),
  update(
    'an update that says it is encrypted',
    ['update', 'page', 'history'],
    () => ({ [NEW]: '<< >>' }),
    (written) => written.replace('>>', `/Encrypt ${NEW} 0 R >>`),
  ),
  update('a page in a packed object', ANY_UPDATE, (file) => {
    const packed = `${pageOf(file)} 0 ${overPage(file)}`
    return {
      [NEW]: `<< /Type /ObjStm /N 1 /First ${`${pageOf(file)} 0 `.length} /Length ${packed.length} >>\nstream\n${packed}\nendstream`,
    }
  }),
  update('an object swallowed by a stream before it', ANY_UPDATE, (file) => ({
    [NEW]: '<< /Length 9 >>\nstream\n\nstream\nx\nendstream',
    [pageOf(file)]: overPage(file),
  })),
  update('a page number written with a nought before it', ANY_UPDATE, (file) => ({ [`0${pageOf(file)}` as never]: overPage(file) })),
  onCatalogue('validation data that is a page', ['update'], (catalogue) => withStore(catalogue, NEW), {
    [NEW]: `<< /Type /DSS /Certs [${NEW + 1} 0 R] >>`,
    [NEW + 1]: '<< /Type /Page /MediaBox [0 0 9 9] >>',
  }),
  {
    name: 'validation data taken away by an update',
    kinds: ['update', 'timestamp'],
    change: (file) =>
      /\/DSS \d+ 0 R/.test(catalogueOf(file)) ? appended(file, { [rootOf(file)]: without(catalogueOf(file), 'DSS') }) : null,
  },
  {
    name: 'validation data emptied by an update',
    kinds: ['update', 'timestamp'],
    change(file) {
      const store = /\/DSS (\d+) 0 R/.exec(catalogueOf(file))
      return store ? appended(file, { [Number(store[1])]: '<< /Type /DSS >>' }) : null
    },
  },
  onCatalogue('associated files taken away', ['update'], (catalogue) => without(catalogue, 'AF')),
  onCatalogue('the names of attachments taken away', ['history'], (catalogue) => without(catalogue, 'Names')),
  onCatalogue('pages given other numbers', ['update'], (catalogue) =>
    withEntry(catalogue, '/PageLabels << /Nums [0 << /S /D /St 7 >>] >>'),
  ),
  onCatalogue(
    'layers hidden',
    ['update'],
    (catalogue) => withEntry(catalogue, `/OCProperties << /OCGs [${NEW} 0 R] /D << /OFF [${NEW} 0 R] >> >>`),
    { [NEW]: '<< /Type /OCG /Name (L) >>' },
  ),
  onCatalogue('a form that draws itself', ['update'], (catalogue) =>
    catalogue.replace(/\/AcroForm \d+ 0 R/, '/AcroForm << /Fields [] /NeedAppearances true >>'),
  ),
  update('the history’s file specification led to another file', ['history'], (file) => {
    const [, spec] = /\n(\d+) 0 obj\n<<\n\/Type \/Filespec\n\/F \(paraph-history/.exec(latin1(file))!
    return {
      [Number(spec)]: bodyOf(file, Number(spec)).replace(/\/F (\d+) 0 R/, `/F ${NEW} 0 R`),
      [NEW]: '<< /Type /EmbeddedFile /Length 3 >>\nstream\n{}\n\nendstream',
    }
  }),
  spelt('a byte order mark before the history', ['event', 'history'], (lines) => Buffer.from(`\ufeff${lines.join('\n')}\n`)),
  spelt('the history in lines of another system', ['event', 'history'], (lines) => Buffer.from(`${lines.join('\r\n')}\r\n`)),
  spelt('an empty line in the history', ['event', 'history'], (lines) => Buffer.from(`${lines.join('\n')}\n\n`)),
  spelt('a member of an event twice', ['event'], ([first = '', ...lines]) =>
    Buffer.from(`${[first.replace(/^\{/, '{"type":"Other",'), ...lines].join('\n')}\n`),
  ),
  spelt('a number of an event written with a fraction', ['event'], ([first = '', ...lines]) =>
    Buffer.from(`${[first.replace('"revision":0', '"revision":0.0'), ...lines].join('\n')}\n`),
  ),
  spelt('a letter of the history written by its number', ['event'], ([first = '', ...lines]) =>
    Buffer.from(`${[first.replace('"type":"P', '"type":"\\u0050'), ...lines].join('\n')}\n`),
  ),
  spelt('half a surrogate pair in the history', ['event', 'history'], ([first = '', ...lines]) =>
    Buffer.concat([
      Buffer.from(first.slice(0, 20)),
      Buffer.from([0xed, 0xa0, 0x80]),
      Buffer.from(`${first.slice(20)}\n${lines.join('\n')}\n`),
    ]),
  ),
  spelt('brackets without end in the history', ['event'], (lines) => Buffer.from(`${lines.join('\n')}\n${'['.repeat(200_000)}\n`)),
  spelt('an event with a number that no history reaches', ['event', 'event-missing'], (lines) =>
    Buffer.from(`${lines.join('\n')}\n${lines.at(-1)!.replace(/"revision":\d+/, '"revision":9007199254740991')}\n`),
  ),
  inPlace('the history said to be a supplement', ['history'], /\/AFRelationship \/Data/, () => '/AFRelationship /Dato'),
  inPlace('the history under another name', ['history'], /\/Names \[\(paraph-history/, (found) => found.replace('history', 'History')),
  inPlace('a shorter range of bytes', ['signature', 'bytes'], /\/ByteRange \[0 \d+ +\d+ +\d+ *\]/, (found) =>
    found.replace(/(\d)( *\])$/, (_, digit: string, rest: string) => `${(Number(digit) + 9) % 10}${rest}`),
  ),
  inPlace('a range of bytes that begins later', ['signature'], /\/ByteRange \[0 /, () => '/ByteRange [1 '),
  inPlace('the reason claims another level', ['bytes', 'timestamp'], /at level B-B with/, () => 'at level B-T with'),
  {
    name: 'junk before the header',
    kinds: null,
    change: (file) => Buffer.concat([Buffer.from('%!PS\n'), file]),
  },
  {
    name: 'all digits of the seal written small',
    kinds: ['signature'],
    change(file) {
      const [, a, c] = /\/ByteRange \[0 (\d+) +(\d+)/.exec(latin1(file))!
      const out = Buffer.from(file)
      out.write(latin1(file).slice(Number(a), Number(c)).toLowerCase(), Number(a), 'latin1')
      return out
    },
  },
  {
    name: 'all digits of the timestamp over the file written small',
    kinds: ['timestamp'],
    change(file) {
      const range = [...latin1(file).matchAll(/\/ByteRange \[0 (\d+) +(\d+)/g)][1]
      if (!range) return null
      const out = Buffer.from(file)
      out.write(latin1(file).slice(Number(range[1]), Number(range[2])).toLowerCase(), Number(range[1]), 'latin1')
      return out
    },
  },
  {
    name: 'the same range of bytes claimed again behind the end',
    kinds: ['update', 'signature'],
    change(file) {
      const [range] = /\/ByteRange \[0 \d+ +\d+ +\d+ *\]/.exec(latin1(file))!
      return Buffer.concat([file, Buffer.from(`\n${range}\n`)])
    },
  },
]
