import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Mail, type Mailer, mailMigrations, openMailer, smtpTransport, Undelivered } from '#platform/mail'
import { migrate } from '#platform/postgres'
import { type TestDatabase, testDatabase } from '#tests/postgres'
import { startMailServer, type TestMailServer } from '#tests/smtp'
import { testWorld } from '#tests/world'

let database: TestDatabase
let server: TestMailServer
let mailer: Mailer
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, mailMigrations)
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.query('TRUNCATE mail_outbox, mail_removed')
  server = await startMailServer()
  mailer = open(true)
})
afterEach(async () => {
  mailer.close()
  await server.close()
})

const world = testWorld()
const key = new Uint8Array(32).fill(5)
function open(smtp: boolean): Mailer {
  return openMailer({
    pool: database.pool,
    world,
    key,
    from: 'Paraph <sign@paraph.example>',
    subjectPrefix: 'Paraph: ',
    transport: smtp ? smtpTransport(server.url, 2) : null,
  })
}

const ours = { workspace: '01900000-0000-7000-8000-0000000000aa', people: [] }
const link = 'https://sign.example/sign/s3cr3t-t0ken'
const mail: Mail = {
  key: 'request-1',
  owner: 'pack-1',
  workspace: ours.workspace,
  kind: 'request',
  to: 'ada@example.com',
  subject: 'Please sign “Lease”',
  text: `Dear Ada, open ${link} to sign.`,
  html: `<p>Dear Ada, <a href="${link}">sign</a>.</p>`,
  link,
}
const messageId = (content: string) => /^message-id: *(\S+)/im.exec(content)?.[1]
const stored = async () => JSON.stringify((await database.pool.query('SELECT * FROM mail_outbox')).rows)

test('a mail goes to the mail server once, whole, with its attachment', async () => {
  const attachments = [{ filename: 'Lease.pdf', mediaType: 'application/pdf', open: async () => Readable.from([Buffer.from('%PDF-1.7')]) }]
  expect(await mailer.send({ ...mail, attachments })).toEqual({ state: 'sent', detail: null })
  expect(await mailer.send({ ...mail, attachments })).toEqual({ state: 'sent', detail: null })
  expect(server.received).toHaveLength(1)
  expect(server.received[0]).toMatchObject({ from: 'sign@paraph.example', to: ['ada@example.com'] })
  const { content } = server.received[0]!
  expect(content).toContain('Lease.pdf')
  expect(content).toContain(Buffer.from('%PDF-1.7').toString('base64'))
  expect(content).toMatch(/^auto-submitted: auto-generated/im)
  expect(content).not.toMatch(/^reply-to:/im)
})

test('answers to a mail go to the person who sent it', async () => {
  await mailer.send({ ...mail, replyTo: { name: 'Mira, of Castell', address: 'mira@example.com' } })
  expect(server.received[0]!.content).toMatch(/^from: Paraph <sign@paraph\.example>/im)
  expect(server.received[0]!.content).toMatch(/^reply-to: "Mira, of Castell" <mira@example\.com>/im)
})

test('nothing personal and no link stands in the table in clear, and the link is gone once the mail was sent', async () => {
  server.behave('busy')
  await expect(mailer.send(mail)).rejects.toThrow(Undelivered)
  expect(await stored()).not.toMatch(/ada|Ada|Lease|s3cr3t/)
  const [waiting] = await mailer.list({ ...ours, limit: 10, before: null })
  expect(await mailer.reveal(waiting!.id)).toBe(link)
  server.behave('accept')
  await mailer.send(mail)
  expect(await mailer.reveal(waiting!.id)).toBeNull()
  expect(await mailer.list({ ...ours, limit: 10, before: null })).toMatchObject([{ state: 'sent', hasLink: false }])
})

test('after a crash between the server’s acceptance and its record the second mail has the same Message-ID', async () => {
  server.behave('take-and-drop')
  await expect(mailer.send(mail)).rejects.toThrow(Undelivered)
  server.behave('accept')
  const restarted = open(true)
  expect(await restarted.send(mail)).toMatchObject({ state: 'sent' })
  restarted.close()
  const ids = server.received.map((received) => messageId(received.content))
  expect(ids).toHaveLength(2)
  expect(ids[0]).toMatch(/^<[\w-]+@paraph\.example>$/)
  expect(ids[1]).toBe(ids[0])
  await mailer.send({ ...mail, key: 'request-2' })
  expect(messageId(server.received[2]!.content)).not.toBe(ids[0])
})

