import { readFile } from 'node:fs/promises'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PackFact, pack as packAggregate } from '#domain/pack'
import { refusalOf, type SigningClient, type TestServer, testServer } from '#tests/server'
import { drawnGlyphs } from '../pdf/support/glyphs.ts'
import { eventually, linkOf, type Prepared, prepared, sent, viewOf } from '../support/prepared.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const box = { x: 40, width: 160, height: 24 }
/** Mongolian and hieroglyphs: no font of the product has them. */
const UNPRINTABLE = 'ᠮᠣᠩᠭᠣᠯ'
const save = (of: { post(path: string, body: object): Promise<unknown> }, pack: string, field: string | undefined, record: object) =>
  of.post(`/app/documents/${pack}/add_update_data_field`, { data: [{ uuid: field, ...record }] })

async function entered({ pack, signers }: Prepared, at = 0): Promise<SigningClient> {
  const signer = await server.signer(await linkOf(server.owner, pack, signers[at]!))
  await signer.post(`/app/documents/${pack}/user_accepted_terms/${signers[at]}`, { consent_version: signer.opened.consent.version })
  return signer
}
async function finish(signer: SigningClient, { pack, signers }: Prepared, at = 0): Promise<void> {
  const { view_digest } = await viewOf(signer, pack)
  await signer.post(`/app/documents/${pack}/add_update_signatory`, {
    data: { uuid: signers[at] },
    update_status_to: 'complete',
    enqueue_next_signer: true,
    consent_version: signer.opened.consent.version,
    view_digest,
  })
}
async function sealed(pack: string): Promise<Uint8Array> {
  const { view } = await eventually(
    () => viewOf(server.owner, pack),
    ({ view: { documents } }) => documents[0]?.sealing.state === 'sealed',
  )
  const { sealing } = view.documents[0]!
  if (sealing.state !== 'sealed') throw new Error('not sealed')
  return server.owner.bytes(`/app/serve/${sealing.file}`)
}
interface Piece {
  readonly text: string
  readonly left: number
  readonly right: number
  /** From the top of the page. */
  readonly baseline: number
}
async function piecesOf(pdf: Uint8Array, page = 1): Promise<readonly Piece[]> {
  const document = await getDocument({ data: new Uint8Array(pdf), useSystemFonts: true, verbosity: 0 }).promise
  try {
    const shown = await document.getPage(page)
    const [, , , height = 0] = shown.view
    const { items } = await shown.getTextContent()
    return items.flatMap((item) => {
      if (!('str' in item)) return []
      const [, , , , left = 0, up = 0] = item.transform as number[]
      return [{ text: item.str, left, right: left + item.width, baseline: height - up }]
    })
  } finally {
    await document.destroy()
  }
}
const textOf = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join('')

/** Facts as they were recorded before text was judged where it is entered. */
async function recordedBefore(pack: string, ...facts: readonly PackFact[]): Promise<void> {
  const outcome = await server.application.services.handler.handle({
    stream: `pack-${pack}`,
    aggregate: packAggregate,
    decide: () => facts,
    origin: { actor: { principal: 'process:test', capacity: 'process', proof: 'installation' }, correlation: 'test', causation: 'test' },
  })
  expect(outcome).not.toHaveProperty('refused')
}

