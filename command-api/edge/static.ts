import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { compressedAssets } from './compressed-assets.ts'

export interface Pages {
  /** The built web page: index.html, sign.html, assets. */
  readonly dist: string | null
  /** What is shipped beside it, such as the sample document. */
  readonly assets: string
  /** The DSN of whoever takes the pages' errors; null: nobody. */
  readonly reportsTo: string | null
}

const HIDDEN = { schema: { hide: true } as object }
const FOR_EVER = 'public, max-age=31536000, immutable'

/**
 * The built page. Hashed assets never change and may be kept for ever; the two pages are asked for anew each time, so
 * that a new version is found at once.
 */
export async function servePages(app: FastifyInstance, { dist, assets, reportsTo }: Pages): Promise<void> {
  await app.register(fastifyStatic, {
    root: dist ?? assets,
    serve: dist !== null,
    index: false,
    cacheControl: false,
    setHeaders: (response, path) => {
      response.header('cache-control', /[\\/]assets[\\/]/.test(path) ? FOR_EVER : 'no-cache')
    },
  })
  app.get('/sample.pdf', HIDDEN, (_request, reply) => reply.header('cache-control', 'no-cache').sendFile('sample.pdf', assets))
  // Mails hold addresses without a hash, which some mail programs cut off. The page itself reads what is behind it.
  app.get<{ Params: { token: string } }>('/password/:token', HIDDEN, ({ params }, reply) =>
    reply.header('referrer-policy', 'no-referrer').redirect(`/#reset/${encodeURIComponent(params.token)}`),
  )
  if (dist === null) return

  const compressed = compressedAssets(join(dist, 'assets'))
  app.get<{ Params: { name: string } }>('/assets/:name', HIDDEN, async ({ params, headers }, reply) => {
    const takesBrotli = /\bbr\b/.test(String(headers['accept-encoding'] ?? ''))
    const asset = takesBrotli ? await compressed.find(params.name) : null
    if (!asset) return reply.sendFile(`assets/${params.name}`)
    return reply
      .type(asset.type)
      .header('content-encoding', 'br')
      .header('vary', 'accept-encoding')
      .header('cache-control', FOR_EVER)
      .send(asset.body)
  })
  const page = async (reply: FastifyReply, name: string) => {
    reply.header('cache-control', 'no-cache')
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
