import { expect, test } from 'vitest'
import { FIELD_TYPES, type FieldLayout, type FieldTypeName, type FieldValue } from '#domain/pack'
import { appearanceOf, type Paint, shownDate, textFits } from '#pdf/appearance'
import { loadMetrics } from '#pdf/text-layout'

const metrics = await loadMetrics()
const paint = (type: FieldTypeName, value: FieldValue | null, width = 120, height = 30, layout: FieldLayout | null = null) =>
  appearanceOf({ type, width, height, layout, value }, metrics)
const textOf = (paints: Paint[]) => paints.map((one) => (one.kind === 'text' ? one.text : '')).join(' ')

const DRAWN: FieldValue = {
  method: 'drawn',
  height: 300,
  strokes: [
    [100, 100, 300, 50, 500, 200, 700, 100],
    [800, 150],
  ],
}
const TYPED: FieldValue = { method: 'typed', text: 'Anna Schröder' }
const UPLOADED: FieldValue = { method: 'uploaded', file: '0190a3c0-0000-7000-8000-000000000001', digest: 'd', width: 600, height: 100 }
const VALUES: Record<FieldTypeName, FieldValue> = {
  text: 'Text',
  question: 'Blue',
  date: '2026-11-21',
  signature: DRAWN,
  initial: TYPED,
  image: UPLOADED,
  file: { method: 'attached', file: '0190a3c0-0000-7000-8000-000000000002', digest: 'd', size: 9, filename: 'plan.pdf' },
  check: 'checked',
  choice: 'Second',
  approve: 'approved',
  decline: '',
  block: '',
  highlight: '',
  link: 'https://example.org/terms',
  note: 'Ask for the date',
  blank: '',
  signer_setup: 'set-up',
}

test('every type that can be filled in paints something for a value and nothing without one', () => {
  const fillable = FIELD_TYPES.filter((type) => VALUES[type] !== '')
  expect(fillable).toEqual([
    'text',
    'question',
    'date',
    'signature',
    'initial',
    'image',
    'file',
    'check',
    'choice',
    'approve',
    'link',
    'note',
    'signer_setup',
  ])
  for (const type of fillable) {
    expect(paint(type, VALUES[type]).length, type).toBeGreaterThan(0)
    expect(paint(type, null), type).toEqual([])
  }
})

test('a cover is as white as paper, to its edges, without anybody filling it in; a way to decline and a free space are on no paper', () => {
  expect(paint('block', null, 90, 40)).toEqual([{ kind: 'path', d: 'M 0 0 L 90 0 L 90 40 L 0 40 Z', fill: '#ffffff', width: 0 }])
  expect([paint('decline', null), paint('blank', null)]).toEqual([[], []])
})

test('a highlight is a colour that what lies below shows through, to its edges, without anybody filling it in', () => {
  const [mark, ...more] = paint('highlight', null, 90, 40)
  expect(more).toEqual([])
  expect(mark).toMatchObject({ kind: 'path', d: 'M 0 0 L 90 0 L 90 40 L 0 40 Z', fill: '#facc15' })
  expect(mark?.kind === 'path' && mark.opacity).toBeLessThan(0.5)
})

test('a link shows the address as it was given, underlined, and leads to it from all of its field', () => {
  const paints = paint('link', 'https://zürich.example/a b', 300, 24)
  expect(textOf(paints.filter(({ kind }) => kind === 'text'))).toBe('https://zürich.example/a b')
  expect(paints.at(-1)).toEqual({ kind: 'link', width: 300, height: 24, href: 'https://xn--zrich-kva.example/a%20b' })
  expect(paints.some(({ kind }) => kind === 'path')).toBe(true)
  expect([paint('link', 'javascript:alert(1)'), paint('link', null)]).toEqual([[], []])
})

test('a colour lies below what stands in a field, and is what a cover and a highlight are made of', () => {
  const coloured = (type: FieldTypeName, value: FieldValue | null) =>
    appearanceOf({ type, width: 90, height: 40, layout: null, background: '#dcfce7', value }, metrics)
  const ground = { kind: 'path', d: 'M 0 0 L 90 0 L 90 40 L 0 40 Z', fill: '#dcfce7', width: 0 }
  expect(coloured('text', 'Text')[0]).toEqual(ground)
  expect(coloured('text', 'Text').slice(1)).toEqual(paint('text', 'Text', 90, 40))
  expect(coloured('text', null)).toEqual([])
  expect(coloured('block', null)).toEqual([ground])
  expect(coloured('highlight', null)).toMatchObject([{ ...ground, opacity: 0.28 }])
})

test('an approval is a tick and the word, both within the field', () => {
  const [tick, word] = paint('approve', 'approved', 120, 24)
  expect(tick).toMatchObject({ kind: 'path' })
  expect(word).toMatchObject({ kind: 'text', text: 'Approved' })
  if (word?.kind === 'text') expect(word.x + word.width).toBeLessThanOrEqual(120)
  expect(paint('approve', 'yes')).toEqual([])
})

