import { expect, test } from 'vitest'
import { problemOf } from '../../../web/features/signing/session.ts'
import { HttpOffline, HttpRefused } from '../../../web/http/index.ts'

test('an address that was cut off is a link that opens nothing: trying it again helps nobody', () => {
  const refused = (status: number, code: string) => problemOf(new HttpRefused(code, 'Refused.', status))
  expect(refused(400, 'invalid')).toBe('unknown-link')
  expect(refused(410, 'link-voided')).toBe('link-voided')
  expect(refused(429, 'too-many-requests')).toBe('other')
  expect(refused(503, 'unavailable')).toBe('other')
  expect(problemOf(new HttpOffline())).toBe('offline')
})
