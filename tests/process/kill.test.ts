import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, client, openSigning } from '../../cli/demo/client.ts'
import { eventually, firstAccount, linkOf, newId, prepared, sent, signAs, viewOf } from '../support/prepared.ts'
import { startMailServer, type TestMailServer } from '../support/smtp.ts'
import { freePort, removeFolder, type SpawnedServer, spawnParaph, spawnServer, temporaryFolder } from '../support/spawned.ts'
import { webhookReceiver } from '../support/webhook-receiver.ts'

/** Moments after the last signature at which the server is killed, in milliseconds. Their order is that of the way to the final copy. */
const KILLS = process.env.LONG_TESTS ? 40 : 2
const MOMENTS = Array.from({ length: KILLS }, (_, at) => Math.round((at * 400) / KILLS))

let dataDir: string
let port: number
let mails: TestMailServer
let server: SpawnedServer
let account: Client

const start = () => spawnServer({ dataDir, port, env: { SMTP_URL: mails.url, PARAPH_WEBHOOK_NETWORKS: '127.0.0.0/8' } })

beforeAll(async () => {
  dataDir = await temporaryFolder()
  port = await freePort()
  mails = await startMailServer()
  server = await start()
  account = await firstAccount(server.url)
}, 120_000)

afterAll(async () => {
  await server?.stop()
  await mails?.close()
  if (dataDir) await removeFolder(dataDir)
}, 60_000)

for (const moment of MOMENTS) {
  test(`killed ${moment} ms after the last signature, the server still makes one completion, one file and everybody's mail`, async () => {
    const name = `Killed after ${moment}`
    const made = await sent(
      account,
      name,
      ['Anna Okafor', 'Jonas Lindqvist'],
      [0, 1].map((signer) => ({ type: 'signature', x: 72, y: 300 + signer * 80, width: 180, height: 48, signer, required: true })),
    )
    const links = [await linkOf(account, made.pack, made.signers[0]!), await linkOf(account, made.pack, made.signers[1]!)]
    await signAs(server.url, links[0]!, made.pack, made.signers[0]!, made.fields[0]!)
    await signAs(server.url, links[1]!, made.pack, made.signers[1]!, made.fields[1]!)
    await wait(moment)
    await server.kill()
    server = await start()

    const { view } = await eventually(
      () => viewOf(account, made.pack),
      ({ view: { documents } }) => documents[0]!.sealing.state === 'sealed',
    )
    expect(view.status).toBe('complete')
    const { audit_records } = await eventually(
      () => account.get<{ audit_records: readonly { code: string }[] }>(`/app/audit_trail/${made.pack}`),
      ({ audit_records: records }) => records.filter(({ code }) => code === 'FinalCopySent').length === 3,
    )
    const times = (code: string) => audit_records.filter((record) => record.code === code).length
    expect([times('PackCompleted'), times('DocumentSealed')]).toEqual([1, 1])

    // Never none; a second one only with the same Message-ID.
    const copies = mails.received.filter(({ content }) => content.includes(name) && /application\/pdf/.test(content))
    for (const to of ['anna@example.com', 'jonas@example.com', 'mira@example.com']) {
      const ids = copies
        .filter((mail) => mail.to.some((address) => address.includes(to)))
        .map(({ content }) => /^Message-ID: (.*)$/im.exec(content)?.[1])
      expect(ids.length, to).toBeGreaterThan(0)
      expect(new Set(ids).size, to).toBe(1)
    }
  }, 120_000)
}

