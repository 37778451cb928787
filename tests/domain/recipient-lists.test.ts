import { describe, expect, test } from 'vitest'
import { type Encoding, encodingOf } from '#domain/csv'
import { type Column, compileFilter, FILTER_DAYS, type FilterRule, matches, OPERATORS, type Operator, operatorsFor } from '#domain/filters'
import {
  columnGuess,
  digestOfVersion,
  type FileReading,
  hasSameRows,
  keyOfRow,
  keysIn,
  MOST_CORRECTIONS,
  RECIPIENT_FILE_REFUSALS,
  RecipientFileRefused,
  type RecipientListsCommand,
  recipientFileReader,
  recipientLists,
  rowsIn,
  valueProblem,
  versionAt,
  versionNow,
} from '#domain/recipient-lists'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string) => new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer)
const UTF8: FileReading = { encoding: 'UTF-8', firstRow: 'names' }
function encodingIn(bytes: Uint8Array): Encoding {
  const detected = encodingOf(bytes)
  detected.push(bytes)
  return detected.end()
}
/** In parts of a size at which no boundary falls where it is convenient. */
function read(bytes: Uint8Array, reading: FileReading = UTF8, part = 7) {
  const reader = recipientFileReader(reading)
  const rows = []
  for (let at = 0; at < bytes.length; at += part) rows.push(...reader.push(bytes.subarray(at, at + part)))
  rows.push(...reader.end())
  return { names: reader.names(), rows, delimiter: reader.delimiter() }
}
const table = (text: string) => read(utf8(text))
function refusalOf(read: () => unknown) {
  try {
    read()
  } catch (thrown) {
    if (thrown instanceof RecipientFileRefused) return thrown.refusal
    throw thrown
  }
  return null
}
const valuesIn = (text: string) => table(text).rows.map(({ values }) => values)

