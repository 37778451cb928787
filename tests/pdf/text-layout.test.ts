import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fontOf, PLAIN_FEATURES, slicesFor } from '#pdf/fonts'
import {
  DEFAULT_SIZE,
  layoutText,
  loadMetrics,
  type Metrics,
  MIN_SIZE,
  spelledOut,
  type TextBox,
  type TextLayout,
  unsupportedCharacters,
} from '#pdf/text-layout'

const metrics = await loadMetrics()
const lay = (box: TextBox, using: Metrics = metrics) => layoutText(box, using)
const shown = (layout: TextLayout) => layout.lines.map((line) => line.runs.map((run) => run.text).join(''))

test('text begins at its ordinary size and wraps at words', () => {
  const layout = lay({ text: 'The quick brown fox jumps over the lazy dog', width: 100, height: 100 })
  expect(layout.size).toBe(DEFAULT_SIZE)
  expect(shown(layout)).toEqual(['The quick brown', 'fox jumps over the', 'lazy dog'])
  expect(layout.fits).toBe(true)
})

test('a low box lowers the size to what one line of it needs', () => {
  expect(lay({ text: 'Low', width: 100, height: 10 }).size).toBe(8)
})

test('[S-213] text that is too long is made smaller, but never smaller than 4 points', () => {
  const layout = lay({ text: 'word '.repeat(400), width: 80, height: 30 })
  expect(layout.size).toBe(MIN_SIZE)
  expect(MIN_SIZE).toBe(4)
  expect(layout.fits).toBe(false)
  expect(shown(layout).join(' ').match(/word/g)).toHaveLength(400)
})

/** A face in which a wider size never helps: every try takes all the steps it may. */
function counting(measured: { count: number }): Metrics {
  return {
    covers: () => true,
    has: () => true,
    isTraditional: () => false,
    measure: (_, __, size) => {
      measured.count++
      return size > 0 ? 1_000_000 : 0
    },
  }
}

test('[S-212 S-214] fitting gives up after 30 tries of 50 steps a dimension', () => {
  const measured = { count: 0 }
  const layout = lay({ text: 'x', width: 10, height: 5_000, size: 4_000, single: true }, counting(measured))
  // A step measures the one line once for its width; a try lowers the size by 50 quarters of a point at most.
  expect(layout.size).toBe(4_000 - 30 * 50 * 0.25)
  expect(measured.count).toBeLessThanOrEqual(30 * 2 * 51 + 5)
})

test('whatever is typed, it is in the box or says that it is not', () => {
  const text = fc.string({ unit: fc.constantFrom(...'abc ÄΩж שא\nabé-'), maxLength: 80 })
  fc.assert(
    fc.property(text, fc.integer({ min: 8, max: 300 }), fc.integer({ min: 6, max: 120 }), (typed, width, height) => {
      const layout = lay({ text: typed, width, height })
      expect(layout.size).toBeGreaterThanOrEqual(MIN_SIZE)
      if (!layout.fits) return
      for (const { width: line, baseline, runs } of layout.lines) {
        expect(line).toBeLessThanOrEqual(width + 1e-6)
        expect(baseline).toBeLessThanOrEqual(height)
        for (const run of runs) expect(run.x + run.width).toBeLessThanOrEqual(width + 1e-6)
      }
      expect(shown(layout).join('').replace(/\s/g, '').length).toBe(typed.normalize('NFC').replace(/\s/g, '').length)
    }),
  )
})

test('a long word is first made smaller, then cut', () => {
  const layout = lay({ text: 'someone@a-rather-long-subdomain.example.com', width: 60, height: 60 })
  expect(layout.lines.length).toBeGreaterThan(1)
  expect(shown(layout).join('')).toBe('someone@a-rather-long-subdomain.example.com')
  expect(layout.fits).toBe(true)
})

test('line ends that were typed stay, of whatever kind', () => {
  expect(shown(lay({ text: 'a\nb\r\nc\rd', width: 100, height: 100 }))).toEqual(['a', 'b', 'c', 'd'])
})

