import { randomBytes } from 'node:crypto'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Report } from '#pdf/verification'
import { type Besides, type TestServer, testServer } from '#tests/server'
import { removeFolder, temporaryFolder } from '#tests/spawned'
import { sealedPackOf } from '../support/sealed-file.ts'

// As compose.yaml has it: each role with a data folder of its own, and files where all of them find them.
let server: TestServer
let sealing: Besides
let folder: string
beforeAll(async () => {
  folder = await temporaryFolder()
  server = await testServer({
    environment: { PARAPH_MASTER_KEY: randomBytes(32).toString('base64'), PARAPH_ROLES: 'api,projections' },
  })
  const { dataDir } = server.application.foundation
  await mkdir(join(dataDir, 'files'), { recursive: true })
  await symlink(join(dataDir, 'files'), join(folder, 'files'))
  sealing = await server.anotherProcess({ PARAPH_DATA: folder, PARAPH_ROLES: 'processes' })
}, 60_000)
afterAll(async () => {
  await sealing.close()
  await server.close()
  await removeFolder(folder)
})

test('a file sealed by one process is this installation’s for people who check it at another, and for those who save the page', async () => {
  const { bytes } = await sealedPackOf(server.url, server.owner, 'Sealed elsewhere')
  const answer = await server.raw('/app/verify', {
    method: 'POST',
    headers: { 'content-type': 'application/pdf' },
    body: Buffer.from(bytes),
  })
  const report = answer.body.report as Report
  expect(report).toMatchObject({ intact: true, sealed: true, trusted: true, problems: [] })
  const page = await (await fetch(`${server.url}/verify`)).text()
  expect(page).toContain(report.seal!.fingerprint)
  // The file that an operator publishes says the same in every folder.
  const files = [server.application.foundation.dataDir, folder].map((of) => readFile(join(of, 'secrets', 'seals.pem'), 'utf8'))
  const [one, other] = await Promise.all(files)
  expect(other).toBe(one)
}, 120_000)
