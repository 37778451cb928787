import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { beforeAll, expect, test } from 'vitest'
import { createSealer, type Sealer } from '#pdf/sealing'
import { stampFile } from '#pdf/stamp'
import { layoutText, loadMetrics, type Metrics } from '#pdf/text-layout'
import { plainBytes } from './support/files.ts'
import { drawnGlyphs } from './support/glyphs.ts'
import { boundsOf, isDark, picture } from './support/pixels.ts'
import { asFile, testWith } from './support/programs.ts'
import { fieldAt } from './support/sealed.ts'
import { testPool } from './support/threads.ts'

const TEXTS = {
  Latin: 'Zażółć gęślą jaźń, Größe 12',
  Greek: 'Ωμέγα και άλφα',
  Cyrillic: 'Подписано сегодня',
  Arabic: 'العقد رقم 12 بين الطرفين',
  Hebrew: 'חוזה מספר 12 בין הצדדים',
  Devanagari: 'अनुबंध पर हस्ताक्षर क्षत्रिय हिन्दी',
  Thai: 'สัญญาซื้อขายน้ำดื่ม ที่อยู่ ๑๒',
  'Simplified Chinese': '本合同自双方签字之日起生效（第 12 条）',
  'Traditional Chinese': '本合約經雙方簽署後生效，臺北市',
  Japanese: '契約書に署名しました。第12条 カタカナー',
  Korean: '계약서에 서명했습니다 大韓民國',
  emoji: 'Fine 😀 ✔ 👍🏽 🚀',
  Tamil: 'மனிதப் பிறவியினர் சகலரும், ஸ்ரீ க்ஷ 12',
  Georgian: 'ყველა ადამიანი იბადება თავისუფალი',
  Armenian: 'Բոլոր մարդիկ ծնվում են ազատ',
  Bengali: 'সমস্ত মানুষ স্বাধীনভাবে জন্মগ্রহণ করে, শ্রী চৌধুরী',
  Gurmukhi: 'ਸਾਰਾ ਮਨੁੱਖੀ ਪਰਿਵਾਰ ਸਿੰਘ ਪ੍ਰੀਤ',
  Gujarati: 'પ્રતિષ્ઠા અને અધિકારોની દૃષ્ટિએ ક્ષ જ્ઞ',
  Kannada: 'ಎಲ್ಲಾ ಮಾನವರೂ ಸ್ವತಂತ್ರರಾಗಿಯೇ ಜನಿಸಿದ್ದಾರೆ',
  Malayalam: 'മനുഷ്യരെല്ലാവരും തുല്യാവകാശങ്ങളോടും',
  Telugu: 'ప్రతిపత్తిస్వత్వముల విషయమున శ్రీ క్ష',
  Oriya: 'ସବୁ ମନୁଷ୍ୟ ଜନ୍ମକାଳରୁ ସ୍ୱାଧୀନ ଶ୍ରୀ',
  Sinhala: 'සියලු මනුෂ්‍යයෝ නිදහස්ව උපත ලබා ඇත ශ්‍රී',
  Khmer: 'មនុស្សទាំងអស់ កើតមកមានសេរីភាព ស្រី',
  Lao: 'ມະນຸດທຸກຄົນເກີດມາມີກຽດສັກສີ ນ້ຳ',
  Burmese: 'လူတိုင်းသည် တူညီ လွတ်လပ်သော ဂုဏ်သိက္ခာ',
  Ethiopic: 'የሰው ልጅ ሁሉ ሲወለድ ነጻ ነው።',
  Cherokee: 'ᎾᏍᎩ ᏂᎦᏓ ᎠᏂᏴᏫ',
  'Canadian syllabics': 'ᐃᓅᔪᓕᒫᑦ ᐊᓂᖅᑎᕆᔪᓐᓇᖅᑐᑦ',
  Thaana: 'ހުރިހާ އިންސާނުން ވެސް',
  Syriac: 'ܟܠ ܒܪܢܫܐ ܒܪܝܠܗ ܚܐܪܐ',
  'N’Ko': 'ߡߐ߱ ߓߍ߯ ߞߐߘߐ߫ ߢߊߞߍߢߐ߲߯',
  Tifinagh: 'ⵉⵎⴷⴰⵏⴻⵏ ⴰⴽⴽ',
  Vietnamese: 'Nguyễn Thị Hồng Hạnh, Đà Nẵng',
}
const FROM_RIGHT = new Set(['Arabic', 'Hebrew', 'Thaana', 'Syriac', 'N’Ko'])

