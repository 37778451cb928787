import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { mayKeep } from './caching.ts'

export interface Pages {
  /** The built web page: index.html, sign.html, assets. */
  readonly dist: string | null
  /** Files shipped with it, such as the sample document. */
  readonly assets: string
  /** The DSN of the service that collects the pages' errors; null: none. */
  readonly reportsTo: string | null
}

const HIDDEN = { schema: { hide: true } as object }

/** The built page: hashed assets may be kept for ever, the two pages are asked for each time. */
export async function servePages(app: FastifyInstance, { dist, assets, reportsTo }: Pages): Promise<void> {
  await app.register(fastifyStatic, {
    root: dist ?? assets,
    serve: dist !== null,
    index: false,
    // The build puts `.br` files next to scripts and styles.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => void mayKeep(reply, /[\\/]assets[\\/]/.test(path) ? 'immutable' : 'page'),
  })
  app.get('/sample.pdf', HIDDEN, (_request, reply) => mayKeep(reply, 'page').sendFile('sample.pdf', assets))
  // Mails hold addresses without a hash, which some mail programs cut off. The page itself reads what is behind it.
  app.get<{ Params: { token: string } }>('/password/:token', HIDDEN, ({ params }, reply) =>
    reply.header('referrer-policy', 'no-referrer').redirect(`/#reset/${encodeURIComponent(params.token)}`),
  )
  if (dist === null) return

  const page = async (reply: FastifyReply, name: string) => {
    mayKeep(reply, 'page')
    if (reportsTo === null) return reply.sendFile(name)
    return reply.type('text/html; charset=utf-8').send(reporting(await readFile(join(dist, name), 'utf8'), reportsTo))
  }
  app.get('/', HIDDEN, (_request, reply) => page(reply, 'index.html'))
  // The token is for the page's script alone: a link that is opened changes nothing (mail scanners open links).
  app.get('/sign/:token', HIDDEN, (_request, reply) =>
    page(reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex'), 'sign.html'),
  )
}

/** Tells a page where its errors go. The address is one that was parsed; a quote in it is escaped all the same. */
function reporting(html: string, dsn: string): string {
  const content = dsn.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return html.replace('</head>', () => `<meta name="error-reporting" content="${content}" /></head>`)
}
