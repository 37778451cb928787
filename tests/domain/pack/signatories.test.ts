import { describe, expect, test } from 'vitest'
import {
  CHANNELS,
  type Channel,
  COLOUR_BEYOND,
  type Contact,
  contactProblems,
  initial,
  type PackSettings,
  SIGNATORY_COLOURS,
  signatoriesInOrder,
  signatoryColour,
} from '#domain/pack'
import {
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
  place,
  refused,
  reject,
  sent,
  sign,
  signatoryIn,
  signedBy,
  type World,
} from '#tests/pack'
import { signatoryRecordOf } from '../../../command-api/pack/records.ts'

const setup = packInSetup('first', 'second')
const signatory = idOf('first')

describe('a signer who is added', () => {
  test('[D-167 D-618] is called signer-{n}, with n counting up, also past removed ones', () => {
    expect(setup.state.signatories.map(({ role }) => role)).toEqual(['signer-1', 'signer-2'])
    const removed = having(setup, { do: 'RemoveSignatory', signatory: idOf('second'), withFields: true })
    given(removed)
      .when({ do: 'AddSignatory', signatory: idOf('third') })
      .then(facts(['SignatoryAdded', { role: 'signer-3' }]))
  })

  test('[D-415] may have any role, and gets the default back where it is emptied', () => {
    given(setup)
      .when({ do: 'AddSignatory', signatory: idOf('third'), role: ' Witness ' })
      .then(facts(['SignatoryAdded', { role: 'Witness' }]))
    const named = having(setup, { do: 'SetSignatoryRole', signatory: idOf('second'), role: 'Landlord' })
    given(named)
      .when({ do: 'SetSignatoryRole', signatory: idOf('second'), role: '' })
      .then(facts(['SignatoryRoleChanged', { role: 'signer-2' }]))
  })

  test('[D-173] is reached by email unless set otherwise', () => {
    expect(signatoryIn(setup.state, 'first').channel).toBe('email')
    expect([...CHANNELS]).toEqual(['email', 'sms', 'whatsapp', 'email-or-sms'])
  })
})

describe('details', () => {
  test('[D-349] an email address is trimmed, and kept as it is typed while it is not yet one', () => {
    given(setup)
      .when({ do: 'SetSignatoryEmail', signatory, email: '  f@x.org ' })
      .then(facts(['SignatoryEmailChanged', { email: 'f@x.org' }]))
    given(setup)
      .when({ do: 'SetSignatoryEmail', signatory, email: 'f@' })
      .then(facts(['SignatoryEmailChanged', { email: 'f@' }]))
  })

  test('[D-355] a mobile number is normalised to E.164 by the default country, another country by its code', () => {
    const set = (mobile: string): Given => ({ do: 'SetSignatoryMobile', signatory, mobile })
    given(setup)
      .when(set('082 123 4567'))
      .then(facts(['SignatoryMobileChanged', { mobile: '+27821234567' }]))
    given(setup)
      .when(set('082 123 4567'), { defaultCountry: 'GB' })
      .then(facts(['SignatoryMobileChanged', { mobile: '082 123 4567' }]))
    given(setup)
      .when(set('+44 7911 123456'))
      .then(facts(['SignatoryMobileChanged', { mobile: '+447911123456' }]))
    given(setup)
      .when(set('12'))
      .then(facts(['SignatoryMobileChanged', { mobile: '12' }]))
    given(having(setup, set('082 123 4567')))
      .when(set('+27 82 123 4567'))
      .then(nothing)
  })

  test('what is not seen is in no address, number or custom id; a name keeps the joiners of its script and loses overrides', () => {
    const world = having(packInSetup('first'), place('text', 'text', 'first', { page: 1 }))
    const first = idOf('first')
    const unseen = '\u200b\u200d\u202e\ufeff\u00ad'
    given(world)
      .when({ do: 'SetSignatoryEmail', signatory: first, email: ` ad${unseen}a@example.com${unseen}` })
      .then(facts(['SignatoryEmailChanged', { email: 'ada@example.com' }]))
    given(world)
      .when({ do: 'SetSignatoryMobile', signatory: first, mobile: `\u202a082 555 ${unseen}0123\u202c` })
      .then(facts(['SignatoryMobileChanged', { mobile: '+27825550123' }]))
    given(world)
      .when({ do: 'SetFieldCustomId', field: idOf('text'), customId: `re${unseen}nt` })
      .then(facts(['FieldCustomIdChanged', { customId: 'rent' }]))
    const persian = 'می\u200cخواهم \u{1f469}\u200d\u{1f467}'
    given(world)
      .when({ do: 'NameSignatory', signatory: first, name: `\u202e${persian}\u200b\ufeff` })
      .then(facts(['SignatoryNamed', { name: persian }]))
    // Seen as nothing, it is no name.
    given(world)
      .when({ do: 'NameSignatory', signatory: first, name: '\u200b\u2060' })
      .then(facts(['SignatoryNamed', { name: '' }]))
  })

  test('a name may be in any script, with emoji and markup; one of 5,000 characters is refused', () => {
    for (const name of ['محمد عبد الله', '王小明', '🖋️ Zoë', '<img src=x onerror=alert(1)>', "O'Hara; DROP TABLE"]) {
      given(setup)
        .when({ do: 'NameSignatory', signatory, name })
        .then(leadsTo((state) => expect(signatoryIn(state, 'first').name).toBe(name)))
    }
    given(setup)
      .when({ do: 'NameSignatory', signatory, name: 'x'.repeat(5_000) })
      .then(refused('too-long'))
    given(setup)
      .when({ do: 'NameSignatory', signatory, name: '🖋'.repeat(200) })
      .then(facts(['SignatoryNamed']))
    given(setup).when({ do: 'NameSignatory', signatory, name: '\udc00' }).then(refused('not-text'))
    given(setup)
      .when({ do: 'RenamePack', name: 'x'.repeat(5_000) })
      .then(refused('too-long'))
  })
})