describe('a file of recipients', () => {
  test('is read whatever spreadsheet wrote it, with the numbers that its rows have there', () => {
    for (const text of [
      'name,town\r\nZoë,Malmö\r\n\r\nAnn,"Here, there"\r\n',
      'name;town\nZoë;Malmö\n;\nAnn;Here, there',
      'sep=;\r\nname;town\r\nZoë;Malmö\r\n;\r\n"Ann";"Here, there"',
      '\uFEFFsep=|\rname|town\rZoë|Malmö\r|\rAnn|Here, there',
    ])
      expect(table(text), text).toMatchObject({
        names: ['name', 'town'],
        rows: [
          { number: 2, values: ['Zoë', 'Malmö'] },
          { number: 4, values: ['Ann', 'Here, there'] },
        ],
      })
  })

  test('is read the same however its bytes arrive', () => {
    const bytes = utf8('a,b\r\n"x\r\ny",Ü€\r\n1,"2 ""3"""\r\n')
    const whole = read(bytes, UTF8, 1_000)
    expect(whole.rows.map(({ values }) => values)).toEqual([
      ['x\ny', 'Ü€'],
      ['1', '2 "3"'],
    ])
    for (let part = 1; part < bytes.length; part++) expect(read(bytes, UTF8, part), String(part)).toEqual(whole)
  })

  test('is read in its encoding: UTF-8, UTF-16 with and without a mark, Windows-1252', () => {
    const text = 'name,fee\nZoë “Ångström”,5 €\n'
    const western = Uint8Array.from(text, (letter) => ({ '€': 0x80, '“': 0x93, '”': 0x94 })[letter] ?? letter.charCodeAt(0))
    const bigEndian = Uint8Array.from(utf16(text), (_, at) => utf16(text)[at ^ 1]!)
    const files: readonly [Encoding, Uint8Array][] = [
      ['UTF-8', utf8(text)],
      ['UTF-8', utf8(`\uFEFF${text}`)],
      ['UTF-16', utf16(`\uFEFF${text}`)],
      ['UTF-16', utf16(text)],
      ['UTF-16', bigEndian],
      ['Windows-1252', western],
    ]
    for (const [encoding, bytes] of files) {
      expect(encodingIn(bytes)).toBe(encoding)
      expect(read(bytes, { encoding, firstRow: 'names' }).rows, encoding).toEqual([{ number: 2, values: ['Zoë “Ångström”', '5 €'] }])
    }
  })

  test('keeps every value as it is written, leading zeros, columns of Object and all', () => {
    const { names, rows } = table('__proto__,constructor,no\n007,x,+44 7700 900123\n')
    expect(names).toEqual(['__proto__', 'constructor', 'no'])
    expect(rows).toEqual([{ number: 2, values: ['007', 'x', '+44 7700 900123'] }])
  })

  test('has each name once: a second column of one name is numbered, one without a name has its place', () => {
    expect(table('email,email,,email (2),Email\na,b,c,d,e').names).toEqual(['email', 'email (2)', 'Column 3', 'email (2) (2)', 'Email'])
  })

  test('loses the apostrophes of an export, and runs no formula', () => {
    expect(valuesIn("a,b,c\n'=1+1,=HYPERLINK(1),O'Neil")).toEqual([['=1+1', '=HYPERLINK(1)', "O'Neil"]])
  })

  test('keeps what a row has too much, and lets what stands for nothing go', () => {
    expect(valuesIn('a,b\n1,2,,\n1,2,3\n1')).toEqual([['1', '2'], ['1', '2', '3'], ['1']])
  })

  test('without names has numbered columns, and its first row is a row', () => {
    expect(read(utf8('1,2\n3,4'), { ...UTF8, firstRow: 'data' })).toMatchObject({
      names: ['Column 1', 'Column 2'],
      rows: [{ number: 1 }, { number: 2 }],
    })
  })

  test('is refused as a whole where it is empty, has names only, or too many columns or rows', () => {
    for (const empty of ['', '\uFEFF', '\r\n , \r\n'])
      expect(
        refusalOf(() => table(empty)),
        JSON.stringify(empty),
      ).toMatchObject({ refused: 'csv-empty' })
    expect(refusalOf(() => table('name,email\r\n,\r\n'))).toMatchObject({ refused: 'csv-no-rows' })
    const wide = (columns: number) => () => table(`${Array.from({ length: columns }, (_, n) => `c${n}`).join(',')}\n1`)
    expect(refusalOf(wide(200))).toBeNull()
    expect(refusalOf(wide(201))).toEqual({ refused: 'csv-too-many-columns', slots: { columns: 201, most: 200 } })
    const long = (rows: number) => () => read(utf8(`name\n${'x\n'.repeat(rows)}`), UTF8, 65_536)
    expect(refusalOf(long(100_000))).toBeNull()
    expect(refusalOf(long(100_001))).toMatchObject({ refused: 'csv-too-many-rows' })
  })

  test('with a quotation mark unclosed in row 70,000 is refused by that number, before anything behind it is swallowed', () => {
    const rows = Array.from({ length: 80_000 }, (_, at) => (at + 2 === 70_000 ? '"Ann,x' : 'Ann,x'))
    const refused = refusalOf(() => read(utf8(`name,town\n${rows.join('\n')}`), UTF8, 65_536))
    expect(refused).toMatchObject({ refused: 'csv-quotes', slots: { row: 70_000 } })
    expect(RECIPIENT_FILE_REFUSALS['csv-quotes'].says).toContain('row {row}')
  })

  test('with ten megabytes in one cell is refused by its row, and does not keep them', () => {
    const huge = new Uint8Array(10_000_000).fill(120)
    for (const around of ['name\nx\n', 'name\nx\n"']) {
      const reader = recipientFileReader(UTF8)
      reader.push(utf8(around))
      const refused = refusalOf(() => {
        for (let at = 0; at < huge.length; at += 65_536) reader.push(huge.subarray(at, at + 65_536))
        reader.push(utf8('\nafter\n'))
        reader.end()
      })
      expect(refused).toMatchObject({ refused: 'csv-cell-too-long', slots: { row: 3, most: 10_000 } })
    }
    expect(refusalOf(() => table(`name\n${'x'.repeat(10_000)}`))).toBeNull()
    expect(refusalOf(() => table(`name\n${'x'.repeat(10_001)}`))).toMatchObject({ refused: 'csv-cell-too-long', slots: { row: 2 } })
  })

  test('with zero characters is refused by its row', () => {
    expect(refusalOf(() => table('name,town\nAnn,He\u0000re'))).toMatchObject({ refused: 'csv-not-text', slots: { row: 2 } })
  })
})

