import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { PDFDict, PDFDocument, PDFName, PDFNumber, PDFString, StandardFonts } from 'pdf-lib'
import { expect, test } from 'vitest'
import { CONVERSION_FAILURES } from '#domain/pack'
import { createIntake } from '#pdf/intake'
import { pageDigests } from '#pdf/page-digest'
import { signFile } from '#pdf/signature'
import { stampFile } from '#pdf/stamp'
import { withText } from './support/corpus/encrypted.ts'
import { onePage, plainBytes, plainFile, stream, written } from './support/files.ts'
import { boundsOf, isDark, isRed, picture, pixelsOf } from './support/pixels.ts'
import { asFile, testWith } from './support/programs.ts'
import { AT, credential } from './support/sealed.ts'
import { testPool } from './support/threads.ts'

const pool = testPool()
const intake = createIntake(pool)
const reasonOf = async (bytes: Uint8Array, password?: string) => {
  const answer = await intake.convert({ bytes, ...(password === undefined ? {} : { password }) })
  return answer.ok ? 'converted' : answer.reason
}
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] >>'

test('an ordinary file is taken in with its pages and their sizes', async () => {
  const progress: string[] = []
  const answer = await intake.convert({ bytes: await plainBytes(3) }, (done, of) => progress.push(`${done} of ${of}`))
  expect(answer).toMatchObject({ ok: true, repaired: false, pages: Array.from({ length: 3 }, () => ({ width: 400_000, height: 500_000 })) })
  expect(progress).toEqual(['1 of 3', '2 of 3', '3 of 3'])
})

/** One file, or what is done with one, for each reason there is. */
const FAILURES: Record<(typeof CONVERSION_FAILURES)[number], () => Promise<string>> = {
  'password-required': async () => reasonOf(await protectedBytes({ userPassword: 'secret' })),
  'password-wrong': async () => reasonOf(await protectedBytes({ userPassword: 'secret' }), 'Secret'),
  'unsupported-xfa-form': () =>
    reasonOf(written(['<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [] /XFA (<xdp/>) >> >>', PAGES, PAGE])),
  'certificate-encrypted': () =>
    reasonOf(
      written(
        ['<< /Type /Catalog /Pages 2 0 R >>', PAGES, PAGE, '<< /Filter /Adobe.PubSec /V 4 >>'],
        '/Root 1 0 R /Encrypt 4 0 R /ID [<00> <00>]',
      ),
    ),
  'not-a-pdf': () => reasonOf(Buffer.from('hello')),
  empty: () => reasonOf(new Uint8Array()),
  'too-large': async () => failure(await createIntake(pool, { bytes: 1000 }).convert({ bytes: await plainBytes() })),
  'too-many-pages': async () => failure(await createIntake(pool, { pages: 2 }).convert({ bytes: await plainBytes(3) })),
  'page-too-large': () => reasonOf(onePage('', '', '[0 0 100 2147483647]')),
  damaged: async () => reasonOf((await plainBytes(40)).subarray(0, 3000)),
  'took-too-long': async () => failure(await createIntake(pool, { ms: 1 }).convert({ bytes: await plainBytes(500) })),
  'took-too-much-memory': async () => {
    const narrow = testPool({ memoryMb: 16 })
    return failure(await createIntake(narrow, { memoryMb: 16 }).convert({ bytes: bomb() }))
  },
}
const failure = (answer: { ok: boolean; reason?: string }) => answer.reason ?? 'converted'

for (const reason of CONVERSION_FAILURES) {
  test(`an upload can be refused as ${reason}`, async () => {
    expect(await FAILURES[reason]()).toBe(reason)
    expect(await reasonOf(await plainBytes())).toBe('converted')
  })
}

async function protectedBytes(passwords: { userPassword?: string; ownerPassword?: string }): Promise<Uint8Array> {
  const document = await plainFile()
  document.encrypt({ ...passwords, permissions: { modifying: false, copying: false } })
  return document.save()
}

