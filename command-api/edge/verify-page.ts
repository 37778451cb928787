import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { SealAnchor } from '../services.ts'
import { mayKeep } from './caching.ts'

const HIDDEN = { schema: { hide: true } as object }
const ANCHORS = '{"anchors":[]}'
const NO_PAGE = { page: null, packed: null, policy: '' }

/**
 * The public page on which files are checked. It is one file that holds all its scripts, so its policy names them by
 * their digests; and it holds the seals of this installation, which stay in it when somebody saves it. It may load
 * nothing and send nothing: that a file is not uploaded is the browser's word, not only ours.
 */
export async function serveVerifyPage(
  app: FastifyInstance,
  { dist, anchors }: { dist: string | null; anchors: () => Promise<readonly SealAnchor[]> },
) {
  if (dist === null) return
  let made: { readonly of: string; readonly page: ReturnType<typeof makePage> } | null = null
  app.get('/verify', HIDDEN, async (request, reply) => {
    const known = await anchors().then(
      (all) => JSON.stringify({ anchors: all }),
      (error: unknown) => {
        if (made === null) throw error
        // Nobody can tell at this moment; the page is as good as it was.
        return made.of
      },
    )
    if (made?.of !== known) made = { of: known, page: makePage(join(dist, 'verify.html'), known) }
    const { page, packed, policy } = await made.page
    if (page === null) return reply.callNotFound()
    mayKeep(reply, 'page')
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('referrer-policy', 'no-referrer')
      .header('vary', 'accept-encoding')
    if (!/\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(page)
    return reply.header('content-encoding', 'br').send(packed)
  })
}

async function makePage(path: string, known: string) {
  const built = await readFile(path, 'utf8').catch(() => null)
  if (built === null) return NO_PAGE
  const html = built.replace(ANCHORS, () => known.replaceAll('<', '\\u003c'))
  const digests = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}(?: type="module")?>([\\s\\S]*?)</${tag}>`, 'g'))].map(
      ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
    )
  const policy = [
    "default-src 'none'",
    `script-src ${digests('script').join(' ')} 'wasm-unsafe-eval'`,
    // Its code is in the page; a worker made of it is under this same policy.
    'worker-src blob:',
    `style-src ${digests('style').join(' ')}`,
    'img-src data: blob:',
    'font-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  const page = Buffer.from(html)
  const packed = brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  return { page, packed, policy }
}
