import { expect, test } from 'vitest'
import { csvHead, csvLine } from '../../command-api/replay/csv.ts'
import { type ReadTable, readContacts } from '../../web/features/contacts/csv.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
function tableIn(bytes: Uint8Array): ReadTable {
  const table = readContacts(bytes)
  if (typeof table === 'string') throw new Error(table)
  return table
}
const peopleIn = (bytes: Uint8Array) => tableIn(bytes).good.map(({ contact }) => Object.values(contact))

test('a table is read whatever spreadsheet wrote it: commas, semicolons, tabs, a line that names the separator', () => {
  const people = [['Ann Example', 'ann@example.com', '+27821234567']]
  for (const text of [
    'name,email,mobile_number\r\nAnn Example,ann@example.com,+27821234567\r\n',
    'Name;E-Mail;Mobile number\nAnn Example;ann@example.com;+27821234567',
    '"name","mobile","email"\r\n"Ann Example","+27821234567","ann@example.com"\r\n',
    'name,email,mobile\rAnn Example,ann@example.com,+27821234567',
    'Email\tPhone\tFirst name\tLast name\nann@example.com\t+27821234567\tAnn\tExample\n',
    'sep=;\r\nname;email;mobile\r\n"Ann Example";ann@example.com;+27821234567\r\n',
    '\uFEFFsep=|\nname|email|mobile\nAnn Example|ann@example.com|+27821234567',
  ])
    expect(peopleIn(utf8(text)), text).toEqual(people)
})

test('what is no table of contacts is said to be none, and why', () => {
  expect(readContacts(utf8('street,town\n1 Way,Here'))).toBe('import_no_columns')
  for (const nothing of ['', '\uFEFF', '\r\n  \r\n']) expect(readContacts(utf8(nothing)), JSON.stringify(nothing)).toBe('import_empty')
  for (const head of ['name,email', 'name;email;mobile\r\n;;\r\n']) expect(readContacts(utf8(head)), head).toBe('import_no_rows')
})

test('a table is read in the encoding that it is written in', () => {
  const text = 'name,email\nZoë Ångström,zoe@example.com\n'
  const western = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  const utf16 = new Uint8Array(new Uint16Array([0xfeff, ...Array.from(text, (letter) => letter.charCodeAt(0))]).buffer)
  const [named, ...others] = [utf8(`\uFEFF${text}`), utf8(text), western, utf16]
  expect([named!, ...others].map((bytes) => tableIn(bytes).encoding)).toEqual(['UTF-8', 'UTF-8', 'Windows-1252', 'UTF-16'])
  for (const bytes of [named!, ...others]) expect(peopleIn(bytes)).toEqual([['Zoë Ångström', 'zoe@example.com', '']])
})

test('broken rows are named by their number, and the others are read; of a contact given twice the later row holds', () => {
  const table = tableIn(
    utf8(
      'name,email\nAnn,ann@example.com\nNobody,\n\nBen,ben@\nAnn Later,ANN@example.com\nQuo,"quo"te@example.com\nOpen,"open@example.com\nCleo,cleo@example.com\n',
    ),
  )
  expect(table.broken).toEqual([
    { row: 3, why: 'Enter an email address or a mobile number.' },
    { row: 5, why: 'Please enter a valid email.' },
    ...[7, 8].map((row) => ({
      row,
      why: 'A quotation mark has no partner. Put the cell in quotation marks, and double each one inside it.',
    })),
  ])
  expect(table.good).toEqual([
    { row: 6, contact: { name: 'Ann Later', email: 'ANN@example.com', mobile_number: '' } },
    { row: 9, contact: { name: 'Cleo', email: 'cleo@example.com', mobile_number: '' } },
  ])
  expect(table.twice).toBe(1)
})

test('an export reads back the same, formulas, quotes and lines within a name included', () => {
  const people = [
    ['=HYPERLINK("http://evil.example")', 'a@example.com', '+27821234567'],
    ['O\'Neil; =1+1, "Zip"', 'b@example.com', ''],
    ['-Minus', 'c@example.com', ''],
    ['Two\nLines', 'e@example.com', ''],
    ["'tHooft", 'd@example.com', ''],
  ]
  const text = csvHead(['name', 'email', 'mobile_number']) + people.map((cells) => csvLine(cells)).join('')
  expect(text).toContain(`"'=HYPERLINK`)
  expect(peopleIn(utf8(text))).toEqual(people)
})

test('a table of 20,000 contacts with duplicates, broken rows, semicolons, formulas and another encoding is read whole', () => {
  const rows = Array.from({ length: 20_000 }, (_, n) =>
    n % 100 === 7 ? `Bröken ${n};person${n}@;` : `'=Pérson ${n};person${n % 100 === 8 ? n - 8 : n}@example.com;`,
  )
  const western = Uint8Array.from(`name;email;mobile\r\n${rows.join('\r\n')}`, (letter) => letter.charCodeAt(0))
  const table = tableIn(western)
  expect([table.encoding, table.good.length, table.broken.length, table.twice]).toEqual(['Windows-1252', 19_600, 200, 200])
  expect(table.good[0]).toEqual({ row: 3, contact: { name: '=Pérson 1', email: 'person1@example.com', mobile_number: '' } })
  expect(table.broken[0]).toEqual({ row: 9, why: 'Please enter a valid email.' })
})