/** A page tree of very many pages: small as a file, large in memory. */
function bomb(): Uint8Array {
  const count = 60_000
  const kids = Array.from({ length: count }, (_, i) => `${i + 3} 0 R`).join(' ')
  const pages = Array.from({ length: count }, () => `<< /Type /Page /Parent 2 0 R /A [${'<< /B 1 >> '.repeat(12)}] >>`)
  return written(['<< /Type /Catalog /Pages 2 0 R >>', `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`, ...pages])
}

test('the right password opens a protected file, and what comes out is protected no more', async () => {
  const answer = await intake.convert({ bytes: await protectedBytes({ userPassword: 'secret' }), password: 'secret' })
  expect(answer).toMatchObject({ ok: true, pages: [{}, {}] })
  expect((await PDFDocument.load(answer.ok ? answer.bytes : new Uint8Array())).getPageCount()).toBe(2)
})

test('a password is taken as typed, accents and all', async () => {
  const bytes = await protectedBytes({ userPassword: 'Größe 9' })
  expect(await reasonOf(bytes, 'Größe 9')).toBe('converted')
  expect(await reasonOf(bytes, 'Grosse 9')).toBe('password-wrong')
})

test('a file that only forbids changing opens unasked, with or without a password', async () => {
  const bytes = await protectedBytes({ ownerPassword: 'owner' })
  expect(await reasonOf(bytes)).toBe('converted')
  expect(await reasonOf(bytes, 'owner')).toBe('converted')
})

for (const bits of ['40', '128', '256']) {
  testWith('qpdf', `a file that qpdf protected with ${bits} bits opens with either password`, async (run) => {
    const plain = asFile('plain.pdf', await plainBytes())
    const target = asFile(`protected-${bits}.pdf`, new Uint8Array())
    run('--allow-weak-crypto', '--encrypt', 'user', 'owner', bits, '--', plain, target)
    const { readFileSync } = await import('node:fs')
    const bytes = readFileSync(target)
    expect(await reasonOf(bytes)).toBe('password-required')
    expect(await reasonOf(bytes, 'neither')).toBe('password-wrong')
    expect(await reasonOf(bytes, 'user')).toBe('converted')
    expect(await reasonOf(bytes, 'owner')).toBe('converted')
  })
}

