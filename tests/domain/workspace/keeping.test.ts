import { expect, test } from 'vitest'
import type { Principal } from '#domain/kernel'
import { dueOf, type WorkspaceCommand, type WorkspaceFact, workspace } from '#domain/workspace'
import { given } from '#tests/given'
import { having, idOf, packInSetup, packSentTo, reject, sent, signedBy } from '#tests/pack'

const [ws, ada, bob] = ['workspace', 'ada', 'bob'].map(idOf) as [string, string, string]
const PACK = idOf('pack')
const DAY = 86_400_000
const at = (day: number) => new Date(Date.parse('2026-03-02T09:00:00.000Z') + day * DAY).toISOString()

const TEAM: readonly WorkspaceFact[] = [
  { type: 'WorkspaceCreated', data: { workspace: ws, creator: ada, personal: false, name: 'Legal' } },
  { type: 'MemberAdded', data: { member: idOf('a'), user: ada, administrator: true } },
  { type: 'MemberAdded', data: { member: idOf('b'), user: bob, administrator: false } },
]
const by = (user: string): Principal => ({ as: 'user', user })
const installation: Principal = { as: 'installation' }
const after = (...facts: readonly WorkspaceFact[]) => ({
  when: (command: WorkspaceCommand, who: Principal = installation) => given(workspace, ...TEAM, ...facts).when(command, who),
})

const hold: WorkspaceCommand = { do: 'PlaceLegalHold', pack: PACK, reason: 'Court order' }
const held: WorkspaceFact = { type: 'LegalHoldPlaced', data: { pack: PACK, reason: 'Court order' } }
const lifted: WorkspaceFact = { type: 'LegalHoldLifted', data: { pack: PACK } }
const announced = (since: number, on: number): WorkspaceFact => ({
  type: 'DeletionAnnounced',
  data: { pack: PACK, because: 'trash', since: at(since), on: at(on) },
})
const announce = (since: number, on: number, due = on): WorkspaceCommand => ({
  do: 'AnnounceDeletion',
  pack: PACK,
  as: { because: 'trash', since: at(since), on: at(on) },
  due: at(due),
})
const deleteAt = (day: number, since = 0): WorkspaceCommand => ({ do: 'DeleteAnnounced', pack: PACK, since: at(since), now: at(day) })
const DELETED = [{ type: 'PackPermanentlyDeleted', data: { pack: PACK } }]

test('a reason or a name that cannot be stored is refused', () => {
  for (const text of ['nul \u0000 within', 'half \ud83d']) {
    expect(after().when({ ...hold, reason: text } as WorkspaceCommand, by(ada))).toEqual({ refused: 'not-text' })
    expect(after().when({ do: 'RenameWorkspace', name: text }, by(ada))).toEqual({ refused: 'workspace-name-required' })
  }
  expect(after().when({ do: 'RenameWorkspace', name: '\u200b' }, by(ada)), 'unseen').toEqual({ refused: 'workspace-name-required' })
})

test('[D-294] while a legal hold stands neither the creator nor the retention deletes; only administrators place and lift it', () => {
  expect(after().when(hold, by(ada))).toEqual([held])
  expect(after(held).when(hold, by(ada))).toEqual([])
  for (const command of [hold, { do: 'LiftLegalHold', pack: PACK }, { do: 'SetRetention', years: 1, trashDays: 1 }] as const) {
    expect(after(held).when(command, by(bob))).toEqual({ refused: 'not-an-administrator' })
  }
  expect(after(held).when({ do: 'RecordPackDeleted', pack: PACK }, by(bob))).toEqual({ refused: 'legal-hold' })
  expect(after(announced(0, 7), held).when(deleteAt(30))).toEqual([])
  expect(after(held).when(announce(0, 7))).toEqual([])
  expect(after(...(DELETED as WorkspaceFact[])).when(hold, by(ada))).toEqual({ refused: 'document-deleted' })
  expect(after(held, lifted).when({ do: 'RecordPackDeleted', pack: PACK }, by(bob))).toEqual(DELETED)
})

test('[D-294] the retention deletes announced documents, on the announced day and not before, and once', () => {
  expect(after().when(deleteAt(30)), 'unannounced').toEqual([])
  expect(after(announced(0, 7)).when(deleteAt(6))).toEqual([])
  expect(after(announced(0, 7)).when(deleteAt(7))).toEqual(DELETED)
  expect(after(announced(0, 7), ...(DELETED as WorkspaceFact[])).when(deleteAt(8))).toEqual([])
  // Restored from the trash and put there again: the earlier notice is not the one due now.
  expect(after(announced(0, 7)).when(deleteAt(9, 2))).toEqual([])
})

test('[D-294] a document restored around its day is announced again first, so that nothing decided meanwhile deletes it', () => {
  const postpone = (day: number): WorkspaceCommand => ({ do: 'PostponeDeletion', pack: PACK, now: at(day) })
  expect(after().when(postpone(7))).toEqual([])
  expect(after(announced(0, 7)).when(postpone(6))).toEqual([])
  for (const day of [7 - 1 / 48, 7, 9]) expect(after(announced(0, 7)).when(postpone(day))).toEqual([announced(0, day + 7)])
  expect(after(announced(0, 7), announced(0, 14)).when(deleteAt(8))).toEqual([])
  expect(after(announced(0, 7), ...(DELETED as WorkspaceFact[])).when(postpone(7))).toEqual([])
  const kept: WorkspaceFact = { type: 'DeletionAnnounced', data: { pack: PACK, because: 'retention', since: at(0), on: at(7) } }
  expect(after(kept).when(postpone(7))).toEqual([])
})

