import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { liveWorld } from '#tests/live-world'
import { testServer } from '#tests/server'
import { startMailServer } from '#tests/smtp'
import { mailHealth, rolesHealth } from '../../cli/health.ts'

const health = (smtpUrl: string | null) => mailHealth({ configuration: { mail: { smtpUrl } }, world: liveWorld() })

test('a mail server that greets is well; one that takes connections and says nothing is not, nor is one that is not there', async () => {
  const mails = await startMailServer()
  onTestFinished(() => mails.close())
  expect(await health(mails.url)).toMatchObject({ ok: true, words: 'the mail server answers' })

  const silent = createServer((socket) => void socket.resume().on('error', () => undefined)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const asked = await Promise.all(['smtp', 'smtps'].map((protocol) => health(`${protocol}://127.0.0.1:${port}`)))
  for (const finding of asked)
    expect(finding).toMatchObject({ ok: false, words: expect.stringContaining('accepts connections but does not answer') })
  silent.close()
  await once(silent, 'close')
  expect(await health(`smtp://127.0.0.1:${port}`)).toMatchObject({ ok: false, words: 'the mail server does not answer' })
  expect(await health(null)).toMatchObject({ ok: true })
})

test('an operator of several processes learns of a role that none of them has', async () => {
  const key = randomBytes(32).toString('base64')
  const environment = { PARAPH_MASTER_KEY: key, PARAPH_ROLES: 'api' }
  const server = await testServer({ environment })
  onTestFinished(() => server.close())
  const { databaseUrl } = server.application.foundation
  const roles = async () => (await rolesHealth(databaseUrl)).map(({ name, ok }) => `${name}: ${ok ? 'there' : 'away'}`)
  expect(await roles()).toEqual(['role projections: away', 'role processes: away'])
  expect((await rolesHealth(databaseUrl))[1]).toMatchObject({ words: expect.stringContaining('nothing is converted, mailed, sealed') })

  const projections = await server.anotherProcess({ PARAPH_ROLES: 'projections' })
  await expect.poll(roles).toEqual(['role projections: there', 'role processes: away'])
  const processes = await server.anotherProcess({ PARAPH_ROLES: 'processes' })
  await expect.poll(roles).toEqual(['role projections: there', 'role processes: there'])
  await projections.close()
  await expect.poll(roles).toEqual(['role projections: away', 'role processes: there'])
  await processes.close()
  await expect.poll(roles).toEqual(['role projections: away', 'role processes: away'])

  const nowhere = new URL(databaseUrl)
  nowhere.pathname = '/nowhere'
  expect(await rolesHealth(nowhere.toString())).toEqual([
    { name: 'roles', ok: false, words: expect.stringContaining('unknown: the database does not answer') },
  ])
})
