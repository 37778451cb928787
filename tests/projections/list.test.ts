import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListRow } from '#contract/document-list'
import type { PackFact } from '#domain/pack'
import { digestOfAddress } from '#domain/user'
import { UnknownCursor } from '#projections/cursors'
import { countPacks, type ListQuestion, listPacks, listProjection, listReadModel, packsUnderWay, rowsOfPacks } from '#projections/list'
import type { Projections } from '#projections/runner'
import { type Before, rewriting } from '../../projections/list/changes.ts'
import type { PackRow } from '../../projections/list/row.ts'
import { openStage, type Stage } from './stage.ts'
import {
  CREATOR,
  completed,
  conversionFailed,
  digest,
  type Person,
  prepared,
  rejected,
  renamed,
  requested,
  restored,
  sealed,
  signed,
  trashed,
  uuid,
  WORKSPACE,
  withSigners,
} from './stories.ts'

const ann: Person = { uuid: uuid('signatory', 1), name: 'Ann Müller', email: 'ann@example.com' }
const ben: Person = { uuid: uuid('signatory', 2), name: 'Бен Иванов', email: 'ben@example.org', user: uuid('user', 2) }

let stage: Stage
let projections: Projections
beforeAll(async () => {
  stage = await openStage()
  const { postgresProjectionStore, startProjections } = await import('#projections/runner')
  projections = startProjections(
    { store: postgresProjectionStore(stage.database.pool), log: stage.log, keys: stage.keys, world: stage.world },
    [listProjection(stage)],
  )
})
afterAll(async () => {
  await projections.stop()
  await stage.close()
})

async function happen(n: number, ...facts: Parameters<Stage['happen']>[1][]): Promise<void> {
  await stage.happen(uuid('pack', n), facts.flat())
  expect(await projections.waitFor('list', null, 10_000)).toBe(true)
}
const question = (over: Partial<ListQuestion> = {}): ListQuestion => ({
  workspace: WORKSPACE,
  user: { key: CREATOR, email: 'creator@example.com' },
  kind: 'document',
  status: 'all',
  trashed: false,
  limit: 50,
  ...over,
})
const names = async (over: Partial<ListQuestion> = {}) =>
  (await listPacks(stage.database.pool, question(over))).documents.map((row) => row.document_name)
const row = async (n: number): Promise<ListRow> => (await rowsOfPacks(stage.database.pool, [uuid('pack', n)]))[0]!
const elsewhere = (n: number) => ({ workspace: uuid('workspace', n) })

test('a row tells what the list shows of a pack: its documents, its signatories and how far each is', async () => {
  await happen(10, prepared(10, 'Lease', elsewhere(10)), withSigners(10, [ann, ben]), requested([ann, ben]), signed(10, ann, 0))
  const shown = await row(10)
  expect(shown).toMatchObject({
    key: uuid('pack', 10),
    document_name: 'Lease',
    document_type: 'document',
    status: 'awaiting_signatures',
    account_key: uuid('workspace', 10),
    created_by: CREATOR,
    is_deleted: false,
    child_documents: 1,
    pages: 1,
    conversion: { state: 'converted', reason: null },
    sealing: 'not-started',
    final_file_key: null,
  })
  expect(shown.signatories).toEqual([
    {
      uuid: ann.uuid,
      user_key: null,
      address_digest: digestOfAddress(ann.email),
      name: 'Ann Müller',
      role: 'signer-1',
      status: 'complete',
      done: 1,
      due: 1,
      colour: 0,
    },
    {
      uuid: ben.uuid,
      user_key: ben.user,
      address_digest: digestOfAddress(ben.email),
      name: 'Бен Иванов',
      role: 'signer-2',
      status: 'awaiting_signatures',
      done: 0,
      due: 1,
      colour: 1,
    },
  ])
})

test('a row follows the pack to its sealed file', async () => {
  await happen(11, prepared(11, 'Deed', elsewhere(11)), withSigners(11, [ann]), requested([ann]), signed(11, ann, 0), completed())
  expect(await row(11)).toMatchObject({ status: 'complete', sealing: 'not-started', final_file_key: null })
  await happen(11, sealed(11))
  expect(await row(11)).toMatchObject({ sealing: 'sealed', final_file_key: uuid('file', 1011) })
  expect((await row(11)).date_completed).not.toBeNull()
})