test('words from right to left stand from right to left, numbers among them from left to right', () => {
  const [line] = lay({ text: 'חוזה 12 (abc)', width: 200, height: 20 }).lines
  expect(line!.runs.map(({ text, font, dir }) => [text.trim(), font, dir])).toEqual([
    ['חוזה', 'hebrew', 'rtl'],
    ['12', 'sans', 'ltr'],
    ['(', 'sans', 'rtl'],
    ['abc', 'sans', 'ltr'],
    [')', 'sans', 'rtl'],
  ])
  const lefts = line!.runs.map((run) => run.x)
  expect(lefts).toEqual([...lefts].sort((a, b) => b - a))
  const right = line!.runs[0]!
  expect(right.x + right.width).toBeCloseTo(200, 6)
})

test('each script is set in its own face, and what that lacks in another', () => {
  const faces = (text: string) => new Set(lay({ text, width: 500, height: 20 }).lines.flatMap((line) => line.runs.map((run) => run.font)))
  expect(faces('Hello Größe Ωμέγα Привет')).toEqual(new Set(['sans']))
  expect(faces('مرحبا')).toEqual(new Set(['arabic']))
  expect(faces('שלום 12')).toEqual(new Set(['hebrew', 'sans']))
  expect(faces('नमस्ते')).toEqual(new Set(['devanagari']))
})

test('a character that no face has is named, once, so that it can be refused where it is typed', () => {
  expect(unsupportedCharacters('Größe Ωж שלום مرحبا नमस्ते 1,50 €', metrics)).toEqual([])
  expect(unsupportedCharacters('漢字漢 ok 😀 สวัสดี 한국어 ①', metrics)).toEqual([])
  expect(unsupportedCharacters('ᠮᠣᠩᠭᠣᠯ ok 𓀀𓀀', metrics)).toEqual(['ᠮ', 'ᠣ', 'ᠩ', 'ᠭ', 'ᠯ', '𓀀'])
})

test('a name from elsewhere is spelled out where no face can show it, and stays as it is where one can', () => {
  expect(spelledOut('Größe 漢字 😀 مرحبا.pdf', metrics)).toBe('Größe 漢字 😀 مرحبا.pdf')
  expect(spelledOut('𐌰𐌱 lease\u202efdp.exe', metrics)).toBe('[U+10330 U+10331] lease[U+202E]fdp.exe')
  expect(unsupportedCharacters(spelledOut('𐌰𐌱\u0001\ue000', metrics), metrics)).toEqual([])
})

test('a direction override is refused too: with it a line reads otherwise than it is stored', () => {
  expect(unsupportedCharacters('invoice \u202efdp.exe', metrics)).toEqual(['\u202e'])
  expect(shown(lay({ text: 'a\u202ebc', width: 100, height: 20 }))).toEqual(['abc'])
})

test('widths agree with the font files: exactly where letters stand alone, within a twentieth where they join', () => {
  const real = (font: 'sans' | 'hand' | 'hebrew' | 'arabic' | 'devanagari', text: string) => {
    const { positions } = fontOf(font).layout(text, PLAIN_FEATURES, null, null, font === 'arabic' || font === 'hebrew' ? 'rtl' : 'ltr')
    return (positions ?? []).reduce((sum, { xAdvance }) => sum + xAdvance, 0)
  }
  expect(metrics.measure('Hello, AV fi Größe Ωμέγα Привет', 'sans', 1000)).toBe(real('sans', 'Hello, AV fi Größe Ωμέγα Привет'))
  expect(metrics.measure('Anna Schröder', 'hand', 1000)).toBe(real('hand', 'Anna Schröder'))
  expect(metrics.measure('שלום עולם', 'hebrew', 1000)).toBe(real('hebrew', 'שלום עולם'))
  for (const [font, text] of [
    ['arabic', 'السلام عليكم ورحمة الله وبركاته'],
    ['arabic', 'لا إله محمد كتاب الاتفاقية'],
    ['devanagari', 'क्षत्रिय हिन्दी धर्म राष्ट्र विद्यालय'],
    ['devanagari', 'अनुबंध पर हस्ताक्षर करने की तिथि'],
  ] as const) {
    expect(Math.abs(metrics.measure(text, font, 1000) / real(font, text) - 1), text).toBeLessThan(0.05)
  }
})

