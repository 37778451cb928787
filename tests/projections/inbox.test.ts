import { afterAll, beforeAll, expect, test } from 'vitest'
import { inbox } from '#domain/inbox'
import type { PackFact } from '#domain/pack'
import { type UserFact, user } from '#domain/user'
import { workspace as workspaceAggregate } from '#domain/workspace'
import { commandsOf } from '#platform/command-handler'
import { type InboxRow, inboxProjection, notificationsOf, unreadOf } from '#projections/inbox'
import { type Projections, postgresProjectionStore, rebuild, startProjections } from '#projections/runner'
import { openStage, type Stage } from './stage.ts'
import {
  CREATOR,
  completed,
  type Person,
  prepared,
  rejected,
  requested,
  sealed,
  signed,
  trashed,
  uuid,
  WORKSPACE,
  withSigners,
} from './stories.ts'

const fact = (type: PackFact['type'], data: object) => ({ type, data }) as PackFact
const ann: Person = { uuid: uuid('signatory', 1), name: 'Ann Example', email: 'ann@example.com' }
const member = uuid('user', 2)
const ben: Person = { uuid: uuid('signatory', 2), name: 'Ben Example', email: 'ben@example.com', user: member }
const own: Person = { uuid: uuid('signatory', 3), name: 'Cleo Creator', email: 'cleo@example.com', user: CREATOR }
const CREATED_BY = `user:${CREATOR}`
const SYSTEM = 'process:requests'

let stage: Stage
let projections: Projections
beforeAll(async () => {
  stage = await openStage()
  projections = startProjections(
    { store: postgresProjectionStore(stage.database.pool), log: stage.log, keys: stage.keys, world: stage.world },
    [inboxProjection(stage)],
  )
})
afterAll(async () => {
  await projections.stop()
  await stage.close()
})

const happen = (n: number, facts: PackFact[], by: string) => stage.happen(uuid('pack', n), facts, by)
const projected = async () => expect(await projections.waitFor('inbox', null, 10_000)).toBe(true)
const question = { user: CREATOR, workspaces: [WORKSPACE], limit: 100 }
async function notificationsFor(user = CREATOR, about?: number): Promise<InboxRow[]> {
  await projected()
  const { rows } = await notificationsOf(stage.database.pool, { ...question, user })
  return rows.filter(({ related }) => about === undefined || related === uuid('pack', about)).reverse()
}
const words = (rows: readonly InboxRow[]) => rows.map(({ by, words }) => (by === null ? words : `${by} ${words}`))
async function read(user: string, ...notifications: string[]): Promise<void> {
  stage.quiet.advance(1_000)
  await commandsOf(inbox, stage.handler).perform({
    key: user,
    who: { as: 'user', user },
    commands: [{ do: 'ReadNotifications', notifications }],
    origin: { actor: { principal: `user:${user}`, capacity: 'team' }, correlation: 'test', causation: 'test' },
  })
}

test('[S-103] the owner of a document is notified of its progress, in words that need nothing else', async () => {
  await happen(1, [...prepared(1, 'Lease'), ...withSigners(1, [ann, ben]), ...requested([ann, ben])], CREATED_BY)
  await happen(
    1,
    [fact('SignatureRequestFailed', { signatory: ann.uuid, request: uuid('other', 1), bounced: true, detail: 'no such mailbox' })],
    SYSTEM,
  )
  await happen(1, signed(1, ann, 0), `signatory:${ann.uuid}`)
  await happen(1, [...signed(1, ben, 1), ...completed()], `signatory:${ben.uuid}`)
  await happen(1, sealed(1), SYSTEM)
  await happen(1, [fact('FinalCopyQueued', { recipient: CREATOR, mail: uuid('other', 9) })], SYSTEM)
  await happen(1, [fact('FinalCopyFailed', { recipient: CREATOR, mail: uuid('other', 9), bounced: true })], SYSTEM)
  const rows = await notificationsFor(CREATOR, 1)
  expect(words(rows)).toEqual([
    'The signature request for “Lease” could not be delivered to Ann Example',
    'Ann Example signed “Lease”',
    'Ben Example signed “Lease”',
    '“Lease” is complete, and the sealed document is ready',
    'The final copy of “Lease” could not be delivered to you',
  ])
  expect(rows[1]).toMatchObject({ kind: 'signed', workspace: WORKSPACE, related: uuid('pack', 1), read: null })
})

