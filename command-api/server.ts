import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { MOST_BODY_BYTES } from '#contract/bounds'
import { HEADERS } from '#contract/envelope'
import type { TrustedProxies } from '#platform/configuration'
import type { Tracing } from '#platform/tracing'
import type { App } from './app.ts'
import { BEARER_PREFIX } from './edge/authorization.ts'
import { heldBodies } from './edge/bodies.ts'
import { readBodies } from './edge/body.ts'
import { limitCaching } from './edge/caching.ts'
import { turnToRead } from './edge/call.ts'
import { addressBehind, noteAddress } from './edge/client-address.ts'
import { cookiesOf, noteCookies } from './edge/cookies.ts'
import { crossSiteTokens } from './edge/cross-site.ts'
import { describeCalls, showCalls } from './edge/docs.ts'
import { answerErrors, problemOf, send } from './edge/errors.ts'
import { findCaller } from './edge/find-caller.ts'
import { type AdmitApplication, type FindCaller, identifyBy } from './edge/identify.ts'
import { problem } from './edge/problem.ts'
import { KnownCallers, LIMITS, type Limits, rateLimits } from './edge/rate-limits.ts'
import { noteDeadlines } from './edge/request-deadline.ts'
import { logRequests } from './edge/request-log.ts'
import { securityHeaders } from './edge/security-headers.ts'
import { type Pages, servePages } from './edge/static.ts'
import { traceRequests } from './edge/traces.ts'
import { serveVerifyPage } from './edge/verify-page.ts'
import { type Gateway, openGateway } from './live/gateway.ts'
import { packs } from './pack/packs.ts'
import { people } from './people.ts'
import { createPackHistory } from './replay/pack-history.ts'
import { type AllServices, mountTopics } from './topics.ts'

export interface ServerOptions {
  readonly services: AllServices
  /** Binds cross-site tokens to sessions. */
  readonly crossSiteKey: Uint8Array
  readonly pages: Pages
  readonly trustedProxies: TrustedProxies
  readonly limits?: Partial<Limits>
  /** Left out where nobody takes traces. */
  readonly tracing?: Pick<Tracing, 'request'>
}

export interface Server {
  readonly app: FastifyInstance
  readonly gateway: Gateway
  /** Answers the port. */
  listen(at: { host: string; port: number }): Promise<number>
  /** Takes nothing new, lets what is under way finish. */
  close(): Promise<void>
}

/** The HTTP calls, the page and the live gateway, over the services it is given. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { services } = options
  const crossSite = crossSiteTokens(options.crossSiteKey)
  const { world } = services
  const limits = { ...LIMITS, ...options.limits }
  const addressOf = addressBehind(options.trustedProxies)
  const app = Fastify({
    logger: false,
    bodyLimit: MOST_BODY_BYTES,
    // Half a request would wait for the rest for as long as the program runs, and the program for it when it stops.
    connectionTimeout: limits.silentMs,
    // Ids of clients are not taken over: they stand in events.
    genReqId: () => world.ids.next(),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // What comes on a connection that is still open while it stops is done like anything before: a proxy sent it in good faith.
    return503OnClosing: false,
    // An address that leads to no call, so that no hook and no handler of errors sees it.
    frameworkErrors: (error, _request, reply) => void send(reply, problemOf(error)),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  answerErrors(app, world.log)
  logRequests(app, world.log)
  if (options.tracing) traceRequests(app, options.tracing)
  limitCaching(app)
  noteDeadlines(app, world)
  noteAddress(app, addressOf)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(HEADERS.currentAppVersion, services.config.version).header('x-request-id', request.id)
    done()
  })
  const { publicUrl, formUrl, pricingUrl } = services.config
  await securityHeaders(app, {
    secure: publicUrl.startsWith('https:'),
    reportsTo: options.pages.reportsTo,
    frames: [formUrl, pricingUrl].filter((address) => address !== null),
  })
  await app.register(cookie)
  const cookies = cookiesOf(services.config.publicUrl)
  noteCookies(app, cookies)
  const known = new KnownCallers()
  app.decorateRequest('isAdmitted', null)
  await rateLimits(app, known, limits)
  await readBodies(app, turnToRead)
  await describeCalls(app, services.config.version)

  const find = findCaller(services.sessions, (session, since) => services.accounts.accountIn(session, since))
  const { applications } = services
  const admit: AdmitApplication = async (credentials, network, since) => {
    const admitted = await applications.admit(credentials, network, since)
    return typeof admitted === 'string' ? problem(admitted) : admitted
  }
  const identify = identifyBy(find, admit, known, services.handler.moment)
  /** A live connection shows a token and no password: an application one that it was given for its secret. */
  const findLive: FindCaller = async (token, since, network) => {
    if (!token.startsWith(BEARER_PREFIX)) return find(token, since, network)
    const admitted = await applications.admit({ by: 'bearer', token }, '', since)
    return typeof admitted === 'string' ? null : admitted
  }
  const packDoor = packs({
    handler: services.handler,
    keyIndex: services.keyIndex,
    members: services.members,
    world,
    defaultCountry: services.config.defaultCountry,
  })
  const bodies = heldBodies(world.timers)
  const moments = createPackHistory({ log: services.eventLog, keys: services.subjectKeys })
  const context = (scope: FastifyInstance): App<never, AllServices> => ({
    edge: { app: scope, identify, crossSite, cookies, limits, bodies, enter: services.members.enter, isAdmitted: applications.isAdmitted },
    packs: packDoor,
    services,
    people: people(services.accounts, services.members, applications),
    moments,
    sessionEnded: (session) => gateway.endSession(session),
  })
  await mountTopics(app, context)
  showCalls(app)
  await servePages(app, options.pages)
  await serveVerifyPage(app, { dist: options.pages.dist, anchors: services.sealAnchors })
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (_request, reply) => send(reply, problem('no-such-call')))
  const gateway = await openGateway({ http: app.server, find: findLive, packs: packDoor, services, addressOf, cookies, limits })
  app.addHook('preClose', () => gateway.close())

  return {
    app,
    gateway,
    async listen(at) {
      await app.listen(at)
      const address = app.server.address()
      return typeof address === 'object' && address !== null ? address.port : at.port
    },
    close: () => app.close(),
  }
}
