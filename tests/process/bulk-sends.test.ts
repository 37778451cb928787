import { beforeAll, expect, test } from 'vitest'
import { type BulkSendFact, bulkSend, changedSince, documentOfRow, ownPins, streamOfBulkSend, templateDigest } from '#domain/bulk-send'
import { digestOf } from '#domain/kernel'
import { type PackFact, type PackState, pack as packAggregate, streamOfPack } from '#domain/pack'
import { streamOfWorkspace, type WorkspaceFact, workspace } from '#domain/workspace'
import { loadMetrics } from '#pdf/text-layout'
import { commandHandler } from '#platform/command-handler'
import { memorySharedLeaves } from '#platform/shared-leaves'
import type { ProcessesDeps } from '#processes'
import type { BulkSendRows } from '#processes/bulk-sends'
import { type Given, idOf, packInSetup, place, TODAY } from '#tests/pack'
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
const SENDING = ['can_browse', 'can_view_bulk_sends', 'can_do_bulk_actions', 'can_upload_documents']
const permissions = new Set([...SENDING, 'can_revert_document_status'])
type Member = Awaited<ReturnType<ProcessesDeps['memberOf']>>
type OverList = Partial<ProcessesDeps['bulkSends']> & { readonly memberOf?: (user: string) => Member }

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
  const pinsNow = async () => ({ list: 'list', template: templateDigest(PACK, await on.state()), day: TODAY, ...ownPins(set) })
  const pins = await pinsNow()
  const member = { as: 'team', user: idOf('creator'), workspace: template.workspace, isAdmin: true, permissions } as const
  const documentsOf = (own: Life): BulkSendDocuments =>
    bulkSendDocuments({
      handler: commandHandler({ log: mortal(on.log, own, 'documents', ['append']), keys: on.keys, world: on.world }),
      keyIndex: mortal(on.keyIndex, own, 'keyIndex', ['register']),
      files: mortal(files, own, 'files', ['share']),
      sharedLeaves,
      defaultCountry: 'ZA',
    })
  const listRows: BulkSendRows = {
    columns: async () => ({ columns: [], dates: 'day-month' }),
    async page(_, after, limit) {
      const from = Number(after ?? 0)
      const cursor = from + limit < rows.length ? String(from + limit) : null
      return { rows: rows.slice(from, from + limit), cursor }
    },
    find: async () => [],
  }
  const server = (own: Life = life(), { memberOf = () => member, ...over }: OverList = {}) =>
    on.server(own, {
      memberOf: async (user) => memberOf(user),
      bulkSends: {
        rows: listRows,
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
    member,
    listRows,
    pins,
    pinsNow,
    activate: (run = 1) =>
      append({ type: 'BulkSendActivated', data: { run, user: idOf('creator'), report: 'r', pins, rows: rows.length } }),
    document: async (row: number): Promise<PackState> => (await outside.load(streamOfPack(documentOfRow(KEY, row)), packAggregate)).state,
    made: async (row: number) =>
      (await outside.history(streamOfPack(documentOfRow(KEY, row)), packAggregate)).filter(({ fact }) => fact.type === 'MadeByBulkSend')
        .length,
    /** Its request is withdrawn by hand. */
    async revert(row: number): Promise<void> {
      const stream = streamOfPack(documentOfRow(KEY, row))
      const origin = { actor: { principal: `user:${idOf('creator')}`, capacity: 'team' }, correlation: 'test', causation: 'test' } as const
      const decide = () => [{ type: 'RevertedToSetup', data: { from: 'awaiting_signatures' } } satisfies PackFact]
      const outcome = await outside.handle({ stream, aggregate: packAggregate, decide, origin })
      if ('refused' in outcome) throw new Error(outcome.refused)
    },
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

test('who activated it leaves while it runs: the rest is made in the name of who takes over, before the take-over is recorded', async () => {
  const on = await withBulkSend()
  const [creator, heir] = [idOf('creator'), idOf('heir')]
  const { workspace: team } = await on.bulkSend()
  const joined = (user: string) => ({ type: 'MemberAdded', data: { member: user, user, administrator: true } }) as const
  const facts: readonly WorkspaceFact[] = [
    { type: 'WorkspaceCreated', data: { workspace: team, creator, personal: false, name: 'Castell' } },
    joined(creator),
    joined(heir),
    { type: 'SuccessorChosen', data: { member: creator, user: creator, successor: heir } },
    { type: 'MemberRemoved', data: { member: creator, because: 'removed' } },
  ]
  const origin = { actor: { principal: `user:${heir}`, capacity: 'team' }, correlation: 'test', causation: 'test' } as const
  const handler = commandHandler({ log: on.log, keys: on.keys, world: on.world })
  await handler.handle({ stream: streamOfWorkspace(team), aggregate: workspace, decide: () => facts, origin })
  await on.activate()
  const server = await on.server(life(), { memberOf: (user) => (user === heir ? { ...on.member, user: heir } : null) })
  await on.until(async () => (await Promise.all(ROWS.map(on.made))).every((made) => made === 1), 'documents')
  for (const row of ROWS) expect((await on.document(row)).creator).toBe(heir)
  expect((await on.bulkSend()).status).toBe('active')
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

const perHour = (most: number): BulkSendFact => ({ type: 'BulkSendLimited', data: { perHour: most } })
const scheduled = (at: string): BulkSendFact => ({ type: 'BulkSendScheduled', data: { at } })
const MINUTE = 60_000
/** Lets time pass, and with each step of it everything happen that can. */
async function pass(on: BulkStage, ms: number, steps = 1): Promise<void> {
  for (let step = 0; step < steps; step++) {
    on.world.advance(ms)
    await on.rest()
  }
}
const madeOf = (on: BulkStage, rows: readonly number[]) => Promise.all(rows.map(on.made))

test('while the mail server is away for an hour requests wait, and then each goes out once', async () => {
  const on = await withBulkSend()
  const server = await on.server()
  on.post.mood = 'away'
  await on.activate()
  await pass(on, MINUTE, 60)
  expect(await madeOf(on, ROWS)).toEqual([1, 1])
  expect(on.post.delivered).toEqual([])
  on.post.mood = 'takes'
  await on.until(() => on.post.delivered.length === 2, 'requests')
  await pass(on, MINUTE, 60)
  expect(new Set(on.post.delivered.map(({ mail }) => mail.owner))).toEqual(new Set(ROWS.map((row) => documentOfRow(KEY, row))))
  expect(on.post.delivered).toHaveLength(2)
  expect((await on.bulkSend()).failed.size).toBe(0)
  await server.stop()
})

test.each([
  ['forwards over', 86_400_000],
  ['backwards before', -86_400_000],
])('a clock that jumps %s when_to_run leaves one document a row, and none before', async (_, jump) => {
  const at = '2026-03-02T12:00:00.000Z'
  const on = await withBulkSend(ROWS, scheduled(at))
  const first = await on.server()
  await on.activate()
  await pass(on, 10 * MINUTE, 3)
  expect(await madeOf(on, ROWS)).toEqual([0, 0])
  const clock = on.world.clock.now
  Object.assign(on.world.clock, { now: () => clock() + jump })
  // The database has a clock of its own, which lets the job begin now.
  await first.stop()
  for (const job of on.jobs.values()) Object.assign(job, { notBefore: 0 })
  const second = await on.server()
  await on.rest()
  while (on.world.clock.now() < Date.parse(at)) {
    expect(await madeOf(on, ROWS)).toEqual([0, 0])
    await pass(on, 10 * MINUTE)
  }
  // Who waits for a moment looks again within the hour.
  await pass(on, 10 * MINUTE, 6)
  expect(await madeOf(on, ROWS)).toEqual([1, 1])
  Object.assign(on.world.clock, { now: clock })
  await pass(on, 10 * MINUTE, 6)
  expect(await madeOf(on, ROWS)).toEqual([1, 1])
  await second.stop()
})

test('paused at row 5,000 of 10,000 it makes no further document, and activated again exactly the rest', async () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => at + 2)
  const on = await withBulkSend(rows, perHour(100_000))
  const made: number[] = []
  const documents: BulkSendDocuments = {
    async make({ row }) {
      made.push(row)
      if (made.length === 5_000) await on.append({ type: 'BulkSendPaused', data: { because: 'asked' } })
      return null
    },
  }
  const there = () => new Set(made.map((row) => documentOfRow(KEY, row)))
  const server = await on.server(life(), { documents, sentBy: { awaiting: async () => [], listed: async () => there() } })
  await on.activate()
  await on.rest()
  await pass(on, 1_000, 178)
  await pass(on, 36, 100)
  expect(made).toEqual(rows.slice(0, 5_000))
  await pass(on, 1_000, 1)
  await pass(on, 60 * MINUTE)
  expect(made).toHaveLength(5_000)
  await on.activate(2)
  await pass(on, 1_000, 200)
  expect(made).toHaveLength(10_000)
  expect(new Set(made)).toEqual(new Set(rows))
  await server.stop()
})

test('10,000 rows of one address go out at most as many an hour as the limit says', async () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => at + 2)
  const on = await withBulkSend(rows, perHour(1_000))
  const server = await on.server(life(), { documents: { make: async () => null } })
  await on.activate()
  const jobs = () => [...on.jobs].filter(([, { queue }]) => queue === 'bulk-send-rows')
  await on.until(() => jobs().length === rows.length, 'the jobs of all rows')
  const start = Date.parse((await on.bulkSend()).run!.since)
  const hours = jobs().map(([, { notBefore }]) => Math.floor((notBefore - start) / (60 * MINUTE)))
  for (let hour = 0; hour < 10; hour++) expect(hours.filter((at) => at === hour)).toHaveLength(1_000)
  await server.stop()
})

test('a row whose person is erased while it waits gets no document, and holds up no other', async () => {
  const on = await withBulkSend(ROWS, perHour(1))
  const erased = new Set<number>()
  const rows: BulkSendRows = { ...on.listRows, find: async (_, row) => (erased.has(row) ? null : []) }
  const server = await on.server(life(), { rows })
  await on.activate()
  await on.until(async () => (await on.made(2)) === 1, 'the first document')
  erased.add(3)
  await pass(on, 60 * MINUTE, 2)
  expect(await madeOf(on, ROWS)).toEqual([1, 0])
  expect([...(await on.bulkSend()).failed.values()]).toMatchObject([{ row: 3, because: 'row-missing' }])
  await server.stop()
})

test.each([
  ['leaves the workspace', 'member-left', () => null],
  ...SENDING.map((lost) => {
    const without = (member: NonNullable<Member>) => ({ ...member, permissions: new Set([...permissions].filter((one) => one !== lost)) })
    return [`loses ${lost}`, 'not-permitted', without] as const
  }),
] as const)('a member who %s in the middle pauses it before the next document, and another goes on', async (_, because, changed) => {
  const on = await withBulkSend(ROWS, perHour(1))
  let member: Member = on.member
  const server = await on.server(life(), { memberOf: () => member })
  await on.activate()
  await on.until(async () => (await on.made(2)) === 1, 'the first document')
  member = changed(on.member)
  await pass(on, 60 * MINUTE, 2)
  expect(await madeOf(on, ROWS)).toEqual([1, 0])
  expect(await on.bulkSend()).toMatchObject({ status: 'paused', pausedBecause: because })
  member = on.member
  await on.activate(2)
  await pass(on, 60 * MINUTE, 2)
  expect(await madeOf(on, ROWS)).toEqual([1, 1])
  await server.stop()
})

const EDITS: readonly [what: string, ...commands: readonly Given[]][] = [
  ['edited', place('another', 'text', 'self')],
  ['locked', { do: 'LockFields' }],
  ['put in the trash', { do: 'TrashPack' }],
  [
    'given another file',
    { do: 'ReceiveFile', document: idOf('document'), file: idOf('other'), digest: digestOf('other'), size: 9_000, filename: 'other.pdf' },
  ],
]
test.each(EDITS)('a template that is %s in the middle pauses it before the next document', async (_, ...commands) => {
  const on = await withBulkSend(ROWS, perHour(1))
  const server = await on.server()
  await on.activate()
  await on.until(async () => (await on.made(2)) === 1, 'the first document')
  await on.command(...commands)
  // Nor could it be activated by the report that was made before.
  expect(changedSince(on.pins, await on.pinsNow())).toEqual(['template'])
  await pass(on, 60 * MINUTE, 2)
  expect(await madeOf(on, ROWS)).toEqual([1, 0])
  expect(await on.bulkSend()).toMatchObject({ status: 'paused', pausedBecause: 'template-changed' })
  await server.stop()
})

test('[W-121] a bulk send that only creates makes its documents and asks nobody to sign', async () => {
  const on = await withBulkSend(ROWS, { type: 'BulkSendTypeChosen', data: { type: 'create' } })
  const server = await on.server()
  await on.activate()
  await on.until(async () => (await Promise.all(ROWS.map(on.made))).every((count) => count === 1), 'the documents')
  await on.rest()
  for (const row of ROWS) {
    const { status, signatories } = await on.document(row)
    expect([status, signatories.map(({ asked }) => asked)]).toEqual(['setup', signatories.map(() => false)])
  }
  expect(on.post.delivered).toEqual([])
  await server.stop()
})

test('[W-231] reminders go to those who still have to sign a document of the bulk send, and to nobody else', async () => {
  const on = await withBulkSend(ROWS)
  const keys = ROWS.map((row) => documentOfRow(KEY, row))
  const server = await on.server(life(), { sentBy: { awaiting: async () => keys, listed: async () => new Set() } })
  await on.activate()
  const asked = async () => (await Promise.all(ROWS.map(on.document))).every(({ signatories }) => signatories[0]?.asked === true)
  await on.until(asked, 'the requests')
  await on.rest()
  const mailsOf = (row: number) => on.post.delivered.filter(({ mail }) => mail.owner === documentOfRow(KEY, row)).length
  const before = ROWS.map(mailsOf)
  expect(before.every((count) => count > 0)).toBe(true)
  await on.revert(3)
  await on.append({ type: 'BulkSendRemindersRequested', data: { user: idOf('creator') } })
  await on.until(() => mailsOf(2) > before[0]!, 'the reminder')
  await on.rest()
  expect(ROWS.map(mailsOf)).toEqual([before[0]! + 1, before[1]])
  await server.stop()
})
