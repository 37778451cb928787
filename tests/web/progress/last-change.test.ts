import { expect, test } from 'vitest'
import type { AuditRecord } from '#contract/documents'
import { lastChange } from '../../../web/features/progress/summary.ts'

test('a document was last changed when something was done to it, however often it was looked at since', () => {
  const codes = ['SignaturesRequested', 'PackVisited', 'FieldFilled', 'VisitObserved', 'PackVisited', 'PackOpened']
  const trail = codes.map((code, minute) => ({ code, date_created: `2026-03-10T09:0${minute}:00.000Z` }) as AuditRecord)
  expect(lastChange(trail)).toBe('2026-03-10T09:02:00.000Z')
  expect(lastChange(null)).toBeNull()
})
