import { beforeAll, expect, test } from 'vitest'
import { type BulkSendFact, bulkSend, documentOfRow, ownPins, streamOfBulkSend, templateDigest } from '#domain/bulk-send'
import { type PackState, pack as packAggregate, streamOfPack } from '#domain/pack'
import { loadMetrics } from '#pdf/text-layout'
import { commandHandler } from '#platform/command-handler'
import { memorySharedLeaves } from '#platform/shared-leaves'
import type { ProcessesDeps } from '#processes'
import { idOf, packInSetup } from '#tests/pack'
import { type BulkSendDocuments, bulkSendDocuments } from '../../command-api/bulk-sends/documents.ts'
import { memoryFiles } from './doubles.ts'
import { killedEverywhere } from './killed-everywhere.ts'
import { type Life, life, mortal } from './mortal.ts'
import { PACK, type Stage, stage } from './stage.ts'

beforeAll(async () => {
  await loadMetrics()
})

const KEY = idOf('bulk send')
const ROWS = [2, 3]
const permissions = new Set(['can_view_bulk_sends', 'can_do_bulk_actions', 'can_upload_documents', 'can_revert_document_status'])

/** A stage whose servers make the documents of a bulk send from the pack on it, which is ready to be activated. */
async function withBulkSend(rows: readonly number[] = ROWS, ...settings: readonly BulkSendFact[]) {
  const on = stage()
  await on.happened(packInSetup('first'))
  const outside = commandHandler({ log: on.log, keys: on.keys, world: on.world })
  const files = { ...memoryFiles(on.files, on.disk), share: async () => undefined }
  const sharedLeaves = memorySharedLeaves()
  const append = async (...facts: readonly BulkSendFact[]) => {
    const actor = { principal: `user:${idOf('creator')}`, capacity: 'team' } as const
    const outcome = await outside.handle({
      stream: streamOfBulkSend(KEY),
      aggregate: bulkSend,
      decide: () => facts,
      origin: { actor, correlation: 'test', causation: 'test' },
    })
    if ('refused' in outcome) throw new Error(outcome.refused)
    return outcome.state
  }
  const template = await on.state()
  const set = await append(
    { type: 'BulkSendCreated', data: { workspace: template.workspace, creator: idOf('creator'), description: 'Renewals', from: null } },
    { type: 'BulkSendListChosen', data: { list: idOf('list') } },
    { type: 'BulkSendTemplateChosen', data: { template: PACK } },
    ...settings,
  )
  const pins = { list: 'list', template: templateDigest(PACK, template), day: '2026-03-02', ...ownPins(set) }
  const member = { as: 'team', user: idOf('creator'), workspace: template.workspace, isAdmin: true, permissions } as const
  const documentsOf = (own: Life): BulkSendDocuments =>
    bulkSendDocuments({
      handler: commandHandler({ log: mortal(on.log, own, 'documents', ['append']), keys: on.keys, world: on.world }),
      keyIndex: mortal(on.keyIndex, own, 'keyIndex', ['register']),
      files: mortal(files, own, 'files', ['share']),
      sharedLeaves,
      defaultCountry: 'ZA',
    })
  const server = (own: Life = life(), over: Partial<Pick<ProcessesDeps['bulkSends'], 'documents' | 'sentBy'>> = {}) =>
    on.server(own, {
      memberOf: async () => member,
      bulkSends: {
        rows: {
          columns: async () => ({ columns: [], dates: 'day-month' }),
          page: async () => ({ rows, cursor: null }),
          find: async () => [],
        },
        documents: documentsOf(own),
        sentBy: { awaiting: async () => [], listed: async () => new Set() },
        ...over,
      },
    })
  return {
    ...on,
    server,
    documentsOf,
    append,
    activate: (run = 1) =>
      append({ type: 'BulkSendActivated', data: { run, user: idOf('creator'), report: 'r', pins, rows: rows.length } }),
    document: async (row: number): Promise<PackState> => (await outside.load(streamOfPack(documentOfRow(KEY, row)), packAggregate)).state,
    made: async (row: number) =>
      (await outside.history(streamOfPack(documentOfRow(KEY, row)), packAggregate)).filter(({ fact }) => fact.type === 'MadeByBulkSend')
        .length,
    bulkSend: async () => (await outside.load(streamOfBulkSend(KEY), bulkSend)).state,
  }
}
type BulkStage = Awaited<ReturnType<typeof withBulkSend>>