test('a refused address has bounced, refused content has failed, and neither is tried again', async () => {
  server.behave('refuse-recipient')
  const bounced = await mailer.send(mail)
  expect(bounced).toMatchObject({ state: 'bounced', detail: expect.stringContaining('550') })
  server.behave('refuse-content')
  expect(await mailer.send({ ...mail, key: 'request-2' })).toMatchObject({ state: 'failed', detail: expect.stringContaining('554') })
  server.behave('accept')
  expect(await mailer.send(mail)).toEqual(bounced)
  expect(server.received).toEqual([])
  expect(await stored()).not.toContain('nobody here')
})

test('a server that hangs or is not there is tried again, and has failed at the last try', async () => {
  server.behave('hang')
  await expect(mailer.send(mail)).rejects.toThrow(Undelivered)
  await server.close()
  await expect(mailer.send(mail)).rejects.toThrow(Undelivered)
  expect(await mailer.send(mail, { last: true })).toMatchObject({ state: 'failed' })
  server = await startMailServer()
})

test('whatever became of a mail, its connection is closed', async () => {
  const opened: Readable[] = []
  const attachments = ['Lease.pdf', 'Annex.pdf'].map((filename) => ({
    filename,
    mediaType: 'application/pdf',
    async open() {
      const content = Readable.from([Buffer.from('%PDF-1.7')])
      opened.push(content)
      return content
    },
  }))
  const gone = {
    filename: 'Gone.pdf',
    mediaType: 'application/pdf',
    open: () => Promise.reject(new Error('a file that is to be sent is not there')),
  }
  await expect(mailer.send({ ...mail, attachments: [...attachments, gone] })).rejects.toThrow('not there')
  for (const behaviour of ['hang', 'busy', 'refuse-content'] as const) {
    server.behave(behaviour)
    await mailer.send({ ...mail, key: behaviour, attachments }).catch(() => undefined)
  }
  await server.close()
  await mailer.send({ ...mail, attachments }).catch(() => undefined)
  server = await startMailServer()
  expect(opened).toHaveLength(10)
  expect(opened.map(({ destroyed }) => destroyed)).toEqual(opened.map(() => true))
})

test('a mail that comes back is found by its Message-ID', async () => {
  await mailer.send(mail)
  const id = messageId(server.received[0]!.content)!
  expect(await mailer.recordBounce(id, 'mailbox full')).toEqual({ key: 'request-1', owner: 'pack-1' })
  expect(await mailer.recordBounce(id, 'mailbox full')).toEqual({ key: 'request-1', owner: 'pack-1' })
  expect(await mailer.recordBounce('<unknown@elsewhere>', 'x')).toBeNull()
  expect(await mailer.list({ ...ours, limit: 10, before: null })).toMatchObject([{ state: 'bounced', detail: 'mailbox full' }])
})

test('addresses from which mails came back are known to the workspace that wrote there, until the mail goes', async () => {
  const came = (of: string) => mailer.bouncedOf(of)
  await mailer.send({ ...mail, to: 'Ada@Example.com' })
  expect(await came(ours.workspace)).toEqual(new Set())
  await mailer.recordBounce(messageId(server.received[0]!.content)!, 'mailbox full')
  expect(await came(ours.workspace)).toEqual(new Set(['ada@example.com']))
  expect(await came('01900000-0000-7000-8000-0000000000ff')).toEqual(new Set())
  await mailer.removeTo('ada@example.com', () => false)
  expect(await came(ours.workspace)).toEqual(new Set())
})

