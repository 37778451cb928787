import { expect, test } from 'vitest'
import type { PackState } from '#domain/pack'
import { mayBeRenewed, renewalOf } from '../../web/features/evidence/renewal.ts'

type Sealing = PackState['documents'][number]['sealing']
type Renewal = Extract<Sealing, { state: 'sealed' }>['renewal']
const sealed = (renewal: Renewal): Sealing => ({ state: 'sealed', attempt: 1, file: 'f', digest: 'd', size: 1, renewal })
const packOf = (...states: readonly Sealing[]) =>
  ({ trashed: null, documents: states.map((sealing) => ({ sealing })) }) as unknown as PackState

test('a new seal is offered where every document has its file and nothing newer is on its way', () => {
  expect(mayBeRenewed(packOf(sealed(null), sealed(null)))).toBe(true)
  expect(mayBeRenewed(packOf())).toBe(false)
  expect(mayBeRenewed(packOf(sealed(null), { state: 'not-started', attempt: 0 }))).toBe(false)
  expect(mayBeRenewed(packOf(sealed({ state: 'running', attempt: 2, stamped: false })))).toBe(false)
  expect(mayBeRenewed({ ...packOf(sealed(null)), trashed: '2026-03-01T09:00:00.000Z' })).toBe(false)
})

test('of several new seals the failed one is shown, then those under way', () => {
  const failed = { state: 'failed', attempt: 2, reason: 'certificate', details: null, final: true } as const
  expect(renewalOf(packOf(sealed(null)))).toEqual({ state: 'none' })
  expect(renewalOf(packOf(sealed(null), sealed({ state: 'not-started', attempt: 1 })))).toEqual({ state: 'running' })
  expect(renewalOf(packOf(sealed({ state: 'running', attempt: 2, stamped: true }), sealed(failed)))).toEqual(failed)
  // The first seal is another matter.
  expect(renewalOf(packOf({ state: 'failed', attempt: 1, reason: 'internal', details: null, final: false }))).toEqual({ state: 'none' })
})
