import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * A policy under which only our own scripts run, nothing is framed, and no address leaks to where a link leads. Pages speak with this
 * server alone, and with whoever takes their errors.
 */
export async function securityHeaders(app: FastifyInstance, options: { secure: boolean; reportsTo: string | null }): Promise<void> {
  await app.register(helmet, {
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
        connectSrc: ["'self'", ...(options.reportsTo === null ? [] : [new URL(options.reportsTo).origin])],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(options.secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: options.secure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  })
}
