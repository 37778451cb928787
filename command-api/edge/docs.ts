import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { LIFECYCLE_EVENTS } from '#domain/lifecycle-events'
import { mayKeep } from './caching.ts'

/** OpenAPI from the schemas of the calls. To be registered before the calls. */
export async function describeCalls(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      // The types of the plugin know paths alone.
      ...({ webhooks: webhooksOfOpenApi() } as object),
      info: { title: 'Paraph', version, description: 'Electronic signatures: documents, fields, signatories, signing.' },
    },
    transform: jsonSchemaTransform,
  })
}

const HIDDEN = { schema: { hide: true } as object }
const STYLE_URL = '/docs/style.css'

/** /openapi.json for programs and /docs for people: plain HTML without a script. */
export function showCalls(app: FastifyInstance): void {
  let made: string | null = null
  app.get('/openapi.json', HIDDEN, () => app.swagger())
  app.get('/docs', HIDDEN, (_request, reply) => {
    made ??= page(app.swagger() as unknown as Spec)
    return mayKeep(reply, 'page').type('text/html; charset=utf-8').send(made)
  })
  // A file of its own: no page may have styles in it, so that nobody can put any there.
  app.get(STYLE_URL, HIDDEN, (_request, reply) => mayKeep(reply, 'page').type('text/css; charset=utf-8').send(STYLE))
}

/** What is sent to endpoints, by type (docs/integrating.md, "Webhooks"). */
function webhooksOfOpenApi() {
  const entries = Object.entries(LIFECYCLE_EVENTS).map(([type, { says, version, data, example }]) => {
    const constant = { type: { const: type }, timestamp: { type: 'string', format: 'date-time' }, version: { const: version } }
    const place = { workspace: { type: 'string', format: 'uuid' }, position: { type: 'integer', minimum: 1 } }
    const schema = {
      type: 'object',
      properties: { ...constant, ...place, data: z.toJSONSchema(data) },
      required: ['type', 'timestamp', 'version', 'workspace', 'position', 'data'],
    }
    const [timestamp, workspace] = ['2026-03-02T09:00:00.000Z', '01900000-0000-7000-8000-000000000001']
    const sent = { type, timestamp, version, workspace, position: 18_204, data: example }
    const content = { 'application/json': { schema, example: sent } }
    const responses = { '2XX': { description: 'The event was taken.' } }
    return [type, { post: { summary: says, requestBody: { content }, responses } }] as const
  })
  return Object.fromEntries(entries)
}

interface Operation {
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema?: object }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: object; readonly example?: object }>> }
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>>
}
interface Spec {
  readonly webhooks?: Readonly<Record<string, { readonly post: Operation }>>
  readonly info: { readonly title: string; readonly version: string }
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

function page(spec: Spec): string {
  const calls = Object.entries(spec.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation, tag: operation.tags?.[0] ?? 'other' })),
  )
  const tags = [...new Set(calls.map(({ tag }) => tag))].sort()
  const sections = tags.map((tag) => {
    const rows = calls.filter((call) => call.tag === tag).map(({ path, method, operation }) => callHtml(method, path, operation))
    return `<section id="${text(tag)}"><h2>${text(tag)}</h2>${rows.join('')}</section>`
  })
  const events = Object.entries(spec.webhooks ?? {}).map(([type, { post }]) => eventHtml(type, post))
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Calls of Paraph</title><link rel="stylesheet" href="${STYLE_URL}"></head><body><header><h1>Calls of Paraph <small>${text(spec.info.version)}</small></h1>
<p>Every answer holds <code>success</code>; a refusal also holds <code>code</code> and <code>message</code>. Calls that change something need
the header <code>x-csrf-token</code>. Bodies arrive as JSON, or as a form whose field <code>data</code> holds JSON. The same for programs:
<a href="/openapi.json">openapi.json</a>.</p><nav>${tags.map((tag) => `<a href="#${text(tag)}">${text(tag)}</a>`).join(' ')} <a href="#webhooks">webhooks</a></nav></header>
<main>${sections.join('')}<section id="webhooks"><h2>webhooks</h2>${events.join('')}</section></main></body></html>`
}

function callHtml(method: string, path: string, operation: Operation): string {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const answer = Object.values(operation.responses?.['200']?.content ?? {})[0]?.schema
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in !== 'header')
  const list = parameters.map(
    ({ name, in: where, required, schema }) =>
      `<li><code>${text(name)}</code> in the ${text(where)}${required ? '' : ', optional'} <code>${text(JSON.stringify(schema ?? {}))}</code></li>`,
  )
  return `<details><summary><b class="${text(method)}">${text(method.toUpperCase())}</b> <code>${text(path)}</code> ${text(operation.summary ?? '')}</summary>
${list.length > 0 ? `<ul>${list.join('')}</ul>` : ''}${schemaHtml('Body', body)}${schemaHtml('Answer', answer)}</details>`
}

function eventHtml(type: string, { summary, requestBody }: Operation): string {
  const { schema, example } = requestBody!.content['application/json']!
  return `<details><summary><b>EVENT</b> <code>${text(type)}</code> ${text(summary ?? '')}</summary>${schemaHtml('Example', example)}${schemaHtml('Body', schema)}</details>`
}

function schemaHtml(title: string, schema: object | undefined): string {
  return schema ? `<h3>${title}</h3><pre tabindex="0">${text(JSON.stringify(schema, null, 2))}</pre>` : ''
}

function text(raw: string): string {
  return raw.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const STYLE = `:root{color-scheme:light dark;--ink:#1c1917;--soft:#57534e;--line:#d6d3d1;--paper:#fff;--well:#f5f5f4;--link:#1d4ed8}
@media(prefers-color-scheme:dark){:root{--ink:#e7e5e4;--soft:#a8a29e;--line:#44403c;--paper:#1c1917;--well:#292524;--link:#93c5fd}}
body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1rem;color:var(--ink);background:var(--paper)}
h1{font-size:1.6rem;margin:.5rem 0}h1 small{color:var(--soft);font-weight:400;font-size:1rem}h2{font-size:1.15rem;margin:1.75rem 0 .5rem}
h3{font-size:.95rem;margin:.75rem 0 .25rem}a{color:var(--link)}nav{display:flex;flex-wrap:wrap;gap:0 .75rem}nav a{line-height:1.75rem}
details{border-top:1px solid var(--line);padding:.4rem 0}summary{cursor:pointer;line-height:1.75rem}
summary b{display:inline-block;min-width:4.2rem;color:var(--soft)}code{font-family:ui-monospace,monospace;font-size:.9em;overflow-wrap:anywhere}
pre{font:13px/1.5 ui-monospace,monospace;background:var(--well);border-radius:6px;padding:.75rem;overflow:auto;max-height:24rem}
`
