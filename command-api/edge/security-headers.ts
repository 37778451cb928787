import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'

interface Where {
  readonly secure: boolean
  readonly reportsTo: string | null
  /** Pages of other services that ours show in a frame. */
  readonly frames: readonly string[]
}

/** The same on every answer, so that the library is asked once what they are: it builds them again for each answer. */
export async function securityHeaders(app: FastifyInstance, where: Where): Promise<void> {
  const headers = await headersOf(policy(where))
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

async function headersOf(options: FastifyHelmetOptions) {
  const sample = Fastify()
  await sample.register(helmet, options)
  sample.get('/', async (_request, reply) => reply.raw.getHeaders())
  const answer = await sample.inject('/')
  await sample.close()
  return answer.json<Record<string, string>>()
}

/**
 * Under it only our own scripts run, nobody frames our pages, those frame what an operator chose alone, and no address leaks to where a link leads. Pages speak with this server alone,
 * and with the service that collects their errors.
 */
function policy({ secure, reportsTo, frames }: Where): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // pdf.js decodes some images in WebAssembly.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        // Style attributes that scripts set one by one need no leave; whole style elements would.
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...(reportsTo === null ? [] : [new URL(reportsTo).origin])],
        workerSrc: ["'self'", 'blob:'],
        frameSrc: frames.length === 0 ? ["'none'"] : frames.map((address) => new URL(address).origin),
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  }
}
