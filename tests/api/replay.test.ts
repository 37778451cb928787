import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessAnswer } from '#contract/access'
import type { AuditRecord } from '#contract/documents'
import { replayAnswer, STEPS_AT_ONCE } from '#contract/replay'
import { hashOfEvent, type StoredEvent } from '#domain/kernel'
import { initial, type PackState, type ReplayStep, replayed, topicOf } from '#domain/pack'
import { recordsOf } from '#projections/audit-trail'
import { foldPacks } from '#projections/packs'
import { refusalOf, type SigningClient, type TestServer, testServer } from '#tests/server'
import type { Client } from '../../cli/demo/client.ts'
import { csvLine } from '../../command-api/replay/csv.ts'
import { eventually, linkOf, type Prepared, prepared, sent, viewOf } from '../support/prepared.ts'

/** What can be read on the first page. */
async function textOf(bytes: Uint8Array): Promise<string> {
  const { items } = await (await (await getDocument({ data: bytes.slice(), verbosity: 0 }).promise).getPage(1)).getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join(' ')
}

let server: TestServer
let made: Prepared
let ann: SigningClient
beforeAll(async () => {
  server = await testServer()
  made = await sent(
    server.owner,
    'Replayed',
    ['Ann Example', 'Bo Example'],
    [
      { type: 'text', x: 40, y: 40, width: 120, height: 24, signer: 0 },
      { type: 'text', x: 40, y: 90, width: 120, height: 24, signer: 1 },
    ],
  )
  ann = await server.signer(await linkOf(server.owner, made.pack, made.signers[0]!))
  await ann.post(`/app/documents/${made.pack}/add_update_data_field`, { data: [{ uuid: made.fields[0], data: 'typed by Ann' }] })
})
afterAll(() => server.close())

type Steps = { readonly steps: readonly ReplayStep[]; readonly next: number | null }
type Moment = { readonly revision: number; readonly view: PackState; readonly view_digest: string | null }
const url = (rest = '') => `/app/replay/${made.pack}${rest}`
const overview = async (by: Client) => replayAnswer.parse(await by.get(url()))
const stepsFor = async (by: Client, as: string) => (await by.get<Steps>(url(`/steps?as=${as}`))).steps
/** Without the time of the last change: a viewer who does not see an event does not see its time either. */
const seen = (view: PackState): unknown => JSON.parse(JSON.stringify(view, (name, value) => (name === 'updated' ? undefined : value)))
const folded = (steps: readonly ReplayStep[]) => steps.reduce(replayed, initial)

test('the team replays as itself and through each signatory’s eyes; a signatory only their own; nobody else learns that there is a document', async () => {
  const [first, second] = made.signers as [string, string]
  expect((await overview(server.owner)).signatories.map(({ uuid }) => uuid)).toEqual([first, second])
  expect((await stepsFor(server.owner, second)).length).toBeGreaterThan(3)

  expect((await overview(ann)).signatories.map(({ uuid }) => uuid)).toEqual([first])
  expect((await overview(ann)).visits.every(({ signatory }) => signatory === first)).toBe(true)
  expect((await stepsFor(ann, first)).length).toBeGreaterThan(3)
  for (const as of ['team', second]) {
    expect((await refusalOf(ann.get(url(`/steps?as=${as}`)))).status).toBe(403)
    expect((await refusalOf(ann.get(url(`/moment?as=${as}&at=3`)))).status).toBe(403)
  }
  expect((await refusalOf(ann.get(url('/export?format=jsonl')))).status).toBe(403)

  const stranger = await server.stranger('Strange')
  for (const rest of ['', '/steps', '/moment?at=3', '/export?format=csv']) {
    expect((await refusalOf(stranger.get(url(rest)))).status, rest).toBe(404)
    expect((await server.raw(url(rest))).status, rest).toBe(401)
  }
  // While it is prepared there is no past to look at yet.
  const draft = await prepared(server.owner, 'Draft', ['Ann Example'], [])
  expect((await refusalOf(server.owner.get(`/app/replay/${draft.pack}`))).code).toBe('not-allowed')
})

