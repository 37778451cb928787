import { describe, expect, test } from 'vitest'
import { digestOf, isRefused } from '#domain/kernel'
import { incompleteFields } from '#domain/pack'
import {
  creator,
  decideIn,
  delivered,
  facts,
  filledBy,
  type Given,
  given,
  having,
  idOf,
  leadsTo,
  nothing,
  packInSetup,
  packSentTo,
  packSentToAllAtOnce,
  refused,
  reject,
  sign,
  signatoryIn,
} from '#tests/pack'

describe('rejecting', () => {
  const world = packSentToAllAtOnce('first', 'second')

  test('[D-254 D-266 D-269] makes signer and pack rejected, with the reason, and ends every link', () => {
    given(world)
      .when(reject('first', ' The rent is wrong. '))
      .then(
        facts(
          ['SignatoryRejected', { reason: 'The rent is wrong.' }],
          ['SigningLinksVoided'],
          ['SigningLinksVoided'],
          ['PackRejected', { signatory: idOf('first') }],
        ),
        leadsTo((state) => {
          expect([state.status, signatoryIn(state, 'first').status]).toEqual(['rejected', 'rejected'])
          expect(state.signatories.every(({ links }) => links.length === 0)).toBe(true)
        }),
      )
  })

  test('[D-268] has a reason where none was given', () => {
    given(world)
      .when(reject('first', '  '))
      .then(
        leadsTo((state) =>
          expect(signatoryIn(state, 'first').rejectionReason).toBe(
            'Rejection reason not specified. Please contact the signer for further details.',
          ),
        ),
      )
  })

  test('[D-267] is refused in any other status of the signer', () => {
    given(having(filledBy(world, 'first'), sign('first')))
      .when(reject('first'))
      .then(refused('unable-to-reject'))
    given(having(world, reject('first')))
      .when(reject('second'))
      .then(refused('unable-to-reject'))
    given(packInSetup('first')).when(reject('first')).then(refused('unable-to-reject'))
    given(packSentTo('first', 'second')).when(reject('second')).then(refused('unable-to-reject'))
    given(having(world, reject('first', 'a')))
      .when(reject('first', 'b'))
      .then(refused('unable-to-reject'))
  })

  test('needs no field filled in', () => {
    expect(incompleteFields(world.state, idOf('first'))).not.toEqual([])
    expect(isRefused(decideIn(world, reject('first')))).toBe(false)
  })

  test('stops every further request', () => {
    const rejected = having(world, reject('first'))
    given(rejected)
      .when({ do: 'ResendRequest', signatory: idOf('second'), request: idOf('r') })
      .then(refused('not-awaiting-signatures'))
    expect(delivered(rejected)).toBe(rejected)
  })
})

describe('looking', () => {
  const world = packSentTo('first', 'second')
  const visit = (part: string, link: string, id = 'visit'): Given => ({
    do: 'RecordVisit',
    signatory: idOf(part),
    visit: idOf(id),
    link,
    view: digestOf('view'),
  })
  const link = signatoryIn(world.state, 'first').links[0]!.link

  test('is recorded once a visit, by a link that lives and is the signer’s own', () => {
    given(world)
      .when(visit('first', link))
      .then(facts(['PackVisited']))
    given(having(world, visit('first', link)))
      .when(visit('first', link, 'next visit'))
      .then(facts(['PackVisited']))
    given(world).when(visit('second', link)).then(refused('link-dead'))
    given(world)
      .when(visit('first', idOf('mistyped')))
      .then(refused('link-dead'))
    given(having(world, { do: 'MarkAsComplete' }))
      .when(visit('first', link))
      .then(refused('link-dead'))
  })

  test('takes back that the signer would sign later', () => {
    const later = having(world, { do: 'PostponeSigning', signatory: idOf('first') })
    expect(signatoryIn(later.state, 'first').postponed).toBe(true)
    expect(signatoryIn(having(later, visit('first', link)).state, 'first').postponed).toBe(false)
  })

  test('by the team counts once a minute', () => {
    const opened = having(world, { do: 'RecordOpened', user: creator })
    given(opened).when({ do: 'RecordOpened', user: creator }).then(nothing)
    given(opened)
      .when({ do: 'RecordOpened', user: idOf('colleague') })
      .then(facts(['PackOpened']))
    given(opened)
      .when({ do: 'RecordOpened', user: creator }, { now: '2026-03-02T10:00:00.000Z' })
      .then(facts(['PackOpened']))
  })
})
