import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HEADERS } from '#contract/envelope'

/** What a browser may keep of an answer. What declares none of these is kept by nobody. */
const RULES = {
  /** Data: a copy is shown only after the server was asked again whether this caller may see it. */
  revalidated: { control: 'private, no-cache', vary: `Cookie, ${HEADERS.session}` },
  /** A page of the application, the same for everybody: asked for again each time, so that a new version is found at once. */
  page: { control: 'no-cache', vary: null },
  /** Named by the hash of its content. */
  immutable: { control: 'public, max-age=31536000, immutable', vary: null },
} as const
export type CacheRule = keyof typeof RULES

const declared = new WeakMap<FastifyReply, CacheRule>()

/** Lets a browser keep the answer, if it becomes one of success. */
export function mayKeep(reply: FastifyReply, rule: CacheRule): FastifyReply {
  declared.set(reply, rule)
  return reply
}

/** The one place that says how long an answer may be kept. */
export function limitCaching(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    const rule = reply.statusCode < 400 ? declared.get(reply) : undefined
    const { control, vary } = rule ? RULES[rule] : { control: 'no-store', vary: null }
    reply.header('cache-control', control)
    if (vary !== null) reply.header('vary', vary)
    done(null, payload)
  })
}

/**
 * Whether the caller has a copy of exactly this already: then 304 is the answer. Check the caller's rights first, so that nobody
 * is shown a copy of what they may not see any more.
 */
export function hasCopy(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  const etag = `"${tag}"`
  mayKeep(reply, 'revalidated').header('etag', etag)
  const known = String(request.headers['if-none-match'] ?? '').split(',')
  return known.some((one) => one.trim().replace(/^W\//, '') === etag)
}

/** Has the browser forget what it kept of this installation, before somebody else uses it. */
export function clearCache(reply: FastifyReply): void {
  reply.header('clear-site-data', '"cache"')
}
