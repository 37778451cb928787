import { describe, expect, test } from 'vitest'
import {
  commandsOfRow,
  EMPTY_MAPPING,
  isMappable,
  keyedByCustomField,
  linkedText,
  type Mapping,
  type MappingTarget,
  mapFromColumnNames,
  mappingProblems,
  mappingSchema,
  missingTargets,
  placeholderOf,
  rowResolver,
  targetId,
  targetsOf,
  withoutTarget,
  withText,
} from '#domain/bulk-send'
import { CHECKED, type Channel, FIELD_TYPES, type PackState } from '#domain/pack'
import { decideIn, fieldIn, type Given, happened, having, idOf, packInSetup, place, signatoryIn } from '#tests/pack'

const config = { defaultCountry: 'ZA' }
const dates = 'day-month'
const columns = ['name', 'email', 'mobile', 'fee']
const at = (of: 'signer' | 'copy', part: string, detail: 'name' | 'email' | 'mobile'): MappingTarget => ({
  of,
  key: idOf(part),
  part: detail,
})
const field = (part: string): MappingTarget => ({ of: 'field', key: idOf(part) })

/** A template with one signer without details. */
function template(...more: readonly Given[]): PackState {
  const open: Given[] = [{ do: 'AddSignatory', signatory: idOf('tenant'), role: 'Tenant' }, place('signature', 'signature', 'tenant')]
  return having(packInSetup(), ...open, ...more).state
}
const through = (channel: Channel): Given => ({ do: 'SetSignatoryChannel', signatory: idOf('tenant'), channel })
const mapped = (...texts: readonly (readonly [MappingTarget, string])[]): Mapping =>
  texts.reduce((mapping, [target, text]) => withText(mapping, target, text), EMPTY_MAPPING)
const named = mapped([at('signer', 'tenant', 'name'), '{{name}}'], [at('signer', 'tenant', 'email'), '{{email}}'])

const messages = (state: PackState, mapping: Mapping) =>
  mappingProblems({ mapping, template: state, columns, dates, config }).map(({ message }) => message)
function row(state: PackState, mapping: Mapping, ...cells: readonly string[]) {
  return rowResolver({ mapping, template: state, columns, dates, config })(cells)
}
const rowMessages = (...of: Parameters<typeof row>) => row(...of).problems.map(({ message }) => message)

describe('placeholders', () => {
  test('A placeholder gives the cell of its row, and braces in a cell stay as they are.', () => {
    const mapping = withText(named, { of: 'message' }, 'Dear {{name}}, you pay {{fee}}.')
    expect(row(template(), mapping, '{{fee}}', 'a@b.example', '', '{{name}} 5').values.message).toBe('Dear {{fee}}, you pay {{name}} 5.')
  })

  test.each([
    ['Fee {net}', '{{Fee {net}}}'],
    ['__proto__', '{{__proto__}}'],
    [' name ', '{{name}}'],
    ['naïve 名', '{{ naïve 名 }}'],
  ])('A column called “%s” is found by %s.', (column, text) => {
    expect(linkedText(text, ['other', column])).toMatchObject({ parts: [{ column: 1 }], unknown: [] })
  })

  test('Of two columns of one name the first is meant.', () => {
    expect(linkedText(placeholderOf('a'), ['a', 'a']).parts).toEqual([{ column: 0 }])
  })

  test('A column that the list does not have is named, and nothing else is lost.', () => {
    const mapping = withText(named, { of: 'subject' }, 'For {{site}}')
    expect(messages(template(), mapping)).toEqual(['The list has no column “site”. Choose another column.'])
    expect(row(template(), mapping, 'Lena', 'l@b.example', '', '').values.subject).toBe('For {{site}}')
  })

  test('A text full of braces that name nothing stays as it is.', () => {
    expect(linkedText('{{'.repeat(10_000), columns).parts).toEqual(['{{'.repeat(10_000)])
  })
})