describe('what is wrong with details', () => {
  const contact: Contact = { name: 'F', email: 'f@x.org', mobile: '', channel: 'email' }
  const problems = (change: Partial<Contact>, settings: Partial<PackSettings> = {}, twoFactorMandatory = false) =>
    contactProblems({ ...contact, ...change }, { ...initial.settings, ...settings }, { defaultCountry: 'ZA', twoFactorMandatory }).map(
      ({ property, code }) => `${property} ${code}`,
    )

  test('[D-347 D-348] an email address is needed and valid, unless the channel is SMS or WhatsApp', () => {
    expect(problems({})).toEqual([])
    for (const email of ['', 'f@', 'x']) expect(problems({ email })).toEqual(['email email-invalid'])
    for (const channel of ['sms', 'whatsapp'] as const) expect(problems({ channel, email: '', mobile: '0821234567' })).toEqual([])
  })

  test('[D-145 D-350] where it is optional, what is there is valid', () => {
    expect(problems({ email: '', mobile: '0821234567' }, { emailOptional: true })).toEqual([])
    expect(problems({ email: 'f@' }, { emailOptional: true })).toEqual(['email optional-email-invalid'])
  })

  test('[D-351] and one of email and mobile is there', () => {
    expect(problems({ email: '' }, { emailOptional: true })).toEqual(['email email-or-mobile-required'])
    expect(problems({ email: '', channel: 'email-or-sms' })).toEqual(['email email-or-mobile-required'])
  })

  test('[D-352] a name is there', () => expect(problems({ name: ' ' })).toEqual(['name signer-name-missing']))

  test('[D-354] a mobile number is there where two-factor authentication is mandatory, by pack or account', () => {
    expect(problems({}, { twoFactor: true })).toEqual(['mobile_number mobile-required'])
    expect(problems({}, {}, true)).toEqual(['mobile_number mobile-required'])
    expect(problems({ mobile: '12' })).toEqual(['mobile_number mobile-invalid'])
  })
})

describe('removing a signer', () => {
  test('who has fields is refused unless these go too', () => {
    given(setup)
      .when({ do: 'RemoveSignatory', signatory, withFields: false })
      .then(refused('signatory-has-fields', idOf('first signature')))
    given(setup)
      .when({ do: 'RemoveSignatory', signatory, withFields: true })
      .then(facts(['FieldsRemoved', { fields: [idOf('first signature')] }], ['SignatoryRemoved']))
  })

  test('who has none needs no leave', () => {
    const bare = having(setup, { do: 'RemoveField', field: idOf('first signature') })
    given(bare)
      .when({ do: 'RemoveSignatory', signatory, withFields: false })
      .then(facts(['SignatoryRemoved']))
  })

  test('takes them out of order, and restoring puts them back in their place', () => {
    const gone = having(setup, { do: 'RemoveSignatory', signatory, withFields: true })
    expect(signatoriesInOrder(gone.state).map(({ uuid }) => uuid)).toEqual([idOf('second')])
    given(gone)
      .when({ do: 'RestoreSignatory', signatory })
      .then(leadsTo((state) => expect(signatoriesInOrder(state).map(({ uuid }) => uuid)).toEqual([signatory, idOf('second')])))
    given(gone).when({ do: 'NameSignatory', signatory, name: 'X' }).then(refused('signatory-removed'))
  })
})

describe('the order', () => {
  test('is steps, which name no signer twice; whom they do not name comes last', () => {
    const order = (...steps: string[][]): Given => ({ do: 'SetSigningOrder', steps: steps.map((step) => step.map(idOf)) })
    given(setup)
      .when(order(['second', 'first']))
      .then(facts(['SigningOrderChanged']))
    given(setup)
      .when(order(['first'], ['second']))
      .then(nothing)
    // Somebody added a signer meanwhile: the order asked for is not lost.
    expect(having(setup, order(['second'])).state.steps).toEqual([[idOf('second')], [idOf('first')]])
    for (const bad of [order(['first'], ['first'], ['second']), order(['first', 'second', 'third']), order(['first', 'second'], [])]) {
      given(setup).when(bad).then(refused('order-invalid'))
    }
  })

  test('puts those added later last, and those restored after a new order too', () => {
    const reordered = having(
      setup,
      { do: 'RemoveSignatory', signatory, withFields: true },
      { do: 'SetSigningOrder', steps: [[idOf('second')]] },
      { do: 'AddSignatory', signatory: idOf('third') },
      { do: 'RestoreSignatory', signatory },
    )
    expect(signatoriesInOrder(reordered.state).map(({ uuid }) => uuid)).toEqual(['second', 'third', 'first'].map(idOf))
  })
})

