import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** OpenAPI from the schemas of the calls. To be registered before the calls. */
export async function describeCalls(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Paraph', version, description: 'Electronic signatures: documents, fields, signatories, signing.' },
    },
    transform: jsonSchemaTransform,
  })
}

/** /openapi.json for programs and /docs for people: plain HTML without a script. */
export function showCalls(app: FastifyInstance): void {
  app.get('/openapi.json', { schema: { hide: true } as object }, () => app.swagger())
  app.get('/docs', { schema: { hide: true } as object }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page(app.swagger() as unknown as Spec)),
  )
}

interface Operation {
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema?: object }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: object }>> }
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>>
}
interface Spec {
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
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Calls of Paraph</title><style>${STYLE}</style></head><body><header><h1>Calls of Paraph <small>${text(spec.info.version)}</small></h1>
<p>Every answer holds <code>success</code>; a refusal also holds <code>code</code> and <code>message</code>. Calls that change something need
the header <code>x-csrf-token</code>. Bodies arrive as JSON, or as a form whose field <code>data</code> holds JSON. The same for programs:
<a href="/openapi.json">openapi.json</a>.</p><nav>${tags.map((tag) => `<a href="#${text(tag)}">${text(tag)}</a>`).join(' ')}</nav></header>
<main>${sections.join('')}</main></body></html>`
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

function schemaHtml(title: string, schema: object | undefined): string {
  return schema ? `<h3>${title}</h3><pre>${text(JSON.stringify(schema, null, 2))}</pre>` : ''
}

function text(raw: string): string {
  return raw.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1rem;color:#1c1917;background:#fff}
nav a{margin-right:.75rem}details{border-top:1px solid #d6d3d1;padding:.4rem 0}summary{cursor:pointer}b{display:inline-block;min-width:4.2rem}
pre{background:#f5f5f4;padding:.75rem;overflow:auto;max-height:24rem}h3{margin:.5rem 0 0}code{overflow-wrap:anywhere}
@media(prefers-color-scheme:dark){body{background:#1c1917;color:#e7e5e4}pre{background:#292524}a{color:#93c5fd}}`