test('the steps fold to what each moment shows, at every event; nobody is shown what somebody types who has not finished', async () => {
  const { revision } = await viewOf(server.owner, made.pack)
  for (const [by, as] of [
    [server.owner, 'team'],
    [server.owner, made.signers[0]!],
    [ann, made.signers[0]!],
  ] as const) {
    const steps = await stepsFor(by, as)
    expect(steps.map((step) => step.revision)).toEqual(Array.from({ length: revision + 1 }, (_, at) => at))
    for (const at of [0, 4, revision]) {
      const { view } = await by.get<Moment>(url(`/moment?as=${as}&at=${at}`))
      expect(seen(folded(steps.slice(0, at + 1))), `${as} ${at}`).toEqual(seen(view))
    }
  }
  const all = JSON.stringify([await stepsFor(server.owner, 'team'), await stepsFor(server.owner, made.signers[0]!)])
  expect(all).not.toContain('typed by Ann')
  expect(JSON.stringify(await stepsFor(ann, made.signers[0]!))).toContain('typed by Ann')
  // Beyond the end is the end; before the beginning is no place.
  expect((await server.owner.get<Moment>(url('/moment?at=100000'))).revision).toBe(revision)
  expect((await refusalOf(server.owner.get(url('/moment?at=-1')))).status).toBe(400)
})

test('each visit is held against what replay shows, and a later part can be asked for alone', async () => {
  const { visits, history } = await overview(server.owner)
  expect(visits.filter(({ kind }) => kind === 'visit')).toMatchObject([{ signatory: made.signers[0], matches: true }])
  const { view_digest } = await server.owner.get<Moment>(url(`/moment?as=${made.signers[0]}&at=${visits[0]!.revision}`))
  expect(view_digest).toBe(visits[0]!.view)
  expect(history).toMatchObject({ intact: true, broken_at: null })

  const { steps, next } = await server.owner.get<Steps>(url('/steps?from=5'))
  expect(steps[0]!.revision).toBe(5)
  expect(steps.length).toBeLessThan(STEPS_AT_ONCE)
  expect(next).toBeNull()
  const { view } = await server.owner.get<Moment>(url('/moment?at=4'))
  expect(seen(steps.reduce(replayed, view))).toEqual(seen((await server.owner.get<Moment>(url('/moment?at=100000'))).view))
})