test('a member who is to sign is notified that it is their turn; nobody is notified of their own actions', async () => {
  await happen(2, [...prepared(2, 'Offer'), ...withSigners(2, [ben, own]), ...requested([ben])], CREATED_BY)
  expect(words(await notificationsFor(member, 2))).toEqual(['“Offer” waits for your signature'])
  await happen(2, signed(2, ben, 0), `signatory:${ben.uuid}`)
  const turn = fact('SignatureRequestQueued', { signatory: own.uuid, request: uuid('other', 20), channel: 'email', because: 'turn' })
  await happen(2, [turn], SYSTEM)
  await happen(2, [...signed(2, own, 1), ...completed()], `signatory:${own.uuid}`)
  expect(words(await notificationsFor(CREATOR, 2))).toEqual(['Ben Example signed “Offer”', '“Offer” waits for your signature'])
  expect(await notificationsFor(member, 2)).toHaveLength(1)
})

test('a sender who asks for their own signature is notified of no turn', async () => {
  await happen(40, [...prepared(40, 'Own'), ...withSigners(40, [own, ben]), ...requested([own, ben])], CREATED_BY)
  expect(await notificationsFor(CREATOR, 40)).toEqual([])
  expect(words(await notificationsFor(member, 40))).toEqual(['“Own” waits for your signature'])
})

test('a colleague’s action on somebody’s document is reported with their name', async () => {
  await happen(3, [...prepared(3, 'Order'), ...withSigners(3, [ann])], CREATED_BY)
  await happen(3, requested([ann]), `user:${member}`)
  await happen(3, rejected(ann, 'too dear'), `signatory:${ann.uuid}`)
  await happen(3, [fact('RevertedToSetup', { from: 'rejected' })], `user:${member}`)
  await happen(3, trashed(), `user:${member}`)
  expect(words(await notificationsFor(CREATOR, 3))).toEqual([
    `${member} sent “Order” for signature`,
    'Ann Example declined to sign “Order”',
    `${member} took “Order” back to setup`,
    `${member} moved “Order” to the trash`,
  ])
})

test('a seal that fails for good is reported once for all documents of a pack; a template notifies nobody', async () => {
  const second = { ...fact('DocumentAdded', { document: uuid('document', 40), name: 'Annex', position: 1 }) }
  await happen(4, [...prepared(4, 'Deed'), second, ...withSigners(4, [ann]), ...requested([ann])], CREATED_BY)
  await happen(4, [...signed(4, ann, 0), ...completed()], `signatory:${ann.uuid}`)
  for (const document of [uuid('document', 4), uuid('document', 40)]) {
    await happen(4, [fact('SealingStarted', { document, attempt: 1 })], SYSTEM)
    await happen(4, [fact('SealingFailed', { document, attempt: 1, reason: 'no-space', details: null, final: true })], SYSTEM)
  }
  expect(words(await notificationsFor(CREATOR, 4))).toEqual(['Ann Example signed “Deed”', '“Deed” is complete, but could not be sealed'])
  await happen(5, [...prepared(5, 'Pattern', { kind: 'template' })], CREATED_BY)
  await happen(5, trashed(), `user:${member}`)
  expect(await notificationsFor(CREATOR, 5)).toEqual([])
})

test('a member added to a workspace sees by whom, and its founder does not', async () => {
  const at = uuid('workspace', 7)
  const added = (user: string, n: number) =>
    ({ type: 'MemberAdded', data: { member: uuid('other', n), user, administrator: false } }) as const
  stage.quiet.advance(1_000)
  await stage.handler.handle({
    stream: `workspace-${at}`,
    aggregate: workspaceAggregate,
    decide: () => [
      { type: 'WorkspaceCreated', data: { workspace: at, creator: CREATOR, personal: false, name: 'Acme' } } as const,
      added(CREATOR, 70),
      added(member, 71),
    ],
    origin: { actor: { principal: CREATED_BY, capacity: 'team' }, correlation: 'test', causation: 'test' },
  })
  await projected()
  const of = async (user: string) => (await notificationsOf(stage.database.pool, { ...question, user, workspaces: [at] })).rows
  expect(words(await of(member))).toEqual([`${CREATOR} added you`])
  expect(await of(CREATOR)).toEqual([])
})

