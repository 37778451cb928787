import { expect, test } from 'vitest'
import { proposedLabel } from '../../../web/features/editor/tools/proposed-label.ts'

const run = (text: string, x: number, y: number, width = text.length * 5) => ({
  text,
  x: x * 1000,
  y: y * 1000,
  width: width * 1000,
  height: 10_000,
})
const box = (x: number, y: number, width = 160, height = 24) => ({ x: x * 1000, y: y * 1000, width: width * 1000, height: height * 1000 })

test('a field is called by the words before it on its line, without the colon and the line to write on', () => {
  const page = [run('Full name:', 72, 100), run('Town', 72, 140), run('A heading', 200, 60)]
  expect(proposedLabel(page, box(150, 94), false)).toBe('Full name')
  expect(proposedLabel([run('Address: __________________', 72, 100, 300)], box(130, 94), false)).toBe('Address')
  // Of two on the line the nearer one, and none from the other side of the page.
  expect(proposedLabel([run('From', 72, 100), run('Until', 200, 100)], box(240, 94), false)).toBe('Until')
  expect(proposedLabel([run('From', 72, 100)], box(400, 94), false)).toBeNull()
})

test('words that a PDF holds piece by piece are read as they stand', () => {
  expect(proposedLabel([run('Date', 72, 100, 20), run('of', 95, 100, 10), run('birth', 108, 100, 22)], box(150, 94), false)).toBe(
    'Date of birth',
  )
  expect(proposedLabel([run('الاسم:', 72, 100)], box(150, 94), false)).toBe('الاسم')
})

test('else by the words above it or, on a line to sign, below it; a tick box by those after it', () => {
  expect(proposedLabel([run('Your street', 72, 80), run('Signature', 72, 140)], box(72, 94), false)).toBe('Your street')
  expect(proposedLabel([run('For the provider', 72, 72), run('Signature', 72, 121)], box(72, 94), false)).toBe('Signature')
  const boxes = [run('Yes', 92, 100), run('No', 152, 100)]
  expect([72, 132].map((x) => proposedLabel(boxes, box(x, 97, 16, 16), true))).toEqual(['Yes', 'No'])
})

test('text of the document, lines and numbers are no label', () => {
  const sentence = 'Each party answers for the damage that it causes through intent or negligence.'
  expect(proposedLabel([run(sentence, 72, 80), run('_______', 72, 121), run('7.', 60, 100)], box(72, 94), false)).toBeNull()
  expect(proposedLabel([], box(72, 94), false)).toBeNull()
})
