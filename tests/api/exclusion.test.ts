import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf, type TestServer, testServer } from '#tests/server'
import { client, openSigning } from '../../cli/demo/client.ts'
import { asked, eventually, linkOf, newId, sent, signAs, viewOf } from '../support/prepared.ts'

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
