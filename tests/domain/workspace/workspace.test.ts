import { describe, expect, test } from 'vitest'
import type { Principal } from '#domain/kernel'
import {
  effectivePermissions,
  memberOf,
  NO_DIFFERENCES,
  PERMISSIONS,
  PRESETS,
  permissionsOf,
  presetOf,
  rightsOfPreset,
  successorOf,
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
    { type: 'SuccessorChosen', data: { member: bobKey, user: bob, successor: ada } },
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
    { type: 'SuccessorChosen', data: { member: bobKey, user: bob, successor: ada } },
    { type: 'MemberRemoved', data: { member: bobKey, because: 'left' } },
  ])
})

describe('who takes over from a member who goes', () => {
  const [dan, danKey] = [uuid(5), uuid(15)]
  const joins = (member: string, user: string, administrator = false) =>
    ({ type: 'MemberAdded', data: { member, user, administrator } }) as const
  const rights = (member: string, withdrawn: (typeof PERMISSIONS)[number][]): WorkspaceFact => ({
    type: 'MemberPermissionsChanged',
    data: { member, granted: [], withdrawn, reset: [] },
  })
  const team: WorkspaceFact[] = [...withBob, joins(cydKey, cyd), joins(danKey, dan, true)]
  const successorIn = (decision: unknown) =>
    (decision as WorkspaceFact[]).flatMap((fact) => (fact.type === 'SuccessorChosen' ? [fact.data.successor] : []))[0]
  const goes = (facts: WorkspaceFact[], who: string, successor?: string) =>
    given(facts).when({ do: 'RemoveMember', member: bobKey, successor }, by(who))

  test('is the one who was chosen; else who removes, and of who leaves the administrator who has been there the longest', () => {
    expect(successorIn(goes(team, ada, cydKey))).toBe(cyd)
    expect(successorIn(goes(team, dan))).toBe(dan)
    expect(successorIn(goes(team, bob))).toBe(ada)
    expect(successorIn(goes(team, bob, cydKey))).toBe(cyd)
    expect(successorIn(goes([...team, rights(adaKey, ['can_upload_documents'])], bob))).toBe(dan)
  })

  test('is a member who may do all that is taken over, and somebody else than who goes', () => {
    expect(says(goes(team, ada, bobKey))).toBe('Choose another member of this team to take over.')
    expect(says(goes(team, ada, uuid(99)))).toBe('Choose another member of this team to take over.')
    for (const one of [
      'can_browse',
      'can_upload_documents',
      'can_create_templates',
      'can_view_bulk_sends',
      'can_do_bulk_actions',
      'can_view_api_details',
    ] as const)
      expect(says(goes([...team, rights(cydKey, [one])], ada, cydKey))).toBe(
        'This member may not do all that is to be taken over. Choose another, or give them more permissions first.',
      )
  })

  test('of one whose profile goes is an administrator, and nobody where nobody is left', () => {
    const forget = (facts: WorkspaceFact[], user: string) => given(facts).when({ do: 'ForgetMember', user }, { as: 'installation' })
    expect(successorIn(forget(team, ada))).toBe(dan)
    expect(forget(created(), ada)).toEqual([{ type: 'MemberRemoved', data: { member: adaKey, because: 'left' } }])
  })

  test('may go as well: then it is theirs who took over from them, and nobody’s where that was the one who left first', () => {
    const chosen = (member: string, user: string, successor: string): WorkspaceFact[] => [
      { type: 'SuccessorChosen', data: { member, user, successor } },
      { type: 'MemberRemoved', data: { member, because: 'removed' } },
    ]
    const gone = [...team, ...chosen(bobKey, bob, cyd), ...chosen(cydKey, cyd, dan)]
    expect([bob, cyd, ada].map((user) => successorOf(fold(gone), user))).toEqual([dan, dan, null])
    const back = [...team, ...chosen(bobKey, bob, cyd), joins(uuid(16), bob), ...chosen(cydKey, cyd, bob)]
    expect([bob, cyd].map((user) => successorOf(fold(back), user))).toEqual([null, bob])
    const both = [...team, ...chosen(bobKey, bob, cyd), joins(uuid(16), bob), ...chosen(cydKey, cyd, bob), ...chosen(uuid(16), bob, cyd)]
    expect([bob, cyd].map((user) => successorOf(fold(both), user))).toEqual([null, null])
  })
})