test('what no font prints is refused wherever somebody enters it, with a sentence that names it', async () => {
  const fields = [
    { ...box, type: 'text', y: 40, signer: 'self', required: false },
    { ...box, type: 'text', y: 80, signer: 0, required: false },
    { ...box, type: 'choice', y: 120, signer: 0, options_as_csv: 'Single\nMarried', required: false },
    { ...box, type: 'question', y: 160, signer: 0, required: false },
    { ...box, type: 'signature', y: 200, signer: 0 },
    { ...box, type: 'initial', y: 240, signer: 0, required: false },
    { ...box, type: 'link', y: 300, signer: 'self', required: false, data: 'https://example.com' },
  ] as const
  const made = await prepared(server.owner, 'Refused', ['Ada Lovelace'], fields)
  const { pack } = made
  const [own, theirs, choice, question, signature, initial, link] = made.fields
  const named = /No font here can print “ᠮ” “ᠣ” “ᠩ” “ᠭ” “ᠯ”/
  const isRefused = async (call: Promise<unknown>, code = 'text-undrawable') => {
    expect(await refusalOf(call)).toMatchObject({ status: 400, code, message: expect.stringMatching(named) })
  }
  await isRefused(save(server.owner, pack, own, { data: UNPRINTABLE }))
  await isRefused(save(server.owner, pack, theirs, { data: `${UNPRINTABLE} for them` }))
  await isRefused(save(server.owner, pack, choice, { options_as_csv: `Single\n${UNPRINTABLE}` }))
  await isRefused(save(server.owner, pack, link, { data: `https://example.com/${UNPRINTABLE}` }))
  const another = { document_key: made.document, page: 0, ...box, y: 400, type: 'choice', signatory_uuid: made.signers[0] }
  await isRefused(save(server.owner, pack, crypto.randomUUID(), { ...another, options_as_csv: UNPRINTABLE }))
  const { revision } = await viewOf(server.owner, pack)
  await server.owner.post(`/app/documents/${pack}/update_document`, { data: { status: 'awaiting_signatures', revision } })
  const signer = await entered(made)
  for (const field of [theirs, question]) await isRefused(save(signer, pack, field, { data: UNPRINTABLE }))
  for (const field of [signature, initial])
    await isRefused(save(signer, pack, field, { data: { method: 'typed', text: UNPRINTABLE } }), 'name-undrawable')
  expect(await refusalOf(save(signer, pack, signature, { data: { method: 'typed', text: UNPRINTABLE } }))).toMatchObject({
    message: expect.stringContaining('draw your signature, or type your name in other letters'),
  })
})

const NAMES = ['தமிழ்ச்செல்வி', 'გიორგი', 'Արամ', 'শ্রীকান্ত', 'ਗੁਰਪ੍ਰੀਤ', 'ශ්‍රීමාල්', 'អោសៀង', 'အောင်ဆန်း', 'Nguyễn Thị Hồng', 'Νίκος']

test('names of many scripts that fill themselves in, are chosen, signed with and called by are sealed in their own letters', async () => {
  const rows = NAMES.flatMap((_, at) => {
    const y = 40 + 70 * at
    return [
      { ...box, width: 120, type: 'text', y, signer: at, auto_fill: 'name' },
      { ...box, width: 120, x: 170, type: 'choice', y, signer: at, options_as_csv: `Other\n${NAMES[at]}` },
      { ...box, width: 120, x: 300, type: 'signature', y, height: 40, signer: at },
    ] as const
  })
  const made = await sent(server.owner, 'In their letters', NAMES, rows)
  for (const at of NAMES.keys()) {
    const signer = await entered(made, at)
    await save(signer, made.pack, made.fields[3 * at + 1], { data: NAMES[at] })
    await save(signer, made.pack, made.fields[3 * at + 2], { data: { method: 'typed', text: NAMES[at] } })
    await finish(signer, made, at)
  }
  const pdf = await sealed(made.pack)
  const faces = await drawnGlyphs(pdf)
  expect([...faces.keys()]).toEqual(
    expect.arrayContaining(['NotoSansTamil-Regular', 'NotoSansGeorgian-Regular', 'NotoSansMyanmar-Regular', 'Mansalva-Regular']),
  )
  for (const [face, glyphs] of faces) expect(glyphs, face).not.toContain(0)
  const text = textOf(await piecesOf(pdf)).normalize('NFC')
  // Named, chosen and signed: readers that know nothing of the order of glyphs find what needs no other.
  for (const name of ['გიორგი', 'Արամ', 'Nguyễn Thị Hồng', 'Νίκος']) expect(text.split(name).length - 1, name).toBe(3)
})

test('somebody whose name no font has is left an empty field to write it otherwise, and signs by drawing', async () => {
  const fields = [
    { ...box, type: 'text', y: 40, signer: 0, auto_fill: 'name' },
    { ...box, type: 'signature', y: 100, signer: 0 },
  ] as const
  const settings = { include_audit_trail_in_signed_documents: true, use_certificates_for_signed_pdf: true }
  const made = await sent(server.owner, 'In other letters', [UNPRINTABLE], fields, false, settings)
  const signer = await entered(made)
  expect((await viewOf(signer, made.pack)).view.fields[made.fields[0]!]!.value).toBeNull()
  await save(signer, made.pack, made.fields[0], { data: 'Mongol' })
  await save(signer, made.pack, made.fields[1], { data: { method: 'drawn', height: 300, strokes: [[100, 100, 300, 50, 500, 200]] } })
  await finish(signer, made)
  const pdf = await sealed(made.pack)
  for (const [face, glyphs] of await drawnGlyphs(pdf)) expect(glyphs, face).not.toContain(0)
  // The pages with the history name them by the numbers of their letters.
  expect(textOf(await piecesOf(pdf, 2)) + textOf(await piecesOf(pdf, 3))).toContain('[U+182E U+1823')
})

