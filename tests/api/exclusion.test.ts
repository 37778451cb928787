import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import { client, openSigning } from '../../cli/demo/client.ts'
import { asked, eventually, linkOf, newId, prepared, sent, signAs, uploaded, viewOf } from '../support/prepared.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const signature = (signer: number) => ({ type: 'signature', x: 60, y: 80 + 80 * signer, width: 160, height: 48, signer, required: true })
const exclude = (pack: string, uuid: string, more: object = {}) =>
  server.owner.post<{ message: string; signatory: { uuid: string; date_updated: string } }>(`/app/documents/${pack}/exclude_signatory`, {
    data: { uuid },
    ...more,
  })

test('[D-252 D-255 D-483] a signer is excluded: their link ends, and with nobody left incomplete the document is complete', async () => {
  const { pack, signers, fields } = await sent(server.owner, 'Lease', ['Ann Ames', 'Bob Bell'], [signature(0), signature(1)])
  await asked(server.owner, pack)
  const [ann, bob] = signers as [string, string]
  await signAs(server.url, await linkOf(server.owner, pack, ann), pack, ann, fields[0]!)
  const link = await linkOf(server.owner, pack, bob)
  const before = (await viewOf(server.owner, pack)).view
  expect(before.status).toBe('awaiting_signatures')
  const answer = await exclude(pack, bob, { update_status_to: 'complete', verification_otp: null })
  const { view } = await viewOf(server.owner, pack)
  expect(answer).toMatchObject({ success: true, message: 'The signer was excluded.' })
  expect(view.signatories.map(({ status }) => status)).toEqual(['complete', 'excluded'])
  expect(view.status).toBe('complete')
  expect(answer.signatory).toEqual({ uuid: bob, date_updated: view.signatories[1]!.updated })
  expect(answer.signatory.date_updated > before.signatories[1]!.updated).toBe(true)
  expect(await refusalOf(openSigning(client(server.url), link))).toMatchObject({ status: 410, code: 'signatory-excluded' })
  expect(await refusalOf(exclude(pack, ann))).toMatchObject({ status: 409, code: 'not-awaiting-signatures' })
  expect(await refusalOf(exclude(pack, newId()))).toMatchObject({ code: expect.any(String) })
  // The final file is made without them.
  await eventually(
    () => viewOf(server.owner, pack),
    ({ view: { documents } }) => documents.every(({ sealing }) => sealing.state === 'sealed'),
  )
})

test('whether they still get the signed document is the sender’s to choose', async () => {
  const mails = async (viewing: boolean) => {
    const { pack, signers, fields } = await sent(server.owner, 'Lease', ['Ann Ames', 'Bob Bell'], [signature(0), signature(1)])
    await asked(server.owner, pack)
    const [ann, bob] = signers as [string, string]
    await exclude(pack, bob, { excluded_signers_can_receive_viewing_notifications: viewing })
    await signAs(server.url, await linkOf(server.owner, pack, ann), pack, ann, fields[0]!)
    const { view } = await eventually(
      () => viewOf(server.owner, pack),
      ({ view: { finalCopies } }) => finalCopies[ann] !== undefined && finalCopies[ann]!.state !== 'queued',
    )
    return view.finalCopies[bob] !== undefined
  }
  expect(await mails(false)).toBe(false)
  expect(await mails(true)).toBe(true)
})

const save = (pack: string, data: object) => server.owner.post(`/app/documents/${pack}/update_document`, { data })
interface Recorded {
  readonly document: {
    readonly status: string
    readonly use_signer_groups: boolean
    readonly signer_groups: readonly { uuid: string; name: string; position: number; date_created: string }[]
    readonly signatories: readonly {
      uuid: string
      position: number
      signer_group_uuid: string | null
      associated_document_keys: readonly string[]
    }[]
    readonly child_documents: readonly { key: string; status: string; rejection_reason: string | null; rejected_by: string | null }[]
  }
}
const recorded = async (pack: string) => (await server.owner.get<Recorded>(`/app/documents/${pack}`)).document
const askedOf = async (pack: string) => {
  await asked(server.owner, pack)
  return (await viewOf(server.owner, pack)).view.signatories.filter(({ request }) => request !== null).map(({ uuid }) => uuid)
}