describe('columns', () => {
  const guessed = (text: string) => {
    const { names, rows, delimiter } = table(text)
    const guess = columnGuess()
    guess.push(rows)
    return guess.end(names, delimiter)
  }
  const rows = (line: (at: number) => string) => Array.from({ length: 40 }, (_, at) => line(at + 1)).join('\n')

  test('are guessed over all rows: a leading zero, a plus or many digits mean text', () => {
    expect(guessed('a,b,c,d,e\n1,01,+4912345,447700900123,x\n2.5,02,+4912346,447700900124,')).toEqual({
      types: ['number', 'text', 'text', 'text', 'text'],
      format: { decimal: '.', dates: 'day-month' },
    })
  })

  test('take decimal sign and order of dates from what reads most values', () => {
    expect(guessed('a;b\n1.260,50;15-03-2026\n540,00;2026-04-02')).toEqual({
      types: ['number', 'date'],
      format: { decimal: ',', dates: 'day-month' },
    })
    expect(guessed('a,b\n"1,260.50",03/15/2026\n540.00,04/02/2026').format).toEqual({ decimal: '.', dates: 'month-day' })
    expect(guessed('a;b\n1;x').format.decimal).toBe(',')
  })

  test('keep their type for a single mistake, which is a problem of its row', () => {
    const text = `day,fee\n${rows((at) => (at === 7 ? '31/02/2026,lots' : `${(at % 28) + 1}/01/2026,${at}`))}`
    expect(guessed(text).types).toEqual(['date', 'number'])
    const format = { decimal: '.', dates: 'day-month' } as const
    expect(valueProblem('31/02/2026', { type: 'date' }, format)).toBe('not-a-date')
    expect(valueProblem('28/02/2026', { type: 'date' }, format)).toBeNull()
    expect(valueProblem('lots', { type: 'number' }, format)).toBe('not-a-number')
    expect(valueProblem('lots', { type: 'text' }, format)).toBeNull()
    expect(valueProblem(' ', { type: 'date' }, format)).toBeNull()
  })

  test('of any type do not take a number whose digits a spreadsheet cut off', () => {
    for (const type of ['text', 'number', 'date'] as const) {
      expect(valueProblem('5,58199E+12', { type }, { decimal: ',', dates: 'day-month' })).toBe('digits-lost')
      expect(valueProblem('5.58199E+12', { type }, { decimal: '.', dates: 'day-month' })).toBe('digits-lost')
    }
  })
})

