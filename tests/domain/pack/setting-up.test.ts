import { describe, expect, test } from 'vitest'
import { checksBeforeRequest, type PackCommand, pack, permits, redact, viewFor } from '#domain/pack'
import {
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
  place,
  refused,
  request,
  sign,
  signatoryIn,
  signedBy,
  typesetting,
  type World,
} from '#tests/pack'

const next = idOf('next')
const config = { defaultCountry: 'ZA', typesetting }
/** The second signer is nobody yet: the first one sets them up. */
const prepared = having(
  packInSetup('first'),
  { do: 'AddSignatory', signatory: idOf('second') },
  { do: 'AddSignatory', signatory: idOf('third') },
  { do: 'NameSignatory', signatory: idOf('third'), name: 'Tom Third' },
  { do: 'SetSignatoryEmail', signatory: idOf('third'), email: 'tom@example.org' },
  place('second signature', 'signature', 'second'),
  place('third signature', 'signature', 'third'),
  place('next', 'signer_setup', 'first', { setUp: { role: 'signer-2', identification: false } }),
  { do: 'SetSequentialSigning', on: true },
)
const out = delivered(having(prepared, request))
const setUp = (more: Partial<Extract<PackCommand, { do: 'SetUpSignatory' }>> = {}): PackCommand => ({
  do: 'SetUpSignatory',
  field: next,
  by: idOf('first'),
  name: 'Sam Second',
  email: 'sam@example.org',
  mobile: '',
  identified: false,
  ...more,
})
const failing = (world: World) => checksBeforeRequest(world.state, config).map(({ code }) => code)

describe('what is sent without the details of a signer', () => {
  test('is accepted where an earlier signer cannot finish without giving them', () => {
    expect(failing(prepared)).toEqual([])
    expect(failing(having(prepared, { do: 'SetFieldRequired', field: next, required: false }))).toEqual(['emails-invalid', 'names-missing'])
    expect(failing(having(prepared, { do: 'RemoveField', field: next }))).toEqual(['emails-invalid', 'names-missing'])
  })

  test('is refused where what stands there is wrong', () => {
    expect(failing(having(prepared, { do: 'SetSignatoryEmail', signatory: idOf('second'), email: 'sam' }))).toEqual(['emails-invalid'])
    expect(failing(having(prepared, { do: 'SetSignatoryMobile', signatory: idOf('second'), mobile: '12' }))).toEqual(['mobiles-invalid'])
  })

  test('is refused where nobody, or nobody who signs later, bears the role, and without an order', () => {
    const wrong = (...commands: readonly PackCommand[]) => failing(having(prepared, ...commands))
    const missing = ['emails-invalid', 'names-missing', 'set-ups-invalid']
    expect(wrong({ do: 'SetDelegatedSetup', field: next, role: '', identification: false })).toEqual(missing)
    expect(wrong({ do: 'SetDelegatedSetup', field: next, role: 'Witness', identification: false })).toEqual(missing)
    expect(wrong({ do: 'SetDelegatedSetup', field: next, role: 'signer-1', identification: false })).toEqual(missing)
    expect(wrong({ do: 'SetSequentialSigning', on: false })).toEqual(missing)
    expect(wrong({ do: 'SetSigningOrder', steps: [[idOf('second')], [idOf('first')], [idOf('third')]] })).toEqual(missing)
    expect(wrong({ do: 'SetSigningOrder', steps: [[idOf('first'), idOf('second')], [idOf('third')]] })).toEqual(missing)
    expect(wrong({ do: 'SetSignatoryOptional', signatory: idOf('first'), optional: true })).toEqual(missing)
  })
})

