import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

const enveloped = new WeakSet<object>()

/** A body that the specification calls "form body data": `data` holds the record, beside it may stand further members. */
export function dataBody<S extends z.ZodType, M extends z.ZodRawShape = Record<never, never>>(data: S, more?: M) {
  const schema = z.object({ data, ...(more ?? ({} as M)) })
  enveloped.add(schema)
  return schema
}

/** A member that a form sends as JSON text, for example a list of keys. */
export function jsonMember<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (typeof value === 'string' ? (parsed(value) ?? value) : value), schema)
}

/**
 * Makes one shape of the three that are accepted: a form field `data` holding JSON, a JSON body {"data": …}, and the
 * record itself as the body.
 */
export function normaliseBody(request: FastifyRequest, schema: z.ZodType | undefined): void {
  if (!schema) return
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
  let body: Record<string, unknown> = isPlainObject(request.body) ? { ...request.body } : {}
  if (request.body !== undefined && request.body !== null && !isPlainObject(request.body)) body = { data: request.body }
  if (isForm) body = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, name === 'data' ? value : truth(value)]))
  if (typeof body.data === 'string') body.data = parsed(body.data) ?? body.data
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