test('the list is filtered by each status, and the counts say how many there are', async () => {
  const place = elsewhere(12)
  await happen(121, prepared(121, 'in setup', place))
  await happen(122, prepared(122, 'awaiting', place), withSigners(122, [ann]), requested([ann]))
  await happen(123, prepared(123, 'complete', place), withSigners(123, [ann]), requested([ann]), signed(123, ann, 0), completed())
  await happen(124, prepared(124, 'rejected', place), withSigners(124, [ann]), requested([ann]), rejected(ann, 'no'))
  await happen(125, prepared(125, 'broken', place).slice(0, 3), conversionFailed(125, 'password-required'))
  expect(await names({ ...place, status: 'setup' })).toEqual(['in setup'])
  expect(await names({ ...place, status: 'awaiting_signatures' })).toEqual(['awaiting'])
  expect(await names({ ...place, status: 'complete' })).toEqual(['complete'])
  expect(await names({ ...place, status: 'rejected' })).toEqual(['rejected'])
  expect(await names({ ...place, status: 'conversion_error' })).toEqual(['broken'])
  expect(await names(place)).toEqual(['broken', 'rejected', 'complete', 'awaiting', 'in setup'])
  expect((await row(125)).conversion).toEqual({ state: 'failed', reason: 'password-required' })
  expect(await countPacks(stage.database.pool, question(place))).toEqual({
    all: 5,
    setup: 1,
    awaiting_signatures: 1,
    complete: 1,
    rejected: 1,
    conversion_error: 1,
    awaiting_my_signature: 0,
  })
})

test('a pack that moves is listed, counted and searched in the other workspace, and no longer in the first', async () => {
  const [here, there] = [elsewhere(41), elsewhere(42)]
  const shown = async (of: { workspace: string }) => [
    await names(of),
    await names({ ...of, search: 'moving lea' }),
    (await countPacks(stage.database.pool, question(of))).all,
  ]
  await happen(41, prepared(41, 'Moving lease', here), withSigners(41, [ann]))
  expect([await shown(here), await shown(there)]).toEqual([
    [['Moving lease'], ['Moving lease'], 1],
    [[], [], 0],
  ])
  await happen(41, [{ type: 'PackMoved', data: { from: here.workspace, to: there.workspace } }])
  expect([await shown(here), await shown(there)]).toEqual([
    [[], [], 0],
    [['Moving lease'], ['Moving lease'], 1],
  ])
})

test('a look at a pack neither moves it up nor changes its date, whatever the rows were made from', async () => {
  const place = elsewhere(22)
  const ended = [withSigners(221, [ann]), requested([ann]), signed(221, ann, 0), completed()]
  await happen(221, prepared(221, 'ended', place), ...ended, [{ type: 'PackOpened', data: { user: CREATOR } }])
  await happen(222, prepared(222, 'made later', place))
  const before = await row(221)
  const visit = { signatory: ann.uuid, visit: uuid('other', 1), link: uuid('other', 2), view: digest }
  await happen(221, [{ type: 'PackOpened', data: { user: uuid('user', 2) } }], [{ type: 'PackVisited', data: visit }])
  expect(await names(place)).toEqual(['made later', 'ended'])
  expect(await row(221)).toEqual(before)
  await projections.forget(`pack-${uuid('pack', 221)}`)
  expect(await row(221)).toEqual(before)
  await happen(221, sealed(221))
  expect(await names(place)).toEqual(['ended', 'made later'])
})

test('[S-139 D-227] awaiting_my_signature keeps packs on which the user, by account or address, is asked to sign', async () => {
  const place = elsewhere(13)
  await happen(131, prepared(131, 'for Ann', place), withSigners(131, [ann]), requested([ann]))
  await happen(132, prepared(132, 'for Ben', place), withSigners(132, [ben]), requested([ben]))
  await happen(133, prepared(133, 'Ben in setup', place), withSigners(133, [ben]))
  await happen(134, prepared(134, 'Ben has signed', place), withSigners(134, [ben, ann]), requested([ben, ann]), signed(134, ben, 0))
  const mine = { ...place, status: 'awaiting_my_signature' as const }
  expect(await names({ ...mine, user: { key: ben.user!, email: 'other@example.com' } })).toEqual(['for Ben'])
  expect(await names({ ...mine, user: { key: uuid('user', 9), email: 'ANN@example.com' } })).toEqual(['Ben has signed', 'for Ann'])
  expect(await names({ ...mine, user: { key: ben.user!, email: ben.email } })).toEqual(['for Ben'])
  const counts = await countPacks(stage.database.pool, question({ ...place, user: { key: ben.user!, email: ben.email } }))
  expect(counts.awaiting_my_signature).toBe(1)
  expect((await row(132)).status).toBe('awaiting_signatures')
})

