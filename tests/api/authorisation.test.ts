import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PERMISSIONS, type Permission } from '#domain/workspace'
import { type TestServer, testServer } from '#tests/server'
import { ASKED_BY_NO_CALL, CALLS, isBlind, MESSAGES, mayOf, type Row } from '../support/authorisation.ts'
import {
  type AuthorisationWorld,
  authorisationWorld,
  type Headers,
  OURS,
  type Permitted,
  STRANGERS,
  WHO,
  type Who,
} from '../support/authorisation-world.ts'
import { callsIn, type Spec } from '../support/hostile.ts'
import { listen, soon } from '../support/live-client.ts'
import { prepared } from '../support/prepared.ts'

/*
 * Who may make which call, of everybody who might: first all who may not, after which nothing is as if they had asked, then all who may.
 * A new call fails here until the table says who may make it; a new live message does not compile.
 */
let server: TestServer
let world: AuthorisationWorld
beforeAll(async () => {
  server = await testServer({ environment: { PARAPH_KEEP_DELETED: 'false' } })
  world = await authorisationWorld(server)
}, 120_000)
afterAll(() => server.close())

/** One after the other, so that the table's order holds. */
const rows = Object.entries(CALLS).flatMap(([name, of]) => [of].flat().map((row: Row) => [name, row] as const))

const shown = ({ who, status, text }: Cell) => `${who}: ${status} ${text.slice(0, 200)}`
const REFUSED = [401, 403, 404, 409, 410]
interface Cell {
  readonly who: Who
  readonly status: number
  readonly text: string
}

async function ask(name: string, row: Row, who: Who): Promise<Cell | null> {
  const [method, path] = name.split(' ') as [string, string]
  const state = row.of ?? 'out'
  const { things } = world
  const made = things.packs[state]
  const named = {
    key: path.includes('/accounts/') ? things.workspace : made.pack,
    signatory: made.signers[0]!,
    ...row.keys?.(things, made),
  }
  const at = path.replace(/\{(\w+)\}/g, (_, key: keyof typeof named) => named[key])
  const query = row.query ? `?${new URLSearchParams(row.query(things, made))}` : ''
  const headers: Headers | null = row.ends && mayOf(name, row).includes(who) ? await world.spareOf(who) : world.headersOf(who, state)
  if (headers === null) return null
  const body = row.body && { body: JSON.stringify(row.body(things, made)) }
  const answer = await fetch(new URL(at + query, server.url), {
    method,
    redirect: 'manual',
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...body,
  })
  return { who, status: answer.status, text: await answer.text() }
}

test('every call that there is stands in the table, and nothing else does', async () => {
  const calls = callsIn((await server.raw('/openapi.json')).body as unknown as Spec).map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(CALLS).sort()).toEqual(calls.sort())
})

test('every permission is needed for a call, or it is known why it is not yet', () => {
  const needed = [...new Set(rows.flatMap(([, { needs = [] }]) => needs))]
  expect([...needed, ...Object.keys(ASKED_BY_NO_CALL)].sort()).toEqual([...PERMISSIONS])
})

describe('who may not', () => {
  test('is refused every call, learns nothing of our data, and has changed nothing', async () => {
    const before = await world.snapshot()
    const wrong: string[] = []
    for (const [name, row] of rows)
      for (const who of WHO.filter((one) => !mayOf(name, row).includes(one))) {
        const cell = await ask(name, row, who)
        if (cell === null) continue
        const isIdle = row.idle?.includes(who) && cell.status === 200
        if (!isIdle && !REFUSED.includes(cell.status)) wrong.push(`${name} is not refused: ${shown(cell)}`)
        if (isBlind(row, who) && cell.text.includes(OURS)) wrong.push(`${name} tells of what is ours: ${shown(cell)}`)
      }
    expect(wrong).toEqual([])
    expect(await world.snapshot()).toEqual(before)
  }, 60_000)

  test('is refused every live message', async () => {
    const wrong: string[] = []
    for (const who of WHO) {
      const { cookie, 'x-session-token': session } = world.headersOf(who, 'out')!
      const connection = await listen(server.url, { ...(cookie ? { cookie } : {}), ...(session ? { session } : {}) }).catch(() => null)
      for (const [name, { may, message }] of Object.entries(MESSAGES)) {
        const asMay = who === 'support' ? 'admin' : who === 'choseOurs' || who === 'choseOther' ? 'member' : who
        const done = connection !== null && (await connection.ask(name, message(world.things)).catch(() => ({ success: false }))).success
        if (done !== may.includes(asMay)) wrong.push(`${name} of ${who} is ${done ? 'done' : 'refused'}`)
      }
      if (!STRANGERS.includes(who)) continue
      const received = JSON.stringify([connection?.events, connection?.fresh, connection?.lists, connection?.present])
      if (received.includes(OURS)) wrong.push(`${who} is told of what is ours`)
    }
    expect(wrong).toEqual([])
  }, 60_000)
})