describe('what the template no longer has', () => {
  const clauses: readonly Given[] = [
    place('fee', 'text', 'self'),
    { do: 'SetFieldCustomId', field: idOf('fee'), customId: 'fee' },
    { do: 'AddCopyRecipient', recipient: idOf('accounts') },
    { do: 'SetCustomField', customField: idOf('client'), name: 'Client' },
  ]
  const mapping = mapped(
    [at('signer', 'tenant', 'name'), '{{name}}'],
    [at('signer', 'tenant', 'email'), '{{email}}'],
    [at('copy', 'accounts', 'name'), 'Accounts'],
    [at('copy', 'accounts', 'email'), 'accounts@b.example'],
    [field('fee'), '{{fee}}'],
    [{ of: 'custom-field', key: 'Client' }, '{{name}}'],
  )

  test('is named in the mapping and in each row, with what to do; a new name breaks what names it by its id alone.', () => {
    expect(messages(template(...clauses), mapping)).toEqual([])
    const renamed = template(...clauses, { do: 'SetCustomField', customField: idOf('client'), name: 'Customer' })
    const lost = (name: string) =>
      `The template no longer has “${name}”, to which the mapping gives a value. Give it to something else, or remove it.`
    expect(messages(renamed, mapping)).toEqual([lost('Client')])
    expect(messages(renamed, keyedByCustomField(mapping, template(...clauses)))).toEqual([])
    const less = template(
      ...clauses,
      { do: 'RemoveField', field: idOf('fee') },
      { do: 'RemoveCopyRecipient', recipient: idOf('accounts') },
      { do: 'RemoveCustomField', customField: idOf('client') },
    )
    expect(rowMessages(less, mapping, 'Lena', 'l@b.example', '', '5')).toEqual([lost(idOf('accounts')), lost('fee'), lost('Client')])
    expect(
      messages(
        less,
        missingTargets(mapping, less).reduce((left, { at: gone }) => withoutTarget(left, gone, less), mapping),
      ),
    ).toEqual([])
  })

  test('with nothing mapped to it is no problem.', () => {
    const less = template(...clauses, { do: 'RemoveField', field: idOf('fee') })
    expect(messages(less, withoutTarget(mapping, { of: 'field', key: idOf('fee') }, less))).toEqual([])
    expect(messages(less, { ...mapping, fields: {}, customFields: { gone: '' } })).toEqual([])
  })
})

