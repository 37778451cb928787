import { describe, expect, test } from 'vitest'
import { type Audience, disclosableBy, finalValueOf, type PackState, redact, viewDigest, viewFor } from '#domain/pack'
import {
  delivered,
  facts,
  fieldIn,
  fill,
  filledBy,
  given,
  having,
  idOf,
  packInSetup,
  place,
  refused,
  request,
  sign,
  type World,
} from '#tests/pack'

const first: Audience = { of: 'signatory', signatory: idOf('first') }
const second: Audience = { of: 'signatory', signatory: idOf('second') }
const without = packInSetup('first', 'second')
const own = having(without, place('own', 'note', 'self'), fill('own', 'self', 'Ask Anna about the rent'))
const out = delivered(having(own, place('theirs', 'note', 'first'), request))
const written = having(out, fill('theirs', 'first', 'Is clause 3 meant?'))
const keysOf = (state: PackState, audience: Audience) => Object.keys(viewFor(state, audience).fields)

describe('who reads a note', () => {
  test('the team reads all of them at once, a signer those that are theirs, in views and in what they are told', () => {
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
    const told = (signatory: string) => {
      const leaves = disclosableBy(done.events, done.state, { as: 'signatory', signatory: idOf(signatory), link: '', inPerson: false })
      const about = (part: string) => done.events.filter(({ fact }) => 'field' in fact.data && fact.data.field === idOf(part))
      const isDisclosed = (part: string) => about(part).some(({ revision }) => leaves.has(revision))
      return [isDisclosed('first signature'), isDisclosed('theirs'), isDisclosed('own')]
    }
    expect([told('first'), told('second')]).toEqual([
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

function signedByBoth(world: World): World {
  return ['first', 'second'].reduce((now, part) => having(filledBy(now, part), sign(part)), world)
}
