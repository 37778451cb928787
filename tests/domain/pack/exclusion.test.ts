import { describe, expect, test } from 'vitest'
import { WITHHELD } from '#domain/kernel'
import { finalValueOf, permits, viewFor } from '#domain/pack'
import {
  facts,
  fieldIn,
  filledBy,
  type Given,
  given,
  having,
  idOf,
  nothing,
  packInSetup,
  packSentTo,
  packSentToAllAtOnce,
  refused,
  request,
  requestIds,
  signatoryIn,
  signedBy,
  type World,
} from '#tests/pack'

const exclude =
  (part: string, viewing = false): Given =>
  (world: World) => ({ do: 'ExcludeSignatory', signatory: idOf(part), viewing, requests: requestIds(world, `without ${part}`) })

describe('excluding a signer', () => {
  test('[D-255] sets them to excluded, ends their link, and asks whose turn comes', () => {
    const world = given(packSentTo('first', 'second'))
      .when(exclude('first'))
      .then(
        facts(
          ['SignatoryExcluded', { signatory: idOf('first'), viewing: false }],
          ['SigningLinksVoided', { signatory: idOf('first'), because: 'excluded' }],
          ['SignatureRequestQueued', { signatory: idOf('second'), because: 'turn' }],
        ),
      )
    expect(signatoryIn(world.state, 'first')).toMatchObject({ status: 'excluded', links: [] })
    expect(world.state.status).toBe('awaiting_signatures')
    given(world).when(exclude('first')).then(nothing)
  })

  test('[D-252] completes the document where nobody is left incomplete, and not before', () => {
    const one = signedBy(packSentToAllAtOnce('first', 'second', 'third'), 'first')
    const two = having(one, exclude('second'))
    expect(two.state.status).toBe('awaiting_signatures')
    const done = given(two)
      .when(exclude('third'))
      .then(facts(['SignatoryExcluded'], ['SigningLinksVoided'], ['PackCompleted', { because: 'exclusion' }]))
    expect(done.state.status).toBe('complete')
    // Its answer was lost.
    given(done).when(exclude('third')).then(nothing)
  })

  test('leaves what they entered to them: it is in no file, and nobody else reads it', () => {
    const drafted = filledBy(signedBy(packSentToAllAtOnce('first', 'second'), 'first'), 'second')
    const { state } = having(drafted, exclude('second'))
    expect(finalValueOf(state, fieldIn(state, 'second signature'))).toBeNull()
    expect(viewFor(state, { of: 'team' }).fields[idOf('second signature')]!.value).toEqual(WITHHELD)
  })

  test('is refused of those who signed, before signatures are requested, and afterwards', () => {
    const sent = packSentToAllAtOnce('first', 'second')
    given(signedBy(sent, 'first'))
      .when(exclude('first'))
      .then(refused('signatory-finished', idOf('first')))
    given(sent).when(exclude('nobody')).then(refused('signatory-missing'))
    given(packInSetup('first')).when(exclude('first')).then(refused('not-awaiting-signatures'))
    given(signedBy(sent, 'first', 'second'))
      .when(exclude('first'))
      .then(refused('not-awaiting-signatures'))
    const link = sent.state.signatories[0]!.links[0]!.link
    const command = { do: 'ExcludeSignatory', signatory: idOf('first'), viewing: false, requests: {} } as const
    expect(permits(command, sent.state, { as: 'signatory', signatory: idOf('first'), link, inPerson: false })).toMatchObject({
      refused: 'not-permitted',
    })
  })

  test('going back to setup includes them again', () => {
    const back = having(packSentTo('first', 'second'), exclude('first'), { do: 'RevertToSetup' })
    expect(signatoryIn(back.state, 'first')).toMatchObject({ status: 'setup', notified: { signing: true, viewing: true } })
    const unwanted = having(
      back,
      { do: 'SwitchNotifications', signatory: idOf('first'), about: 'viewing', on: false },
      request,
      exclude('first'),
      { do: 'RevertToSetup' },
    )
    expect(signatoryIn(unwanted.state, 'first').notified.viewing).toBe(false)
    const listed = having(unwanted, request, exclude('first', true))
    expect(signatoryIn(listed.state, 'first').notified.viewing).toBe(true)
    expect(signatoryIn(having(listed, { do: 'RevertToSetup' }).state, 'first').notified.viewing).toBe(false)
  })

  test('tells other signers nothing of whether they were to get the final file', () => {
    const quiet: Given = { do: 'SwitchNotifications', signatory: idOf('first'), about: 'viewing', on: false }
    const { state } = having(packInSetup('first', 'second'), quiet, request, exclude('first', true))
    const seen = viewFor(state, { of: 'signatory', signatory: idOf('second') })
    expect(signatoryIn(state, 'first').viewingBeforeExclusion).toBe(false)
    expect(signatoryIn(seen, 'first')).toMatchObject({ viewingBeforeExclusion: true, notified: { viewing: true } })
  })
})