describe('people', () => {
  /** A signer and a copy recipient without details. */
  const withCopy = template({ do: 'AddCopyRecipient', recipient: idOf('accounts') })
  const ofBoth = (detail: 'email' | 'mobile', text: string) =>
    mapped(
      [at('signer', 'tenant', 'name'), '{{name}}'],
      [at('signer', 'tenant', 'email'), '{{email}}'],
      [at('copy', 'accounts', 'name'), '{{name}}'],
      [at('copy', 'accounts', 'email'), '{{email}}'],
      [at('signer', 'tenant', detail), text],
      [at('copy', 'accounts', detail), text],
    )

  test('[W-159] [W-160] Without a name and an address the mapping is incomplete.', () => {
    expect(messages(template(), EMPTY_MAPPING)).toEqual(['Name not defined', 'Email not defined'])
    expect(messages(template(), named)).toEqual([])
  })

  test('What the template says of a signer is enough.', () => {
    const { state } = packInSetup('first')
    expect(messages(state, EMPTY_MAPPING)).toEqual([])
    expect(row(state, EMPTY_MAPPING).values.signers[idOf('first')]).toEqual({
      name: 'first signer',
      email: 'first@example.org',
      mobile: '',
    })
  })

  test('[W-150] By default an address is required, of signers and of copy recipients.', () => {
    const problems = mappingProblems({ mapping: named, template: withCopy, columns, dates, config })
    expect(problems.map(({ message, at }) => [message, at])).toEqual([
      ['Name not defined', at('copy', 'accounts', 'name')],
      ['Email not defined', at('copy', 'accounts', 'email')],
    ])
    expect(rowMessages(template(), named, 'Lena', '')).toEqual(['Not a valid email address in linked data'])
    expect(messages(template(), withText(named, at('signer', 'tenant', 'email'), ''))).toEqual(['Email not defined'])
  })

  const byPhone = withText(mapped([at('signer', 'tenant', 'name'), '{{name}}']), at('signer', 'tenant', 'mobile'), '{{mobile}}')
  test.each([
    ['W-151', 'email-or-sms'],
    ['W-152', 'sms'],
    ['W-153', 'whatsapp'],
  ] as const)('[%s] No address is required of who is reached by %s.', (_id, channel) => {
    expect(messages(template(through(channel)), byPhone)).toEqual([])
    for (const mapping of [byPhone, withText(byPhone, at('signer', 'tenant', 'email'), '{{email}}')]) {
      expect(rowMessages(template(through(channel)), mapping, 'Lena', '', '082 123 4567')).toEqual([])
    }
    expect(messages(template(through('email')), byPhone)).toEqual(['Email not defined'])
  })

  test('[W-161] A mobile number is required where requests go to it.', () => {
    const withoutMobile = withText(byPhone, at('signer', 'tenant', 'mobile'), '')
    for (const channel of ['sms', 'whatsapp'] as const) {
      expect(messages(template(through(channel)), withoutMobile)).toEqual(['Mobile number not defined'])
      expect(rowMessages(template(through(channel)), byPhone, 'Lena', '', '')).toEqual(['Mobile number not defined'])
    }
    expect(messages(template(), named)).toEqual([])
  })

  test('[W-157] A mobile number is required where two-factor authentication is used.', () => {
    const required = template({ do: 'SetTwoFactor', on: true })
    expect(messages(required, named)).toEqual(['Mobile number not defined'])
    const linked = withText(named, at('signer', 'tenant', 'mobile'), '{{mobile}}')
    expect(messages(required, linked)).toEqual([])
    expect(rowMessages(required, linked, 'Lena', 'l@b.example', '')).toEqual(['Mobile number not defined'])
    expect(rowMessages(template(), linked, 'Lena', 'l@b.example', '')).toEqual([])
    const byAccount = { ...config, twoFactorMandatory: true }
    const problems = mappingProblems({ mapping: named, template: template(), columns, dates, config: byAccount })
    expect(problems.map(({ message }) => message)).toEqual(['Mobile number not defined'])
  })

  test('Who is reached by either needs one of both.', () => {
    const both = withText(byPhone, at('signer', 'tenant', 'email'), '{{email}}')
    expect(rowMessages(template(through('email-or-sms')), both, 'Lena', '', '')).toEqual(['Email or mobile number are required.'])
    expect(rowMessages(template(through('email-or-sms')), both, 'Lena', 'l@b.example', '')).toEqual([])
  })

  test('[W-154] A row without a name says that it is required, of signers and of copy recipients.', () => {
    const mapping = withText(withText(named, at('copy', 'accounts', 'name'), '{{fee}}'), at('copy', 'accounts', 'email'), 'a@b.example')
    const problems = rowResolver({ mapping, template: withCopy, columns, dates, config })([' ', 'l@b.example', '', '']).problems
    expect(problems.map(({ message, at }) => [message, at])).toEqual([
      ['Name is required', at('signer', 'tenant', 'name')],
      ['Name is required', at('copy', 'accounts', 'name')],
    ])
    expect(rowMessages(withCopy, mapping, 'Lena', 'l@b.example', '', 'Accounts')).toEqual([])
  })

  test('[W-155] What a column says must be an address, of signers and of copy recipients.', () => {
    const message = 'Not a valid email address in linked data'
    expect(rowMessages(withCopy, ofBoth('email', '{{email}}'), 'Lena', 'harrowmill.example')).toEqual([message, message])
    expect(rowMessages(withCopy, ofBoth('email', '{{email}}'), 'Lena', 'lena@harrowmill.example')).toEqual([])
  })

  test('[W-158] An address that begins with a placeholder is accepted; [W-162] one that is typed must be an address.', () => {
    const typed = (text: string) => messages(withCopy, ofBoth('email', text))
    expect(typed('{{email}}')).toEqual([])
    expect(typed('{{name}}@harrowmill.example')).toEqual([])
    expect(typed('{{name}}@{{fee}}')).toEqual([])
    expect(typed('lena@harrowmill')).toEqual(['Email address is invalid', 'Email address is invalid'])
    expect(typed('lena@harrowmill.example')).toEqual([])
  })

  test('[W-156] A number that is none is not a valid mobile, typed or from a column.', () => {
    const message = 'Not a valid mobile'
    expect(messages(withCopy, ofBoth('mobile', '12'))).toEqual([message, message])
    const linked = ofBoth('mobile', '{{mobile}}')
    expect(rowMessages(withCopy, linked, 'Lena', 'l@b.example', '5,58199E+12')).toEqual([message, message])
    expect(rowMessages(withCopy, linked, 'Lena', 'l@b.example', '082 123 4567')).toEqual([])
  })

  test.each([
    ['[W-165] Numbers become international by the default dialling code.', '82 123 4567', 'ZA', '+27821234567'],
    ['[W-165] And so they do elsewhere.', '7400 123456', 'GB', '+447400123456'],
    ['[W-166] A leading 0 gives way to the dialling code.', '082 123 4567', 'ZA', '+27821234567'],
    ['[W-166] And so it does elsewhere.', '07400 123456', 'GB', '+447400123456'],
    ['A number of another country keeps its own.', '+44 7400 123456', 'ZA', '+447400123456'],
  ])('%s', (_title, written, defaultCountry, kept) => {
    const mapping = ofBoth('mobile', '{{mobile}}')
    const resolve = rowResolver({ mapping, template: withCopy, columns, dates, config: { defaultCountry } })
    const { signers, copies } = resolve(['Lena', 'l@b.example', written, '']).values
    expect([signers[idOf('tenant')]!.mobile, copies[idOf('accounts')]!.mobile]).toEqual([kept, kept])
  })
})

