import { expect, test } from 'vitest'
import type { ListRow } from '#contract/document-list'
import { belongs, type Filter, receive } from '../../web/features/documents/membership.ts'
import { readUpdates } from '../../web/features/documents/updates.ts'
import { nextUpdatePoll } from '../../web/list/polls.ts'
import { rangeOf } from '../../web/list/rows.ts'
import { LIST_REFRESH_MS, SEARCH_DEBOUNCE_MS } from '../../web/list/timings.ts'

const ME = { user: 'user-me', address: 'digest of me' }
const ALL: Filter = { type: 'document', status: 'all', search: '', trash: false, bulkSend: null, customFields: [] }

function row(key: string, changes: Partial<ListRow> = {}): ListRow {
  return {
    key,
    document_name: key,
    document_type: 'document',
    status: 'setup',
    status_detail: '',
    account_key: 'account',
    created_by: ME.user,
    owner: ME.user,
    date_created: '2026-03-10T09:00:00.000Z',
    date_updated: '2026-03-10T09:00:00.000Z',
    date_completed: null,
    is_deleted: false,
    child_documents: 1,
    pages: 1,
    conversion: { state: 'converted', reason: null },
    sealing: 'not-started',
    signatories: [],
    final_file_key: null,
    revision: 1,
    ...changes,
  }
}
const signer = (status: string, user_key: string | null, address_digest: string | null = null) => ({
  uuid: 's',
  user_key,
  address_digest,
  name: 'S',
  role: 'r',
  status,
  done: 0,
  due: 1,
  colour: 0,
})

test('[S-140] a document is removed from the list when its status no longer matches the status filter', () => {
  const rows = [row('a'), row('b'), row('c')]
  const after = receive(rows, [row('b', { status: 'awaiting_signatures', revision: 2 })], [], { ...ALL, status: 'setup' }, ME)
  expect(after.map(({ key }) => key)).toEqual(['a', 'c'])
})

test('[S-139] "awaiting my signature" keeps what I am asked to sign, and nothing that others are asked to', () => {
  const filter: Filter = { ...ALL, status: 'awaiting_my_signature' }
  const mine = row('mine', { status: 'awaiting_signatures', signatories: [signer('awaiting_signatures', ME.user)] })
  expect(belongs(mine, filter, ME)).toBe(true)
  expect(belongs(mine, filter, { user: 'user-other', address: 'of another' })).toBe(false)
  expect(belongs({ ...mine, signatories: [signer('complete', ME.user)] }, filter, ME)).toBe(false)
  expect(belongs({ ...mine, status: 'rejected' }, filter, ME)).toBe(false)
  // By the address that was typed, too.
  const typed = row('typed', { status: 'awaiting_signatures', signatories: [signer('awaiting_signatures', null, ME.address)] })
  expect(belongs(typed, filter, ME)).toBe(true)
  expect(belongs(typed, filter, { user: 'user-other', address: 'of another' })).toBe(false)
  expect(belongs(row('none', { ...typed, signatories: [signer('awaiting_signatures', null)] }), filter, ME)).toBe(false)
})

test('[S-074] documents and templates, the list and the trash are kept apart', () => {
  expect(belongs(row('a'), ALL, ME)).toBe(true)
  expect(belongs(row('a', { document_type: 'template' }), ALL, ME)).toBe(false)
  expect(belongs(row('a', { is_deleted: true }), ALL, ME)).toBe(false)
  expect(belongs(row('a', { is_deleted: true }), { ...ALL, trash: true }, ME)).toBe(true)
})

test('a changed row stays where it is, an unchanged one stays the same object, a new one comes in at the top', () => {
  const rows = [row('a'), row('b'), row('c')]
  const changed = row('b', { revision: 2, document_name: 'renamed' })
  const after = receive(rows, [changed, row('new')], ['c'], ALL, ME)
  expect(after.map(({ key }) => key)).toEqual(['new', 'a', 'b'])
  expect(after[1]).toBe(rows[0])
  expect(after[2]).toBe(changed)
})

test('what is older than what is shown changes nothing, and the very same list comes back', () => {
  const rows = [row('a', { revision: 5 })]
  expect(receive(rows, [row('a', { revision: 4, status: 'complete' })], [], ALL, ME)).toBe(rows)
})

test('a search decides by itself what is found: nothing new comes in, what no longer belongs goes', () => {
  const rows = [row('a')]
  const searching: Filter = { ...ALL, search: 'lease' }
  expect(receive(rows, [row('new')], [], searching, ME)).toBe(rows)
  expect(receive(rows, [row('a', { is_deleted: true, revision: 2 })], [], searching, ME)).toEqual([])
})

test('Shift takes the range between two rows in either direction', () => {
  const keys = ['a', 'b', 'c', 'd']
  expect(rangeOf(keys, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(rangeOf(keys, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(rangeOf(keys, 'gone', 'b')).toEqual(['b'])
})

test('[S-350] the list searches 500 ms after the last key', () => {
  expect(SEARCH_DEBOUNCE_MS).toBe(500)
})

test('[S-353 S-357 S-358 S-359] the fallback polls come every 60 s, every 15 s, 5 s after something was done and then every 60 s', () => {
  expect(LIST_REFRESH_MS).toBe(60_000)
  expect(nextUpdatePoll('none')).toBe(15_000)
  expect(nextUpdatePoll('just-done')).toBe(5_000)
  expect(nextUpdatePoll('polled')).toBe(60_000)
})

test('[S-256] an update poll tells rows that are gone from rows that are stale', () => {
  const rows = [row('a'), row('b')]
  const same = { key: 'a', date_updated: rows[0]!.date_updated, _deleted: false }
  expect(readUpdates(rows, [same, { key: 'b', date_updated: null, _deleted: true }])).toEqual({ gone: ['b'], stale: false })
  expect(readUpdates(rows, [{ ...same, date_updated: '2026-03-10T09:00:01.000Z' }])).toEqual({ gone: [], stale: true })
})
