import { expect, test } from 'vitest'
import type { ListRow } from '#contract/document-list'
import { withoutUploads } from '../../../web/features/documents/on-its-way.ts'

const ME = 'me'
const row = (key: string, document_name: string, more: Partial<ListRow> = {}) =>
  ({ key, document_name, created_by: ME, conversion: { state: 'waiting', reason: null }, ...more }) as ListRow
const keys = (rows: readonly ListRow[]) => rows.map(({ key }) => key)

test('a document whose upload is starting is left out before its key is known, so that it never stands there twice', () => {
  const rows = [row('pushed', 'Lease'), row('old', 'Agreement')]
  expect(keys(withoutUploads(rows, [{ document: null, phase: 'starting', filename: 'Lease.pdf' }], ME))).toEqual(['old'])
  expect(keys(withoutUploads(rows, [{ document: null, phase: 'failed', filename: 'Lease.pdf' }], ME))).toEqual(['old'])
  expect(keys(withoutUploads(rows, [{ document: 'pushed', phase: 'sending', filename: 'Lease.pdf' }], ME))).toEqual(['old'])
  expect(withoutUploads(rows, [], ME)).toBe(rows)
})

test('one of the same name stays where it has its file, is somebody else’s, or where nothing is starting', () => {
  const starting = [{ document: null, phase: 'starting', filename: 'Lease.pdf' }] as const
  const filed = row('filed', 'Lease', { conversion: { state: 'converted', reason: null } })
  const theirs = row('theirs', 'Lease', { created_by: 'somebody else' })
  expect(keys(withoutUploads([filed, theirs], starting, ME))).toEqual(['filed', 'theirs'])
  const waiting = [{ document: null, phase: 'waiting', filename: 'Lease.pdf' }] as const
  expect(keys(withoutUploads([row('mine', 'Lease')], waiting, ME))).toEqual(['mine'])
})
