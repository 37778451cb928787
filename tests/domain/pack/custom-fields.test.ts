import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { disclosed, isRefused } from '#domain/kernel'
import {
  BULK_SENDS,
  checksBeforeRequest,
  codec,
  commandsOfCopy,
  disclosableBy,
  idFromName,
  liveCustomFields,
  MOST,
  type PackCommand,
  type PackState,
  pack,
  redactForFileHolder,
  viewDigest,
  viewFor,
} from '#domain/pack'
import {
  creator,
  decideIn,
  document,
  facts,
  type Given,
  given,
  having,
  idOf,
  nothing,
  packInSetup,
  refused,
  request,
  sent,
  signedBy,
  typesetting,
  type World,
  workspace,
} from '#tests/pack'

const setup = packInSetup('first', 'second')
const set = (part: string, said: object): PackCommand => ({ do: 'SetCustomField', customField: idOf(part), ...said })
const remove = (part: string): PackCommand => ({ do: 'RemoveCustomField', customField: idOf(part) })
const restore = (part: string): PackCommand => ({ do: 'RestoreCustomField', customField: idOf(part) })
const idsOf = ({ state }: World) => liveCustomFields(state).map(({ id }) => id)
const failed = (world: World) => checksBeforeRequest(world.state, { defaultCountry: 'ZA', typesetting })

describe('the id of a custom field', () => {
  test('[W-139] follows from the name, with an underscore for each character that is no letter or digit', () => {
    expect(idsOf(having(setup, set('one', { name: 'Client no. (ours) – 7' })))).toEqual(['Client_no___ours____7'])
    expect(idFromName('😀 né')).toBe('__né')
    expect(idFromName('رقم العميل')).toBe('رقم_العميل')
  })

  test('[W-140] begins with an underscore instead of a digit', () => {
    expect(idsOf(having(setup, set('one', { name: '2nd client' })))).toEqual(['_2nd_client'])
    expect(idFromName('٢')).toBe('_٢')
    expect(idFromName('a2')).toBe('a2')
  })

  test('[W-141] is made unique by a number', () => {
    const three = having(setup, set('one', { name: 'Client' }), set('two', { name: 'Client' }), set('three', { name: 'Client!' }))
    expect(idsOf(three)).toEqual(['Client', 'Client_1', 'Client_'])
    expect(idsOf(having(three, set('four', { name: 'Client', id: 'Client' })))).toEqual(['Client', 'Client_1', 'Client_', 'Client_2'])
    const long = 'x'.repeat(MOST.name)
    expect(idsOf(having(setup, set('one', { name: long }), set('two', { name: long })))).toEqual([long, `${'x'.repeat(MOST.name - 2)}_1`])
  })

  test('follows a new name, unless somebody chose it', () => {
    const named = having(setup, set('one', { name: 'Client' }), set('two', { name: 'Client' }), set('three', { name: 'Fee', id: 'amount' }))
    const renamed = having(named, ...['one', 'two', 'three'].map((part) => set(part, { name: 'Payer' })))
    expect(idsOf(renamed)).toEqual(['Payer', 'Payer_1', 'amount'])
  })

  test('is no placeholder in a placeholder, whatever the name is, and unique among many', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }), { maxLength: 6 }), (names) => {
        const commands = names.map((name, n) => set(`n${n}`, { name }))
        const ids = commands.reduce((world, each) => (isRefused(decideIn(world, each)) ? world : having(world, each)), setup)
        const all = idsOf(ids).map((id) => disclosed(id, ''))
        expect(new Set(all).size).toBe(all.length)
        for (const id of all) expect(id).toMatch(/^[\p{Alphabetic}_][\p{Alphabetic}\p{N}_]*$/u)
      }),
    )
  })
})