describe('fields', () => {
  const required = (type: 'text' | 'date' | 'check', more = {}) =>
    template(place('fee', type, 'self', { required: true, customId: 'fee', ...more }))

  test('[W-163] A required field of the sender needs data or a mapping.', () => {
    const message = 'Required field fee, has no data or mapping'
    expect(messages(required('text'), named)).toEqual([message])
    expect(messages(required('text'), withText(named, field('fee'), '{{fee}}'))).toEqual([])
    expect(messages(required('text'), withText(named, field('fee'), '5'))).toEqual([])
    const filled = template(place('fee', 'text', 'self', { required: true }), {
      do: 'FillField',
      field: idOf('fee'),
      by: 'self',
      value: '5',
    })
    expect(messages(filled, named)).toEqual([])
    expect(rowMessages(required('text'), withText(named, field('fee'), '{{fee}}'), 'Lena', 'l@b.example', '', ' ')).toEqual([message])
    expect(messages(template(place('fee', 'text', 'tenant', { required: true })), named)).toEqual([])
  })

  test('Of a group one box is enough.', () => {
    const state = template(
      place('yes', 'check', 'self', { required: true, group: 'g', customId: 'yes' }),
      place('no', 'check', 'self', { required: true, group: 'g', customId: 'no' }),
    )
    expect(messages(state, named)).toHaveLength(2)
    expect(messages(state, withText(named, field('no'), '{{fee}}'))).toEqual([])
    expect(rowMessages(state, withText(named, field('no'), '{{fee}}'), 'Lena', 'l@b.example', '', 'no')).toHaveLength(2)
  })

  test.each([
    ['date', '21/03/2026', '2026-03-21'],
    ['date', '2026/3/21', '2026-03-21'],
    ['date', '21-03-2026', '2026-03-21'],
    ['date', '2026-03-21', '2026-03-21'],
    ['date', '31/02/2026', '31/02/2026'],
    ['check', 'Yes', CHECKED],
    ['check', 'perhaps', 'perhaps'],
    ['text', ' 007 ', ' 007 '],
  ] as const)('A %s field takes “%s” as %s.', (type, cell, value) => {
    const state = template(place('fee', type, 'self'))
    expect(row(state, withText(named, field('fee'), '{{fee}}'), 'Lena', 'l@b.example', '', cell).values.fields).toEqual({
      [idOf('fee')]: value,
    })
  })

  test('A date is read as the list writes dates.', () => {
    const state = template(place('fee', 'date', 'self'))
    const mapping = withText(named, field('fee'), '{{fee}}')
    const resolve = rowResolver({ mapping, template: state, columns, dates: 'month-day', config })
    expect(resolve(['', '', '', '03/04/2026']).values.fields).toEqual({ [idOf('fee')]: '2026-03-04' })
  })

  test('A choice is found whatever its case, unless two differ by it alone.', () => {
    const state = template(place('fee', 'choice', 'self', { options: ['Gold', 'Silver', 'silver'] }))
    const value = (cell: string) => row(state, withText(named, field('fee'), '{{fee}}'), '', '', '', cell).values.fields[idOf('fee')]
    expect(['gold ', 'silver', 'SILVER'].map(value)).toEqual(['Gold', 'silver', 'SILVER'])
  })

  test('Texts fill in neither signatures nor files, and no date that sets itself.', () => {
    const state = FIELD_TYPES.filter((type) => type !== 'signer_setup').reduce(
      (world, type) => having(world, place(type, type, 'self', { overlapping: true })),
      packInSetup(),
    ).state
    expect(FIELD_TYPES.filter((type) => state.fields[idOf(type)] && isMappable(state.fields[idOf(type)]!))).toEqual([
      'text',
      'question',
      'date',
      'check',
      'choice',
      'link',
    ])
    expect(isMappable({ ...fieldIn(state, 'date'), autoDate: true })).toBe(false)
  })
})

