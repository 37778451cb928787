import { expect, test } from 'vitest'
import { WITHHELD } from '#domain/kernel'
import { liveSignatories } from '#domain/pack'
import { knownAs, nameOf } from '../../../web/features/progress/summary.ts'
import { inSetup } from '../support/pack.ts'

test('somebody whose data was deleted at their request is a signer in words, and not a question mark', () => {
  const signer = liveSignatories(inSetup().view)[0]!
  expect(nameOf(signer)).toBe('Anna Okafor')
  const erased = { ...signer, name: WITHHELD, role: WITHHELD }
  expect([nameOf(erased), knownAs(erased)]).toEqual(['A signer', ''])
})