describe('a custom field', () => {
  test('keeps what is not said, and says nothing again', () => {
    const one = having(setup, set('one', { name: ' Client ', value: '381', required: true }))
    expect(liveCustomFields(one.state)).toEqual([
      { key: idOf('one'), id: 'Client', name: 'Client', value: '381', required: true, visible: true, from: null, removed: false },
    ])
    given(one)
      .when(set('one', { value: '382' }))
      .then(facts(['CustomFieldSet', { customField: idOf('one'), name: 'Client', value: '382', required: true }]))
    given(one)
      .when(set('one', { value: '381', name: 'Client' }))
      .then(nothing)
  })

  test('needs a name, and no more than is kept', () => {
    given(setup)
      .when(set('one', { value: '381' }))
      .then(refused('custom-field-unnamed', idOf('one')))
    given(setup)
      .when(set('one', { name: '\u200d\u200b' }))
      .then(refused('custom-field-unnamed', idOf('one')))
    given(setup)
      .when(set('one', { name: 'Client', value: 'x'.repeat(MOST.customFieldValue + 1) }))
      .then(refused('too-long'))
    const full = having(setup, ...Array.from({ length: MOST.customFields }, (_, n) => set(`n${n}`, { name: `n${n}` })))
    given(full)
      .when(set('one more', { name: 'x' }))
      .then(refused('too-many'))
  })

  test('that was removed comes back as it was; its id, where another has it now, with a number', () => {
    const one = having(setup, set('one', { name: 'Client', value: '381' }))
    const away = having(one, remove('one'))
    expect(idsOf(away)).toEqual([])
    given(away).when(remove('one')).then(nothing)
    given(away)
      .when(set('one', { value: '2' }))
      .then(refused('custom-field-missing', idOf('one')))
    expect(liveCustomFields(having(away, restore('one')).state)).toEqual(liveCustomFields(one.state))
    expect(idsOf(having(away, set('two', { name: 'Client' }), restore('one')))).toEqual(['Client_1', 'Client'])
  })

  test('is no longer changed once signatures are requested', () => {
    given(sent(having(setup, set('one', { name: 'Client' }))))
      .when(set('one', { value: '2' }))
      .then(refused('not-in-setup'))
  })

  test('[D-335] that is required and has no value keeps the request back, each in words of its own', () => {
    const two = having(
      setup,
      set('one', { name: 'Client number', required: true, value: ' \u200d' }),
      set('two', { name: 'Fee', required: true }),
      set('three', { name: 'Note' }),
      set('four', { name: 'Gone', required: true }),
      remove('four'),
    )
    expect(failed(two)).toEqual([
      { code: 'custom-field-incomplete', at: [idOf('one')], slots: { name: 'Client number' } },
      { code: 'custom-field-incomplete', at: [idOf('two')], slots: { name: 'Fee' } },
    ])
    expect(decideIn(two, request)).toMatchObject({ refused: 'custom-field-incomplete', slots: { name: 'Client number' } })
    expect(failed(having(two, set('one', { value: '1' }), set('two', { value: '2' })))).toEqual([])
  })

  test('goes with a copy, which knows what it is from', () => {
    const one = having(setup, set('one', { name: 'Client', value: '381', required: true, visible: false }))
    const keys = { of: (key: string) => idOf(`copy of ${key}`), fileOf: (key: string) => idOf(`file of ${key}`) }
    const as = { kind: 'document', workspace, creator, name: 'Copy' } as const
    expect(commandsOfCopy({ pack: idOf('origin'), state: one.state }, as, keys)).toContainEqual({
      do: 'SetCustomField',
      customField: keys.of(idOf('one')),
      ...{ id: 'Client', name: 'Client', value: '381', required: true, visible: false, from: idOf('one') },
    })
  })

  test('is sealed, and nobody’s but the team’s', () => {
    const out = sent(having(setup, set('one', { name: 'Client', value: '381' })))
    const { fact, revision } = out.events.find((event) => event.fact.type === 'CustomFieldSet')!
    expect(codec.confidential(fact).map(({ path }) => path.join('.'))).toEqual(['data.id', 'data.name', 'data.value'])
    const seen = viewFor(out.state, { of: 'signatory', signatory: idOf('first') })
    expect(seen).not.toHaveProperty('customFields')
    expect(JSON.stringify(seen)).not.toContain('381')
    expect(viewDigest(out.state, idOf('first'))).toBe(viewDigest(sent(setup).state, idOf('first')))
    const signed = signedBy(out, 'first', 'second')
    expect(redactForFileHolder(signed.events, signed.state, document).has(revision)).toBe(false)
    const signer = { as: 'signatory', signatory: idOf('first'), link: idOf('l'), inPerson: false } as const
    expect(disclosableBy(signed.events, signed.state, signer).size).toBeGreaterThan(0)
    expect(disclosableBy(signed.events, signed.state, signer).has(revision)).toBe(false)
  })
})