test('[S-115] the number of unread ones is kept, and of two readings the first counts', async () => {
  const rows = await notificationsFor()
  const unread = async () => (await notificationsOf(stage.database.pool, question)).unread
  expect(await unread()).toBe(rows.length)
  const [one, two] = rows as [InboxRow, InboxRow]
  await read(CREATOR, one.key, two.key)
  await projected()
  expect(await unread()).toBe(rows.length - 2)
  const first = (await notificationsFor()).find(({ key }) => key === one.key)!.read
  // Somebody else's are not theirs to read.
  await read(member, (await notificationsFor()).at(-1)!.key)
  await projected()
  expect(await unread()).toBe(rows.length - 2)
  expect((await notificationsFor()).find(({ key }) => key === one.key)!.read).toBe(first)
  // Events outside their workspaces give no notice.
  expect(await notificationsOf(stage.database.pool, { ...question, workspaces: [] })).toEqual({ rows: [], cursor: null, unread: 0 })
})

test('pages and changes leave nothing out and tell nothing twice, whatever clocks say', async () => {
  const all = (await notificationsFor()).reverse().map(({ key }) => key)
  const paged: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await notificationsOf(stage.database.pool, { ...question, limit: 2, ...(cursor ? { cursor } : {}) })
    paged.push(...page.rows.map(({ key }) => key))
    cursor = page.cursor
  }
  expect(paged).toEqual(all)
  const newest = (await notificationsOf(stage.database.pool, { ...question, since: '2000-01-01T00:00:00Z' })).rows.at(-1)!.updated
  // A process whose clock is behind.
  stage.quiet.advance(-3_600_000)
  await happen(8, [...prepared(8, 'Late'), ...withSigners(8, [ann]), ...requested([ann])], CREATED_BY)
  await happen(8, signed(8, ann, 0), `signatory:${ann.uuid}`)
  stage.quiet.advance(3_600_000)
  await projected()
  const since = (await notificationsOf(stage.database.pool, { ...question, since: newest })).rows
  expect(words(since)).toEqual(['Ann Example signed “Late”'])
  expect(await unreadOf(stage.database.pool, CREATOR, { related: uuid('pack', 8), until: newest, limit: 10 })).toEqual([])
  expect(await unreadOf(stage.database.pool, CREATOR, { related: uuid('pack', 8), limit: 10 })).toEqual([since[0]!.key])
})

test('a person asked by their address alone is notified as long as it is theirs and they are of that workspace', async () => {
  const [eve, fay] = [uuid('user', 20), uuid('user', 21)]
  const at = (n: number, email: string): Person => ({ uuid: uuid('signatory', n), name: 'Eve Example', email })
  const asked = async (n: number, person: Person) =>
    happen(n, [...prepared(n, `Address ${n}`), ...withSigners(n, [person]), ...requested([person])], CREATED_BY)
  const person = (of: string, facts: UserFact[]) =>
    stage.handler.handle({
      stream: `user-${of}`,
      aggregate: user,
      decide: () => facts,
      origin: { actor: { principal: `user:${of}`, capacity: 'team' }, correlation: 'test', causation: 'test' },
    })
  const registered = (of: string, email: string): UserFact => ({
    type: 'UserRegistered',
    data: { user: of, firstName: 'Eve', lastName: 'Example', email },
  })
  await asked(11, at(11, 'eve@example.com'))
  await person(eve, [registered(eve, 'Eve@Example.com')])
  await person(fay, [registered(fay, 'fay@example.com')])
  await asked(12, at(12, ' EVE@example.com'))
  await asked(13, { ...at(13, 'eve@example.com'), user: fay })
  expect(words(await notificationsFor(eve))).toEqual(['“Address 12” waits for your signature'])
  expect(words(await notificationsFor(fay))).toEqual(['“Address 13” waits for your signature'])
  expect((await notificationsOf(stage.database.pool, { ...question, user: eve, workspaces: [uuid('workspace', 2)] })).rows).toEqual([])

  // Asked again at another address.
  const moved = fact('SignatoryEmailChanged', { signatory: uuid('signatory', 12), email: 'fay@example.com' })
  const again = fact('SignatureRequestQueued', {
    signatory: uuid('signatory', 12),
    request: uuid('other', 12),
    channel: 'email',
    because: 'resent',
  })
  await happen(12, [moved, again], CREATED_BY)
  expect(words(await notificationsFor(fay))).toEqual(['“Address 13” waits for your signature', '“Address 12” waits for your signature'])
  expect(await notificationsFor(eve)).toHaveLength(1)

  // With the signatory's key goes the address, and the notices because of it.
  await stage.keys.destroy(`pack-${uuid('pack', 12)}`, uuid('signatory', 12))
  await projections.forget(`pack-${uuid('pack', 12)}`)
  expect(words(await notificationsFor(fay))).toEqual(['“Address 13” waits for your signature'])
  expect(await notificationsFor(eve)).toEqual([])

  // A person without an account any more is asked as a stranger.
  await asked(14, at(14, 'eve@example.com'))
  expect(await notificationsFor(eve)).toHaveLength(1)
  await person(eve, [{ type: 'ProfileErased', data: {} }])
  await asked(15, at(15, 'eve@example.com'))
  expect(await notificationsFor(eve)).toEqual([])
  expect(await stage.dump('inbox', ['holder'])).toEqual({ holder: [expect.stringContaining(fay)] })
})

