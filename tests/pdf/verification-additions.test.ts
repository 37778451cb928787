import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSelfSignedCertificate } from '#pdf/signature'
import { type Report, verifyFile } from '#pdf/verification'
import { timestampsFrom } from '../../shared/pdf/signature/timestamp-source.ts'
import { bodyOf, increment, PLACES, type Style, signedIn } from './support/increments.ts'
import { catalogueOf, drawing, NEW, pageOf, rootOf } from './support/mutator.ts'
import { asFile } from './support/programs.ts'
import { sealedPack } from './support/sealed-pack.ts'
import { hasOpenssl, startTimeAuthority, type TimeAuthority } from './support/time-authority.ts'

const TITLE = `what other programs add after the seal${hasOpenssl ? '' : ' (skipped: openssl is not on the PATH)'}`
const AT = Date.now()
const YEAR = 365 * 86_400_000
const office = makeSelfSignedCertificate({ commonName: 'Office', from: AT - YEAR, until: AT + YEAR, serial: randomBytes(16) })
const director = makeSelfSignedCertificate({ commonName: 'The director', from: AT - YEAR, until: AT + YEAR, serial: randomBytes(16) })

const [FIELD, VALUE, LOOKS, MORE] = [NEW, NEW + 1, NEW + 2, NEW + 3]
const formOf = (file: Buffer) => Number([...file.toString('latin1').matchAll(/\/AcroForm (\d+) 0 R/g)].at(-1)![1])
const withEntry = (dictionary: string, entry: string) => dictionary.replace(/>>\s*$/, `${entry}\n>>`)

const annotated = (page: string, more: string) => page.replace(/\/Annots \[([^\]]*)\]/, `/Annots [$1 ${more}]`)

interface Written {
  readonly kind?: 'DocTimeStamp' | 'Sig'
  readonly widget?: string
  readonly annotations?: string
  readonly page?: (page: string) => string
  readonly form?: (form: string) => string
  readonly catalogue?: (catalogue: string) => string
  readonly more?: Readonly<Record<number, string>>
  readonly style?: Style
}

/** A field with a signature without looks, which its page names: the objects that other programs write for it. */
function objectsFor(file: Buffer, { kind = 'DocTimeStamp', widget = '', annotations = '', more = {}, ...edit }: Written) {
  const { page = (same: string) => same, form = (same: string) => same, catalogue = (same: string) => same } = edit
  const subfilter = kind === 'Sig' ? 'ETSI.CAdES.detached' : 'ETSI.RFC3161'
  const place = /\/Rect/.test(widget) ? '' : '/Rect [0 0 0 0]'
  return {
    [rootOf(file)]: catalogue(catalogueOf(file)),
    [pageOf(file)]: page(annotated(bodyOf(file, pageOf(file)), `${FIELD} 0 R ${annotations}`)),
    // As a form is written that needs no appearances any more.
    [formOf(file)]: form(
      bodyOf(file, formOf(file))
        .replace(/\/NeedAppearances false\n?/, '')
        .replace(/\/Fields \[([^\]]*)\]/, `/Fields [$1 ${FIELD} 0 R]`),
    ),
    [FIELD]: `<< /FT /Sig /T (Later) /Type /Annot /Subtype /Widget /F 132 ${place} /P ${pageOf(file)} 0 R /V ${VALUE} 0 R ${widget} >>`,
    [VALUE]: `<< /Type /${kind} /Filter /Adobe.PPKLite /SubFilter /${subfilter} ${PLACES} >>`,
    ...more,
  }
}

