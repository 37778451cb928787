import { describe, expect, test } from 'vitest'
import { WITHHELD } from '#domain/kernel'
import { emailOf, fullName, knownAs, MOST_SIGNATURES, namesOf, openSupportOf, type UserCommand, type UserFact, user } from '#domain/user'
import { given as givenOf } from '#tests/given'

const id = '01900000-0000-7000-8000-000000000001'
const workspace = '01900000-0000-7000-8000-0000000000aa'
const member = '01900000-0000-7000-8000-0000000000bb'
const registered: UserFact = { type: 'UserRegistered', data: { user: id, firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' } }

const fold = (facts: readonly UserFact[]) =>
  facts.reduce((state, fact) => user.evolve(state, fact, { time: '', revision: 0, principal: '' }), user.initial)
const given = (...facts: UserFact[]) => givenOf(user, ...facts)
const register = { do: 'RegisterUser', user: id, firstName: ' Ada ', lastName: 'Byron', email: ' ada@example.com ' } as const

test('a user is registered with names and address trimmed', () => {
  expect(given().when(register)).toEqual([registered])
})

test('a user needs a valid address and a first name, in the specification’s words', () => {
  expect(given().when({ ...register, email: 'ada' })).toEqual({ refused: 'valid-email-required' })
  expect(given().when({ ...register, firstName: '  ' })).toEqual({ refused: 'valid-name-required' })
  expect(given().when({ ...register, firstName: 'x'.repeat(5000) })).toEqual({ refused: 'valid-name-required' })
  expect(given().when({ ...register, lastName: 'a\r\nBcc: all@example.com' })).toEqual({ refused: 'valid-name-required' })
})

test('names are taken in any script, with markup as plain text', () => {
  expect(namesOf('آدا', '👩‍💻 <b>')).toEqual({ firstName: 'آدا', lastName: '👩‍💻 <b>' })
  expect(emailOf('a@b.example')).toBe('a@b.example')
  expect(emailOf('a b@c.example')).toBeNull()
})

const commands: UserCommand[] = [
  register,
  { do: 'NameUser', firstName: 'Augusta', lastName: 'King' },
  { do: 'SetMobileNumber', mobile: '+27821234567' },
  { do: 'AcceptTerms', terms: 'https://example.com/terms-1' },
  { do: 'KeepSignature', signature: member, kind: 'signature', value: { method: 'typed', text: 'Ada' } },
  { do: 'JoinWorkspace', workspace, member },
  { do: 'JoinWorkspace', workspace, member, invitedAs: { firstName: 'Ada', lastName: '', email: 'ada@example.com' } },
  { do: 'LeaveWorkspace', workspace, member: id },
]
describe('the same command again changes nothing', () => {
  for (const command of commands) {
    test('invitedAs' in command ? `${command.do} of somebody else` : command.do, () => {
      const before: UserFact[] =
        command.do === 'RegisterUser' ? [] : [registered, { type: 'WorkspaceJoined', data: { workspace, member: id } }]
      const facts = given(...before).when(command) as UserFact[]
      expect(facts.length).toBeGreaterThan(0)
      expect(given(...before, ...facts).when(command)).toEqual([])
    })
  }
})

test('nothing can be asked of a user who does not exist', () => {
  for (const command of commands.filter((one) => one.do !== 'RegisterUser'))
    expect(given().when(command)).toEqual({ refused: 'user-missing' })
})

test('a profile goes only with the teams that were known when it was asked, and after a restore whatever it joined', () => {
  const joined = { workspace, member }
  const erased = [{ type: 'ProfileErased', data: {} }]
  const of = given(registered, { type: 'WorkspaceJoined', data: joined })
  expect(of.when({ do: 'EraseProfile', joined: [joined] })).toEqual(erased)
  expect(of.when({ do: 'EraseProfile', joined: [] })).toEqual({ refused: 'joined-meanwhile' })
  expect(of.when({ do: 'EraseProfile', joined: [{ workspace, member: id }] })).toEqual({ refused: 'joined-meanwhile' })
  expect(of.when({ do: 'EraseProfile', joined: 'whatever' })).toEqual(erased)
  expect(given(registered).when({ do: 'EraseProfile', joined: [joined] })).toEqual(erased)
})

test('a mobile number must be one', () => {
  expect(given(registered).when({ do: 'SetMobileNumber', mobile: '12' })).toEqual({ refused: 'valid-mobile-required' })
})

test('the event of a password says only that it was set', () => {
  const facts = given(registered).when({ do: 'RecordPassword', because: 'reset' }) as UserFact[]
  expect(facts).toEqual([{ type: 'PasswordSet', data: { because: 'reset' } }])
  expect(fold([registered, ...facts]).hasPassword).toBe(true)
})

test('a team knows a person whom it added by its own details, until they come; a person who was there before is known by their own name', () => {
  const invitedAs = { firstName: ' A. ', lastName: 'Unknown ', email: 'ADA@example.com ' }
  const invited = given(registered).when({ do: 'JoinWorkspace', workspace, member, invitedAs }) as UserFact[]
  const own = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' }
  expect(user.codec.confidential(invited[0]!).map((leaf) => leaf.path.join('.'))).toEqual(['data.firstName', 'data.lastName', 'data.email'])
  expect(knownAs(fold([registered, ...invited]), member)).toMatchObject({ firstName: 'A.', lastName: 'Unknown', email: 'ADA@example.com' })
  // What they were called where they never came stays that, also after they are out again.
  const left: UserFact = { type: 'WorkspaceLeft', data: { workspace } }
  expect(fullName(knownAs(fold([registered, ...invited, left]), member))).toBe('A. Unknown')
  const entered = given(registered, ...invited).when({ do: 'EnterWorkspace', workspace, member }) as UserFact[]
  expect(knownAs(fold([registered, ...invited, ...entered]), member)).toMatchObject(own)
  expect(given(registered, ...invited, ...entered).when({ do: 'EnterWorkspace', workspace, member })).toEqual([])
  const without = given(registered).when({ do: 'JoinWorkspace', workspace, member }) as UserFact[]
  expect(knownAs(fold([registered, ...without]), member)).toMatchObject(own)
  expect(given(registered).when({ do: 'JoinWorkspace', workspace, member, invitedAs: { ...invitedAs, firstName: '' } })).toEqual({
    refused: 'valid-name-required',
  })
})

test('names and addresses are confidential, and a user whose key is gone still folds', () => {
  expect(user.codec.confidential(registered).map((leaf) => leaf.path.join('.'))).toEqual(['data.firstName', 'data.lastName', 'data.email'])
  const erased = user.codec.upcast('UserRegistered', 1, { user: id, firstName: WITHHELD, lastName: WITHHELD, email: WITHHELD })
  expect(fullName(fold([erased]))).toBe('')
  expect(() => user.codec.upcast('UserRegistered', 2, {})).toThrow('never written')
})

test('terms are accepted as they stand at one address: others are put to them again', () => {
  const accepted: UserFact = { type: 'TermsAccepted', data: { terms: 'https://example.com/terms-1' } }
  expect(user.codec.upcast('TermsAccepted', 1, accepted.data)).toEqual(accepted)
  expect(fold([registered]).acceptedTerms).toBeNull()
  const terms = 'https://example.com/terms-2'
  const facts = given(registered, accepted).when({ do: 'AcceptTerms', terms }) as UserFact[]
  expect(fold([registered, accepted, ...facts]).acceptedTerms).toBe(terms)
})

const uuid = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const kept = (n: number): UserFact => ({
  type: 'SignatureKept',
  data: { signature: uuid(n), kind: 'signature', value: { method: 'typed', text: `Ada ${n}` } },
})
const keep = (text: string): UserCommand => ({
  do: 'KeepSignature',
  signature: uuid(99),
  kind: 'signature',
  value: { method: 'typed', text },
})

test('[S-368] at most fifty signatures are kept: the oldest goes for a new one', () => {
  const full = Array.from({ length: MOST_SIGNATURES }, (_, at) => kept(at))
  expect(MOST_SIGNATURES).toBe(50)
  const facts = given(registered, ...full).when(keep('Ada L.')) as UserFact[]
  expect(facts.map(({ type }) => type)).toEqual(['SignatureForgotten', 'SignatureKept'])
  const after = fold([registered, ...full, ...facts]).signatures
  expect([after.length, after[0]!.signature, after.at(-1)!.signature]).toEqual([50, uuid(1), uuid(99)])
})

test('[S-170 S-171] a text that is empty or a single space is no signature, and one that is kept is not kept twice', () => {
  for (const text of ['', ' ', 'Ada 7']) expect(given(registered, kept(7)).when(keep(text))).toEqual([])
})

test('a signature of text that cannot be stored is refused, as a name is', () => {
  for (const text of ['nul \u0000', 'half \ud83d']) {
    expect(given(registered).when(keep(text))).toEqual({ refused: 'not-text' })
    expect(namesOf(text, '')).toBeNull()
  }
})

test('a picture is kept like the others, confidential, and not twice', () => {
  const value = { method: 'uploaded', file: uuid(3), digest: 'd', width: 300, height: 100 } as const
  const ask: UserCommand = { do: 'KeepSignature', signature: uuid(1), kind: 'initial', value }
  const facts = given(registered).when(ask) as UserFact[]
  expect(facts).toEqual([{ type: 'SignaturePictureKept', data: { signature: uuid(1), kind: 'initial', picture: value } }])
  expect(user.codec.confidential(facts[0]!).map((leaf) => leaf.path.join('.'))).toEqual(['data.picture'])
  expect(user.codec.upcast('SignaturePictureKept', 1, facts[0]!.data)).toEqual(facts[0])
  expect(fold([registered, ...facts]).signatures).toMatchObject([{ signature: uuid(1), kind: 'initial', value }])
  expect(given(registered, ...facts).when({ ...ask, signature: uuid(2) })).toEqual([])
})

const other = '01900000-0000-7000-8000-000000000002'
const access = '01900000-0000-7000-8000-0000000000cc'
const until = '2026-03-02T10:00:00.000Z'
const beginSupport = { do: 'BeginSupport', access, by: other, reason: ' A reason ', until } as const
const begun: UserFact = { type: 'SupportAccessBegun', data: { access, by: other, reason: 'A reason', until } }
const as = (userKey: string) => ({ as: 'user', user: userKey }) as const

test('support is begun with a reason, for an hour at most, and not by the person themselves', () => {
  expect(given(registered).when(beginSupport, as(other), { key: id })).toEqual([begun])
  expect(given(registered).when({ ...beginSupport, reason: ' ' })).toMatchObject({ refused: 'support-reason-required' })
  expect(given(registered).when({ ...beginSupport, reason: 'x'.repeat(501) })).toMatchObject({ refused: 'support-reason-required' })
  expect(given(registered).when({ ...beginSupport, until: '2026-03-02T10:00:00.001Z' })).toEqual({ refused: 'support-too-long' })
  expect(given(registered).when({ ...beginSupport, by: id })).toEqual({ refused: 'support-of-oneself' })
  expect(given(registered).when(beginSupport, as(id), { key: id })).toEqual({ refused: 'not-yours' })
})

test('either of the two ends it, and nobody else', () => {
  const ended = [{ type: 'SupportAccessEnded', data: { access, by: other } }]
  const end = { do: 'EndSupport', access, by: other } as const
  expect(given(registered, begun).when(end, as(other), { key: id })).toEqual(ended)
  expect(given(registered, begun).when({ ...end, by: id }, as(id), { key: id })).toEqual([
    { type: 'SupportAccessEnded', data: { access, by: id } },
  ])
  expect(given(registered, begun).when({ ...end, by: member }, as(member), { key: id })).toEqual({ refused: 'not-yours' })
})

test('it is over by its time, and by its end', () => {
  const open = (now: string, ...facts: UserFact[]) => openSupportOf(fold([registered, begun, ...facts]), now).length
  expect(open('2026-03-02T09:59:59.999Z')).toBe(1)
  expect(open(until)).toBe(0)
  expect(open('2026-03-02T09:00:00.000Z', { type: 'SupportAccessEnded', data: { access, by: id } })).toBe(0)
})

test('in a support session nothing that is the person’s own can be asked', () => {
  const inSupport = { ...as(id), inSupport: true } as const
  for (const command of [...commands, { do: 'AppointInstallationAdministrator' } as const])
    expect(given(registered).when(command, inSupport, { key: id }), command.do).toEqual({ refused: 'not-in-support' })
})

test('only the operator appoints administrators of the installation', () => {
  const appoint = { do: 'AppointInstallationAdministrator' } as const
  expect(given(registered).when(appoint, as(id), { key: id })).toEqual({ refused: 'not-yours' })
  expect(given(registered).when(appoint, { as: 'installation' }, { key: id })).toHaveLength(1)
})
