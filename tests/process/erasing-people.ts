import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { StoredEvent } from '#domain/kernel'
import { verifyChain } from '#platform/event-codec'
import { postgresEventLog } from '#platform/event-log'
import { createLog } from '#platform/logging'
import { systemWorld } from '#platform/ports'
import type { TestDatabase } from '#tests/postgres'
import { refusalOf } from '#tests/server'
import { type Client, client, crossSite, openSigning } from '../../cli/demo/client.ts'
import { eventually, linkOf, sent } from '../support/prepared.ts'
import type { TestMailServer } from '../support/smtp.ts'

/** A person with data in every place of an installation, each text standing nowhere else. */
export interface Held {
  readonly pack: string
  readonly person: string
  readonly contact: string
  readonly link: string
  readonly signer: Client
  /** What must be nowhere in clear once they are erased. */
  readonly texts: readonly string[]
  /** The digest of a picture of theirs, as the file of its bytes is named. */
  readonly picture: string
  /** Events as they were before. */
  readonly history: readonly StoredEvent[]
}

export const storedOf = async ({ pool }: TestDatabase, stream: string): Promise<readonly StoredEvent[]> => {
  const log = postgresEventLog({ pool, ...systemWorld(createLog({ level: 'silent', destination: process.stderr })) })
  const events = await log.read(stream, 0n, 1_000)
  await log.close()
  return events
}

/** Its key is gone: what is asked for by an event that nobody had read yet is under way. */
export const keyGone = ({ pool }: TestDatabase, stream: string, subject: string) =>
  pool
    .query('SELECT 1 FROM subject_key WHERE stream = $1 AND subject = $2 AND wrapped IS NULL', [stream, subject])
    .then(({ rows }) => rows.length > 0)

/** All jobs have come to their end: nothing goes on but what is asked for next. */
export const atRest = ({ pool }: TestDatabase) =>
  eventually(
    async () => (await pool.query("SELECT queue, state, attempts, error FROM job WHERE state IN ('waiting', 'running')")).rows,
    (open) => open.length === 0,
  )

/** A document that somebody filled in, signed with a picture and turned down, and a colleague of theirs. */
export async function turnedDown(url: string, account: Client, database: TestDatabase, at: number): Promise<Held> {
  const first = `Tamsin${at}`
  const [name, value, reason] = [`${first} Unmistakable`, `value of ${first} alone`, `reason of ${first} alone`]
  const field = (type: string, signer: number, y: number) => ({ type, signer, x: 40, y, width: 160, height: 40 })
  const fields = [field('text', 0, 40), field('signature', 0, 120), field('text', 1, 200)]
  const { pack, signers, fields: keys } = await sent(account, `Turned down ${at}`, [name, `Orla${at} Kept`], fields)
  const [person] = signers
  const link = await linkOf(account, pack, person!)
  const signer = client(url)
  await openSigning(signer, link)
  const image = await pictureBy(signer, pack, at)
  const saved = await signer.post<{ refused: readonly object[] }>(`/app/documents/${pack}/add_update_data_field`, {
    data: [
      { uuid: keys[0], data: value },
      { uuid: keys[1], data: image },
    ],
  })
  expect(saved.refused).toEqual([])
  await signer.post(`/app/documents/${pack}/add_update_signatory`, {
    data: { uuid: person },
    update_status_to: 'rejected',
    rejection_reason: reason,
  })
  const download = (query: string) =>
    account.get<{ document_temp_download: { key: string; file_key: string | null } }>(
      `/app/documents/${pack}/generate_temp_document_download?document_temp_download_type=preview${query}`,
    )
  const { document_temp_download: begun } = await download('')
  await eventually(
    () => download(`&temp_download_key=${begun.key}`),
    ({ document_temp_download: made }) => made.file_key !== null,
  )
  await atRest(database)
  const contact = `tamsin${at}@example.com`
  const picture = Buffer.from(image.digest, 'base64url').toString('hex')
  return {
    pack,
    person: person!,
    contact,
    link,
    signer,
    texts: [name, value, reason, contact],
    picture,
    history: await storedOf(database, `pack-${pack}`),
  }
}