test('[D-177 D-179 D-363] signer groups are made by saving a document, sign one after another, and go when groups are turned off', async () => {
  const four = ['Ann Ames', 'Bob Bell', 'Cyd Cole', 'Dee Dorn']
  const { pack, document, signers, fields } = await prepared(server.owner, 'Grouped', four, [0, 1, 2, 3].map(signature))
  const [ann, bob, cyd, dee] = signers as [string, string, string, string]
  const [clients, advisers] = [newId(), newId()]
  await save(pack, {
    signer_groups: [{ uuid: clients, name: 'Clients' }, { uuid: advisers }],
    signatories: [
      { uuid: ann, signer_group_uuid: clients },
      { uuid: bob, signer_group_uuid: clients },
      { uuid: dee, signer_group_uuid: advisers },
    ],
  })
  const before = await recorded(pack)
  expect(before.use_signer_groups).toBe(true)
  expect(before.signer_groups).toEqual([
    { uuid: clients, name: 'Clients', position: 1, date_created: expect.stringMatching(/^\d{4}-/) },
    { uuid: advisers, name: 'Signer group 2', position: 2, date_created: expect.stringMatching(/^\d{4}-/) },
  ])
  expect(
    before.signatories.map(({ uuid, signer_group_uuid, associated_document_keys }) => [uuid, signer_group_uuid, associated_document_keys]),
  ).toEqual([
    [ann, clients, [document]],
    [bob, clients, [document]],
    [cyd, null, [document]],
    [dee, advisers, [document]],
  ])
  expect(await refusalOf(save(pack, { signer_groups: [{ uuid: advisers, name: 'clients' }] }))).toEqual({
    status: 409,
    code: 'group-name-taken',
    message: 'Group names must be unique',
  })
  // One by details of their own, and another order: a step names its group.
  await server.owner.post(`/app/documents/${pack}/update_signatory_details`, { data: { uuid: cyd, signer_group_uuid: advisers } })
  await save(pack, {
    signing_order: [
      [clients, bob, ann],
      [advisers, cyd, dee],
    ],
    status: 'awaiting_signatures',
  })
  expect((await recorded(pack)).signatories.map(({ position }) => position)).toEqual([1, 0, 2, 3])
  expect((await askedOf(pack)).sort()).toEqual([ann, bob].sort())
  await signAs(server.url, await linkOf(server.owner, pack, ann), pack, ann, fields[0]!)
  expect(await refusalOf(linkOf(server.owner, pack, dee))).toMatchObject({ status: 409, code: 'not-your-turn' })
  await signAs(server.url, await linkOf(server.owner, pack, bob), pack, bob, fields[1]!)
  expect((await askedOf(pack)).sort()).toEqual([...signers].sort())

  await server.owner.post(`/app/documents/${pack}/update_document`, { data: { status: 'setup' } })
  await save(pack, { use_signer_groups: false })
  const after = await recorded(pack)
  expect(after).toMatchObject({ use_signer_groups: false, signer_groups: [] })
  expect(after.signatories.map(({ signer_group_uuid }) => signer_group_uuid)).toEqual([null, null, null, null])
})

test('[D-271 D-272 D-484] a signer rejects one document of several: the rest goes on without it, and with the last one the whole is rejected', async () => {
  const two = ['Ann Ames', 'Bob Bell']
  const made = await prepared(server.owner, 'Two papers', two, [signature(0), signature(1)])
  const { pack, document, signers, fields } = made
  const [ann, bob] = signers as [string, string]
  const annex = await uploaded(server.owner, 'Fees', undefined, pack)
  const rejectAs = async (signer: string, child: string, reason?: string) => {
    const session = await server.signer(await linkOf(server.owner, pack, signer))
    const answer = await session
      .post(`/app/documents/${child}/reject_child_document/${signer}`, reason === undefined ? {} : { rejection_reason: reason })
      .catch((refused: unknown) => refusalOf(Promise.reject(refused)))
    return { session, answer }
  }
  const send = () => save(pack, { status: 'awaiting_signatures' })
  await save(pack, { can_reject_individual_documents: false, sequential_signing: true })
  await send()
  const unable = { status: 409, code: 'unable-to-reject', message: 'Unable to reject document' }
  expect((await rejectAs(ann, annex.document)).answer).toEqual(unable)
  await save(pack, { status: 'setup' })
  await save(pack, { can_reject_individual_documents: true })
  await send()

  const { session } = await rejectAs(ann, annex.document, 'Too dear')
  const child = (await recorded(pack)).child_documents.find(({ key }) => key === annex.document)
  expect(child).toMatchObject({ status: 'rejected', rejection_reason: 'Too dear', rejected_by: ann })
  expect((await recorded(pack)).status).toBe('awaiting_signatures')
  const seen = await session.get<Recorded>(`/app/documents/${pack}`)
  expect(seen.document.child_documents.map(({ key }) => key)).toEqual([document])
  // Neither its pages nor its file is there for those who come after.
  const image = (key: string) => session.get(`/app/documents/${key}/view`)
  expect(await refusalOf(image(annex.document))).toMatchObject({ status: 404 })
  expect(await refusalOf(server.owner.post(`/app/documents/${annex.document}/reject_child_document/${ann}`, {}))).toMatchObject({
    status: 403,
  })

  await signAs(server.url, await linkOf(server.owner, pack, ann), pack, ann, fields[0]!)
  await signAs(server.url, await linkOf(server.owner, pack, bob), pack, bob, fields[1]!)
  const { view } = await eventually(
    () => viewOf(server.owner, pack),
    ({ view: { documents, finalCopies } }) =>
      documents.some(({ sealing }) => sealing.state === 'sealed') && Object.keys(finalCopies).length > 0,
  )
  expect(view.documents.map(({ sealing, rejected }) => [sealing.state, rejected?.by])).toEqual([
    ['sealed', undefined],
    ['not-started', ann],
  ])

  const other = await prepared(server.owner, 'All of it', ['Ann Ames'], [signature(0)])
  const more = await uploaded(server.owner, 'More', undefined, other.pack)
  await save(other.pack, { can_reject_individual_documents: true })
  await save(other.pack, { status: 'awaiting_signatures' })
  const one = await server.signer(await linkOf(server.owner, other.pack, other.signers[0]!))
  const rejectOne = (key: string) => one.post<{ message: string }>(`/app/documents/${key}/reject_child_document/${other.signers[0]}`, {})
  await rejectOne(more.document)
  // Its answer was lost, and the document is not there for them any more.
  expect(await rejectOne(more.document)).toMatchObject({ message: 'You rejected this document.' })
  expect(await refusalOf(rejectOne(newId()))).toMatchObject({ status: 404 })
  expect((await recorded(other.pack)).status).toBe('awaiting_signatures')
  expect(await rejectOne(other.document)).toMatchObject({ message: 'You rejected this document.' })
  // Its answer was lost.
  expect(await rejectOne(other.document)).toMatchObject({ success: true })
  expect(await recorded(other.pack)).toMatchObject({
    status: 'rejected',
    child_documents: [{ status: 'rejected' }, { status: 'rejected' }],
  })
})