test('[S-234] the list shows the packs of its workspace and kind, and those in the trash apart', async () => {
  const place = elsewhere(14)
  await happen(141, prepared(141, 'kept', place))
  await happen(142, prepared(142, 'thrown away', place), trashed())
  await happen(143, prepared(143, 'a template', { ...place, kind: 'template' }))
  await happen(144, prepared(144, 'neighbour', elsewhere(15)))
  expect(await names(place)).toEqual(['kept'])
  expect(await names({ ...place, trashed: true })).toEqual(['thrown away'])
  expect(await names({ ...place, kind: 'template' })).toEqual(['a template'])
  await happen(142, restored())
  expect(await names(place)).toEqual(['thrown away', 'kept'])
  expect(await names({ ...place, trashed: true })).toEqual([])
})

test('the cursor leads through all pages, each pack once, while rows move to the front', async () => {
  const place = elsewhere(16)
  for (let n = 0; n < 7; n++) await happen(160 + n, prepared(160 + n, `page ${n}`, place))
  const first = await listPacks(stage.database.pool, question({ ...place, limit: 3 }))
  expect(first.documents.map((each) => each.document_name)).toEqual(['page 6', 'page 5', 'page 4'])
  // One that stood further down changes meanwhile: it is on the page before, no other is skipped or shown twice.
  await happen(161, renamed('page 1, changed'))
  const second = await listPacks(stage.database.pool, question({ ...place, limit: 3, cursor: first.cursor! }))
  expect(second.documents.map((each) => each.document_name)).toEqual(['page 3', 'page 2', 'page 0'])
  expect(second.cursor).toBeNull()
  // Read as the beginning, it would lead round for ever.
  await expect(names({ ...place, cursor: 'not ours', limit: 1 })).rejects.toThrow(UnknownCursor)
  expect(await names({ ...place, offset: 5 })).toEqual(['page 2', 'page 0'])
})

test('search finds documents by name, signer and address, in any case, accent or alphabet, by parts of words', async () => {
  const place = elsewhere(17)
  await happen(171, prepared(171, 'Résumé of the Großhandel 50%_off', place), withSigners(171, [ann]))
  await happen(172, prepared(172, 'عقد الإيجار', place), withSigners(172, [ben]))
  const find = (search: string) => names({ ...place, search })
  expect(await find('RESUME')).toEqual(['Résumé of the Großhandel 50%_off'])
  expect(await find('muller')).toEqual(['Résumé of the Großhandel 50%_off'])
  expect(await find('ann@example')).toEqual(['Résumé of the Großhandel 50%_off'])
  expect(await find('handel resu')).toEqual(['Résumé of the Großhandel 50%_off'])
  expect(await find('50%_')).toEqual(['Résumé of the Großhandel 50%_off'])
  expect(await find('50__')).toEqual([])
  expect(await find('иванов')).toEqual(['عقد الإيجار'])
  expect(await find('الإيجار')).toEqual(['عقد الإيجار'])
  expect(await find('r')).toEqual(['Résumé of the Großhandel 50%_off'])
  expect(await find('um')).toEqual([])
  expect(await find('handel ben')).toEqual([])
  expect(await find('  ')).toHaveLength(2)
  expect(await names({ ...place, search: 'resume', trashed: true })).toEqual([])
})

test('a request whose time has ended says so in its row, and waits for nobody’s signature until it is extended', async () => {
  const place = elsewhere(97)
  const expires = (day: string) => ({ type: 'ExpiryChanged', data: { expiry: { day, zone: 'UTC', remindDays: null } } }) as const
  await happen(9_701, prepared(9_701, 'Lapsing', place), withSigners(9_701, [ben]), requested([ben]), [expires('2026-03-05')])
  const user = { key: ben.user!, email: ben.email }
  const mine = async () => (await listPacks(stage.database.pool, question({ ...place, status: 'awaiting_my_signature', user }))).documents
  expect(await mine()).toHaveLength(1)
  await happen(9_701, [{ type: 'RequestsExpired', data: { day: '2026-03-05' } }])
  expect(await mine()).toEqual([])
  const [row] = (await listPacks(stage.database.pool, question(place))).documents
  expect(row).toMatchObject({ status: 'awaiting_signatures', expired: true })
  await happen(9_701, [expires('2026-03-09')])
  expect(await mine()).toHaveLength(1)
  expect(await mine()).not.toMatchObject([{ expired: true }])
})

test('search finds text written with other quotation marks, dashes or letters', async () => {
  const place = elsewhere(98)
  await happen(9_801, prepared(9_801, '“Lease” of O’Brien – Straße Łódź', place))
  const find = (search: string) => names({ ...place, search })
  for (const typed of ["o'brien", 'O’BRIEN', '"lease"', '«Lease»', '- strasse', 'STRASSE', 'straße', 'lodz'])
    expect(await find(typed), typed).toHaveLength(1)
  expect(await find('obrien')).toEqual([])
})

test('search follows a new name and forgets the old one', async () => {
  const place = elsewhere(18)
  await happen(181, prepared(181, 'Aardvark', place))
  await happen(181, renamed('Zebra'))
  expect(await names({ ...place, search: 'aardvark' })).toEqual([])
  expect(await names({ ...place, search: 'zebra' })).toEqual(['Zebra'])
})