let stamped: Uint8Array
beforeAll(async () => {
  const pdf = await plainBytes(Object.keys(TEXTS).length)
  const stamps = Object.values(TEXTS).map((text, page) => fieldAt(page, 40, 200, 'text', text, 300, 24))
  stamped = (await stampFile(pdf, stamps, {})).bytes
})

/** What a reader copies may differ in the marks that say which way it runs, and in the spaces where that changes. */
const plain = (text: string) => text.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\s]/g, '').normalize('NFC')

Object.entries(TEXTS).forEach(([script, text], page) => {
  testWith('pdftotext', `${script} text can be copied and found again`, (run) => {
    const { out } = run('-f', String(page + 1), '-l', String(page + 1), asFile('scripts.pdf', stamped), '-')
    expect(plain(out)).toContain(plain(text))
  })

  test(`${script} text is drawn where its field is, and fills it from its own side`, async () => {
    const shown = await picture(stamped, page, 2)
    const ink = boundsOf({ ...shown, height: shown.height }, isDark)
    expect(ink.left).toBeGreaterThanOrEqual(2 * 30)
    const field = { left: 80, top: 400, right: 680, bottom: 448 }
    const inside = boundsOf(
      { ...shown, at: (x, y) => (y < field.top - 4 || y > field.bottom + 4 ? [255, 255, 255] : shown.at(x, y)) },
      isDark,
    )
    expect(inside.left).toBeGreaterThanOrEqual(field.left - 1)
    expect(inside.right).toBeLessThanOrEqual(field.right + 1)
    const fromRight = FROM_RIGHT.has(script)
    expect(fromRight ? field.right - inside.right : inside.left - field.left).toBeLessThan(12)
  })
})

test('no text of any script is drawn with the box that stands for a missing glyph', async () => {
  const faces = await drawnGlyphs(stamped)
  expect(faces.size).toBeGreaterThan(25)
  for (const [face, glyphs] of faces) {
    expect(glyphs.length, face).toBeGreaterThan(0)
    expect(glyphs, face).not.toContain(0)
  }
})

test('a name is handwritten in one hand from its first letter to its last, in Vietnamese and Greek too', async () => {
  const metrics = await loadMetrics()
  const facesOf = (text: string) =>
    layoutText({ text, width: 400, height: 40, font: 'hand', single: true }, metrics).lines[0]!.runs.map(({ font, text }) => [
      font,
      text.trim(),
    ])
  expect(facesOf('Anna Schröder')).toEqual([['hand', 'Anna Schröder']])
  expect(facesOf('Nguyễn Văn An')).toEqual([['hand2', 'Nguyễn Văn An']])
  expect(facesOf('Νίκος Παπαδόπουλος')).toEqual([['hand2', 'Νίκος Παπαδόπουλος']])
  // Neither hand has the accents of ancient Greek.
  expect(facesOf('Ἀχιλλεύς Νίκος')).toEqual([['sans', 'Ἀχιλλεύς Νίκος']])
  expect(await loadMetrics('Νίκος')).toSatisfy((tables: Metrics) => tables.has('hand2'))
})

test('what a text reads as depends on it alone, not on what the same thread set before it', async () => {
  const pdf = await plainBytes(1)
  const [fresh, used] = [createSealer(testPool()), createSealer(testPool())]
  const stampWith = (sealer: Sealer, text: string) => sealer.stamp({ pdf, stamps: [fieldAt(0, 40, 200, 'text', text)], images: {} })
  // Feh and qaf share a shape in the middle of a word, and differ by their dots.
  await stampWith(used, 'لقمة')
  expect(await stampWith(used, 'لفمة')).toEqual(await stampWith(fresh, 'لفمة'))
})

test('the browser’s own reader finds Latin, Greek, Cyrillic and Hebrew too', async () => {
  const document = await getDocument({ data: new Uint8Array(stamped), useSystemFonts: true, verbosity: 0 }).promise
  for (const page of [1, 2, 3, 5]) {
    const { items } = await (await document.getPage(page)).getTextContent()
    const text = items.map((item) => ('str' in item ? item.str : '')).join('')
    expect(plain(text)).toContain(plain(Object.values(TEXTS)[page - 1]!))
  }
  await document.destroy()
})
