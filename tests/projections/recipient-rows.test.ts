import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contactKey } from '#domain/contacts'
import { type Column, compileFilter, dayOf, type Filter, matches, numberOf, operatorsFor } from '#domain/filters'
import { problemColumns, type RecipientListVersion, type RecipientRow } from '#domain/recipient-lists'
import { migrate } from '#platform/postgres'
import { postgresRecipientRows, type RecipientRows, recipientRowMigrations } from '#projections/recipient-rows'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { testWorld } from '../support/world.ts'

const world = testWorld()
let database: TestDatabase
let rows: RecipientRows
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, recipientRowMigrations)
  rows = postgresRecipientRows({ pool: database.pool, clock: world.clock, defaultCountry: 'DE' })
})
afterAll(() => database.drop())

const COLUMNS: readonly Column[] = [
  { name: 'plan', type: 'text' },
  { name: 'fee', type: 'number' },
  { name: 'renewal', type: 'date' },
]
const FORMAT = { decimal: '.', dates: 'day-month' } as const
const today = '2026-02-20'
async function imported(
  given: readonly RecipientRow[],
  as: Pick<RecipientListVersion, 'columns' | 'format'> = { columns: COLUMNS, format: FORMAT },
) {
  const of = { key: world.ids.next(), workspace: 'w', list: 'l' }
  await rows.announce(of)
  await rows.write(of, as, parts(given))
  return { key: of.key, rows: given.length, last: given.at(-1)?.number ?? 1 }
}
async function* parts(given: readonly RecipientRow[]) {
  for (let at = 0; at < given.length; at += 700) yield given.slice(at, at + 700)
}
const tableOf = (all: readonly (readonly string[])[], from = 2) => all.map((values, at) => ({ number: from + at, values }))
async function found(version: RecipientListVersion, filter: Filter, limit = 1_000, problemsFirst = false) {
  const all: number[] = []
  for (let after: string | null = null; ; ) {
    const page = await rows.page({ version, filter, today, after, limit, problemsFirst })
    if ('refused' in page) throw new Error(page.refused)
    expect(page.rows.length).toBeLessThanOrEqual(limit)
    all.push(...page.rows.map(({ number }) => number))
    if (page.cursor === null) return all
    after = page.cursor
  }
}

const spaced = (text: string) => fc.constantFrom(text, ` ${text}`, `${text}\t`, `\u00a0${text}\n`)
const digits = (most: number) => fc.integer({ min: 0, max: most }).map(String)
const numbers = fc.oneof(
  fc.tuple(fc.constantFrom('', '-', '+'), digits(3), fc.constantFrom('', '.', ','), digits(99)).map((parts) => parts.join('')),
  fc.constantFrom(
    '1,000',
    '1.000',
    '1 000,5',
    '1’000.5',
    "12'345",
    '007',
    '-0',
    '1e5',
    '5,58199E+12',
    '٣',
    '０',
    '.5',
    '5.',
    '9'.repeat(30),
    '9'.repeat(31),
  ),
)
const dates = fc.oneof(
  fc
    .tuple(
      digits(32),
      fc.constantFrom('-', '/'),
      digits(13),
      fc.constantFrom('-', '/'),
      fc.constantFrom('2024', '2026', '1900', '0000', '26'),
    )
    .map((parts) => parts.join('')),
  fc
    .tuple(fc.constantFrom('2024', '2026'), fc.constantFrom('-', '/'), digits(13), fc.constantFrom('-', '/'), digits(32))
    .map((parts) => parts.join('')),
)
const cell = fc
  .oneof(numbers, dates, fc.constantFrom('', ' ', 'A', 'a', "'; DROP TABLE recipient_row; --", '%', '\\', 'سلام', '𝒳', '\u2003'))
  .chain(spaced)
const format = fc.record({
  decimal: fc.constantFrom('.' as const, ',' as const),
  dates: fc.constantFrom('day-month' as const, 'month-day' as const),
})
const types = fc.array(fc.constantFrom('text' as const, 'number' as const, 'date' as const), { minLength: 3, maxLength: 3 })

