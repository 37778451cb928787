import { expect, test } from 'vitest'
import type { AuditRecord } from '#contract/documents'
import type { ReplayOverview } from '#contract/replay'
import { bandsOf, whereabouts } from '../../../web/features/replay/timeline.ts'

const anna = 'signatory:anna'
const happened = (code: string, principal: string, minute: number) =>
  ({ code, principal, date_created: new Date(Date.UTC(2026, 2, 10, 9, minute)).toISOString() }) as AuditRecord
const records = [
  happened('PackCreated', 'user:sender', 0),
  happened('SignaturesRequested', 'user:sender', 1),
  happened('PackVisited', anna, 2),
  happened('PackOpened', 'user:sender', 3),
  happened('FieldFilled', anna, 4),
  happened('SignatureRequestSent', 'system', 5),
  happened('PackVisited', anna, 6),
  happened('SignatoryCompleted', anna, 7),
  happened('PackCompleted', 'system', 8),
]
const bands = bandsOf(records, { signatories: [{ uuid: 'anna', name: 'Anna', role: '' }] } as unknown as ReplayOverview)

test('a signer was at the document from opening it to the last thing they did, and not before, between or after', () => {
  const found = records.map((_, at) => whereabouts(bands, 'anna', at))
  const here = { here: true }
  const away = (last: number | null) => ({ here: false, last })
  expect(found).toEqual([away(null), away(null), here, here, here, away(4), here, here, away(7)])
})
