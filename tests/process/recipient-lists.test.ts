import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BULK_SEND, type BulkSendFact, bulkSend, listDigest, streamOfBulkSend } from '#domain/bulk-send'
import { contactKey, contacts } from '#domain/contacts'
import { type RecipientListsCommand, recipientLists, versionNow } from '#domain/recipient-lists'
import { workspace } from '#domain/workspace'
import { commandHandler, commandsOf } from '#platform/command-handler'
import { migrate } from '#platform/postgres'
import { lookThroughLists } from '#processes/recipient-lists'
import { dryRunMigrations, postgresDryRuns } from '#projections/dry-runs'
import { postgresRecipientRows, recipientRowMigrations } from '#projections/recipient-rows'
import { idOf } from '#tests/pack'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { life } from './mortal.ts'
import { stage } from './stage.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, [...recipientRowMigrations, ...dryRunMigrations])
})
afterAll(() => database.drop())

const DAY = 86_400_000
const COLUMNS = [{ name: 'mail', type: 'text' }] as const
const FORMAT = { decimal: '.', dates: 'day-month' } as const
const permissions = new Set(['can_view_bulk_sends', 'can_do_bulk_actions', 'can_upload_documents'])
const origin = { actor: { principal: `user:${idOf('creator')}`, capacity: 'team' }, correlation: 'test', causation: 'test' } as const

/** A workspace that keeps its trash for thirty days, with lists. */
async function withLists() {
  const on = stage()
  const { pool } = database
  await pool.query('TRUNCATE recipient_import, dry_run CASCADE')
  const key = on.world.ids.next()
  const handler = commandHandler({ log: on.log, keys: on.keys, world: on.world })
  const rows = postgresRecipientRows({ pool, clock: on.world.clock, defaultCountry: 'DE' })
  const dryRuns = postgresDryRuns({ pool, clock: on.world.clock })
  const made = await commandsOf(workspace, handler).perform({
    key,
    who: { as: 'user', user: idOf('creator') },
    commands: [
      { do: 'CreateWorkspace', workspace: key, name: 'Castell', personal: false, creator: idOf('creator'), member: idOf('member') },
      { do: 'SetRetention', years: null, trashDays: 30 },
    ],
    origin,
  })
  if ('refused' in made) throw new Error(made.refused)
  async function tell(...commands: readonly RecipientListsCommand[]) {
    const outcome = await commandsOf(recipientLists, handler).perform({ key, who: { as: 'team', permissions }, commands, origin })
    if ('refused' in outcome) throw new Error(outcome.refused)
    return outcome.state
  }
  /** Rows of a file that nobody has taken. */
  async function written(list: string, ...mails: readonly string[]) {
    const file = on.world.ids.next()
    await rows.announce({ key: file, workspace: key, list })
    const table = mails.map((mail, at) => ({ number: at + 2, values: [mail] }))
    await rows.write({ key: file, workspace: key, list }, { columns: COLUMNS, format: FORMAT }, Readable.from([table]))
    return file
  }
  async function imported(list: string, ...mails: readonly string[]) {
    const file = await written(list, ...mails)
    const as = { columns: COLUMNS, format: FORMAT, digest: 'd', rows: mails.length, last: mails.length + 1 }
    await tell(
      { do: 'CreateRecipientList', list, description: 'Customers' },
      { do: 'ImportRecipientFile', list, import: file, appendTo: null, ...as },
    )
    return file
  }
  return {
    ...on,
    key,
    handler,
    rows,
    dryRuns,
    tell,
    written,
    imported,
    /** A bulk send over the list as it is now, for two rows. */
    async activated(list: string) {
      const send = on.world.ids.next()
      const version = versionNow((await commandsOf(recipientLists, handler).load(key)).living.get(list)!)
      const pins = { list: listDigest(list, version), template: 't', mapping: 'm', filter: 'f', day: '2026-03-02' }
      await on.keyIndex.register([{ key: send, kind: BULK_SEND, pack: key }])
      await change(send, [
        { type: 'BulkSendCreated', data: { workspace: key, creator: idOf('creator'), description: 'Renewals', from: null } },
        { type: 'BulkSendListChosen', data: { list } },
        { type: 'BulkSendActivated', data: { run: 1, user: idOf('creator'), report: 'r', pins, rows: 2 } },
      ])
      return send
    },
    change,
    sweep: (created = 0) =>
      lookThroughLists({
        handler,
        world: on.world,
        keyIndex: on.keyIndex,
        recipientRows: rows,
        dryRuns,
        queries: { countOfBulkSend: async () => ({ awaiting_signatures: created }) },
        workspaces: async () => [],
      }),
    lists: () => commandsOf(recipientLists, handler).load(key),
    async left() {
      const { rows: found } = await pool.query<{ import: string }>(
        'SELECT DISTINCT r.import FROM recipient_row r JOIN recipient_import i ON i.key = r.import WHERE i.workspace = $1',
        [key],
      )
      return new Set(found.map((one) => one.import))
    },
  }
  async function change(send: string, facts: readonly BulkSendFact[]) {
    const outcome = await handler.handle({ stream: streamOfBulkSend(send), aggregate: bulkSend, decide: () => facts, origin })
    if ('refused' in outcome) throw new Error(outcome.refused)
  }
}