describe.skipIf(!hasOpenssl)(TITLE, () => {
  let authority: TimeAuthority
  const files = new Map<string, Buffer>()
  let trust: string
  beforeAll(async () => {
    authority = await startTimeAuthority({ key: 'ec' })
    trust = `${office.certificate}\n${authority.root}`
    const timestamps = { url: authority.url, certificates: authority.root }
    for (const level of ['B-B', 'B-LTA'] as const) {
      const { bytes } = await sealedPack({ seed: level, level, credential: office, at: AT, timestamps })
      files.set(level, Buffer.from(bytes))
    }
  }, 60_000)
  afterAll(() => authority.close())

  const stamp = (covered: Buffer) =>
    timestampsFrom({ source: { url: authority.url, certificates: authority.root }, seed: randomBytes(16), now: AT }).timestamp(
      createHash('sha256').update(covered).digest(),
      'SHA-256',
    )
  const sign = async (covered: Buffer) => {
    const [key, certificate] = [asFile('key.pem', Buffer.from(director.privateKey)), asFile('own.pem', Buffer.from(director.certificate))]
    const input = ['-in', asFile('covered.bin', covered), '-signer', certificate, '-inkey', key]
    return execFileSync('openssl', ['cms', '-sign', '-binary', '-cades', '-md', 'sha256', '-nosmimecap', '-outform', 'DER', ...input])
  }
  async function checked(file: Buffer, written: Written = {}): Promise<Report> {
    const changed = increment(file, objectsFor(file, written), written.style)
    return verifyFile(new Uint8Array(await signedIn(changed, written.kind === 'Sig' ? sign : stamp)), { trust })
  }

  const EMPTY = '<< /Type /XObject /Subtype /Form /BBox [0 0 0 0] /Resources << >> /Length 0 >>\nstream\n\nendstream'
  const DATES =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:ModifyDate="2026-11-29T01:30:07+00:00"/></rdf:RDF></x:xmpmeta>'
  const xmp = (text: string) => `<< /Type /Metadata /Subtype /XML /Length ${text.length} >>\nstream\n${text}\nendstream`
  const dated = (text = DATES): Written => ({
    kind: 'Sig',
    catalogue: (catalogue) => withEntry(catalogue, `/Version /2.0 /Metadata ${MORE} 0 R`),
    more: { [MORE]: xmp(text) },
  })
  const informed = (entries: string): Written => ({
    more: { [MORE]: `<< ${entries} >>` },
    style: { table: 'packed', trailer: `/Info ${MORE} 0 R` },
  })

  const ALLOWED: Readonly<Record<string, Written>> = {
    'a timestamp in a plain table, with the empty looks that a library gives it': {
      widget: `/AP << /N ${LOOKS} 0 R >>`,
      more: { [LOOKS]: EMPTY },
      style: { start: '\r\n' },
    },
    'a timestamp in a packed table': { style: { table: 'packed' } },
    'a timestamp in a packed table with predictors': { style: { table: 'predicted' } },
    'a timestamp in a table that is not packed': { style: { table: 'stream' } },
    'a timestamp with the program and the time that wrote it': informed('/Producer (Another program) /ModDate (D:20261129013003Z)'),
    'strings written in another way': { form: (form) => form.replace('/DA (/Helv', '/DA (\\057Helv') },
    'an invisible second signature': { kind: 'Sig', style: { table: 'packed' } },
    'an invisible second signature with the time of writing as metadata, and a newer version': dated(),
    'a list of annotations of its own': {
      page: (page) => page.replace(/\/Annots \[[^\]]*\]/, `/Annots ${MORE} 0 R`),
      more: { [MORE]: `[${FIELD} 0 R]` },
    },
  }
  for (const [name, written] of Object.entries(ALLOWED)) {
    test(`may be: ${name}`, async () => {
      for (const [level, file] of files) {
        const report = await checked(file, written)
        expect(report.problems, level).toEqual([])
        expect(report).toMatchObject({ intact: true, trusted: true, bytes: { covered: report.bytes.total } })
        expect(report.updates.at(-1)).toMatchObject({ kind: written.kind === 'Sig' ? 'signature' : 'timestamp', allowed: true })
      }
    })
  }

  test('may be validation data, also where a signature’s own entry is written from the beginning again', async () => {
    const file = files.get('B-LTA')!
    const text = file.toString('latin1')
    const store = Number([...text.matchAll(/\/DSS (\d+) 0 R/g)].at(-1)![1])
    const [, name, certificates] = /\/VRI <<\n\/([0-9A-F]{40}) <<\n\/Cert (\[[^\]]+\])/.exec(text)!
    const again = bodyOf(file, store).replace(/\/VRI <<[\s\S]*$/, `/VRI << /${name} ${MORE} 0 R >> >>`)
    const changed = increment(file, { [store]: again, [MORE]: `<< /Type /VRI /Cert ${certificates} >>` }, { table: 'packed' })
    const report = await verifyFile(new Uint8Array(changed), { trust })
    expect(report.problems).toEqual([])
    expect(report.updates.at(-1)).toMatchObject({ kind: 'validation-data', allowed: true })
    const emptied = increment(file, { [store]: `<< /Type /DSS /Certs ${certificates} >>` }, { table: 'packed' })
    expect(await verifyFile(new Uint8Array(emptied), { trust })).toMatchObject({ intact: false, problems: [{ code: 'update' }] })
  })

  const note = '<< /Type /Annot /Subtype /FreeText /Rect [20 20 300 80] /Contents (Void) >>'
  const script = '/S /JavaScript /JS (app.alert\\(1\\))'
  const REFUSED: Readonly<Record<string, Written & { readonly codes?: readonly string[] }>> = {
    'a signature that shows something': { kind: 'Sig', widget: '/Rect [20 20 220 80]' },
    'looks that draw something': {
      widget: `/AP << /N ${LOOKS} 0 R >>`,
      more: { [LOOKS]: '<< /Type /XObject /Subtype /Form /BBox [0 0 0 0] /Length 4 >>\nstream\nq Q \nendstream' },
    },
    'an annotation next to the field': { annotations: `${MORE} 0 R`, more: { [MORE]: note }, codes: ['page'] },
    'an object that nothing leads to': { more: { [MORE]: '<< >>' } },
    'a page with more drawn on it': {
      page: (page) => page.replace(/\/Contents \[/, `/Contents [ ${MORE} 0 R`),
      more: { [MORE]: drawing('0 0 100 100 re f') },
      codes: ['page'],
    },
    'a page that is turned': { page: (page) => withEntry(page, '/Rotate 180'), codes: ['page'] },
    'a page that does something when it is opened': { page: (page) => withEntry(page, `/AA << /O << ${script} >> >>`) },
    'a field that does something': { widget: `/A << ${script} >>` },
    'a document that does something when it is opened': { catalogue: (catalogue) => withEntry(catalogue, `/OpenAction << ${script} >>`) },
    'a form that draws itself': { form: (form) => withEntry(form, '/NeedAppearances true') },
    'another title': informed('/Title (Void) /Producer (Another program)'),
    'another title as metadata': dated(
      DATES.replace('rdf:about=""', 'rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:title="Void"'),
    ),
    'metadata with an entity of its own': dated(`<!DOCTYPE x [<!ENTITY e "Void">]>${DATES}`),
    'a packed table with another checksum': {
      style: { table: 'packed', spoil: (packed) => Buffer.concat([packed.subarray(0, -1), Buffer.from([packed.at(-1)! ^ 1])]) },
    },
    'a packed table that is cut off': { style: { table: 'packed', spoil: (packed) => packed.subarray(0, -6) } },
  }
  for (const [name, { codes = ['update'], ...written }] of Object.entries(REFUSED)) {
    test(`is a change: ${name}`, async () => {
      for (const [level, file] of files) {
        const report = await checked(file, written)
        expect({ level, intact: report.intact, codes: report.problems.map(({ code }) => code) }).toEqual({ level, intact: false, codes })
        expect(report.updates.at(-1)).toMatchObject({ allowed: false })
      }
    })
  }

  test('is named from where the last byte ends that may be there', async () => {
    for (const [level, file] of files) {
      const { length } = file
      const report = await verifyFile(new Uint8Array(Buffer.concat([file, Buffer.from('\n')])), { trust })
      expect(report.problems, level).toMatchObject([{ code: 'update', where: `bytes ${length} to ${length + 1}` }])
      expect(report.problems[0]!.message).toMatch(/^1 byte was added after the seal.* It is neither/)
      // What came before it is what it was.
      expect(report.bytes.covered).toBe(length)
      const later = await signedIn(increment(file, objectsFor(file, {}), { table: 'packed' }), stamp)
      const drawn = increment(later, { [MORE]: note, [pageOf(file)]: annotated(bodyOf(later, pageOf(file)), `${MORE} 0 R`) })
      const where = `${drawn.length - later.length} bytes were added after the seal and what validates it`
      const found = await verifyFile(new Uint8Array(drawn), { trust })
      expect(found.problems, level).toMatchObject([{ code: 'page', message: expect.stringContaining(where) }])
      expect(found.updates.slice(-2)).toMatchObject([{ allowed: true }, { from: later.length, to: drawn.length, allowed: false }])
    }
  })
})