test('[W-009 W-010] killed at any step of a bulk send, each row has exactly one document, and each signer one request', async () => {
  let on!: BulkStage
  const deaths = await killedEverywhere({
    begin: async () => {
      on = await withBulkSend()
      return on as unknown as Stage
    },
    act: async () => void (await on.activate()),
    done: async () => {
      const documents = await Promise.all(ROWS.map((row) => on.document(row)))
      return documents.every(({ signatories }) => signatories.length > 0 && signatories.every(({ request }) => request?.state === 'sent'))
    },
    async check(_, where, unrecorded) {
      for (const row of ROWS) {
        expect(await on.made(row), where).toBe(1)
        expect((await on.document(row)).bulkSend, where).toMatchObject({ key: KEY, row })
        const mails = on.post.delivered.filter(({ mail }) => mail.owner === documentOfRow(KEY, row))
        expect(mails.length, where).toBe(unrecorded.has(mails[0]?.mail.key ?? '') ? 2 : 1)
        expect(new Set(mails.map(({ messageId }) => messageId)).size, where).toBe(1)
      }
      expect((await on.bulkSend()).failed.size, where).toBe(0)
      const owners = new Set(on.post.delivered.map(({ mail }) => mail.owner))
      expect(owners, where).toEqual(new Set(ROWS.map((row) => documentOfRow(KEY, row))))
    },
  })
  for (const where of ['after documents.append', 'before documents.append', 'after keyIndex.register', 'before done bulk-send-rows']) {
    expect(deaths).toContain(where)
  }
  expect(deaths.length).toBeGreaterThan(15)
})

test('[W-010] of type create, a bulk send makes one document a row and asks nobody to sign', async () => {
  const on = await withBulkSend(ROWS, { type: 'BulkSendTypeChosen', data: { type: 'create' } })
  const server = await on.server()
  await on.activate()
  await on.until(async () => (await Promise.all(ROWS.map(on.made))).every((made) => made === 1), 'documents')
  await on.rest()
  for (const row of ROWS) {
    expect(await on.made(row)).toBe(1)
    const { status, signatories } = await on.document(row)
    expect([status, ...signatories.map(({ request }) => request)]).toEqual(['setup', ...signatories.map(() => null)])
  }
  expect(on.post.delivered).toEqual([])
  await server.stop()
})

test('a paused bulk send makes no further document, and activated again it makes those that are missing, each once', async () => {
  const on = await withBulkSend([2, 3, 4])
  await on.activate()
  await on.append({ type: 'BulkSendPaused', data: { because: 'asked' } })
  const server = await on.server()
  await on.rest()
  for (const row of [2, 3, 4]) expect(await on.made(row)).toBe(0)
  await on.activate(2)
  await on.until(async () => (await Promise.all([2, 3, 4].map(on.made))).every((made) => made === 1), 'documents')
  await on.activate(3)
  await on.rest()
  for (const row of [2, 3, 4]) expect(await on.made(row)).toBe(1)
  await server.stop()
})

const undone: BulkSendFact = { type: 'BulkSendUndone', data: { user: idOf('creator') } }
const withdrawals = (on: BulkStage) => on.post.delivered.filter(({ mail }) => mail.kind === 'withdrawal').map(({ mail }) => mail.owner)

test('undoing withdraws also a document that lists did not show yet when it was undone', async () => {
  const on = await withBulkSend()
  const keys = ROWS.map((row) => documentOfRow(KEY, row))
  let listed = false
  const awaiting = async () => (listed ? keys : null)
  const server = await on.server(life(), { sentBy: { awaiting, listed: async () => new Set() } })
  await on.activate()
  const asked = async () => (await Promise.all(ROWS.map(on.document))).every(({ signatories }) => signatories[0]?.asked === true)
  await on.until(asked, 'requests')
  await on.append({ type: 'BulkSendPaused', data: { because: 'undone' } }, undone)
  await on.rest()
  expect((await on.document(2)).status).toBe('awaiting_signatures')
  listed = true
  await on.until(async () => (await Promise.all(ROWS.map(on.document))).every(({ status }) => status === 'setup'), 'withdrawals')
  await on.until(() => new Set(withdrawals(on)).size === 2, 'mails')
  await server.stop()
})

test('reminders go also to a document that lists did not show yet when they were asked for', async () => {
  const on = await withBulkSend([2])
  let listed = false
  const awaiting = async () => (listed ? [documentOfRow(KEY, 2)] : null)
  const server = await on.server(life(), { sentBy: { awaiting, listed: async () => new Set() } })
  await on.activate()
  await on.until(async () => (await on.document(2)).signatories[0]?.asked === true, 'the request')
  const requests = () => on.post.delivered.filter(({ mail }) => mail.owner === documentOfRow(KEY, 2)).length
  const before = requests()
  await on.append({ type: 'BulkSendRemindersRequested', data: { user: idOf('creator') } })
  await on.rest()
  expect(requests()).toBe(before)
  listed = true
  await on.until(() => requests() > before, 'the reminder')
  await server.stop()
})

test('a document that was made while the bulk send was undone is withdrawn, also where its job was cut off behind it', async () => {
  const on = await withBulkSend([2])
  const own = life()
  let cutOff = false
  const documents: BulkSendDocuments = {
    async make(of) {
      const refusal = await on.documentsOf(own).make(of)
      if (cutOff) return refusal
      cutOff = true
      await on.append({ type: 'BulkSendPaused', data: { because: 'undone' } }, undone)
      throw new Error('cut off')
    },
  }
  const server = await on.server(own, { documents })
  await on.activate()
  await on.until(async () => cutOff && (await on.document(2)).status === 'setup', 'the withdrawal')
  expect(await on.made(2)).toBe(1)
  await server.stop()
})