test('a search that finds most of a large list still answers with the newest, page by page', async () => {
  const place = elsewhere(19)
  await stage.database.pool.query(
    `INSERT INTO list.pack (pack, workspace, owner, kind, status, trashed, updated, revision, under_way, words, shown)
     SELECT gen_random_uuid(), $1, $1, 'document', 'setup', false, timestamptz '2020-01-01Z' + n * interval '1 minute', 0, false,
            ' contract ' || n, json_build_object('document_name', 'contract ' || n)
     FROM generate_series(1, 2500) AS n`,
    [place.workspace],
  )
  const { gramsOf } = await import('../../projections/rows/words.ts')
  const grams = gramsOf(place.workspace, ' contract')
  await stage.database.pool.query('INSERT INTO list.gram SELECT pack, $2 FROM list.pack WHERE workspace = $1', [place.workspace, grams])
  const first = await listPacks(stage.database.pool, question({ ...place, search: 'contract', limit: 2 }))
  expect(first.documents.map((each) => each.document_name)).toEqual(['contract 2500', 'contract 2499'])
  expect(await names({ ...place, search: 'contract', limit: 1, cursor: first.cursor! })).toEqual(['contract 2498'])
})

test('packs with something under way are found, until it is done', async () => {
  const place = elsewhere(20)
  const underWay = async (n: number) => (await packsUnderWay(stage.database.pool)).includes(uuid('pack', n))
  await happen(201, prepared(201, 'converting', place).slice(0, 3))
  expect(await underWay(201)).toBe(true)
  await happen(202, prepared(202, 'resting', place), withSigners(202, [ann]))
  expect(await underWay(202)).toBe(false)
  await happen(202, requested([ann]))
  expect(await underWay(202)).toBe(true)
  await happen(202, signed(202, ann, 0), completed())
  expect(await underWay(202)).toBe(true)
  await happen(202, sealed(202))
  expect(await underWay(202)).toBe(true)
  const copy = { recipient: ann.uuid, mail: uuid('other', 77) }
  await happen(202, [{ type: 'FinalCopyQueued', data: copy }])
  expect(await underWay(202)).toBe(true)
  await happen(202, [{ type: 'FinalCopySent', data: copy }])
  expect(await underWay(202)).toBe(false)
})

test('[D-294] of a document that was deleted for good nothing stays in any table: neither its words nor who was waited for', async () => {
  await happen(95, [...prepared(95, 'Gone for good'), ...withSigners(95, [ben])], requested([ben]))
  const pack = uuid('pack', 95)
  const left = async () => {
    const rows = ['pack', 'waiting', 'gram'].map((table) =>
      stage.database.pool.query(`SELECT 1 FROM list.${table} WHERE pack = $1`, [pack]),
    )
    return (await Promise.all(rows)).map(({ rowCount }) => rowCount)
  }
  expect(await left()).toEqual([1, expect.any(Number), 1])
  expect((await left())[1]).toBeGreaterThan(0)
  await stage.keys.destroyAll(`pack-${pack}`)
  await projections.forget(`pack-${pack}`)
  expect(await left()).toEqual([0, 0, 0])
})

test('a row never goes back: what is written of an older revision changes neither it nor what is counted', () => {
  const row = { pack: 'pack', workspace: 'workspace', kind: 'document', trashed: false, status: 'setup', words: 'lease', waiting: ['ann'] }
  const before = new Map([['pack', { ...row, revision: 7 } as Before]])
  const at = (revision: number) =>
    rewriting([{ pack: 'pack', row: { ...row, status: 'complete', waiting: [], revision } as unknown as PackRow }], before)
  expect(at(6)).toEqual({ rows: [], words: [], waiting: [], tally: [], gone: [] })
  expect(at(7).tally).toHaveLength(2)
})

test('which documents of a bulk send wait for signatures is not said while rows lag behind', async () => {
  const bulkSend = uuid('other', 960)
  const made: PackFact = { type: 'MadeByBulkSend', data: { bulkSend, description: 'Renewals', row: 2 } }
  await happen(96, [...prepared(96, 'Of a row'), made, ...withSigners(96, [ben])], requested([ben]))
  const answers = (upToNow: () => Promise<boolean>) =>
    listReadModel.answers({ ...stage, pool: stage.database.pool, upToNow, onRows: () => () => undefined }, {})
  expect(await answers(async () => true).awaitingOfBulkSend(bulkSend, '', 10)).toEqual([uuid('pack', 96)])
  expect(await answers(async () => false).awaitingOfBulkSend(bulkSend, '', 10)).toBeNull()
})