test('an announced deletion is not announced again, unless it comes later, or a hold or another setting came between', () => {
  expect(after().when(announce(0, 7))).toEqual([announced(0, 7)])
  expect(after(announced(0, 7)).when(announce(0, 7))).toEqual([])
  expect(after(announced(0, 7)).when(announce(0, 9))).toEqual([announced(0, 9)])
  // Two processes find it overdue, one a moment after the other.
  expect(after(announced(0, 7)).when(announce(0, 7.001, 5))).toEqual([])
  expect(after(announced(0, 7)).when(announce(2, 9))).toEqual([announced(2, 9)])
  expect(after(announced(0, 7), held, lifted).when(deleteAt(400))).toEqual([])
  expect(after(announced(0, 7), { type: 'RetentionChanged', data: { years: null, trashDays: 3 } }).when(deleteAt(400))).toEqual([])
})

test('a setting is recorded where it changes something, years and days by themselves', () => {
  const set = (years: number | null, trashDays: number | null): WorkspaceCommand => ({ do: 'SetRetention', years, trashDays })
  const changed: WorkspaceFact = { type: 'RetentionChanged', data: { years: 7, trashDays: null } }
  expect(after().when(set(null, null), by(ada))).toEqual([])
  expect(after().when(set(7, null), by(ada))).toEqual([changed])
  expect(after(changed).when(set(7, null), by(ada))).toEqual([])
  expect(after(changed).when(set(null, null), by(ada))).toEqual([{ type: 'RetentionChanged', data: { years: null, trashDays: null } }])
  expect(after(changed).when({ do: 'SetRetention', trashDays: 30 }, by(ada))).toEqual([
    { type: 'RetentionChanged', data: { years: 7, trashDays: 30 } },
  ])
  expect(after(changed).when({ do: 'SetRetention' }, by(ada))).toEqual([])
})

test('ended documents fall due by years, the rest by their days in the trash; what must be kept is kept in the trash too', () => {
  const setup = packInSetup('first').state
  const complete = signedBy(packSentTo('first'), 'first').state
  const rejected = having(packSentTo('first'), reject('first', 'no')).state
  const inTrash = (of: Parameters<typeof having>[0]) => having(of, { do: 'TrashPack' }).state
  const years = { years: 2, trashDays: 30 }
  const days = { years: null, trashDays: 30 }

  expect(complete.status).toBe('complete')
  expect(dueOf(complete, years)).toEqual({
    at: Date.parse(complete.completed!.replace('2026', '2028')),
    because: 'retention',
    since: complete.completed,
  })
  // Whatever is noted of it later, such as a copy that came back.
  expect(dueOf({ ...complete, updated: at(400) }, years)?.since).toBe(complete.completed)
  expect(dueOf(rejected, years)?.because).toBe('retention')
  expect(dueOf(setup, years)).toBeNull()
  expect(dueOf(sent(packInSetup('first')).state, years)).toBeNull()
  const trashed = inTrash(packInSetup('first'))
  expect(dueOf(trashed, years)).toEqual({ at: Date.parse(trashed.trashed!) + 30 * DAY, because: 'trash', since: trashed.trashed })
  expect(dueOf(inTrash(signedBy(packSentTo('first'), 'first')), years)?.because).toBe('retention')
  expect(dueOf(inTrash(signedBy(packSentTo('first'), 'first')), days)?.because).toBe('trash')
  expect(dueOf(trashed, { years: 2, trashDays: null })).toBeNull()
})

test('a document that moved out can be put under a hold, deleted or moved elsewhere only where it is now; one under a hold does not leave', () => {
  const [north, south] = [idOf('north'), idOf('south')]
  const out = (to: string): WorkspaceFact => ({ type: 'PackMovedOut', data: { pack: PACK, to } })
  const back: WorkspaceFact = { type: 'PackMovedIn', data: { pack: PACK, from: north } }
  const moveOut = (to: string): WorkspaceCommand => ({ do: 'MovePackOut', pack: PACK, to })
  const moveIn = (from: string): WorkspaceCommand => ({ do: 'MovePackIn', pack: PACK, from })
  expect(after().when(moveOut(north), by(bob))).toEqual([out(north)])
  expect(after().when(moveOut(north), by(idOf('nobody')))).toEqual({ refused: 'not-an-administrator' })
  expect(after(held).when(moveOut(north))).toEqual({ refused: 'legal-hold-moving' })
  expect(after(held, lifted).when(moveOut(north))).toEqual([out(north)])
  expect(after(...(DELETED as WorkspaceFact[])).when(moveOut(north))).toEqual({ refused: 'document-deleted' })
  const gone = after(announced(0, 7), out(north))
  expect(gone.when(moveOut(north)), 'the same move, asked for again').toEqual([])
  for (const command of [hold, moveOut(south), { do: 'RecordPackDeleted', pack: PACK }] as const)
    expect(gone.when(command, by(ada))).toEqual({ refused: 'document-moved' })
  expect(gone.when(deleteAt(30))).toEqual([])
  expect(gone.when(announce(0, 7))).toEqual([])
  expect(gone.when({ do: 'RepeatDeletion', pack: PACK })).toEqual(DELETED)
  expect(gone.when(moveIn(north))).toEqual([back])
  const returned = after(announced(0, 7), out(north), back)
  expect(returned.when(moveIn(north))).toEqual([])
  expect(returned.when(hold, by(ada))).toEqual([held])
  expect(returned.when(moveOut(south))).toEqual([out(south)])
  expect(returned.when(deleteAt(30)), 'announced before it left').toEqual([])
})