async function pictureBy(signer: Client, pack: string, at: number) {
  const background = { r: at, g: 40, b: 90 }
  const bytes = await sharp({ create: { width: 300, height: 100, channels: 3, background } })
    .png()
    .toBuffer()
  const { url, file_key } = await signer.get<{ url: string; file_key: string }>(
    `/app/get_data_field_upload_url/${pack}?filename=signature.png&data_field_type=signature`,
  )
  await signer.put(url, bytes)
  const { blob_key, digest, width, height } = await signer.post<{ blob_key: string; digest: string; width: number; height: number }>(
    `/app/data_field_upload_success/${pack}`,
    { file_key, type: 'signature' },
  )
  return { method: 'uploaded', file: blob_key, digest, width, height }
}

export const workspaceOf = async (account: Client) =>
  (await account.get<{ user: { default_user_account_key: string } }>('/app/session')).user.default_user_account_key

export async function erase(account: Client, { pack, contact }: Held): Promise<void> {
  const { documents } = await account.post<{ documents: readonly { erased: boolean; message: string | null }[] }>(
    `/app/accounts/${await workspaceOf(account)}/erase_person`,
    { data: { contact, documents: [pack] } },
  )
  expect(documents).toMatchObject([{ erased: true, message: null }])
}

/** Somebody who joined a team, chose a password, and left. */
export interface Former {
  readonly user: string
  readonly email: string
  readonly name: string
}
export async function leftTheTeam(url: string, account: Client, mails: TestMailServer, at: number): Promise<Former> {
  const workspace = await workspaceOf(account)
  const [name, email] = [`Perpetua${at}`, `perpetua${at}@example.com`]
  const before = mails.received.length
  const { user_account } = await account.post<{ user_account: { key: string; user: { key: string } } }>(
    `/app/accounts/${workspace}/add_user_account`,
    { data: { first_name: name, last_name: 'Tester', email_address: email, is_admin: false } },
  )
  const [invitation] = await eventually(
    async () => mails.received.slice(before).filter(({ to }) => to.some((address) => address.includes(email))),
    (found) => found.length > 0,
  )
  // A line may be broken in the middle of the link, as mails have it.
  const token = /#reset\/([\w-]+)/.exec(invitation!.content.replaceAll('=\r\n', '').replaceAll('=3D', '='))![1]!
  const person = client(url)
  person.remember(crossSite('none'))
  await person.post(`/app/password_resets/${token}`, { password: 'correct horse battery' })
  // Only who has entered a team is somebody whose profile it may delete.
  await person.get(`/app/accounts/${workspace}`)
  await account.post(`/app/accounts/${workspace}/remove_user_account`, { data: { user_account_key: user_account.key } })
  return { user: user_account.user.key, email, name }
}

export async function eraseProfile(account: Client, { user }: Former): Promise<void> {
  const url = `/app/accounts/${await workspaceOf(account)}`
  await eventually(
    () => account.get<{ former_members: readonly { user_key: string }[] }>(`${url}/former_members`),
    ({ former_members }) => former_members.some(({ user_key }) => user_key === user),
  )
  await account.post(`${url}/delete_profile`, { data: { user_key: user } })
}

/** All rows of all tables, as a dump would hold them. */
async function dumpOf({ pool }: TestDatabase): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE relkind = 'r' AND nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'`,
  )
  const dump: string[] = []
  // One by one: the connections of a program that was just killed are counted until the database notices.
  for (const { name } of rows) {
    const table = await pool.query<{ row: string }>(`SELECT row::text AS row FROM ${name} AS row`)
    dump.push(...table.rows.map(({ row }) => row))
  }
  return dump.join('\n')
}
const formsOf = (text: string) => [
  text,
  text.toLowerCase(),
  ...(['hex', 'base64', 'base64url'] as const).map((form) => Buffer.from(text).toString(form).slice(0, -4)),
]

/** Of these texts, those that the database holds in clear, or nearly so. */
export async function foundIn(database: TestDatabase, texts: readonly string[]): Promise<readonly string[]> {
  const dump = await dumpOf(database)
  return texts.filter((text) => formsOf(text).some((form) => dump.includes(form)))
}