test('text that its field does not hold is refused with how much fits, and just so much is taken', async () => {
  const fields = [
    { ...box, type: 'text', y: 40, signer: 'self', required: false },
    { ...box, type: 'text', y: 80, signer: 0, required: false, text_layout: 'single-line' },
    { ...box, type: 'choice', y: 120, signer: 0, options_as_csv: 'Single', required: false },
    { ...box, width: 60, type: 'signature', y: 160, signer: 0 },
  ] as const
  const made = await prepared(server.owner, 'Too much', ['Ada Lovelace'], fields)
  const { pack } = made
  const [own, single, choice, signature] = made.fields
  const long = 'The tenant keeps the garden in order. '.repeat(52).slice(0, 1968)
  const room = async (call: Promise<unknown>) => {
    const { status, code, message } = await refusalOf(call)
    expect({ status, code }).toEqual({ status: 400, code: 'text-unfit' })
    const [, fits, of] = /in the smallest print, (\d+) of its (\d+) characters do/.exec(message) ?? []
    expect(Number(of)).toBeGreaterThan(Number(fits))
    return Number(fits)
  }
  const holds = await room(save(server.owner, pack, own, { data: long }))
  expect(await room(save(server.owner, pack, own, { data: long.slice(0, holds + 1) }))).toBe(holds)
  await save(server.owner, pack, own, { data: long.slice(0, holds) })
  await room(save(server.owner, pack, choice, { options_as_csv: `Single\n${'married '.repeat(60)}` }))
  // What fitted when it was entered may not in a smaller field: it is not sent before it is put right.
  await save(server.owner, pack, own, { ...box, y: 40, width: 80 })
  const send = async () => {
    const { revision } = await viewOf(server.owner, pack)
    return server.owner.post(`/app/documents/${pack}/update_document?request_signatures_if_required=true`, {
      data: { status: 'awaiting_signatures', revision },
    })
  }
  expect(await refusalOf(send())).toMatchObject({ code: 'texts-unprintable', message: expect.stringContaining('cannot be printed') })
  await save(server.owner, pack, own, { data: 'Garden' })
  await send()
  const signer = await entered(made)
  const fits = await room(save(signer, pack, single, { data: long }))
  await save(signer, pack, single, { data: long.slice(0, fits) })
  await room(save(signer, pack, signature, { data: { method: 'typed', text: 'Anna-Katharina von und zu '.repeat(3).trim() } }))
})

test('a document from before holds what is refused now: it opens, says so, is corrected by whose it is, and is sealed inside its fields', async () => {
  const fields = [
    { ...box, type: 'text', y: 500, signer: 'self', required: false },
    { ...box, type: 'text', y: 540, signer: 0 },
    { ...box, type: 'choice', y: 580, signer: 0, options_as_csv: 'Single' },
    { ...box, type: 'signature', y: 620, signer: 0 },
  ] as const
  const made = await sent(server.owner, 'From before', ['Ada Lovelace'], fields)
  const { pack } = made
  const [own, theirs, choice, signature] = made.fields as [string, string, string, string]
  const long = 'The tenant keeps the garden in order. '.repeat(52).slice(0, 1968)
  await eventually(
    () => viewOf(server.owner, pack),
    ({ view: { signatories } }) => signatories[0]?.request?.state === 'sent',
  )
  await recordedBefore(
    pack,
    { type: 'FieldFilledBySender', data: { field: own, value: long } },
    { type: 'FieldOptionsChanged', data: { field: choice, options: [UNPRINTABLE] } },
    { type: 'FieldFilled', data: { field: theirs, by: made.signers[0]!, value: UNPRINTABLE } },
  )
  const signer = await entered(made)
  expect((await viewOf(signer, pack)).view.fields[theirs]!.value).toBe(UNPRINTABLE)
  // What the sender offers is chosen all the same: a signer could do nothing about it.
  await save(signer, pack, choice, { data: UNPRINTABLE })
  await save(signer, pack, signature, { data: { method: 'typed', text: 'Ada Lovelace' } })
  // Saved as it stands nothing changes; finishing asks for it to be written otherwise.
  await save(signer, pack, theirs, { data: UNPRINTABLE })
  expect(await refusalOf(finish(signer, made))).toMatchObject({ code: 'text-undrawable' })
  await save(signer, pack, theirs, { data: 'Mongol' })
  await finish(signer, made)
  const pdf = await sealed(pack)
  for (const [face, glyphs] of await drawnGlyphs(pdf)) expect(glyphs, face).not.toContain(0)
  const pieces = await piecesOf(pdf)
  const inField = (y: number) => pieces.filter(({ baseline }) => baseline > y && baseline <= y + 24)
  expect(textOf(inField(500))).toMatch(/^The tenant keeps.*… \[\d+ more characters are in the history of this document\]$/)
  for (const { left, right } of inField(500)) {
    expect(left).toBeGreaterThanOrEqual(40)
    expect(right).toBeLessThanOrEqual(200.5)
  }
  // Not one of its fifty lines stands elsewhere.
  expect(pieces.filter(({ text }) => text.includes('garden')).every(({ baseline }) => baseline > 500 && baseline <= 524)).toBe(true)
  expect(textOf(inField(580)).replaceAll(' ', '')).toContain('[U+182EU+1823U+1829U+182DU+1823U+182F]')
})

