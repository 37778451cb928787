import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../cli/demo/client.ts'
import { eventually, firstAccount, linkOf, sent, signAs, viewOf } from '../support/prepared.ts'
import { startMailServer, type TestMailServer } from '../support/smtp.ts'
import { freePort, removeFolder, type SpawnedServer, spawnServer, temporaryFolder } from '../support/spawned.ts'

/** Moments after the last signature at which the server is killed, in milliseconds. Their order is that of the way to the final copy. */
const KILLS = process.env.LONG_TESTS ? 40 : 4
const MOMENTS = Array.from({ length: KILLS }, (_, at) => Math.round((at * 400) / KILLS))

let dataDir: string
let port: number
let mails: TestMailServer
let server: SpawnedServer
let account: Client

const start = () => spawnServer({ dataDir, port, env: { SMTP_URL: mails.url } })

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