/** Every place of it, from outside: keys, rows, files on the disk, mails, links, sessions, pages, and the chain. */
export async function expectErased(on: { url: string; account: Client; database: TestDatabase; dataDir: string }, held: Held) {
  const { database, account } = on
  const { pack, person, contact, texts } = held
  const stream = `pack-${pack}`
  await eventually(
    () => keyGone(database, stream, person),
    (gone) => gone,
  )
  await atRest(database)
  expect(await foundIn(database, texts)).toEqual([])
  const { rows: left } = await database.pool.query(
    "SELECT key FROM file WHERE pack = $1 AND media_type <> 'application/pdf' UNION ALL SELECT key FROM temp_download WHERE pack = $1",
    [pack],
  )
  expect(left).toEqual([])
  const files = await readdir(join(on.dataDir, 'files'), { recursive: true })
  expect(files.filter((name) => name.endsWith(held.picture))).toEqual([])
  // No bytes lie there that no row knows of.
  const { rows: known } = await database.pool.query<{ digest: string }>('SELECT digest FROM blob')
  const names = new Set(known.map(({ digest }) => Buffer.from(digest, 'base64url').toString('hex')))
  expect(files.map((name) => name.split('/').at(-1)!).filter((name) => /^[0-9a-f]{64}$/.test(name) && !names.has(name))).toEqual([])

  const events = await storedOf(database, stream)
  expect(verifyChain(events)).toEqual([])
  expect(events.slice(0, held.history.length)).toEqual(held.history)
  expect(events.filter(({ type, data }) => type === 'PersonErased' && (data.people as string[]).includes(person))).toHaveLength(1)

  const stranger = client(on.url)
  expect((await refusalOf(openSigning(stranger, held.link))).code).toBe('unknown-link')
  expect((await refusalOf(held.signer.get(`/app/documents/${pack}/view`))).status).toBe(401)
  const { mails } = await account.get<{ mails: readonly { to: string; document_key: string | null }[] }>('/app/outbox')
  expect(mails.filter(({ to }) => to === contact)).toEqual([])
  expect(mails.filter(({ to, document_key }) => to.startsWith('orla') && document_key === pack)).not.toEqual([])
  const pages = [`/app/documents/${pack}/view`, `/app/replay/${pack}/steps`, `/app/replay/${pack}/export?format=csv`, '/app/notifications']
  for (const page of pages) {
    const said = new TextDecoder().decode(await account.bytes(page))
    expect(texts.filter((text) => said.includes(text))).toEqual([])
  }
  const lines = await readFile(join(on.dataDir, 'deletions.jsonl'), 'utf8')
  expect(lines).toContain(`"people":["${person}"]`)
}

/** The same of a profile. */
export async function expectGone({ database, dataDir }: { database: TestDatabase; dataDir: string }, { user, email, name }: Former) {
  await eventually(
    () => keyGone(database, `user-${user}`, ''),
    (gone) => gone,
  )
  await atRest(database)
  const { rows } = await database.pool.query<{ subject: string; wrapped: unknown }>(
    'SELECT subject, wrapped FROM subject_key WHERE stream = $1',
    [`user-${user}`],
  )
  expect(rows).toContainEqual({ subject: '', wrapped: null })
  expect(rows.filter(({ wrapped }) => wrapped !== null)).toEqual([])
  expect(await foundIn(database, [email, name])).toEqual([])
  const { rows: ways } = await database.pool.query(
    `SELECT account FROM password WHERE account = $1 UNION ALL SELECT owner FROM session WHERE owner = $2
     UNION ALL SELECT owner FROM one_time_link WHERE owner = $1 UNION ALL SELECT owner FROM mail_outbox WHERE owner = $2`,
    [user, `user:${user}`],
  )
  expect(ways).toEqual([])
  const events = await storedOf(database, `user-${user}`)
  expect(verifyChain(events)).toEqual([])
  expect(events.filter(({ type }) => type === 'ProfileErased')).toHaveLength(1)
  expect(await readFile(join(dataDir, 'deletions.jsonl'), 'utf8')).toContain(`"user":"${user}"`)
}
