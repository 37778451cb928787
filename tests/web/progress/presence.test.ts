import { expect, test } from 'vitest'
import type { PackState } from '#domain/pack'
import { signersHere } from '../../../web/features/progress/summary.ts'
import { inSetup } from '../support/pack.ts'

const person = (id: string, page: number | null) => ({
  id,
  name: 'Anna Okafor',
  as: 'signatory' as const,
  page,
  selection: [],
  typing: null,
})

test('a signer is here while the document is theirs to sign, and no longer once they have finished, though the page is open', () => {
  const { view, anna } = inSetup()
  const withStatus = (status: 'awaiting_signatures' | 'complete' | 'rejected'): PackState => ({
    ...view,
    status: 'awaiting_signatures',
    signatories: view.signatories.map((each) => (each.uuid === anna ? { ...each, asked: true, status } : each)),
  })
  const people = [person(anna, 1), { ...person('a member', 0), name: 'Mira Castell', as: 'team' as const }]
  expect(signersHere(withStatus('awaiting_signatures'), people)).toMatchObject([{ signatory: { uuid: anna }, page: 1 }])
  expect(signersHere(withStatus('complete'), people)).toEqual([])
  expect(signersHere(withStatus('rejected'), people)).toEqual([])
})
