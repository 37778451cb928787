import { parse as parseForm } from 'node:querystring'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { MOST_BODY_BYTES, MOST_MEMBERS, MOST_NODES } from '#contract/bounds'
import { jsonIn, UnreadableBody } from './json.ts'

const enveloped = new WeakSet<object>()

/** A body that the specification calls "form body data": `data` holds the record, further members may stand next to it. */
export function dataBody<S extends z.ZodType, M extends z.ZodRawShape = Record<never, never>>(data: S, more?: M) {
  const schema = z.object({ data, ...(more ?? ({} as M)) })
  enveloped.add(schema)
  return schema
}

/**
 * Parses JSON bodies and forms, each in its turn: parsed, one may take many times its size. A call without a body may still say that its
 * body is JSON.
 */
export async function readBodies(app: FastifyInstance, turnToRead: (request: FastifyRequest) => Promise<void>): Promise<void> {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: MOST_BODY_BYTES },
    async (request: FastifyRequest, body: string | Buffer) => {
      if (body === '') return undefined
      await turnToRead(request)
      return jsonOf(body as string)
    },
  )
  await app.register(formbody, { bodyLimit: MOST_BODY_BYTES, parser: fieldsOf })
}

/** @throws UnreadableBody */
export function jsonOf(text: string): unknown {
  const value = jsonIn(text, MOST_NODES)
  if (value === undefined) throw new UnreadableBody('The body is not JSON.')
  return value
}

function fieldsOf(text: string): Record<string, unknown> {
  if (text.split('&', MOST_MEMBERS + 1).length > MOST_MEMBERS) throw tooManyMembers()
  return parseForm(text) as Record<string, unknown>
}
const tooManyMembers = () => new UnreadableBody(`The body has more than ${MOST_MEMBERS} members. Send fewer.`)

/**
 * Makes one shape of the three that are accepted: a form field `data` holding JSON, a JSON body {"data": …}, and the
 * record itself as the body.
 */
export function normaliseBody(request: FastifyRequest, schema: z.ZodType | undefined): void {
  if (!schema) return
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
  if (isPlainObject(request.body) && Object.keys(request.body).length > MOST_MEMBERS) throw tooManyMembers()
  let body: Record<string, unknown> = isPlainObject(request.body) ? { ...request.body } : {}
  if (request.body !== undefined && request.body !== null && !isPlainObject(request.body)) body = { data: request.body }
  if (isForm) body = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, name === 'data' ? value : truth(value)]))
  if (typeof body.data === 'string') body.data = jsonIn(body.data, MOST_NODES) ?? body.data
  if (enveloped.has(schema)) request.body = 'data' in body ? body : { data: body }
  else if (takesData(schema)) request.body = body
  else request.body = isPlainObject(body.data) ? { ...body, ...body.data } : body
}

function takesData(schema: z.ZodType): boolean {
  return schema instanceof z.ZodObject && 'data' in schema.shape
}

// Forms know only text.
function truth(value: unknown): unknown {
  return value === 'true' ? true : value === 'false' ? false : value
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
