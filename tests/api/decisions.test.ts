import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideInTurn } from '#domain/kernel'
import { ACCEPTED_AS_IT_IS, pack as aggregate, type PackCommand } from '#domain/pack'
import { creator, idOf, packInSetup, workspace } from '#tests/pack'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import { linkOf, prepared, sent, viewOf } from '../support/prepared.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const TEXT = { type: 'text', x: 40, y: 40, width: 120, height: 24 }
const TWO = ['Ada Lovelace', 'Grace Hopper']
const FIELDS = [
  { ...TEXT, signer: 0 },
  { ...TEXT, y: 90, signer: 1 },
]
const status = (pack: string, to: string, revision: number) =>
  server.owner.post(`/app/documents/${pack}/update_document`, { data: { status: to, revision } })
const statusOf = async (pack: string) => (await viewOf(server.owner, pack)).view.status
const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    async () => (await refusalOf(call)).code,
  )

test('a visit, a draft and a mail that went out in between do not stop a decision on an earlier view', async () => {
  const { pack, signers, fields } = await sent(server.owner, 'Seen before the visit', TWO, FIELDS)
  const link = await linkOf(server.owner, pack, signers[0]!)
  const { revision } = await viewOf(server.owner, pack)
  const ada = await server.signer(link)
  await ada.post(`/app/documents/${pack}/add_update_data_field`, { data: [{ uuid: fields[0], data: 'a draft' }] })
  await server.owner.post(`/app/documents/${pack}/resend_document_notification/${signers[1]}`, {})
  expect((await viewOf(server.owner, pack)).revision).toBeGreaterThan(revision + 1)
  await status(pack, 'setup', revision)
  expect(await statusOf(pack)).toBe('setup')
})

test('a signature finished in between does: what would be undone or thrown away was not seen', async () => {
  const { pack, signers, fields } = await sent(server.owner, 'Signed unseen', TWO, FIELDS)
  const { revision } = await viewOf(server.owner, pack)
  const ada = await server.signer(await linkOf(server.owner, pack, signers[0]!))
  await ada.post(`/app/documents/${pack}/add_update_data_field`, { data: [{ uuid: fields[0], data: 'done' }] })
  const { view_digest } = await viewOf(ada, pack)
  await ada.post(`/app/documents/${pack}/add_update_signatory`, {
    data: { uuid: signers[0] },
    update_status_to: 'complete',
    consent_version: '2026-11',
    view_digest,
  })
  const conflict = { status: 409, code: 'revision-changed' }
  expect(await refusalOf(status(pack, 'setup', revision))).toMatchObject(conflict)
  expect(await refusalOf(status(pack, 'complete', revision))).toMatchObject(conflict)
  expect(await refusalOf(server.owner.get(`/app/documents/${pack}/delete_document?revision=${revision}`))).toMatchObject(conflict)
  const now = await viewOf(server.owner, pack)
  expect(now.view).toMatchObject({ status: 'awaiting_signatures', trashed: null })
  await server.owner.get(`/app/documents/${pack}/delete_document?revision=${now.revision}`)
  expect((await viewOf(server.owner, pack)).view.trashed).not.toBeNull()
})

test('of a request for signatures and a colleague’s change at the same moment exactly one is kept, whichever came first', async () => {
  const nora = await server.member('Nora')
  for (let round = 0; round < 4; round++) {
    const { pack, fields } = await prepared(server.owner, `Raced ${round}`, TWO, FIELDS)
    const { revision } = await viewOf(server.owner, pack)
    const request = () => status(pack, 'awaiting_signatures', revision)
    const change = () => nora.post(`/app/documents/${pack}/add_update_data_field`, { data: [{ uuid: fields[0], x: 60 + round }] })
    const outcomes = await Promise.all((round % 2 === 0 ? [request(), change()] : [change(), request()]).map(outcomeOf))
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    const { view } = await viewOf(server.owner, pack)
    expect(outcomes.sort()).toEqual(view.status === 'setup' ? ['done', 'revision-changed'] : ['done', 'not-in-setup'])
  }
})

test('two people who ask for the same thing on the same revision: it happens once', async () => {
  const otto = await server.member('Otto')
  const { pack } = await prepared(server.owner, 'Asked twice', TWO, FIELDS)
  const { revision } = await viewOf(server.owner, pack)
  const data = { status: 'awaiting_signatures', revision }
  await Promise.allSettled([server.owner, otto].map((person) => person.post(`/app/documents/${pack}/update_document`, { data })))
  const { view } = await viewOf(server.owner, pack)
  expect(view).toMatchObject({ status: 'awaiting_signatures', round: 1 })
})

test('of what is asked for at once nothing is done where a part of it is refused, or is not theirs to do', () => {
  const { state, events } = packInSetup('first')
  const context = { now: '2026-03-02T09:00:00.000Z', principal: `user:${creator}`, defaultCountry: 'ZA', typesetting: ACCEPTED_AS_IT_IS }
  const ask = (then: PackCommand) => {
    const who = { as: 'team', user: idOf('colleague'), workspace, isAdmin: false, permissions: new Set<string>() } as const
    return decideInTurn(
      aggregate,
      [{ do: 'RenamePack', name: 'Half of it' }, then],
      { key: '', state, revision: events.length },
      who,
      context,
    )
  }
  expect(ask({ do: 'LockFields' })).toMatchObject({ refused: 'not-permitted' })
  expect(ask({ do: 'RemoveSignatory', signatory: idOf('nobody'), withFields: false })).toHaveProperty('refused')
  expect(ask({ do: 'SetSubject', subject: 'Sublease' })).toHaveLength(2)
})
