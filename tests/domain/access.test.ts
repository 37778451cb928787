import { expect, test } from 'vitest'
import { duringStay, type GroundHeld, heldInApplications, heldInPack, heldInWorkspace, sees, withHeld } from '#domain/access'
import { type ApplicationsFact, applications } from '#domain/applications'
import { type WorkspaceFact, workspace } from '#domain/workspace'
import { creator, having, idOf, packSentTo, signatoryIn } from '#tests/pack'

const [team, ada, bob, first, second, program] = ['team', 'ada', 'bob', 'first', 'second', 'program'].map(idOf) as [
  string,
  string,
  string,
  string,
  string,
  string,
]
const origin = (revision: number) =>
  ({ time: `2026-01-01T00:00:0${revision}.000Z`, principal: `user:${ada}`, stream: 'workspace', revision }) as const
const shown = (grounds: readonly GroundHeld[]) =>
  grounds
    .filter(({ ground }) => ground !== 'permission')
    .map(({ ground, of, since, until }) => [ground, of, since.revision, until?.revision ?? null])

const TEAM: readonly WorkspaceFact[] = [
  { type: 'WorkspaceCreated', data: { workspace: team, creator: ada, personal: false, name: 'Team' } },
  { type: 'MemberAdded', data: { member: idOf('of ada'), user: ada, administrator: true } },
  { type: 'MemberAdded', data: { member: first, user: bob, administrator: false } },
  { type: 'MemberPermissionsChanged', data: { member: first, granted: ['can_read_outbox'], withdrawn: ['can_sign_in_person'], reset: [] } },
  { type: 'MemberMadeAdministrator', data: { member: first } },
  { type: 'MemberRemoved', data: { member: first, because: 'removed' } },
  { type: 'MemberAdded', data: { member: second, user: bob, administrator: false } },
  { type: 'WorkspaceRenamed', data: { name: 'Renamed' } },
]
function teamOf(principal: string, upTo: number) {
  let [state, grounds] = [workspace.initial, [] as readonly GroundHeld[]]
  for (const [revision, fact] of TEAM.slice(0, upTo + 1).entries()) {
    state = workspace.evolve(state, fact, { time: '', revision, principal: '' })
    grounds = withHeld(grounds, heldInWorkspace(state, principal), origin(revision))
  }
  return grounds
}

test('a member sees from the event that added them to the one that removed them, and again from the next', () => {
  const bobs = (upTo: number) => teamOf(`user:${bob}`, upTo)
  expect([1, 2, 4, 5, 6, 7].map((upTo) => sees(bobs(upTo)))).toEqual([false, true, true, false, true, true])
  expect(shown(bobs(1))).toEqual([])
  expect(shown(bobs(7))).toEqual([
    ['member', first, 2, 5],
    ['administrator', first, 4, 5],
    ['member', second, 6, null],
  ])
  expect(sees(teamOf(`user:${idOf('nobody')}`, 6))).toBe(false)
})

test('a permission that is withdrawn ends with that event, and one that was granted begins with it', () => {
  const bobs = teamOf(`user:${bob}`, 3)
  const of = (permission: string) =>
    bobs
      .filter((one) => one.ground === 'permission' && one.of === permission)
      .map(({ since, until }) => [since.revision, until?.revision ?? null])
  expect(of('can_sign_in_person')).toEqual([[2, 3]])
  expect(of('can_read_outbox')).toEqual([[3, null]])
  expect(of('can_upload_documents')).toEqual([[2, null]])
  expect(of('can_manage_account')).toEqual([])
})

test('a signer sees by a link that works, and no longer once it is void; who made the document is its creator', () => {
  const sent = packSentTo('first')
  const signer = `signatory:${idOf('first')}`
  const [link] = signatoryIn(sent.state, 'first').links
  const before = heldInPack(sent.state, signer)
  expect(before).toEqual([
    { ground: 'signer', of: idOf('first') },
    { ground: 'signing-link', of: link!.link },
  ])
  const begun = withHeld([], before, origin(1))
  const ended = withHeld(begun, heldInPack(having(sent, { do: 'RevertToSetup' }).state, signer), origin(2))
  expect([begun, ended].map(sees)).toEqual([true, false])
  expect(shown(ended)).toEqual([
    ['signer', idOf('first'), 1, null],
    ['signing-link', link!.link, 1, 2],
  ])
  expect(heldInPack(sent.state, `user:${creator}`)).toEqual([{ ground: 'creator', of: creator }])
  expect(heldInPack(sent.state, `user:${bob}`)).toEqual([])
  const taken = having(sent, { do: 'TakeOverPack', workspace: sent.state.workspace, from: creator, to: bob }).state
  expect(heldInPack(taken, `user:${bob}`)).toEqual([{ ground: 'owner', of: bob }])
  expect(heldInPack(taken, `user:${creator}`)).toEqual([{ ground: 'creator', of: creator }])
})

test('an application sees until it is deleted', () => {
  const facts: readonly ApplicationsFact[] = [
    { type: 'ApplicationCreated', data: { application: program, owner: ada, name: 'Planner', secret: 'digest' } },
    { type: 'ApplicationPermissionsChosen', data: { application: program, permissions: ['can_view_api_details'] } },
    { type: 'ApplicationDeleted', data: { application: program } },
  ]
  let [state, grounds] = [applications.initial, [] as readonly GroundHeld[]]
  const seen = facts.map((fact, revision) => {
    state = applications.evolve(state, fact, { time: '', revision, principal: '' })
    grounds = withHeld(grounds, heldInApplications(state, `application:${program}`), origin(revision))
    return sees(grounds)
  })
  expect(seen).toEqual([true, true, false])
  expect(grounds.map(({ ground, since, until }) => [ground, since.revision, until?.revision])).toEqual([
    ['application', 0, 2],
    ['permission', 1, 2],
  ])
})

test('what a workspace gave counts while the document was there, and ends with the event that moved it', () => {
  const stay = (since: number | null, until: number | null) => ({
    workspace: team,
    since: since === null ? null : origin(since),
    until: until === null ? null : origin(until),
  })
  const during = (since: number | null, until: number | null) => shown(duringStay(teamOf(`user:${bob}`, 7), stay(since, until)))
  expect(during(null, null)).toEqual(shown(teamOf(`user:${bob}`, 7)))
  expect(during(null, 3)).toEqual([['member', first, 2, 3]])
  expect(during(3, 7)).toEqual([
    ['member', first, 3, 5],
    ['administrator', first, 4, 5],
    ['member', second, 6, 7],
  ])
  expect(during(5, null)).toEqual([['member', second, 6, null]])
  expect(during(null, 2)).toEqual([])
})
