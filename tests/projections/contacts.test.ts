import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ContactCommand, contactKey, contacts } from '#domain/contacts'
import type { PackFact } from '#domain/pack'
import { type UserFact, user } from '#domain/user'
import { type WorkspaceFact, workspace } from '#domain/workspace'
import { commandsOf } from '#platform/command-handler'
import { contactsOf, contactsProjection, suggestedContacts } from '#projections/contacts'
import { type Projections, postgresProjectionStore, rebuild, startProjections } from '#projections/runner'
import { openStage, type Stage } from './stage.ts'
import { CREATOR, type Person, prepared, uuid, WORKSPACE, withSigners } from './stories.ts'

const fact = (type: PackFact['type'], data: object) => ({ type, data }) as PackFact
const ann: Person = { uuid: uuid('signatory', 1), name: 'Ann Example', email: 'ann@example.com' }
const ben: Person = { uuid: uuid('signatory', 2), name: 'Ben Example', email: 'Ben@Example.com', user: uuid('user', 2) }
const TABLES = ['source', 'pack', 'membership', 'removal', 'erasure', 'contact', 'gram']
const ORIGIN = { actor: { principal: `user:${CREATOR}`, capacity: 'team' }, correlation: 'test', causation: 'test' } as const

let stage: Stage
let projections: Projections
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  await projections?.stop()
  await stage.close()
})

const projected = async () => expect(await projections.waitFor('contacts', null, 10_000)).toBe(true)
const names = async (search?: string) => {
  await projected()
  return (await contactsOf(stage.database.pool, { workspace: WORKSPACE, search, limit: 100 })).contacts.map(({ name }) => name)
}
async function perform(command: ContactCommand): Promise<void> {
  stage.quiet.advance(1_000)
  await commandsOf(contacts, stage.handler).perform({ key: WORKSPACE, who: { as: 'installation' }, commands: [command], origin: ORIGIN })
}
async function ofUser(n: number, facts: readonly UserFact[]): Promise<void> {
  stage.quiet.advance(1_000)
  await stage.handler.handle({ stream: user.streamNameOf(uuid('user', n)), aggregate: user, decide: () => facts, origin: ORIGIN })
}
async function ofTeam(facts: readonly WorkspaceFact[]): Promise<void> {
  stage.quiet.advance(1_000)
  await stage.handler.handle({ stream: workspace.streamNameOf(WORKSPACE), aggregate: workspace, decide: () => facts, origin: ORIGIN })
}
const details = (name: string, email: string) => ({ name, email, mobile: '' })

test('people who were there before this read model are in it at once: it is filled from the log', async () => {
  await stage.happen(uuid('pack', 1), [...prepared(1, 'Lease'), ...withSigners(1, [ann, ben])])
  await stage.happen(uuid('pack', 1), [
    fact('CopyRecipientAdded', { recipient: uuid('other', 1) }),
    fact('CopyRecipientNamed', { recipient: uuid('other', 1), name: 'Cora Copied' }),
    fact('CopyRecipientEmailChanged', { recipient: uuid('other', 1), email: 'cora@example.com' }),
  ])
  await stage.happen(uuid('pack', 2), [
    ...prepared(2, 'Elsewhere', { workspace: uuid('workspace', 2) }),
    ...withSigners(2, [{ ...ann, uuid: uuid('signatory', 9), name: 'Ann Elsewhere' }]),
  ])
  const person = { user: uuid('user', 7), firstName: 'Max', lastName: 'Member', email: 'max@example.com' }
  await ofUser(7, [
    { type: 'UserRegistered', data: person },
    { type: 'WorkspaceJoined', data: { workspace: WORKSPACE, member: uuid('other', 7) } },
  ])
  await ofTeam([{ type: 'MemberAdded', data: { member: uuid('other', 7), user: uuid('user', 7), administrator: false } }])
  // Offered a membership that the workspace never gave.
  await ofUser(8, [
    { type: 'UserRegistered', data: { ...person, user: uuid('user', 8), firstName: 'Nobody', email: 'nobody@example.com' } },
    { type: 'WorkspaceJoined', data: { workspace: WORKSPACE, member: uuid('other', 8) } },
  ])

  projections = startProjections(
    { store: postgresProjectionStore(stage.database.pool), log: stage.log, keys: stage.keys, world: stage.world },
    [contactsProjection(stage)],
  )
  expect(await names()).toEqual(['Ann Example', 'Ben Example', 'Cora Copied', 'Max Member'])
})

test('the newest spelling wins, whatever the case of the address, and who is used last is suggested first', async () => {
  await stage.happen(uuid('pack', 3), [
    ...prepared(3, 'Later'),
    ...withSigners(3, [{ uuid: uuid('signatory', 4), name: 'Benjamin Example', email: 'BEN@example.com' }]),
  ])
  await projected()
  const asked = { workspace: WORKSPACE, name: '', email: 'example.com', mobile: '', limit: 10 }
  const found = await suggestedContacts(stage.database.pool, asked)
  expect(found.map(({ name, email }) => `${name} ${email}`).slice(0, 2)).toEqual([
    'Benjamin Example BEN@example.com',
    'Cora Copied cora@example.com',
  ])
  expect(found[0]!.userKey).toBe(ben.user)
  // Taken out of that document again, what the others say stands.
  await stage.happen(uuid('pack', 3), [fact('SignatoryRemoved', { signatory: uuid('signatory', 4) })])
  expect(await names('ben')).toEqual(['Ben Example'])
  await stage.happen(uuid('pack', 3), [fact('SignatoryRestored', { signatory: uuid('signatory', 4) })])
  expect(await names('ben')).toEqual(['Benjamin Example'])
})

