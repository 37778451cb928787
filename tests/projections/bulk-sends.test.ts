import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BulkSendFact, bulkSend, streamOfBulkSend } from '#domain/bulk-send'
import { bulkSendsOf, bulkSendsProjection } from '#projections/bulk-sends'
import { type Projections, rebuild } from '#projections/runner'
import { openStage, type Stage } from './stage.ts'
import { CREATOR, uuid, WORKSPACE } from './stories.ts'

const ORIGIN = { actor: { principal: `user:${CREATOR}`, capacity: 'team' }, correlation: 'test', causation: 'test' } as const
const created = (description: string, workspace = WORKSPACE): BulkSendFact => ({
  type: 'BulkSendCreated',
  data: { workspace, creator: CREATOR, description, from: null },
})
const key = (n: number) => uuid('other', n)

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

async function happen(n: number, ...facts: readonly BulkSendFact[]) {
  stage.quiet.advance(1_000)
  const outcome = await stage.handler.handle({
    stream: streamOfBulkSend(key(n)),
    aggregate: bulkSend,
    decide: () => facts,
    origin: ORIGIN,
  })
  if ('refused' in outcome) throw new Error(outcome.refused)
  return outcome.state
}
async function listed(projections: Projections, archived = false) {
  expect(await projections.waitFor('bulk_sends', null, 10_000)).toBe(true)
  return (await bulkSendsOf(stage.database.pool, { workspace: WORKSPACE, archived })).bulkSends
}

test('a row has what the events of its bulk send say, and goes with its key', async () => {
  await happen(1, created('Spring'))
  await happen(2, created('Elsewhere', uuid('workspace', 2)))
  const state = await happen(
    3,
    created('Autumn \0'),
    { type: 'BulkSendListChosen', data: { list: uuid('other', 20) } },
    { type: 'BulkSendFilterChanged', data: { filter: [{ field: 'plan', operator: 'equal to', value: 'Gold' }] } },
    { type: 'BulkSendRowLeftOut', data: { row: 7, import: uuid('other', 21) } },
  )
  await happen(4, created('In the trash'), { type: 'BulkSendDeleted', data: {} })
  const projections = stage.start([bulkSendsProjection(stage)])
  const { exists: _, mappings: __, failed: ___, ...shown } = state
  expect(await listed(projections)).toEqual([
    { key: key(3), bulkSend: { ...shown, failed: { size: 0 } } },
    { key: key(1), bulkSend: expect.objectContaining({ description: 'Spring' }) },
  ])
  expect((await listed(projections, true)).map((one) => one.key)).toEqual([key(4)])

  // What comes after a row is there is folded onto it.
  for (const row of [2, 3]) await happen(1, { type: 'BulkSendRowFailed', data: { row, because: 'invalid', refusal: null } })
  await happen(
    1,
    { type: 'BulkSendRowRetried', data: { row: 3, user: CREATOR } },
    { type: 'BulkSendDescribed', data: { description: 'May' } },
  )
  expect((await listed(projections))[1]?.bulkSend).toMatchObject({ description: 'May', failed: { size: 1 } })

  const before = await stage.dump('bulk_sends', ['bulk_send'])
  const { filter, open } = bulkSendsProjection(stage)
  const { events } = await stage.log.readAll('', 10_000, filter)
  const connection = await stage.database.pool.connect()
  await connection.query('BEGIN; SET LOCAL search_path TO bulk_sends, public')
  const projector = open()
  for (const logged of [...events, ...events.slice(-2)]) await projector.project([logged], connection)
  await projector.project(events, connection)
  await connection.query('COMMIT')
  connection.release()
  expect(await stage.dump('bulk_sends', ['bulk_send'])).toEqual(before)
  const rebuilt = () => rebuild({ pool: stage.database.pool, log: stage.log, owners: stage.owners }, bulkSendsProjection(stage))
  expect((await rebuilt()).differences).toEqual([])

  await stage.keys.destroyAll(streamOfBulkSend(key(1)))
  await projections.forget(streamOfBulkSend(key(1)))
  expect(JSON.stringify(await stage.dump('bulk_sends', ['bulk_send']))).not.toContain('May')
  expect((await rebuilt()).differences).toEqual([])
  await stage.log.remove(streamOfBulkSend(key(3)))
  await projections.forget(streamOfBulkSend(key(3)))
  expect((await listed(projections)).map((one) => one.key)).toEqual([key(1)])
})