describe('a row', () => {
  test('gives a copy of the template exactly its values, in the copy’s own keys.', () => {
    const state = template(place('fee', 'text', 'self'), { do: 'AddCopyRecipient', recipient: idOf('accounts') })
    const mapping = mapped(
      [{ of: 'name' }, 'Lease of {{name}}'],
      [{ of: 'subject' }, 'Please sign, {{name}}'],
      [at('signer', 'tenant', 'name'), '{{name}}'],
      [at('signer', 'tenant', 'email'), '{{email}}'],
      [at('signer', 'tenant', 'mobile'), '{{mobile}}'],
      [at('copy', 'accounts', 'name'), 'Accounts'],
      [at('copy', 'accounts', 'email'), 'accounts@b.example'],
      [field('fee'), '{{fee}}'],
    )
    const { values, problems } = row(state, mapping, 'Lena', 'lena@b.example', '0821234567', '1 980')
    expect(problems).toEqual([])
    expect(commandsOfRow(values, state, (key) => `own ${key}`)).toEqual([
      { do: 'RenamePack', name: 'Lease of Lena' },
      { do: 'SetSubject', subject: 'Please sign, Lena' },
      { do: 'NameSignatory', signatory: `own ${idOf('tenant')}`, name: 'Lena' },
      { do: 'SetSignatoryEmail', signatory: `own ${idOf('tenant')}`, email: 'lena@b.example' },
      { do: 'SetSignatoryMobile', signatory: `own ${idOf('tenant')}`, mobile: '+27821234567' },
      { do: 'NameCopyRecipient', recipient: `own ${idOf('accounts')}`, name: 'Accounts' },
      { do: 'SetCopyRecipientEmail', recipient: `own ${idOf('accounts')}`, email: 'accounts@b.example' },
      { do: 'FillField', field: `own ${idOf('fee')}`, by: 'self', value: '1 980' },
    ])
    const copy = commandsOfRow(values, state, (key) => key).reduce(
      (world, command) => {
        const facts = decideIn(world, command)
        if ('refused' in facts) throw new Error(facts.refused)
        return happened(world, facts)
      },
      having({ state, events: [] }),
    )
    expect(signatoryIn(copy.state, 'tenant')).toMatchObject({ name: 'Lena', email: 'lena@b.example', mobile: '+27821234567' })
    expect(fieldIn(copy.state, 'fee').value).toBe('1 980')
  })

  test('takes an account holder’s place once the address is another’s.', () => {
    const state = template({ do: 'LinkSignatoryToUser', signatory: idOf('tenant'), user: idOf('holder') })
    expect(commandsOfRow(row(state, named, 'Lena', 'lena@b.example').values, state, (key) => key)).toContainEqual({
      do: 'LinkSignatoryToUser',
      signatory: idOf('tenant'),
      user: null,
    })
  })
})

describe('mapping from column names', () => {
  const state = template(
    place('fee', 'text', 'self', { customId: 'care_fee' }),
    place('site', 'text', 'tenant', { customId: 'text_1', description: 'Site name' }),
  )

  test('Columns go to the people and fields that bear their names.', () => {
    const mapping = mapFromColumnNames(state, ['Tenant E-mail', 'tenant', 'Care Fee', 'SITE-NAME', 'Subject', 'unrelated', 'Care Fee'])
    expect(mapping).toEqual(
      mapped(
        [{ of: 'subject' }, '{{Subject}}'],
        [at('signer', 'tenant', 'email'), '{{Tenant E-mail}}'],
        [at('signer', 'tenant', 'name'), '{{tenant}}'],
        [field('fee'), '{{Care Fee}}'],
        [field('site'), '{{SITE-NAME}}'],
      ),
    )
  })

  test('Columns without a role mean the one signer whom the template leaves open.', () => {
    const both = having({ state, events: [] }, { do: 'AddSignatory', signatory: idOf('agent'), role: 'Agent' })
    expect(mapFromColumnNames(both.state, ['name', 'email']).signers).toEqual({})
    const known = having(both, { do: 'SetSignatoryEmail', signatory: idOf('agent'), email: 'agent@b.example' }).state
    expect(mapFromColumnNames(known, ['name', 'email']).signers).toEqual({
      [idOf('tenant')]: { name: '{{name}}', email: '{{email}}', mobile: '' },
    })
  })

  test('A list without columns, or without names for them, maps nothing.', () => {
    expect(mapFromColumnNames(state, [])).toEqual(EMPTY_MAPPING)
    expect(mapFromColumnNames(state, ['', ' ', '__proto__', 'constructor'])).toEqual(EMPTY_MAPPING)
  })
})