test.each([
  ['a file without pages', () => written(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']), 'empty'],
  [
    'a page tree that goes in circles',
    () => written(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R 2 0 R] /Count 2 >>', PAGE]),
    'damaged',
  ],
  [
    'a page that is not there',
    () => written(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [9 0 R] /Count 1 >>']),
    'damaged',
  ],
  ['a header and nothing else', () => Buffer.from('%PDF-1.7\n'), 'damaged'],
  [
    'an XFA form that asks to be rendered',
    () =>
      written([
        '<< /Type /Catalog /Pages 2 0 R /NeedsRendering true /AcroForm << /Fields [4 0 R] /XFA (<xdp/>) >> >>',
        PAGES,
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /Annots [4 0 R] >>',
        '<< /Subtype /Widget /FT /Tx /T (a) /Rect [0 0 9 9] >>',
      ]),
    'unsupported-xfa-form',
  ],
])('%s is refused', async (_, bytes, reason) => {
  expect(await reasonOf(bytes())).toBe(reason)
})

test('a form that exists as XFA and as ordinary fields is taken in with the fields', async () => {
  const file = written([
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] /XFA (<xdp/>) >> >>',
    PAGES,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /Annots [4 0 R] >>',
    '<< /Subtype /Widget /FT /Tx /T (a) /Rect [50 400 150 420] >>',
  ])
  expect(await reasonOf(file)).toBe('converted')
})

test('a cross-reference table that is wrong is put right', async () => {
  const text = Buffer.from(await plainBytes())
    .toString('latin1')
    .replace(/^\d{10} 00000 n/gm, '0000000000 00000 n')
  const answer = await intake.convert({ bytes: Buffer.from(text, 'latin1') })
  expect(answer).toMatchObject({ ok: true, pages: [{}, {}] })
})

test('a content stream that breaks off is taken in as far as readers show it, and is whole from then on', async () => {
  const document = await plainFile(1)
  const packed = deflateSync('0 g 50 50 100 100 re f\n'.repeat(400))
  const cut = document.context.register(document.context.stream(packed.subarray(0, packed.length - 20), { Filter: 'FlateDecode' }))
  document.getPage(0).node.set(PDFName.of('Contents'), cut)
  const answer = await intake.convert({ bytes: await document.save() })
  if (!answer.ok) throw new Error(answer.words)
  expect(answer.repaired).toBe(true)
  expect(boundsOf(await picture(answer.bytes), isDark)).toEqual({ left: 50, top: 350, right: 150, bottom: 450 })
  expect(await intake.convert({ bytes: answer.bytes })).toMatchObject({ ok: true, repaired: false })
})

test('a content stream that is broken from its first byte on is an empty page, on which what is stamped is seen', async () => {
  const document = await plainFile(1)
  const packed = deflateSync('0 g 50 50 100 100 re f\n'.repeat(40))
  // As a transfer of text would have it.
  const mangled = Buffer.from(packed.toString('latin1').replaceAll(/[\x80-\xff]/g, '\n'), 'latin1')
  const broken = document.context.register(document.context.stream(mangled, { Filter: 'FlateDecode' }))
  document.getPage(0).node.set(PDFName.of('Contents'), broken)
  const answer = await intake.convert({ bytes: await document.save() })
  if (!answer.ok) throw new Error(answer.words)
  expect(answer.repaired).toBe(true)
  const paint = { kind: 'path', d: 'M 0 0 L 40 0 L 40 30 L 0 30 Z', fill: '#000000', width: 0 } as const
  const { bytes } = await stampFile(answer.bytes, [{ page: 0, x: 100, y: 200, paints: [paint] }], {})
  expect(boundsOf(await picture(bytes), isDark)).toEqual({ left: 100, top: 200, right: 140, bottom: 230 })
})

test('what stands in the texts of a protected file is kept whole, brackets and all, and so is everything around it', async () => {
  const text = 'a) of (b \\ c\r) and ('
  const bytes = withText(text)
  const answer = await intake.convert({ bytes })
  if (!answer.ok) throw new Error(answer.words)
  expect(answer.repaired).toBe(false)
  const kept = (await PDFDocument.load(answer.bytes)).catalog.lookup(PDFName.of('PieceInfo'), PDFDict)
  expect(Buffer.from(kept.lookup(PDFName.of('Said'), PDFString).asBytes()).toString()).toBe(text)
  expect(kept.lookup(PDFName.of('After'))).toEqual(PDFNumber.of(7))
})

test('a page whose boxes are none has the same size for every reader', async () => {
  for (const boxes of [
    '/MediaBox [0]',
    '/MediaBox [0 0 0 0]',
    '/MediaBox [0 0 300 200] /CropBox [5 5 5 9]',
    '/MediaBox [0 0 300 200] /CropBox [300 0 400 90]',
  ]) {
    const page = `<< /Type /Page /Parent 2 0 R ${boxes} /Contents 4 0 R >>`
    const answer = await intake.convert({ bytes: written(['<< /Type /Catalog /Pages 2 0 R >>', PAGES, page, stream('0 g')]) })
    if (!answer.ok) throw new Error(answer.words)
    const { width, height } = await picture(answer.bytes)
    expect(answer.pages).toEqual([{ width: width * 1000, height: height * 1000 }])
    const kept = (await PDFDocument.load(answer.bytes)).getPage(0)
    expect(kept.getMediaBox()).toEqual({ x: 0, y: 0, width, height })
  }
})

test.each([
  ['a string', 'BT (never ends'],
  ['strings within one another', 'BT (a (b ( c'],
  ['a list', '0 g [ (a) [ 1 2'],
  ['an inline image', 'BI /W 1 /H 1 /BPC 8 /CS /G ID x'],
])('what is stamped is seen after content in which %s never ends', async (_, content) => {
  const answer = await intake.convert({ bytes: onePage(content) })
  if (!answer.ok) throw new Error(answer.words)
  const paint = { kind: 'path', d: 'M 0 0 L 40 0 L 40 30 L 0 30 Z', fill: '#000000', width: 0 } as const
  const { bytes } = await stampFile(answer.bytes, [{ page: 0, x: 100, y: 200, paints: [paint] }], {})
  expect(boundsOf(await picture(bytes), isDark)).toEqual({ left: 100, top: 200, right: 140, bottom: 230 })
})

test('what is named and not there stays nothing, whatever is stamped on the page', async () => {
  const file = written([
    '<< /Type /Catalog /Pages 2 0 R >>',
    PAGES,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /Contents 4 0 R /Annots [5 0 R] /Resources << /XObject << /X 6 0 R >> >> >>',
    stream('/X Do'),
  ])
  const answer = await intake.convert({ bytes: file })
  if (!answer.ok) throw new Error(answer.words)
  const paint = { kind: 'path', d: 'M 0 0 L 40 0 L 40 30 L 0 30 Z', fill: '#000000', width: 0 } as const
  const { bytes, pages } = await stampFile(answer.bytes, [{ page: 0, x: 100, y: 200, paints: [paint] }], {})
  expect(boundsOf(await picture(bytes), isDark)).toEqual({ left: 100, top: 200, right: 140, bottom: 230 })
  const signed = await PDFDocument.load(await signFile(bytes, { credential, at: AT }))
  expect(pageDigests(signed, (part) => createHash('sha256').update(part).digest())).toEqual(pages)
})

const LOOK = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 10, 10] }