describe('a filter', () => {
  const columns: readonly Column[] = [
    { name: 'plan', type: 'text' },
    { name: 'fee', type: 'number' },
    { name: 'renewal', type: 'date' },
  ]
  const context = { columns, format: { decimal: '.', dates: 'day-month' }, today: '2026-02-20' } as const
  const rule = (field: string, operator: Operator, value: string): FilterRule => ({ field, operator, value })
  const kept = (filter: FilterRule, ...values: readonly string[]) => {
    const compiled = compileFilter([filter], context)
    if ('refused' in compiled) throw new Error(compiled.refused)
    const at = columns.findIndex(({ name }) => name === filter.field)
    return values.filter((value) => matches(compiled, ['', '', ''].with(at, value)))
  }
  const refused = (filter: FilterRule) => {
    const compiled = compileFilter([filter], context)
    return 'refused' in compiled ? compiled.refused : null
  }

  test('[W-076] has rules of a column, an operator and a value, and keeps rows that meet every rule', () => {
    const compiled = compileFilter([rule('plan', 'equal to', 'A'), rule('fee', 'less than', '5')], context)
    if ('refused' in compiled) throw new Error(compiled.refused)
    const rows = [
      ['A', '4', ''],
      ['A', '5', ''],
      ['B', '4', ''],
    ]
    expect(rows.filter((values) => matches(compiled, values))).toEqual([['A', '4', '']])
  })

  test('[W-174] knows exactly seven operators', () => {
    expect(OPERATORS).toEqual([
      'equal to',
      'not equal to',
      'greater than',
      'greater than or equal to',
      'less than',
      'less than or equal to',
      'in',
    ])
  })
  test('[W-182] of a date has every operator', () => {
    expect(operatorsFor('date')).toEqual(OPERATORS)
    for (const operator of OPERATORS)
      expect(refused(rule('renewal', operator, operator === 'in' ? '10' : '2026-03-02')), operator).toBeNull()
  })
  test('[W-183] of a number has every operator but in', () => {
    expect(operatorsFor('number')).toEqual(OPERATORS.slice(0, 6))
    for (const operator of OPERATORS.slice(0, 6)) expect(refused(rule('fee', operator, '10')), operator).toBeNull()
    expect(refused(rule('fee', 'in', '10'))).toBe('filter-operator')
  })
  test('[W-184] of a text can be equal to or not', () => {
    expect(operatorsFor('text')).toEqual(['equal to', 'not equal to'])
    for (const operator of OPERATORS.slice(0, 2)) expect(refused(rule('plan', operator, '10')), operator).toBeNull()
    for (const operator of OPERATORS.slice(2)) expect(refused(rule('plan', operator, '10'))).toBe('filter-operator')
  })

  test('[W-170] reads dates as year-month-day with -', () => {
    expect(kept(rule('renewal', 'equal to', '2026-03-02'), '2026-3-2', '2026-02-03')).toEqual(['2026-3-2'])
    expect(kept(rule('renewal', 'equal to', '2026-03-31'), '2026-03-31', '2026-03-30')).toEqual(['2026-03-31'])
  })
  test('[W-171] reads dates as year-month-day with /', () => {
    expect(kept(rule('renewal', 'equal to', '2026/03/02'), '2026/03/02', '2026/02/03')).toEqual(['2026/03/02'])
    expect(kept(rule('renewal', 'equal to', '2026/03/31'), '2026/3/31', '2026/03/30')).toEqual(['2026/3/31'])
  })
  test('[W-172] reads dates as day-month-year with -', () =>
    expect(kept(rule('renewal', 'equal to', '02-03-2026'), '2-3-2026', '2026-03-02', '03-02-2026')).toEqual(['2-3-2026', '2026-03-02']))
  test('[W-173] reads dates as day-month-year with /', () => {
    expect(kept(rule('renewal', 'equal to', '02/03/2026'), '02/03/2026', '03/02/2026')).toEqual(['02/03/2026'])
    expect(kept(rule('renewal', 'equal to', '31/03/2026'), '31/3/2026', '30/03/2026')).toEqual(['31/3/2026'])
  })
  test('reads no date that the calendar does not have, in two separators or with a short year', () => {
    for (const no of ['31/02/2026', '29-02-2025', '2026-13-01', '2026-03/02', '1/2/26', 'soon', '00-01-2026'])
      expect(refused(rule('renewal', 'equal to', no)), no).toBe('filter-date')
    expect(refused(rule('renewal', 'equal to', '29-02-2024'))).toBeNull()
  })

  test('[W-175] equal to keeps exactly the rows with this value', () => {
    expect(kept(rule('plan', 'equal to', 'Ended'), 'Ended', ' Ended ', 'ended', 'Ended early', '')).toEqual(['Ended', ' Ended '])
    const fees = ['1260', '1,260.00', '+1260', '1261', '12.60', '', 'x']
    expect(kept(rule('fee', 'equal to', '1260'), ...fees)).toEqual(['1260', '1,260.00', '+1260'])
    const days = ['2026-03-02', '02/03/2026', '2026-03-01', '2026-03-03', '', 'x']
    expect(kept(rule('renewal', 'equal to', '2026-03-02'), ...days)).toEqual(['2026-03-02', '02/03/2026'])
  })
  test('[W-176] not equal to keeps exactly the rows with another value', () => {
    expect(kept(rule('plan', 'not equal to', 'Ended'), 'Ended', ' Ended ', 'ended', '')).toEqual(['ended', ''])
    expect(kept(rule('fee', 'not equal to', '1260'), '1260', '1,260.00', '1261', '12.60', '', 'x')).toEqual(['1261', '12.60', '', 'x'])
    const days = ['2026-03-02', '02/03/2026', '2026-03-01', '2026-03-03', '', 'x']
    expect(kept(rule('renewal', 'not equal to', '2026-03-02'), ...days)).toEqual(['2026-03-01', '2026-03-03', '', 'x'])
  })
  test.each([
    ['[W-177]', 'greater than', ['3', '10'], ['2026-03-03', '01-10-2026']],
    ['[W-178]', 'greater than or equal to', ['2', '2.0', '3', '10'], ['2026-03-02', '2026-03-03', '01-10-2026']],
    ['[W-179]', 'less than', ['-5', '1.99'], ['01-10-2025', '2026-03-01']],
    ['[W-180]', 'less than or equal to', ['2', '2.0', '-5', '1.99'], ['2026-03-02', '01-10-2025', '2026-03-01']],
  ] as const)('%s %s compares numbers and dates by their value, and keeps no row without one', (_, operator, numbers, dates) => {
    const pick = (all: readonly string[], some: readonly string[]) => all.filter((one) => some.includes(one))
    const someNumbers = ['2', '2.0', '3', '10', '-5', '1.99', '', 'x']
    expect(kept(rule('fee', operator, '2'), ...someNumbers)).toEqual(pick(someNumbers, numbers))
    const someDates = ['2026-03-02', '2026-03-03', '01-10-2026', '01-10-2025', '2026-03-01', '', 'x']
    expect(kept(rule('renewal', operator, '2026-03-02'), ...someDates)).toEqual(pick(someDates, dates))
  })
  test('[W-181] in keeps the rows whose date lies from today to the end of the span', () => {
    const days = ['2026-02-19', '20-02-2026', '2026-03-02', '2026-03-03', '2026-04-06', '2026-04-07', '']
    expect(kept(rule('renewal', 'in', '10'), ...days)).toEqual(['20-02-2026', '2026-03-02'])
    expect(kept(rule('renewal', 'in', '45 days'), ...days)).toEqual(['20-02-2026', '2026-03-02', '2026-03-03', '2026-04-06'])
  })
  test('[W-297] spans are exactly 10, 20, 30 and 45 days', () => {
    expect(FILTER_DAYS).toEqual([10, 20, 30, 45])
    const taken = Array.from({ length: 60 }, (_, days) => days).filter((days) => refused(rule('renewal', 'in', String(days))) === null)
    expect(taken).toEqual([10, 20, 30, 45])
  })

  test('that cannot be read says why: no such column, no number, too many rules', () => {
    expect(refused(rule('gone', 'equal to', ''))).toBe('filter-column-missing')
    expect(refused(rule('__proto__', 'equal to', ''))).toBe('filter-column-missing')
    for (const no of ['', 'x', '5,58199E+12', 'Infinity', '0x10', '9'.repeat(31)])
      expect(refused(rule('fee', 'less than', no)), no).toBe('filter-number')
    expect(
      compileFilter(
        Array.from({ length: 21 }, () => rule('plan', 'equal to', '')),
        context,
      ),
    ).toMatchObject({ refused: 'filter-too-many-rules' })
  })
})