test('a filter keeps the same rows in SQL as in the domain, whatever stands in them', async () => {
  const filters = (columns: readonly Column[]) =>
    fc.array(
      fc.constantFrom(...columns).chain(({ name, type }) =>
        fc.record({
          field: fc.constant(name),
          operator: fc.constantFrom(...operatorsFor(type)),
          value: fc.oneof(cell, fc.constantFrom('10', '45 days')),
        }),
      ),
      { minLength: 1, maxLength: 2 },
    )
  let compared = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { maxLength: 4 }), { minLength: 5, maxLength: 40 }),
      format,
      types.chain((chosen) => {
        const columns = chosen.map((type, at) => ({ name: `c${at}`, type }))
        return fc.tuple(fc.constant(columns), fc.array(filters(columns), { minLength: 12, maxLength: 12 }))
      }),
      async (values, format, [columns, some]) => {
        const table = tableOf(values)
        const version = { revision: 0, columns, format, imports: [await imported(table, { columns, format })], corrections: [] }
        for (const filter of some) {
          const compiled = compileFilter(filter, { columns, format, today })
          if ('refused' in compiled) {
            expect(await rows.count({ version, filter, today })).toEqual(compiled)
            continue
          }
          const expected = table.filter((row) => matches(compiled, row.values)).map(({ number }) => number)
          expect(await found(version, filter), JSON.stringify(filter)).toEqual(expected)
          compared += expected.length > 0 ? 1 : 0
        }
      },
    ),
    { numRuns: 25 },
  )
  expect(compared).toBeGreaterThan(20)
})

test('numbers and dates are read alike by SQL and the domain', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 60, maxLength: 60 }), format, async (texts, { decimal, dates }) => {
      const { rows: read } = await database.pool.query<{ number: number | null; day: number | null }>(
        'SELECT recipient_number(t, $2) AS number, recipient_day(t, $3) AS day FROM unnest($1::text[]) AS t',
        [texts, decimal, dates],
      )
      expect(read).toEqual(texts.map((text) => ({ number: numberOf(text, decimal), day: dayOf(text, dates) })))
    }),
    { numRuns: 25 },
  )
})

test('[W-307] paging by cursor gives every row exactly once, over all files of a list, also with problems first', async () => {
  const table = tableOf(Array.from({ length: 1_234 }, (_, at) => ['x', at % 100 === 7 ? 'lots' : String(at), '2026-03-02']))
  const more = tableOf(
    [
      ['y', '1', ''],
      ['y', 'none', ''],
    ],
    1_236,
  )
  const version = { revision: 0, columns: COLUMNS, format: FORMAT, imports: [await imported(table), await imported(more)], corrections: [] }
  const numbers = [...table, ...more].map(({ number }) => number)
  const wrong = numbers.filter((number) => (number < 1_236 ? (number - 2) % 100 === 7 : number === 1_237))
  for (const limit of [100, 1_236, 5_000]) {
    expect(await found(version, [], limit), String(limit)).toEqual(numbers)
    expect(await found(version, [], limit, true), String(limit)).toEqual([...wrong, ...numbers.filter((number) => !wrong.includes(number))])
  }
  expect(await found(version, [{ field: 'plan', operator: 'equal to', value: 'y' }], 1)).toEqual([1_236, 1_237])
  expect(await rows.count({ version, filter: [], today })).toEqual({ rows: 1_236, problems: wrong.length })
  expect(await found(version, [], 100, true)).not.toEqual(numbers)
})