test('a date reads the same on every machine', () => {
  expect(textOf(paint('date', '2026-11-21'))).toBe('21 November 2026')
  expect(shownDate('2026-03-01')).toBe('1 March 2026')
  expect(shownDate('next week')).toBe('next week')
  expect(shownDate('2026-13-01')).toBe('2026-13-01')
})

test('a box that is not ticked is empty', () => {
  expect(paint('check', 'unchecked')).toEqual([])
  expect(paint('check', 'checked')).toMatchObject([{ kind: 'path' }])
})

test('drawn, typed and uploaded signatures keep their own looks, inside the field', () => {
  const [ink] = paint('signature', DRAWN)
  expect(ink).toMatchObject({ kind: 'path' })
  const numbers = (ink?.kind === 'path' ? ink.d : '').match(/-?[\d.]+/g)!.map(Number)
  const xs = numbers.filter((_, i) => i % 2 === 0)
  const ys = numbers.filter((_, i) => i % 2 === 1)
  expect(Math.min(...xs, ...ys)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...xs)).toBeLessThanOrEqual(120)
  expect(Math.max(...ys)).toBeLessThanOrEqual(30)
  expect(paint('signature', TYPED)).toMatchObject([{ kind: 'text', font: 'hand', text: 'Anna Schröder' }])
  expect(paint('signature', UPLOADED)).toMatchObject([{ kind: 'image', x: 0, y: 5, width: 120, height: 20, digest: 'd' }])
})

test('a picture is whole and undistorted in the middle of its field, whichever way it is too large', () => {
  const flat = { ...UPLOADED, width: 600, height: 100 }
  expect(paint('image', flat)).toMatchObject([{ kind: 'image', x: 0, y: 5, width: 120, height: 20, digest: 'd' }])
  expect(paint('image', { ...UPLOADED, width: 100, height: 100 })).toMatchObject([{ x: 45, y: 0, width: 30, height: 30 }])
  expect([paint('image', TYPED), paint('image', 'words')]).toEqual([[], []])
})

test('a signature that is one dot stays small', () => {
  const [dot] = paint('signature', { method: 'drawn', height: 300, strokes: [[500, 150]] })
  expect(dot?.kind === 'path' && dot.width).toBeLessThanOrEqual(2.4)
})

test('a path holds only what SVG and PDF both know', () => {
  for (const type of FIELD_TYPES) {
    for (const one of paint(type, VALUES[type])) if (one.kind === 'path') expect(one.d).toMatch(/^[MLCZ\d\s.-]+$/)
  }
})

const runsIn = (layout: FieldLayout, value: string, width = 160, height = 24) =>
  paint('text', value, width, height, layout).flatMap((one) => (one.kind === 'text' ? [one] : []))

test('in a comb each character stands in the middle of its cell, all in one size, counted from where it begins to be read', () => {
  const middles = (runs: ReturnType<typeof runsIn>) => runs.map(({ text, x, width }) => [text, Math.round(10 * (x + width / 2)) / 10])
  const latin = runsIn({ as: 'comb', cells: 8 }, 'iW 7')
  expect(middles(latin)).toEqual([
    ['i', 10],
    ['W', 30],
    ['7', 70],
  ])
  expect(new Set(latin.map(({ size, baseline }) => `${size} ${baseline}`)).size).toBe(1)
  expect(middles(runsIn({ as: 'comb', cells: 8 }, 'שלום'))).toEqual([
    ['ש', 150],
    ['ל', 130],
    ['ו', 110],
    ['ם', 90],
  ])
  // Digits run from the left within what runs from the right.
  expect(middles(runsIn({ as: 'comb', cells: 8 }, 'א12'))).toEqual([
    ['א', 150],
    ['1', 110],
    ['2', 130],
  ])
  expect(runsIn({ as: 'comb', cells: 4 }, 'क्षिe\u0301漢').map(({ text }) => text)).toEqual(['क्षि', 'é', '漢'])
})

test('what is too wide for its cell makes all smaller, and nothing runs over an edge', () => {
  const narrow = runsIn({ as: 'comb', cells: 20 }, 'WiWi')
  const wide = runsIn({ as: 'comb', cells: 4 }, 'WiWi')
  expect(narrow[0]!.size).toBeLessThan(wide[0]!.size)
  for (const [at, { x, width }] of narrow.entries()) {
    expect(x).toBeGreaterThanOrEqual(at * 8)
    expect(x + width).toBeLessThanOrEqual((at + 1) * 8)
  }
  // More than there are cells cannot be filled in; where it stands all the same, all of it is shown, across them.
  expect(runsIn({ as: 'comb', cells: 2 }, 'WiWi').map(({ text }) => text)).toEqual(['WiWi'])
})

