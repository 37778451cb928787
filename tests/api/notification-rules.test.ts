import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import { linkOf, newId, type PreparedField, prepared, sent, viewOf } from '../support/prepared.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const FIELDS: readonly PreparedField[] = [{ type: 'signature', x: 40, y: 100, width: 160, height: 48, signer: 0, required: true }]
interface Rule {
  readonly key: string
  readonly entity_key: string
  readonly action: string
  readonly recipient: string
  readonly event: string
  readonly countdown_seconds: number | null
}
const save = async (data: object) =>
  (await server.owner.post<{ notification_rule: Rule }>('/app/notification_rules/add_update_notification_rule', { data })).notification_rule
const rulesOf = async (pack: string) =>
  (await server.owner.get<{ notification_rules: Rule[] }>(`/app/notification_rules?entity_key=${pack}`)).notification_rules

test('[D-215 D-515 D-516 D-517] rules of a document are added, changed, listed and removed by their key', async () => {
  const { pack } = await prepared(server.owner, 'With rules', ['Ada Lovelace'], FIELDS)
  expect(await rulesOf(pack)).toEqual([])
  const made = await save({ entity_key: pack, event: 'not-signed', action: 'notify', countdown_seconds: 300 })
  const expected = { entity_key: pack, event: 'not-signed', action: 'notify', recipient: 'owner', countdown_seconds: 300 }
  expect(made).toEqual({ key: made.key, ...expected })
  const changed = await save({ ...made, action: 'remind', countdown_seconds: 86_400 })
  expect(changed).toEqual({ ...made, action: 'remind', recipient: 'signer', countdown_seconds: 86_400 })
  const other = await save({ key: newId(), entity_key: pack, event: 'email-failed', action: 'notify', recipient: 'owner' })
  expect(other.countdown_seconds).toBeNull()
  expect(await rulesOf(pack)).toEqual([changed, other])
  await server.owner.delete(`/app/notification_rules/delete_notification_rule/${made.key}`)
  expect(await rulesOf(pack)).toEqual([other])
  // Removed twice is removed.
  await server.owner.delete(`/app/notification_rules/delete_notification_rule/${made.key}`)
})

test('one that is added again under its key, after another one was, is answered as itself', async () => {
  const { pack } = await prepared(server.owner, 'With answered rules', ['Ada Lovelace'], FIELDS)
  const add = (key: string, countdown_seconds: number) => {
    server.owner.remember({ 'idempotency-key': key })
    const rule = { entity_key: pack, event: 'not-signed', action: 'remind', countdown_seconds }
    return save(rule).finally(() => server.owner.remember({ 'idempotency-key': '' }))
  }
  const key = newId()
  const first = await add(key, 300)
  const second = await add(newId(), 86_400)
  expect(await add(key, 300)).toEqual(first)
  expect(await rulesOf(pack)).toEqual([first, second])
})

test('of a rule that is there only what is said changes: two who change different parts of it both have what they want', async () => {
  const { pack } = await prepared(server.owner, 'With a rule of two', ['Ada Lovelace'], FIELDS)
  const { key } = await save({ entity_key: pack, event: 'not-signed', action: 'remind', countdown_seconds: 300 })
  await Promise.all([save({ key, entity_key: pack, action: 'notify' }), save({ key, entity_key: pack, countdown_seconds: 86_400 })])
  const both = { key, entity_key: pack, event: 'not-signed', action: 'notify', recipient: 'owner', countdown_seconds: 86_400 }
  expect(await rulesOf(pack)).toEqual([both])
  await save({ key, entity_key: pack, action: 'remind' })
  // Another event: who cannot be reminded of it is not, and what does not wait has no countdown.
  expect(await save({ key, entity_key: pack, event: 'email-failed' })).toMatchObject({ action: 'notify', countdown_seconds: null })
  expect(await save({ key, entity_key: pack, event: 'not-signed' })).toMatchObject({ action: 'notify', countdown_seconds: 604_800 })
})

