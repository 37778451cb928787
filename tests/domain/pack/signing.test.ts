import { describe, expect, test } from 'vitest'
import { digestOf, isRefused } from '#domain/kernel'
import { type CommandOf, fieldsDue, incompleteFields, type PackCommand, viewDigest, viewFor } from '#domain/pack'
import {
  asked,
  creator,
  decideIn,
  facts,
  fieldIn,
  fill,
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

const optional = (part: string): Given => ({ do: 'SetSignatoryOptional', signatory: idOf(part), optional: true })

describe('finishing', () => {
  const world = filledBy(packSentTo('first', 'second'), 'first')
  const dated = filledBy(sent(having(packInSetup('first'), place('day', 'date', 'first', { page: 1, autoDate: true }))), 'first')

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
  })

  test('counts the day of the device only where a date sets itself, and names the day that is wrong', () => {
    const wrong = ['2026-02-27', '2027-03-02', '2026-02-30', 'today', '']
    for (const date of wrong) {
      expect(isRefused(decideIn(world, sign('first', { date })))).toBe(false)
      given(dated).when(sign('first', { date })).then(refused('date-invalid'))
      expect(decideIn(dated, sign('first', { date }))).toMatchObject({ slots: { date } })
    }
    // Somewhere it is still yesterday, and elsewhere already tomorrow.
    for (const date of ['2026-03-01', '2026-03-02', '2026-03-03']) expect(isRefused(decideIn(dated, sign('first', { date })))).toBe(false)
  })

  test('takes the day in the zone of the signer, and records the zone', () => {
    // 23:30 in UTC: a day later in Auckland, the same in Honolulu.
    const now = '2026-03-02T23:30:00.000Z'
    const day = (zone: string, date?: string) => {
      const { date: _, ...undated } = asked(sign('first'), dated) as CommandOf<'CompleteSigning'>
      const decided = decideIn(dated, date === undefined ? undated : { ...undated, date }, { now, zone })
      return isRefused(decided) ? decided.refused : decided.slice(0, 2).map(({ data }) => ('value' in data ? data.value : data))
    }
    expect(day('Pacific/Auckland')).toEqual(['2026-03-03', { by: idOf('first'), zone: 'Pacific/Auckland' }])
    expect(day('Pacific/Honolulu')).toEqual(['2026-03-02', { by: idOf('first'), zone: 'Pacific/Honolulu' }])
    expect(day('Pacific/Auckland', '2026-03-03')).toEqual(['2026-03-03', { by: idOf('first'), zone: 'Pacific/Auckland' }])
    expect(day('Pacific/Auckland', '2026-03-02')).toBe('date-invalid')
    // A clock that is an hour wrong may be on the other side of midnight.
    expect(day('Etc/UTC', '2026-03-03')).toEqual(['2026-03-03', { by: idOf('first'), zone: 'Etc/UTC' }])
  })

  test('is refused when something visible has changed since', () => {
    const stale = sign('first', { view: viewDigest(world.state, idOf('first')) })
    const changed = having(world, { do: 'CorrectAddress', signatory: idOf('second'), name: 'Somebody Else', request: idOf('r') })
    given(changed).when(stale).then(refused('view-changed'))
    given(world)
      .when(sign('first', { view: digestOf('anything') }))
      .then(refused('view-changed'))
  })

  test('on a handed device is recorded with its host, who took the link for it, and by no other link', () => {
    const taken = { do: 'IssueSigningLink', signatory: idOf('first'), link: idOf('taken'), request: null } as const
    const handed = having(world, { ...taken, purpose: 'sign_in_person' })
    given(handed)
      .when(sign('first', { link: idOf('taken'), inPresence: true }))
      .then(
        facts(
          ['SignatoryCompleted'],
          ['SignedInPresence', { signatory: idOf('first'), host: creator }],
          ['SigningLinksVoided'],
          ['SignatureRequestQueued'],
        ),
        leadsTo((state) => {
          expect(signatoryIn(state, 'first').inPresenceOf).toBe(creator)
          const hostShownTo = (who: string) => viewFor(state, { of: 'signatory', signatory: idOf(who) }).signatories[0]!.inPresenceOf
          expect([hostShownTo('first'), hostShownTo('second')]).toEqual(['', undefined])
        }),
      )
    const alone = having(world, { ...taken, purpose: 'sign' })
    given(alone)
      .when(sign('first', { link: idOf('taken') }))
      .then(facts(['SignatoryCompleted'], ['SigningLinksVoided'], ['SignatureRequestQueued']))
    given(alone)
      .when(sign('first', { link: idOf('taken'), inPresence: true }))
      .then(refused('not-in-presence'))
  })

  test('[D-622] going on later is recorded a hundred times and no more, and changes nothing that is signed', () => {
    const later: PackCommand = { do: 'PostponeSigning', signatory: idOf('first') }
    const opened: Given = ({ state, events }) => ({
      do: 'RecordVisit',
      signatory: idOf('first'),
      visit: idOf(`visit ${events.length}`),
      link: signatoryIn(state, 'first').links[0]!.link,
      view: digestOf('view'),
    })
    const once = having(world, later)
    expect(viewDigest(once.state, idOf('first'))).toBe(viewDigest(world.state, idOf('first')))
    expect(viewFor(once.state, { of: 'signatory', signatory: idOf('second') })).not.toHaveProperty('postponements')
    let often = once
    for (let at = 1; at < 100; at++) often = having(often, opened, later)
    given(having(often, opened)).when(later).then(nothing)
    expect(often.events.filter(({ fact }) => fact.type === 'SigningPostponed')).toHaveLength(100)
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
          ['SigningLinksVoided', { signatory: idOf('second'), because: 'pack-completed' }],
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
  const due = (...more: readonly Given[]) => {
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

  test('[D-378] is a group with a required member and none ticked; it counts once', () => {
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
