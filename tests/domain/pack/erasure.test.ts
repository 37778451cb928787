import { expect, test } from 'vitest'
import { isWithheld, WITHHELD } from '#domain/kernel'
import { erasureFate, evolve, nobodyIsLeft, type PackState, viewFor } from '#domain/pack'
import {
  facts,
  fill,
  given,
  having,
  idOf,
  leadsTo,
  packInSetup,
  packSentTo,
  place,
  refused,
  reject,
  request,
  sent,
  signedBy,
  type World,
} from '#tests/pack'

const first = idOf('first')
const copy = idOf('copy')
const erase = (...people: string[]) => ({ do: 'ErasePeople', people }) as const
const withCopy = having(
  packInSetup('first', 'second'),
  place('note', 'text', 'first', { y: 400_000 }),
  { do: 'AddCopyRecipient', recipient: copy },
  { do: 'NameCopyRecipient', recipient: copy, name: 'Carla Copy' },
  { do: 'SetCopyRecipientEmail', recipient: copy, email: 'carla@example.org' },
)
const out = sent(withCopy)
const rejected = having(out, fill('note', 'first', 'words of the first'), reject('first', 'Wrong rent'))
const complete = signedBy(out, 'first', 'second')

const fate = ({ state }: World, uuid = first) => erasureFate(state, uuid)
const holds = (state: PackState, text: string) => JSON.stringify(state).includes(text)

test('what may go of a person follows from whether anybody signed with them on the page, and from what still needs them', () => {
  expect([fate(withCopy), fate(withCopy, copy)]).toEqual(['first-remove', 'first-remove'])
  expect([fate(out), fate(out, copy)]).toEqual(['first-end', 'first-end'])
  expect([fate(rejected), fate(rejected, copy)]).toEqual(['erasable', 'erasable'])
  // Nothing is sealed yet, and the copy has to go out; after that the copy's recipient is nobody's evidence.
  expect([fate(complete), fate(complete, copy)]).toEqual(['evidence', 'first-wait'])
  const given = having(
    complete,
    { do: 'StartSealing', document: idOf('document') },
    {
      do: 'RecordSealingFailure',
      document: idOf('document'),
      attempt: 1,
      reason: 'no-space',
      final: true,
    },
  )
  expect([fate(given), fate(given, copy)]).toEqual(['evidence', 'erasable'])
  // The trash frees unfinished documents, and no finished ones.
  expect(fate(having(out, { do: 'TrashPack' }))).toBe('erasable')
  expect(fate(having(complete, { do: 'TrashPack' }))).toBe('evidence')
  expect(fate(having(withCopy, { do: 'RemoveSignatory', signatory: first, withFields: true }))).toBe('erasable')
  expect(fate(out, idOf('stranger'))).toBeNull()
})

test('what has to wait is refused in words that say why', () => {
  given(withCopy).when(erase(first)).then(refused('person-in-setup', first))
  given(out).when(erase(first)).then(refused('person-awaited', first))
  given(complete).when(erase(first)).then(refused('person-is-evidence', first))
  given(complete).when(erase(copy)).then(refused('person-being-sealed', copy))
})

test('nothing is left that says who they are or leads to them, also where a restore had brought a document back that still waited for them', () => {
  const signatory = first
  const setup = having(
    packInSetup('first', 'second'),
    { do: 'SetSignatoryRole', signatory, role: 'Tenant of the attic' },
    { do: 'SetSignatoryMobile', signatory, mobile: '0821234567' },
  )
  const asked = sent(setup)
  const { id } = asked.state.signatories[0]!.request!
  const reached = having(asked, { do: 'RecordRequestFailed', signatory, request: id, bounced: true, detail: '550 the first is not here' })
  const traces = ['Tenant of the attic', '821234567', idOf(`link ${id}`), '550 the first']
  for (const text of traces) expect(holds(reached.state, text), text).toBe(true)
  const { state } = having(reached, { do: 'RepeatErasure', people: [signatory] })
  for (const text of traces) expect(holds(state, text), text).toBe(false)
})

test('one fact takes all of a person out of the state, for every audience, whatever becomes of their keys', () => {
  const gone = given(rejected)
    .when(erase(first, copy))
    .then(
      facts(['PersonErased', { people: [first, copy] }]),
      leadsTo((state) => {
        for (const text of ['first signer', 'first@', 'Carla', 'carla@', 'words of the first', 'Wrong rent'])
          expect(holds(state, text)).toBe(false)
        expect(holds(state, 'second signer')).toBe(true)
        expect(state.fields[idOf('note')]?.value).toEqual(WITHHELD)
        expect(state.signatories[0]).toMatchObject({
          links: [],
          removed: false,
          status: 'rejected',
          erased: expect.stringMatching(/^2026/),
        })
        expect(isWithheld(viewFor(state, { of: 'team' }).signatories[0]?.name)).toBe(true)
      }),
    )
  expect(fate(gone)).toBe('erased')
  given(gone).when(erase(first)).then(facts())
  given(gone)
    .when({ do: 'CorrectAddress', signatory: first, email: 'new@example.org', request: idOf('again') })
    .then(refused('person-erased', first))
  // A log whose keys are gone folds to the same.
  const [last] = gone.events.slice(-1)
  const withheld = { ...rejected.state, signatories: rejected.state.signatories.map((one) => ({ ...one, name: { $: 'a digest' } })) }
  const when = { time: last!.meta.time, revision: last!.revision, principal: 'user:x' }
  expect(evolve(withheld, last!.fact, when).signatories[0]).toEqual(gone.state.signatories[0])
})

test('a document that is reverted to setup goes on without them', () => {
  const gone = having(rejected, erase(first, copy))
  const back = having(gone, { do: 'RevertToSetup' })
  expect(back.state.signatories.find(({ uuid }) => uuid === first)?.removed).toBe(true)
  expect(back.state.copyRecipients[0]?.removed).toBe(true)
  expect(back.state.fields[idOf('note')]?.removed).toBe(true)
  given(back).when({ do: 'RestoreSignatory', signatory: first }).then(refused('person-erased', first))
  expect(having(back, request).state.status).toBe('awaiting_signatures')
})

test('one that is in the trash comes back without them; and what a restore brought back goes in any state', () => {
  const restored = having(out, { do: 'TrashPack' }, erase(first), { do: 'RestorePack' })
  expect(restored.state.signatories[0]).toMatchObject({ removed: true, erased: expect.any(String) })
  const repeat = { do: 'RepeatErasure', people: [first, idOf('stranger')] } as const
  given(packSentTo('first', 'second'))
    .when(repeat)
    .then(facts(['FieldsRemoved'], ['SignatoryRemoved'], ['PersonErased', { people: [first] }]))
  given(complete)
    .when(repeat)
    .then(facts(['PersonErased']))
  given(complete)
    .when({ do: 'RepeatErasure', people: [idOf('stranger')] })
    .then(facts())
})

test('where nobody else was left to sign, it waits for the team to say what becomes of it', () => {
  const without = having(signedBy(out, 'first'), { do: 'TrashPack' }, erase(idOf('second')), { do: 'RestorePack' })
  expect([without.state.status, nobodyIsLeft(without.state)]).toEqual(['awaiting_signatures', true])
  expect(nobodyIsLeft(having(without, { do: 'MarkAsComplete' }).state)).toBe(false)
  expect(nobodyIsLeft(having(out, { do: 'TrashPack' }, erase(first), { do: 'RestorePack' }).state)).toBe(false)
  expect([withCopy, out, rejected, complete].map(({ state }) => nobodyIsLeft(state))).toEqual([false, false, false, false])
})