test('notices about a document go with it: members of the other workspace alone read them, and what follows comes there', async () => {
  const there = uuid('workspace', 3)
  await happen(40, [...prepared(40, 'Moving'), ...withSigners(40, [ann])], CREATED_BY)
  await happen(40, requested([ann]), `user:${member}`)
  await happen(40, [fact('PackMoved', { from: WORKSPACE, to: there })], CREATED_BY)
  await happen(40, signed(40, ann, 0), `signatory:${ann.uuid}`)
  await projected()
  const readIn = async (workspace: string) =>
    (await notificationsOf(stage.database.pool, { ...question, workspaces: [workspace] })).rows.filter(
      ({ related }) => related === uuid('pack', 40),
    )
  expect(await readIn(WORKSPACE)).toEqual([])
  expect((await readIn(there)).map(({ kind }) => kind)).toEqual(['signed', 'sent'])
})

test('every event twice leaves the same rows, and a rebuild gives the same again', async () => {
  await projected()
  const before = await stage.dump('inbox', ['holder', 'notification'])
  const { filter, open } = inboxProjection(stage)
  const events = (await stage.log.readAll('', 10_000, filter)).events
  const projector = open()
  const connection = await stage.database.pool.connect()
  await connection.query('BEGIN; SET LOCAL search_path TO inbox, public')
  for (const event of events) for (const _ of [1, 2]) await projector.project([event], connection)
  await projector.project(events.slice(-5), connection)
  await connection.query('COMMIT')
  connection.release()
  expect(await stage.dump('inbox', ['holder', 'notification'])).toEqual(before)
  const report = await rebuild({ pool: stage.database.pool, log: stage.log, owners: stage.owners }, inboxProjection(stage))
  expect(report.differences).toEqual([])
})

test('with a signatory’s key go their names and nothing else; with the pack’s own key all about it', async () => {
  const before = await notificationsFor(CREATOR, 1)
  await read(CREATOR, before[1]!.key)
  await projected()
  await stage.keys.destroy(`pack-${uuid('pack', 1)}`, ann.uuid)
  await projections.forget(`pack-${uuid('pack', 1)}`)
  const after = await notificationsFor(CREATOR, 1)
  expect(words(after).slice(0, 3)).toEqual([
    'The signature request for “Lease” could not be delivered to a recipient',
    'a recipient signed “Lease”',
    'Ben Example signed “Lease”',
  ])
  expect(after[1]!.read).not.toBeNull()
  await stage.keys.destroyAll(`pack-${uuid('pack', 1)}`)
  await projections.forget(`pack-${uuid('pack', 1)}`)
  expect(await notificationsFor(CREATOR, 1)).toEqual([])
})