describe('permissions', () => {
  type Switched = Extract<WorkspaceCommand, { do: 'ChangeMemberPermissions' }>['permissions']
  const change = (member: string, permissions: Switched): WorkspaceCommand => ({ do: 'ChangeMemberPermissions', member, permissions })
  const twoAdministrators: WorkspaceFact[] = [...withBob, { type: 'MemberMadeAdministrator', data: { member: bobKey } }]
  /** Each decides on what those before it led to; refusals are collected. */
  const played = (facts: WorkspaceFact[], ...asked: [WorkspaceCommand, string][]) => {
    const all = [...facts]
    const answers = asked.map(([command, user]) => {
      const decision = given(all).when(command, by(user)) as WorkspaceFact[] | { refused: string }
      if (!('refused' in decision)) all.push(...decision)
      return 'refused' in decision ? decision.refused : 'done'
    })
    return { facts: all, answers, held: (user: string) => permissionsOf(memberOf(fold(all), user)!) }
  }
  const has = (held: ReadonlySet<string>, ...wanted: string[]) => wanted.map((permission) => held.has(permission))

  test('an administrator switches each one for each member, and only what differs from the defaults is recorded', () => {
    for (const permission of PERMISSIONS) {
      const before = permissionsOf(memberOf(fold(withBob), bob)!)
      const on = !before.has(permission)
      const { facts, held } = played(withBob, [change(bobKey, { [permission]: on }), ada])
      const expected = new Set(before)
      if (on) expected.add(permission)
      else expected.delete(permission)
      expect(held(bob), permission).toEqual(expected)
      expect(facts.at(-1)).toEqual({
        type: 'MemberPermissionsChanged',
        data: { member: bobKey, granted: on ? [permission] : [], withdrawn: on ? [] : [permission], reset: [] },
      })
      const back = played(facts, [change(bobKey, { [permission]: !on }), ada])
      expect(back.facts.at(-1)!.data).toEqual({ member: bobKey, granted: [], withdrawn: [], reset: [permission] })
      expect(memberOf(fold(back.facts), bob)!.differences).toEqual(NO_DIFFERENCES)
    }
    expect(given(withBob).when(change(bobKey, { can_sign_in_person: true, can_manage_account: false }))).toEqual([])
  })

  test('a flag that members come to hold by default reaches a member whose other permissions were changed', () => {
    const { facts } = played(withBob, [change(bobKey, { can_sign_in_person: false, can_read_outbox: true }), ada])
    const { differences } = memberOf(fold(facts), bob)!
    expect(differences).toEqual({ granted: ['can_read_outbox'], withdrawn: ['can_sign_in_person'] })
    // As a later version would have it: what the role gives then is given, but for what is named.
    expect(effectivePermissions('administrator', differences)).toEqual(
      new Set(PERMISSIONS.filter((permission) => permission !== 'can_sign_in_person')),
    )
  })

  test('two administrators who switch different permissions of one member at once both succeed, in either order', () => {
    const [one, two] = [change(cydKey, { can_sign_in_person: false }), change(cydKey, { can_read_outbox: true, can_move_documents: false })]
    const begun: WorkspaceFact[] = [
      ...twoAdministrators,
      { type: 'MemberAdded', data: { member: cydKey, user: cyd, administrator: false } },
    ]
    const orders = [played(begun, [one, ada], [two, bob]), played(begun, [two, bob], [one, ada])]
    for (const { answers, held } of orders) {
      expect(answers).toEqual(['done', 'done'])
      expect(has(held(cyd), 'can_sign_in_person', 'can_read_outbox', 'can_move_documents')).toEqual([false, true, false])
    }
    expect(orders[0]!.held(cyd)).toEqual(orders[1]!.held(cyd))
  })

  test('two administrators who take the account administration from each other at once leave one of them', () => {
    const take = (member: string) => change(member, { can_manage_account: false })
    const { answers, held } = played(twoAdministrators, [take(bobKey), ada], [take(adaKey), bob])
    expect(answers).toEqual(['done', 'not-an-administrator'])
    expect(has(held(ada), 'can_manage_account')).toEqual([true])
    expect(WORKSPACE_REFUSALS['not-an-administrator'].says).toBe('Only an administrator of this team may do this.')
  })

  test('[W-146 W-148] the last administrator who can manage the account keeps that, and neither leaves nor is made ordinary', () => {
    const { facts } = played(twoAdministrators, [change(bobKey, { can_manage_account: false }), ada])
    const refused = (command: WorkspaceCommand) => says(given(facts).when(command))
    expect(refused(change(adaKey, { can_manage_account: false }))).toBe('You need to assign another administrator.')
    expect(refused({ do: 'SetAdministrator', member: adaKey, administrator: false })).toBe('You need to assign another administrator.')
    expect(refused({ do: 'RemoveMember', member: adaKey })).toBe('You need to assign another administrator if you want to leave this team.')
    expect(refused(change(adaKey, { can_browse: false }))).toBe('You need to assign another administrator.')
    // Nor does one remain who manages and may not open it.
    const closed = played(twoAdministrators, [change(bobKey, { can_browse: false }), ada])
    expect(says(given(closed.facts).when({ do: 'RemoveMember', member: adaKey }))).toBe(
      'You need to assign another administrator if you want to leave this team.',
    )
    // A member who was granted it is no administrator.
    const granted = played(withBob, [change(bobKey, { can_manage_account: true }), ada])
    expect(says(given(granted.facts).when(change(adaKey, { can_manage_account: false })))).toBe('You need to assign another administrator.')
  })

  test('a change of the role keeps withdrawn permissions and drops granted ones', () => {
    const promote = (administrator: boolean): WorkspaceCommand => ({ do: 'SetAdministrator', member: bobKey, administrator })
    const changed = change(bobKey, { can_sign_in_person: false, can_manage_account: true })
    const promoted = played(withBob, [changed, ada], [promote(true), ada])
    expect(promoted.held(bob)).toEqual(new Set(PERMISSIONS.filter((permission) => permission !== 'can_sign_in_person')))
    const demoted = played(promoted.facts, [change(bobKey, { can_read_outbox: false }), ada], [promote(false), ada])
    expect(has(demoted.held(bob), 'can_sign_in_person', 'can_manage_account', 'can_read_outbox')).toEqual([false, false, false])
    const again = played(demoted.facts, [promote(true), ada])
    expect(has(again.held(bob), 'can_sign_in_person', 'can_manage_account', 'can_read_outbox')).toEqual([false, true, false])
  })

  test('a member with account administration manages ordinary members, and gives nobody power', () => {
    const { facts } = played(withBob, [change(bobKey, { can_manage_account: true }), ada])
    const bobAsks = (command: WorkspaceCommand) => given(facts).when(command, by(bob))
    expect(bobAsks({ do: 'RenameWorkspace', name: 'Bob’s' })).toHaveLength(1)
    expect(bobAsks(addCyd)).toHaveLength(1)
    for (const command of [
      { ...addCyd, administrator: true } as WorkspaceCommand,
      { do: 'SetAdministrator', member: bobKey, administrator: true } as const,
      { do: 'RemoveMember', member: adaKey } as const,
      change(bobKey, { can_read_outbox: true }),
    ])
      expect(bobAsks(command), command.do).toEqual({ refused: 'not-by-this-role' })
    // An administrator from whom it was taken manages nothing.
    const taken = played(twoAdministrators, [change(bobKey, { can_manage_account: false }), ada])
    expect(given(taken.facts).when(addCyd, by(bob))).toEqual({ refused: 'not-an-administrator' })
  })

  test('an administrator’s application gives nobody power, and support for an administrator changes no member', () => {
    const ofPower = [
      { do: 'SetAdministrator', member: bobKey, administrator: true },
      change(bobKey, { can_read_outbox: true }),
      { ...addCyd, administrator: true },
    ] as WorkspaceCommand[]
    const application = {
      as: 'application',
      application: uuid(20),
      owner: ada,
      workspace: ws,
      permissions: new Set(PERMISSIONS),
    } as Principal
    for (const command of ofPower) expect(given(withBob).when(command, application), command.do).toEqual({ refused: 'not-by-this-role' })
    const support: Principal = { as: 'user', user: ada, inSupport: true }
    for (const command of [...ofPower, addCyd, { do: 'RemoveMember', member: bobKey } as const])
      expect(given(withBob).when(command, support), command.do).toEqual({ refused: 'not-in-support' })
  })

  test('a permission of a later version changes nothing here, and what stands next to it counts', () => {
    const later = { member: bobKey, granted: ['can_read_outbox', 'can_fly'], withdrawn: ['can_swim'], reset: [] }
    const read = workspace.codec.upcast('MemberPermissionsChanged', 1, later)
    const { held, answers, facts } = played([...withBob, read], [change(bobKey, { can_read_outbox: false }), ada])
    expect(memberOf(fold([...withBob, read]), bob)!.differences).toEqual({ granted: ['can_read_outbox'], withdrawn: [] })
    expect(answers).toEqual(['done'])
    expect(facts.at(-1)!.data).toEqual({ member: bobKey, granted: [], withdrawn: [], reset: ['can_read_outbox'] })
    expect(held(bob)).toEqual(effectivePermissions('member', NO_DIFFERENCES))
  })

  test('a preset is known by its permissions and its role, and by nothing else', () => {
    for (const preset of PRESETS) {
      const rights = rightsOfPreset(preset)
      expect(presetOf(rights)).toBe(preset)
      for (const permission of PERMISSIONS) {
        const others = PERMISSIONS.filter((one) => rights.permissions.has(one) !== (one === permission))
        expect(presetOf({ ...rights, permissions: new Set(others) }), permission).toBeNull()
      }
      expect(presetOf({ ...rights, role: rights.role === 'member' ? 'administrator' : 'member' })).toBeNull()
    }
    expect(rightsOfPreset('preparer')).toEqual({ role: 'member', permissions: effectivePermissions('member', NO_DIFFERENCES) })
    expect(rightsOfPreset('administrator').permissions).toEqual(new Set(PERMISSIONS))
  })

  test('somebody who is removed and added again begins with the defaults', () => {
    const added = { type: 'MemberAdded', data: { member: cydKey, user: bob, administrator: false } } as const
    const { facts } = played(withBob, [change(bobKey, { can_read_outbox: true }), ada], [{ do: 'RemoveMember', member: bobKey }, ada])
    expect(permissionsOf(memberOf(fold([...facts, added]), bob)!)).toEqual(effectivePermissions('member', NO_DIFFERENCES))
    expect(given(facts).when(change(bobKey, { can_read_outbox: true }))).toEqual({ refused: 'member-missing' })
  })
})