describe('a mapping', () => {
  test('holds one text a target, and none once it is taken away.', () => {
    const state = template(place('fee', 'text', 'self'), { do: 'AddCopyRecipient', recipient: idOf('accounts') })
    const targets = targetsOf(state)
    expect(new Set(targets.map(targetId)).size).toBe(targets.length)
    const full = targets.reduce((mapping, target) => withText(mapping, target, targetId(target)), EMPTY_MAPPING)
    expect(mappingSchema.parse(JSON.parse(JSON.stringify(full)))).toEqual(full)
    const emptied = targets.reduce((mapping, target) => withText(mapping, target, ''), full)
    expect(emptied).toEqual(EMPTY_MAPPING)
  })

  test('knows no field named like a part of every object.', () => {
    expect(withText(EMPTY_MAPPING, { of: 'field', key: 'constructor' }, '')).toEqual(EMPTY_MAPPING)
    expect(withText(EMPTY_MAPPING, { of: 'signer', key: 'toString', part: 'name' }, 'a').signers).toEqual({
      toString: { name: 'a', email: '', mobile: '' },
    })
  })
})

describe('custom fields', () => {
  const customField = (part: string, said: object): Given => ({ do: 'SetCustomField', customField: idOf(part), ...said })
  const custom = (part: string): MappingTarget => ({ of: 'custom-field', key: idOf(part) })
  const withTwo = template(
    customField('client', { name: 'Client number', required: true }),
    customField('office', { name: 'Office', value: 'Main' }),
    { do: 'SetSubject', subject: 'For {{Client_number}}' },
  )

  test('[W-164] A required one with neither value nor mapping says so, by its id; a column or a value is enough.', () => {
    expect(messages(withTwo, named)).toEqual(['Required field Client_number, has no data or mapping'])
    expect(messages(withTwo, withText(named, custom('client'), '{{fee}}'))).toEqual([])
    expect(messages(withTwo, withText(named, custom('client'), '381'))).toEqual([])
    const linked = withText(named, custom('client'), '{{fee}}')
    expect(rowMessages(withTwo, linked, 'Ann', 'a@b.example', '', '')).toEqual(['Required field Client_number, has no data or mapping'])
    expect(rowMessages(withTwo, linked, 'Ann', 'a@b.example', '', '381')).toEqual([])
  })

  test('A mapping gives the document of a row its values, named by key or by the id that people know.', () => {
    const byId = { ...named, customFields: { Client_number: '{{fee}}', [idOf('office')]: 'Annex' } }
    const { values } = row(withTwo, byId, 'Ann', 'a@b.example', '', '381')
    const commands = commandsOfRow(values, withTwo, (key) => `copy of ${key}`)
    expect(commands).toContainEqual({ do: 'SetCustomField', customField: `copy of ${idOf('client')}`, value: '381' })
    expect(commands).toContainEqual({ do: 'SetCustomField', customField: `copy of ${idOf('office')}`, value: 'Annex' })
  })

  test('A text may name one as well as columns, and a cell that looks like one is not filled in later.', () => {
    const mapping = withText(withText(named, custom('client'), '381'), { of: 'message' }, '{{name}} of {{Client_number}}')
    expect(messages(withTwo, mapping)).toEqual([])
    const { message } = row(withTwo, mapping, '{{Office}} {name}', 'a@b.example', '', '').values
    expect(message).toBe('{\u2060{Office}} {\u2060name} of {{Client_number}}')
  })

  test('Columns of its name or id are mapped to it.', () => {
    expect(mapFromColumnNames(withTwo, ['client number']).customFields).toEqual({ [idOf('client')]: '{{client number}}' })
  })
})