describe('a placeholder', () => {
  const texts: readonly Given[] = [
    { do: 'RenamePack', name: 'Lease of {{Client}}' },
    { do: 'SetSubject', subject: '{{ Client }}: please sign' },
    { do: 'SetMessage', message: 'Dear {name}, of {{Client}} and {{Nobody}} and {{Client' },
    { do: 'RenameDocument', document, name: '{{Client}}.pdf' },
  ]
  const named = (value: string, said: object = {}) => having(setup, set('client', { name: 'Client', value, ...said }), ...texts)
  const saidIn = ({ name, settings, documents }: PackState) => [name, settings.subject, settings.message, documents[0]!.name]
  const written = saidIn(named('').state)

  test('in a name, the subject or the message is filled in with the request, and comes back with the return to setup', () => {
    const out = given(named('Ann $& Ames'))
      .when(request)
      .then(
        facts(
          ['PlaceholdersFilled'],
          ['PackRenamed'],
          ['SubjectChanged'],
          ['MessageChanged'],
          ['DocumentRenamed'],
          ['SignaturesRequested'],
          ['SignatureRequestQueued'],
          ['SignatureRequestQueued'],
        ),
      )
    expect(saidIn(out.state)).toEqual([
      'Lease of Ann $& Ames',
      'Ann $& Ames: please sign',
      'Dear {name}, of Ann $& Ames and {{Nobody}} and {{Client',
      'Ann $& Ames.pdf',
    ])
    expect(viewFor(out.state, { of: 'signatory', signatory: idOf('first') })).not.toHaveProperty('written')
    const back = having(out, { do: 'RevertToSetup' })
    expect(saidIn(back.state)).toEqual(written)
    expect(back.state).not.toHaveProperty('written')
    expect(saidIn(sent(having(back, set('client', { value: 'Bo' }))).state)[0]).toBe('Lease of Bo')
  })

  test('is filled in once: a value that looks like one stays as it is, for whatever is filled in later too', () => {
    const twice = having(named('{{Fee}} {name} {Fee}'), set('fee', { name: 'Fee', value: '5' }))
    const [name, , message] = saidIn(sent(twice).state).map((text) => disclosed(text, ''))
    expect(name!.replaceAll('\u2060', '')).toBe('Lease of {{Fee}} {name} {Fee}')
    expect(message).not.toMatch(/of .*\{name\}/)
    expect(message).toMatch(/^Dear \{name\}/)
  })

  test('in a line has no line break of its value', () => {
    expect(saidIn(sent(named('Ann\r\nBcc: all')).state)[1]).toBe('Ann Bcc: all: please sign')
  })

  test('that names a hidden custom field keeps the request back: its value reaches no signer', () => {
    const hidden = named('secret', { visible: false })
    given(hidden)
      .when(request)
      .then(refused('custom-fields-hidden', idOf('client')))
    const unnamed = sent(having(setup, set('client', { name: 'Client', value: 'secret', visible: false })))
    expect(JSON.stringify(viewFor(unnamed.state, { of: 'signatory', signatory: idOf('first') }))).not.toContain('secret')
  })

  test('whose value makes the text too long keeps the request back', () => {
    given(named('x'.repeat(MOST.name)))
      .when(request)
      .then(refused('placeholders-too-long'))
  })

  test('stays one in a copy of a document that is out', () => {
    const keys = { of: (key: string) => idOf(`copy of ${key}`), fileOf: (key: string) => idOf(`file of ${key}`) }
    const as = { kind: 'document', workspace, creator, name: 'Copy' } as const
    const commands = commandsOfCopy({ pack: idOf('origin'), state: sent(named('Ann')).state }, as, keys)
    expect(commands).toContainEqual({ do: 'SetSubject', subject: '{{ Client }}: please sign' })
    expect(commands).toContainEqual({ do: 'AddDocument', document: keys.of(document), name: '{{Client}}.pdf' })
  })

  test('changes nothing where there are no custom fields', () => {
    given(having(setup, ...texts))
      .when(request)
      .then(facts(['SignaturesRequested'], ['SignatureRequestQueued'], ['SignatureRequestQueued']))
  })
})

test('a value that was copied, or that a bulk send took from its row, says so until somebody enters another', () => {
  const set = { customField: idOf('client'), id: 'Client', name: 'Client', required: false, visible: true, from: idOf('origin') }
  const after = (state: PackState, value: string, principal: string, required = false) =>
    pack.evolve(
      state,
      { type: 'CustomFieldSet', data: { ...set, value, required } },
      { time: '2026-03-10T08:51:00.000Z', revision: 9, principal },
    )
  const origin = ({ customFields }: PackState) => customFields?.[0]?.origin
  const [person, { state }] = [`user:${idOf('mira')}`, packInSetup()]
  const copied = after(state, '381', person)
  expect(origin(copied)).toBe('copied')
  expect(origin(after(copied, '381', person, true))).toBe('copied')
  expect(origin(after(copied, '382', person))).toBeUndefined()
  const fromRow = after(copied, '382', BULK_SENDS)
  expect(origin(fromRow)).toBe('bulk-send')
  expect(origin(after(fromRow, '383', person))).toBeUndefined()
})