test('a rule that somebody has removed is not made again by a change to it', async () => {
  const { pack } = await prepared(server.owner, 'With a rule no more', ['Ada Lovelace'], FIELDS)
  const { key } = await save({ entity_key: pack, event: 'not-signed', action: 'remind' })
  await server.owner.delete(`/app/notification_rules/delete_notification_rule/${key}`)
  const missing = { code: 'notification-rule-missing' }
  for (const change of [{ action: 'notify' }, { countdown_seconds: 300 }, { event: 'in-setup' }]) {
    expect(await refusalOf(save({ key, entity_key: pack, ...change }))).toMatchObject(missing)
  }
  expect(await refusalOf(save({ entity_key: pack, event: 'not-signed' }))).toMatchObject(missing)
  expect(await rulesOf(pack)).toEqual([])
})

test('what no rule can do is refused in words, and nothing is kept of it', async () => {
  const { pack } = await prepared(server.owner, 'With wrong rules', ['Ada Lovelace'], FIELDS)
  expect(await refusalOf(save({ entity_key: pack, event: 'in-setup', action: 'remind' }))).toMatchObject({
    code: 'reminder-not-possible',
  })
  expect(await refusalOf(save({ entity_key: pack, event: 'not-signed', action: 'notify', countdown_seconds: 7 }))).toMatchObject({
    code: 'countdown-invalid',
  })
  expect(await refusalOf(save({ entity_key: pack, event: 'tuesday', action: 'notify' }))).toMatchObject({ code: 'invalid-request' })
  expect(await rulesOf(pack)).toEqual([])
})

test('a rule is its document’s: its key leads nowhere from another one, and signers and strangers learn of none', async () => {
  const { pack, signers } = await sent(server.owner, 'Ruled', ['Ada Lovelace'], FIELDS)
  const { pack: elsewhere } = await prepared(server.owner, 'Ruled elsewhere', ['Ada Lovelace'], FIELDS)
  const rule = await save({ entity_key: pack, event: 'not-signed', action: 'remind' })
  expect(rule.countdown_seconds).toBe(604_800)
  expect(await refusalOf(save({ ...rule, entity_key: elsewhere }))).toMatchObject({ code: 'not-found' })
  expect(await refusalOf(rulesOf(newId()))).toMatchObject({ code: 'not-found' })
  const ada = await server.signer(await linkOf(server.owner, pack, signers[0]!))
  expect(await refusalOf(ada.get(`/app/notification_rules?entity_key=${pack}`))).toMatchObject({ code: 'not-logged-in' })
  expect(await refusalOf(ada.delete(`/app/notification_rules/delete_notification_rule/${rule.key}`))).toMatchObject({
    code: 'not-logged-in',
  })
  const stranger = await server.stranger('eve')
  expect(await refusalOf(stranger.get(`/app/notification_rules?entity_key=${pack}`))).toMatchObject({ code: 'not-found' })
  expect(await rulesOf(pack)).toEqual([rule])
})

test('a copy takes the rules along, under keys of its own', async () => {
  const { pack } = await prepared(server.owner, 'Copied with its rules', ['Ada Lovelace'], FIELDS)
  const rule = await save({ entity_key: pack, event: 'not-signed', action: 'remind', countdown_seconds: 86_400 })
  const { document } = await server.owner.get<{ document: { key: string } }>(`/app/documents/${pack}/create_a_copy`)
  const [copied, ...more] = await rulesOf(document.key)
  expect(more).toEqual([])
  expect(copied).toEqual({ ...rule, key: copied!.key, entity_key: document.key })
  expect(copied!.key).not.toBe(rule.key)
  await server.owner.delete(`/app/notification_rules/delete_notification_rule/${copied!.key}`)
  expect((await viewOf(server.owner, document.key)).view.notifications.rules).toEqual([])
  expect(await rulesOf(pack)).toHaveLength(1)
})
