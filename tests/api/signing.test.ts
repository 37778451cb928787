import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HEADERS } from '#contract/envelope'
import { pack as aggregate, type PackState } from '#domain/pack'
import { refusalOf, type SigningClient, type TestServer, testServer } from '#tests/server'
import { type Client, client, crossSite, openSigning, type SigningSession, signingSession } from '../../cli/demo/client.ts'
import { asked, eventually, linkOf, newId, prepared, sent, viewOf } from '../support/prepared.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const TEXT = { type: 'text', x: 40, y: 40, width: 120, height: 24 }
const SIGNATURE = { type: 'signature', x: 40, y: 100, width: 160, height: 48 }
const TWO = ['Ada Lovelace', 'Grace Hopper']
const today = () => new Date().toISOString().slice(0, 10)

const open = async (pack: string, signatory: string) => server.signer(await linkOf(server.owner, pack, signatory))
const fill = (signer: SigningClient, fields: readonly object[]) =>
  signer.post(`/app/documents/${signer.opened.document_key}/add_update_data_field`, { data: fields })
const consent = (signer: SigningClient) =>
  signer.post(`/app/documents/${signer.opened.document_key}/user_accepted_terms/${signer.opened.signatory_uuid}`, {})
async function finish(signer: SigningClient, more: object = {}) {
  const { document_key, signatory_uuid } = signer.opened
  const { view_digest } = await signer.get<{ view_digest: string }>(`/app/documents/${document_key}/view`)
  const body = {
    data: { uuid: signatory_uuid },
    update_status_to: 'complete',
    consent_version: '2026-11',
    view_digest,
    date: today(),
    ...more,
  }
  return signer.post<{ signatory: { uuid: string; date_updated: string }; revision: number }>(
    `/app/documents/${document_key}/add_update_signatory`,
    body,
  )
}
const reject = (signer: SigningClient, rejection_reason?: string) =>
  signer.post(`/app/documents/${signer.opened.document_key}/add_update_signatory`, {
    data: { uuid: signer.opened.signatory_uuid },
    update_status_to: 'rejected',
    ...(rejection_reason === undefined ? {} : { rejection_reason }),
  })
interface Opened extends SigningSession {
  readonly keeps_signatures: boolean
}
const state = async (pack: string): Promise<PackState> => (await viewOf(server.owner, pack)).view
const history = (pack: string) => server.application.services.handler.history(`pack-${pack}`, aggregate)

test('dates are set by the day of the person who acts, and a wrong clock of a device stops nobody who has no such date', async () => {
  const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
  const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
  const day = { type: 'date', x: 40, width: 120, height: 24, auto_assign_date: true, required: false }
  server.owner.remember({ 'x-time-zone': east })
  const one = await sent(server.owner, 'Days', TWO, [
    { ...SIGNATURE, signer: 0 },
    { ...SIGNATURE, y: 200, signer: 1 },
    { ...day, y: 300, signer: 'self' },
    { ...day, y: 400, signer: 0 },
  ])
  server.owner.remember({ 'x-time-zone': '' })
  const sign = async (at: number, zone: string, date: string) => {
    const signer = await open(one.pack, one.signers[at]!)
    signer.remember({ 'x-time-zone': zone })
    await consent(signer)
    await fill(signer, [{ uuid: one.fields[at], data: { method: 'typed', text: 'Ada' } }])
    return refusalOf(finish(signer, { date })).catch(() => 'signed')
  }
  const next = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  expect(await sign(0, west, next)).toMatchObject({ code: 'date-invalid', message: expect.stringContaining(next) })
  expect(await sign(0, west, dayIn(west))).toBe('signed')
  expect(await sign(1, 'Nowhere/Never', next)).toBe('signed')
  const { fields, status } = await state(one.pack)
  expect(status).toBe('complete')
  expect(one.fields.slice(2).map((date) => fields[date]!.value)).toEqual([dayIn(east), dayIn(west)])
  const zones = (await history(one.pack)).flatMap(({ fact }) => (fact.type === 'AutoDatesSet' ? [fact.data.zone] : []))
  expect(zones).toEqual([east, west])
})

