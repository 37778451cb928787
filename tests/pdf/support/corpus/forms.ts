import { PDFDocument, StandardFonts } from 'pdf-lib'
import { CATALOG, HELVETICA, INK, ONE_PAGE, rawFile, streamOf } from '../raw.ts'
import type { Entry } from './entry.ts'

const converted = (name: string, bytes: Entry['bytes'], more: Partial<Entry> = {}): Entry => ({
  name,
  bytes,
  outcome: 'converted',
  ...more,
})

/** A file with these form fields, which are its objects from number 5 on; more objects may follow. */
export function form(fields: readonly string[], entries = '', more: readonly (string | Buffer)[] = []): Buffer {
  const refs = fields.map((_, at) => `${at + 5} 0 R`).join(' ')
  return rawFile([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${refs}] /DA (/Helv 12 Tf 0 g) /DR ${HELVETICA} ${entries} >> >>`,
    ONE_PAGE,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /Contents 4 0 R /Resources ${HELVETICA} /Annots [${refs}] >>`,
    streamOf(INK),
    ...fields,
    ...more,
  ])
}
const widget = (rect: string, entries: string) => `<< /Type /Annot /Subtype /Widget /Rect [${rect}] /F 4 /P 3 0 R ${entries} >>`

/** One field of each kind, as a library writes them. */
export async function everyKindOfField(): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const font = await document.embedFont(StandardFonts.Helvetica)
  const page = document.addPage([400, 500])
  const made = document.getForm()
  const text = made.createTextField('person.name')
  text.setText('Filled in')
  text.enableRequired()
  text.addToPage(page, { x: 40, y: 440, width: 160, height: 24, font })
  const letter = made.createTextField('letter')
  letter.enableMultiline()
  letter.addToPage(page, { x: 40, y: 340, width: 160, height: 80, font })
  const comb = made.createTextField('account')
  comb.setMaxLength(8)
  comb.enableCombing()
  comb.addToPage(page, { x: 40, y: 300, width: 160, height: 24, font })
  const tick = made.createCheckBox('agreed')
  tick.addToPage(page, { x: 40, y: 260, width: 18, height: 18 })
  tick.check()
  const list = made.createDropdown('country')
  list.addOptions(['Ghana', 'Peru', 'Laos'])
  list.select('Peru')
  list.addToPage(page, { x: 40, y: 220, width: 160, height: 24, font })
  const several = made.createOptionList('colours')
  several.addOptions(['red', 'green'])
  several.addToPage(page, { x: 240, y: 200, width: 100, height: 50, font })
  const radio = made.createRadioGroup('size')
  radio.addOptionToPage('small', page, { x: 240, y: 440, width: 18, height: 18 })
  radio.addOptionToPage('large', page, { x: 280, y: 440, width: 18, height: 18 })
  made.createButton('press').addToPage('Press', page, { x: 240, y: 300, width: 80, height: 24, font })
  return document.save({ useObjectStreams: false })
}

const XFA = '/XFA [(template) 6 0 R]'
const XDP = streamOf('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template/></xdp:xdp>')

export const FORMS: readonly Entry[] = [
  converted('one field of every kind', everyKindOfField),
  converted('a field without looks', () =>
    form([widget('50 400 250 420', '/FT /Tx /T (a) /V (Ink) /DA (/Helv 12 Tf 0 g)')], '/NeedAppearances true'),
  ),
  converted('a field of fonts that are not there', () => form([widget('50 400 250 420', '/FT /Tx /T (a) /V (Ink) /DA (/Gone 12 Tf 0 g)')])),
  converted('a field in letters its font lacks', () =>
    form([widget('50 400 250 420', '/FT /Tx /T (a) /V <FEFF5BC678015E9E> /DA (/Helv 0 Tf)')], '/NeedAppearances true'),
  ),
  converted('a field that is hidden', () => form([widget('50 400 250 420', '/FT /Tx /T (a) /V (Ink)').replace('/F 4', '/F 2')])),
  converted('a field without a place', () => form(['<< /FT /Tx /T (a) /V (Ink) >>'])),
  converted('a field of no size', () => form([widget('50 400 50 400', '/FT /Tx /T (a) /V (Ink)')])),
  converted('a field of no kind', () => form([widget('50 400 250 420', '/T (a)')])),
  converted('a field that is its own parent', () => form([widget('50 400 250 420', '/T (a) /Parent 5 0 R')])),
  converted('a field whose kids go in circles', () => form([widget('50 400 250 420', '/FT /Tx /T (a) /Kids [5 0 R]')])),
  converted('a field that is a number', () => form(['12'])),
  converted('fields in a tree of names', () =>
    form([
      '<< /T (a) /FT /Tx /Kids [6 0 R 7 0 R] >>',
      widget('50 400 250 420', '/T (b) /Parent 5 0 R /V (Ink)'),
      widget('50 300 250 320', '/T (c) /Parent 5 0 R'),
    ]),
  ),
  converted('a widget that no form knows', () =>
    rawFile([
      CATALOG,
      ONE_PAGE,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /Annots [${widget('50 400 250 420', '/FT /Tx /T (a)')}] >>`,
    ]),
  ),
  converted('a tick box whose look is not there', () =>
    form([widget('50 400 70 420', '/FT /Btn /T (a) /AS /Yes /V /Yes /AP << /N << /Off null >> >>')]),
  ),
  converted('a look that calls itself', () =>
    form([widget('50 400 250 420', '/FT /Tx /T (a) /AP << /N 6 0 R >>')], '', [
      streamOf('/Me Do', '/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /XObject << /Me 6 0 R >> >>'),
    ]),
  ),
  converted('a button with a script', () =>
    form([
      widget(
        '50 400 250 420',
        '/FT /Btn /Ff 65536 /T (a) /A << /S /JavaScript /JS (app.alert\\(1\\)) >> /AA << /U << /S /Launch /F (x) >> >>',
      ),
    ]),
  ),
  converted('a field that is calculated', () =>
    form([widget('50 400 250 420', '/FT /Tx /T (a) /AA << /C << /S /JavaScript /JS (x) >> >>')], '/CO [5 0 R]'),
  ),
  converted('a form as XFA and as fields', () => form([widget('50 400 250 420', '/FT /Tx /T (a)')], XFA, [XDP])),
  { name: 'a form as XFA alone', bytes: () => form([], '/XFA [(template) 5 0 R]', [XDP]), outcome: 'unsupported-xfa-form' },
  {
    name: 'a form as XFA that draws itself',
    bytes: () => {
      const file = form([widget('50 400 250 420', '/FT /Tx /T (a)')], XFA, [XDP]).toString('latin1')
      return Buffer.from(file.replace('/AcroForm', '/NeedsRendering true /AcroForm'), 'latin1')
    },
    outcome: 'unsupported-xfa-form',
  },
  converted('a field for a signature', () => form([widget('50 400 250 440', '/FT /Sig /T (sign here)')], '/SigFlags 1')),
  converted('a form that is nonsense', () =>
    rawFile([
      '<< /Type /Catalog /Pages 2 0 R /AcroForm [1 2] >>',
      ONE_PAGE,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /Annots 7 >>',
    ]),
  ),
]
