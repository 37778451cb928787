import { expect, test } from 'vitest'
import { WITHHELD } from '#domain/kernel'
import { liveSignatories } from '#domain/pack'
import { isFileDue, knownAs, nameOf, sealingOf } from '../../../web/features/progress/summary.ts'
import { inSetup } from '../support/pack.ts'

test('somebody whose data was deleted at their request is a signer in words, and not a question mark', () => {
  const signer = liveSignatories(inSetup().view)[0]!
  expect(nameOf(signer)).toBe('Anna Okafor')
  const erased = { ...signer, name: WITHHELD, role: WITHHELD }
  expect([nameOf(erased), knownAs(erased)]).toEqual(['A signer', ''])
})

test('no file is said to be on its way where who had not signed is gone, and the team has to say what becomes of it', () => {
  const { view } = inSetup()
  const signed = { ...view, signatories: liveSignatories(view).map((one) => ({ ...one, status: 'complete' as const })) }
  const left = { ...signed, status: 'awaiting_signatures' as const }
  expect([isFileDue(left), sealingOf(left)]).toEqual([false, 'not-started'])
  const complete = { ...signed, status: 'complete' as const }
  expect([isFileDue(complete), sealingOf(complete)]).toEqual([true, 'running'])
})