test('without a mail server mails wait in the outbox, masked, and the link can be revealed', async () => {
  const outbox = open(false)
  expect(await outbox.send(mail)).toEqual({ state: 'kept', detail: null })
  expect(await outbox.send(mail)).toEqual({ state: 'kept', detail: null })
  const [row] = await outbox.list({ ...ours, limit: 10, before: null })
  expect(row).toMatchObject({
    to: 'ada@example.com',
    subject: 'Paraph: Please sign “Lease”',
    text: 'Dear Ada, open [link] to sign.',
    kind: 'request',
    state: 'kept',
    hasLink: true,
  })
  expect(await outbox.reveal(row!.id)).toBe(link)
  expect(await stored()).not.toMatch(/Ada|s3cr3t/)
})

test('each workspace reads its own mails, and those of its people that no workspace sent', async () => {
  const outbox = open(false)
  const theirs = { workspace: '01900000-0000-7000-8000-0000000000bb', people: ['user:bob'] }
  await outbox.send(mail)
  await outbox.send({ ...mail, workspace: null, key: 'password-1', owner: 'user:bob', kind: 'password' })
  await outbox.send({ ...mail, key: 'invitation-1', owner: 'user:bob', kind: 'invitation' })
  const keys = async (of: typeof theirs) => (await outbox.list({ ...of, limit: 9, before: null })).map(({ key: mailed }) => mailed).sort()
  expect(await keys(theirs)).toEqual(['password-1'])
  expect(await keys({ ...ours, people: [] })).toEqual(['invitation-1', 'request-1'])
})

test('the outbox is read page by page, newest first, and goes with what it is about', async () => {
  const outbox = open(false)
  for (const n of [1, 2, 3, 4, 5]) {
    world.advance(1000)
    await outbox.send({ ...mail, key: `k${n}`, owner: n === 3 ? 'pack-2' : 'pack-1' })
  }
  const first = await outbox.list({ ...ours, limit: 2, before: null })
  const second = await outbox.list({ ...ours, limit: 2, before: first[1]!.id })
  expect([...first, ...second].map((row) => row.key)).toEqual(['k5', 'k4', 'k3', 'k2'])
  await outbox.removeOf('pack-1')
  expect((await outbox.list({ ...ours, limit: 9, before: null })).map((row) => row.key)).toEqual(['k3'])
})

test('mails to an address go, however that is written, but not those to its present holder', async () => {
  const outbox = open(false)
  for (const [key, owner, to] of [
    ['of a document', 'pack-1', 'Bob@example.com'],
    ['of who is gone', 'user:gone', 'bob@example.com'],
    ['of who is there', 'user:there', 'bob@example.com'],
    ['to another', 'user:gone', 'ada@example.com'],
  ] as const)
    await outbox.send({ ...mail, key, owner, to })
  const left = async () => (await outbox.list({ ...ours, limit: 9, before: null })).map(({ key }) => key).sort()
  await outbox.removeTo(' bob@Example.com', (owner) => owner === 'user:there')
  expect(await left()).toEqual(['of who is there', 'to another'])
  await outbox.removeTo('bob@example.com', () => false)
  expect(await left()).toEqual(['to another'])
})

test('a mail deleted with its owner, or alone, is not written again by a late writer', async () => {
  const outbox = open(false)
  const rows = async (owner: string) =>
    (await database.pool.query<{ key: string }>('SELECT key FROM mail_outbox WHERE owner = $1', [owner])).rows.map(({ key }) => key)
  for (let round = 0; round < 20; round++) {
    const owner = `pack gone ${round}`
    const keys = [0, 1, 2, 3, 4, 5].map((at) => `${owner} ${at}`)
    const sending = (some: readonly string[]) => some.map((key) => outbox.send({ ...mail, owner, key }))
    await Promise.all([...sending(keys.slice(0, 3)), outbox.removeOf(owner), ...sending(keys.slice(3))])
    expect(await rows(owner)).toEqual([])

    const other = `pack stays ${round}`
    const send = (key: string) => outbox.send({ ...mail, owner: other, key: `${key} ${round}` })
    await Promise.all([send('goes'), send('stays'), outbox.removeKeys([`goes ${round}`])])
    expect(await send('goes')).toEqual({ state: 'failed', detail: null })
    expect(await rows(other)).toEqual([`stays ${round}`])
  }
  expect(await mailer.send({ ...mail, owner: 'pack gone 0', key: 'late' })).toEqual({ state: 'failed', detail: null })
  expect(server.received).toEqual([])
})