test('a member of two workspaces receives live messages of the one they watch, and nothing of ours while that is the other', async () => {
  const { workspace, other } = world.things
  const { cookie } = world.headersOf('choseOurs', 'out')!
  const watching = async (account_key: string) => {
    const connection = await listen(server.url, { cookie: cookie! })
    const messages = { watch_list: {}, watch_rows: { list: 'contacts' }, watch_feed: {} }
    for (const [name, more] of Object.entries(messages))
      expect(await connection.ask(name, { account_key, ...more })).toMatchObject({ success: true })
    return connection
  }
  const [here, away] = [await watching(workspace), await watching(other)]
  await prepared(server.owner, `${OURS} just now`, [], [])
  await server.owner.post('/app/contacts', { data: { name: `${OURS}or`, email: 'zylphor@contacts.example' } })
  await soon(
    () => [JSON.stringify(here.lists).includes(OURS), here.rows.some(({ account_key }) => account_key === workspace)],
    (seen) => seen.every(Boolean),
  )
  const headers = { ...world.headersOf('choseOther', 'out'), 'content-type': 'application/json' }
  const body = JSON.stringify({ data: { name: 'Olga', email: 'olga@contacts.example' } })
  expect((await fetch(`${server.url}/app/contacts`, { method: 'POST', headers, body })).status).toBe(200)
  await soon(
    () => away.rows,
    (rows) => rows.length > 0,
  )
  const received = JSON.stringify([away.lists, away.rows, away.events, away.fresh, away.present])
  for (const ours of [OURS, workspace]) expect(received).not.toContain(ours)
  for (const { socket } of [here, away]) socket.disconnect()
})

/** Pairs of a permission and a call that were tried: with all permissions but this one, or with those alone that the call needs. */
const tried = new Set<string>()

test('who lacks one permission that a call needs, and has all others, is refused it and has changed nothing', async () => {
  const permitAll = async () => {
    for (const who of ['admin', 'member', 'choseOurs'] as const) await permit(who, PERMISSIONS)
  }
  await permitAll()
  const before = await world.snapshot()
  const wrong: string[] = []
  for (const permission of PERMISSIONS) {
    const others = PERMISSIONS.filter((one) => one !== permission)
    for (const [name, row] of rows.filter(([, { needs = [] }]) => needs.includes(permission)))
      for (const who of mayOf(name, row).filter((one) => isOfTeam(one) && !isBlind(row, one))) {
        await permit(who, others)
        const cell = await ask(name, row, who)
        if (cell && (cell.status === row.gets || !REFUSED.includes(cell.status)))
          wrong.push(`${permission} is not asked: ${name} ${shown(cell)}`)
        tried.add(`${permission} ${rows.findIndex(([, one]) => one === row)}`)
      }
  }
  await permitAll()
  expect(wrong).toEqual([])
  expect(await world.snapshot()).toEqual(before)
}, 60_000)

test('to a member who may not browse, the workspace is closed: each call answers as to one who was removed, and changes nothing', async () => {
  const before = await world.snapshot()
  await permit('member', PERMISSIONS, false)
  const wrong: string[] = []
  for (const [name, row] of rows.filter(([name, row]) => mayOf(name, row).includes('member') && !mayOf(name, row).includes('removed'))) {
    const cell = await ask(name, row, 'member')
    if (cell === null) continue
    const isIdle = row.idle?.includes('removed') && cell.status === 200
    if (!isIdle && !REFUSED.includes(cell.status)) wrong.push(`${name} is not refused: ${shown(cell)}`)
    if (cell.text.includes(OURS)) wrong.push(`${name} tells of what is ours: ${shown(cell)}`)
  }
  await permit('member', PERMISSIONS)
  expect(wrong).toEqual([])
  expect(await world.snapshot()).toEqual(before)
}, 60_000)

