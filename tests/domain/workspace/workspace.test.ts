import { describe, expect, test } from 'vitest'
import type { Principal } from '#domain/kernel'
import {
  PERMISSIONS,
  permissionsOf,
  WORKSPACE_REFUSALS,
  type WorkspaceCommand,
  type WorkspaceFact,
  type WorkspaceRefusalCode,
  workspace,
} from '#domain/workspace'
import { given as givenOf } from '#tests/given'

const uuid = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [ws, ada, bob, cyd, adaKey, bobKey, cydKey] = [1, 2, 3, 4, 12, 13, 14].map(uuid) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]

const created = (personal = false): WorkspaceFact[] => [
  { type: 'WorkspaceCreated', data: { workspace: ws, creator: ada, personal, name: 'Legal' } },
  { type: 'MemberAdded', data: { member: adaKey, user: ada, administrator: true } },
]
const withBob: WorkspaceFact[] = [...created(), { type: 'MemberAdded', data: { member: bobKey, user: bob, administrator: false } }]
const by = (user: string): Principal => ({ as: 'user', user })
const fold = (facts: readonly WorkspaceFact[]) =>
  facts.reduce((state, fact) => workspace.evolve(state, fact, { time: '', revision: 0, principal: '' }), workspace.initial)
const given = (facts: WorkspaceFact[]) => ({
  when: (command: WorkspaceCommand, actor = by(ada)) => givenOf(workspace, ...facts).when(command, actor),
})
const says = (decision: unknown) => WORKSPACE_REFUSALS[(decision as { refused: WorkspaceRefusalCode }).refused].says

const addCyd: WorkspaceCommand = { do: 'AddMember', member: cydKey, user: cyd, administrator: false }

test('[W-018] a workspace begins with its creator as administrator, and its members are administrators or ordinary', () => {
  const create: WorkspaceCommand = { do: 'CreateWorkspace', workspace: ws, name: ' Legal ', personal: false, creator: ada, member: adaKey }
  expect(given([]).when(create)).toEqual(created())
  expect(fold(withBob).members.map((member) => member.administrator)).toEqual([true, false])
})

test('[W-198] an administrator may add a member', () => {
  expect(given(created()).when(addCyd)).toEqual([{ type: 'MemberAdded', data: { member: cydKey, user: cyd, administrator: false } }])
})

test('[W-199] an administrator may change a member’s admin flag', () => {
  expect(given(withBob).when({ do: 'SetAdministrator', member: bobKey, administrator: true })).toEqual([
    { type: 'MemberMadeAdministrator', data: { member: bobKey } },
  ])
})

test('[W-200] an administrator may remove a member', () => {
  expect(given(withBob).when({ do: 'RemoveMember', member: bobKey })).toEqual([
    { type: 'MemberRemoved', data: { member: bobKey, because: 'removed' } },
  ])
})

test('[W-202 W-203 W-204] an ordinary member may not add, promote or remove anybody', () => {
  const bobAsks = (command: WorkspaceCommand) => given(withBob).when(command, by(bob))
  expect(bobAsks(addCyd)).toEqual({ refused: 'not-an-administrator' })
  expect(bobAsks({ do: 'SetAdministrator', member: bobKey, administrator: true })).toEqual({ refused: 'not-an-administrator' })
  expect(bobAsks({ do: 'RemoveMember', member: adaKey })).toEqual({ refused: 'not-an-administrator' })
})

test('somebody else may do nothing at all', () => {
  for (const command of [addCyd, { do: 'RenameWorkspace', name: 'x' }, { do: 'RecordPackDeleted', pack: uuid(9) }] as WorkspaceCommand[]) {
    expect(given(withBob).when(command, by(cyd))).toEqual({ refused: 'not-an-administrator' })
  }
})

test('[W-142] nobody can be added to a personal workspace', () => {
  expect(says(given(created(true)).when(addCyd))).toBe("You can't add other users to your personal account. Create a new team instead.")
})

test('[W-144] the same user cannot be added twice', () => {
  expect(says(given(withBob).when({ ...addCyd, user: bob } as WorkspaceCommand))).toBe('You may not add the same user more than once.')
})

test('[W-146] a workspace keeps an administrator', () => {
  expect(says(given(withBob).when({ do: 'SetAdministrator', member: adaKey, administrator: false }))).toBe(
    'You need to assign another administrator.',
  )
})

test('[W-147] the only member cannot be removed, also when that is the last administrator', () => {
  expect(says(given(created()).when({ do: 'RemoveMember', member: adaKey }))).toBe('You may not remove yourself from this team.')
})

test('[W-148] the last administrator cannot leave, an ordinary member can', () => {
  expect(says(given(withBob).when({ do: 'RemoveMember', member: adaKey }))).toBe(
    'You need to assign another administrator if you want to leave this team.',
  )
  expect(given(withBob).when({ do: 'RemoveMember', member: bobKey }, by(bob))).toEqual([
    { type: 'MemberRemoved', data: { member: bobKey, because: 'left' } },
  ])
})

describe('the same command again changes nothing', () => {
  const commands: WorkspaceCommand[] = [
    addCyd,
    { do: 'RenameWorkspace', name: 'Contracts' },
    { do: 'SetAdministrator', member: bobKey, administrator: true },
    { do: 'RecordPackDeleted', pack: uuid(9) },
    { do: 'SwitchVisitRecording', on: false },
    { do: 'SetRetention', years: 7, trashDays: 30 },
    { do: 'PlaceLegalHold', pack: uuid(9), reason: 'Court order' },
  ]
  for (const command of commands) {
    test(command.do, () => {
      const facts = given(withBob).when(command) as WorkspaceFact[]
      expect(facts).toHaveLength(1)
      expect(given([...withBob, ...facts]).when(command)).toEqual([])
    })
  }
})

test('what the specification calls a permission is held by every administrator, and by members all but the administrators’ own', () => {
  expect(permissionsOf(true).size).toBe(PERMISSIONS.length)
  const missing = PERMISSIONS.filter((permission) => !permissionsOf(false).has(permission))
  expect(missing).toEqual(['can_delete_other_users_documents', 'can_manage_account', 'can_merge_templates', 'can_read_outbox'])
})