test('a form field that stands on a note of the original is seen there, and a note that lies elsewhere stays one', async () => {
  const document = await plainFile(1)
  const { context } = document
  const box = (color: string) => context.register(context.stream(`${color} rg 0 0 10 10 re f`, LOOK))
  const annotation = (Subtype: string, Rect: number[], color: string, more = {}) =>
    context.register(context.obj({ Type: 'Annot', Subtype, Rect, AP: { N: box(color) }, ...more }))
  const note = annotation('Square', [50, 50, 250, 150], '1 1 1')
  const popup = context.register(context.obj({ Type: 'Annot', Subtype: 'Popup', Rect: [300, 50, 350, 150], Parent: note }))
  const field = annotation('Widget', [100, 80, 160, 120], '0 0 0', { FT: 'Tx', T: PDFString.of('A') })
  const elsewhere = annotation('Square', [50, 200, 80, 220], '1 0 0')
  document.getPage(0).node.set(PDFName.of('Annots'), context.obj([note, field, popup, elsewhere]))
  const answer = await intake.convert({ bytes: await document.save() })
  if (!answer.ok) throw new Error(answer.words)
  const drawn = await picture(answer.bytes)
  expect(drawn.at(130, 400)).toEqual([0, 0, 0])
  expect(drawn.at(65, 290)).toEqual([255, 0, 0])
  expect((await PDFDocument.load(answer.bytes)).getPage(0).node.Annots()?.size()).toBe(1)
})

test('a note of the original that lies under a field does not cover what is stamped there', async () => {
  const document = await plainFile(1)
  const { context } = document
  const white = context.register(context.stream('1 1 1 rg 0 0 10 10 re f', LOOK))
  const note = { Type: 'Annot', Subtype: 'FreeText', AP: { N: white } }
  const notes = [
    { ...note, Rect: [90, 250, 190, 320] },
    { ...note, Rect: [10, 10, 40, 40] },
  ]
  document.getPage(0).node.set(PDFName.of('Annots'), context.obj(notes))
  const answer = await intake.convert({ bytes: await document.save() })
  if (!answer.ok) throw new Error(answer.words)
  const paint = { kind: 'path', d: 'M 0 0 L 40 0 L 40 30 L 0 30 Z', fill: '#000000', width: 0 } as const
  const { bytes } = await stampFile(answer.bytes, [{ page: 0, x: 100, y: 200, width: 60, height: 40, paints: [paint] }], {})
  expect((await picture(bytes)).at(120, 215)).toEqual([0, 0, 0])
  expect((await PDFDocument.load(bytes)).getPage(0).node.Annots()?.size()).toBe(1)
})