test('a deleted list goes for good with its rows once its time in the trash is over, and not before', async () => {
  const on = await withLists()
  const [list, other] = [on.world.ids.next(), on.world.ids.next()]
  const [file, kept] = [await on.imported(list, 'a@example.com'), await on.imported(other, 'b@example.com')]
  await on.tell({ do: 'ArchiveRecipientList', list, running: [] })
  on.world.advance(29 * DAY)
  await on.sweep()
  expect(await on.left()).toEqual(new Set([file, kept]))
  on.world.advance(1 * DAY)
  await on.sweep()
  await on.sweep()
  expect(await on.left()).toEqual(new Set([kept]))
  expect((await on.lists()).deleted).toEqual(new Set([list]))
  expect([...(await on.lists()).living.keys()]).toEqual([other])
})

test('rows of a replaced file and of an import that was cut off go, but not while a bulk send still makes documents of them', async () => {
  const on = await withLists()
  const list = on.world.ids.next()
  const first = await on.imported(list, 'a@example.com', 'b@example.com')
  await on.activated(list)
  const second = await on.imported(list, 'c@example.com')
  const cutOff = await on.written(list, 'd@example.com')
  await on.sweep()
  // Somebody may still be about to take it.
  expect(await on.left()).toEqual(new Set([first, second, cutOff]))
  on.world.advance(DAY)
  await on.sweep(1)
  expect(await on.left()).toEqual(new Set([first, second]))
  await on.sweep(2)
  expect(await on.left()).toEqual(new Set([second]))
})

test('the report of a dry run goes with its bulk send, once its time in the trash is over', async () => {
  const on = await withLists()
  const list = on.world.ids.next()
  await on.imported(list, 'a@example.com')
  const send = await on.activated(list)
  await on.dryRuns.ask(send, on.world.ids.next())
  await on.change(send, [
    { type: 'BulkSendPaused', data: { because: 'asked' } },
    { type: 'BulkSendDeleted', data: {} },
  ])
  on.world.advance(29 * DAY)
  await on.sweep()
  expect(await on.dryRuns.find(send)).not.toBeNull()
  on.world.advance(1 * DAY)
  await on.sweep()
  expect(await on.dryRuns.find(send)).toBeNull()
})

test('rows about a person whom a restore brought back are erased again', async () => {
  const on = await withLists()
  const list = on.world.ids.next()
  await on.imported(list, 'ann@example.com', 'ben@example.com')
  const server = await on.server(life(), { recipientRows: on.rows })
  const contact = contactKey(on.key, 'ann@example.com')
  const outcome = await commandsOf(contacts, on.handler).perform({
    key: on.key,
    who: { as: 'installation' },
    commands: [{ do: 'RepeatContactErasure', contacts: [contact] }],
    origin,
  })
  expect(outcome).not.toHaveProperty('refused')
  await on.until(async () => (await on.rows.countNaming(on.key, contact)) === 0, 'the erasure')
  await on.until(async () => versionNow((await on.lists()).living.get(list)!).imports[0]?.rows === 1, 'the count')
  expect(await on.rows.countNaming(on.key, contactKey(on.key, 'ben@example.com'))).toBe(1)
  await server.stop()
})