test('several lines begin at the top, break where they are broken and shrink until they fit; one line stays one', () => {
  const lines = (layout: FieldLayout, value: string, height = 60) => runsIn(layout, value, 160, height).map(({ baseline }) => baseline)
  const multi: FieldLayout = { as: 'multi-line' }
  expect(lines(multi, 'one\ntwo')).toHaveLength(2)
  expect(lines(multi, 'one')[0]).toBeLessThan(15)
  expect(lines({ as: 'single-line' }, 'one')[0]).toBeGreaterThan(25)
  const long = 'A longer remark, which takes a few lines of such a narrow field, and then one more.'
  expect(lines(multi, long).length).toBeGreaterThan(2)
  expect(new Set(lines({ as: 'single-line' }, long)).size).toBe(1)
  const [small, usual] = [runsIn(multi, long.repeat(3), 160, 60)[0]!.size, runsIn(multi, long, 160, 200)[0]!.size]
  expect(small).toBeGreaterThanOrEqual(4)
  expect(small).toBeLessThan(usual)
  expect(Math.max(...lines(multi, long.repeat(3)))).toBeLessThanOrEqual(60)
})

test('a file’s name in letters that no face has is spelled out, and is what the file is known by where that would not fit', () => {
  const said = (filename: string) =>
    textOf(paint('file', { method: 'attached', file: '', digest: 'jZae727K08KaOmKSgOaGzww', size: 9, filename }, 160, 20))
  expect(said('plan.pdf')).toBe('plan.pdf')
  expect(said('𐌰𐌱.pdf')).toBe('[U+10330 U+10331].pdf')
  expect(said('𐌰𐌱'.repeat(20))).toBe('SHA-256 jZae727K08KaOmKSgOaGzww')
})

test('whether a text stays in its field is asked of what is painted: by its layout, and whole either way', () => {
  const long = 'A remark that goes on. '.repeat(12)
  const fits = (value: string, layout: FieldLayout | null, height = 20) => textFits(value, { width: 120, height, layout }, metrics)
  expect(fits('A remark', null)).toBe(true)
  expect(fits(long, null, 60)).toBe(true)
  expect(fits(long, { as: 'single-line' }, 60)).toBe(false)
  expect(fits(long, { as: 'multi-line' })).toBe(false)
  expect(fits('Mill Lane 21\nGreen Point', { as: 'multi-line' })).toBe(true)
  expect(fits('12345678', { as: 'comb', cells: 8 })).toBe(true)
  expect(fits('12345678', { as: 'comb', cells: 8 }, 4)).toBe(false)
})

test('text that was accepted before it had to fit never leaves its field, and says how much of it is not there', () => {
  const long = 'A remark that goes on. '.repeat(90).trim()
  const inside = (paints: Paint[], width: number, height: number) => {
    for (const one of paints) {
      if (one.kind !== 'text') continue
      expect(one.x).toBeGreaterThanOrEqual(0)
      expect(one.x + one.width).toBeLessThanOrEqual(width + 1e-6)
      expect(one.baseline).toBeLessThanOrEqual(height)
      expect(one.baseline - one.size * 0.714).toBeGreaterThanOrEqual(-1e-6)
    }
    return textOf(paints)
  }
  for (const layout of [null, { as: 'single-line' }, { as: 'multi-line' }, { as: 'comb', cells: 8 }] as const) {
    const shown = inside(paint('text', long, 160, 24, layout), 160, 24)
    expect(shown).toMatch(/^A remark.*… \[\d+ more characters are in the history of this document\]$/)
    const left = Number(/\[(\d+) more/.exec(shown)![1])
    // Each that is not counted is there, spaces at the cut aside.
    const said = shown.slice(0, shown.indexOf('…')).replace(/\s/g, '')
    expect(long.slice(0, long.length - left).replace(/\s/g, '')).toBe(said)
  }
  expect(inside(paint('text', long, 30, 6), 30, 6)).toMatch(/… \[\+\d+\]$/)
  expect(inside(paint('text', long, 3, 2), 3, 2)).toBe('…')
  expect(inside(paint('choice', long, 160, 24), 160, 24)).toContain('more characters')
  expect(inside(paint('link', `https://example.com/${'a'.repeat(900)}`, 160, 24), 160, 24)).toContain('more characters')
  // A date and a name that signs say nothing in part.
  expect(inside(paint('date', '2026-09-23', 14, 6), 14, 6)).toBe('23 September 2026')
  const name = 'Anna-Katharina von und zu Hohenlohe'
  expect(inside(paint('signature', { method: 'typed', text: name }, 20, 10), 20, 10)).toBe(name)
})

test('letters that no font has are spelled out wherever they were accepted before, and never drawn as boxes', () => {
  expect(textOf(paint('text', 'ᠮ here'))).toBe('[U+182E] here')
  expect(textOf(paint('choice', '𓂀'))).toBe('[U+13080]')
  expect(textOf(paint('text', '𓂀', 160, 24, { as: 'comb', cells: 12 })).replaceAll(' ', '')).toBe('[U+13080]')
  expect(textOf(paint('signature', { method: 'typed', text: '𓂀' }))).toBe('[U+13080]')
})