test('an object that cannot be read is nothing, as readers have it', async () => {
  const file = written([
    '<< /Type /Catalog /Pages 2 0 R >>',
    PAGES,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /Resources 4 0 R >>',
    '<< /Font >> >> <<',
  ])
  const answer = await intake.convert({ bytes: file })
  expect(answer).toMatchObject({ ok: true, repaired: true })
  expect(await intake.convert({ bytes: answer.ok ? answer.bytes : file })).toMatchObject({ ok: true, repaired: false })
})

test('bytes before the header are put up with', async () => {
  expect(await reasonOf(Buffer.concat([Buffer.from('\r\n\r\n'), await plainBytes()]))).toBe('converted')
})

test('a filled form is taken in as it looks, and is a form no more', async () => {
  const document = await plainFile(1)
  const form = document.getForm()
  const field = form.createTextField('name')
  field.setText('Filled in')
  field.addToPage(document.getPage(0), {
    x: 50,
    y: 300,
    width: 200,
    height: 24,
    borderWidth: 0,
    font: await document.embedFont(StandardFonts.Helvetica),
  })
  form.createCheckBox('box').addToPage(document.getPage(0), { x: 50, y: 260, width: 20, height: 20 })
  form.getCheckBox('box').check()
  const bytes = await document.save()
  const before = await picture(bytes)
  const answer = await intake.convert({ bytes })
  if (!answer.ok) throw new Error(answer.words)
  const after = await picture(answer.bytes)
  expect(boundsOf(after, isDark)).toEqual(boundsOf(before, isDark))
  const clean = await PDFDocument.load(answer.bytes)
  expect(clean.catalog.has(PDFName.of('AcroForm'))).toBe(false)
  expect(clean.getPage(0).node.Annots()?.size() ?? 0).toBe(0)
})

test('a form whose fields come without looks gets them', async () => {
  const file = written([
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] /NeedAppearances true /DA (/Helv 12 Tf 0 g) >> >>',
    PAGES,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /Annots [4 0 R] >>',
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (Ink on the page) /DA (/Helv 12 Tf 0 g) /Rect [50 400 250 420] >>',
  ])
  const answer = await intake.convert({ bytes: file })
  if (!answer.ok) throw new Error(answer.words)
  const ink = boundsOf(await picture(answer.bytes), isDark)
  expect(ink.left).toBeGreaterThanOrEqual(50)
  expect(ink.right).toBeGreaterThan(100)
})

test.each([
  ['', 1],
  ['/Border [0 0 3]', 3],
  ['/BS << /W 2 >>', 2],
])('a frame of a colour is drawn, one point wide where nothing else is said: %s', async (said, width) => {
  const file = written([
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>',
    PAGES,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /Annots [4 0 R] >>',
    `<< /Type /Annot /Subtype /Widget /FT /Ch /Ff 131072 /T (a) /Opt [(b)] /MK << /BC [1 0 0] >> ${said} /Rect [50 400 250 420] >>`,
  ])
  const answer = await intake.convert({ bytes: file })
  if (!answer.ok) throw new Error(answer.words)
  const seen = await picture(answer.bytes)
  expect(boundsOf(seen, isRed)).toEqual({ left: 50, top: 80, right: 250, bottom: 100 })
  expect([width - 1, width].map((x) => isRed(seen.at(50 + x, 90)))).toEqual([true, false])
})

test('a list without looks is drawn from the option that it is scrolled to, and offered with all of them', async () => {
  const list = async (said: string) => {
    const file = written([
      '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>',
      PAGES,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /Annots [4 0 R] >>',
      `<< /Type /Annot /Subtype /Widget /FT /Ch /T (a) ${said} /DA (/Helv 12 Tf 0 g) /Rect [50 400 250 420] >>`,
    ])
    const answer = await intake.convert({ bytes: file })
    if (!answer.ok) throw new Error(answer.words)
    return { seen: (await pixelsOf(answer.bytes)).data, offered: answer.found?.formFields.map(({ options }) => options) }
  }
  const all = '/Opt [(First) (Second) (Third)]'
  const [whole, scrolled] = [await list(all), await list(`${all} /TI 1`)]
  expect(scrolled.offered).toEqual([['First', 'Second', 'Third']])
  expect(scrolled.seen).toEqual((await list('/Opt [(Second) (Third)]')).seen)
  expect(scrolled.seen).not.toEqual(whole.seen)
  // What is no place in the list says nothing.
  for (const odd of ['/TI 3', '/TI /One']) expect((await list(`${all} ${odd}`)).seen).toEqual(whole.seen)
})

