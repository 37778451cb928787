import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rootOf, traceOf } from '#platform/tracing'
import { testServer } from '#tests/server'
import { uploaded, viewOf } from '../support/prepared.ts'

interface Span {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly links?: readonly { readonly traceId: string }[]
}

/** Takes traces as a collector does, and keeps them as they came. */
async function collector() {
  const came: string[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    came.push(Buffer.concat(parts).toString('utf8'))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    came,
    spans: () =>
      came.flatMap((text) =>
        (JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('a call can be followed to its command, its append, the rows and the jobs it led to, and nothing confidential is in it', async () => {
  const there = await collector()
  const server = await testServer({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: there.url } })
  const { pack } = await uploaded(server.owner, 'Secretum')
  await server.owner.post(`/app/documents/${pack}/update_document`, { data: { document_name: 'Secretissimum' } })
  const asking = (await server.raw('/app/session')).headers.get('x-request-id')!
  await server.owner.get('/app/documents')
  await viewOf(server.owner, pack)
  // What waits to be sent is sent before the program ends.
  await server.close()
  await there.close()
  const spans = there.spans()

  // An answer says under which trace to look.
  expect(spans).toContainEqual(expect.objectContaining({ name: 'GET /app/session', traceId: traceOf(asking), spanId: rootOf(asking) }))
  const call = spans.find(({ name }) => name === 'POST /app/documents/:key/update_document')!
  const called = (name: string) => spans.find((span) => span.name === name && span.traceId === call.traceId)!
  expect(called('command').parentSpanId).toBe(call.spanId)
  expect(called('append').parentSpanId).toBe(called('command').spanId)
  expect(called('project list').parentSpanId).toBe(call.spanId)

  // The upload led to a conversion, in a trace of its own that is linked.
  const asked = spans.find(({ name }) => name === 'process conversion')!
  const job = spans.find(({ name, traceId }) => name === 'job conversion' && asked.links?.some((link) => link.traceId === traceId))!
  expect(job).toBeDefined()
  expect(spans.some(({ name, parentSpanId }) => name === 'command' && parentSpanId === job.spanId)).toBe(true)

  expect(there.came.join()).not.toMatch(/Secret|mira|Mira|Castell|example\.com/)
}, 120_000)

test('the library for traces is loaded only where they go somewhere', () => {
  const folder = 'shared/platform/tracing'
  const naming = readdirSync(folder).filter((name) => readFileSync(join(folder, name), 'utf8').includes("'@opentelemetry/"))
  expect(naming).toEqual(['otlp.ts'])
  expect(readFileSync(join(folder, 'index.ts'), 'utf8')).not.toMatch(/^(import|export) (?!type).*otlp\.ts/m)
})