test('widths of the further scripts agree with what is shaped, within a twentieth, and need no table but their own', async () => {
  for (const [face, text] of [
    ['tamil', 'மனிதப்பிறவியினர்சகலரும்சுதந்திரமாகவேஸ்ரீக்ஷ'],
    ['georgian', 'ყველაადამიანიიბადებათავისუფალი'],
    ['armenian', 'Բոլորմարդիկծնվումենազատ'],
    ['bengali', 'সমস্তমানুষস্বাধীনভাবেসমানমর্যাদাএবংজন্মগ্রহণকরে'],
    ['gurmukhi', 'ਸਾਰਾਮਨੁੱਖੀਪਰਿਵਾਰਆਪਣੀਸਿੰਘਪ੍ਰੀਤ'],
    ['gujarati', 'પ્રતિષ્ઠાઅનેઅધિકારોનીદૃષ્ટિએસર્વમાનવો'],
    ['kannada', 'ಎಲ್ಲಾಮಾನವರೂಸ್ವತಂತ್ರರಾಗಿಯೇಜನಿಸಿದ್ದಾರೆ'],
    ['malayalam', 'മനുഷ്യരെല്ലാവരുംതുല്യാവകാശങ്ങളോടുംഅന്തസ്സോടും'],
    ['telugu', 'ప్రతిపత్తిస్వత్వములవిషయమునమానవులెల్లరును'],
    ['oriya', 'ସବୁମନୁଷ୍ୟଜନ୍ମକାଳରୁସ୍ୱାଧୀନଏବଂମର୍ଯ୍ୟାଦା'],
    ['sinhala', 'සියලුමනුෂ්‍යයෝනිදහස්වඋපතලබාඇතශ්‍රී'],
    ['khmer', 'មនុស្សទាំងអស់កើតមកមានសេរីភាពនិងសមភាព'],
    ['lao', 'ມະນຸດທຸກຄົນເກີດມາມີກຽດສັກສີ'],
    ['myanmar', 'လူတိုင်းသည်တူညီလွတ်လပ်သောဂုဏ်သိက္ခာဖြင့်လည်းကောင်း'],
    ['ethiopic', 'የሰውልጅሁሉሲወለድነጻነው'],
    ['cherokee', 'ᎾᏍᎩᏂᎦᏓᎠᏂᏴᏫ'],
    ['canadian_aboriginal', 'ᐃᓅᔪᓕᒫᑦᐊᓂᖅᑎᕆᔪᓐᓇᖅᑐᑦ'],
    ['thaana', 'ހުރިހާއިންސާނުންވެސް'],
    ['syriac', 'ܟܠܒܪܢܫܐܒܪܝܠܗܚܐܪܐ'],
    ['nko', 'ߓߍ߯ߞߐߘߐ߫ߢߊߞߍߢߐ߲߯'],
    ['tifinagh', 'ⵉⵎⴷⴰⵏⴻⵏⴰⴽⴽ'],
    ['hand2', 'ΝίκοςNguyễnĐàẴ'],
  ] as const) {
    const pieces = await slicesFor(face, text)
    const dir = face === 'thaana' || face === 'syriac' || face === 'nko' ? 'rtl' : 'ltr'
    const glyphs = pieces.flatMap(({ text: piece, slice }) =>
      slice.shape(piece, dir).map(({ id, advance }) => ({ id, width: (advance * 1000) / slice.font.unitsPerEm })),
    )
    expect(
      glyphs.every(({ id }) => id > 0),
      face,
    ).toBe(true)
    const real = glyphs.reduce((sum, { width }) => sum + width, 0)
    expect(Math.abs(metrics.measure(text, face, 1000) / real - 1), face).toBeLessThan(0.05)
    const alone = await loadMetrics(text)
    expect(unsupportedCharacters(text, alone), face).toEqual([])
    expect(layoutText({ text, width: 80, height: 40 }, alone), face).toEqual(lay({ text, width: 80, height: 40 }))
  }
})

