import { describe, expect, test } from 'vitest'
import { inWords } from '#domain/kernel'
import {
  type Audience,
  disclosableBy,
  finalValueOf,
  PACK_REFUSALS,
  type PackState,
  permits,
  redact,
  viewDigest,
  viewFor,
} from '#domain/pack'
import {
  creator,
  delivered,
  document,
  facts,
  fieldIn,
  fill,
  filledBy,
  given,
  having,
  idOf,
  nothing,
  packInSetup,
  place,
  refused,
  reject,
  request,
  sign,
  signatoryIn,
  type World,
  workspace,
} from '#tests/pack'
import { commandsOfField } from '../../../command-api/pack/diff-fields.ts'

const first: Audience = { of: 'signatory', signatory: idOf('first') }
const second: Audience = { of: 'signatory', signatory: idOf('second') }
const without = packInSetup('first', 'second')
const own = having(without, place('own', 'note', 'self'), fill('own', 'self', 'Ask Anna about the rent'))
const out = delivered(having(own, place('theirs', 'note', 'first'), request))
const written = having(out, fill('theirs', 'first', 'Is clause 3 meant?'))
const keysOf = (state: PackState, audience: Audience) => Object.keys(viewFor(state, audience).fields)

describe('who reads a note', () => {
  test('the team reads all of them at once, a signer those that are theirs, in views and in their events', () => {
    expect(fieldIn(viewFor(written.state, { of: 'team' }), 'theirs').value).toBe('Is clause 3 meant?')
    expect(fieldIn(viewFor(written.state, first), 'theirs').value).toBe('Is clause 3 meant?')
    expect(keysOf(written.state, first)).not.toContain(idOf('own'))
    for (const part of ['own', 'theirs']) expect(keysOf(written.state, second)).not.toContain(idOf(part))

    const [last] = written.events.slice(-1)
    expect(redact(out.state, last!, { of: 'team' })?.fact.data).toMatchObject({ value: 'Is clause 3 meant?' })
    expect(redact(out.state, last!, first)?.fact.data).toMatchObject({ value: 'Is clause 3 meant?' })
    expect(redact(out.state, last!, second)).toBeNull()
  })

  test('nobody discloses one they were not shown', () => {
    const done = signedByBoth(written)
    const disclosedBy = (signatory: string) => {
      const leaves = disclosableBy(done.events, done.state, { as: 'signatory', signatory: idOf(signatory), link: '', inPerson: false })
      const about = (part: string) => done.events.filter(({ fact }) => 'field' in fact.data && fact.data.field === idOf(part))
      const isDisclosed = (part: string) => about(part).some(({ revision }) => leaves.has(revision))
      return [isDisclosed('first signature'), isDisclosed('theirs'), isDisclosed('own')]
    }
    expect([disclosedBy('first'), disclosedBy('second')]).toEqual([
      [true, true, false],
      [true, false, false],
    ])
  })
})

test('a note is no part of what is signed: it changes no digest and stands in no final file', () => {
  const sent = delivered(having(without, request))
  expect(viewDigest(written.state, idOf('first'))).toBe(viewDigest(sent.state, idOf('first')))
  const done = signedByBoth(written)
  for (const part of ['own', 'theirs']) expect(finalValueOf(done.state, fieldIn(done.state, part))).toBeNull()
})

test('[D-419] outside setup a note is written on by whom it is assigned to, and by nobody else', () => {
  given(out)
    .when(fill('own', 'self', 'She agreed'))
    .then(facts(['FieldFilledBySender', { value: 'She agreed' }]))
  given(out)
    .when(fill('theirs', 'first', 'Fine'))
    .then(facts(['FieldFilled', { by: idOf('first') }]))
  given(out)
    .when(fill('theirs', 'second', 'Mine'))
    .then(refused('not-your-field', idOf('theirs')))
  given(out)
    .when(fill('theirs', 'self', 'Ours'))
    .then(refused('not-in-setup'))
  given(out)
    .when(fill('own', 'first', 'Theirs'))
    .then(refused('not-your-field', idOf('own')))
  given(signedByBoth(written))
    .when(fill('own', 'self', 'Late'))
    .then(refused('not-in-setup'))
  // The first signer's leave to edit what others fill in is none to write in their name.
  const edits = delivered(having(own, place('another', 'note', 'second'), { do: 'SetFirstSignerMultiEdit', on: true }, request))
  given(edits)
    .when(fill('another', 'first', 'Theirs'))
    .then(refused('not-your-field', idOf('another')))
})

test('a free space is nobody’s, holds nothing, and keeps other fields away', () => {
  const spared = having(without, place('space', 'blank', 'first', { page: 1, x: 40_000, y: 600_000 }))
  expect(fieldIn(spared.state, 'space')).toMatchObject({ assignee: null, required: false })
  given(spared)
    .when(fill('space', 'self', 'Words'))
    .then(refused('value-invalid', idOf('space')))
  given(spared)
    .when(place('over', 'text', 'first', { page: 1, x: 60_000, y: 610_000 }))
    .then(refused('fields-overlap', idOf('over')))
  expect(delivered(having(spared, request)).state.status).toBe('awaiting_signatures')
})