describe('a signing link', () => {
  test('[D-493] is given to a preparer, opens a session, and opens again while it is not used up', async () => {
    const { pack, signers } = await sent(server.owner, 'Links', ['Ada Lovelace'], [{ ...TEXT, signer: 0 }])
    const link = await linkOf(server.owner, pack, signers[0]!)
    expect(link).toMatch(/\/sign\/[A-Za-z0-9_-]{22,}$/)
    const first = await server.signer(link)
    expect(first.opened).toMatchObject({ document_key: pack, signatory_uuid: signers[0], finished: false })
    const again = await server.signer(link)
    expect(again.opened.session_token).not.toBe(first.opened.session_token)
    expect((await history(pack)).filter(({ fact }) => fact.type === 'PackVisited')).toHaveLength(2)
  })

  test('opening its address changes nothing', async () => {
    const { pack, signers } = await sent(server.owner, 'Scanners', ['Ada Lovelace'], [{ ...TEXT, signer: 0 }])
    const link = await linkOf(server.owner, pack, signers[0]!)
    const { revision } = await eventually(
      () => viewOf(server.owner, pack),
      ({ view }) => view.signatories[0]!.request?.state === 'sent',
    )
    const answer = await fetch(new URL(new URL(link).pathname, server.url))
    if (answer.status === 200) expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect((await viewOf(server.owner, pack)).revision).toBe(revision)
  })

  test('counts as opened once somebody is there, however the page came to be', async () => {
    const { pack, signers } = await sent(server.owner, 'Scripts', ['Ada Lovelace'], [{ ...TEXT, signer: 0 }])
    const link = await linkOf(server.owner, pack, signers[0]!)
    await asked(server.owner, pack)
    const { revision } = await viewOf(server.owner, pack)
    const signer = client(server.url)
    const token = new URL(link).pathname.split('/').at(-1)
    const opened = await signer.post<SigningSession>('/app/signing_sessions', { token, begins_visit: false })
    signer.remember({ ...crossSite(opened.csrf_token), ...signingSession(opened.session_token) })
    expect(await viewOf(server.owner, pack)).toMatchObject({ revision, view: { signatories: [{ visited: null }] } })
    await signer.post(`/app/documents/${pack}/begin_visit`, {})
    expect((await viewOf(server.owner, pack)).view.signatories[0]!.visited).not.toBeNull()
    expect((await history(pack)).filter(({ fact }) => fact.type === 'PackVisited')).toHaveLength(1)
    expect(await refusalOf(server.owner.post(`/app/documents/${pack}/begin_visit`, {}))).toMatchObject({ status: 403 })
  })

  test('of a document in the trash is gone, and of one that came back from there is replaced by a newer one', async () => {
    const { pack, signers } = await sent(server.owner, 'There and back', ['Ada Lovelace'], [{ ...TEXT, signer: 0 }])
    const link = await linkOf(server.owner, pack, signers[0]!)
    const tried = () => refusalOf(client(server.url).post('/app/signing_sessions', { token: new URL(link).pathname.split('/').at(-1) }))
    await server.owner.get(`/app/documents/${pack}/delete_document`)
    expect(await tried()).toMatchObject({ status: 410, code: 'document-gone', message: 'This document is no longer available.' })
    await server.owner.get(`/app/documents/${pack}/recover_document`)
    expect(await tried()).toMatchObject({
      status: 410,
      code: 'link-voided',
      message: 'This signing link is no longer valid. Please use the newest one you were sent, or ask the sender.',
    })
  })

  test('opens nothing once its time has ended, and a later day lets the signer go on where they were', async () => {
    const { pack, signers, fields } = await sent(server.owner, 'Lapsing', ['Ada Lovelace'], [{ ...TEXT, signer: 0 }])
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const until = (expires_on: string | null) => server.owner.post(`/app/documents/${pack}/update_document`, { data: { expires_on } })
    expect(await refusalOf(until(day(-3)))).toMatchObject({
      status: 400,
      code: 'expiry-past',
      message: 'The expiry date has passed. Choose today or a later day.',
    })
    await until(day(3))
    const link = await linkOf(server.owner, pack, signers[0]!)
    const signer = await server.signer(link)
    await fill(signer, [{ uuid: fields[0], data: 'half' }])
    const actor = { principal: 'process:expiry', capacity: 'process', proof: 'installation' } as const
    await server.application.services.handler.handle({
      stream: `pack-${pack}`,
      aggregate,
      decide: () => [{ type: 'RequestsExpired', data: { day: day(3) } } as const],
      origin: { actor, correlation: 'test', causation: 'test' },
    })
    const ended = { status: 410, code: 'request-expired' }
    expect(await refusalOf(fill(signer, [{ uuid: fields[0], data: 'late' }]))).toMatchObject(ended)
    const again = () => client(server.url).post('/app/signing_sessions', { token: new URL(link).pathname.split('/').at(-1) })
    expect(await refusalOf(again())).toMatchObject(ended)
    expect(await refusalOf(linkOf(server.owner, pack, signers[0]!))).toMatchObject(ended)
    const { document } = await server.owner.get<{ document: object }>(`/app/documents/${pack}`)
    expect(document).toMatchObject({ status: 'awaiting_signatures', expires_on: day(3), expiry_reminder_days: null })
    await until(day(5))
    await again()
    await fill(signer, [{ uuid: fields[0], data: 'whole' }])
    await consent(signer)
    await finish(signer)
    expect((await state(pack)).signatories[0]!.status).toBe('complete')
    // The date that was read can be sent back; another cannot be set any more.
    await until(day(5))
    expect(await refusalOf(until(day(6)))).toMatchObject({ code: 'not-awaiting-signatures' })
  })

  test('mistyped, voided and used up: each says so, and nothing else', async () => {
    const { pack, signers } = await sent(server.owner, 'Secret name', TWO, [
      { ...TEXT, signer: 0 },
      { ...SIGNATURE, signer: 1 },
    ])
    const try_ = async (link: string) => {
      const token = new URL(link).pathname.split('/').at(-1)
      const body = JSON.stringify({ token })
      const answer = await server.raw('/app/signing_sessions', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      expect(JSON.stringify(answer.body)).not.toMatch(/Secret name|Ada|Grace|example\.com/)
      return [answer.status, answer.body.code]
    }
    const link = await linkOf(server.owner, pack, signers[0]!)
    expect(await try_(`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`)).toEqual([410, 'unknown-link'])

    const old = await linkOf(server.owner, pack, signers[1]!)
    await server.owner.post(`/app/documents/${pack}/update_signatory_details`, {
      data: { uuid: signers[1], email: 'g.hopper@example.com' },
    })
    expect(await try_(old)).toEqual([410, 'link-voided'])

    const signer = await server.signer(link)
    await fill(signer, [{ uuid: (await fieldOf(pack, 0)).key, data: 'Ada' }])
    await consent(signer)
    await finish(signer)
    const returning = await server.signer(link)
    expect(returning.opened.finished).toBe(true)

    await server.owner.post(`/app/documents/${pack}/update_document`, { data: { status: 'setup' } })
    expect(await try_(link)).toEqual([410, 'link-voided'])
    expect((await refusalOf(returning.get(`/app/documents/${pack}/view`))).status).toBe(410)
  })

  test('of another pack or signer opens nothing here', async () => {
    const one = await sent(server.owner, 'One', TWO, [
      { ...TEXT, signer: 0 },
      { ...SIGNATURE, signer: 1 },
    ])
    const other = await sent(server.owner, 'Other', ['Ada Lovelace'], [{ ...TEXT, signer: 0 }])
    const signer = await open(other.pack, other.signers[0]!)
    const elsewhere = [
      () => signer.get(`/app/documents/${one.pack}/view`),
      () => signer.get(`/app/documents/${one.document}`),
      () => signer.post(`/app/documents/${one.pack}/add_update_data_field`, { data: [{ uuid: one.fields[0], data: 'x' }] }),
      () => signer.get(`/documents/${one.document}/get_blob_as_image`),
    ]
    for (const call of elsewhere) expect(await refusalOf(call())).toMatchObject({ status: 404, code: 'not-found' })
    const mine = await open(one.pack, one.signers[0]!)
    const asOther = mine.post(`/app/documents/${one.pack}/add_update_signatory`, {
      data: { uuid: one.signers[1] },
      update_status_to: 'rejected',
      rejection_reason: 'Not mine to give',
    })
    expect(await refusalOf(asOther)).toMatchObject({ status: 403, code: 'not-yours' })
  })
})

describe('a signer', () => {
  test('[D-253 D-480 D-481 D-251] finishes: the last one completes the pack', async () => {
    const { pack, signers, fields } = await sent(server.owner, 'Finishing', TWO, [
      { ...TEXT, signer: 0 },
      { ...SIGNATURE, signer: 1 },
    ])
    const ada = await open(pack, signers[0]!)
    await consent(ada)
    await fill(ada, [{ uuid: fields[0], data: 'Ada' }])
    const done = await finish(ada)
    expect(done.signatory).toEqual({ uuid: signers[0], date_updated: expect.any(String) })
    expect(await state(pack)).toMatchObject({ status: 'awaiting_signatures', signatories: [{ status: 'complete' }, {}] })
    const grace = await open(pack, signers[1]!)
    await consent(grace)
    await fill(grace, [{ uuid: fields[1], data: { method: 'typed', text: 'Grace Hopper' } }])
    await finish(grace)
    expect((await state(pack)).status).toBe('complete')
  })

  test('[D-256 D-379] with incomplete required fields does not finish, and learns which', async () => {
    const { pack, signers, fields } = await sent(
      server.owner,
      'Incomplete',
      ['Ada Lovelace'],
      [
        { ...TEXT, required: true, signer: 0 },
        { ...SIGNATURE, signer: 0 },
      ],
    )
    const ada = await open(pack, signers[0]!)
    await consent(ada)
    await fill(ada, [{ uuid: fields[0], data: 'Ada' }])
    expect(await refusalOf(finish(ada))).toEqual({
      status: 409,
      code: 'fields-incomplete',
      message: 'There are still incomplete fields. Please fill out all fields that are assigned to you.',
    })
    expect((await state(pack)).status).toBe('awaiting_signatures')
  })

  test('finishes only with consent, and only what they saw', async () => {
    const { pack, signers, fields } = await sent(server.owner, 'Seen', ['Ada Lovelace'], [{ ...TEXT, signer: 0 }])
    const ada = await open(pack, signers[0]!)
    expect(await refusalOf(finish(ada, { consent_version: undefined }))).toMatchObject({ code: 'consent-required' })
    const { view_digest } = ada.opened
    await fill(ada, [{ uuid: fields[0], data: 'Ada' }])
    expect(await refusalOf(finish(ada, { view_digest }))).toMatchObject({ status: 409, code: 'view-changed' })
    await finish(ada)
    expect((await state(pack)).status).toBe('complete')
  })

  test('[D-257 D-259 D-266] who has finished changes nothing more, and rejects nothing', async () => {
    const { pack, signers, fields } = await sent(server.owner, 'Over', TWO, [
      { ...TEXT, signer: 0 },
      { ...TEXT, y: 90, signer: 1 },
    ])
    const ada = await open(pack, signers[0]!)
    await fill(ada, [{ uuid: fields[0], data: 'Ada' }])
    await finish(ada)
    expect((await refusalOf(fill(ada, [{ uuid: fields[0], data: 'Changed' }]))).status).toBeGreaterThanOrEqual(400)
    expect((await refusalOf(reject(ada, 'Changed my mind'))).status).toBeGreaterThanOrEqual(400)
    expect(await state(pack)).toMatchObject({ fields: { [fields[0]!]: { value: 'Ada' } }, signatories: [{ status: 'complete' }, {}] })
  })

  test('cannot sign with characters that cannot be stored, and learns why', async () => {
    const { pack, signers, fields } = await sent(server.owner, 'Unstorable', ['Ada Lovelace'], [{ ...SIGNATURE, signer: 0 }])
    const ada = await open(pack, signers[0]!)
    for (const text of ['Ada \u0000', 'Ada \ud83d'])
      expect(await refusalOf(fill(ada, [{ uuid: fields[0], data: { method: 'typed', text } }]))).toMatchObject({
        status: 400,
        code: 'not-text',
      })
    expect((await state(pack)).fields[fields[0]!]!.value).toBeNull()
  })

  test('[D-254 D-258 D-260 D-269] rejects with a reason, and with that the pack', async () => {
    const { pack, signers, fields } = await sent(server.owner, 'Rejected', TWO, [
      { ...TEXT, signer: 0 },
      { ...TEXT, y: 90, signer: 1 },
    ])
    const grace = await open(pack, signers[1]!)
    const ada = await open(pack, signers[0]!)
    await reject(ada, '')
    expect(await state(pack)).toMatchObject({
      status: 'rejected',
      signatories: [
        { status: 'rejected', rejectionReason: 'Rejection reason not specified. Please contact the signer for further details.' },
        {},
      ],
    })
    // A signer whose answer was lost asks again, and does not learn that somebody rejected it.
    await reject(ada, '')
    const late = [
      () => fill(ada, [{ uuid: fields[0], data: 'x' }]),
      () => reject(ada, 'Again'),
      () => fill(grace, [{ uuid: fields[1], data: 'x' }]),
    ]
    for (const call of late) {
      expect((await refusalOf(call())).status).toBeGreaterThanOrEqual(400)
    }
  })

  test('[D-271] does not reject one document alone', async () => {
    const { pack, document, signers } = await sent(server.owner, 'Only one', ['Ada Lovelace'], [{ ...TEXT, signer: 0 }], false, {
      can_reject_individual_documents: true,
    })
    const ada = await open(pack, signers[0]!)
    const one = ada.post(`/app/documents/${document}/reject_child_document/${signers[0]}`, { rejection_reason: 'Not this one' })
    expect(await refusalOf(one)).toEqual({ status: 409, code: 'unable-to-reject', message: 'Unable to reject document' })
    expect((await state(pack)).status).toBe('awaiting_signatures')
  })

  test('[D-261 D-262 D-496] in sequential order only the first may sign, then the next', async () => {
    const { pack, signers, fields } = await sent(
      server.owner,
      'In order',
      TWO,
      [
        { ...TEXT, signer: 0 },
        { ...TEXT, y: 90, signer: 1 },
      ],
      true,
    )
    const next = async (signatory: string) =>
      (await server.owner.get<{ user_is_next_signer: boolean }>(`/app/documents/${pack}/is_next_signer/${signatory}`)).user_is_next_signer
    expect([await next(signers[0]!), await next(signers[1]!)]).toEqual([true, false])
    expect(await refusalOf(linkOf(server.owner, pack, signers[1]!))).toMatchObject({ status: 409, code: 'not-your-turn' })
    const ada = await open(pack, signers[0]!)
    await fill(ada, [{ uuid: fields[0], data: 'Ada' }])
    await finish(ada)
    expect([await next(signers[0]!), await next(signers[1]!)]).toEqual([false, true])
    const grace = await open(pack, signers[1]!)
    await fill(grace, [{ uuid: fields[1], data: 'Grace' }])
    await finish(grace)
    expect((await state(pack)).status).toBe('complete')
  })

  test('[D-491] goes on later', async () => {
    const { pack, signers } = await sent(server.owner, 'Later', ['Ada Lovelace'], [{ ...TEXT, signer: 0 }])
    const ada = await open(pack, signers[0]!)
    expect(await ada.get(`/app/documents/${pack}/sign_later/${signers[0]}?return_json=true`)).toMatchObject({ success: true })
    expect((await server.owner.get<{ signatories: object[] }>(`/app/documents/${pack}/get_signatories`)).signatories[0]).toMatchObject({
      sign_later: true,
    })
  })

  test('[D-490] accepts the terms with an empty body', async () => {
    const { pack, signers } = await sent(server.owner, 'Terms', ['Ada Lovelace'], [{ ...TEXT, signer: 0 }])
    const ada = await open(pack, signers[0]!)
    expect(await consent(ada)).toMatchObject({ success: true })
    expect((await state(pack)).signatories[0]!.consent).toBe('2026-11')
  })

  test('[D-416 D-144] sees neither the others’ addresses nor their drafts, in no answer', async () => {
    const { pack, document, signers, fields } = await sent(server.owner, 'Privacy', TWO, [
      { ...TEXT, signer: 0 },
      { ...TEXT, y: 90, signer: 1 },
    ])
    await server.owner.post(`/app/documents/${pack}/update_document`, { data: { status: 'setup' } })
    await server.owner.post(`/app/documents/${pack}/update_document`, {
      data: {
        signatories: [{ uuid: signers[1], mobile_number: '+27821234567' }],
        cc_recipients: [{ uuid: newId(), name: 'Carl Copy', email: 'carl@example.com' }],
      },
    })
    await server.owner.post(`/app/documents/${pack}/update_document`, { data: { status: 'awaiting_signatures' } })
    const grace = await open(pack, signers[1]!)
    await fill(grace, [{ uuid: fields[1], data: 'a draft of Grace' }])
    const ada = await open(pack, signers[0]!)
    expect(await refusalOf(fill(ada, [{ uuid: fields[1], data: 'not hers' }]))).toMatchObject({ status: 403, code: 'not-your-field' })
    const answers = [ada.opened]
    for (const path of [
      `/app/documents/${pack}`,
      `/app/documents/${document}`,
      `/app/documents/${pack}/view`,
      `/app/documents/${pack}/get_signatories`,
      `/app/documents/${pack}/get_data_fields`,
      `/app/documents/${pack}/get_document_updates?return_signatories=true&return_data_fields=true&return_child_documents=true`,
      `/app/documents/${pack}/signed`,
    ]) {
      answers.push(await ada.get(path))
    }
    const shown = JSON.stringify(answers)
    expect(shown).toContain('ada@example.com')
    for (const secret of ['grace@example.com', '27821234567', 'carl@example.com', 'Carl Copy', 'a draft of Grace', 'mira@example.com']) {
      expect(shown).not.toContain(secret)
    }
    const team = JSON.stringify(await viewOf(server.owner, pack))
    expect(team).not.toContain('a draft of Grace')
    expect(await refusalOf(ada.get(`/app/audit_trail/${pack}`))).toMatchObject({ status: 403 })
  })

  test('[D-480] signs in person: recorded with the host, and the lent device opens nothing of the account until the host unlocks it', async () => {
    const host = await server.member('Hosting')
    const key = (await host.get<{ user: { key: string } }>('/app/session')).user.key
    const { pack, signers } = await sent(server.owner, 'In the room', TWO, [
      { ...SIGNATURE, signer: 0 },
      { ...SIGNATURE, signer: 1, y: 200 },
    ])
    const { signing_link } = await host.post<{ signing_link: string }>(
      `/app/documents/${pack}/generate_signing_link_for_signatory/${signers[0]}`,
      { token_type: 'sign_in_person' },
    )
    const before = host.cookie()
    const handed = await host.post<{ user: unknown; handed_over_by: string }>('/app/session/hand_over', { signing_link })
    expect(handed).toMatchObject({ user: null, handed_over_by: 'Hosting Tester' })
    // Neither the cookie from before nor the one that took its place opens anything.
    for (const cookie of [before, host.cookie()]) {
      const answer = await server.raw(`/app/documents/${pack}/view`, { headers: { cookie } })
      expect(answer.status).toBe(401)
    }
    expect(await host.get('/app/session')).toMatchObject({ user: null, user_accounts: [], handed_over_by: 'Hosting Tester' })

    const ada = await server.signer(signing_link)
    await consent(ada)
    await fill(ada, [{ uuid: (await state(pack)).fieldOrder[0], data: { method: 'typed', text: 'Ada' } }])
    await finish(ada, { signed_in_presence: true })
    expect((await history(pack)).find(({ fact }) => fact.type === 'SignedInPresence')).toMatchObject({
      fact: { data: { signatory: signers[0], host: key } },
      meta: { actor: { principal: `signatory:${signers[0]}`, capacity: 'in-person-host' } },
    })
    const { signatories } = await server.owner.get<{ signatories: readonly object[] }>(`/app/documents/${pack}/get_signatories`)
    expect(signatories).toMatchObject([{ signed_in_presence: true }, { signed_in_presence: false }])

    const grace = await open(pack, signers[1]!)
    await consent(grace)
    await fill(grace, [{ uuid: (await state(pack)).fieldOrder[1], data: { method: 'typed', text: 'Grace' } }])
    expect((await refusalOf(finish(grace, { signed_in_presence: true }))).code).toBe('not-in-presence')

    const taken = host.cookie()
    expect((await refusalOf(host.post('/app/session/take_back', { password: 'a guess' }))).code).toBe('password-wrong')
    expect(await host.post('/app/session/take_back', { password: 'correct horse battery' })).toMatchObject({ user: { key } })
    await viewOf(host, pack)
    const again = await server.raw('/app/session', { headers: { cookie: taken } })
    expect(again.body).toMatchObject({ user: null, handed_over_by: null })
  })

  test('an unlocked device leaves no link behind: not one that was left half-way, while one that was mailed and one that signed stay', async () => {
    const host = await server.member('Lending')
    const { pack, signers, fields } = await sent(server.owner, 'Left half-way', TWO, [
      { ...SIGNATURE, signer: 0 },
      { ...SIGNATURE, signer: 1, y: 200 },
    ])
    const taken = async (signatory: string) =>
      (
        await host.post<{ signing_link: string }>(`/app/documents/${pack}/generate_signing_link_for_signatory/${signatory}`, {
          token_type: 'sign_in_person',
        })
      ).signing_link
    const mailed = await linkOf(server.owner, pack, signers[0]!)
    // Only a link to sign in person that they took themselves.
    for (const signing_link of [mailed, `${mailed}x`])
      expect((await refusalOf(host.post('/app/session/hand_over', { signing_link }))).code).toBe('unknown-link')
    const signing_link = await taken(signers[0]!)
    await host.post('/app/session/hand_over', { signing_link })
    const ada = await server.signer(signing_link)
    await consent(ada)
    await fill(ada, [{ uuid: fields[0], data: { method: 'typed', text: 'Ada' } }])
    expect((await refusalOf(host.post('/app/session/take_back', { password: 'a guess' }))).code).toBe('password-wrong')
    await ada.get(`/app/documents/${pack}/view`)

    // Broken off between the end of the link and that of the session: the next try finds its way.
    const { sessions } = server.application.services
    const end = sessions.end
    sessions.end = () => Promise.reject(new Error('broken off'))
    expect((await refusalOf(host.post('/app/session/take_back', { password: 'correct horse battery' }))).status).toBe(500)
    sessions.end = end
    expect(await host.get('/app/session')).toMatchObject({ user: null, handed_over_by: 'Lending Tester' })
    for (const call of [() => ada.get(`/app/documents/${pack}/view`), () => finish(ada), () => server.signer(signing_link)])
      expect((await refusalOf(call())).code).toBe('link-voided')
    const { csrf_token } = await host.post<{ csrf_token: string }>('/app/session/take_back', { password: 'correct horse battery' })
    host.remember({ [HEADERS.crossSite]: csrf_token })
    expect((await history(pack)).filter(({ fact }) => fact.type === 'SigningLinkTakenBack')).toMatchObject([
      { fact: { data: { signatory: signers[0] } }, meta: { actor: { capacity: 'team' } } },
    ])
    // Filled-in values are kept for a signer who continues by the mail.
    const at = await server.signer(mailed)
    expect((await at.get<{ view: PackState }>(`/app/documents/${pack}/view`)).view.fields[fields[0]!]?.value).toMatchObject({ text: 'Ada' })

    // By logging in over it, the device is as much back; who has finished keeps their page.
    const second = await taken(signers[1]!)
    await host.post('/app/session/hand_over', { signing_link: second })
    const grace = await server.signer(second)
    await consent(grace)
    await fill(grace, [{ uuid: fields[1], data: { method: 'typed', text: 'Grace' } }])
    await finish(grace, { signed_in_presence: true })
    await host.post('/app/session', { email_address: 'lending@example.com', password: 'correct horse battery' })
    expect((await server.signer(second)).opened.finished).toBe(true)
    await grace.get(`/app/documents/${pack}/view`)
    expect((await history(pack)).filter(({ fact }) => fact.type === 'SigningLinkTakenBack')).toHaveLength(1)
  })

  test('a link to sign in person ends with its host’s session wherever that ends: at a reset of their password, or with their place in the workspace', async () => {
    for (const [name, ends] of [
      ['Resetting', (user: string) => server.application.services.sessions.endAllOf(`user:${user}`)],
      [
        'Leaving',
        async (user: string) => {
          const team = `/app/accounts/${server.workspace}`
          const { user_accounts } = await server.owner.get<{ user_accounts: { key: string; user: { key: string } }[] }>(
            `${team}/user_accounts`,
          )
          const { key } = user_accounts.find((one) => one.user.key === user)!
          await server.owner.post(`${team}/remove_user_account`, { data: { user_account_key: key } })
        },
      ],
    ] as const) {
      const host = await server.member(name)
      const { key } = (await host.get<{ user: { key: string } }>('/app/session')).user
      const { pack, signers } = await sent(server.owner, `${name} host`, ['Ada Lovelace'], [{ ...SIGNATURE, signer: 0 }])
      const { signing_link } = await host.post<{ signing_link: string }>(
        `/app/documents/${pack}/generate_signing_link_for_signatory/${signers[0]}`,
        { token_type: 'sign_in_person' },
      )
      await host.post('/app/session/hand_over', { signing_link })
      const ada = await server.signer(signing_link)
      await consent(ada)
      await ends(key)
      await eventually(
        async () => (await history(pack)).filter(({ fact }) => fact.type === 'SigningLinkTakenBack'),
        (taken) => taken.length === 1,
      )
      for (const call of [() => ada.get(`/app/documents/${pack}/view`), () => server.signer(signing_link)])
        expect((await refusalOf(call())).code).toBe('link-voided')
      expect(await host.get('/app/session')).toMatchObject({ handed_over_by: null })
    }
  })

  test('[D-436] what somebody keeps is offered to them alone: by their own link, where their account is logged in, in the ways that are allowed', async () => {
    const keeps = await server.member('Keeps')
    const other = await server.member('Elsewhere')
    await keeps.post('/app/user/signatures', { type: 'signature', data: { method: 'typed', text: 'K. Own' } })
    const drawn = { method: 'drawn', height: 300, strokes: [[0, 0, 1000, 300]] }
    await keeps.post('/app/user/signatures', { type: 'signature', data: drawn })
    const { url, file_key } = await keeps.get<{ url: string; file_key: string }>('/app/get_signature_upload_url')
    await keeps.put(
      url,
      await sharp({ create: { width: 30, height: 10, channels: 4, background: '#0008' } })
        .png()
        .toBuffer(),
    )
    const { picture } = await keeps.post<{ picture: { file: string } }>('/app/signature_upload_success', { file_key })
    await keeps.post('/app/user/signatures', { type: 'signature', data: picture })

    const { pack, signers, fields } = await sent(
      server.owner,
      'Signed with what is kept',
      ['Keeps Own', 'Grace Hopper'],
      [
        { ...SIGNATURE, signer: 0 },
        { ...SIGNATURE, signer: 1, y: 200 },
      ],
      false,
      { can_use_typed_signature: false },
    )
    interface Kept {
      readonly signatures: readonly { readonly key: string; readonly method: string; readonly data: object }[]
    }
    /** As a browser that is logged in to an account, or to none, opens a link. */
    const opens = async (link: string, account: Client | null) => {
      const person = client(server.url)
      if (account) person.remember({ cookie: account.cookie() })
      const opened = await openSigning<Opened>(person, link)
      const { signatures } = await person.get<Kept>(`/app/documents/${pack}/kept_signatures`)
      return { person, offered: opened.keeps_signatures, signatures }
    }
    const own = await linkOf(server.owner, pack, signers[0]!)
    const { person, offered, signatures } = await opens(own, keeps)
    expect([offered, signatures.map(({ method }) => method)]).toEqual([true, ['drawn', 'uploaded']])

    const inPerson = await server.owner.post<{ signing_link: string }>(
      `/app/documents/${pack}/generate_signing_link_for_signatory/${signers[0]}`,
      { token_type: 'sign_in_person' },
    )
    const [drawing, image] = signatures
    const use = (of: Client, key: string) =>
      of.post<{ data: { file: string } }>(`/app/documents/${pack}/use_kept_signature`, { signature_key: key })
    const nobody: readonly [string, Client | null][] = [
      [own, null],
      [own, other],
      [await linkOf(server.owner, pack, signers[1]!), keeps],
      [inPerson.signing_link, keeps],
    ]
    for (const [link, account] of nobody) {
      const stranger = await opens(link, account)
      expect([stranger.offered, stranger.signatures]).toEqual([false, []])
      expect((await refusalOf(use(stranger.person, image!.key))).status).toBe(404)
    }
    for (const [link, account] of [nobody[0]!, nobody[1]!, nobody[3]!])
      expect((await refusalOf((await opens(link, account)).person.bytes(`/app/serve_image/${picture.file}`))).status).toBe(404)

    expect((await person.bytes(`/app/serve_image/${picture.file}`)).length).toBeGreaterThan(50)
    expect((await use(person, drawing!.key)).data).toEqual(drawn)
    const { data } = await use(person, image!.key)
    expect(data.file).not.toBe(picture.file)
    await person.post(`/app/documents/${pack}/user_accepted_terms/${signers[0]}`, {})
    await person.post(`/app/documents/${pack}/add_update_data_field`, { data: [{ uuid: fields[0], data }] })
    const { view } = await person.get<{ view: PackState }>(`/app/documents/${pack}/view`)
    expect(view.fields[fields[0]!]!.value).toEqual(data)
  })

  test('the team’s calls are not a signer’s', async () => {
    const { pack, signers } = await sent(server.owner, 'Team only', ['Ada Lovelace'], [{ ...TEXT, signer: 0 }])
    const ada = await open(pack, signers[0]!)
    const calls = [
      () => ada.post(`/app/documents/${pack}/update_document`, { data: { status: 'complete' } }),
      () => ada.post(`/app/documents/${pack}/update_signatory_details`, { data: { uuid: signers[0], email: 'new@example.com' } }),
      () => ada.get(`/app/documents/${pack}/delete_document`),
      () => ada.post(`/app/documents/${pack}/resend_document_notification/${signers[0]}`, {}),
      () => ada.post(`/app/documents/${pack}/generate_signing_link_for_signatory/${signers[0]}`, {}),
      () => ada.post(`/app/documents/${pack}/retry_sealing`, {}),
    ]
    for (const call of calls) expect((await refusalOf(call())).status).toBe(403)
    for (const path of ['/app/documents', '/app/outbox']) expect((await refusalOf(ada.get(path))).status).toBe(401)
    expect((await state(pack)).status).toBe('awaiting_signatures')
  })
})

test('[D-148 D-417 D-418] a first signer with the multi-edit role writes in the fields of others, but not in their signatures and initials', async () => {
  const fields = [
    { ...SIGNATURE, signer: 0 },
    { ...TEXT, signer: 1 },
    { ...SIGNATURE, y: 200, signer: 1 },
    { ...SIGNATURE, y: 300, type: 'initial', signer: 1 },
    { ...TEXT, y: 400, signer: 'self', data: 'Of the sender' },
  ] as const
  const written = { method: 'typed', text: 'G' }
  for (const first_signer_has_multi_edit_role of [true, false]) {
    const made = await sent(server.owner, 'Multi-edit', TWO, fields, false, { first_signer_has_multi_edit_role })
    const [, text, signature, initial, own] = made.fields
    const ada = await open(made.pack, made.signers[0]!)
    const writes = async (uuid: string | undefined, data: unknown) => {
      const saved = await fill(ada, [{ uuid, data }]).catch(() => null)
      return saved !== null
    }
    expect(await writes(text, 'By Ada')).toBe(first_signer_has_multi_edit_role)
    for (const [uuid, data] of [
      [signature, written],
      [initial, written],
      [own, 'By Ada'],
    ] as const)
      expect(await writes(uuid, data)).toBe(false)
    const { fields: now } = await state(made.pack)
    const filled = [text, signature, initial].map((uuid) => now[uuid!]!.value !== null)
    expect([...filled, now[own!]!.value]).toEqual([first_signer_has_multi_edit_role, false, false, 'Of the sender'])
    // The second signer has no such role.
    const grace = await open(made.pack, made.signers[1]!)
    expect(await refusalOf(fill(grace, [{ uuid: made.fields[0], data: written }]))).toMatchObject({ code: 'not-your-field' })
  }
})

test('[D-242 D-243 D-244 D-245] back in setup links are dead and values stay, but for signatures and initials of others', async () => {
  const signs = (y: number, type: string, signer: number | 'self') => {
    return { ...SIGNATURE, y, type, signer, ...(signer === 'self' ? { data: { method: 'typed', text: 'M' } } : {}) }
  }
  const made = await sent(server.owner, 'Called back', TWO, [
    { ...TEXT, signer: 0 },
    signs(200, 'signature', 0),
    signs(300, 'initial', 0),
    signs(400, 'signature', 'self'),
    signs(500, 'initial', 'self'),
    { ...TEXT, y: 600, signer: 1 },
  ])
  const link = await linkOf(server.owner, made.pack, made.signers[0]!)
  const ada = await server.signer(link)
  const typed = { method: 'typed', text: 'Ada' }
  await fill(
    ada,
    ['By Ada', typed, typed].map((data, at) => ({ uuid: made.fields[at], data })),
  )
  const filled = async () => {
    const { fields } = await state(made.pack)
    return made.fields.map((uuid) => fields[uuid]!.value !== null)
  }
  expect(await filled()).toEqual([true, true, true, true, true, false])
  await server.owner.post(`/app/documents/${made.pack}/update_document`, { data: { status: 'setup' } })
  expect(await filled()).toEqual([true, false, false, true, true, false])
  expect(await refusalOf(server.signer(link))).toMatchObject({ status: 410, code: 'link-voided' })
  expect((await refusalOf(fill(ada, [{ uuid: made.fields[0], data: 'Late' }]))).status).toBeGreaterThanOrEqual(400)
  await server.owner.post(`/app/documents/${made.pack}/update_document`, { data: { status: 'awaiting_signatures' } })
  const again = await viewOf(await open(made.pack, made.signers[0]!), made.pack)
  expect(again.view.fields[made.fields[0]!]!.value).toBe('By Ada')
})

test('[D-283 D-284 D-285] an address is corrected while signatures are awaited, and no more of who has finished, nor once the document is in the trash or complete', async () => {
  const made = await sent(server.owner, 'Addresses', TWO, [
    { ...TEXT, signer: 0 },
    { ...TEXT, y: 90, signer: 1 },
  ])
  const correct = (signer: number, email = 'right@example.com') => {
    const data = { uuid: made.signers[signer], email }
    return server.owner.post(`/app/documents/${made.pack}/update_signatory_details`, { data })
  }
  const ada = await open(made.pack, made.signers[0]!)
  await fill(ada, [{ uuid: made.fields[0], data: 'Ada' }])
  await finish(ada)
  expect((await state(made.pack)).signatories[0]!.status).toBe('complete')
  expect(await refusalOf(correct(0))).toMatchObject({ code: 'signatory-finished' })
  await server.owner.get(`/app/documents/${made.pack}/delete_document`)
  expect(await refusalOf(correct(1))).toMatchObject({ code: 'in-trash' })
  await server.owner.get(`/app/documents/${made.pack}/recover_document`)
  await correct(1)
  await server.owner.post(`/app/documents/${made.pack}/update_document`, { data: { status: 'complete' } })
  expect(await refusalOf(correct(1, 'late@example.com'))).toMatchObject({ code: 'not-managed' })
  expect((await state(made.pack)).signatories.map(({ email }) => email)).toEqual(['ada@example.com', 'right@example.com'])
})

test('[D-168] a signatory is read with how they stand, and without their PIN', async () => {
  const { pack, signers } = await sent(server.owner, 'How they stand', TWO, [
    { ...TEXT, signer: 0 },
    { ...TEXT, y: 90, signer: 1 },
  ])
  const read = async () => {
    const answer = await server.owner.get<{ signatories: readonly Record<string, unknown>[] }>(`/app/documents/${pack}/get_signatories`)
    return answer.signatories
  }
  const [ada] = await eventually(read, (all) => all.every(({ email_send_count }) => email_send_count === 1))
  const begun = {
    status: 'awaiting_signatures',
    email_send_count: 1,
    sms_send_count: 0,
    email_is_optional: false,
    sign_later: false,
    signed_in_presence: false,
    rejection_reason: '',
    verification_otp: null,
    removed: false,
    is_optional: false,
  }
  expect(ada).toMatchObject({ ...begun, date_created: expect.stringMatching(/Z$/) })
  await reject(await open(pack, signers[0]!), 'Wrong rent')
  const [after] = await read()
  expect(after).toMatchObject({ ...begun, date_created: ada!.date_created, status: 'rejected', rejection_reason: 'Wrong rent' })
  expect(String(after!.date_updated) > String(ada!.date_updated)).toBe(true)
})

describe('two signers who finish at the same moment', () => {
  const rounds = process.env.LONG_TESTS ? 200 : 20
  test(`[D-251] complete the pack once, ${rounds} times`, async () => {
    for (let round = 0; round < rounds; round++) {
      const { pack, signers, fields } = await sent(server.owner, `Race ${round}`, TWO, [
        { ...TEXT, signer: 0 },
        { ...TEXT, y: 90, signer: 1 },
      ])
      const both = await Promise.all(signers.map((signatory) => open(pack, signatory)))
      await Promise.all(both.map((signer, at) => fill(signer, [{ uuid: fields[at], data: `by ${at}` }])))
      await Promise.all(both.map((signer) => finishing(signer)))
      const facts = (await history(pack)).map(({ fact }) => fact.type)
      expect(facts.filter((type) => type === 'PackCompleted')).toHaveLength(1)
      expect(facts.filter((type) => type === 'SignatoryCompleted')).toHaveLength(2)
      await eventually(
        () => state(pack),
        ({ documents }) => documents[0]!.sealing.state === 'sealed',
      )
      expect((await history(pack)).filter(({ fact }) => fact.type === 'DocumentSealed')).toHaveLength(1)
    }
  }, 1_200_000)

  /** What a signer's browser does: where the view changed by the other's finishing, it shows the new one and asks again. */
  async function finishing(signer: SigningClient): Promise<void> {
    for (;;) {
      try {
        await finish(signer)
        return
      } catch (thrown) {
        if ((thrown as { code?: string }).code !== 'view-changed') throw thrown
      }
    }
  }
})

describe('what is looked back at', () => {
  test('[D-522 D-523 D-489 D-488 D-225] the audit trail, from a time on, with who opened the document', async () => {
    const { pack, signers } = await sent(server.owner, 'Trail', ['Ada Lovelace'], [{ ...TEXT, signer: 0 }])
    await open(pack, signers[0]!)
    const trail = async (query = '') =>
      (await server.owner.get<{ audit_records: { code: string; who: string; date_created: string }[] }>(`/app/audit_trail/${pack}${query}`))
        .audit_records
    // The request's mail goes out meanwhile: what is looked at afterwards must be all there is.
    const before = await eventually(
      () => trail(),
      (records) => records.some(({ code }) => code === 'SignatureRequestSent'),
    )
    expect(before.map(({ code }) => code)).toEqual(expect.arrayContaining(['PackCreated', 'SignaturesRequested', 'PackVisited']))
    expect(before.find(({ code }) => code === 'PackVisited')).toMatchObject({ who: 'Ada Lovelace', date_created: expect.any(String) })
    await server.owner.post(`/app/documents/${pack}/audit_document_opened_event`, {})
    const since = await trail(`?since=${encodeURIComponent(before.at(-1)!.date_created)}`)
    expect(since.map(({ code, who }) => [code, who])).toEqual([['PackOpened', 'Mira Castell']])
  })

  test('[D-423] not in setup, and not for others', async () => {
    const { pack } = await prepared(server.owner, 'No trail', ['Ada Lovelace'], [])
    expect((await refusalOf(server.owner.get(`/app/audit_trail/${pack}`))).status).toBe(403)
  })
})

test('a signer says who signs after them: that person is asked with these details, the trail shows it, and the signer reads no address back', async () => {
  const setup = { ...SIGNATURE, type: 'signer_setup', signer_role_to_setup: 'signer-2', identification_used_during_setup: true }
  const made = await prepared(server.owner, 'Who is next', TWO, [
    { ...setup, signer: 0 },
    { ...SIGNATURE, y: 200, signer: 1 },
  ])
  const { pack, signers } = made
  const [first, second] = signers
  await server.owner.post(`/app/documents/${pack}/update_document`, {
    data: { sequential_signing: true, signatories: [{ uuid: second, name: '', email: '' }] },
  })
  const { revision } = await viewOf(server.owner, pack)
  await server.owner.post(`/app/documents/${pack}/update_document?request_signatures_if_required=true`, {
    data: { status: 'awaiting_signatures', revision },
  })
  const ada = await open(pack, first!)
  await consent(ada)
  const says = (more: object) => ada.post(`/app/documents/${pack}/update_signatory_details`, { data: { uuid: second, ...more } })
  const grace = { name: 'Grace Hopper', email: 'grace.h@example.com', mobile_number: null, identified: true }
  expect(await refusalOf(says({ ...grace, identified: false }))).toMatchObject({ status: 400, code: 'identification-missing' })
  expect(await refusalOf(says({ ...grace, email: 'grace' }))).toMatchObject({ code: 'email-invalid' })
  const own = ada.post(`/app/documents/${pack}/update_signatory_details`, { data: { uuid: first, name: 'Somebody else' } })
  expect(await refusalOf(own)).toMatchObject({ status: 403, code: 'not-permitted' })
  expect(await refusalOf(finish(ada))).toMatchObject({ code: 'fields-incomplete' })
  await says(grace)
  const record = async (client: SigningClient | Client) =>
    (await client.get<{ signatories: readonly Record<string, unknown>[] }>(`/app/documents/${pack}/get_signatories`)).signatories[1]
  expect(await record(ada)).toMatchObject({ name: 'Grace Hopper', email: null })
  expect(await record(server.owner)).toMatchObject({ name: 'Grace Hopper', email: 'grace.h@example.com' })
  await finish(ada)
  const asked = await eventually(
    () => viewOf(server.owner, pack),
    ({ view }) => view.signatories[1]!.request?.state === 'sent',
  )
  expect(asked.view.signatories[1]).toMatchObject({ email: 'grace.h@example.com', setUpBy: first })
  expect(await refusalOf(says({ ...grace, name: 'Too late' }))).toMatchObject({ code: 'link-dead' })
  const { audit_records } = await eventually(
    () => server.owner.get<{ audit_records: readonly { words: string; principal: string }[] }>(`/app/audit_trail/${pack}`),
    ({ audit_records }) => audit_records.some(({ words }) => words.startsWith('said who Grace Hopper is')),
  )
  expect(audit_records.find(({ words }) => words.startsWith('said who'))).toMatchObject({
    words: 'said who Grace Hopper is, and confirmed to have checked it',
    principal: `signatory:${first}`,
  })
})

test('[D-419 D-420 D-421] a signer adds a note where the document may be annotated, until it is complete; the team reads it at once, the other signer never', async () => {
  const fields = [
    { ...TEXT, signer: 0 },
    { ...SIGNATURE, signer: 1 },
  ]
  const noted = await sent(server.owner, 'May be annotated', TWO, fields, false, { can_be_annotated: true })
  const closed = await sent(server.owner, 'May not be annotated', TWO, fields)
  const note = (uuid: string) => ({ ...TEXT, uuid, type: 'note', x: 400, data: 'Is clause 3 meant?' })
  const [uuid, another] = [newId(), newId()]
  const ada = await open(noted.pack, noted.signers[0]!)
  const grace = await open(noted.pack, noted.signers[1]!)
  await fill(ada, [note(uuid)])
  expect((await state(noted.pack)).fields[uuid]).toMatchObject({ type: 'note', assignee: noted.signers[0], value: 'Is clause 3 meant?' })
  const seen = async (signer: SigningClient) =>
    (await signer.get<{ view: PackState }>(`/app/documents/${noted.pack}/view`)).view.fields[uuid]
  expect((await seen(ada))?.value).toBe('Is clause 3 meant?')
  expect(await seen(grace)).toBeUndefined()
  const fieldsOfGrace = await grace.get<{ data_fields: readonly object[] }>(`/app/documents/${noted.pack}/get_data_fields`)
  expect(JSON.stringify(fieldsOfGrace)).not.toContain('clause 3')
  const off = await open(closed.pack, closed.signers[0]!)
  expect(await refusalOf(fill(off, [note(another)]))).toMatchObject({ status: 409, code: 'not-annotatable' })
  await fill(ada, [{ uuid, data: 'Is clause 4 meant?' }])
  expect((await seen(ada))?.value).toBe('Is clause 4 meant?')
  expect((await refusalOf(fill(grace, [{ uuid, data: 'Ours' }]))).status).toBeGreaterThanOrEqual(400)
  // Nothing but notes is a signer's to place.
  expect(await refusalOf(fill(ada, [{ ...note(another), type: 'text' }]))).toMatchObject({ status: 403 })

  await fill(ada, [{ uuid: noted.fields[0], data: 'Ada' }])
  await consent(ada)
  await finish(ada)
  expect((await refusalOf(fill(ada, [note(another)]))).status).toBeGreaterThanOrEqual(400)
  await server.owner.post(`/app/documents/${noted.pack}/update_document`, { data: { status: 'complete' } })
  expect(await refusalOf(fill(grace, [note(another)]))).toMatchObject({ code: 'document-complete' })
  const late = server.owner.post(`/app/documents/${noted.pack}/add_update_data_field`, {
    data: [{ ...note(another), signatory_uuid: 'self' }],
  })
  expect(await refusalOf(late)).toMatchObject({ status: 409, code: 'notes-closed' })
  expect((await state(noted.pack)).fields[another]).toBeUndefined()
})

async function fieldOf(pack: string, at: number) {
  const view = await state(pack)
  return view.fields[view.fieldOrder[at]!]!
}