/** Calls whose answer reads a message by the specification, which a success carries too. */
const WITH_MESSAGE: Readonly<Record<string, string>> = {
  'POST /app/documents/{key}/update_document': 'The document was saved.',
  'POST /app/documents/{key}/add_update_data_field': 'The fields were saved.',
  'POST /app/documents/{key}/update_signatory_details': 'The signer was saved.',
  'POST /app/documents/{key}/add_update_signatory': 'You declined to sign.',
  'POST /app/documents/{key}/resend_document_notification/{signatory}': 'The request is being sent again.',
  'POST /app/documents/{key}/enqueue_document_mails': 'Setup complete. Signature requests have been queued.',
  'POST /app/documents/{key}/audit_document_opened_event': 'The visit was recorded.',
  'GET /app/documents/{key}/sign_later/{signatory}': 'You can sign later, with the same link.',
  'POST /app/documents/{key}/generate_signing_link_for_signatory/{signatory}': 'A signing link was made.',
  'POST /app/documents/{key}/exclude_signatory': 'The signer was excluded.',
  'GET /app/documents/{key}/field_rules': 'These are the conditions.',
  'POST /app/documents/{key}/field_rules/{rule}/add_update_delete': 'The condition was saved.',
  'POST /app/documents/{key}/add_update_appendix': 'The supporting document was saved.',
  'GET /app/documents/{key}/delete_document_appendix/{appendix}': 'The supporting document was removed.',
  'POST /app/bulk_actions/document_actions/copy_multiple_documents': 'The documents were copied.',
  'POST /app/bulk_actions/document_actions/merge_multiple_documents': 'The documents were merged.',
  'POST /app/bulk_actions/document_actions/delete_multiple_documents': 'The documents were moved to the trash.',
  'POST /app/bulk_actions/document_actions/recover_multiple_documents': 'The documents were recovered.',
  'POST /app/data_field_upload_success/{key}': 'The file was received.',
  'POST /app/document_appendix_upload_success/{key}': 'The file was received.',
  'POST /app/signature_upload_success': 'The picture was received.',
  'POST /app/image_upload_success': 'The picture was received.',
}
/** The messages of successes, by call. */
const successes = new Map<string, unknown[]>()

test('who may, with the permissions that the call needs and no others, is answered, and strangers of what is theirs alone', async () => {
  const wrong: string[] = []
  for (const [at, [name, row]] of rows.entries()) {
    const may = mayOf(name, row)
    if (may.some(isOfTeam)) for (const permission of PERMISSIONS) tried.add(`${permission} ${at}`)
    for (const [turn, who] of may.entries()) {
      if (row.once && turn > 0) break
      if (isOfTeam(who)) await permit(who, row.needs ?? [])
      const cell = await ask(name, row, who)
      if (cell === null) continue
      if (name in WITH_MESSAGE && cell.status === 200)
        successes.set(name, [...(successes.get(name) ?? []), (JSON.parse(cell.text) as { message?: string }).message])
      if (cell.status !== (row.gets ?? 200)) wrong.push(`${name} is refused: ${shown(cell)}`)
      if (!row.bySecret && isBlind(row, who) && cell.text.includes(OURS)) wrong.push(`${name} tells ${who} of what is ours`)
    }
  }
  expect(wrong).toEqual([])
  console.info(`${tried.size} pairs of a permission and a call were tried`)
  expect(tried.size).toBe(PERMISSIONS.length * rows.filter(([name, row]) => mayOf(name, row).some(isOfTeam)).length)
}, 120_000)

test('[D-475 D-476 D-479 D-480 D-485 D-487 D-488 D-491 D-493 D-504 D-505 S-244 S-245 S-246 S-248 S-289 S-295 S-298 S-301] a success whose message is read carries one', () => {
  for (const [name, message] of Object.entries(WITH_MESSAGE)) {
    expect(successes.get(name), name).toContain(message)
    for (const one of successes.get(name)!) expect(one, name).toMatch(/^[A-Z].+\.$/)
  }
})

const TEAM: Readonly<Partial<Record<Who, Permitted>>> = {
  member: 'member',
  admin: 'admin',
  // Of the permissions chosen for it, an application has those that its owner also has.
  application: 'admin',
  support: 'admin',
  choseOurs: 'choseOurs',
  choseOther: 'choseOurs',
}
const isOfTeam = (who: Who) => who in TEAM
/** In ours, whichever workspace they have chosen. */
const permit = (who: Who, permissions: readonly Permission[], browses?: boolean) => world.permit(TEAM[who]!, permissions, browses)
