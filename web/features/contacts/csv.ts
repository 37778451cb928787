import papa from 'papaparse'
import { CONTACT_REFUSALS, type ContactRefusalCode, contactAddress, contactDetails } from '#domain/contacts'
import { wordsOf } from '../../messages/index.ts'
import type { TypedContact } from './calls.ts'
import { contacts } from './messages.ts'

type WholeContact = { readonly [P in keyof TypedContact]-?: string }
/** A row of a table that can be saved, by its number there. */
export interface ReadRow {
  readonly row: number
  readonly contact: WholeContact
}
export interface BrokenRow {
  readonly row: number
  readonly why: string
}
export interface ReadTable {
  readonly good: readonly ReadRow[]
  readonly broken: readonly BrokenRow[]
  /** Rows that give a contact again, which stands further down in another spelling. */
  readonly twice: number
  readonly encoding: Encoding
}
export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252'
/** Why nothing of a file can be read, in the words of the address book. */
export type Unreadable = 'import_empty' | 'import_no_columns' | 'import_no_rows'

export const MOST_ROWS = 50_000
export const MOST_BYTES = 20_000_000

/** What a table is written in: what its first bytes say, else UTF-8 where it is that, else what spreadsheets of the West write. */
export function decoded(bytes: Uint8Array): { readonly text: string; readonly encoding: Encoding } {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' }
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}

/** What a column may be called, in lower case and without what is no letter. */
const CALLED = {
  name: ['name', 'fullname', 'displayname', 'contact', 'contactname'],
  first: ['firstname', 'givenname', 'forename'],
  last: ['lastname', 'surname', 'familyname'],
  email: ['email', 'emailaddress', 'mail', 'email1value', 'primaryemail'],
  mobile: ['mobile', 'mobilenumber', 'mobilephone', 'phone', 'phonenumber', 'cell', 'cellphone', 'telephone', 'phone1value'],
} as const
type Column = keyof typeof CALLED
type Columns = { readonly [column in Column]: number }

/** Reads a table of contacts: a row that is broken is named, and takes no other along. */
export function readContacts(bytes: Uint8Array): ReadTable | Unreadable {
  const words = wordsOf(contacts)
  const { text, encoding } = decoded(bytes)
  if (text.replace('\uFEFF', '').trim() === '') return 'import_empty'
  const rows = rowsOf(text)
  const columns = columnsOf(rows.next().value?.cells ?? [])
  if (columns === null) return 'import_no_columns'
  const broken: BrokenRow[] = []
  const byAddress = new Map<string, ReadRow>()
  let [row, read] = [1, 0]
  for (const { cells, isWhole } of rows) {
    row += 1
    if (cells.every((cell) => cell.trim() === '')) continue
    read += 1
    if (read > MOST_ROWS) {
      broken.push({ row, why: words('import_too_many', { count: MOST_ROWS }) })
      break
    }
    if (!isWhole) {
      broken.push({ row, why: words('import_quotes') })
      continue
    }
    const contact = contactIn(cells, columns)
    const address = contactAddress({ email: contact.email, mobile: contact.mobile_number }) ?? contact.mobile_number
    const wrong = wrongWith(contact)
    if (wrong) broken.push({ row, why: CONTACT_REFUSALS[wrong].says })
    else {
      // The later spelling holds, in the place of the later row.
      byAddress.delete(address)
      byAddress.set(address, { row, contact })
    }
  }
  if (read === 0) return 'import_no_rows'
  const good = [...byAddress.values()]
  return { good, broken, twice: Math.min(read, MOST_ROWS) - good.length - broken.filter(({ row }) => row > 1).length, encoding }
}

interface Row {
  readonly cells: readonly string[]
  /** Every quotation mark in it has its other one. */
  readonly isWhole: boolean
}
/** A cell may hold lines of its own; one of more than these is a quotation mark without a partner. */
const MOST_LINES = 20

/** A row whose quotation marks do not fit would swallow what follows it: it ends with its line, and the next one is a row again. */
function* rowsOf(text: string): Generator<Row> {
  // A first line that names the separator, as Excel writes and reads it.
  const named = /^\uFEFF?sep=(.)\r?\n/i.exec(text)
  // Systems end their lines differently, some files in several ways.
  const lines = (named ? text.slice(named[0].length) : text.replace(/^\uFEFF/, '')).split(/\r\n?|\n/)
  const guessed = () => papa.parse(lines.slice(0, 10).join('\n'), { delimitersToGuess: [',', ';', '\t', '|'] }).meta.delimiter
  const delimiter = named?.[1] ?? (guessed() || ',')
  const parsed = (from: number, to: number) => {
    const { data, errors } = papa.parse<string[]>(lines.slice(from, to).join('\n'), { delimiter, newline: '\n' })
    return { cells: data[0] ?? [], wrong: errors.find(({ type }) => type === 'Quotes')?.code }
  }
  for (let at = 0; at < lines.length; ) {
    let taken = 1
    let row = parsed(at, at + 1)
    while (row.wrong === 'MissingQuotes' && taken < MOST_LINES && at + taken < lines.length) row = parsed(at, at + ++taken)
    const isWhole = row.wrong === undefined
    yield { cells: row.cells, isWhole }
    at += isWhole ? taken : 1
  }
}

function columnsOf(head: readonly string[]): Columns | null {
  const names = head.map((cell) => cell.toLowerCase().replace(/[^\p{L}\d]/gu, ''))
  const find = (column: Column) => names.findIndex((name) => (CALLED[column] as readonly string[]).includes(name))
  const columns = { name: find('name'), first: find('first'), last: find('last'), email: find('email'), mobile: find('mobile') }
  return columns.email < 0 && columns.mobile < 0 ? null : columns
}

function contactIn(cells: readonly string[], { name, first, last, email, mobile }: Columns): WholeContact {
  const at = (column: number) => unguarded((column < 0 ? '' : (cells[column] ?? '')).trim())
  return { name: at(name) || `${at(first)} ${at(last)}`.trim(), email: at(email), mobile_number: at(mobile) }
}

/** Numbers without a country code are judged by the server, which knows the country. */
function wrongWith({ name, email, mobile_number: mobile }: WholeContact): ContactRefusalCode | null {
  if (email === '' && mobile === '') return 'contact-address-missing'
  const judged = email === '' ? null : contactDetails({ name, email, mobile: '' }, '')
  return typeof judged === 'string' ? judged : null
}

/** Without the apostrophe that an export puts before what a spreadsheet would run. */
const unguarded = (text: string) => text.replace(/^'(?=[=+\-@＝＋－＠\t\r\n])/, '').replace(/(?<=[;\t\r\n])'(?=[=+\-@＝＋－＠])/g, '')