test('who was removed stays away though older documents name them, and though a member’s profile changes', async () => {
  const newest = '2100-01-01T00:00:00.000Z'
  await perform({ do: 'AddContact', key: uuid('other', 20), details: details('Hanna Hand', 'hanna@example.com') })
  for (const [n, address] of [
    [20, 'hanna@example.com'],
    [21, 'cora@example.com'],
    [22, 'max@example.com'],
  ] as const)
    await perform({ do: 'RemoveContact', key: uuid('other', n), address, newest })
  await ofUser(7, [{ type: 'UserNamed', data: { firstName: 'Maxim', lastName: 'Member' } }])
  await stage.happen(uuid('pack', 1), [fact('PackRenamed', { name: 'Renamed' })])
  expect(await names()).toEqual(['Ann Example', 'Benjamin Example'])
  await stage.happen(uuid('pack', 4), [
    ...prepared(4, 'New use'),
    ...withSigners(4, [{ uuid: uuid('signatory', 6), name: 'Cora Again', email: 'cora@example.com' }]),
  ])
  await perform({ do: 'ImportContacts', contacts: [{ key: uuid('other', 23), details: details('Hanna Hand', 'hanna@example.com') }] })
  expect(await names()).toEqual(['Ann Example', 'Benjamin Example', 'Cora Again', 'Hanna Hand'])
})

test('who was erased stays away whatever names them, until they are added by hand', async () => {
  const address = 'dora@example.com'
  const dora = { uuid: uuid('signatory', 8), name: 'Dora Later', email: address }
  const erase = () => perform({ do: 'EraseContact', address, known: contactKey(WORKSPACE, address) })
  await stage.happen(uuid('pack', 5), [...prepared(5, 'Signed'), ...withSigners(5, [dora])])
  expect(await names('dora')).toEqual(['Dora Later'])
  await erase()
  await stage.happen(uuid('pack', 6), [...prepared(6, 'Named again'), ...withSigners(6, [{ ...dora, uuid: uuid('signatory', 10) }])])
  expect(await names('dora')).toEqual([])
  await perform({ do: 'AddContact', key: uuid('other', 24), details: details('Dora by Hand', address) })
  expect(await names('dora')).toEqual(['Dora by Hand'])
  await erase()
  expect(await names('dora')).toEqual([])
})

test('whom a document names goes with it to another workspace, and back', async () => {
  const there = uuid('workspace', 3)
  const suggestions = async (workspace: string) => {
    await projected()
    return (await contactsOf(stage.database.pool, { workspace, search: 'Mo Mover', limit: 10 })).contacts.map(({ name }) => name)
  }
  const mover: Person = { uuid: uuid('signatory', 31), name: 'Mo Mover', email: 'mo@example.com' }
  await stage.happen(uuid('pack', 31), [...prepared(31, 'Moving'), ...withSigners(31, [mover])])
  expect([await suggestions(WORKSPACE), await suggestions(there)]).toEqual([['Mo Mover'], []])
  await stage.happen(uuid('pack', 31), [fact('PackMoved', { from: WORKSPACE, to: there })])
  expect([await suggestions(WORKSPACE), await suggestions(there)]).toEqual([[], ['Mo Mover']])
  await stage.happen(uuid('pack', 31), [fact('PackMoved', { from: there, to: WORKSPACE })])
  expect([await suggestions(WORKSPACE), await suggestions(there)]).toEqual([['Mo Mover'], []])
  await stage.happen(uuid('pack', 31), [fact('PackMoved', { from: WORKSPACE, to: there })])
})

test('every event twice leaves the same rows, and a rebuild makes them the same', async () => {
  await projected()
  const before = await stage.dump('contacts', TABLES)
  const { rows } = await stage.database.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM contacts.contact')
  expect(rows[0]!.n).toBeGreaterThan(3)
  const { filter, open } = contactsProjection(stage)
  const { events } = await stage.log.readAll('', 10_000, filter)
  const projector = open()
  const connection = await stage.database.pool.connect()
  await connection.query('BEGIN')
  await connection.query('SET LOCAL search_path TO contacts, public')
  for (const logged of events) await projector.project([logged], connection)
  await projector.project(events, connection)
  await projector.project(events.slice(-5), connection)
  await connection.query('COMMIT')
  connection.release()
  expect(await stage.dump('contacts', TABLES)).toEqual(before)
  const report = await rebuild({ pool: stage.database.pool, log: stage.log, owners: stage.owners }, contactsProjection(stage))
  expect(report.differences).toEqual([])
})

test('with a signatory’s key goes what that document said of them, and with a pack’s own key all whom it names', async () => {
  await stage.keys.destroy(`pack-${uuid('pack', 3)}`, uuid('signatory', 4))
  await projections.forget(`pack-${uuid('pack', 3)}`)
  expect(await names('ben')).toEqual(['Ben Example'])
  await stage.keys.destroyAll(`pack-${uuid('pack', 1)}`)
  await projections.forget(`pack-${uuid('pack', 1)}`)
  expect(await names()).toEqual(['Cora Again', 'Hanna Hand'])
  const { rows } = await stage.database.pool.query('SELECT 1 FROM contacts.source WHERE stream = $1', [`pack-${uuid('pack', 1)}`])
  expect(rows).toEqual([])
  expect(
    (await rebuild({ pool: stage.database.pool, log: stage.log, owners: stage.owners }, contactsProjection(stage))).differences,
  ).toEqual([])
})
