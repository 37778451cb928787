import { CONTACT_REFUSALS, type ContactRefusalCode, contactAddress, contactDetails } from '#domain/contacts'
import { csvReader, type Encoding, encodingOf, unguarded } from '#domain/csv'
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
/** Why nothing of a file can be read, in the words of the address book. */
export type Unreadable = 'import_empty' | 'import_no_columns' | 'import_no_rows'

export const MOST_ROWS = 50_000
export const MOST_BYTES = 20_000_000

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
  const detected = encodingOf(bytes)
  detected.push(bytes)
  const encoding = detected.end()
  const reader = csvReader({ encoding })
  const [head, ...rows] = [...reader.push(bytes), ...reader.end()]
  const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')
  if (!head || (isBlank(head.cells) && rows.every(({ cells }) => isBlank(cells)))) return 'import_empty'
  const columns = columnsOf(head.cells)
  if (columns === null) return 'import_no_columns'
  const broken: BrokenRow[] = []
  const byAddress = new Map<string, ReadRow>()
  let read = 0
  for (const { number: row, cells, wrong: unreadable } of rows) {
    if (unreadable === null && isBlank(cells)) continue
    read += 1
    if (read > MOST_ROWS) {
      broken.push({ row, why: words('import_too_many', { count: MOST_ROWS }) })
      break
    }
    if (unreadable !== null) {
      broken.push({ row, why: words(unreadable === 'quotes' ? 'import_quotes' : 'import_row_too_long') })
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
