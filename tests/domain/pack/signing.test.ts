import { describe, expect, test } from 'vitest'
import { digestOf, isRefused } from '#domain/kernel'
import { fieldsDue, incompleteFields, isTurnOf, viewDigest, viewFor } from '#domain/pack'
import {
  type Asked,
  creator,
  decideIn,
  delivered,
  facts,
  fieldIn,
  fill,
  filledBy,
  given,
  having,
  idOf,
  leadsTo,
  nothing,
  packInSetup,
  packSentTo,
  packSentToAllAtOnce,
  place,
  refused,
  reject,
  sent,
  sign,
  signatoryIn,
  signedBy,
  TODAY,
  typed,
} from '#tests/pack'

const optional = (part: string): Asked => ({ do: 'SetSignatoryOptional', signatory: idOf(part), optional: true })
const oneByOne: Asked = { do: 'SetSequentialSigning', on: true }

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

describe('finishing', () => {
  const world = filledBy(packSentTo('first', 'second'), 'first')

  test('[D-253] makes the signer complete and ends their links', () => {
    given(world)
      .when(sign('first'))
      .then(
        leadsTo((state) => {
          const { status, links, completed, signedView } = signatoryIn(state, 'first')
          expect({ status, links }).toEqual({ status: 'complete', links: [] })
          expect(completed).not.toBeNull()
          expect(signedView).toBe(viewDigest(world.state, idOf('first')))
        }),
      )
  })

  test('[D-256 D-379] is refused while a required field is empty', () => {
    given(packSentTo('first', 'second'))
      .when(sign('first'))
      .then(refused('fields-incomplete', idOf('first signature')))
  })

  test('needs consent, and the day of today', () => {
    given(world)
      .when(sign('first', { consent: ' ' }))
      .then(refused('consent-required'))
    for (const date of ['2026-02-27', '2027-03-02', '2026-02-30', 'today', ''])
      given(world).when(sign('first', { date })).then(refused('date-invalid'))
    // Somewhere it is still yesterday, and elsewhere already tomorrow.
    for (const date of ['2026-03-01', '2026-03-02', '2026-03-03']) expect(isRefused(decideIn(world, sign('first', { date })))).toBe(false)
  })

  test('is refused when something visible has changed since', () => {
    const stale = sign('first', { view: viewDigest(world.state, idOf('first')) })
    const changed = having(world, { do: 'CorrectAddress', signatory: idOf('second'), name: 'Somebody Else', request: idOf('r') })
    given(changed).when(stale).then(refused('view-changed'))
    given(world)
      .when(sign('first', { view: digestOf('anything') }))
      .then(refused('view-changed'))
  })

  test("is not disturbed by another signer's drafts", () => {
    const both = filledBy(packSentToAllAtOnce('first', 'second'), 'first')
    const stale = sign('first', { view: viewDigest(both.state, idOf('first')) })
    given(filledBy(both, 'second'))
      .when(stale)
      .then(facts(['SignatoryCompleted'], ['SigningLinksVoided']))
  })

  test('[D-257] is refused to one who has finished, unless it is the same again', () => {
    const done = having(world, sign('first'))
    given(done)
      .when(sign('first', { view: viewDigest(world.state, idOf('first')) }))
      .then(nothing)
    given(done)
      .when(sign('first', { consent: 'another' }))
      .then(refused('already-completed'))
    given(done).when(reject('first')).then(refused('unable-to-reject'))
  })

  test('[D-258] is refused to one who has rejected', () => {
    given(having(world, reject('first')))
      .when(sign('first'))
      .then(refused('already-rejected'))
  })

  test('[D-191] fills dates that set themselves with the day of signing', () => {
    const dated = filledBy(sent(having(packInSetup('first'), place('day', 'date', 'first', { page: 1, autoDate: true }))), 'first')
    given(dated)
      .when(sign('first'))
      .then(
        facts(['FieldFilled', { field: idOf('day'), value: TODAY }], ['SignatoryCompleted'], ['SigningLinksVoided'], ['PackCompleted']),
        leadsTo((state) => expect(fieldIn(state, 'day').value).toBe(TODAY)),
      )
  })
})