describe('the lists of a workspace', () => {
  const list = '01900000-0000-7000-8000-000000000031'
  const all = new Set(['can_view_bulk_sends', 'can_do_bulk_actions', 'can_upload_documents'])
  const context = { now: '2026-03-02T09:00:00.000Z', principal: 'user:x' }
  const columns = [
    { name: 'name', type: 'text' },
    { name: 'fee', type: 'number' },
  ] as const
  const file = (key: string, rows: number, appendTo: number | null, last: number): RecipientListsCommand => ({
    do: 'ImportRecipientFile',
    list,
    import: key,
    appendTo,
    digest: 'd',
    rows,
    last,
    columns,
    format: { decimal: '.', dates: 'day-month' },
  })
  function listsAfter(...commands: readonly RecipientListsCommand[]) {
    let state = recipientLists.initial
    let revision = -1
    let refused: string | null = null
    for (const command of [{ do: 'CreateRecipientList', list, description: ' Care  plans ' } as const, ...commands]) {
      const decision = recipientLists.decide(command, state, context)
      refused = 'refused' in decision ? decision.refused : null
      for (const fact of 'refused' in decision ? [] : decision) {
        revision += 1
        state = recipientLists.evolve(state, fact, { time: context.now, principal: context.principal, revision })
      }
    }
    return { state, refused, revision, list: state.living.get(list)! }
  }

  test('replace rows by a file or append them, and keep what stood before readable at its revision', () => {
    const { list: now } = listsAfter(file('a', 10, null, 11), file('b', 5, 11, 16), file('c', 3, null, 4))
    expect(rowsIn(versionNow(now))).toBe(3)
    expect(versionAt(now, 2)!.imports.map(({ key, rows }) => [key, rows])).toEqual([
      ['a', 10],
      ['b', 5],
    ])
    expect(versionAt(now, 0)!.imports).toEqual([])
    expect(new Set(now.versions.map(digestOfVersion)).size).toBe(4)
  })
  test('take a file once, and none after another took its place', () => {
    expect(listsAfter(file('a', 10, null, 11), file('a', 10, null, 11))).toMatchObject({ revision: 1, refused: null })
    expect(listsAfter(file('a', 10, null, 11), file('b', 5, 11, 16), file('c', 5, 11, 16)).refused).toBe('recipient-list-changed')
    expect(listsAfter(file('a', 99_999, null, 100_000), file('b', 2, 100_000, 100_002)).refused).toBe('recipient-list-full')
    const others = { ...file('b', 1, 11, 12), columns: [{ name: 'name', type: 'text' }] } as RecipientListsCommand
    expect(listsAfter(file('a', 10, null, 11), others).refused).toBe('recipient-columns-differ')
  })
  test('change types of columns, all of them or none', () => {
    const changed = listsAfter(file('a', 10, null, 11), { do: 'ChangeColumnTypes', list, types: ['text', 'text'] })
    expect(versionNow(changed.list).columns.map(({ type }) => type)).toEqual(['text', 'text'])
    expect(versionAt(changed.list, 1)!.columns.map(({ type }) => type)).toEqual(['text', 'number'])
    expect(listsAfter(file('a', 10, null, 11), { do: 'ChangeColumnTypes', list, types: ['text'] }).refused).toBe('recipient-column-types')
  })
  test('have a row corrected under a key of its own, once, and not while a bulk send makes documents of them', () => {
    const correct = (to: string, instead: string, more: object = {}): RecipientListsCommand => ({
      do: 'CorrectRecipientRow',
      list,
      row: 4,
      import: to,
      instead,
      digest: 'd',
      running: [],
      ...more,
    })
    const twice = listsAfter(file('a', 10, null, 11), correct('c', 'a'), correct('d', 'c'))
    const [, before, , now] = twice.list.versions
    expect([before, now].map((version) => [3, 4, 12].map((row) => keyOfRow(version!, row)))).toEqual([
      ['a', 'a', null],
      ['a', 'd', null],
    ])
    expect([rowsIn(now!), keysIn(now!), hasSameRows(before!, now!)]).toEqual([10, ['a', 'd'], true])
    expect(digestOfVersion(now!)).not.toBe(digestOfVersion(before!))
    expect(listsAfter(file('a', 10, null, 11), correct('c', 'a'), correct('c', 'a'))).toMatchObject({ revision: 2, refused: null })
    expect(listsAfter(file('a', 10, null, 11), correct('c', 'a'), correct('d', 'a')).refused).toBe('recipient-row-changed')
    expect(listsAfter(file('a', 10, null, 11), correct('c', 'a', { running: ['Renewals'] })).refused).toBe('recipient-row-in-use')
    // Rows that follow leave corrections as they are; rows that replace have none.
    const followedBy = (next: RecipientListsCommand) => versionNow(listsAfter(file('a', 10, null, 11), correct('c', 'a'), next).list)
    expect(keyOfRow(followedBy(file('b', 5, 11, 16)), 4)).toBe('c')
    expect(keyOfRow(followedBy(file('b', 5, null, 6)), 4)).toBe('b')
    expect(hasSameRows(before!, followedBy(file('b', 5, 11, 16)))).toBe(false)
    const many = Array.from({ length: MOST_CORRECTIONS + 1 }, (_, at) => correct(`k${at}`, 'a', { row: at + 2 }))
    expect(listsAfter(file('a', 5_000, null, 5_001), ...many).refused).toBe('too-many-corrections')
  })
  test('are archived and restored, and change nothing while they are archived', () => {
    const archived = listsAfter({ do: 'ArchiveRecipientList', list, running: [] })
    expect(archived.list.archived).toBe(context.now)
    for (const command of [file('a', 1, null, 2), { do: 'DescribeRecipientList', list, description: 'x' } as const])
      expect(listsAfter({ do: 'ArchiveRecipientList', list, running: [] }, command).refused).toBe('recipient-list-archived')
    expect(listsAfter({ do: 'ArchiveRecipientList', list, running: [] }, { do: 'RestoreRecipientList', list }).list.archived).toBeNull()
  })
  test('are not deleted while a bulk send makes documents of them', () => {
    const used = listsAfter({ do: 'ArchiveRecipientList', list, running: ['Renewals', ''] })
    expect([used.refused, used.list.archived]).toEqual(['recipient-list-in-use', null])
  })

  test('that were deleted for good do not come back under their key', () => {
    const gone = listsAfter({ do: 'DeleteRecipientList', list }, { do: 'CreateRecipientList', list, description: '' })
    expect(gone).toMatchObject({ refused: 'recipient-list-missing', list: undefined })
  })
  test('count rows about an erased person no more, wherever they are still read', () => {
    const erased = listsAfter(file('a', 10, null, 11), file('b', 5, 11, 16), {
      do: 'EraseRecipientRows',
      list,
      rows: [{ import: 'a', rows: 2 }],
    })
    expect(erased.list.versions.map(rowsIn)).toEqual([0, 8, 13])
  })
  test('[W-211] may be changed by those who view bulk sends, use bulk actions and upload documents', () => {
    const may = (permissions: ReadonlySet<string>) =>
      recipientLists.permits(
        { do: 'ArchiveRecipientList', list, running: [] },
        recipientLists.initial,
        { as: 'team', permissions },
        'w',
      ) === null
    expect(may(all)).toBe(true)
    for (const one of all) expect(may(new Set([...all].filter((other) => other !== one))), one).toBe(false)
    for (const deed of [
      { do: 'DeleteRecipientList', list },
      { do: 'EraseRecipientRows', list, rows: [] },
    ] as const) {
      expect(recipientLists.permits(deed, recipientLists.initial, { as: 'team', permissions: all }, 'w')).not.toBeNull()
      expect(recipientLists.permits(deed, recipientLists.initial, { as: 'installation' }, 'w')).toBeNull()
    }
  })
})
