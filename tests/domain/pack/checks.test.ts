import { describe, expect, test } from 'vitest'
import { checksBeforeRequest, isEmail, PACK_REFUSALS, type PackRefusalCode } from '#domain/pack'
import {
  converted,
  create,
  document,
  facts,
  fill,
  type Given,
  given,
  having,
  idOf,
  nothingYet,
  packInSetup,
  place,
  refused,
  request,
  typesetting,
  type World,
} from '#tests/pack'

const good = packInSetup('first')
const config = { defaultCountry: 'ZA', typesetting }
const signatory = idOf('first')
const copy: Given = { do: 'AddCopyRecipient', recipient: idOf('copy') }

/** The request is refused with this check's words, blaming these; without the fault it is not. */
function check(world: World, code: PackRefusalCode, says: string, ...at: readonly string[]) {
  given(world)
    .when(request)
    .then(refused(code, ...at))
  expect(PACK_REFUSALS[code].says).toBe(says)
  expect(checksBeforeRequest(world.state, config).map((failed) => failed.code)).toContain(code)
}
const passes = (world: World, code?: PackRefusalCode) =>
  expect(checksBeforeRequest(world.state, config).map((failed) => failed.code)).not.toContain(code)

describe('before signatures are requested', () => {
  test('a pack that is ready passes', () => {
    expect(checksBeforeRequest(good.state, config)).toEqual([])
    given(good)
      .when(request)
      .then(facts(['SignaturesRequested'], ['SignatureRequestQueued']))
  })

  test('[D-171 D-327] somebody must be there to sign; a removed signer is not', () => {
    const says = 'There are no signatories assigned to the document.'
    check(having(nothingYet, create, ...converted(), place('own', 'text', 'self')), 'no-signatories', says)
    check(having(good, { do: 'RemoveSignatory', signatory, withFields: true }), 'no-signatories', says)
  })

  test('[D-328] the document has a name', () => {
    for (const name of ['  ', '\u200d'])
      check(having(good, { do: 'RenamePack', name }), 'name-missing', 'Please insert a name for your document')
  })

  test('[D-330] it has fields', () => {
    const bare = having(good, { do: 'RemoveField', field: idOf('first signature') })
    check(bare, 'no-fields', 'There are no fields set up for this document.')
  })

  test('[D-331] every field is assigned', () => {
    const world = having(good, place('open', 'text', null, { page: 1 }))
    check(world, 'fields-unassigned', 'There are fields that have not been assigned.', idOf('open'))
  })

  test('[D-332] but a cover, which is nobody’s to fill in', () => {
    const world = having(good, place('cover', 'block', 'first', { page: 1 }))
    expect(world.state.fields[idOf('cover')]?.assignee).toBeNull()
    passes(world)
    given(world)
      .when(request)
      .then(facts(['SignaturesRequested'], ['SignatureRequestQueued']))
  })

  test('[D-333] every choice has options', () => {
    const world = having(good, place('pick', 'choice', 'first', { page: 1 }))
    check(world, 'choices-missing', 'There are choice fields that have no choices setup.', idOf('pick'))
    passes(having(world, { do: 'SetFieldOptions', field: idOf('pick'), options: ['a'] }))
  })

  test("[D-334] the sender's own fields are complete", () => {
    const says = "There are self-assigned fields that haven't been completed. Please complete these fields."
    const world = having(good, place('own', 'date', 'self', { page: 1 }))
    check(world, 'sender-fields-incomplete', says, idOf('own'))
    passes(having(world, fill('own', 'self', '2026-03-02')))
    passes(having(world, { do: 'SetFieldAutoDate', field: idOf('own'), on: true }))
  })

  test('[D-337] addresses of signers are valid, and those of copy recipients where there are any', () => {
    const says = 'Some of the email addresses assigned are not valid.'
    check(having(good, { do: 'SetSignatoryEmail', signatory, email: 'first@' }), 'emails-invalid', says, signatory)
    check(having(good, { do: 'SetSignatoryEmail', signatory, email: '' }), 'emails-invalid', says, signatory)
    const badCopy = having(good, copy, { do: 'SetCopyRecipientEmail', recipient: idOf('copy'), email: 'nowhere' })
    check(badCopy, 'emails-invalid', says, idOf('copy'))
  })

  test('[D-338] a copy recipient may have no address', () => {
    expect(checksBeforeRequest(having(good, copy).state, config)).toEqual([])
  })

  test('[D-339] every signer has a name', () => {
    for (const name of [' ', '\u200d'])
      check(having(good, { do: 'NameSignatory', signatory, name }), 'names-missing', 'All signatories must have a name.', signatory)
  })

  test('[D-340] with two-factor authentication every signer has a valid mobile number', () => {
    const says = 'All signatories require a valid mobile number'
    const world = having(good, { do: 'SetTwoFactor', on: true })
    check(world, 'mobiles-required', says, signatory)
    check(having(world, { do: 'SetSignatoryMobile', signatory, mobile: '12' }), 'mobiles-required', says, signatory)
    passes(having(world, { do: 'SetSignatoryMobile', signatory, mobile: '0821234567' }), 'mobiles-required')
    given(good).when(request, { twoFactorMandatory: true }).then(refused('mobiles-required', signatory))
  })

  test('[D-341] where an email address is optional, one of the two is there', () => {
    const says = 'All signatories require a valid mobile number'
    const world = having(good, { do: 'SetEmailOptional', on: true }, { do: 'SetSignatoryEmail', signatory, email: '' })
    check(world, 'mobiles-required', says, signatory)
    expect(checksBeforeRequest(having(world, { do: 'SetSignatoryMobile', signatory, mobile: '0821234567' }).state, config)).toEqual([])
    check(
      having(good, { do: 'SetSignatoryChannel', signatory, channel: 'email-or-sms' }, { do: 'SetSignatoryEmail', signatory, email: '' }),
      'mobiles-required',
      says,
      signatory,
    )
  })

  /** Sound where the first country's numbers are the default, not where the second's are. */
  function soundIn(world: World, at: string, here: string, elsewhere: string) {
    const failing = (defaultCountry: string) => checksBeforeRequest(world.state, { ...config, defaultCountry })
    expect(failing(here)).toEqual([])
    expect(failing(elsewhere)).toEqual([{ code: 'mobiles-invalid', at: [at] }])
  }

  test('[D-342] a mobile number of a signer is valid for the default country', () => {
    const withMobile = (mobile: string) => having(good, { do: 'SetSignatoryMobile', signatory, mobile })
    check(withMobile('12345'), 'mobiles-invalid', 'Some of the mobile numbers assigned are not valid.', signatory)
    soundIn(withMobile('07400 123456'), signatory, 'GB', 'US')
    soundIn(withMobile('(212) 555-2368'), signatory, 'US', 'GB')
  })

  test('[D-343] so is one of a copy recipient', () => {
    const recipient = idOf('copy')
    const withMobile = (mobile: string) => having(good, copy, { do: 'SetCopyRecipientMobile', recipient, mobile })
    check(withMobile('12345'), 'mobiles-invalid', 'Some of the mobile numbers assigned are not valid.', recipient)
    soundIn(withMobile('07400 123456'), recipient, 'GB', 'US')
    soundIn(withMobile('(212) 555-2368'), recipient, 'US', 'GB')
  })

  test('[D-344] an exclusive tick box belongs to a group', () => {
    const world = having(good, place('box', 'check', 'first', { page: 1, exclusive: true }))
    check(world, 'groups-missing', "There are checkboxes that don't have a checkbox group set.", idOf('box'))
    passes(having(world, { do: 'GroupField', field: idOf('box'), group: 'answer', exclusive: true }))
  })

  test('[D-345] custom ids hold no characters that mean something else', () => {
    for (const character of '<>+-/*%!=') {
      const world = having(good, { do: 'SetFieldCustomId', field: idOf('first signature'), customId: `a${character}b` })
      check(world, 'custom-ids-invalid', 'There are fields with invalid custom IDs', idOf('first signature'))
    }
  })

  test('[D-346] unless the fields are locked', () => {
    const world = having(good, { do: 'SetFieldCustomId', field: idOf('first signature'), customId: 'a-b' }, { do: 'LockFields' })
    expect(checksBeforeRequest(world.state, config)).toEqual([])
  })

  test('every document has its pages', () => {
    const world = having(good, { do: 'AddDocument', document: idOf('annex'), name: 'Annex' })
    given(world)
      .when(request)
      .then(refused('not-converted', idOf('annex')))
    const replaced = having(good, { do: 'ReceiveFile', document, file: idOf('f2'), digest: 'd'.repeat(43), size: 1, filename: 'b.pdf' })
    given(replaced).when(request).then(refused('not-converted', document))
  })

  test('[D-326] all that fails is listed in order, and the first is what the request is refused with', () => {
    const bad = having(
      good,
      { do: 'RenamePack', name: '' },
      place('open', 'text', null, { page: 1, customId: 'a-b' }),
      place('pick', 'choice', 'first', { page: 1, y: 300_000 }),
      place('own', 'date', 'self', { page: 1, y: 400_000 }),
      place('box', 'check', 'first', { page: 1, y: 500_000, exclusive: true }),
      { do: 'SetSignatoryEmail', signatory, email: 'x' },
      { do: 'NameSignatory', signatory, name: '' },
      { do: 'SetTwoFactor', on: true },
      copy,
      { do: 'SetCopyRecipientMobile', recipient: idOf('copy'), mobile: '1' },
    )
    const codes = checksBeforeRequest(bad.state, config).map(({ code }) => code)
    expect(codes).toEqual([
      'name-missing',
      'fields-unassigned',
      'choices-missing',
      'sender-fields-incomplete',
      'emails-invalid',
      'names-missing',
      'mobiles-required',
      'mobiles-invalid',
      'groups-missing',
      'custom-ids-invalid',
    ])
    given(bad).when(request).then(refused('name-missing'))
    given(having(bad, { do: 'RenamePack', name: 'Lease' }))
      .when(request)
      .then(refused('fields-unassigned', idOf('open')))
  })

  test('a template is not sent', () => {
    const template = having(nothingYet, { ...create, kind: 'template' } as Given)
    given(template).when(request).then(refused('template-not-sendable'))
  })
})

test('what is an email address', () => {
  for (const email of ['a@b.co', "o'hara+x@mail.example.org", 'zoë@exämple.org', 'a.b@c-d.example'])
    expect([email, isEmail(email)]).toEqual([email, true])
  const not = ['', 'a', 'a@b', '@b.co', 'a@b..co', 'a b@c.de', 'a@b.co\r\nBcc: x@y.zz', 'a@b@c.de', '<a@b.co>', `${'x'.repeat(320)}@b.co`]
  for (const email of not) expect([email, isEmail(email)]).toEqual([email, false])
})
