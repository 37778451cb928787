import type pg from 'pg'
import { contactKey } from '#domain/contacts'
import { folded } from '#domain/kernel'
import { UnknownCursor } from '#projections/cursors'
import { contactTable } from './people.ts'

export interface Contact {
  readonly key: string
  readonly workspace: string
  readonly address: string
  readonly name: string
  readonly email: string
  readonly mobile: string
  readonly userKey: string | null
  readonly lastUsed: string | null
  readonly newest: string
}
export interface ContactsQuestion {
  readonly workspace: string
  readonly search?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
  /** Only those with one of these addresses. */
  readonly among?: readonly string[] | undefined
}
export interface ContactsPage {
  readonly contacts: readonly Contact[]
  /** null when there is no more. */
  readonly cursor: string | null
  readonly count: number
}
export interface SuggestionsQuestion {
  readonly workspace: string
  readonly name: string
  readonly email: string
  readonly mobile: string
  readonly limit: number
  readonly among?: readonly string[] | undefined
}

type Pool = Pick<pg.Pool, 'query'>
type Row = Omit<Contact, 'lastUsed' | 'newest'> & { readonly used: Date | null; readonly newest: Date }

const SELECT = 'key, workspace, address, name, email, mobile, user_key AS "userKey", used, newest'
const contactOf = ({ used, newest, ...row }: Row): Contact => ({
  ...row,
  lastUsed: used?.toISOString() ?? null,
  newest: newest.toISOString(),
})

/** One page of a workspace's address book, by name. @throws UnknownCursor */
export async function contactsOf(pool: Pool, question: ContactsQuestion): Promise<ContactsPage> {
  const { workspace, limit, among } = question
  const after = question.cursor === undefined ? null : placeOf(question.cursor)
  const [rows, { rows: counted }] = await Promise.all([
    contactTable.read<Row & { sort: string }>(pool, {
      ...question,
      where: (slot) => [
        ...(among ? [`address = ANY(${slot(among, 'text[]')})`] : []),
        ...(after ? [`(sort, key) > (${slot(after.sort, 'text')}, ${slot(after.key, 'uuid')})`] : []),
      ],
      select: `${SELECT}, sort`,
      order: 'sort, key',
    }),
    pool.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM contacts.contact WHERE workspace = $1 AND ($2::text[] IS NULL OR address = ANY($2))',
      [workspace, among ?? null],
    ),
  ])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    contacts: page.map(({ sort: _, ...row }) => contactOf(row)),
    cursor: rows.length > limit && last ? cursorOf(last) : null,
    count: counted[0]!.count,
  }
}

/** Whom somebody may mean who types a name, an address or a number: used last first. All that is typed has to fit. */
export async function suggestedContacts(
  pool: Pool,
  { workspace, name, email, mobile, limit, among }: SuggestionsQuestion,
): Promise<readonly Contact[]> {
  const digits = mobile.replace(/[^0-9+]/g, '').replace(/^0+/, '')
  const rows = await contactTable.read<Row>(pool, {
    workspace,
    search: [name, email, digits].join(' '),
    where: (slot) => [
      ...folded(name)
        .split(' ')
        .filter(Boolean)
        .map((term) => `' ' || sort LIKE ${slot(`%${term.length < 3 ? ' ' : ''}${escaped(term)}%`, 'text')}`),
      ...(email.trim() === '' ? [] : [`lower(email) LIKE ${slot(`%${escaped(email.trim().toLowerCase())}%`, 'text')}`]),
      ...(among ? [`address = ANY(${slot(among, 'text[]')})`] : []),
      ...(digits === '' ? [] : [`mobile LIKE ${slot(`%${escaped(digits)}%`, 'text')}`]),
    ],
    select: SELECT,
    order: 'used DESC NULLS LAST, key',
    limit,
  })
  return rows.slice(0, limit).map(contactOf)
}

export async function contactByKey(pool: Pool, workspace: string, key: string): Promise<Contact | null> {
  const { rows } = await pool.query<Row>(`SELECT ${SELECT} FROM contacts.contact WHERE workspace = $1 AND key = $2`, [workspace, key])
  return rows[0] ? contactOf(rows[0]) : null
}

export async function contactsByKeys(pool: Pool, workspace: string, keys: readonly string[]): Promise<readonly Contact[]> {
  const { rows } = await pool.query<Row>(`SELECT ${SELECT} FROM contacts.contact WHERE workspace = $1 AND key = ANY($2::uuid[])`, [
    workspace,
    keys,
  ])
  return rows.map(contactOf)
}

export const contactAt = (pool: Pool, workspace: string, address: string): Promise<Contact | null> =>
  contactByKey(pool, workspace, contactKey(workspace, address))

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const cursorOf = ({ sort, key }: { sort: string; key: string }) => Buffer.from(`${key} ${sort}`).toString('base64url')
/** @throws UnknownCursor */
function placeOf(cursor: string): { readonly sort: string; readonly key: string } {
  const found = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) ([^\0]*)$/s.exec(Buffer.from(cursor, 'base64url').toString('utf8'))
  if (!found) throw new UnknownCursor()
  return { key: found[1]!, sort: found[2]! }
}