describe('the same command again changes nothing', () => {
  const commands: WorkspaceCommand[] = [
    addCyd,
    { do: 'RenameWorkspace', name: 'Contracts' },
    { do: 'SetAdministrator', member: bobKey, administrator: true },
    { do: 'ChangeMemberPermissions', member: bobKey, permissions: { can_sign_in_person: false, can_read_outbox: true } },
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

test('[S-215] each permission that the specification names for the list of documents is one that a membership holds', () => {
  const named = [
    'can_do_bulk_actions',
    'can_create_document_copies',
    'can_move_documents',
    'can_move_templates',
    'can_delete_documents',
    'can_delete_templates',
    'can_merge_templates',
    'can_update_signature_and_initials',
    'can_upload_documents',
    'can_upload_documents_to_pack',
  ]
  const administrators = effectivePermissions('administrator', NO_DIFFERENCES) as ReadonlySet<string>
  expect(named.filter((permission) => !administrators.has(permission))).toEqual([])
})

test('[S-225] what the specification calls a permission is held by every administrator, and by members all but the administrators’ own', () => {
  expect(effectivePermissions('administrator', NO_DIFFERENCES).size).toBe(PERMISSIONS.length)
  const missing = PERMISSIONS.filter((permission) => !effectivePermissions('member', NO_DIFFERENCES).has(permission))
  expect(missing).toEqual(['can_delete_other_users_documents', 'can_manage_account', 'can_merge_templates', 'can_read_outbox'])
})