test('a stretch is exported as stored, to be checked line by line, and in words that no spreadsheet runs', async () => {
  await server.application.watch!.anchoring.now()
  const text = async (query: string) => new TextDecoder().decode(await server.owner.bytes(url(`/export?${query}`)))
  const lines = (await text('format=jsonl&from=2&to=6'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const events = lines.slice(0, -1) as StoredEvent[]
  expect(events.map(({ revision }) => revision)).toEqual([2, 3, 4, 5, 6])
  for (const event of events) expect(hashOfEvent(event)).toBe(event.hash)
  for (const [at, event] of events.entries()) if (at > 0) expect(event.prev).toBe(events[at - 1]!.hash)
  expect(lines.at(-1).proof).toMatchObject({ format: 'paraph-anchor-1', leaf: { stream: `pack-${made.pack}` } })
  expect(JSON.stringify(lines)).not.toMatch(/typed by Ann|"sealed"/)

  const csv = (await text('format=csv&from=2&to=6')).trimEnd().split('\r\n')
  expect(csv).toHaveLength(6)
  expect(csv[0]).toBe('event,time,who,capacity,what,type,address,agent,hash')
  expect(csv.slice(1).map((line) => line.split(',')[0])).toEqual(['2', '3', '4', '5', '6'])
})

type Trail = { readonly audit_records: readonly AuditRecord[] }
const trailUrl = (rest: string) => `/app/audit_trail/${made.pack}${rest}`

test('[D-522] the audit trail says of every event what the fold of the log says, no more and no less', async () => {
  const { audit_records } = await server.owner.get<Trail>(trailUrl(''))
  const { eventLog, subjectKeys } = server.application.services
  const rows: ReturnType<typeof recordsOf> = []
  for await (const steps of foldPacks({ log: eventLog, keys: subjectKeys }).stepsOf(`pack-${made.pack}`))
    rows.push(...steps.flatMap(recordsOf))
  const plain = ({ revision, code, words, principal, capacity, address, agent, hash }: (typeof rows)[number] | AuditRecord) => ({
    revision,
    code,
    words,
    principal,
    capacity,
    address,
    agent,
    hash,
  })
  expect(audit_records.map(plain)).toEqual(rows.map(plain))
  const stored = await eventLog.read(`pack-${made.pack}`, 0n, 1_000)
  expect(new Set(audit_records.map(({ hash }) => hash))).toEqual(
    new Set(stored.filter(({ revision }) => rows.some((row) => row.revision === revision)).map(({ hash }) => hash)),
  )
})

test('the audit trail is exported as a table and as pages, whole or narrowed, and no name in it becomes a formula', async () => {
  const evil = await sent(
    server.owner,
    '=HYPERLINK("http://x")',
    ['+Cmd Example'],
    [{ type: 'text', x: 40, y: 40, width: 120, height: 24, signer: 0 }],
  )
  // Until the mail has gone out nothing more is written.
  const { audit_records } = await eventually(
    () => server.owner.get<Trail>(`/app/audit_trail/${evil.pack}`),
    ({ audit_records: known }) => known.some(({ code }) => code === 'SignatureRequestSent'),
  )
  const text = async (query: string) =>
    new TextDecoder()
      .decode(await server.owner.bytes(`/app/audit_trail/${evil.pack}/export?${query}`))
      .trimEnd()
      .split('\r\n')
  // Without it Arabic names come out as gibberish in a spreadsheet.
  expect([...(await server.owner.bytes(`/app/audit_trail/${evil.pack}/export?format=csv`)).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const csv = await text('format=csv')
  expect(csv).toHaveLength(audit_records.length + 1)
  expect(csvLine(['=1+1', '+x', '-y', '@z', '\tt', '\rr', 'a,b', 'say "x"', 7, null])).toBe(
    `'=1+1,'+x,'-y,'@z,'\tt,"'\rr","a,b","say ""x""",7,\r\n`,
  )
  // Full width, and what other separators would cut into cells.
  expect(csvLine(['＝1', 'a;=1', 'b\t@c', 'x\r\n-y', 'fine; = so; a-b'])).toBe(`'＝1,a;'=1,b\t'@c,"x\r\n'-y",fine; = so; a-b\r\n`)
  expect(csv.some((line) => line.split(',').some((cell) => /^"?[=+\-@]/.test(cell)))).toBe(false)

  const fields = await text('format=csv&topic=signatories')
  const codes = audit_records.filter(({ code }) => topicOf(code) === 'signatories')
  expect(codes.length).toBeGreaterThan(1)
  expect(fields.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(codes.map(({ revision }) => revision))
  const byProcess = audit_records.filter(({ principal }) => principal.startsWith('process:'))
  const nobody = await text(`format=csv&who=${encodeURIComponent(byProcess[0]!.principal)}`)
  expect(nobody).toHaveLength(audit_records.filter(({ principal }) => principal === byProcess[0]!.principal).length + 1)
  expect((await refusalOf(server.owner.get(`/app/audit_trail/${evil.pack}/export?format=csv&topic=none`))).status).toBe(400)

  const pdf = await server.owner.bytes(`/app/audit_trail/${evil.pack}/export?format=pdf`)
  const shown = await textOf(pdf)
  expect(shown).toContain('History of the document')
  expect(shown).toContain('=HYPERLINK("http://x")')
  for (const { words } of audit_records.slice(0, 3)) expect(shown.replaceAll(/\s+/g, ' ')).toContain(words.split(' ')[0])
  expect(await server.owner.bytes(`/app/audit_trail/${evil.pack}/export?format=pdf`)).toEqual(pdf)
  expect((await refusalOf(ann.get(trailUrl('/export?format=pdf')))).status).toBe(403)
})

describe('why somebody can see a document', () => {
  const ask = async (by: Client, person: string, at?: string) =>
    accessAnswer.parse(await by.get(`/app/documents/${made.pack}/access?${new URLSearchParams({ person, ...(at ? { at } : {}) })}`))
  const team = () => `/app/accounts/${server.workspace}`
  type Members = { readonly user_accounts: readonly { key: string; user: { key: string; full_name: string } }[] }
  const memberOf = async (name: string) =>
    (await server.owner.get<Members>(`${team()}/user_accounts`)).user_accounts.find(({ user }) => user.full_name.startsWith(name))!
  const justBefore = (iso: string) => new Date(Date.parse(iso) - 1).toISOString()

  test('is answered for every moment: before they were added, while they were members, after they were removed, and once they are back', async () => {
    await server.member('Nell')
    const { key, user } = await memberOf('Nell')
    const person = `user:${user.key}`
    const switched = (on: boolean) =>
      server.owner.post(`${team()}/update_user_account_permissions`, {
        data: { user_account_key: key, permissions: { document_permissions: { can_move_documents: on } } },
      })
    await switched(false)
    await server.owner.post(`${team()}/remove_user_account`, { data: { user_account_key: key } })
    const person_data = { first_name: 'Nell', last_name: 'Tester', email_address: 'nell@example.com', is_admin: false }
    await server.owner.post(`${team()}/add_user_account`, { data: person_data })

    const now = (await ask(server.owner, person)).access!
    const memberships = now.grounds.filter(({ ground }) => ground === 'member')
    expect(now.sees).toBe(true)
    expect(memberships.map(({ until }) => until !== null)).toEqual([true, false])
    const [first, again] = memberships as [(typeof memberships)[number], (typeof memberships)[number]]
    expect(first.since).toMatchObject({ who: 'Mira Castell', stream: 'workspace' })
    const at = async (time: string) => (await ask(server.owner, person, time)).access!
    expect(await at(justBefore(first.since.date))).toEqual({ sees: false, grounds: [] })
    expect((await at(first.since.date)).sees).toBe(true)
    expect((await at(first.until!.date)).sees).toBe(false)
    expect((await at(justBefore(again.since.date))).sees).toBe(false)
    expect((await at(again.since.date)).sees).toBe(true)
    const move = now.grounds.filter(({ permission }) => permission === 'can_move_documents')
    expect(move.map(({ until }) => until?.who ?? null)).toEqual(['Mira Castell', null])
    expect(move[0]!.until!.revision).toBeLessThan(first.until!.revision)
  })

  test('names a signer’s link, the application and the creator, and nobody before the document was there', async () => {
    const signer = (await ask(server.owner, `signatory:${made.signers[0]}`)).access!
    expect(signer.sees).toBe(true)
    expect(signer.grounds.map(({ ground }) => ground)).toContain('signing-link')
    expect(signer.grounds[0]!.since.stream).toBe('document')
    expect((await ask(server.owner, `signatory:${made.signers[0]}`, '2020-01-01T00:00:00Z')).access).toEqual({ sees: false, grounds: [] })
    const data = { name: 'Planner', permissions: ['can_view_api_details'] }
    const { application } = await server.owner.post<{ application: { key: string } }>('/app/applications/', { data })
    expect((await ask(server.owner, `application:${application.key}`)).access).toMatchObject({ sees: true })
    await server.owner.delete(`/app/applications/${application.key}`)
    expect((await ask(server.owner, `application:${application.key}`)).access).toMatchObject({ sees: false })
    const { user } = await memberOf('Mira')
    const mine = (await ask(server.owner, `user:${user.key}`)).access!
    expect(mine.grounds.map(({ ground }) => ground)).toEqual(expect.arrayContaining(['creator', 'member', 'administrator']))
  })

  test('tells no more than the list of members does, and nothing to signers; an erased person keeps no name', async () => {
    const nora = await server.member('Nora')
    const { key, user } = await memberOf('Nora')
    const mira = `user:${(await memberOf('Mira')).user.key}`
    const kinds = async (by: Client, person: string) => (await ask(by, person)).access!.grounds.map(({ ground }) => ground)
    expect(await kinds(nora, mira)).toContain('member')
    expect(await kinds(nora, mira)).not.toContain('permission')
    expect(await kinds(nora, `user:${user.key}`)).toContain('permission')
    await server.owner.post(`${team()}/update_user_account_permissions`, {
      data: { user_account_key: key, permissions: { user_profile_permissions: { can_view_teams: false } } },
    })
    expect((await refusalOf(ask(nora, mira))).status).toBe(403)
    const listed = await ask(nora, `user:${user.key}`)
    expect(listed.people.filter(({ kind }) => kind === 'user').map(({ principal }) => principal)).toEqual([`user:${user.key}`])
    expect((await refusalOf(ask(ann, `signatory:${made.signers[0]}`))).status).toBe(403)
    expect((await refusalOf(server.owner.get(`/app/documents/${made.pack}/access?person=user:nonsense`))).status).toBe(400)

    const password = 'correct horse battery'
    await server.owner.post(`${team()}/remove_user_account`, { data: { user_account_key: key } })
    await nora.post('/app/user/delete_profile', { data: { password } })
    const gone = await ask(server.owner, `user:${user.key}`)
    expect(gone.access).toMatchObject({ sees: false })
    expect(gone.access!.grounds.find(({ ground }) => ground === 'member')!.until).not.toBeNull()
    expect(JSON.stringify(gone)).not.toContain('Nora')
  })
})