describe('the pack', () => {
  test('[D-251] is complete once, with the last signature', () => {
    const last = filledBy(signedBy(packSentTo('first', 'second'), 'first'), 'second')
    const done = given(last)
      .when(sign('second'))
      .then(
        facts(['SignatoryCompleted'], ['SigningLinksVoided'], ['PackCompleted', { because: 'last-signature' }]),
        leadsTo((state) => expect(state.status).toBe('complete')),
      )
    expect(done.state.completed).not.toBeNull()
    expect(done.events.filter(({ fact }) => fact.type === 'PackCompleted')).toHaveLength(1)
  })

  test('is complete once too when two finish at the same moment: the second looks again, then finishes', () => {
    const both = filledBy(filledBy(packSentToAllAtOnce('first', 'second'), 'first'), 'second')
    const stale = sign('second', { view: viewDigest(both.state, idOf('second')) })
    const first = having(both, sign('first'))
    given(first).when(stale).then(refused('view-changed'))
    const done = having(first, sign('second'))
    expect(done.events.filter(({ fact }) => fact.type === 'PackCompleted')).toHaveLength(1)
  })

  test('does not wait for an optional signer, whose link ends with it', () => {
    const world = sent(having(packInSetup('first', 'second'), optional('second')))
    given(filledBy(world, 'first'))
      .when(sign('first'))
      .then(
        facts(
          ['SignatoryCompleted'],
          ['SigningLinksVoided', { signatory: idOf('first') }],
          ['SigningLinksVoided', { signatory: idOf('second') }],
          ['PackCompleted'],
        ),
      )
    given(having(filledBy(world, 'first'), sign('first')))
      .when(fill('second signature', 'second', typed('S')))
      .then(refused('not-awaiting-signatures'))
  })
})

describe('what is incomplete', () => {
  const box = (part: string, y: number, more: object) => place(part, 'check', 'first', { page: 1, y, ...more })
  const due = (...more: readonly Asked[]) => {
    const { state } = sent(
      having(packInSetup('first'), { do: 'SetFieldRequired', field: idOf('first signature'), required: false }, ...more),
    )
    return { ...fieldsDue(state, idOf('first')), at: incompleteFields(state, idOf('first')) }
  }

  test('[D-377] is a required tick box without a tick', () => {
    expect(due(box('yes', 100_000, { required: true }))).toEqual({ done: 0, due: 1, at: [idOf('yes')] })
    expect(due(box('yes', 100_000, {}))).toEqual({ done: 0, due: 0, at: [] })
    const world = sent(having(packInSetup('first'), box('yes', 100_000, { required: true })))
    expect(incompleteFields(having(world, fill('yes', 'first', 'unchecked')).state, idOf('first'))).toContain(idOf('yes'))
    expect(incompleteFields(having(world, fill('yes', 'first', 'checked')).state, idOf('first'))).not.toContain(idOf('yes'))
  })

  test('[D-378] is a group of which some member is required and none ticked; it counts once', () => {
    const group = [
      box('yes', 100_000, { group: 'g', exclusive: true, required: true }),
      box('no', 150_000, { group: 'g', exclusive: true }),
    ]
    expect(due(...group)).toEqual({ done: 0, due: 1, at: [idOf('yes'), idOf('no')] })
    const world = having(sent(having(packInSetup('first'), ...group)), fill('no', 'first', 'checked'))
    expect(fieldsDue(world.state, idOf('first'))).toEqual({ done: 1, due: 2 })
  })

  test('is counted alike on a view in which the value is withheld', () => {
    const world = filledBy(packSentToAllAtOnce('first', 'second'), 'first')
    expect(fieldsDue(viewFor(world.state, { of: 'team' }), idOf('first'))).toEqual({ done: 1, due: 1 })
    expect(fieldsDue(viewFor(world.state, { of: 'signatory', signatory: idOf('second') }), idOf('first'))).toEqual({ done: 1, due: 1 })
  })
})

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
  const visit = (part: string, link: string, id = 'visit'): Asked => ({
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