test('a Burmese vowel stands before the consonant that it is written after', async () => {
  const [piece] = await slicesFor('myanmar', '\u101e\u1031')
  const { font, shape } = piece!.slice
  const glyphOf = (codePoint: number) => font.glyphForCodePoint(codePoint)!.id
  expect(shape('\u101e\u1031', 'ltr').map(({ id }) => id)[1]).toBe(glyphOf(0x101e))
})

test('Chinese, Japanese and Korean share characters, and each text is set in the face of those who write so', () => {
  const faces = (text: string) => [
    ...new Set(lay({ text, width: 500, height: 20 }).lines.flatMap((line) => line.runs.map((run) => run.font))),
  ]
  expect(faces('契約書に署名しました')).toEqual(['jp'])
  expect(faces('계약서大韓民國')).toEqual(['kr'])
  expect(faces('本合同自双方签字之日起生效')).toEqual(['sc'])
  expect(faces('本合約經雙方簽署後生效')).toEqual(['tc'])
  expect(faces('สัญญาซื้อขาย')).toEqual(['thai'])
  expect(faces('😀🚀')).toEqual(['emoji'])
  expect(faces('第12条')).toEqual(['sc', 'sans'])
})

test('a line may end between characters of scripts without spaces, but not before what closes or after what opens', () => {
  const lines = shown(lay({ text: 'これは「長い」文章、です。', width: 45, height: 200 }))
  expect(lines.length).toBeGreaterThan(2)
  expect(lines.join('')).toBe('これは「長い」文章、です。')
  for (const line of lines) {
    expect(line).not.toMatch(/^[」、。]/)
    expect(line).not.toMatch(/「$/)
  }
  const thai = shown(lay({ text: 'สัญญานี้ทำขึ้นที่กรุงเทพมหานคร', width: 40, height: 300 }))
  expect(thai.join('')).toBe('สัญญานี้ทำขึ้นที่กรุงเทพมหานคร')
  for (const line of thai) expect(line).not.toMatch(/^[\p{M}ะาำ]|[เแโใไ]$/u)
})

test('the tables that every page loads say the same of their characters as all of them together', async () => {
  const near = await loadMetrics('Größe שלום 12')
  for (const text of ['Größe 1,50 € — “quoted”', 'חוזה 12 (abc)', 'العقد رقم 12', 'अनुबंध पर', 'สัญญา ที่']) {
    expect(lay({ text, width: 80, height: 40 }), text).toEqual(layoutText({ text, width: 80, height: 40 }, near))
  }
})

test('what a slice of a far face says of a character is what the tables say', async () => {
  for (const [face, text] of [
    ['jp', '契約書に署名「カタカナ」①'],
    ['kr', '계약서'],
    ['sc', '双方签字'],
    ['tc', '雙方簽署'],
    ['emoji', '😀🚀✔'],
  ] as const) {
    const pieces = await slicesFor(face, text)
    expect(pieces.map((piece) => piece.text).join('')).toBe(text)
    for (const { text: piece, slice } of pieces) {
      const { glyphs } = slice.font.layout(piece, PLAIN_FEATURES)
      expect(
        glyphs.every(({ id }) => id > 0),
        piece,
      ).toBe(true)
      const width = glyphs.reduce((sum, glyph) => sum + (glyph.advanceWidth * 1000) / slice.font.unitsPerEm, 0)
      expect(metrics.measure(piece, face, 1000), piece).toBeCloseTo(width, 0)
    }
  }
})