describe('adding a note', () => {
  const sendable = having(without, { do: 'SetAnnotation', on: true })
  const sentOut = delivered(having(sendable, request))
  const add = (by: string, more: object = {}) =>
    ({
      do: 'AddNote',
      field: idOf('remark'),
      by: by === 'self' ? by : idOf(by),
      document,
      text: 'Is clause 3 meant?',
      ...{ page: 0, x: 400_000, y: 20_000, width: 160_000, height: 48_000 },
      ...more,
    }) as const

  test('as a signer is possible in setup and while signatures are awaited, where the document allows annotation', () => {
    for (const world of [sendable, sentOut]) {
      given(world)
        .when(add('first'))
        .then(
          facts(
            ['FieldPlaced', { type: 'note', assignee: idOf('first'), required: false }],
            ['FieldFilled', { by: idOf('first'), value: 'Is clause 3 meant?' }],
          ),
        )
    }
    const { link } = signatoryIn(sentOut.state, 'first').links[0]!
    const who = { as: 'signatory', signatory: idOf('first'), link, inPerson: false } as const
    expect(permits(add('first'), sentOut.state, who)).toBeNull()
    expect(permits(add('second'), sentOut.state, who)).toMatchObject({ refused: 'not-yours' })
    // In setup no link opens; a member of the team who signs too adds theirs.
    const member = { as: 'team', user: creator, workspace, isAdmin: false, permissions: new Set(['can_add_notes']) } as const
    expect(permits(add('first'), sendable.state, member)).toMatchObject({ refused: 'not-yours' })
    const own = having(sendable, { do: 'LinkSignatoryToUser', signatory: idOf('first'), user: creator })
    expect(permits(add('first'), own.state, member)).toBeNull()
    expect(permits(add('first'), own.state, { ...member, permissions: new Set() })).toMatchObject({ refused: 'not-permitted' })
  })

  test('as a signer is refused where the document does not allow it, and once it is complete, rejected or done by them', () => {
    given(delivered(having(without, request)))
      .when(add('first'))
      .then(refused('not-annotatable'))
    given(signedByBoth(sentOut)).when(add('first')).then(refused('notes-closed'))
    given(having(sentOut, { do: 'MarkAsComplete' }))
      .when(add('first'))
      .then(refused('notes-closed'))
    given(having(sentOut, reject('second')))
      .when(add('first'))
      .then(refused('notes-closed'))
    given(having(filledBy(sentOut, 'first'), sign('first')))
      .when(add('first'))
      .then(refused('already-completed'))
    given(having(sentOut, { do: 'TrashPack' }))
      .when(add('first'))
      .then(refused('in-trash'))
  })

  test('is possible a hundred times for each signer, those included that were removed, and says so then', () => {
    const many = Array.from({ length: 100 }, (_, at) => add('first', { field: idOf(`remark ${at}`) }))
    const full = delivered(having(sendable, ...many, { do: 'RemoveField', field: idOf('remark 7') }, request))
    given(full).when(add('first')).then(refused('too-many-notes'))
    expect(inWords(PACK_REFUSALS['too-many-notes'].says, { most: 100 })).toBe(
      'You have added 100 notes to this document, which is as many as there can be.',
    )
    // Asked again, after an answer that was lost, and by somebody else.
    given(full)
      .when(add('first', { field: idOf('remark 99') }))
      .then(nothing)
    given(full)
      .when(add('second'))
      .then(facts(['FieldPlaced', { assignee: idOf('second') }], ['FieldFilled', {}]))
    given(full)
      .when(add('self'))
      .then(facts(['FieldPlaced', { assignee: 'self' }], ['FieldFilledBySender', {}]))
  })

  test('by the sender needs neither setup nor that setting, and lies where other fields lie', () => {
    const there = fieldIn(sentOut.state, 'first signature')
    const over = { page: there.page, x: there.x, y: there.y }
    const closed = delivered(having(without, request))
    const noted = given(closed)
      .when(add('self', over))
      .then(facts(['FieldPlaced', { assignee: 'self' }], ['FieldFilledBySender']))
    expect(keysOf(noted.state, first)).not.toContain(idOf('remark'))
    given(noted).when(add('self', over)).then(nothing)
    given(signedByBoth(sentOut)).when(add('self')).then(refused('notes-closed'))
  })

  test('is refused in a locked document, without words, with too many, and off any page', () => {
    const locked = delivered(having(sendable, { do: 'LockFields' }, request))
    for (const by of ['first', 'self']) given(locked).when(add(by)).then(refused('fields-locked'))
    given(sentOut)
      .when(add('first', { text: '  ' }))
      .then(refused('value-invalid', idOf('remark')))
    given(sentOut)
      .when(add('first', { text: 'x'.repeat(10_001) }))
      .then(refused('too-long', idOf('remark')))
    given(sentOut)
      .when(add('first', { page: 9 }))
      .then(refused('no-such-page'))
    given(sentOut)
      .when(add('first', { field: idOf('first signature') }))
      .then(refused('field-exists', idOf('first signature')))
  })

  test('changes nothing of what others, and its author, have seen and sign', () => {
    const noted = having(sentOut, add('first'))
    for (const part of ['first', 'second']) expect(viewDigest(noted.state, idOf(part))).toBe(viewDigest(sentOut.state, idOf(part)))
  })

  test('goes by the call that saves fields, as does what is written on it', () => {
    const box = { page: 0, x: 400, y: 20, width: 160, height: 48, document_key: document }
    const record = { uuid: idOf('remark'), type: 'note', data: 'Is clause 3 meant?', ...box }
    expect(commandsOfField(record, sentOut.state, idOf('first'), null)).toEqual([add('first')])
    expect(commandsOfField(record, sentOut.state, 'self', null)).toEqual([add('self')])
    expect(commandsOfField(record, without.state, 'self', null)).toMatchObject([{ do: 'PlaceField' }, { do: 'FillField' }])
  })
})

function signedByBoth(world: World): World {
  return ['first', 'second'].reduce((now, part) => having(filledBy(now, part), sign(part)), world)
}