test('a copy of a document from before takes all of it along, and is sent once it is put right', async () => {
  const fields = [
    { ...box, type: 'text', y: 40, signer: 'self', required: false },
    { ...box, type: 'signature', y: 100, signer: 0 },
  ] as const
  const made = await prepared(server.owner, 'Copied from before', ['Ada Lovelace'], fields)
  await recordedBefore(made.pack, { type: 'FieldFilledBySender', data: { field: made.fields[0]!, value: UNPRINTABLE } })
  const { document } = await server.owner.get<{ document: { key: string } }>(`/app/documents/${made.pack}/create_a_copy`)
  const { view, revision } = await viewOf(server.owner, document.key)
  const copy = Object.values(view.fields).find(({ type }) => type === 'text')!
  expect(copy.value).toBe(UNPRINTABLE)
  // Saved with a new description, the value as it was is no reason to refuse that.
  await save(server.owner, document.key, copy.key, { data: UNPRINTABLE, helper_text: 'Their town' })
  const send = (at: number) =>
    server.owner.post(`/app/documents/${document.key}/update_document?request_signatures_if_required=true`, {
      data: { status: 'awaiting_signatures', revision: at },
    })
  expect(await refusalOf(send(revision))).toHaveProperty('code')
  const now = await viewOf(server.owner, document.key)
  expect(await refusalOf(send(now.revision))).toMatchObject({ code: 'texts-unprintable' })
  await save(server.owner, document.key, copy.key, { data: 'Ulaanbaatar' })
  await send((await viewOf(server.owner, document.key)).revision)
})

test('what a page says under a cover-up block is in no text of the sealed file, which verifies; all else is as it was', async () => {
  const before = await piecesOf(await readFile('assets/sample.pdf'))
  const secret = before.find(({ text }) => /[A-Za-z]{4}/.test(text) && textOf(before).split(text).length === 2)!
  const over = { x: secret.left - 1, y: secret.baseline - 14, width: secret.right - secret.left + 2, height: 20 }
  const made = await prepared(
    server.owner,
    'Covered',
    ['Ada Lovelace'],
    [
      { ...over, type: 'block', signer: 'self', required: false },
      { ...box, type: 'signature', y: 700, signer: 0 },
    ],
  )
  const { revision } = await viewOf(server.owner, made.pack)
  await server.owner.post(`/app/documents/${made.pack}/update_document`, { data: { status: 'awaiting_signatures', revision } })
  const signer = await entered(made)
  await save(signer, made.pack, made.fields[1], { data: { method: 'typed', text: 'Ada Lovelace' } })
  await finish(signer, made)
  const pdf = await sealed(made.pack)
  const after = await piecesOf(pdf)
  const said = (pieces: readonly Piece[]) => pieces.map(({ text }) => text)
  expect(said(before)).toContain(secret.text)
  expect(textOf(after)).not.toContain(secret.text)
  for (const { text, left, right, baseline } of before) {
    const isUnder = left >= over.x - 1 && right <= over.x + over.width + 1 && baseline > over.y && baseline < over.y + over.height
    if (!isUnder && text.trim() !== '') expect(textOf(after)).toContain(text)
  }
  const { body } = await server.raw('/app/verify', {
    method: 'POST',
    headers: { 'content-type': 'application/pdf' },
    body: Buffer.from(pdf),
  })
  expect(body).toMatchObject({ report: { intact: true, sealed: true, problems: [] } })
})
