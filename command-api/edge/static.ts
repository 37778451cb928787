import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/**
 * The built page. Hashed assets never change and may be kept for ever; the two pages are asked for anew each time, so
 * that a new version is found at once.
 */
export async function servePages(app: FastifyInstance, dist: string | null): Promise<void> {
  if (dist === null || !existsSync(dist)) return
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (response, path) => {
      response.header('cache-control', /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/', { schema: { hide: true } as object }, (_request, reply) => reply.sendFile('index.html'))
  // The token is for the page's script alone: a link that is opened changes nothing (mail scanners open links).
  app.get('/sign/:token', { schema: { hide: true } as object }, (_request, reply) =>
    reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex').sendFile('sign.html'),
  )
}
