import { describe, expect, test } from 'vitest'
import { isTurnOf } from '#domain/pack'
import {
  facts,
  filledBy,
  type Given,
  given,
  having,
  idOf,
  leadsTo,
  packInSetup,
  packSentTo,
  packSentToAllAtOnce,
  refused,
  sent,
  sign,
  signatoryIn,
  signedBy,
} from '#tests/pack'

const optional = (part: string): Given => ({ do: 'SetSignatoryOptional', signatory: idOf(part), optional: true })
const oneByOne: Given = { do: 'SetSequentialSigning', on: true }

describe('the turn', () => {
  const sequential = packSentTo('first', 'second', 'third')

  test('[D-261] is the first signer’s', () => {
    given(filledBy(sequential, 'first'))
      .when(sign('first'))
      .then(facts(['SignatoryCompleted'], ['SigningLinksVoided'], ['SignatureRequestQueued']))
  })

  test('[D-262] comes to a later signer once the earlier one is complete', () => {
    given(sequential).when(sign('second')).then(refused('not-your-turn'))
    given(filledBy(signedBy(sequential, 'first'), 'second'))
      .when(sign('second'))
      .then(facts(['SignatoryCompleted'], ['SigningLinksVoided'], ['SignatureRequestQueued']))
  })

  test('comes once all earlier ones are done with, also where nobody right before need sign', () => {
    const out = sent(having(packInSetup('first', 'second', 'third'), oneByOne, optional('second')))
    expect(isTurnOf(out.state, idOf('third'))).toBe(false)
    expect(isTurnOf(signedBy(out, 'first').state, idOf('third'))).toBe(true)
  })

  test('waits for nobody who was removed before the document went out, and neither does its end', () => {
    const remove: Given = { do: 'RemoveSignatory', signatory: idOf('second'), withFields: true }
    const out = sent(having(packInSetup('first', 'second', 'third'), oneByOne, remove))
    const signed = signedBy(out, 'first')
    expect(isTurnOf(signed.state, idOf('third'))).toBe(true)
    expect(signedBy(signed, 'third').state.status).toBe('complete')
  })

  test('of one who waits allows nothing else either', () => {
    for (const command of [
      { do: 'GiveConsent', signatory: idOf('second'), version: '1' },
      { do: 'PostponeSigning', signatory: idOf('second') },
      { do: 'IssueSigningLink', signatory: idOf('second'), link: idOf('l'), purpose: 'sign', request: null },
      { do: 'ResendRequest', signatory: idOf('second'), request: idOf('r') },
    ] as const) {
      given(sequential).when(command).then(refused('not-your-turn'))
    }
  })

  test('brings the request to those whose turn came, and to nobody else', () => {
    given(filledBy(sequential, 'first'))
      .when(sign('first'))
      .then(
        leadsTo((state) => {
          expect(signatoryIn(state, 'second').request?.state).toBe('queued')
          expect(signatoryIn(state, 'third').request).toBeNull()
        }),
      )
  })

  test('is everybody’s where signing is not sequential', () => {
    const world = packSentToAllAtOnce('first', 'second')
    expect(world.state.signatories.every(({ links, asked }) => links.length === 1 && asked)).toBe(true)
    given(filledBy(world, 'second'))
      .when(sign('second'))
      .then(facts(['SignatoryCompleted'], ['SigningLinksVoided']))
  })

  test('skips an optional signer, who may still sign', () => {
    const world = sent(having(packInSetup('first', 'second', 'third'), oneByOne, optional('first')))
    expect(['first', 'second', 'third'].map((part) => isTurnOf(world.state, idOf(part)))).toEqual([true, true, false])
    given(filledBy(world, 'second'))
      .when(sign('second'))
      .then(facts(['SignatoryCompleted'], ['SigningLinksVoided'], ['SignatureRequestQueued', { signatory: idOf('third') }]))
    given(filledBy(world, 'first'))
      .when(sign('first'))
      .then(facts(['SignatoryCompleted'], ['SigningLinksVoided']))
  })

  test('skips a removed signer', () => {
    const world = sent(
      having(packInSetup('first', 'second'), oneByOne, { do: 'RemoveSignatory', signatory: idOf('first'), withFields: true }),
    )
    expect(isTurnOf(world.state, idOf('second'))).toBe(true)
    expect(isTurnOf(world.state, idOf('first'))).toBe(false)
  })

  test('is shared by a step, and passes on when all of it have finished', () => {
    const steps = [['first', 'second'].map(idOf), [idOf('third')]]
    const world = sent(having(packInSetup('first', 'second', 'third'), oneByOne, { do: 'SetSigningOrder', steps }))
    expect(signatoryIn(world.state, 'third').request).toBeNull()
    const one = signedBy(world, 'second')
    expect(signatoryIn(one.state, 'third').request).toBeNull()
    expect(signatoryIn(signedBy(one, 'first').state, 'third').request).not.toBeNull()
  })
})
