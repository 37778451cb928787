import fc from 'fast-check'
import { expect, test } from 'vitest'
import { auditWords, isOffPage, liveFields, type PackFact, type PageSize } from '#domain/pack'
import { A4, converted, create, document, fill, given, having, idOf, nothingYet, place } from '#tests/pack'

const LYING: PageSize = { width: A4.height, height: A4.width }
const A5: PageSize = { width: 420_000, height: 595_000 }
const digest = 'e'.repeat(43)

/** On three pages of A4: one at the top left, one at the right edge, one at the foot, one as wide as the page, one on the last. */
const written = having(
  nothingYet,
  create,
  ...converted(3),
  place('top', 'text', 'self', { page: 0, x: 40_000, y: 40_000 }),
  place('right', 'text', 'self', { page: 0, x: A4.width - 170_000, y: 300_000 }),
  place('foot', 'text', 'self', { page: 1, x: 40_000, y: A4.height - 60_000 }),
  place('wide', 'text', 'self', { page: 1, x: 0, y: 100_000, width: A4.width, height: 30_000 }),
  place('last', 'text', 'self', { page: 2, x: 40_000, y: 200_000 }),
  fill('foot', 'self', 'kept'),
  { do: 'ReceiveFile', document, file: idOf('upload 2'), digest, size: 5, filename: 'b.pdf' },
)

function replacedBy(pages: readonly PageSize[]) {
  let decided: readonly PackFact[] = []
  const command = {
    do: 'RecordConversion',
    document,
    source: idOf('upload 2'),
    file: idOf('file 2'),
    digest,
    size: 5,
    repaired: false,
  } as const
  const { state } = given(written)
    .when({ ...command, pages })
    .then((decision) => {
      if ('refused' in decision) throw new Error(decision.refused)
      decided = decision
    })
  const boxes = decided.flatMap((fact) => (fact.type === 'FieldsMoved' ? fact.data.fields : []))
  const moved = boxes.map(({ field }) => field)
  const before = written.state.fields
  const resized = boxes.filter(({ field, width, height }) => before[field]!.width !== width || before[field]!.height !== height)
  const words = decided.filter(({ type }) => type === 'FieldsMoved').map((fact) => auditWords(fact, state))
  return { state, moved, resized: resized.map(({ field }) => field), words }
}
const keys = (...parts: readonly string[]) => parts.map(idOf)

test('onto the same pages, or more of them, no field moves', () => {
  expect(replacedBy([A4, A4, A4])).toMatchObject({ moved: [], resized: [] })
  expect(replacedBy([A4, A4, A4, A5])).toMatchObject({ moved: [], resized: [] })
})

test('onto fewer pages, only those whose page is gone move, onto the last there is; what stands in them stays', () => {
  const { state, moved, resized, words } = replacedBy([A4, A4])
  expect([moved, resized]).toEqual([keys('last'), []])
  expect(state.fields[idOf('last')]).toMatchObject({ page: 1, x: 40_000, y: 200_000 })
  expect(words).toEqual([expect.stringMatching(/^moved the text field .*on page 2$/)])
  const one = replacedBy([A4])
  expect(one.moved).toEqual(keys('foot', 'wide', 'last'))
  expect(one.state.fields[idOf('foot')]).toMatchObject({ page: 0, value: 'kept' })
})

test('onto smaller pages, only those that would hang over an edge move; one that is larger than its page is made to fit', () => {
  const { moved, resized, state } = replacedBy([A5, A5, A5])
  expect([moved, resized]).toEqual([keys('right', 'foot', 'wide'), keys('wide')])
  expect(state.fields[idOf('wide')]).toMatchObject({ width: A5.width, height: 30_000 })
  expect(state.fields[idOf('top')]).toMatchObject({ page: 0, x: 40_000, y: 40_000 })
})

test('onto pages that are turned, what lies within both stays, and what lay at the foot comes up', () => {
  const { moved, resized } = replacedBy([LYING, LYING, LYING])
  expect([moved, resized]).toEqual([keys('foot'), []])
})

test('whatever the new pages are, every field is on one of them, and none moved that had no need to', () => {
  const side = fc.integer({ min: 1_000, max: 1_500_000 })
  const pages = fc.array(fc.record({ width: side, height: side }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(pages, (sizes) => {
      const { state, moved } = replacedBy(sizes)
      for (const field of liveFields(state)) {
        expect(isOffPage(sizes[field.page]!, field)).toBe(false)
        const before = written.state.fields[field.key]!
        const fitted = sizes[before.page] !== undefined && !isOffPage(sizes[before.page]!, before)
        expect(moved.includes(field.key)).toBe(!fitted)
        if (fitted) expect(field).toMatchObject({ page: before.page, x: before.x, y: before.y, width: before.width, height: before.height })
      }
    }),
  )
})

test('what had been removed before comes back onto a page that is there', () => {
  const upload = { do: 'ReceiveFile', document, file: idOf('upload 2'), digest, size: 5, filename: 'b.pdf' } as const
  const of = { document, source: idOf('upload 2'), file: idOf('file 2'), digest, size: 5, repaired: false }
  const removed = having(
    nothingYet,
    create,
    ...converted(3),
    place('last', 'text', 'self', { page: 2, x: 40_000, y: 700_000 }),
    fill('last', 'self', 'kept'),
    { do: 'RemoveField', field: idOf('last') },
    upload,
    { do: 'RecordConversion', ...of, pages: [A4, A5] },
  )
  const { state } = having(removed, { do: 'RestoreField', field: idOf('last') })
  expect(state.fields[idOf('last')]).toMatchObject({ removed: false, page: 1, value: 'kept' })
  expect(isOffPage(A5, state.fields[idOf('last')]!)).toBe(false)
})