test('a corrected row stands in the place of what its file says, once, and a row that is left out nowhere', async () => {
  const table = tableOf(Array.from({ length: 40 }, (_, at) => ['A', at === 5 ? 'many' : String(at), '']))
  const more = tableOf([['A', '40', '']], 42)
  const [file, another] = [await imported(table), await imported(more)]
  const [seventh, last] = [await imported(tableOf([['B', '5', '']], 7)), await imported(tableOf([['B', 'none', '']], 42))]
  const before = { revision: 0, columns: COLUMNS, format: FORMAT, imports: [file, another], corrections: [] }
  const corrections = [
    { row: 7, import: seventh.key },
    { row: 42, import: last.key },
  ]
  const now = { ...before, revision: 1, corrections }
  const all = [...table, ...more].map(({ number }) => number)
  for (const limit of [1, 6, 100]) expect(await found(now, [], limit), String(limit)).toEqual(all)
  expect(await found(now, [], 3, true)).toEqual([42, ...all.filter((number) => number !== 42)])
  expect(await found(before, [], 3, true)).toEqual([7, ...all.filter((number) => number !== 7)])
  const ofPlanB = [{ field: 'plan', operator: 'equal to', value: 'B' }] as const
  expect(await found(now, ofPlanB)).toEqual([7, 42])
  expect(await rows.count({ version: now, filter: [], today })).toEqual({ rows: 41, problems: 1 })
  expect(await rows.count({ version: before, filter: ofPlanB, today })).toEqual({ rows: 0, problems: 0 })
  expect((await rows.find(now, [7, 8])).map(({ values }) => values[0])).toEqual(['B', 'A'])
  expect((await rows.find(before, [7, 8])).map(({ values }) => values[0])).toEqual(['A', 'A'])
  const without = [7, 8]
  expect(await rows.count({ version: now, filter: [], today, without })).toEqual({ rows: 39, problems: 1 })
  const page = await rows.page({ version: now, filter: [], today, without, after: null, limit: 7 })
  expect('rows' in page && page.rows.map(({ number }) => number)).toEqual([2, 3, 4, 5, 6, 9, 10])
  // Types of columns that change reach corrected rows, too.
  const texts = { ...now, columns: COLUMNS.map(({ name }) => ({ name, type: 'text' as const })) }
  expect(await rows.count({ version: texts, filter: [], today })).toEqual({ rows: 41, problems: 0 })
})

test('problems follow the types of the columns once somebody looks', async () => {
  const table = tableOf([
    ['A', 'many', '2026-03-02'],
    ['A', '5,58199E+12', 'never'],
    ['A', '1', '2026-03-02', 'more'],
  ])
  const before = { revision: 0, columns: COLUMNS, format: FORMAT, imports: [await imported(table)], corrections: [] }
  const after = { ...before, columns: [COLUMNS[0]!, { name: 'fee', type: 'text' } as const, COLUMNS[2]!] }
  const problems = async (version: RecipientListVersion) => {
    const page = await rows.page({ version, filter: [], today, after: null, limit: 10 })
    if ('refused' in page) throw new Error(page.refused)
    return page.rows.map((row) => row.problems)
  }
  for (const version of [before, after, before]) {
    expect(await problems(version)).toEqual(table.map(({ values }) => problemColumns(values, version.columns, version.format)))
  }
  expect(await problems(after)).toEqual([[], [1, 2], [3]])
})

test('rows name people by addresses and numbers in any spelling; a date or an amount is nobody’s number', async () => {
  const mobiles = ['+44 7911 123456', '+44 (0)7911-123456', '+447911123456', '0044 7911 123456']
  await imported(tableOf([...mobiles, ' Ann@Example.com ', '2026-03-15', '15-03-2026', '12600.50'].map((value) => [value])))
  const naming = (address: string) => rows.countNaming('w', contactKey('w', address))
  expect(await naming('+447911123456')).toBe(4)
  expect(await naming('ann@example.com')).toBe(1)
  // What they would be in the default country.
  for (const number of ['+4920260315', '+4915032026', '+491260050']) expect(await naming(number), number).toBe(0)
})

test('an import that is written again after a crash has its rows once', async () => {
  const of = { key: world.ids.next(), workspace: 'w', list: 'l' }
  await rows.announce(of)
  const as = { columns: COLUMNS, format: FORMAT }
  async function* broken() {
    yield tableOf([['A', '1', '']])
    throw new Error('killed')
  }
  await expect(rows.write(of, as, broken())).rejects.toThrow('killed')
  await rows.announce(of)
  await rows.write(
    of,
    as,
    parts(
      tableOf([
        ['A', '1', ''],
        ['B', '2', ''],
      ]),
    ),
  )
  expect(await found({ revision: 0, ...as, imports: [{ key: of.key, rows: 2, last: 3 }], corrections: [] }, [])).toEqual([2, 3])
  await rows.remove([of.key])
  expect(await rows.findImport(of.key)).toBeNull()
})