const MANY = 2_000
// Thousands of signatures by HTTP: only where LONG_TESTS gives them time.
const inTheLongLane: (words: string, run: () => Promise<void>, ms: number) => void = process.env.LONG_TESTS ? test : () => undefined
inTheLongLane(
  'killed while 2,000 signatures are reverted, the document is as it was or all of it is back in setup; asked again, it is',
  async () => {
    const grid = (at: number) => ({ page: at % 2, x: 10 + ((at >> 1) % 40) * 14, y: 10 + Math.floor(at / 80) * 15 })
    const made = await prepared(account, 'Reverted under fire', ['Anna Okafor'], [])
    const keys = Array.from({ length: MANY }, newId)
    const save = async (as: Client, records: readonly object[]) => {
      for (let at = 0; at < MANY; at += 100)
        await as.post(`/app/documents/${made.pack}/add_update_data_field`, { data: records.slice(at, at + 100) })
    }
    const to = { document_key: made.document, type: 'signature', width: 13, height: 14, signatory_uuid: made.signers[0] }
    await save(
      account,
      keys.map((uuid, at) => ({ uuid, ...to, ...grid(at) })),
    )
    const { revision } = await viewOf(account, made.pack)
    await account.post(`/app/documents/${made.pack}/update_document`, { data: { status: 'awaiting_signatures', revision } })
    const link = await linkOf(account, made.pack, made.signers[0]!)
    const anna = client(server.url)
    await openSigning(anna, link)
    await save(
      anna,
      keys.map((uuid) => ({ uuid, data: { method: 'typed', text: 'Anna' } })),
    )
    const asked = await viewOf(account, made.pack)
    const revert = () =>
      account.post(`/app/documents/${made.pack}/update_document`, { data: { status: 'setup', revision: asked.revision } })
    const standing = async () => {
      const { fields, status } = (await viewOf(account, made.pack)).view
      return [status, Object.values(fields).filter(({ value }) => value !== null).length]
    }
    for (const moment of [10, 60]) {
      const answered = revert().catch(() => undefined)
      await wait(moment)
      await server.kill()
      await answered
      server = await start()
      expect([
        ['awaiting_signatures', MANY],
        ['setup', 0],
      ]).toContainEqual(await standing())
    }
    await revert().catch(() => undefined)
    expect(await standing()).toEqual(['setup', 0])
  },
  300_000,
)

const TYPES = ['document.created', 'document.trashed', 'document.restored']
inTheLongLane(
  'killed between a delivery and its record, the server sends the event again under its id, and none is lost; nor does a reader that is killed at every entry miss one',
  async () => {
    const receiver = await webhookReceiver()
    try {
      const { application } = await account.post<{ application: { key: string; client_secret: string } }>('/app/applications/', {
        data: { name: 'Receiver', permissions: ['can_view_api_details'] },
      })
      const { key, client_secret: secret } = application
      const { csrf_token } = await account.get<{ csrf_token: string }>('/app/session')
      await fetch(`${server.url}/app/applications/${key}/webhook`, {
        method: 'PUT',
        headers: { cookie: account.cookie(), 'x-csrf-token': csrf_token, 'content-type': 'application/json' },
        body: JSON.stringify({ data: { url: receiver.url } }),
      })
      await account.post(`/app/event_subscriptions/${key}`, { data: { keys: TYPES } })
      const { pack } = await prepared(account, 'Delivered under fire', [], [])
      await receiver.until((all) => all.length === 1)
      const killed: string[] = []
      for (const step of ['delete_document', 'recover_document', 'delete_document', 'recover_document']) {
        const gone = Promise.withResolvers<void>()
        receiver.answers((_request, response, { id }) => {
          // It has the event, and the server will never know.
          killed.push(id)
          receiver.answers((_, next) => next.writeHead(204).end())
          void server.kill().then(gone.resolve)
          response.on('error', () => undefined)
        })
        const asked = account.get(`/app/documents/${pack}/${step}`).catch(() => undefined)
        await gone.promise
        await asked
        server = await start()
        await receiver.until((all) => all.filter(({ id }) => id === killed.at(-1)).length === 2)
      }
      expect(new Set(killed).size).toBe(4)
      const firsts = receiver.received.filter(({ id }, at, all) => all.findIndex((one) => one.id === id) === at)
      expect(firsts.map(({ type }) => type)).toEqual([
        'document.created',
        'document.trashed',
        'document.restored',
        'document.trashed',
        'document.restored',
      ])

      const read = (after: number) =>
        new Promise<{ id: string; position: number }>((done) => {
          const environment = { PARAPH_KEY: key, PARAPH_SECRET: secret }
          const command = ['tail', '--url', server.url, '--after', String(after), '--document', pack, '--json']
          const { child } = spawnParaph(environment, command)
          child.stdout!.once('data', (line) => {
            child.kill('SIGKILL')
            const { id, at } = JSON.parse(String(line).split('\n')[0]!) as { id: string; at: { position: number } }
            done({ id, position: at.position })
          })
        })
      const ids: string[] = []
      for (let after = 0; ids.length < firsts.length; ) {
        const { id, position } = await read(after)
        ids.push(id)
        after = position
      }
      expect(ids).toEqual(firsts.map(({ id }) => id))
    } finally {
      await receiver.close()
    }
  },
  240_000,
)