test('[D-619] colours come from a palette of 8, with grey beyond it', () => {
  expect(Array.from({ length: 10 }, (_, index) => signatoryColour(index))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 0, 0])
  expect(SIGNATORY_COLOURS).toBe(8)
  expect(COLOUR_BEYOND).toBe('#808080')
  expect(signatoryColour(-1)).toBe(0)
})

test('[D-181] a copy recipient has a name, an email address and a mobile number, and is never a signer', () => {
  const recipient = idOf('copy')
  const world = having(
    setup,
    { do: 'AddCopyRecipient', recipient },
    { do: 'NameCopyRecipient', recipient, name: 'Carla' },
    { do: 'SetCopyRecipientEmail', recipient, email: ' c@x.org ' },
    { do: 'SetCopyRecipientMobile', recipient, mobile: '0821234567' },
  )
  expect(world.state.copyRecipients).toEqual([
    { uuid: recipient, name: 'Carla', email: 'c@x.org', mobile: '+27821234567', removed: false, copy: 'none' },
  ])
  given(world)
    .when(place('note', 'text', 'copy', { page: 1 }))
    .then(refused('signatory-missing'))
  given(having(world, { do: 'RemoveCopyRecipient', recipient }))
    .when({ do: 'NameCopyRecipient', recipient, name: 'X' })
    .then(refused('recipient-missing'))
})

test('every channel can be chosen', () => {
  for (const channel of ['sms', 'whatsapp', 'email-or-sms'] satisfies Channel[]) {
    given(setup)
      .when({ do: 'SetSignatoryChannel', signatory, channel })
      .then(facts(['SignatoryChannelChanged', { channel }]))
  }
})

test('[D-168] a signatory’s record says how they stand, and keeps a PIN to itself', () => {
  const out = having(packSentTo('first', 'second'), { do: 'PostponeSigning', signatory: idOf('first') })
  const recordIn = ({ state }: World, part: string) => signatoryRecordOf(signatoryIn(state, part), state)
  expect(recordIn(out, 'first')).toMatchObject({
    status: 'awaiting_signatures',
    date_created: signatoryIn(out.state, 'first').created,
    date_updated: signatoryIn(out.state, 'first').updated,
    email_send_count: 1,
    sms_send_count: 0,
    email_is_optional: false,
    sign_later: true,
    signed_in_presence: false,
    rejection_reason: '',
    verification_otp: null,
    removed: false,
    is_optional: false,
  })
  expect(recordIn(out, 'second')).toMatchObject({ email_send_count: 0, sign_later: false })
  expect(recordIn(having(out, reject('first', 'Wrong rent')), 'first')).toMatchObject({
    status: 'rejected',
    rejection_reason: 'Wrong rent',
  })
  const optional = having(
    packInSetup('first'),
    { do: 'SetEmailOptional', on: true },
    { do: 'SetSignatoryOptional', signatory: idOf('first'), optional: true },
  )
  expect(recordIn(optional, 'first')).toMatchObject({ status: 'setup', email_is_optional: true, is_optional: true })
  const gone = having(optional, { do: 'RemoveSignatory', signatory: idOf('first'), withFields: true })
  expect(recordIn(gone, 'first')).toMatchObject({ removed: true })
  const host = { do: 'IssueSigningLink', signatory: idOf('first'), link: idOf('link'), purpose: 'sign_in_person', request: null } as const
  const inPerson = having(filledBy(having(packSentTo('first'), host), 'first'), sign('first', { link: host.link }))
  expect(recordIn(inPerson, 'first')).toMatchObject({ status: 'complete', signed_in_presence: true })
})

test('who signed in somebody’s presence, and then by themselves once that round was called back, counts as having signed by themselves', () => {
  const host = { do: 'IssueSigningLink', signatory: idOf('first'), link: idOf('link'), purpose: 'sign_in_person', request: null } as const
  const inPerson = having(filledBy(having(packSentTo('first', 'second'), host), 'first'), sign('first', { link: host.link }))
  expect(signatoryRecordOf(signatoryIn(inPerson.state, 'first'), inPerson.state)).toMatchObject({ signed_in_presence: true })
  const reverted = having(inPerson, { do: 'RevertToSetup' })
  expect(signatoryRecordOf(signatoryIn(reverted.state, 'first'), reverted.state)).toMatchObject({ signed_in_presence: false })
  const again = signedBy(sent(reverted), 'first')
  expect(signatoryRecordOf(signatoryIn(again.state, 'first'), again.state)).toMatchObject({
    status: 'complete',
    signed_in_presence: false,
  })
})
