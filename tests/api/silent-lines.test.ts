import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HEADERS } from '#contract/envelope'
import { type TestServer, testServer } from '#tests/server'
import { listen } from '../support/live-client.ts'

const SILENT_MS = 1_500

let server: TestServer
beforeAll(async () => {
  server = await testServer({ limits: { silentMs: SILENT_MS } })
})
afterAll(() => server.close())

test('an upload of which nothing comes any more is given up, and can be done again', async () => {
  const asked = await server.owner.get<{ url: string }>('/app/get_document_upload_url?filename=lease.pdf&size=0.1')
  const { csrf_token } = await server.owner.get<{ csrf_token: string }>('/app/session')
  const { port, hostname, host } = new URL(server.url)
  const line = connect(Number(port), hostname)
  const head = [
    `PUT ${asked.url} HTTP/1.1`,
    `Host: ${host}`,
    `Cookie: ${server.owner.cookie()}`,
    `${HEADERS.crossSite}: ${csrf_token}`,
    'Content-Type: application/pdf',
    'Content-Length: 100000',
  ]
  line.write(`${head.join('\r\n')}\r\n\r\n%PDF-1.7`)
  line.resume()
  await once(line, 'close')
  await server.owner.put(asked.url, new Uint8Array(1_000))
})

test('a live connection may be silent for longer', async () => {
  const { socket } = await listen(server.url, { cookie: server.owner.cookie() })
  await new Promise((resolve) => setTimeout(resolve, 2.5 * SILENT_MS))
  expect(socket.connected).toBe(true)
  socket.close()
})