describe('setting up a signer', () => {
  test('[D-197] names and addresses the one in the role, completes the field, and is what they are asked by', () => {
    const done = given(out)
      .when(setUp({ mobile: '082 123 4567' }))
      .then(
        facts(
          ['SignatoryNamed', { signatory: idOf('second'), name: 'Sam Second' }],
          ['SignatoryEmailChanged', { email: 'sam@example.org' }],
          ['SignatoryMobileChanged', { mobile: '+27821234567' }],
          ['SignatorySetUp', { signatory: idOf('second'), by: idOf('first'), identification: false }],
          ['FieldFilled', { field: next, by: idOf('first'), value: 'set-up' }],
        ),
      )
    expect(signatoryIn(done.state, 'second')).toMatchObject({ name: 'Sam Second', email: 'sam@example.org', setUpBy: idOf('first') })
    given(filledBy(done, 'first'))
      .when(sign('first'))
      .then(leadsTo((state) => expect(signatoryIn(state, 'second').request).toMatchObject({ state: 'queued' })))
    given(done)
      .when(setUp({ mobile: '+27821234567' }))
      .then(nothing)
    given(done)
      .when(setUp({ name: 'Sally Second' }))
      .then(facts(['SignatoryNamed'], ['SignatoryMobileChanged', { mobile: '' }], ['SignatorySetUp']))
  })

  test('has to be done, by nothing else than saying who it is', () => {
    given(filledBy(out, 'first')).when(sign('first')).then(refused('fields-incomplete', next))
    given(out)
      .when(fill('next', 'first', 'set-up'))
      .then(refused('value-invalid', next))
    given(out)
      .when(setUp({ name: ' ' }))
      .then(refused('signer-name-missing', idOf('second')))
    given(out)
      .when(setUp({ email: 'sam' }))
      .then(refused('email-invalid', idOf('second')))
    given(out)
      .when(setUp({ mobile: '12' }))
      .then(refused('mobile-invalid', idOf('second')))
    given(out)
      .when(setUp({ name: 'x'.repeat(5_000) }))
      .then(refused('too-long'))
  })

  test('takes a word on who that is, where the sender wants it', () => {
    const checked = having(prepared, { do: 'SetDelegatedSetup', field: next, role: 'signer-2', identification: true })
    const sent = delivered(having(checked, request))
    given(sent).when(setUp()).then(refused('identification-missing', next))
    given(sent)
      .when(setUp({ identified: true }))
      .then(facts(['SignatoryNamed'], ['SignatoryEmailChanged'], ['SignatorySetUp', { identification: true }], ['FieldFilled']))
  })

  test('is for whom the field is assigned to, in their turn, until the other was asked', () => {
    const also = having(prepared, place('later', 'signer_setup', 'second', { setUp: { role: 'signer-3', identification: false } }))
    const sent = delivered(having(also, request))
    given(sent)
      .when(setUp({ by: idOf('second') }))
      .then(refused('not-your-turn'))
    given(sent)
      .when(setUp({ by: idOf('third') }))
      .then(refused('not-your-turn'))
    given(sent)
      .when(setUp({ field: idOf('later') }))
      .then(refused('not-your-field', idOf('later')))
    given(sent)
      .when(setUp({ field: idOf('first signature') }))
      .then(refused('nobody-to-set-up', idOf('first signature')))
    const done = signedBy(having(sent, setUp()), 'first')
    given(done)
      .when(setUp({ name: 'Another' }))
      .then(refused('already-completed'))
    // Where the one to be set up was asked first, nobody but the sender touches their details any more.
    const early = having(out, {
      do: 'CorrectAddress',
      signatory: idOf('second'),
      name: 'Sam',
      email: 'sam@example.org',
      request: idOf('r'),
    })
    const asked = { ...early, state: { ...early.state, signatories: early.state.signatories.map((one) => ({ ...one, asked: true })) } }
    given(asked)
      .when(setUp())
      .then(refused('asked-already', idOf('second')))
    given(prepared).when(setUp()).then(refused('not-awaiting-signatures'))

    const { link } = signatoryIn(out.state, 'first').links[0]!
    expect(permits(setUp(), out.state, { as: 'signatory', signatory: idOf('first'), link, inPerson: false })).toBeNull()
    const foreign = permits(setUp({ by: idOf('second') }), out.state, { as: 'signatory', signatory: idOf('first'), link, inPerson: false })
    expect(foreign).toMatchObject({ refused: 'not-yours' })
  })

  test('tells the team all of it, and other signers, the one who did it too, a name and no address', () => {
    const done = having(out, setUp())
    const shownTo = (audience: Parameters<typeof redact>[2]) =>
      done.events.slice(out.events.length).flatMap((event, at) => {
        const before = done.events.slice(0, out.events.length + at)
        return redact(at === 0 ? out.state : stateAfter(before), event, audience)?.fact.type ?? []
      })
    expect(shownTo({ of: 'team' })).toEqual(['SignatoryNamed', 'SignatoryEmailChanged', 'SignatorySetUp', 'FieldFilled'])
    for (const part of ['first', 'third']) {
      expect(shownTo({ of: 'signatory', signatory: idOf(part) })).toEqual(['SignatoryNamed', 'FieldFilled'])
      const seen = signatoryIn(viewFor(done.state, { of: 'signatory', signatory: idOf(part) }), 'second')
      expect(seen.name).toBe('Sam Second')
      expect([typeof seen.email, 'setUpBy' in seen]).toEqual(['object', false])
    }
    const own = viewFor(done.state, { of: 'signatory', signatory: idOf('second') })
    expect(signatoryIn(own, 'second').email).toBe('sam@example.org')
  })

  test('stays after a revert, and begins again where the role or the type is another', () => {
    const reverted = having(out, setUp(), { do: 'RevertToSetup' })
    expect(fieldIn(reverted.state, 'next').value).toBe('set-up')
    given(reverted)
      .when({ do: 'SetDelegatedSetup', field: next, role: 'signer-3', identification: false })
      .then(facts(['FieldCleared'], ['FieldSetUpChanged']))
    given(reverted)
      .when({ do: 'RetypeField', field: next, type: 'text' })
      .then(leadsTo((state) => expect(fieldIn(state, 'next')).not.toHaveProperty('setUp')))
    given(prepared)
      .when({ do: 'SetDelegatedSetup', field: idOf('first signature'), role: 'signer-2', identification: false })
      .then(refused('sets-up-nobody', idOf('first signature')))
  })
})

function stateAfter(events: World['events']): World['state'] {
  const from = events.slice(out.events.length)
  return from.reduce(
    (state, { fact, meta, revision }) => pack.evolve(state, fact, { time: meta.time, revision, principal: meta.actor.principal }),
    out.state,
  )
}