test('scripts, and what else acts by itself, do not come in', async () => {
  const file = written([
    '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> /AA << /WC << /S /JavaScript /JS (x) >> >> /Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (y) >>] >> >> >>',
    PAGES,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /AA << /O << /S /Launch /F (cmd) >> >> /Annots [<< /Subtype /Link /Rect [0 0 9 9] /A << /S /Launch /F (cmd) >> >> << /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.org) >> >>] /Contents 4 0 R >>',
    stream(''),
  ])
  const answer = await intake.convert({ bytes: file })
  if (!answer.ok) throw new Error(answer.words)
  const clean = await (await PDFDocument.load(answer.bytes)).save({ useObjectStreams: false })
  const text = Buffer.from(clean).toString('latin1')
  expect(text).not.toMatch(/JavaScript|Launch/)
  expect(text).toContain('example.org')
})

/** All that a converted file holds, written out. */
async function wholeOf(bytes: Uint8Array): Promise<string> {
  const answer = await intake.convert({ bytes })
  if (!answer.ok) throw new Error(answer.words)
  return Buffer.from(await (await PDFDocument.load(answer.bytes)).save({ useObjectStreams: false })).toString('latin1')
}
const streamOf = (content: string, entries: string) => `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`
const link = (action: string, more = '') => `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << ${action} >> ${more} >>`
const withAnnotations = (annotations: readonly string[], ...more: readonly string[]) =>
  written([
    '<< /Type /Catalog /Pages 2 0 R >>',
    PAGES,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /Annots [${annotations.join(' ')}] /Contents 4 0 R >>`,
    stream(''),
    ...more,
  ])

test('a link leads to the web, a mail, a telephone or a place in the file, and to nothing else, however its address is written', async () => {
  const stays = ['https://a.example', 'HTTP://b.example', 'mailto:c@d.example', 'tel:+27821234567', 'www.e.example']
  const goes = [
    'javascript:alert\\(1\\)',
    'java\\nscript:f',
    ' javascript:g',
    'file:///h',
    'data:text/html,i',
    'smb://j',
    '../k.exe',
    'vbscript:l',
  ]
  const text = await wholeOf(withAnnotations([...stays, ...goes].map((address) => link(`/S /URI /URI (${address})`))))
  for (const address of stays) expect(text).toContain(address)
  expect([...text.matchAll(/\/URI\s*\(/g)]).toHaveLength(stays.length)
  const places = await wholeOf(
    withAnnotations([link('/S /GoTo /D [3 0 R /Fit]'), link('/S /Named /N /NextPage'), link('/S /Named /N /Print')]),
  )
  expect([/\/GoTo\b/.test(places), places.includes('/NextPage'), places.includes('/Print')]).toEqual([true, true, false])
})

const ACTIVE = [
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ResetForm',
  'ImportData',
  'GoToR',
  'GoToE',
  'Rendition',
  'Movie',
  'Sound',
  'Hide',
  'Thread',
]

test('what runs, opens, sends or plays goes wherever it hangs: behind a link that stays, on a bookmark, on a page, under a false name', async () => {
  for (const kind of ACTIVE) {
    const action = `<< /S /${kind} /F (harm) /JS (harm) >>`
    const chained = link(`/S /URI /URI (https://stays.example) /Next [<< /S /GoTo /D [3 0 R /Fit] /Next ${action} >> ${action}]`)
    const file = written([
      `<< /Type /Catalog /Pages 2 0 R /Outlines 5 0 R /OpenAction << /S /GoTo /D [3 0 R /Fit] /Next ${action} >> /AA << /WC ${action} >> >>`,
      PAGES,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /AA << /O ${action} >> /Annots [${chained} ${link(`/S /${kind} /K 1 /P 3 0 R /F (harm)`)} 7 0 R] /Contents 4 0 R >>`,
      stream(''),
      '<< /First 6 0 R /Last 6 0 R /Count 1 >>',
      `<< /Title (Chapter) /Parent 5 0 R /A ${action} >>`,
      `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A 8 0 R /PA ${action} /AA << /E 8 0 R >> >>`,
      `<< /Type /StructElem /S /${kind} /F (harm) >>`,
    ])
    const text = await wholeOf(file)
    expect([kind, text.includes('harm'), new RegExp(`/S\\s*/${kind}\\b`).test(text)]).toEqual([kind, false, false])
    expect([text.includes('stays.example'), text.includes('Chapter')]).toEqual([true, true])
  }
})

test('a page that opens by itself opens no other address', async () => {
  const file = written(['<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /URI /URI (https://opens.example) >> >>', PAGES, PAGE])
  expect(await wholeOf(file)).not.toContain('opens.example')
})

test('files inside the file, films, sounds and models stay behind; what of them is to be seen is part of the page', async () => {
  const look = streamOf('1 0 0 rg 0 0 40 40 re f', '/Type /XObject /Subtype /Form /BBox [0 0 40 40]')
  const payload = streamOf('harm inside', '/Type /EmbeddedFile')
  for (const kind of ['FileAttachment', 'Sound', 'Movie', 'Screen', 'RichMedia', '3D']) {
    const annotation = `<< /Type /Annot /Subtype /${kind} /Rect [50 50 90 90] /AP << /N 5 0 R >> /FS << /Type /Filespec /F (harm.exe) /EF << /F 6 0 R >> >> /Movie << /F (harm.avi) >> >>`
    const bytes = withAnnotations([annotation], look, payload)
    const answer = await intake.convert({ bytes })
    if (!answer.ok) throw new Error(answer.words)
    const text = await wholeOf(bytes)
    expect([kind, text.includes('harm'), text.includes(`/${kind}`)]).toEqual([kind, false, false])
    expect(text).toContain('1 0 0 rg')
  }
  const named = written([
    '<< /Type /Catalog /Pages 2 0 R /AF [5 0 R] /Names << /EmbeddedFiles << /Names [(a) 5 0 R] >> /Dests << /Names [(here) [3 0 R /Fit]] >> >> >>',
    PAGES,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /AF [5 0 R] /Contents 4 0 R >>',
    stream(''),
    '<< /Type /Filespec /F (harm.exe) /EF << /F 6 0 R >> >>',
    payload,
  ])
  const text = await wholeOf(named)
  expect([text.includes('harm'), text.includes('EmbeddedFile'), text.includes('(here)')]).toEqual([false, false, true])
})

test('what only has the name of something that acts stays: fonts, letters and pictures are called as a file likes', async () => {
  const square = (colour: string) => streamOf(`${colour} rg 0 0 40 40 re f`, '/Type /XObject /Subtype /Form /BBox [0 0 40 40]')
  const file = written([
    '<< /Type /Catalog /Pages 2 0 R >>',
    PAGES,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /Resources << /XObject << /A 5 0 R /AA 6 0 R /EF 5 0 R /AF 6 0 R >> /ColorSpace << /AF [/CalGray << /WhitePoint [1 1 1] >>] >> >> /Contents 4 0 R >>',
    stream('/A Do /AA Do /EF Do /AF Do'),
    square('1 0 0'),
    square('0 0 1'),
  ])
  const text = await wholeOf(file)
  for (const kept of ['/A ', '/AA ', '/EF ', '/AF ', '/CalGray', '1 0 0 rg', '0 0 1 rg']) expect(text).toContain(kept)
})

test('earlier revisions of a file stay behind', async () => {
  const first = Buffer.from(await plainBytes(1)).toString('latin1')
  const answer = await intake.convert({ bytes: Buffer.from(`${first}\n900 0 obj\n(a withdrawn clause)\nendobj\n`, 'latin1') })
  if (!answer.ok) throw new Error(answer.words)
  const text = Buffer.from(await (await PDFDocument.load(answer.bytes)).save({ useObjectStreams: false })).toString('latin1')
  expect(text).not.toContain('withdrawn')
})
